"""Jobs are leased, done, given back, parked; on a fake desk for the rules, on a real project for the outcome."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from retrograph.errors import Gone, InvalidInput, NotFound, Unavailable
from retrograph.extraction.extractor import FromMarkup
from retrograph.extraction.pipeline import Pipeline
from retrograph.extraction.worker import Retries, Worker
from retrograph.graph.intervals import period, zone_named
from retrograph.graph.job import Job
from retrograph.graph.memory_store import MemoryStore
from retrograph.graph.model import Findings, NewObservation, Observation
from retrograph.graph.project import Project
from retrograph.graph.store import StoreKind

REPLY = """<temporal_graph><entities><entity type="project" name="auth"/><entity type="library" name="jose"/></entities>
<relationships><relationship type="uses" source="auth" target="jose"><quote>auth uses jose</quote></relationship>
</relationships></temporal_graph>"""
AT = period("2025-06-01T00:00:00Z", zone_named("Z")).start
FAST = Retries(attempts=3, first=0.01)


class Extracting:
    """An extractor that does what it is told, and counts."""

    name, version = "told", "1"

    def __init__(self, do: Callable[[Observation], str] = lambda _: REPLY) -> None:
        self.do = do
        self.seen: list[str] = []

    def extract(self, observation: Observation) -> str:
        self.seen.append(observation.content)
        return self.do(observation)


def failing(error: Exception) -> Callable[[Observation], str]:
    def fail(_: Observation) -> str:
        raise error

    return fail


class Desk:
    """Fills the port that a worker needs, with a list."""

    def __init__(self, *jobs: str) -> None:
        self.waiting = [
            Job(id_, f"obs_{id_}", "running", n, None, 0, 0, (), (), None, 0, None) for n, id_ in enumerate(jobs, 1)
        ]
        self.settled: list[tuple[str, str]] = []
        self.returned: list[tuple[str, str, float | None]] = []
        self.trouble: list[Exception] = []
        self.waited: list[bool] = []
        self.condition = threading.Condition()
        self.ledger = self.jobs = self

    def lease(self, worker: str, seconds: float) -> Job | None:
        if self.trouble:
            raise self.trouble.pop()
        return self.waiting.pop(0) if self.waiting else None

    def settle(self, job_id: str, findings: Findings) -> None:
        self.settled.append((job_id, findings.outcome))

    def give_back(self, job_id: str, error: str, retry_in: float | None, *, attempt: int, waits: object = None) -> None:
        self.returned.append((job_id, error, retry_in))
        self.waited.append(waits is not None)

    def observation(self, id: str) -> Observation:
        return Observation(id, 1, 0, "auth uses jose", AT, "note", "Z", None, None, "session", None, {})

    def find(self, name: str, known: int) -> list[object]:
        return []

    mentioned = facts_of = find
    aliases = find

    def entities(self, ids: object) -> dict[str, object]:
        return {}

    def wait_for_work(self, timeout: float) -> None:
        with self.condition:
            if not self.waiting:
                self.condition.wait(timeout)

    def announce(self, *, queued: bool = False) -> None:
        with self.condition:
            self.condition.notify_all()


def drained(desk: Desk, do: Callable[[Observation], str] = lambda _: REPLY, retries: Retries = FAST) -> Desk:
    Worker(desk, Pipeline(FromMarkup(Extracting(do))), retries=retries).drain()
    return desk


def eventually(holds: Callable[[], bool], seconds: float = 5.0) -> None:
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.005)


def test_every_job_that_is_due_is_done():
    assert drained(Desk("a", "b")).settled == [("a", "complete"), ("b", "complete")]


def test_a_reply_that_cannot_be_used_settles_the_job_as_failed():
    assert drained(Desk("a"), lambda _: "I found nothing.").settled == [("a", "failed")]


def test_an_extractor_that_raises_is_tried_again_later_and_parked_in_the_end():
    desk = drained(Desk("first", "second", "third"), failing(RuntimeError("no model")), Retries(3, first=2.0))

    assert desk.settled == []
    assert desk.returned == [
        ("first", "RuntimeError: no model", 2.0),
        ("second", "RuntimeError: no model", 8.0),
        ("third", "RuntimeError: no model", None),
    ]


def test_waits_grow_up_to_the_longest():
    assert [Retries(6, 1.0, 20.0).after(n) for n in range(1, 7)] == [1.0, 4.0, 16.0, 20.0, 20.0, None]


@pytest.mark.parametrize("error", [InvalidInput("x", "will never fit"), NotFound("gone"), Gone("erased", 7)])
def test_what_cannot_get_better_is_parked_at_once(error: Exception):
    assert drained(Desk("a"), failing(error)).returned[0][2] is None


def test_the_queue_being_away_for_a_moment_ends_no_thread(caplog: pytest.LogCaptureFixture):
    desk = Desk("a")
    desk.trouble = [Unavailable("the graph is being rebuilt")]
    with Worker(desk, Pipeline(FromMarkup(Extracting()))):
        eventually(lambda: desk.settled == [("a", "complete")])
    assert "could not reach its queue" in caplog.text


def test_stop_finishes_the_job_at_hand_and_takes_no_other():
    entered, go_on = threading.Event(), threading.Event()

    def slowly(_: Observation) -> str:
        entered.set()
        go_on.wait(5)
        return REPLY

    desk = Desk("a", "b")
    worker = Worker(desk, Pipeline(FromMarkup(Extracting(slowly))))
    worker.start()
    assert entered.wait(5)
    threading.Timer(0.05, go_on.set).start()

    assert worker.stop()
    assert desk.settled == [("a", "complete")]
    assert [job.id for job in desk.waiting] == ["b"]


def test_stop_does_not_wait_for_ever():
    go_on = threading.Event()
    worker = Worker(Desk("a"), Pipeline(FromMarkup(Extracting(lambda _: str(go_on.wait(5))))))
    worker.start()

    assert worker.stop(timeout=0.05) is False
    go_on.set()
    assert worker.stop()


def test_a_worker_that_never_started_stops():
    assert Worker(Desk(), Pipeline(FromMarkup(Extracting()))).stop()


def test_an_idle_worker_sleeps_and_wakes():
    desk = Desk()
    with Worker(desk, Pipeline(FromMarkup(Extracting()))) as worker:
        before = time.process_time()
        time.sleep(0.3)
        assert time.process_time() - before < 0.15
        desk.waiting.append(Job("a", "obs_a", "running", 1, None, 0, 0, (), (), None, 0, None))
        worker.wake()
        eventually(lambda: desk.settled == [("a", "complete")], seconds=0.4)


# -- on a real project -------------------------------------------------------------------------------------


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    kind = StoreKind(lambda _: MemoryStore(), lambda _: [])
    with Project.open(tmp_path / "p", kind=kind) as opened:
        yield opened


def note(text: str = "auth uses jose") -> NewObservation:
    return NewObservation(text, AT)


def test_what_is_observed_becomes_facts(project: Project):
    with Worker(project, Pipeline(FromMarkup(Extracting()))):
        recorded = project.observe([note()])[0]
        job = project.jobs.wait(recorded.job_id or "", 5.0)

    assert (job.status, job.entities, job.facts, job.extractor, job.error) == ("complete", 2, 1, "told@1", None)
    (auth,) = project.ledger.find("auth", job.settled_at or 0)
    (fact,) = project.ledger.facts_of(auth.entity.id, None)
    assert (fact.type, fact.valid_from) == ("uses", AT)


def test_an_extractor_that_raises_never_says_success_and_loses_nothing(project: Project):
    with Worker(
        project, Pipeline(FromMarkup(Extracting(failing(RuntimeError("no model"))))), retries=Retries(2, first=0.0)
    ):
        recorded = project.observe([note()])[0]
        job = project.jobs.wait(recorded.job_id or "", 5.0)

    assert (job.status, job.attempts, job.error, job.facts) == ("parked", 2, "RuntimeError: no model", 0)
    assert project.ledger.observation(recorded.observation_id).content == "auth uses jose"


def test_a_later_relation_finds_what_an_earlier_one_listed(project: Project):
    bare = '<relationship type="uses" source="auth" target="jose"><quote>{}</quote></relationship>'
    extractor = Extracting(lambda seen: REPLY if seen.content == "auth uses jose" else bare.format(seen.content))
    worker = Worker(project, Pipeline(FromMarkup(extractor)))
    for text in ("auth uses jose", "still jose"):
        project.observe([note(text)])
        assert worker.drain() == 1

    assert project.jobs.counts()["complete"] == 2
    assert project.status().facts == 1


def test_several_workers_share_the_queue_and_do_each_job_once(project: Project):
    extractor = Extracting()
    workers = [Worker(project, Pipeline(FromMarkup(extractor)), name=f"w{n}") for n in range(3)]
    for worker in workers:
        worker.start()
    recorded = [r for _ in range(10) for r in project.observe([note(), note()])]
    statuses = [project.jobs.wait(r.job_id or "", 10.0).status for r in recorded]
    for worker in workers:
        assert worker.stop()

    assert statuses == ["complete"] * 20
    assert len(extractor.seen) == 20


def test_a_job_left_behind_is_done_by_the_next_worker(project: Project):
    recorded = project.observe([note()])[0]
    assert project.lease("dead", 0.0) is not None

    assert Worker(project, Pipeline(FromMarkup(Extracting()))).drain() == 1
    assert project.jobs.get(recorded.job_id or "").status == "complete"
