"""The durable queue of observations that wait for extraction: leased, settled, given back, parked."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Sequence
from typing import Any, Final

import orjson

from retrograph.clock import Clock
from retrograph.errors import Conflict, Gone, InvalidInput, NotFound
from retrograph.graph.job import CRASHES, OUTCOMES, RETRIED, STATUSES, Job, Returned, Waiting
from retrograph.graph.sqlite import Record

_WAITING: Final = "status IN ('queued', 'running')"
"""As written in the partial indexes, word for word: only then do they serve."""
_COLUMNS: Final = (
    "id, observation, status, attempts, extractor, entities, facts, quarantined, notes, error, queued_at, settled_at, "
    "waits, usage"
)


Page = list[Job]


def _job(row: tuple[Any, ...]) -> Job:
    id_, observation, status, attempts, extractor, entities, facts, quarantined, notes, *end = row
    error, queued_at, settled_at, waits, usage = end
    return Job(
        id_, observation, status, attempts, extractor, entities, facts, tuple(orjson.loads(quarantined)),
        tuple(orjson.loads(notes)), error, queued_at, settled_at, waits, orjson.loads(usage),
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
        """Jobs, those of the newest observations first; `after` is the id of the last job of the page before.

        Raises:
            InvalidInput: no such status, or `after` is no job's id.
        """
        if status is not None and status not in STATUSES:
            raise InvalidInput("status", f"{status!r} is no status of a job; use one of {', '.join(STATUSES)}")
        conditions, values = ["true"], list[Any]()
        if status is not None:
            conditions.append("status = ?")
            values.append(status)
        with self._record.reading() as db:
            if after is not None:
                place = db.execute("SELECT seq, id FROM jobs WHERE id = ?", (after,)).fetchone()
                if place is None:
                    raise InvalidInput("cursor", "it is of no list of jobs")
                conditions.append("(seq, id) < (?, ?)")
                values += place
        return self._select(f"WHERE {' AND '.join(conditions)} ORDER BY seq DESC, id DESC LIMIT ?", (*values, limit))

    def counts(self) -> dict[str, int]:
        """How many jobs have each status; every status is there."""
        with self._record.reading() as db:
            rows = db.execute("SELECT status, count(*) FROM jobs GROUP BY status").fetchall()
        return dict.fromkeys(STATUSES, 0) | dict(rows)

    def settlements(self) -> dict[str, int]:
        """How often a job came to each outcome since the project began; never less than before."""
        with self._record.reading() as db:
            rows = db.execute("SELECT outcome, count FROM settlements").fetchall()
        return dict.fromkeys(OUTCOMES, 0) | dict(rows)

    def oldest_waiting(self) -> int | None:
        """When the job that waits or works for longest was queued; None where there is none."""
        with self._record.reading() as db:
            row = db.execute(f"SELECT min(queued_at) FROM jobs INDEXED BY jobs_next WHERE {_WAITING}").fetchone()
        return None if row[0] is None else int(row[0])

    def any_waiting(self, now: int) -> bool:
        """Whether a job is due."""
        with self._record.reading() as db:
            row = db.execute(
                f"SELECT 1 FROM jobs INDEXED BY jobs_due WHERE {_WAITING} AND not_before <= ? LIMIT 1", (now,)
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
        """Lease the job that is due and was queued first: one that waits, or one whose lease ran out.

        A job whose lease ran out `CRASHES` times keeps whoever takes it from coming back, and is parked.
        """
        while True:
            row = db.execute(
                f"SELECT id, status, attempts - waits FROM jobs INDEXED BY jobs_next WHERE {_WAITING} "
                "AND not_before <= ? ORDER BY queued_at, seq LIMIT 1",
                (now,),
            ).fetchone()
            if row is None:
                return None
            id_, status, attempts = row
            if status == "running" and attempts >= CRASHES:
                Jobs._park(db, id_, f"its lease ran out {CRASHES} times: no worker that took it came back in time", now)
                continue
            db.execute(
                "UPDATE jobs SET status = 'running', attempts = attempts + 1, worker = ?, not_before = ? WHERE id = ?",
                (worker, until, id_),
            )
            return str(id_)

    @staticmethod
    def _park(db: sqlite3.Connection, id: str, error: str, now: int) -> None:
        db.execute(
            "UPDATE jobs SET status = 'parked', worker = NULL, error = ?, not_before = 0, settled_at = ? WHERE id = ?",
            (error, now, id),
        )
        Jobs._count(db, "parked")

    @staticmethod
    def _count(db: sqlite3.Connection, outcome: str) -> None:
        db.execute(
            "INSERT INTO settlements (outcome, count) VALUES (?, 1) ON CONFLICT DO UPDATE SET count = count + 1",
            (outcome,),
        )

    @staticmethod
    def settle(db: sqlite3.Connection, job: Job) -> None:
        """Store how a job ended."""
        quarantined = orjson.dumps([dict(q) for q in job.quarantined]).decode()
        db.execute(
            "UPDATE jobs SET status = ?, extractor = ?, entities = ?, facts = ?, quarantined = ?, notes = ?, "
            "error = ?, worker = NULL, settled_at = ?, usage = ? WHERE id = ?",
            (job.status, job.extractor, job.entities, job.facts, quarantined, orjson.dumps(job.notes).decode(),
             job.error, job.settled_at, orjson.dumps(dict(job.usage)).decode(), job.id),
        )  # fmt: skip
        Jobs._count(db, job.status)

    @staticmethod
    def give_back(db: sqlite3.Connection, returned: Returned, now: int) -> None:
        """Queue a job again, or park it. A lease that somebody else has taken over changes nothing."""
        held = db.execute(
            "SELECT 1 FROM jobs WHERE id = ? AND status = 'running' AND attempts = ?", (returned.job, returned.attempt)
        ).fetchone()
        if held is None:
            return
        if returned.due is None:
            Jobs._park(db, returned.job, returned.error, now)
            return
        db.execute(
            "UPDATE jobs SET status = 'queued', worker = NULL, error = ?, not_before = ?, waits = waits + ?, "
            "queued_at = CASE WHEN ? THEN ? ELSE queued_at END WHERE id = ?",
            (
                returned.error,
                returned.due,
                returned.waits is not None,
                returned.waits is Waiting.BEHIND,
                now,
                returned.job,
            ),
        )

    @staticmethod
    def retry(db: sqlite3.Connection, id: str, now: int) -> None:
        """Queue a job anew, as if it had never been tried; one that waits for its next try is due at once.

        Raises:
            NotFound: there is none with this id. Gone: its observation was erased. Conflict: it is under way.
        """
        row = db.execute(
            "SELECT j.status, j.observation, o.erased FROM jobs j LEFT JOIN observations o ON o.id = j.observation "
            "WHERE j.id = ?",
            (id,),
        ).fetchone()
        if row is None:
            raise NotFound(f"no job has the id {id!r}")
        status, observation, erased = row
        if erased is not None:
            raise Gone(f"observation {observation} of this job was erased by event {erased}", erased)
        if status == "running":
            raise Conflict(f"job {id} is under way; it can be tried again when it is settled")
        Jobs._queue_anew(db, "id = ?", (id,), now)

    @staticmethod
    def retry_all(db: sqlite3.Connection, statuses: Sequence[str], now: int) -> int:
        """Queue all jobs of some statuses anew, but for those whose observation was erased; returns how many."""
        if wrong := [status for status in statuses if status not in RETRIED]:
            raise InvalidInput("status", f"{wrong[0]!r} cannot be tried again; use one of {', '.join(RETRIED)}")
        where = (
            f"status IN ({','.join('?' * len(statuses))}) AND NOT EXISTS "
            "(SELECT 1 FROM observations o WHERE o.id = jobs.observation AND o.erased IS NOT NULL)"
        )
        return Jobs._queue_anew(db, where, statuses, now)

    @staticmethod
    def _queue_anew(db: sqlite3.Connection, where: str, values: Sequence[Any], now: int) -> int:
        return db.execute(
            "UPDATE jobs SET status = 'queued', attempts = 0, waits = 0, worker = NULL, not_before = 0, "
            f"queued_at = ?, settled_at = NULL WHERE {where}",
            (now, *values),
        ).rowcount

    @staticmethod
    def release_all(db: sqlite3.Connection, now: int) -> None:
        """At start: nobody is working on anything, since only the owner of the directory does.

        A job that was under way `CRASHES` times when the process ended may be why it ended, and is parked.
        """
        for (id_,) in db.execute(
            "SELECT id FROM jobs WHERE status = 'running' AND attempts - waits >= ?", (CRASHES,)
        ).fetchall():
            Jobs._park(db, id_, f"the process ended {CRASHES} times while this job was under way", now)
        db.execute("UPDATE jobs SET status = 'queued', worker = NULL, not_before = 0 WHERE status = 'running'")

    @staticmethod
    def forget(db: sqlite3.Connection, observations: Sequence[str], now: int) -> None:
        """Drop the texts that jobs of erased observations hold; those that wait have nothing to wait for."""
        for observation in observations:
            waiting = db.execute(f"SELECT id FROM jobs WHERE observation = ? AND {_WAITING}", (observation,)).fetchall()
            for (id_,) in waiting:
                Jobs._park(db, id_, "its observation was erased", now)
        db.executemany(
            "UPDATE jobs SET quarantined = '[]', notes = '[]', "
            "error = CASE WHEN status = 'parked' THEN 'its observation was erased' END WHERE observation = ?",
            [(id_,) for id_ in observations],
        )
