"""Does the extraction jobs of one project: lease, run, settle; in a thread of its own, or in the caller's."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from typing import Final, Protocol

from retrograph.errors import CallerError, Gone, ModelRefused, ModelUnavailable, NotFound
from retrograph.extraction import knowledge
from retrograph.extraction.knowledge import Remembered
from retrograph.extraction.pipeline import Pipeline
from retrograph.graph.job import Waiting
from retrograph.graph.model import Findings, Observation

log = logging.getLogger(__name__)

PAUSE: Final = 0.5
"""Longest time an idle thread sleeps, in seconds; jobs whose retry or whose lease is due are seen then."""
WAIT: Final = 2.0
"""Shortest wait for a model that cannot be reached, in seconds."""


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
    """What a worker needs to know of a job. `attempts` counts this try too, `waits` those that a model missed."""

    @property
    def id(self) -> str: ...
    @property
    def observation_id(self) -> str: ...
    @property
    def attempts(self) -> int: ...
    @property
    def waits(self) -> int: ...


class Shelf(knowledge.Shelf, Protocol):
    """Reads of the record: an observation, and what extractors are told."""

    def observation(self, id: str) -> Observation: ...


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
    def give_back(
        self, job_id: str, error: str, retry_in: float | None, *, attempt: int, waits: Waiting | None = None
    ) -> None: ...


class Worker:
    """Leases jobs of one project, runs the pipeline, settles them.

    with Worker(project, Pipeline(FromMarkup(RulesExtractor()))):
        ...                                       # jobs are done in the background

    A job whose extractor raises is given back and tried again later, as `retries` says; then it is parked with the
    last reason. While a model cannot be reached jobs wait for it, and no try is counted. A crash in the middle of a
    job loses nothing: its lease runs out and it is done again, and doing it twice changes nothing. A worker is one
    thread; several may share a project.
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
        self._known = Remembered(desk.ledger)
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
        except (ModelUnavailable, ModelRefused) as error:
            log.info("job %s waits for the model: %s", job.id, type(error).__name__)
            asked = isinstance(error, ModelRefused) or error.asked
            self._give_back(job, str(error), _pause(error), Waiting.BEHIND if asked else Waiting.IN_PLACE)
        except Exception as error:
            tries = job.attempts - job.waits
            log.warning("job %s failed (try %d): %s", job.id, tries, type(error).__name__)
            wait = None if isinstance(error, CallerError) else self._retries.after(tries)
            self._give_back(job, f"{type(error).__name__}: {error}", wait)
        return True

    def _do(self, job: LeasedJob) -> None:
        observation = self._desk.ledger.observation(job.observation_id)
        findings = self._pipeline.run(observation, self._known)
        self._desk.settle(job.id, findings)

    def _give_back(self, job: LeasedJob, error: str, retry_in: float | None, waits: Waiting | None = None) -> None:
        try:
            self._desk.give_back(job.id, error, retry_in, attempt=job.attempts, waits=waits)
        except NotFound:
            log.info("job %s is gone", job.id)


def _pause(error: ModelUnavailable | ModelRefused) -> float:
    """Seconds until a job asks again; a model that is down is asked by no job before its own pause is over."""
    asked = error.retry_after if isinstance(error, ModelUnavailable) else None
    return max(asked or 0.0, WAIT)
