"""The durable queue of observations that wait for extraction: leased, settled, given back, parked."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson

from retrograph.clock import Clock
from retrograph.errors import InvalidInput, NotFound
from retrograph.graph.sqlite import Record

STATUSES: Final = ("queued", "running", "complete", "partial", "failed", "parked")
CRASHES: Final = 5
"""How often a job may be under way when the process ends before it is parked."""
_SETTLED: Final = frozenset({"complete", "partial", "failed", "parked"})
_COLUMNS: Final = (
    "id, observation, status, attempts, extractor, entities, facts, quarantined, notes, error, queued_at, settled_at"
)


@dataclass(frozen=True, slots=True)
class Job:
    """The extraction of one observation. `quarantined` holds what could not be proven: `element` and `reason`."""

    id: str
    observation_id: str
    status: str
    attempts: int
    extractor: str | None
    entities: int
    facts: int
    quarantined: tuple[Mapping[str, str], ...]
    notes: tuple[str, ...]
    error: str | None
    queued_at: int
    settled_at: int | None

    @property
    def settled(self) -> bool:
        return self.status in _SETTLED


Page = list[Job]


def _job(row: tuple[Any, ...]) -> Job:
    id_, observation, status, attempts, extractor, entities, facts, quarantined, notes, *end = row
    error, queued_at, settled_at = end
    return Job(
        id_, observation, status, attempts, extractor, entities, facts, tuple(orjson.loads(quarantined)),
        tuple(orjson.loads(notes)), error, queued_at, settled_at,
    )  # fmt: skip


class Jobs:
    """Reads the queue, from any thread; and its writes, for use inside the writer's transaction."""

    def __init__(self, record: Record, clock: Clock) -> None:
        self._record = record
        self._clock = clock
        self._settled = threading.Condition()
        self._queued = threading.Condition()

    # -- reads ---------------------------------------------------------------------------------------------

    def get(self, id: str) -> Job:
        """One job.

        Raises:
            NotFound: there is none with this id.
        """
        found = self._select("WHERE id = ?", (id,))
        if not found:
            raise NotFound(f"no job has the id {id!r}")
        return found[0]

    def of_observation(self, observation: str) -> Job | None:
        found = self._select("WHERE observation = ? ORDER BY seq DESC LIMIT 1", (observation,))
        return found[0] if found else None

    def list(self, status: str | None = None, after: str | None = None, limit: int = 50) -> Page:
        """Jobs in order of id, optionally of one status; `after` is the last id of the page before."""
        if status is not None and status not in STATUSES:
            raise InvalidInput("status", f"{status!r} is no status of a job; use one of {', '.join(STATUSES)}")
        return self._select(
            "WHERE id > ? AND (? IS NULL OR status = ?) ORDER BY id LIMIT ?", (after or "", status, status, limit)
        )

    def counts(self) -> dict[str, int]:
        """How many jobs have each status; every status is there."""
        with self._record.reading() as db:
            rows = db.execute("SELECT status, count(*) FROM jobs GROUP BY status").fetchall()
        return dict.fromkeys(STATUSES, 0) | dict(rows)

    def any_waiting(self, now: int) -> bool:
        """Whether a job is due."""
        with self._record.reading() as db:
            row = db.execute(
                "SELECT 1 FROM jobs WHERE status IN ('queued', 'running') AND not_before <= ? LIMIT 1", (now,)
            ).fetchone()
        return row is not None

    def wait(self, id: str, timeout: float) -> Job:
        """The job when it is settled, or as it is after `timeout` seconds."""
        job = self.get(id)
        deadline = self._clock() + int(timeout * 1_000_000)
        while not job.settled and (left := (deadline - self._clock()) / 1_000_000) > 0:
            with self._settled:
                job = self.get(id)
                if not job.settled:
                    self._settled.wait(min(left, 0.5))
            job = self.get(id)
        return job

    def wait_for_work(self, timeout: float) -> None:
        """Sleep until something is due, or `timeout` seconds; not at all where something is."""
        with self._queued:
            if not self.any_waiting(self._clock()):
                self._queued.wait(timeout)

    def announce(self, *, queued: bool = False, settled: bool = False) -> None:
        """Wake those who wait, after a commit."""
        for condition, wanted in ((self._queued, queued), (self._settled, settled)):
            if wanted:
                with condition:
                    condition.notify_all()

    def _select(self, where: str, values: Sequence[Any]) -> Page:
        with self._record.reading() as db:
            return [_job(row) for row in db.execute(f"SELECT {_COLUMNS} FROM jobs {where}", values)]

    # -- writes, in the writer's transaction ---------------------------------------------------------------

    @staticmethod
    def add(db: sqlite3.Connection, id: str, observation: str, seq: int, now: int) -> None:
        db.execute(
            "INSERT INTO jobs (id, observation, seq, status, queued_at) VALUES (?, ?, ?, 'queued', ?)",
            (id, observation, seq, now),
        )

    @staticmethod
    def take(db: sqlite3.Connection, worker: str, now: int, until: int) -> str | None:
        """Lease the oldest job that is due: queued, or leased to somebody whose time is up."""
        row = db.execute(
            "SELECT id FROM jobs WHERE status IN ('queued', 'running') AND not_before <= ? ORDER BY seq LIMIT 1", (now,)
        ).fetchone()
        if row is None:
            return None
        db.execute(
            "UPDATE jobs SET status = 'running', attempts = attempts + 1, worker = ?, not_before = ? WHERE id = ?",
            (worker, until, row[0]),
        )
        return str(row[0])

    @staticmethod
    def settle(db: sqlite3.Connection, job: Job) -> None:
        """Store how a job ended."""
        quarantined = orjson.dumps([dict(q) for q in job.quarantined]).decode()
        db.execute(
            "UPDATE jobs SET status = ?, extractor = ?, entities = ?, facts = ?, quarantined = ?, notes = ?, "
            "error = ?, worker = NULL, settled_at = ? WHERE id = ?",
            (job.status, job.extractor, job.entities, job.facts, quarantined, orjson.dumps(job.notes).decode(),
             job.error, job.settled_at, job.id),
        )  # fmt: skip

    @staticmethod
    def give_back(db: sqlite3.Connection, id: str, error: str, now: int, due: int | None) -> None:
        """Queue a job again for `due`, or park it."""
        status = "queued" if due is not None else "parked"
        db.execute(
            "UPDATE jobs SET status = ?, worker = NULL, error = ?, not_before = ?, settled_at = ? WHERE id = ?",
            (status, error, due or 0, None if due is not None else now, id),
        )

    @staticmethod
    def release_all(db: sqlite3.Connection) -> None:
        """At start: nobody is working on anything, since only the owner of the directory does.

        A job that was under way `CRASHES` times when the process ended may be why it ended, and is parked.
        """
        db.execute(
            "UPDATE jobs SET status = 'parked', worker = NULL, error = ?, settled_at = queued_at "
            "WHERE status = 'running' AND attempts >= ?",
            (f"the process ended {CRASHES} times while this job was under way", CRASHES),
        )
        db.execute("UPDATE jobs SET status = 'queued', worker = NULL, not_before = 0 WHERE status = 'running'")

    @staticmethod
    def forget(db: sqlite3.Connection, observations: Sequence[str]) -> None:
        """Drop the texts that jobs of erased observations hold."""
        db.executemany(
            "UPDATE jobs SET quarantined = '[]', notes = '[]', error = NULL, "
            "status = CASE WHEN status IN ('queued', 'running') THEN 'parked' ELSE status END WHERE observation = ?",
            [(id_,) for id_ in observations],
        )
