"""Does the extraction jobs of one project: lease, run, settle; in a thread of its own, or in the caller's."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from retrograph.errors import CallerError, Gone, NotFound
from retrograph.extraction.pipeline import Pipeline
from retrograph.graph.intervals import OPEN
from retrograph.graph.model import Entity, Findings, Observation

log = logging.getLogger(__name__)

PAUSE: Final = 0.5
"""Longest time an idle thread sleeps, in seconds; jobs whose retry or whose lease is due are seen then."""


@dataclass(frozen=True, slots=True)
class Retries:
    """How often a job is tried before it is parked, and how long it waits between, in seconds."""

    attempts: int = 4
    first: float = 1.0
    longest: float = 300.0

    def after(self, attempt: int) -> float | None:
        """The wait after the n-th try: four times the one before; None where it was the last."""
        return None if attempt >= self.attempts else min(self.first * 4.0 ** (attempt - 1), self.longest)


class LeasedJob(Protocol):
    """What a worker needs to know of a job. `attempts` counts this one too."""

    @property
    def id(self) -> str: ...
    @property
    def observation_id(self) -> str: ...
    @property
    def attempts(self) -> int: ...


class Meaning(Protocol):
    """One meaning of a name: the entity that bears it, whatever that stands for since a merge."""

    @property
    def mentioned(self) -> Entity: ...


class Shelf(Protocol):
    """Reads of the record: an observation, and what a name means now."""

    def observation(self, id: str) -> Observation: ...
    def find(self, name: str, known: int) -> Sequence[Meaning]: ...


class Queue(Protocol):
    """The place to sleep at until something is queued."""

    def wait_for_work(self, timeout: float) -> None: ...
    def announce(self, *, queued: bool = False) -> None: ...


class Desk(Protocol):
    """What of a project a worker works with; `graph.project.Project` is one."""

    @property
    def ledger(self) -> Shelf: ...
    @property
    def jobs(self) -> Queue: ...
    def lease(self, worker: str, seconds: float) -> LeasedJob | None: ...
    def settle(self, job_id: str, findings: Findings) -> object: ...
    def give_back(self, job_id: str, error: str, retry_in: float | None, *, attempt: int) -> None: ...


class Worker:
    """Leases jobs of one project, runs the pipeline, settles them.

    with Worker(project, Pipeline(RulesExtractor())):
        ...                                       # jobs are done in the background

    A job whose extractor raises is given back and tried again later, as `retries` says; then it is parked with the
    last reason. A crash in the middle of a job loses nothing: its lease runs out and it is done again, and doing
    it twice changes nothing. A worker is one thread; several may share a project.
    """

    def __init__(
        self,
        desk: Desk,
        pipeline: Pipeline,
        *,
        name: str = "worker",
        lease_seconds: float = 300.0,
        retries: Retries = Retries(),
    ) -> None:
        self._desk = desk
        self._pipeline = pipeline
        self._name = name
        self._lease_seconds = lease_seconds
        self._retries = retries
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._loop, name=f"extract-{name}", daemon=True)

    def __enter__(self) -> Worker:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Work in the background until `stop`. A worker starts once."""
        self._thread.start()

    def wake(self) -> None:
        """Look for work now: something was queued."""
        self._desk.jobs.announce(queued=True)

    def stop(self, timeout: float = 10.0) -> bool:
        """Take no new job, finish the current one, and return; whether it ended within `timeout` seconds.

        A job that did not is done again by whoever opens the project next. Twice is fine.
        """
        self._stopping.set()
        self.wake()
        if self._thread.ident is not None:
            self._thread.join(timeout)
        return not self._thread.is_alive()

    def drain(self) -> int:
        """Do, in the calling thread, every job that is due now; returns how many were taken."""
        done = 0
        while not self._stopping.is_set() and self._step():
            done += 1
        return done

    def _loop(self) -> None:
        while not self._stopping.is_set():
            try:
                busy = self._step()
            except Exception:
                log.exception("%s could not reach its queue; it tries again", self._name)
                self._stopping.wait(PAUSE)
                continue
            if not busy and not self._stopping.is_set():
                self._desk.jobs.wait_for_work(PAUSE)

    def _step(self) -> bool:
        job = self._desk.lease(self._name, self._lease_seconds)
        if job is None:
            return False
        try:
            self._do(job)
        except (NotFound, Gone) as error:
            self._give_back(job, str(error), None)
        except Exception as error:
            log.warning("job %s failed (try %d): %s", job.id, job.attempts, type(error).__name__)
            wait = None if isinstance(error, CallerError) else self._retries.after(job.attempts)
            self._give_back(job, f"{type(error).__name__}: {error}", wait)
        return True

    def _do(self, job: LeasedJob) -> None:
        observation = self._desk.ledger.observation(job.observation_id)
        findings = self._pipeline.run(observation, self._known_as)
        self._desk.settle(job.id, findings)

    def _known_as(self, name: str) -> list[Entity]:
        return [meaning.mentioned for meaning in self._desk.ledger.find(name, OPEN - 1)]

    def _give_back(self, job: LeasedJob, error: str, retry_in: float | None) -> None:
        try:
            self._desk.give_back(job.id, error, retry_in, attempt=job.attempts)
        except NotFound:
            log.info("job %s is gone", job.id)
