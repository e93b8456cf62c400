"""What "now we use Y" ends: only what the record ties to the new target."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from retrograph.extraction.extractor import NOTHING_KNOWN, FromMarkup
from retrograph.extraction.pipeline import Pipeline
from retrograph.extraction.rules import RulesExtractor
from retrograph.graph.intake import Settled
from retrograph.graph.intervals import OPEN
from retrograph.graph.model import Assert, EntityRef, Relation
from tests.stores import KINDS
from tests.world import World
from tests.world import world as opened

PIPELINE = Pipeline(FromMarkup(RulesExtractor()))
FIRST, LATER = "2025-03-01T09:00:00Z", "2025-09-01T09:00:00Z"


@pytest.fixture(params=[kind for _, kind in KINDS], ids=[name for name, _ in KINDS])
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    with opened(tmp_path, request.param) as world:
        yield world


def said(target: str, quote: str, *, change: str = "", alternative: str = "", source: str = "team") -> str:
    changed = f' change="{change}"' if change else ""
    other = f"<alternatives><alt>{alternative}</alt></alternatives>" if alternative else ""
    return (
        f'<temporal_graph><entities><entity type="organization" name="{source}"/>'
        f'<entity type="library" name="{target}"/></entities>'
        f'<relationships><relationship type="uses" source="{source}" target="{target}"{changed}>'
        f"<quote>{quote}</quote>{other}</relationship></relationships></temporal_graph>"
    )


def tell(world: World, text: str, xml: str, at: str) -> Settled:
    id_ = world.seen(text, at=at)
    seen = world.project.ledger.observation(id_)
    return world.project.extraction(id_, PIPELINE.read(xml, seen, NOTHING_KNOWN))


def used(world: World, when: str) -> set[str]:
    return world.targets("organization:team", when)


def test_an_alternative_considered_before_takes_over(world: World):
    tell(world, "We use jose (considered jsonwebtoken).", said("jose", "use jose", alternative="jsonwebtoken"), FIRST)
    settled = tell(world, "Now we use jsonwebtoken.", said("jsonwebtoken", "we use jsonwebtoken", change="Now"), LATER)

    assert used(world, "2025-08-31") == {"jose"}
    assert used(world, "2025-09-02") == {"jsonwebtoken"}
    assert settled.notes == ()


def test_what_the_new_statement_was_preferred_to_ends(world: World):
    tell(world, "We use jose.", said("jose", "use jose"), FIRST)
    tell(world, "Now we use paseto over jose.", said("paseto", "use paseto", change="Now", alternative="jose"), LATER)

    assert used(world, "2025-09-02") == {"paseto"}


def test_what_the_text_names_ends(world: World):
    tell(world, "We use jose.", said("jose", "use jose"), FIRST)
    tell(world, "jose was fine, now we use paseto.", said("paseto", "we use paseto", change="now"), LATER)

    assert used(world, "2025-09-02") == {"paseto"}


def test_a_known_successor_takes_over(world: World):
    tell(world, "We use jose.", said("jose", "use jose"), FIRST)
    world.write(Assert(Relation(EntityRef("library", "jose"), "succeeded_by", EntityRef("library", "paseto"))))
    tell(world, "이제 paseto를 쓴다.", said("paseto", "paseto를 쓴다", change="이제"), LATER)

    assert used(world, "2025-09-02") == {"paseto"}


def test_without_a_tie_both_stay_and_the_job_says_so(world: World):
    tell(world, "We use jose.", said("jose", "use jose"), FIRST)
    settled = tell(world, "Now we use Redis.", said("Redis", "we use Redis", change="Now"), LATER)

    assert used(world, "2025-09-02") == {"jose", "Redis"}
    assert len(settled.notes) == 1
    assert "possible replacement" in settled.notes[0]
    assert "'jose'" in settled.notes[0]


def test_without_a_change_marker_nothing_ends(world: World):
    tell(world, "We use jose (considered jsonwebtoken).", said("jose", "use jose", alternative="jsonwebtoken"), FIRST)
    settled = tell(world, "We use jsonwebtoken.", said("jsonwebtoken", "use jsonwebtoken"), LATER)

    assert used(world, "2025-09-02") == {"jose", "jsonwebtoken"}
    assert settled.notes == ()


def test_what_the_same_text_says_still_holds_is_kept(world: World):
    tell(world, "We use jose.", said("jose", "use jose"), FIRST)
    both = (
        '<temporal_graph><entities><entity type="organization" name="team"/><entity type="library" name="jose"/>'
        '<entity type="library" name="paseto"/></entities><relationships>'
        '<relationship type="uses" source="team" target="paseto" change="Now"><quote>we use paseto</quote>'
        "</relationship>"
        '<relationship type="uses" source="team" target="jose"><quote>besides jose</quote></relationship>'
        "</relationships></temporal_graph>"
    )
    tell(world, "Now we use paseto besides jose.", both, LATER)

    assert used(world, "2025-09-02") == {"jose", "paseto"}


def test_what_others_use_is_not_ended(world: World):
    tell(world, "Orion uses jose.", said("jose", "uses jose", source="Orion"), FIRST)
    settled = tell(world, "Now we use paseto, not jose.", said("paseto", "we use paseto", change="Now"), LATER)

    assert world.targets("organization:Orion", "2025-09-02") == {"jose"}
    assert settled.notes == ()


def test_marker_words_that_are_not_in_the_text_end_nothing(world: World):
    tell(world, "We use jose.", said("jose", "use jose"), FIRST)
    seen = world.project.ledger.observation(world.seen("We use paseto, not jose.", at=LATER))
    findings = PIPELINE.read(said("paseto", "We use paseto", change="from now on"), seen, NOTHING_KNOWN)

    assert not any(getattr(op, "change", False) for op in findings.ops)
    assert any("from now on" in note for note in findings.notes)


def test_saying_it_twice_and_replaying_change_nothing(world: World):
    tell(world, "We use jose (considered jsonwebtoken).", said("jose", "use jose", alternative="jsonwebtoken"), FIRST)
    xml, text = said("jsonwebtoken", "we use jsonwebtoken", change="Now"), "Now we use jsonwebtoken."
    tell(world, text, xml, LATER)
    tell(world, text, xml, LATER)
    before = world.project.ledger.facts_of(_team(world), None)
    world.project.rebuild()

    assert world.project.ledger.facts_of(_team(world), None) == before
    assert used(world, "2025-09-02") == {"jsonwebtoken"}


def _team(world: World) -> str:
    return world.project.ledger.find("team", OPEN - 1)[0].entity.id
