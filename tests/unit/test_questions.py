"""What the questions answer: the faults that users of such systems reported, and the promises of each answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from retrograph.errors import Gone, InvalidInput, NotFound
from retrograph.graph.model import End, Findings, NewObservation
from retrograph.retrieval.query import (
    DiffQuery,
    EntitiesQuery,
    EntityQuery,
    FactQuery,
    PathQuery,
    TemporalQuery,
    TimelineQuery,
)
from retrograph.retrieval.render import markdown
from tests.stores import KINDS
from tests.world import (
    World,
    corrected,
    has,
    holds,
    left,
    names,
    ref,
    relation,
    start_of,
    taken_back,
    uses,
    works_at,
    world,
)


@pytest.fixture(params=KINDS, ids=lambda k: k[0])
def w(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    with world(tmp_path, request.param[1]) as made:
        yield made


# -- time --------------------------------------------------------------------------------------------------


def test_nothing_unrelated_is_ever_ended(w: World) -> None:
    w.write(uses("A", "B", "2020"))
    w.write(uses("C", "D", "2022"))
    assert w.targets("A", "2025") == {"B"}


def test_back_at_the_first_employer(w: World) -> None:
    w.write(works_at("Ann", "Acme", "2020"))
    w.write(works_at("Ann", "Globex", "2022"))
    w.write(works_at("Ann", "Acme", "2024"))
    assert [w.targets("Ann", year) for year in ("2021", "2023", "2025")] == [{"Acme"}, {"Globex"}, {"Acme"}]
    assert w.at("Ann", "2025").facts[0].support_count == 1


def test_an_inset_job_lets_the_outer_one_resume(w: World) -> None:
    w.write(works_at("Ann", "Acme", "2020"), works_at("Ann", "Globex", "2021-03", "2021-06"))
    assert [w.targets("Ann", month) for month in ("2021-02", "2021-04", "2021-06")] == [{"Acme"}, {"Globex"}, {"Acme"}]


def test_of_two_with_the_same_start_the_later_written_shows(w: World) -> None:
    w.write(works_at("Ann", "Acme", "2020"))
    w.write(works_at("Ann", "Globex", "2020"))
    assert w.targets("Ann", "2021") == {"Globex"}


def test_an_end_in_the_future_is_not_over_yet(w: World) -> None:
    w.write(uses("A", "B", "2020", "2030"))
    assert w.targets("A", "2029") == {"B"}
    assert w.targets("A", "2030") == set()


def test_something_old_learnt_today_holds_then_and_is_known_from_today(w: World) -> None:
    before = w.known()
    w.write(uses("A", "Kafka", "2019"))
    assert w.targets("A", "2019") == {"Kafka"}
    with pytest.raises(NotFound):
        w.at("A", "2019", known_at=before)


def test_an_offset_means_the_same_instant_everywhere(w: World) -> None:
    w.write(uses("A", "B", "2022-01-01T00:30:00+09:00"))
    fact = w.at("A", "2021-12-31T15:30:00Z").facts[0]
    assert fact.valid_from == datetime(2021, 12, 31, 15, 30, tzinfo=UTC)
    assert '"validFrom":"2021-12-31T15:30:00.000000Z"' in fact.model_dump_json()
    assert w.targets("A", "2021-12-31T15:29:59Z") == set()


def test_the_grain_of_each_bound_stays(w: World) -> None:
    w.write(uses("A", "B", "2021", "2023-05"))
    grain = w.at("A", "2022").facts[0].grain
    assert (grain.from_, grain.to) == ("year", "month")
    assert w.at("A", "2022").graph_context == ("[concept] A --uses--> [library] B\n  @2021..2023-05",)


def test_the_grain_of_a_bound_that_another_statement_set(w: World) -> None:
    w.write(works_at("Ann", "Acme", "2020-03-04"))
    w.write(works_at("Ann", "Globex", "2022"))
    w.write(left("Ann", "Globex", "2023-07"))
    acme, globex = w.at("Ann", "2021").facts[0], w.at("Ann", "2022").facts[0]
    assert (acme.grain.from_, acme.grain.to, globex.grain.to) == ("day", "year", "month")


def test_a_date_that_nobody_stated_is_assumed(w: World) -> None:
    w.seen("we use B", uses("A", "B"), at="2025-06-01T10:00:00Z")
    fact = w.at("A", "2025-06-01").facts[0]
    assert (fact.grain.from_, fact.valid_from) == ("assumed", datetime(2025, 6, 1, 10, tzinfo=UTC))


def test_notice_given_early_ends_nothing_before_its_time(w: World) -> None:
    w.write(works_at("Ann", "Acme", "2020"))
    w.write(works_at("Ann", "Globex", "2025-06"))
    assert [w.targets("Ann", m) for m in ("2025-05", "2025-06")] == [{"Acme"}, {"Globex"}]
    w.write(left("Ann", "Acme", "2025-06"))
    assert w.targets("Ann", "2025-07") == {"Globex"}
    w.write(left("Ann", "Globex", "2026"))
    assert w.targets("Ann", "2026") == set()


def test_a_belief_corrected_later_is_still_the_earlier_belief_then(w: World) -> None:
    fact = w.write(uses("A", "B", "2020", "2022")).results[0].opened[0]
    then = w.known()
    w.write(corrected(fact, "it stopped a year earlier", end="2021"))
    assert w.at("A", "2020-06", known_at=then).facts[0].valid_to == datetime(2022, 1, 1, tzinfo=UTC)
    assert w.at("A", "2020-06").facts[0].valid_to == datetime(2021, 1, 1, tzinfo=UTC)
    assert w.targets("A", "2021-06", known_at=then) == {"B"}
    assert w.targets("A", "2021-06") == set()


def test_said_three_times_is_one_fact_with_three_supports(w: World) -> None:
    sources = [w.seen(f"A uses B, {n}", uses("A", "B", "2020", weight=0.5 + n / 10)) for n in range(3)]
    (fact,) = w.at("A", "2021").facts
    assert fact.support_count == 3
    assert [s.observation_id for s in fact.supports] == sources[::-1]
    assert fact.weight == 0.7
    assert len(w.ask.timeline(TimelineQuery(entity="A", axis="both")).versions) == 1


def test_one_observation_that_says_it_twice_is_one_support(w: World) -> None:
    w.seen("A uses B; yes, B", uses("A", "B", "2020"), uses("A", "B", "2021"))
    assert w.at("A", "2022").facts[0].support_count == 1


def test_many_supports_are_counted_and_the_first_and_best_shown(w: World) -> None:
    sources = [w.seen(f"A uses B, {n}", uses("A", "B", "2020")) for n in range(30)]
    (fact,) = w.at("A", "2021").facts
    assert (fact.support_count, len(fact.supports)) == (30, 20)
    shown = [s.observation_id for s in fact.supports]
    assert shown[0] == sources[-1]
    assert shown[-1] == sources[0]


# -- plans -------------------------------------------------------------------------------------------------


def test_a_plan_is_never_reported_as_done(w: World) -> None:
    w.write(uses("A", "B", "2020", evidence="planned"))
    (fact,) = w.at("A", "2021").facts
    assert fact.evidence == "planned"
    assert "[planned]" in w.at("A", "2021").graph_context[0]
    assert "[planned]" in markdown(w.at("A", "2021"))


def test_a_plan_is_left_out_once_the_same_holds(w: World) -> None:
    plan = w.write(uses("A", "B", "2020", evidence="planned")).results[0].opened[0]
    w.write(uses("A", "B", "2022"))
    assert [f.evidence for f in w.at("A", "2023").facts] == ["stated"]
    assert [f.evidence for f in w.at("A", "2021").facts] == ["planned"]
    answer = w.ask.why_not(FactQuery(fact=plan, as_of="2023"))
    assert (answer.visible, answer.because[0].cause) == (False, "done")


def test_a_planned_value_stands_beside_the_present_one(w: World) -> None:
    w.write(has("ADR 7", "status", "draft", "2020"), has("ADR 7", "status", "accepted", "2021", evidence="planned"))
    w.write(has("ADR 7", "owner", "Ann", "2021", evidence="planned"))
    properties = w.at("ADR 7", "2022").properties
    assert properties["status"].value == "draft"
    assert properties["status"].planned is not None
    assert properties["status"].planned.value == "accepted"
    assert properties["owner"].evidence == "planned"


# -- names -------------------------------------------------------------------------------------------------


def test_a_name_of_two_entities_lists_both_and_says_so(w: World) -> None:
    w.write(works_at("Washington", "Navy", "2020"), uses("Washington", "B", "2020"), uses("Washington", "C", "2020"))
    answer = w.at("Washington", "2021")
    assert [c.type for c in answer.candidates] == ["concept", "person"]
    assert [c.facts for c in answer.candidates] == [2, 1]
    assert answer.entity.type == "concept"
    assert answer.note is not None
    assert answer.candidates[1].id in answer.note
    person = w.at("Washington", "2021", entity_type="person")
    assert (person.entity.type, person.candidates, person.note) == ("person", (), None)
    assert w.at("[person] Washington", "2021").entity == w.at("person:Washington", "2021").entity == person.entity


def test_an_unknown_name_offers_near_ones_and_knows_nothing_of_the_future(w: World) -> None:
    w.write(uses("authentication", "B", "2020"))
    before = w.known()
    w.write(uses("authorisation", "B", "2020"))
    with pytest.raises(NotFound) as unknown:
        w.at("authentification", "2021")
    assert unknown.value.nearest[0] == "authentication"
    with pytest.raises(NotFound) as later:
        w.at("authorisation", "2021", known_at=before)
    assert "authorisation" not in later.value.nearest


def test_an_alias_finds_its_entity_from_when_it_was_given(w: World) -> None:
    w.write(uses("PostgreSQL", "B", "2020"))
    before = w.known()
    id_ = w.at("PostgreSQL", "2021").entity.id
    w.project.add_alias(id_, "pg", actor="tester")
    assert w.at("pg", "2021").entity.aliases == ("pg",)
    assert w.at("PostgreSQL", "2021", known_at=before).entity.aliases == ()
    with pytest.raises(NotFound):
        w.at("pg", "2021", known_at=before)


def test_a_merge_is_followed_and_undone(w: World) -> None:
    w.write(uses("auth", "B", "2020"))
    w.write(uses("auth middleware", "C", "2020"))
    apart = w.known()
    loser, winner = w.at("auth", "2021").entity.id, w.at("auth middleware", "2021").entity.id
    merge, _ = w.project.merge(loser, winner, actor="tester", reason="the same")
    joined = w.known()
    assert w.targets("auth", "2021") == {"B", "C"}
    assert w.at(loser, "2021").entity.id == winner
    assert "merged" in (w.at(loser, "2021").note or "")
    assert w.targets("auth", "2021", known_at=apart) == {"B"}
    entity = w.ask.entity(EntityQuery(entity="auth"))
    assert ([m.id for m in entity.merged], entity.facts) == ([loser], 2)
    w.project.unmerge(merge, actor="tester", reason="they are two")
    assert w.targets("auth", "2021") == {"B"}
    assert w.targets("auth", "2021", known_at=joined) == {"B", "C"}


# -- what a reader must be told ----------------------------------------------------------------------------


def test_an_empty_answer_says_why(w: World) -> None:
    w.write(uses("A", "B", "2020", "2021"), uses("A", "C", "2023"))
    notes = {year: w.at("A", year).note or "" for year in ("2019", "2021", "2022")}
    assert "the first fact starts 2020-01-01" in notes["2019"]
    assert "ended 2021-01-01" in notes["2022"]
    assert "starts 2023-01-01" in notes["2022"]
    assert "none passes the filters" in (w.at("A", "2024", types=("fixes",)).note or "")
    w.write(left("Zoe", "Acme", "2020"))
    assert "known only since 2026" in (w.at("Zoe", "2021").note or "")


@pytest.mark.parametrize("as_of", ["0001-01-01", "0001", "1969-12-31", "9999", "9999-12-31T23:59:59.999999Z"])
def test_any_year_can_be_asked_about(w: World, as_of: str) -> None:
    w.write(uses("A", "B", "0001"), uses("A", "C", "1500", "9999-12-31"))
    assert w.at("A", as_of).facts
    markdown(w.at("A", as_of))
    assert markdown(w.ask.timeline(TimelineQuery(entity="A")))


def test_a_fact_of_the_last_day_of_the_calendar(w: World) -> None:
    w.write(uses("A", "B", "9999-12-31", "9999-12-31"))
    (fact,) = w.at("A", "9999-12-31").facts
    assert fact.valid_to == datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)
    w.ask.diff(DiffQuery(entity="A", from_as_of="2020", to_as_of="9999"))


def test_a_partial_date_is_its_last_instant_in_the_zone_asked_for(w: World) -> None:
    w.write(uses("A", "B", "2025-03-15T20:00:00Z"))
    assert w.targets("A", "2025-03-15") == {"B"}
    assert w.targets("A", "2025-03-15", tz="Asia/Seoul") == set()
    answer = w.at("A", "2025-03-16", tz="Asia/Seoul")
    assert answer.as_of.valid_at == datetime(2025, 3, 16, 14, 59, 59, 999999, tzinfo=UTC)
    assert answer.as_of.tz == "Asia/Seoul"
    assert answer.graph_context == ("[concept] A --uses--> [library] B\n  @2025-03-16T05:00:00+0900..",)


def test_known_at_can_be_the_same_instant(w: World) -> None:
    w.write(uses("A", "B", "2020"))
    late = w.at("A", "2026-01-31", known_at="asOf")
    assert late.as_of.known_at <= late.as_of.valid_at
    with pytest.raises(NotFound):
        w.at("A", "2021", known_at="asOf")


def test_a_known_at_in_the_future_means_what_is_known(w: World) -> None:
    w.write(uses("A", "B", "2020"))
    answer = w.at("A", "2021", known_at="2099")
    assert answer.as_of.known_at == w.at("A", "2021").as_of.known_at


# -- filters, order, pages ---------------------------------------------------------------------------------


def test_filters_choose_among_the_facts(w: World) -> None:
    w.write(
        uses("A", "B", "2020"), uses("A", "C", "2020", evidence="observed"), uses("A", "D", "2020", evidence="planned")
    )
    w.write(holds(relation("Z", "depends_on", "A", to="concept"), "2020"))
    assert w.targets("A", "2021") == {"B", "C", "D", "Z"}
    assert w.targets("A", "2021", types=("depends_on",)) == {"Z"}
    assert w.targets("A", "2021", direction="out") == {"B", "C", "D"}
    assert w.targets("A", "2021", direction="in") == {"Z"}
    assert w.targets("A", "2021", evidence=("observed",)) == {"C"}
    assert w.targets("A", "2021", evidence=("planned", "observed")) == {"C", "D"}


def test_order_is_by_weight_then_supports_then_recency(w: World) -> None:
    w.write(uses("A", "light", "2022", weight=0.5), uses("A", "old", "2020"), uses("A", "new", "2021"))
    w.seen("again", uses("A", "old", "2020"))
    assert [f.target.name for f in w.at("A", "2023").facts] == ["old", "new", "light"]
    assert [f.target.name for f in w.at("A", "2023", order="recent").facts] == ["light", "new", "old"]
    assert [f.target.name for f in w.at("A", "2023", order="oldest").facts] == ["old", "new", "light"]


def test_pages_are_of_one_slice_whatever_is_written_meanwhile(w: World) -> None:
    w.write(*(uses("A", f"L{n}", "2020", weight=0.5 + n / 100) for n in range(7)))
    whole = w.at("A", "2021")
    pages, cursor = [], None
    while True:
        page = w.at("A", "2021", limit=3, cursor=cursor)
        pages += page.facts
        w.write(uses("A", f"later {len(pages)}", "2020"))
        cursor = page.next_cursor
        if cursor is None:
            break
        assert len(page.facts) == 3
    assert tuple(pages) == whole.facts


@pytest.mark.parametrize("order", ["relevance", "recent", "oldest"])
def test_pages_of_a_hub_make_the_whole(w: World, order: str) -> None:
    w.write(*(uses("A", f"L{n}", str(1900 + n % 7), weight=0.5 + n % 3 / 10) for n in range(230)))
    w.write(*(uses("A", f"L{n}", "1920", weight=0.4) for n in range(0, 230, 10)))
    whole = w.at("A", "2021", order=order, limit=1000)
    assert len({f.id for f in whole.facts}) == 230
    pages, cursor = [], None
    while True:
        page = w.at("A", "2021", order=order, limit=40, cursor=cursor)
        pages += page.facts
        cursor = page.next_cursor
        if cursor is None:
            break
    assert tuple(pages) == whole.facts


def test_a_cursor_belongs_to_its_request(w: World) -> None:
    w.write(*(uses("A", f"L{n}", "2020") for n in range(3)), uses("B", "L0", "2020"))
    cursor = w.at("A", "2021", limit=1).next_cursor
    assert cursor is not None
    assert w.ask.temporal_query(TemporalQuery(entity="A", cursor=cursor)).as_of == w.at("A", "2021").as_of
    for wrong in ({"entity": "B"}, {"entity": "A", "types": ("uses",)}, {"entity": "A", "as_of": "2022"},
                  {"entity": "A", "tz": "Asia/Seoul"}):  # fmt: skip
        with pytest.raises(InvalidInput, match="cursor"):
            w.ask.temporal_query(TemporalQuery(cursor=cursor, **wrong))  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="cursor"):
        w.ask.timeline(TimelineQuery(entity="A", cursor=cursor))


def test_depth_follows_facts_and_says_the_way(w: World) -> None:
    w.write(uses("A", "B", "2020", reasoning="speed"), has("A", "provider", "jose", "2020", of="concept"))
    w.write(
        holds(relation("B", "depends_on", "C", of="library"), "2020"),
        holds(relation("D", "imports", "C", of="library"), "2020"),
    )
    answer = w.at("A", "2021", depth=3)
    assert [(f.depth, f.source.name, f.target.name) for f in answer.facts] == [
        (1, "A", "B"),
        (2, "B", "C"),
        (3, "D", "C"),
    ]
    assert answer.graph_context == (
        "[concept] A (provider=jose) --uses--> [library] B\n  [reasoning: speed] @2020..",
        "[concept] A (provider=jose) --uses--> [library] B --depends_on--> [library] C\n"
        "  [reasoning: speed] @2020..\n  @2020..",
        "[concept] A (provider=jose) --uses--> [library] B --depends_on--> [library] C <--imports-- [library] D\n"
        "  [reasoning: speed] @2020..\n  @2020..\n  @2020..",
    )
    assert [f.depth for f in w.at("A", "2021", depth=3, types=("uses", "imports")).facts] == [1]


def test_evidence_prunes_what_is_only_reached_over_other_facts(w: World) -> None:
    w.write(uses("A", "B", "2020", evidence="observed"), holds(relation("B", "uses", "C", of="library"), "2020"))
    observed = w.seen("saw it")
    w.write(holds(relation("C", "uses", "D", of="library"), "2020"), observation=observed)
    assert w.targets("A", "2021", depth=3, evidence=("observed",)) == {"B"}


# -- path --------------------------------------------------------------------------------------------------


def test_a_path_holds_only_where_every_fact_on_it_does(w: World) -> None:
    w.write(uses("A", "B", "2020"), uses("C", "B", "2022", "2024"))
    answer = w.ask.path(PathQuery(start="A", goal="C", as_of="2023"))
    assert [(f.source.name, f.target.name) for f in answer.facts] == [("A", "B"), ("C", "B")]
    assert answer.graph_context[0].startswith("[concept] A --uses--> [library] B <--uses-- [concept] C\n")
    for year in ("2021", "2024"):
        none = w.ask.path(PathQuery(start="A", goal="C", as_of=year))
        assert none.facts == ()
        assert "No path" in (none.note or "")
    assert "same entity" in (w.ask.path(PathQuery(start="A", goal="a", as_of="2023")).note or "")


def test_a_path_over_a_plan_says_so(w: World) -> None:
    w.write(uses("A", "B", "2020"), uses("C", "B", "2020", evidence="planned"))
    answer = w.ask.path(PathQuery(start="A", goal="C", as_of="2021"))
    assert "planned" in (answer.note or "")
    with pytest.raises(NotFound):
        w.ask.path(PathQuery(start="A", goal="nowhere", as_of="2021"))


# -- timeline ----------------------------------------------------------------------------------------------


def test_a_timeline_says_what_ended_each_version(w: World) -> None:
    w.write(works_at("Ann", "Acme", "2020"))
    w.write(works_at("Ann", "Globex", "2022", reasoning="better pay"))
    ended = w.write(left("Ann", "Globex", "2024")).basis.seq
    w.write(works_at("Ann", "Initech", "2025", "2026"))
    acme, globex, initech = w.ask.timeline(TimelineQuery(entity="Ann")).versions
    assert acme.ended_by is not None
    assert (acme.ended_by.verb, acme.ended_by.reason) == ("assert", "better pay")
    assert "Globex took its place from 2022" in acme.ended_by.how
    assert globex.ended_by is not None
    assert (globex.ended_by.verb, globex.ended_by.event) == ("end", ended)
    assert initech.ended_by is not None
    assert "the end it was given" in initech.ended_by.how


def test_both_axes_show_what_was_believed_before_and_what_changed_it(w: World) -> None:
    fact = w.write(uses("A", "B", "2020", "2022")).results[0].opened[0]
    event = w.write(corrected(fact, "signed in May", end="2021-05")).basis.seq
    believed = w.ask.timeline(TimelineQuery(entity="A")).versions
    assert [v.valid_to for v in believed] == [datetime(2021, 5, 1, tzinfo=UTC)]
    both = w.ask.timeline(TimelineQuery(entity="A", axis="both")).versions
    assert [v.recorded_to is None for v in both] == [False, True]
    assert both[0].ended_by is not None
    assert (both[0].ended_by.verb, both[0].ended_by.event, both[0].ended_by.reason) == (
        "correct",
        event,
        "signed in May",
    )


def test_a_version_of_before_has_only_the_supports_of_its_time(w: World) -> None:
    w.write(uses("A", "B", "2020"))
    w.write(End(relation("A", "uses", "B"), None))
    w.write(uses("A", "B", "2020"))
    before, after = w.ask.timeline(TimelineQuery(entity="A", axis="both")).versions
    assert (before.recorded_to is None, before.support_count) == (False, 1)
    assert (after.recorded_to, after.support_count) == (None, 2)
    assert w.ask.fact(FactQuery(fact=before.id)).fact.support_count == 1


def test_a_timeline_can_be_narrowed(w: World) -> None:
    w.write(has("ADR 7", "status", "draft", "2020"), has("ADR 7", "status", "accepted", "2021"))
    w.write(has("ADR 7", "owner", "Ann", "2020"))

    def values(**more: object) -> list[str]:
        return names(w.ask.timeline(TimelineQuery(entity="ADR 7", **more)).versions)  # type: ignore[arg-type]

    assert values(properties=("Status",)) == ["draft", "accepted"]
    assert values(properties=("status",), until="2020") == ["draft"]
    assert values(properties=("status",), since="2021") == ["accepted"]
    assert values(types=("uses",)) == []
    assert len(values()) == 3
    with pytest.raises(InvalidInput, match="until"):
        values(since="2022", until="2021")
    with pytest.raises(InvalidInput, match="since"):
        values(since=datetime(2022, 1, 1))


def test_pages_of_a_timeline_make_the_whole(w: World) -> None:
    w.write(*(has("ADR 7", "status", f"s{n}", str(2000 + n)) for n in range(9)))
    whole = w.ask.timeline(TimelineQuery(entity="ADR 7"))
    found, cursor = [], None
    while True:
        page = w.ask.timeline(TimelineQuery(entity="ADR 7", limit=4, cursor=cursor))
        found += page.versions
        cursor = page.next_cursor
        if cursor is None:
            break
    assert tuple(found) == whole.versions


def test_a_document_ends_its_own_word_by_silence(w: World) -> None:
    def version(text: str, at: str, *ops: object) -> int:
        new = NewObservation(text, start_of(at), kind="document", document_id="doc-1")
        id_ = w.project.observe([new], extract=False)[0].observation_id
        return w.project.extraction(id_, Findings((), ops, "complete", "test")).basis.seq  # type: ignore[arg-type]

    version("A uses B", "2020-01-01", uses("A", "B", quote="A uses B"))
    silent = version("A is retired", "2021-01-01")
    (fact,) = w.ask.timeline(TimelineQuery(entity="A")).versions
    assert fact.ended_by is not None
    assert (fact.ended_by.verb, fact.ended_by.event) == ("silence", silent)
    assert fact.valid_to == datetime(2021, 1, 1, tzinfo=UTC)


# -- diff --------------------------------------------------------------------------------------------------


def test_a_diff_sorts_changes_by_what_they_were(w: World) -> None:
    gone = w.write(uses("A", "mistaken", "2020")).results[0].opened[0]
    moved = w.write(uses("A", "moved", "2020")).results[0].opened[0]
    w.write(uses("A", "old", "2020"), uses("A", "kept", "2020"))
    then = w.known()
    w.write(uses("A", "new", "2022", replaces="old", reasoning="faster"))
    retraction = w.write(taken_back(gone, "never so")).basis.seq
    correction = w.write(corrected(moved, "it was another", target=ref("other", "library"))).basis.seq
    answer = w.ask.diff(DiffQuery(entity="A", from_as_of="2021", to_as_of="2023", from_known_at=then))
    assert names(answer.added) == ["new"]
    assert (names(answer.ended), answer.ended[0].event.reason) == (["old"], "faster")
    assert (names(answer.retracted), answer.retracted[0].event.event) == (["mistaken"], retraction)
    assert (answer.retracted[0].event.verb, answer.retracted[0].event.reason) == ("retract", "never so")
    (change,) = answer.corrected
    assert (names([change]), names([change.before]), change.event.event) == (["other"], ["moved"], correction)
    assert "Nothing changed." in markdown(w.ask.diff(DiffQuery(entity="A", from_as_of="2023", to_as_of="2024")))


def test_a_property_that_changes_ends_and_begins(w: World) -> None:
    w.write(has("ADR 7", "status", "draft", "2020"), has("ADR 7", "status", "final", "2021"))
    answer = w.ask.diff(DiffQuery(entity="ADR 7", from_as_of="2020", to_as_of="2021"))
    assert (names(answer.added), names(answer.ended)) == (["final"], ["draft"])
    assert "'final' took its place" in answer.ended[0].event.how


def test_what_ended_and_came_back_is_both(w: World) -> None:
    w.write(works_at("Ann", "Acme", "2020"), works_at("Ann", "Globex", "2021"), works_at("Ann", "Acme", "2023"))
    answer = w.ask.diff(DiffQuery(entity="Ann", from_as_of="2020", to_as_of="2024"))
    assert (names(answer.added), names(answer.ended), answer.corrected) == (["Acme"], ["Acme"], ())
    assert answer.added[0].id != answer.ended[0].id


def test_what_is_seen_again_since_another_was_taken_back_names_that_event(w: World) -> None:
    w.write(works_at("Ann", "Acme", "2020"))
    mistake = w.write(works_at("Ann", "Globex", "2022")).results[0].opened[-1]
    then = w.known()
    event = w.write(taken_back(mistake, "a namesake")).basis.seq
    answer = w.ask.diff(DiffQuery(entity="Ann", from_as_of="2023", to_as_of="2023", from_known_at=then))
    assert (names(answer.added), names(answer.retracted)) == (["Acme"], ["Globex"])
    assert [c.event.event for c in (*answer.added, *answer.retracted)] == [event, event]


def test_a_merge_between_the_points_carries_the_facts_over(w: World) -> None:
    w.write(uses("auth", "B", "2020"))
    w.write(uses("auth middleware", "C", "2020"))
    apart = w.known()
    loser, winner = w.at("auth", "2021").entity.id, w.at("auth middleware", "2021").entity.id
    seq, _ = w.project.merge(loser, winner, actor="tester", reason="the same")
    answer = w.ask.diff(DiffQuery(entity=winner, from_as_of="2021", to_as_of="2021", from_known_at=apart))
    (change,) = answer.corrected
    assert change.before is not None
    assert (change.before.source.id, change.source.id) == (loser, winner)
    assert (change.event.verb, change.event.event, change.event.reason) == ("merge", seq, "the same")
    assert answer.added == answer.ended == answer.retracted == ()


def test_learning_the_end_of_what_still_holds_corrects_it(w: World) -> None:
    w.write(uses("A", "B", "2020"))
    then = w.known()
    w.write(End(relation("A", "uses", "B"), None))
    answer = w.ask.diff(DiffQuery(entity="A", from_as_of="2021", to_as_of="2021", from_known_at=then))
    (change,) = answer.corrected
    assert change.before is not None
    assert (change.before.valid_to, change.event.verb, change.holds) == (None, "end", True)
    assert change.valid_to is not None


def test_a_correction_that_moves_a_fact_away_is_a_correction(w: World) -> None:
    fact = w.write(uses("A", "B", "2020", "2022")).results[0].opened[0]
    then = w.known()
    w.write(corrected(fact, "a year earlier", end="2021"))
    answer = w.ask.diff(DiffQuery(entity="A", from_as_of="2021", to_as_of="2021", from_known_at=then))
    (change,) = answer.corrected
    assert (change.holds, change.valid_to) == (False, datetime(2021, 1, 1, tzinfo=UTC))
    assert answer.added == answer.ended == answer.retracted == ()


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"from_as_of": "2022", "to_as_of": "2021"}, "toAsOf"),
        ({"from_known_at": "2026-02-01", "to_known_at": "2026-01-15"}, "toKnownAt"),
    ],
)
def test_a_diff_goes_forward(w: World, query: dict[str, str], field: str) -> None:
    w.write(uses("A", "B", "2020"))
    w.clock.now += 40 * 86_400_000_000
    w.write(uses("A", "C", "2020"))
    with pytest.raises(InvalidInput) as refused:
        w.ask.diff(DiffQuery(entity="A", **query))  # type: ignore[arg-type]
    assert refused.value.errors[0].field == field


# -- why, why not, fact ------------------------------------------------------------------------------------


def test_why_gives_the_words_and_the_chain(w: World) -> None:
    text = "In the review we agreed that A uses B from 2020 on, since it is fast."
    start = text.index("A uses B")
    seen = w.seen(text, uses("A", "B", "2020", quote="A uses B", span=(start, start + 8), reasoning="fast"))
    w.write(End(relation("A", "uses", "B"), None))
    (fact,) = w.ask.timeline(TimelineQuery(entity="A")).versions
    answer = w.ask.why(FactQuery(fact=fact.id))
    assert [(e.verb, e.supports) for e in answer.events] == [("assert", True), ("end", False)]
    first = answer.events[0]
    assert (first.quote, first.reason) == ("A uses B", "fast")
    assert first.observation is not None
    assert (first.observation.observation_id, first.observation.excerpt) == (seen, text)
    assert "A uses B" in markdown(answer)


def test_why_not_names_the_event(w: World) -> None:
    fact = w.write(works_at("Ann", "Acme", "2020")).results[0].opened[0]
    before = w.known()
    globex = w.write(works_at("Ann", "Globex", "2022", reasoning="pay")).basis.seq

    def asked(as_of: str, known_at: str | None = None) -> tuple[str, int | None]:
        answer = w.ask.why_not(FactQuery(fact=fact, as_of=as_of, known_at=known_at))
        first = answer.because[0] if answer.because else None
        assert answer.visible == (first is None)
        return (first.cause, first.by.event if first.by else None) if first else ("visible", None)

    assert asked("2023") == ("superseded", globex)
    assert asked("2023", before) == ("visible", None)
    assert asked("2021") == ("visible", None)
    assert asked("2019")[0] == "not_started"
    assert asked("2021", "2025")[0] == "unrecorded"


def test_a_fact_is_shown_as_it_was_known(w: World) -> None:
    id_ = w.write(uses("A", "B", "2020")).results[0].opened[0]
    then = w.known()
    w.write(End(relation("A", "uses", "B"), None))
    old = w.ask.fact(FactQuery(fact=id_, as_of="2021", known_at=then))
    assert (old.current, old.holds, old.fact.recorded_to, old.fact.ended_by) == (True, True, None, None)
    new = w.ask.fact(FactQuery(fact=id_, as_of="2021"))
    assert (new.current, new.holds) == (False, False)
    assert new.fact.ended_by is not None
    assert new.fact.ended_by.verb == "end"
    with pytest.raises(NotFound):
        w.ask.fact(FactQuery(fact=id_, known_at="2020"))
    with pytest.raises(NotFound):
        w.ask.why(FactQuery(fact="fact_nothing"))


# -- entities ----------------------------------------------------------------------------------------------


def test_entities_are_listed_in_pages(w: World) -> None:
    w.write(*(uses("A", f"L{n}", "2020") for n in range(5)))
    found, cursor = [], None
    while True:
        page = w.ask.entities(EntitiesQuery(entity_type="library", limit=2, cursor=cursor))
        found += [e.name for e in page.entities]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert sorted(found) == [f"L{n}" for n in range(5)]
    assert len(w.ask.entities(EntitiesQuery()).entities) == 6


# -- basis -------------------------------------------------------------------------------------------------


def test_a_basis_gives_the_same_bytes_again(w: World) -> None:
    w.write(uses("A", "B", "2020"))
    first = w.at("A", "2021")
    w.write(uses("A", "B", "2020"), uses("A", "C", "2020"))
    again = w.at("A", "2021", basis=first.basis.text)
    assert again.model_dump_json() == first.model_dump_json()
    present = w.ask.temporal_query(TemporalQuery(entity="A", basis=first.basis.text))
    assert present.as_of.valid_at == present.as_of.known_at == first.as_of.known_at
    with pytest.raises(InvalidInput, match="basis"):
        w.at("A", "2021", basis="1:00")


def test_a_basis_from_before_an_erase_is_gone(w: World) -> None:
    secret = w.seen("A uses B", uses("A", "B", "2020"))
    w.seen("A uses C", uses("A", "C", "2020"), uses("X", "Y", "2020"))
    basis, erased_with_it = w.basis(), w.at("B", "2021").entity.id
    tombstone = w.project.erase(observations=[secret], actor="tester", reason="asked for").tombstone
    with pytest.raises(Gone) as gone:
        w.at("A", "2021", basis=basis)
    assert gone.value.tombstone == tombstone
    with pytest.raises(Gone):
        w.at(erased_with_it, "2021", basis=basis)
    with pytest.raises(NotFound):
        w.at(erased_with_it, "2021")
    assert w.targets("A", "2021") == {"C"}
    assert w.targets("X", "2021", basis=basis) == {"Y"}


# -- form --------------------------------------------------------------------------------------------------

_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")


def test_instants_always_have_microseconds_and_z(w: World) -> None:
    w.write(uses("A", "B", "2020", "2022"), has("A", "p", "v", "2020", of="concept"))
    fact = w.at("A", "2021").facts[0].id
    answers = [
        w.at("A", "2021"),
        w.ask.timeline(TimelineQuery(entity="A")),
        w.ask.diff(DiffQuery(entity="A", from_as_of="2020", to_as_of="2023")),
        w.ask.path(PathQuery(start="A", goal="B", as_of="2021")),
        w.ask.fact(FactQuery(fact=fact)),
        w.ask.why(FactQuery(fact=fact)),
        w.ask.why_not(FactQuery(fact=fact, as_of="2023")),
        w.ask.entity(EntityQuery(entity="A")),
        w.ask.entities(EntitiesQuery()),
    ]
    for answer in answers:
        text = answer.model_dump_json()
        for found in re.findall(r'"(\d{4}-\d\d-\d\dT[^"]*)"', text):
            assert _INSTANT.fullmatch(found), found
        assert type(answer).model_validate_json(text) == answer
        assert "_" not in "".join(re.findall(r'"(\w+)":', text))
        assert markdown(answer).endswith("\n")


def test_the_shapes_have_every_field_they_promise(w: World) -> None:
    w.write(uses("A", "B", "2020"), has("A", "status", "on", "2020", of="concept"))
    body = w.at("A", "2021").model_dump(mode="json")
    assert {
        "entity",
        "candidates",
        "asOf",
        "properties",
        "facts",
        "graphContext",
        "note",
        "nextCursor",
        "basis",
    } <= set(body)
    assert set(body["asOf"]) == {"validAt", "knownAt", "tz"}
    fact, prop = body["facts"][0], body["properties"]["status"]
    version = {"validFrom", "validTo", "grain", "recordedFrom", "recordedTo", "evidence", "supports"}
    assert version | {"value"} <= set(prop)
    assert version | {"id", "type", "source", "target", "weight", "depth"} <= set(fact)
    assert {"reasoning", "sentiment", "alternatives"} <= set(fact)
    assert {"observationId", "sessionId", "quote", "span", "extractor", "weight"} <= set(fact["supports"][0])
    assert set(body["facts"][0]["grain"]) == {"from", "to", "fromPhrase", "toPhrase"}
    assert (body["facts"][0]["validTo"], body["facts"][0]["recordedTo"]) == (None, None)
    versions = w.ask.timeline(TimelineQuery(entity="A")).model_dump(mode="json")["versions"]
    assert all("endedBy" in v for v in versions)
    assert {v.get("property") for v in versions} == {"status", None}


def test_an_id_that_is_not_there_is_not_found(w: World) -> None:
    for name in ("ent_0000000000", "x'); DROP TABLE facts; --", "`x`) DETACH DELETE n //"):
        with pytest.raises(NotFound):
            w.at(name, "2021")
    assert w.ask.entities(EntitiesQuery()).entities == ()
