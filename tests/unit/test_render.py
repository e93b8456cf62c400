"""Answers as text: the form that an agent reads."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from retrograph.graph.model import Evidenced, NewObservation
from retrograph.retrieval.query import DiffQuery, EntitiesQuery, EntityQuery, FactQuery, PathQuery, TimelineQuery
from retrograph.retrieval.render import markdown
from retrograph.retrieval.views import AsOfView, FactView, Grains, NamedView, instant
from retrograph.retrieval.words import path_text
from tests.stores import KINDS
from tests.world import World, corrected, has, holds, relation, start_of, uses, world


@pytest.fixture
def w(tmp_path: Path) -> Iterator[World]:
    with world(tmp_path, KINDS[0][1]) as made:
        yield made


def fact(reasoning: str | None = None, end: datetime | None = None, **more: object) -> FactView:
    """JWT auth uses src/middleware/auth.ts, from 2025-03-01."""
    given: dict[str, object] = {
        "id": "fact_1",
        "type": "uses",
        "source": NamedView(id="a", type="concept", name="JWT auth"),
        "target": NamedView(id="b", type="file", name="src/middleware/auth.ts"),
        "valid_from": datetime(2025, 3, 1, tzinfo=UTC),
        "valid_to": end,
        "grain": Grains(from_="day", to="day"),
        "recorded_from": datetime(2025, 10, 1, tzinfo=UTC),
        "recorded_to": None,
        "weight": 1.0,
        "evidence": "stated",
        "reasoning": reasoning,
        "sentiment": None,
        "alternatives": (),
        "supports": (),
        "support_count": 0,
    }
    return FactView.model_validate(given | more)


def test_a_path_in_the_form_that_agents_read() -> None:
    shown = fact("Edge runtime compatibility required", datetime(2025, 9, 12, tzinfo=UTC))
    assert path_text([shown], "a", {"a": "provider=jose"}, UTC) == (
        "[concept] JWT auth (provider=jose) --uses--> [file] src/middleware/auth.ts\n"
        "  [reasoning: Edge runtime compatibility required] @2025-03-01..2025-09-12"
    )
    assert path_text([shown], "b", {"b": "lines=80"}, UTC).startswith(
        "[concept] JWT auth --uses--> [file] src/middleware/auth.ts (lines=80)\n"
    )


def test_what_is_not_there_leaves_no_mark() -> None:
    assert path_text([fact()], "a", {}, UTC).endswith("auth.ts\n  @2025-03-01..")
    assert path_text([fact(evidence="planned")], "a", {}, UTC).endswith("\n  [planned] @2025-03-01..")
    assert path_text([fact("one\n\ntwo")], "a", {}, UTC).endswith("\n  [reasoning: one two] @2025-03-01..")


def test_bounds_are_shown_as_they_were_stated_and_in_the_zone() -> None:
    year = fact(grain=Grains(from_="year", to="instant"))
    assert path_text([year], "a", {}, UTC).endswith("@2025..")
    late = fact(grain=Grains(from_="assumed", to="instant"), valid_from=datetime(2025, 3, 1, 20, tzinfo=UTC))
    assert path_text([late], "a", {}, ZoneInfo("Asia/Seoul")).endswith("@2025-03-02T05:00:00+0900..")


def said(w: World) -> str:
    """A small history; returns the id of the corrected fact."""
    text = "We move JWT auth to jose: it runs on the edge."
    w.seen(
        text,
        uses("JWT auth", "jose", "2025-03-01", quote="JWT auth to jose", span=(8, 24), reasoning="edge runtime"),
        has("JWT auth", "provider", "jose", "2025-03-01", of="concept"),
    )
    w.write(uses("JWT auth", "paseto", "2026", evidence="planned"))
    id_ = w.at("JWT auth", "2025-04").facts[0].id
    w.write(corrected(id_, "the contract was signed in May", start="2025-05"))
    return id_


def test_a_slice_as_text(w: World) -> None:
    said(w)
    assert markdown(w.at("JWT auth", "2025-06")) == (
        "# [concept] JWT auth\n\n"
        "As of 2025-06-30T23:59:59.999999Z, as known at 2026-01-06T00:00:00Z.\n\n"
        "## Properties\n\n"
        "- provider: jose @2025-03-01..\n\n"
        "## Facts\n\n"
        "[concept] JWT auth (provider=jose) --uses--> [library] jose\n"
        "  [reasoning: the contract was signed in May] @2025-05..\n"
        f"  - note {w.at('JWT auth', '2025-06').facts[0].supports[0].observation_id}: "
        f'"{w.at("JWT auth", "2025-06").facts[0].supports[0].quote}"\n'
    )
    assert markdown(w.at("JWT auth", "2019")).endswith(
        "> Nothing holds at 2019-12-31T23:59:59Z: the first fact starts 2025-03-01.\n"
    )


def test_a_timeline_as_text(w: World) -> None:
    id_ = said(w)
    text = markdown(w.ask.timeline(TimelineQuery(entity="JWT auth", axis="both")))
    assert text.startswith("# Timeline of [concept] JWT auth\n\nAs known at 2026-")
    assert "- 2026..: [concept] JWT auth --uses--> [library] paseto [planned]\n" in text
    seq = w.ask.fact(FactQuery(fact=id_)).fact.ended_by
    assert seq is not None
    assert (
        f"  correct: no longer believed: corrected by event {seq.event} (because: the contract was signed in May)\n"
        in text
    )


def test_a_diff_as_text(w: World) -> None:
    id_ = said(w)
    before = w.ask.fact(FactQuery(fact=id_)).fact.recorded_from
    text = markdown(
        w.ask.diff(DiffQuery(entity="JWT auth", from_as_of="2025-06", to_as_of="2025-06", from_known_at=before))
    )
    assert "## Corrected\n\n- [concept] JWT auth --uses--> [library] jose @2025-05.. " in text
    assert "\n  before: [concept] JWT auth --uses--> [library] jose @2025-03-01..\n" in text


def test_why_as_text(w: World) -> None:
    id_ = said(w)
    text = markdown(w.ask.why(FactQuery(fact=id_)))
    assert '\n  "JWT auth to jose"\n  because: edge runtime\n  note obs_1 of 2025-06-01T00:00:00Z\n' in text
    answer = w.ask.why_not(FactQuery(fact=id_, as_of="2025-04"))
    assert "corrected by event" in markdown(answer)
    assert markdown(w.ask.why_not(FactQuery(fact=id_, as_of="2025-06"))).count("It is visible") == 1


def test_a_long_content_is_cut_around_the_quote(w: World) -> None:
    text = "x " * 400 + "A uses B" + " y" * 400
    start = text.index("A uses B")
    w.seen(text, uses("A", "B", "2020", quote="A uses B", span=(start, start + 8)))
    w.seen(text, uses("A", "C", "2020"))
    facts = {f.target.name: f.id for f in w.at("A", "2021").facts}
    for name, begins in (("B", "…"), ("C", "x")):
        seen = w.ask.why(FactQuery(fact=facts[name])).events[0].observation
        assert seen is not None
        assert len(seen.excerpt) < 400
        assert seen.excerpt.startswith(begins)
        assert seen.excerpt.endswith("…")


def test_an_erased_source_says_so_where_it_was_one_of_several(w: World) -> None:
    first = w.seen("A uses B", uses("A", "B", "2020"))
    w.seen("A uses B indeed", uses("A", "B", "2020"))
    w.project.erase(observations=[first], actor="tester", reason="asked")
    (shown,) = w.at("A", "2021").facts
    assert shown.support_count == 1
    assert first not in markdown(w.ask.why(FactQuery(fact=shown.id)))


def test_text_from_outside_stays_on_its_line(w: World) -> None:
    id_ = w.project.observe([NewObservation("# A\n## Facts\nuses B", start_of("2025"))], extract=False)[
        0
    ].observation_id
    why = Evidenced(quote="# A\n## Facts\nuses B", reasoning="a\n# b")
    w.write(holds(relation("A", "uses", "B"), "2020", quote=why.quote, reasoning=why.reasoning), observation=id_)
    answer = w.at("A", "2021")
    for text in (markdown(answer), markdown(w.ask.why(FactQuery(fact=answer.facts[0].id)))):
        assert "\n# b" not in text
        assert "\n## Facts\nuses" not in text


def test_every_answer_and_nothing_else_has_a_text(w: World) -> None:
    said(w)
    assert "merged" not in markdown(w.ask.entity(EntityQuery(entity="JWT auth")))
    assert markdown(w.ask.entities(EntitiesQuery(limit=1))).count("cursor=") == 1
    assert markdown(w.ask.entities(EntitiesQuery(prefix="zzz"))) == "No entities.\n"
    assert "No path" in markdown(w.ask.path(PathQuery(start="paseto", goal="jose", as_of="2020")))
    with pytest.raises(TypeError, match="AsOfView"):
        markdown(AsOfView(valid_at=instant(0), known_at=instant(0), tz="UTC"))
