"""The queue of extractions: leased, taken over, given back, parked, listed, and tried again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from retrograph.errors import Conflict, Gone, InvalidInput, NotFound
from retrograph.graph.intervals import OPEN
from retrograph.graph.job import CRASHES, Job
from retrograph.graph.model import Assert, EntityRef, Findings, NewEntity, NewObservation, Relation
from retrograph.graph.project import Project
from tests.stores import KINDS

KIND = KINDS[0][1]


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with Project.open(tmp_path / "p", kind=KIND) as opened:
        yield opened


def uses(source: str, target: str) -> Assert:
    return Assert(Relation(EntityRef("concept", source), "uses", EntityRef("library", target)))


def note(text: str) -> NewObservation:
    return NewObservation(text, 1, "note")


def test_a_job_is_leased_once_settled_once_and_waited_for(project: Project) -> None:
    recorded = project.observe([note("we use jose")])[0]
    assert recorded.job_id is not None
    job = project.lease("one", 30)
    assert job is not None
    assert job.id == recorded.job_id
    assert project.lease("two", 30) is None
    findings = Findings((), (uses("we", "jose"),), "complete", "test@1")
    threading.Timer(0.05, lambda: project.settle(job.id, findings)).start()
    settled = project.jobs.wait(job.id, 10)
    assert (settled.status, settled.facts, settled.attempts) == ("complete", 1, 1)
    seq = project.status().seq
    project.settle(job.id, findings)
    assert project.status().seq == seq
    assert project.jobs.of_observation(recorded.observation_id) == project.jobs.get(job.id)
    with pytest.raises(NotFound):
        project.jobs.get("job_none")


def test_a_lapsed_lease_is_taken_over_and_a_job_is_given_back_or_parked(project: Project) -> None:
    project.observe([note("one")])
    first = project.lease("one", 0)
    assert first is not None
    again = project.lease("two", 30)
    assert again is not None
    assert (again.id, again.attempts) == (first.id, 2)
    project.give_back(again.id, "a late word of the first", None, attempt=first.attempts)
    assert project.jobs.get(again.id).status == "running"
    project.give_back(again.id, "busy", 3600, attempt=again.attempts)
    assert project.lease("three", 30) is None
    assert project.jobs.get(again.id).status == "queued"
    assert project.retry(again.id).attempts == 0
    third = project.lease("three", 30)
    assert third is not None
    assert third.attempts == 1
    with pytest.raises(Conflict, match="under way"):
        project.retry(again.id)
    project.give_back(again.id, "no use", None, attempt=third.attempts)
    parked = project.jobs.get(again.id)
    assert (parked.status, parked.error) == ("parked", "no use")
    assert project.jobs.counts()["parked"] == 1
    assert [j.id for j in project.jobs.list("parked")] == [again.id]


def test_a_job_outlives_the_process_but_one_that_ends_it_is_parked(tmp_path: Path) -> None:
    for attempt in range(1, CRASHES + 2):
        with Project.open(tmp_path / "p", kind=KIND) as project:
            if attempt == 1:
                project.observe([note("poison")])
            job = project.lease("worker", 3600)
            if attempt <= CRASHES:
                assert job is not None
                assert job.attempts == attempt
            else:
                assert job is None
                (parked,) = project.jobs.list("parked")
                assert "process ended" in str(parked.error)


def test_a_job_that_nobody_comes_back_from_is_parked(project: Project) -> None:
    project.observe([note("endless")])
    for attempt in range(1, CRASHES + 1):
        job = project.lease(f"worker {attempt}", 0)
        assert job is not None
        assert job.attempts == attempt
    assert project.lease("the next", 0) is None
    (parked,) = project.jobs.list("parked")
    assert "lease ran out" in str(parked.error)
    assert parked.settled_at is not None
    assert project.jobs.settlements() == {"complete": 0, "partial": 0, "failed": 0, "parked": 1}


def test_jobs_are_listed_newest_first_page_by_page_whatever_settles_meanwhile(project: Project) -> None:
    ids = [str(r.job_id) for n in range(7) for r in project.observe([note(f"one {n}"), note(f"two {n}")])]
    first = project.jobs.list(limit=5)
    taken = project.lease("worker", 30)
    assert taken is not None
    assert taken.id == ids[0]
    project.settle(taken.id, Findings((), (), "complete", "test@1"))
    rest = project.jobs.list(after=first[-1].id, limit=50)
    assert [job.id for job in (*first, *rest)] == ids[::-1]
    assert [job.id for job in project.jobs.list("complete")] == [taken.id]
    assert [job.id for job in project.jobs.list("queued", after=ids[2])] == [ids[1]]
    for call, field in (
        (lambda: project.jobs.list("done"), "status"),
        (lambda: project.jobs.list(after="x"), "cursor"),
    ):
        with pytest.raises(InvalidInput) as raised:
            call()
        assert raised.value.errors[0].field == field


def test_a_retry_of_many_takes_what_it_names_and_leaves_what_was_erased(project: Project) -> None:
    recorded = project.observe([note(f"note {n}") for n in range(4)])
    for outcome in ("failed", "partial", "complete"):
        job = project.lease("worker", 30)
        assert job is not None
        project.settle(job.id, Findings((), (), outcome, "test@1"))  # type: ignore[arg-type]
    last = project.lease("worker", 30)
    assert last is not None
    project.give_back(last.id, "no use", None, attempt=1)
    assert project.retry_all() == 2
    assert project.jobs.counts() == {"queued": 2, "running": 0, "complete": 1, "partial": 1, "failed": 0, "parked": 0}
    assert project.retry_all(["complete", "partial"]) == 2
    assert all(job.attempts == 0 and not job.settled for job in project.jobs.list())
    project.erase(observations=[recorded[1].observation_id], actor="me", reason="asked to")
    (erased,) = project.jobs.list("parked")
    assert erased.error == "its observation was erased"
    assert project.retry_all(["parked"]) == 0
    with pytest.raises(Gone):
        project.retry(erased.id)
    with pytest.raises(NotFound):
        project.retry("job_none")
    with pytest.raises(InvalidInput):
        project.retry_all(["running"])


def test_what_a_job_found_is_counted_alike_when_it_is_done_again(project: Project) -> None:
    recorded = project.observe([note("auth uses jose, alias JWT")])[0]
    entity = NewEntity(EntityRef("library", "jose"), ("panva/jose",))
    findings = Findings((entity,), (uses("auth", "jose"),), "complete", "test@1")

    def done() -> Job:
        job = project.lease("worker", 30)
        assert job is not None
        project.settle(job.id, findings)
        return project.jobs.get(job.id)

    first = done()
    facts = project.status().facts
    (jose,) = project.ledger.find("panva/jose", OPEN - 1)
    project.remove_alias(jose.entity.id, "panva/jose", actor="me")
    project.retry(str(recorded.job_id))
    again = done()
    assert (again.entities, again.facts) == (first.entities, first.facts) == (2, 1)
    assert project.status().facts == facts
    assert project.ledger.find("panva/jose", OPEN - 1) == []
    project.rebuild()
    assert project.ledger.find("panva/jose", OPEN - 1) == []


def test_the_queue_is_read_by_its_indexes(project: Project, tmp_path: Path) -> None:
    statements: list[str] = []
    with project._record.reading() as db:
        db.set_trace_callback(statements.append)
    for status in (None, "parked"):
        project.jobs.list(status)
        project.jobs.list(status, after=None)
    project.jobs.counts()
    project.jobs.oldest_waiting()
    project.jobs.any_waiting(1)
    with project._record.reading() as db:
        db.set_trace_callback(None)
        plans = [" ".join(row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {s}")) for s in statements]
    assert len(plans) >= 7
    for statement, plan in zip(statements, plans, strict=True):
        assert "USING" in plan, (statement, plan)
        assert "TEMP B-TREE" not in plan, (statement, plan)
