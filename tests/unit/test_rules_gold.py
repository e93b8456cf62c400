"""What the embedded rules must reach: on the gold set beside the checkout, on which they were developed, and on
passages that were written apart from them."""

from __future__ import annotations

import pytest

from retrograph.api.gold import read_gold
from retrograph.extraction.extractor import FromMarkup
from retrograph.extraction.gold import Answer, GoldPassage, NamedEntity, answer_of
from retrograph.extraction.preview import preview
from retrograph.extraction.rules import RulesExtractor
from retrograph.extraction.scoring import Found, score, totals
from tests.data import ROOT, shared


@pytest.fixture(scope="module", params=["gold", "held_out"])
def passages(request: pytest.FixtureRequest) -> tuple[GoldPassage, ...]:
    if request.param == "held_out":
        return read_gold(ROOT / "tests" / "held_out.jsonl").passages
    return read_gold(shared("extraction_gold") / "dev.jsonl").passages


@pytest.fixture(scope="module")
def answers(passages: tuple[GoldPassage, ...]) -> dict[str, Answer]:
    rules = FromMarkup(RulesExtractor())
    return {p.id: answer_of(p, preview(p.observation, rules).findings) for p in passages}


def test_precision_comes_before_recall(passages: tuple[GoldPassage, ...], answers: dict[str, Answer]):
    total = totals(score(passage, answers[passage.id]).score for passage in passages)
    assert (total.relations.precision or 0) >= 0.85
    assert (total.relations.recall or 0) >= 0.55
    assert (total.entities.f1 or 0) >= 0.75
    assert (total.dates.share or 0) >= 0.9
    assert (total.evidence.share or 0) >= 0.9


def test_nothing_is_stated_where_nothing_is_said(passages: tuple[GoldPassage, ...], answers: dict[str, Answer]):
    silent = [passage for passage in passages if not passage.relations and not passage.also_ok]
    assert len(silent) >= 5
    assert [answers[passage.id].relations for passage in silent] == [()] * len(silent)


def test_the_gold_set_scores_full_marks_against_itself(passages: tuple[GoldPassage, ...]):
    total = totals(score(passage, itself(passage)).score for passage in passages)
    assert (total.relations.f1, total.entities.f1) == (1.0, 1.0)
    assert total.dates.share == total.evidence.share == total.replaces.share == 1.0
    assert (total.invented, total.failed) == (0, 0)


def test_saying_nothing_misses_everything(passages: tuple[GoldPassage, ...]):
    total = totals(score(passage, Answer(passage.id)).score for passage in passages)
    wanted = sum(not entity.optional for passage in passages for entity in passage.entities)
    assert total.entities == Found(missed=wanted)
    assert total.relations == Found(missed=sum(len(passage.relations) for passage in passages))


def itself(passage: GoldPassage) -> Answer:
    entities = tuple(NamedEntity(entity.name, entity.type) for entity in passage.entities)
    return Answer(passage.id, entities, tuple(gold.claim for gold in passage.relations))
