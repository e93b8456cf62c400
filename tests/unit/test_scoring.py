"""Each clause of the matching rule, on a passage made for it: what is found, what is wrong, what is missed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from retrograph.api.gold import answer_line, read_answers, read_gold
from retrograph.errors import InvalidInput
from retrograph.extraction.extractor import FromMarkup
from retrograph.extraction.gold import answer_of
from retrograph.extraction.preview import preview
from retrograph.extraction.rules import RulesExtractor
from retrograph.extraction.scoring import Found, Judged, Score, Scored, score, totals

Line = dict[str, Any]
Scoring = Callable[[Line, Line], Scored]

PASSAGE: Line = {
    "id": "one",
    "lang": "en",
    "difficulty": "easy",
    "kind": "note",
    "occurredAt": "2025-03-17T16:45:00+09:00",
    "text": "The auth middleware uses jose.",
    "entities": [],
    "relations": [],
}
USES = {"source": "auth middleware", "type": "uses", "target": "jose"}
AUTH = {"name": "auth middleware", "type": "project", "aliases": ["auth"], "also_types": ["concept"]}
JOSE = {"name": "jose", "type": "library", "aliases": ["panva/jose"]}


@pytest.fixture
def scoring(tmp_path: Path) -> Scoring:
    """Scores an answer to a passage, each given by the fields that matter."""

    def scored(gold: Line, answer: Line) -> Scored:
        passage = read_gold(write(tmp_path / "gold.jsonl", PASSAGE | gold)).passages[0]
        answers = read_answers(write(tmp_path / "answers.jsonl", {"id": "one", **answer}), [passage])
        return score(passage, answers["one"])

    return scored


def write(path: Path, *lines: Line) -> Path:
    path.write_bytes(b"".join(orjson.dumps(line) + b"\n" for line in lines))
    return path


def relations(scored: Scored) -> Found:
    return scored.score.relations


# -- names and entities ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["AUTH  Middleware", "ａｕｔｈ middleware", "auth", "./auth middleware"])
def test_a_name_counts_however_it_is_written(scoring: Scoring, name: str):
    found = scoring({"entities": [AUTH]}, {"entities": [{"name": name, "type": "project"}]})
    assert found.score.entities == Found(right=1)


def test_an_alias_of_either_side_is_the_name(scoring: Scoring):
    named = {"name": "the JWT kit", "type": "library", "aliases": ["jose"]}
    gold = {"entities": [AUTH, JOSE], "relations": [USES]}
    found = scoring(gold, {"entities": [named], "relations": [USES | {"target": "the JWT kit"}]})
    assert found.score.entities == Found(right=1, missed=1)
    assert relations(found) == Found(right=1)
    assert relations(scoring(gold, {"relations": [USES | {"source": "auth", "target": "panva/jose"}]})) == Found(
        right=1
    )


@pytest.mark.parametrize(("type_", "expected"), [("concept", Found(right=1)), ("person", Found(wrong=1, missed=1))])
def test_the_type_must_be_one_that_is_accepted(scoring: Scoring, type_: str, expected: Found):
    said = {"entities": [{"name": "auth", "type": type_}]}
    assert scoring({"entities": [AUTH]}, said).score.entities == expected


def test_what_is_optional_or_said_twice_counts_neither_way(scoring: Scoring):
    gold = {"entities": [AUTH, JOSE | {"optional": True}]}
    auth, wrong = {"name": "auth", "type": "project"}, {"name": "Jose", "type": "person"}
    assert scoring(gold, {"entities": [auth]}).score.entities == Found(right=1)
    said = [auth, auth | {"name": "Auth Middleware"}, wrong, wrong, {"name": "jose", "type": "library"}]
    assert scoring(gold, {"entities": said}).score.entities == Found(right=1, wrong=1)


# -- relations ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "other", [{"type": "depends_on"}, {"target": "lark"}, {"source": "jose", "target": "auth"}, {"retracted": True}]
)
def test_another_type_end_direction_or_retraction_is_no_match(scoring: Scoring, other: Line):
    found = scoring({"relations": [USES]}, {"relations": [USES | other]})
    assert relations(found) == Found(wrong=1, missed=1)
    assert [miss.fault for miss in found.misses] == ["relation wrong", "relation missed"]


def test_matching_is_one_to_one(scoring: Scoring):
    assert relations(scoring({"relations": [USES]}, {"relations": [USES, USES]})) == Found(right=1, wrong=1)


@pytest.mark.parametrize("turned", [False, True])
def test_of_several_periods_each_finds_its_own(scoring: Scoring, turned: bool):
    first = USES | {"valid_from": "2021-01-01", "valid_to": "2022-01-01", "grain": "year"}
    later = USES | {"valid_from": "2024-01-01", "grain": "year"}
    said = [first, later | {"valid_from": "2024-05-05", "grain": "day"}]
    found = scoring({"relations": [first, later]}, {"relations": said[::-1] if turned else said})
    assert (relations(found), found.score.dates) == (Found(right=2), Judged(2, 2))


def test_a_reading_stands_in_for_its_relation_when_that_is_not_found(scoring: Scoring):
    stand_in = USES | {"type": "depends_on", "instead_of": 0}
    gold = {"relations": [USES], "also_ok": [stand_in]}
    said = USES | {"type": "depends_on"}
    assert relations(scoring(gold, {"relations": [said]})) == Found(right=1)
    assert relations(scoring(gold, {"relations": [said, USES]})) == Found(right=1)
    assert relations(scoring(gold, {"relations": []})) == Found(missed=1)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ({"valid_to": "2025-03-14"}, 0),
        ({}, 1),
        ({"valid_to": "2025-03-14", "evidence": "observed"}, 0),
        ({"valid_to": "2025-03-14", "evidence": "planned"}, 1),
    ],
)
def test_a_further_reading_excuses_what_is_planned_and_ended_as_it_is(scoring: Scoring, said: Line, wrong: int):
    old = {"source": "auth", "type": "uses", "target": "jsonwebtoken"}
    gold = {"entities": [AUTH], "relations": [USES], "also_ok": [old | {"valid_to": "2025-03-01", "grain": "day"}]}
    found = scoring(gold, {"relations": [USES, old | {"source": "auth middleware"} | said]})
    assert relations(found) == Found(right=1, wrong=wrong)


def test_what_is_found_where_nothing_is_said_is_counted(scoring: Scoring):
    found = scoring({"also_ok": [USES]}, {"relations": [USES, USES | {"target": "lark"}]}).score
    assert (found.silent, found.invented) == (1, 1)
    elsewhere = scoring({"relations": [USES]}, {"relations": [USES | {"target": "lark"}]}).score
    assert (elsewhere.silent, elsewhere.invented) == (0, 0)


# -- dates -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gold", "said", "right"),
    [
        (("2025-03-14", None, "day"), ("2025-03-14", None), True),
        (("2025-03-14", None, "day"), ("2025-03-15", None), False),
        (("2025-03-14", None, "day"), (None, None), False),
        (("2025-03-14", None, "day"), ("2025-03-14", "2025-04-01"), False),
        (("2025-03-14", None, "day"), ("2025-03-13T15:00:00Z", None), True),
        (("2025-03-14", None, "day"), ("2025-03-14T15:00:00Z", None), False),
        (("2025-03-01", None, "month"), ("2025-03-31", None), True),
        (("2025-03-01", None, "month"), ("2025-03", None), True),
        (("2025-03-01", None, "day"), ("2025-03", None), False),
        (("2025-01-01", None, "year"), ("2025-12-31", None), True),
        (("2025-01-01", None, "month"), ("2025", None), False),
        (("2025-03-14T01:02:03Z", None, "instant"), ("2025-03-14T10:02:03.5+09:00", None), True),
        (("2025-03-14T01:02:03Z", None, "instant"), ("2025-03-14T01:02:04Z", None), False),
        ((None, "2025-03-17", "assumed"), (None, "2025-03-17T07:45:00Z"), True),
        ((None, "2025-03-17", "assumed"), ("2024-01-01", "2025-03-17"), False),
        ((None, None, "assumed"), (None, None), True),
        ((None, None, "assumed"), ("2025-03-17", None), True),
        ((None, None, "assumed"), ("2025-03-16T15:00:00Z", None), True),
        ((None, None, "assumed"), ("2025-03-16", None), False),
        ((None, None, "assumed"), (None, "2025-03-17"), False),
    ],
)
def test_dates_agree_at_the_grain_of_the_gold_set(
    scoring: Scoring, gold: tuple[str | None, str | None, str], said: tuple[str | None, str | None], right: bool
):
    start, end, grain = gold
    found = scoring(
        {"relations": [USES | {"valid_from": start, "valid_to": end, "grain": grain}]},
        {"relations": [USES | {"valid_from": said[0], "valid_to": said[1]}]},
    )
    assert found.score.dates == Judged(int(right), 1)
    assert found.score.dated == (found.score.dates if start or end else Judged())
    assert [miss.fault for miss in found.misses] == ([] if right else ["dates wrong"])


def test_a_date_that_an_answer_calls_coarser_is_coarser(scoring: Scoring):
    day = USES | {"valid_from": "2025-03-01", "grain": "day"}
    assert scoring({"relations": [day]}, {"relations": [day | {"grain": "month"}]}).score.dates == Judged(0, 1)
    assert scoring({"relations": [day | {"grain": "month"}]}, {"relations": [day]}).score.dates == Judged(1, 1)


def test_the_dates_of_one_reading_are_enough_and_an_undated_one_makes_it_undated(scoring: Scoring):
    dated = USES | {"valid_from": "2025-03-14", "grain": "day"}
    gold = {"relations": [dated], "also_ok": [USES | {"instead_of": 0}]}
    for said in (dated, USES):
        found = scoring(gold, {"relations": [said]}).score
        assert (found.dates, found.dated) == (Judged(1, 1), Judged())


# -- evidence and replaces ---------------------------------------------------------------------------------


def test_evidence_is_judged_of_what_matches(scoring: Scoring):
    planned = USES | {"evidence": "planned"}
    assert scoring({"relations": [planned]}, {"relations": [USES]}).score.evidence == Judged(0, 1)
    assert scoring({"relations": [planned]}, {"relations": [planned]}).score.evidence == Judged(1, 1)
    gold = {"relations": [planned], "also_ok": [USES | {"evidence": "observed", "instead_of": 0}]}
    assert scoring(gold, {"relations": [USES | {"evidence": "observed"}]}).score.evidence == Judged(1, 1)
    assert scoring({"relations": [planned]}, {"relations": []}).score.evidence == Judged()


@pytest.mark.parametrize(
    ("gold", "said", "judged"),
    [
        (None, None, Judged()),
        ("jsonwebtoken", "JsonWebToken", Judged(1, 1)),
        ("jsonwebtoken", None, Judged(0, 1)),
        (None, "jsonwebtoken", Judged(0, 1)),
        ("jsonwebtoken", "lark", Judged(0, 1)),
    ],
)
def test_replaces_is_judged_where_either_side_names_one(
    scoring: Scoring, gold: str | None, said: str | None, judged: Judged
):
    found = scoring({"relations": [USES | {"replaces": gold}]}, {"relations": [USES | {"replaces": said}]})
    assert found.score.replaces == judged


# -- figures -----------------------------------------------------------------------------------------------


def test_figures_are_those_of_the_counts_together():
    total = totals([Score(1, relations=Found(2, 0, 1)), Score(1, relations=Found(1, 1, 2), dates=Judged(1, 3))])
    assert (total.passages, total.relations) == (2, Found(3, 1, 3))
    assert (total.relations.precision, total.relations.recall, total.relations.f1) == (3 / 4, 3 / 6, 6 / 10)
    assert total.dates.share == 1 / 3
    assert (Found().precision, Found().recall, Found().f1, Judged().share) == (None, None, None, None)
    assert Found(missed=2).f1 == 0.0


def test_what_was_extracted_scores_the_same_when_it_is_read_from_a_file(tmp_path: Path):
    text = (
        "We moved the auth middleware from jsonwebtoken to jose on 2025-03-14. The parser no longer uses regex. "
        "The gateway used Nginx from 2021 to March 2024. The search api will move to Nori next month."
    )
    gold = {
        "source": "gateway",
        "type": "uses",
        "target": "Nginx",
        "valid_from": "2021-01-01",
        "valid_to": "2024-01-01",
    }
    ended = {"source": "parser", "type": "uses", "target": "regex", "valid_to": "2025-03-17", "grain": "assumed"}
    fields = {"text": text, "relations": [gold | {"grain": "year"}, USES, ended]}
    passage = read_gold(write(tmp_path / "gold.jsonl", PASSAGE | fields)).passages[0]
    answer = answer_of(passage, preview(passage.observation, FromMarkup(RulesExtractor())).findings)
    again = read_answers(write(tmp_path / "out.jsonl", answer_line(answer, passage.zone)), [passage])
    assert score(passage, again["one"]) == score(passage, answer)
    assert score(passage, answer).score.relations.right == 3


# -- files -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "is empty"),
        (b"\xef\xbb\xbf\n \n", "is empty"),
        (b'{"id": "one"', ":1: not JSON"),
        (b"[1]", ":1: not a JSON object"),
        (b'\n{"id": "\xff"}', ":2: not UTF-8 (byte 8 of the line)"),
        (b'{"id": "one"}', ":1: text: is required; occurredAt: is required; kind: is required"),
        (orjson.dumps(PASSAGE | {"kind": "poem"}), ":1: kind: 'poem' is not one of"),
        (orjson.dumps(PASSAGE | {"occurredAt": "2025-03-17"}), ":1: occurredAt: needs a time and an offset"),
        (orjson.dumps(PASSAGE | {"occurredAt": "yesterday"}), ":1: occurredAt: 'yesterday' is no date"),
        (orjson.dumps(PASSAGE | {"text": " "}), ":1: text: is empty"),
        (orjson.dumps(PASSAGE | {"entities": [{"name": "x", "type": "banana"}]}), ":1: entities.0.type: 'banana'"),
        (orjson.dumps(PASSAGE | {"relations": [USES | {"valid_from": "soon"}]}), ":1: relations.0.valid_from: 'soon'"),
        (orjson.dumps(PASSAGE | {"also_ok": [USES | {"instead_of": 0}]}), ":1: also_ok.0.instead_of: there is no"),
        (orjson.dumps(PASSAGE) + b"\n" + orjson.dumps(PASSAGE), "gold.jsonl:1 too"),
    ],
)
def test_a_line_that_is_no_passage_is_named_with_its_place(tmp_path: Path, raw: bytes, said: str):
    (tmp_path / "gold.jsonl").write_bytes(raw)
    with pytest.raises(InvalidInput) as refused:
        read_gold(tmp_path / "gold.jsonl")
    assert said in str(refused.value)


def test_fields_that_are_not_known_are_counted(tmp_path: Path):
    entity = AUTH | {"notes": "mine"}
    gold = read_gold(write(tmp_path / "gold.jsonl", PASSAGE | {"also_okay": [], "entities": [entity, entity]}))
    assert gold.unknown == {"also_okay": 1, "entities.notes": 2}


def test_every_passage_needs_an_answer_and_other_answers_are_passed_over(tmp_path: Path):
    passages = read_gold(write(tmp_path / "gold.jsonl", PASSAGE, PASSAGE | {"id": "two"})).passages
    answers = write(tmp_path / "answers.jsonl", {"id": "one"}, {"id": "three"})
    with pytest.raises(InvalidInput, match="has no line for two"):
        read_answers(answers, passages)
    assert list(read_answers(answers, passages[:1])) == ["one"]


def test_secrets_are_cut_from_passages_too(tmp_path: Path):
    text = "The token is ghp_0123456789abcdefghij0123456789abcdef."
    gold = read_gold(write(tmp_path / "gold.jsonl", PASSAGE | {"text": text}))
    assert gold.passages[0].observation.content == "The token is [redacted:github_token]."
