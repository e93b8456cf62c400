"""Memory and Client do the same: one suite on both doors."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from retrograph import Client, Memory
from retrograph.api.door import Door
from retrograph.errors import Conflict, Gone, InvalidInput, NotFound, RetrographError, TooLarge
from retrograph.graph.intervals import period
from retrograph.graph.model import NewObservation
from tests.serving import Served, serving

USES: dict[str, Any] = {
    "source": {"type": "concept", "name": "auth"},
    "type": "uses",
    "target": {"type": "library", "name": "jose"},
}
_NUMBERS = itertools.count()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served")) as server:
        yield server


@pytest.fixture(scope="module")
def owner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    with Memory(tmp_path_factory.mktemp("memory")) as memory:
        yield memory


@pytest.fixture(params=["memory", "client"])
def door(request: pytest.FixtureRequest, served: Served, owner: Memory) -> Iterator[Door]:
    name = f"d{next(_NUMBERS)}"
    opened: Door = owner.at(name) if request.param == "memory" else Client(served.url, project=name)
    with opened:
        yield opened


@pytest.fixture(scope="module", params=["memory", "client"])
def told(request: pytest.FixtureRequest, served: Served, owner: Memory) -> Iterator[Door]:
    """A door to a project with one fact, for tests that store nothing."""
    opened: Door = owner.at("told") if request.param == "memory" else Client(served.url, project="told")
    with opened:
        write(opened, {"op": "assert", **USES})
        yield opened


def write(door: Door, *ops: dict[str, Any], **more: Any) -> list[str]:
    return [id_ for result in door.facts(ops, **more).results for id_ in result.opened]


def wrong(door: Door, name: str, *args: Any, **kwargs: Any) -> list[str]:
    with pytest.raises(InvalidInput) as raised:
        getattr(door, name)(*args, **kwargs)
    return [e.field for e in raised.value.errors]


# -- the story, through every method -----------------------------------------------------------------------


def test_observations(door: Door) -> None:
    seen = door.observe(
        "We chose jose over jsonwebtoken.",
        occurred_at="2025-03-01T10:00:00+09:00",
        kind="user_message",
        session_id="s1",
        agent="a",
        document_id=None,
        metadata={"branch": "main"},
        key="k1",
        wait=True,
    )
    assert seen.job is not None
    assert seen.job.status == "complete"
    assert seen.facts is not None
    assert [f.model_dump()["target"]["name"] for f in seen.facts] == ["jose"]
    read = door.observation(seen.observation_id)
    assert read.content == "We chose jose over jsonwebtoken."
    assert (read.kind, read.session_id, read.agent, read.zone) == ("user_message", "s1", "a", "+09:00")
    assert read.occurred_at == datetime(2025, 3, 1, 1, tzinfo=UTC)
    assert read.metadata == {"branch": "main"}
    assert read.job == door.job(seen.job_id or "")
    again = door.observe(
        "We chose jose over jsonwebtoken.",
        occurred_at="2025-03-01T10:00:00+09:00",
        kind="user_message",
        session_id="s1",
        agent="a",
        metadata={"branch": "main"},
        key="k1",
    )
    assert (again.observation_id, again.repeated) == (seen.observation_id, True)
    with pytest.raises(Conflict):
        door.observe("Something else.", occurred_at="2025", key="k1")


def test_many_observations(door: Door) -> None:
    new = NewObservation("One.", period("2025-01-01T00:00:00Z", UTC).start, "document", "Asia/Seoul", document_id="d")
    batch = [
        new,
        {"content": "Two.", "occurred_at": date(2025, 1, 2)},
        {"content": "Three.", "occurredAt": "2025-01-03"},
    ]
    first = door.observe_many(batch, keys=["1", "2", None], extract=False)
    assert [o.job_id for o in first.observations] == [None] * 3
    assert door.observation(first.observations[0].observation_id).zone == "Asia/Seoul"
    assert door.observation(first.observations[0].observation_id).document_id == "d"
    second = door.observe_many(batch, keys=["1", "2", None], extract=False)
    assert [o.repeated for o in second.observations] == [True, True, False]
    assert door.stats().observations == 4
    assert wrong(door, "observe_many", batch, keys=["1"]) == ["keys"]
    assert wrong(door, "observe_many", [{"content": "x"}, {"content": ""}]) == ["observations.1.content"]
    assert wrong(door, "observe_many", []) == ["observations"]
    with pytest.raises(TooLarge):
        door.observe_many([{"content": "x"}] * 1001)


def test_everything_is_extracted_in_time(door: Door) -> None:
    door.observe_many([{"content": f"We use lib{n}.", "occurredAt": "2025"} for n in range(5)])
    assert door.drain(30)
    assert sum(door.stats().jobs.values()) == 5


def test_jobs_are_listed_and_done_again(door: Door) -> None:
    seen = door.observe_many([{"content": f"We use lib{n} for it.", "occurredAt": "2025"} for n in range(5)])
    ids = [o.job_id for o in seen.observations]
    assert door.drain(30)
    first = door.jobs(limit=3)
    rest = door.jobs(limit=3, cursor=first.next_cursor)
    assert [job.id for job in (*first.jobs, *rest.jobs)] == ids[::-1]
    assert rest.next_cursor is None
    assert door.jobs(status="complete").jobs == (*first.jobs, *rest.jobs)
    assert door.jobs(status="parked").jobs == ()
    held = door.stats()
    for retry in (lambda: door.retry_job(ids[0] or ""), lambda: door.retry_jobs("complete")):
        retry()
        assert door.drain(30)
        assert [job.model_dump(exclude={"queued_at", "settled_at"}) for job in door.jobs().jobs] == [
            job.model_dump(exclude={"queued_at", "settled_at"}) for job in (*first.jobs, *rest.jobs)
        ]
    now = door.stats()
    assert (now.facts, now.entities, now.statements) == (held.facts, held.entities, held.statements)
    assert (now.jobs["complete"], now.oldest_job_seconds) == (5, 0.0)
    assert door.retry_jobs().retried == 0
    gone = seen.observations[2]
    door.erase(observations=[gone.observation_id], reason="asked to")
    with pytest.raises(Gone):
        door.retry_job(gone.job_id or "")
    assert door.retry_jobs("complete").retried == 4


def test_facts_and_questions(door: Door) -> None:
    (first,) = write(door, {"op": "assert", **USES, "valid_from": "2025-03-01", "reasoning": "edge"})
    known = door.stats().basis
    moment = door.temporal_query("auth").as_of.known_at
    write(door, {"op": "end", **USES, "at": date(2025, 9, 12), "reason": "slow"})
    (changed,) = write(door, {"op": "assert", "entity": {"type": "concept", "name": "auth"}, "property": "state",
                              "value": "live", "validFrom": "2025-01"})  # fmt: skip
    held = door.temporal_query("auth", as_of="2025-06", types=["uses"], evidence=("stated",), depth=1, direction="out")
    assert [f.target.name for f in held.facts] == ["jose"]
    assert held.properties["state"].value == "live"
    assert door.temporal_query("auth", as_of="2026").facts == ()
    assert len(door.temporal_query("auth", as_of=date(2026, 1, 1), known_at=moment).facts) == 1
    assert len(door.temporal_query("auth", as_of="2026", basis=known.text).facts) == 1
    assert door.temporal_query("auth", as_of=datetime(2025, 6, 1, tzinfo=UTC)).facts[0].id == held.facts[0].id
    versions = door.timeline("auth", axis="both", since="2025", until="2025").versions
    assert len(versions) == 3
    gone = door.diff("auth", from_as_of="2025-06", to_as_of="2026")
    assert [c.model_dump()["target"]["name"] for c in gone.ended] == ["jose"]
    assert door.path("auth", "jose", as_of="2025-06").facts[0].type == "uses"
    assert not door.fact(first).current
    assert door.fact(first, known_at=moment).current
    assert door.why(changed).events[0].verb == "assert"
    assert not door.why_not(first).visible
    assert [e.name for e in door.entities(entity_type="library").entities] == ["jose"]
    assert door.entity("jose").facts == 1
    assert door.entity("library:jose").entity.id == door.entity("jose").entity.id


def test_a_correction_and_a_retraction(door: Door) -> None:
    (fact,) = write(door, {"op": "assert", **USES, "validFrom": "2025-03", "validTo": "2025-09"})
    (reopened,) = write(door, {"op": "correct", "fact": fact, "valid_to": None, "reason": "it did not end"})
    assert door.temporal_query("auth", as_of="2030").facts[0].id == reopened
    door.facts([{"op": "retract", "fact": reopened, "reason": "never"}])
    assert door.temporal_query("auth", as_of="2025-06").facts == ()


def test_facts_of_an_observation_quote_it(door: Door) -> None:
    seen = door.observe("We use jose since March.", occurred_at="2025-03-20", extract=False)
    write(door, {"op": "assert", **USES, "quote": "use jose"}, observation_id=seen.observation_id)
    support = door.temporal_query("auth").facts[0].supports[0]
    assert (support.observation_id, support.quote, support.span) == (seen.observation_id, "use jose", (3, 11))
    assert wrong(door, "facts", [{"op": "assert", **USES, "quote": "x y z"}], observation_id=seen.observation_id) == [
        "ops.0.quote"
    ]
    assert wrong(door, "facts", [{"op": "assert", **USES, "quote": "use jose"}]) == ["ops.0.quote"]


def test_an_agent_s_own_extraction(door: Door) -> None:
    seen = door.observe("AT&T uses jose.", occurred_at="2025-03-20", extract=False)
    xml = (
        '<temporal_graph><entities><entity type="organization" name="AT&T"/><entity type="library" name="jose"/>'
        '</entities><relationships><relationship type="uses" source="AT&T" target="jose"/></relationships>'
        "</temporal_graph>"
    )
    settled = door.extractions(seen.observation_id, xml)
    assert (settled.outcome, len(settled.facts), settled.quarantined) == ("complete", 1, ())
    again = door.extractions(seen.observation_id, xml)
    assert door.temporal_query("AT&T").facts[0].support_count == 1
    assert again.basis.seq >= settled.basis.seq
    bomb = "<!DOCTYPE x [<!ENTITY a 'b'>]><temporal_graph>&a;</temporal_graph>"
    assert wrong(door, "extractions", seen.observation_id, bomb) == ["xml"]
    with pytest.raises(NotFound):
        door.extractions("obs_none", xml)


def test_identity(door: Door) -> None:
    write(door, {"op": "assert", **USES}, {"op": "assert", **USES, "target": {"type": "library", "name": "panva"}})
    auth, jose, panva = (door.entity(name).entity.id for name in ("auth", "jose", "panva"))
    door.add_alias(auth, "authn/z", reason="so it is called", key="a1")
    door.add_alias(auth, "authn/z", reason="so it is called", key="a1")
    assert door.entity("authn/z").entity.aliases == ("authn/z",)
    door.remove_alias(auth, "authn/z")
    with pytest.raises(NotFound):
        door.entity("authn/z")
    with pytest.raises(NotFound):
        door.remove_alias(auth, "authn/z")
    merged = door.merge(panva, jose, reason="one package", actor="me")
    assert merged.entity.id == jose
    assert door.entity(panva).entity.id == jose
    assert door.unmerge(merged.merge, reason="two").basis.seq > merged.basis.seq
    assert door.entity(panva).entity.id == panva
    with pytest.raises(NotFound):
        door.unmerge(merged.merge, reason="again")
    with pytest.raises(NotFound):
        door.merge("jose", panva, reason="by name")
    assert wrong(door, "merge", panva, jose) == ["reason"]
    assert wrong(door, "unmerge", 0, reason="x") == ["merge"]


def test_what_may_be_one_is_suggested(door: Door) -> None:
    scoped = {"type": "library", "name": "@panva/jose"}
    write(door, {"op": "assert", **USES}, {"op": "assert", **USES, "source": scoped})
    (found,) = door.suggestions().suggestions
    assert (found.reason, found.entity.name, found.into.name) == ("package", "@panva/jose", "jose")
    assert found.merge.model_dump() == {
        "entity": found.entity.id, "into": found.into.id, "reason": found.explanation,
    }  # fmt: skip
    assert door.suggestions(entity="jose", entity_type="library", limit=1).suggestions == (found,)
    assert door.suggestions(entity="auth").suggestions == ()
    with pytest.raises(NotFound):
        door.suggestions(entity="nobody")
    assert wrong(door, "suggestions", cursor="x") == ["cursor"]
    assert wrong(door, "suggestions", entity_type="banana") == ["entityType"]
    assert wrong(door, "dismiss", found.entity.id, found.into.id) == ["reason"]
    door.dismiss(found.entity.id, found.into.id, reason="a fork", actor="me", key="d")
    door.dismiss(found.entity.id, found.into.id, reason="a fork", actor="me", key="d")
    assert door.suggestions().suggestions == ()
    with pytest.raises(Conflict):
        door.dismiss(found.into.id, found.entity.id, reason="again")
    with pytest.raises(NotFound):
        door.dismiss("jose", found.into.id, reason="by name")
    merged = door.merge(found.entity.id, found.into.id, reason="after all")
    assert [(m.id, m.merge) for m in door.entity(found.into.id).merged] == [(found.entity.id, merged.merge)]


def test_the_record(door: Door) -> None:
    progressed: list[tuple[int, int]] = []
    seen = door.observe("A telling tale.", occurred_at="2025", extract=False)
    write(door, {"op": "assert", **USES})
    page = door.journal(limit=2)
    assert [e.seq for e in page.events] == [1, 2]
    assert page.next_after == 2
    assert door.journal(after=2).events[0].kind == "facts.written"
    verified = door.verify(lambda done, total: progressed.append((done, total)))
    assert verified.ok
    assert verified.head == door.stats().basis
    erased = door.erase(observations=[seen.observation_id], reason="asked to")
    assert (erased.observations, door.journal(after=0, limit=1).events[0].payload) == (1, None)
    with pytest.raises(Gone) as raised:
        door.observation(seen.observation_id)
    assert raised.value.tombstone == erased.tombstone
    assert door.verify().ok
    assert door.rebuild().basis == erased.basis
    assert door.temporal_query("auth").facts[0].target.name == "jose"
    assert wrong(door, "journal", limit=0) == ["limit"]
    assert wrong(door, "erase", reason="x") == ["observations"]


# -- bad input ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "args", "kwargs", "field"),
    [
        ("observe", ("",), {}, "content"),
        ("observe", ("x",), {"occurred_at": "2025-03-01T09:00:00"}, "occurredAt"),
        ("observe", ("x",), {"occurred_at": datetime(2025, 3, 1)}, "occurredAt"),
        ("observe", ("x",), {"kind": "gossip"}, "kind"),
        ("observe", ("x",), {"mood": "good"}, "mood"),
        ("observe", ("x",), {"key": "a b", "occurred_at": "2025"}, "Idempotency-Key"),
        ("observe", (b"x",), {}, "content"),
        ("observe", ("\ud800",), {}, "content"),
        ("observe", ("x",), {"metadata": {"a": float("nan")}}, "metadata"),
        ("observe", ("x",), {"metadata": {"a": {1}}}, "metadata"),
        ("facts", ([{"op": "assert", **USES, "validFrom": "2030", "validTo": "2020"}],), {}, "ops.0.validTo"),
        ("facts", ([{"op": "assert", **USES, "type": "hates"}],), {}, "ops.0.type"),
        ("facts", ([],), {}, "ops"),
        ("temporal_query", ("",), {}, "entity"),
        ("temporal_query", (3,), {}, "entity"),
        ("temporal_query", ("auth",), {"depth": 4}, "depth"),
        ("temporal_query", ("auth",), {"depth": "1"}, "depth"),
        ("temporal_query", ("auth",), {"depth": True}, "depth"),
        ("temporal_query", ("auth",), {"types": "uses"}, "types"),
        ("temporal_query", ("auth",), {"types": ["hates"]}, "types"),
        ("temporal_query", ("auth",), {"as_of": datetime(2025, 3, 1)}, "asOf"),
        ("temporal_query", ("auth",), {"as_of": 2025}, "asOf"),
        ("temporal_query", ("auth",), {"known_at": "x"}, "knownAt"),
        ("temporal_query", ("auth",), {"basis": "7:abc"}, "basis"),
        ("temporal_query", ("auth",), {"cursor": "x"}, "cursor"),
        ("temporal_query", ("auth",), {"colour": "red"}, "colour"),
        ("timeline", ("auth",), {"axis": "third"}, "axis"),
        ("path", ("auth", ""), {}, "to"),
        ("path", ("auth", "jose"), {"depth": 9}, "depth"),
        ("entities", (), {"entity_type": "banana"}, "entityType"),
        ("extractions", ("", "<x/>"), {}, "observationId"),
        ("jobs", (), {"status": "done"}, "status"),
        ("jobs", (), {"limit": 0}, "limit"),
        ("jobs", (), {"cursor": "x"}, "cursor"),
        ("retry_jobs", ("running",), {}, "status"),
    ],
)  # fmt: skip
def test_a_wrong_field_is_named_alike(
    told: Door, method: str, args: tuple[Any, ...], kwargs: dict[str, Any], field: str
) -> None:
    assert wrong(told, method, *args, **kwargs) == [field]


@pytest.mark.parametrize(
    ("method", "args"),
    [
        ("observation", ("obs_none",)), ("job", ("job_none",)), ("retry_job", ("job_none",)),
        ("fact", ("fact_none",)), ("why", ("fact_none",)),
        ("why_not", ("fact_none",)), ("entity", ("nobody",)), ("temporal_query", ("nobody",)),
        ("timeline", ("nobody",)), ("diff", ("nobody",)), ("path", ("auth", "nobody")),
        ("add_alias", ("ent_none", "x")), ("remove_alias", ("ent_none", "x")),
        ("observation", ("../x",)), ("fact", ("a/b?c#d",)), ("job", ("",)),
        ("observation", ("x" * 70_000,)), ("entity", ("x" * 70_000,)), ("observation", ("a\nb",)),
    ],
)  # fmt: skip
def test_what_is_not_there(told: Door, method: str, args: tuple[str, ...]) -> None:
    with pytest.raises((NotFound, InvalidInput)):
        getattr(told, method)(*args)


def test_near_names_are_offered(told: Door) -> None:
    with pytest.raises(NotFound) as raised:
        told.temporal_query("jsoe")
    assert "jose" in raised.value.nearest


@pytest.mark.parametrize("name", ["a\n", "../x", "A", "", "x" * 65, "a/b"])
def test_what_is_no_project(served: Served, owner: Memory, name: str) -> None:
    for opening in (lambda: owner.at(name), lambda: Client(served.url, project=name)):
        with pytest.raises(InvalidInput) as raised:
            opening()
        assert raised.value.errors[0].field == "project"


def test_too_large(told: Door) -> None:
    with pytest.raises(TooLarge):
        told.observe("x" * (1 << 20) + "y")


# -- at the same time --------------------------------------------------------------------------------------


def test_many_writers_and_readers(door: Door) -> None:
    write(door, {"op": "assert", **USES})

    def work(number: int) -> int:
        write(
            door,
            {"op": "assert", **USES, "target": {"type": "library", "name": f"lib {number}"}},
            key=f"k{number % 20}",
        )
        return len(door.temporal_query("auth", limit=1000).facts)

    with ThreadPoolExecutor(8) as pool:
        seen = [outcome for outcome in pool.map(lambda n: _tried(work, n), range(40)) if isinstance(outcome, int)]
    assert len(door.temporal_query("auth", limit=1000).facts) == 21
    assert max(seen) <= 21
    assert len(seen) == 20


def _tried(work: Any, number: int) -> int | type[RetrographError]:
    try:
        return int(work(number))
    except RetrographError as error:
        return type(error)


# -- the same answers --------------------------------------------------------------------------------------


def test_both_doors_answer_with_the_same_values(tmp_path: Path) -> None:
    with Memory(tmp_path, project="p") as memory:
        memory.facts([{"op": "assert", **USES, "validFrom": "2025-03", "reasoning": "edge", "alternatives": ["x"]}])
        memory.observe("We chose paseto over jose.", occurred_at="2025-04", wait=True)
        inside = _answers(memory)
    with serving(tmp_path) as served, Client(served.url, project="p") as client:
        outside = _answers(client)
    assert [type(a) for a in inside] == [type(a) for a in outside]
    assert inside == outside
    assert [a.model_dump_json() for a in inside] == [a.model_dump_json() for a in outside]


def _answers(door: Door) -> list[Any]:
    at = {"as_of": "2025-06", "known_at": "9999"}
    fact = door.temporal_query("auth", **at).facts[0].id  # type: ignore[arg-type]
    return [
        door.temporal_query("auth", **at),  # type: ignore[arg-type]
        door.timeline("auth", **at),  # type: ignore[arg-type]
        door.diff("auth", from_as_of="2024", to_as_of="2025-06", from_known_at="9999", to_known_at="9999"),
        door.path("auth", "jose", **at),  # type: ignore[arg-type]
        door.fact(fact, **at),  # type: ignore[arg-type]
        door.why(fact, **at),  # type: ignore[arg-type]
        door.why_not(fact, **at),  # type: ignore[arg-type]
        door.entities(**at),  # type: ignore[arg-type]
        door.entity("auth", **at),  # type: ignore[arg-type]
        door.journal(),
        door.verify(),
    ]


def test_json_has_no_other_names_than_the_design_s(door: Door) -> None:
    write(door, {"op": "assert", **USES, "validFrom": "2025-03-01"})
    told = json.loads(door.temporal_query("auth").model_dump_json())
    assert set(told) == {
        "entity", "candidates", "asOf", "properties", "facts", "graphContext", "note", "nextCursor", "basis",
    }  # fmt: skip
    assert {
        "id", "type", "source", "target", "validFrom", "validTo", "grain", "recordedFrom", "recordedTo", "weight",
        "evidence", "reasoning", "sentiment", "alternatives", "supports", "depth",
    } <= set(told["facts"][0])  # fmt: skip
    assert told["facts"][0]["validFrom"] == "2025-03-01T00:00:00.000000Z"
    assert told["asOf"].keys() == {"validAt", "knownAt", "tz"}
