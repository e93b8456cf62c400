"""One project: one directory, one owner process, one record and one graph that follows it.

with Project.open(Path("data/default"), kind=kuzu_kind()) as project:
    project.write([Assert(Relation(EntityRef("concept", "auth"), "uses", EntityRef("library", "jose")))], actor="me")
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

from retrograph.clock import Clock, IdSource, random_id, system_clock
from retrograph.errors import RetrographError
from retrograph.graph import erasing, intake, joining
from retrograph.graph.erasing import Erased
from retrograph.graph.identity import Canonical
from retrograph.graph.intake import Recorded, Result, Settled, Written
from retrograph.graph.job import UNDONE, Job, Returned, Waiting
from retrograph.graph.jobs import Jobs
from retrograph.graph.journal import Basis, Journal, Verification
from retrograph.graph.ledger import Ledger
from retrograph.graph.lock import DirectoryLock
from retrograph.graph.model import Fact, Findings, NewObservation, VerbOp
from retrograph.graph.projection import Projection
from retrograph.graph.projector import Projector
from retrograph.graph.requests import Requests
from retrograph.graph.sqlite import Record, mapped
from retrograph.graph.status import Status, measured
from retrograph.graph.store import StoreKind
from retrograph.graph.suggestions import Page, Suggestions, Wanted
from retrograph.graph.writer import Desk, Transaction, Writer

__all__ = ["Erased", "Project", "Recorded", "Result", "Settled", "Status", "Verification", "Written"]

Progress = Callable[[int, int], None]
"""Called with (done, total)."""


class Project:
    """Reads through `ledger` and `graph`, writes through its methods; every method may be called from any thread."""

    def __init__(self, directory: Path, kind: StoreKind, clock: Clock, ids: IdSource) -> None:
        self.directory = directory
        self._kind = kind
        self._clock = clock
        self._lock = DirectoryLock(directory)
        self._lock.acquire()
        try:
            self._record = Record(directory / "journal.sqlite")
            try:
                self._start(clock, ids)
            except BaseException:
                self._record.close()
                raise
        except BaseException:
            self._lock.release()
            raise

    def _start(self, clock: Clock, ids: IdSource) -> None:
        record = self._record
        with mapped(record.path):
            journal = Journal(record)
            projection = Projection(record.writer, Canonical())
            projection.load_merges()
            self._requests = Requests(record.writer)
            Jobs.release_all(record.writer, clock())
        self._journal = journal
        self._desk = Desk(record, journal, projection, clock, ids)
        self._projector = Projector(record, journal, self.directory / "graph.kuzu", self._kind)
        self.jobs = Jobs(record, clock)
        self.graph = self._projector.graph
        self.ledger = Ledger(record, journal, projection.canonical, self._projector.reached)
        self._suggestions = Suggestions(record)
        self._writer = Writer(self._desk, self._committed)
        try:
            self._projector.start()
            if record.meta("sweep"):
                self._writer.alone(erasing.sweep)
        except BaseException:
            self._writer.close()
            with suppress(RetrographError):
                self._projector.close()
            raise

    @classmethod
    def open(
        cls, directory: Path, *, kind: StoreKind, clock: Clock = system_clock, ids: IdSource = random_id
    ) -> Project:
        """Open or create the project in `directory`; brings its graph in step before it returns.

        Raises:
            Locked: another process has it.
            StoreError: the directory or a file cannot be read or written.
            Damaged: the journal is not what was written.
        """
        return cls(directory, kind, clock, ids)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Finish what is queued, put the files in order, let go of the directory. Twice is fine."""
        self._writer.close()
        try:
            self._projector.close()
        finally:
            self._record.close()
            self._lock.release()

    def _committed(self) -> None:
        self._projector.wake()
        self.jobs.announce(queued=True, settled=True)

    # -- writing -------------------------------------------------------------------------------------------

    def observe(
        self, batch: Sequence[NewObservation], *, extract: bool = True, keys: Sequence[str | None] | None = None
    ) -> list[Recorded]:
        """Record what was seen, all or nothing; durable when it returns. `extract` queues each for extraction.

        Raises:
            Conflict: an idempotency key was used for another observation.
            InvalidInput: an observation is not what it may be.
        """
        wanted = intake.Batch(batch, list(keys or [None] * len(batch)), extract)
        return self._writer.submit(lambda t: intake.record(t, self._requests, wanted))

    def write(
        self, ops: Sequence[VerbOp], *, actor: str, observation_id: str | None = None, key: str | None = None
    ) -> Written:
        """Assert, end, retract or correct, all or nothing; the graph has it when it returns.

        Without an observation the request itself is recorded as a note of `actor`.

        Raises:
            InvalidInput: a field is wrong, named `ops.N.field`.
            NotFound: a fact, an entity id or the observation is not there.
            Conflict: the idempotency key was used for another request.
        """
        request = intake.Request(tuple(ops), actor, observation_id, key)
        written = self._writer.submit(lambda t: intake.write(t, self._requests, request))
        self._projector.wait_for(written.basis.seq)
        return written

    def extraction(self, observation_id: str, findings: Findings) -> Settled:
        """Take in what somebody else extracted from an observation; the graph has it when it returns."""
        settled = self._writer.submit(lambda t: intake.apply(t, observation_id, findings))
        self._projector.wait_for(settled.basis.seq)
        return settled

    def settle(self, job_id: str, findings: Findings) -> Settled:
        """A worker's findings, in one transaction with its job. A job that is settled already is left as it is."""
        job = self.jobs.get(job_id)
        return self._writer.submit(lambda t: intake.settle(t, job, findings))

    def said_by(self, observation_id: str) -> list[Fact]:
        """The facts believed now that an observation asserts, once the graph has them.

        Raises:
            Unavailable: the graph does not follow.
        """
        self._projector.wait_for(self.ledger.last_said_by(observation_id))
        return self.ledger.facts_said_by(observation_id, self.ledger.reached()[1])

    def lease(self, worker: str, seconds: float) -> Job | None:
        """Take the oldest job that is due, for `seconds`; None where there is none."""
        if not self.jobs.any_waiting(self._clock()):
            return None

        def take(t: Transaction) -> str | None:
            now = self._clock()
            return Jobs.take(t.db, worker, now, now + int(seconds * 1_000_000))

        taken = self._writer.submit(take)
        return self.jobs.get(taken) if taken else None

    def give_back(
        self, job_id: str, error: str, retry_in: float | None, *, attempt: int, waits: Waiting | None = None
    ) -> None:
        """A job could not be done: queue it again in `retry_in` seconds, or park it with its reason (None).

        `attempt` is that of the lease; where it has been lost to another worker, nothing happens. One that `waits`
        for a model was not tried at all.
        """
        now = self._clock()
        due = None if retry_in is None else now + int(retry_in * 1_000_000)
        returned = Returned(job_id, attempt, error[:2000], due, waits)
        self._writer.submit(lambda t: Jobs.give_back(t.db, returned, now))

    def retry(self, job_id: str) -> Job:
        """Have an observation extracted anew, also where that went well: what it said before stays, and what is
        said again changes nothing.

        Raises:
            NotFound: there is no such job. Gone: its observation was erased. Conflict: it is under way.
        """
        self._writer.submit(lambda t: Jobs.retry(t.db, job_id, t.tx))
        return self.jobs.get(job_id)

    def retry_all(self, statuses: Sequence[str] = UNDONE) -> int:
        """The same for all jobs of some statuses; returns how many.

        Raises:
            InvalidInput: a status is none, or that of jobs under way.
        """
        return self._writer.submit(lambda t: Jobs.retry_all(t.db, statuses, t.tx))

    # -- identity ------------------------------------------------------------------------------------------

    def add_alias(self, entity: str, alias: str, *, actor: str, reason: str | None = None) -> Basis:
        """Another name for an entity, from now on.

        Raises:
            NotFound: no such entity. InvalidInput: an empty name. Conflict: it has that name already.
        """
        return self._visibly(lambda t: joining.add_alias(t, entity, alias, actor=actor, reason=reason))

    def remove_alias(self, entity: str, alias: str, *, actor: str, reason: str | None = None) -> Basis:
        """Take an alias back, from now on; as of before it is still there.

        Raises:
            NotFound: the entity has no such alias.
        """
        return self._visibly(lambda t: joining.remove_alias(t, entity, alias, actor=actor, reason=reason))

    def merge(self, loser: str, winner: str, *, actor: str, reason: str) -> tuple[int, Basis]:
        """From now on `loser` stands for `winner`; returns the seq by which `unmerge` names it.

        Raises:
            NotFound: one of them is not there. Conflict: they are one already.
        """
        basis = self._visibly(lambda t: joining.merge(t, loser, winner, actor=actor, reason=reason))
        return basis.seq, basis

    def unmerge(self, merge: int, *, actor: str, reason: str) -> Basis:
        """Undo a merge by its seq, from now on: the state is as if it had never been.

        Raises:
            NotFound: no merge in force has that seq.
        """
        return self._visibly(lambda t: joining.unmerge(t, merge, actor=actor, reason=reason))

    def suggestions(self, wanted: Wanted) -> Page:
        """Entities that may be one as of now, the best reasons first. Nothing is merged by this.

        Raises:
            InvalidInput: the cursor is of another list.
        """
        return self._suggestions.page(self.ledger.canonical, self.ledger.reached()[1], wanted)

    def dismiss(self, entity: str, other: str, *, actor: str, reason: str) -> Basis:
        """Two entities are not one, and are not suggested again.

        Raises:
            NotFound: one of them is not there. Conflict: they are one, or this was said before.
        """
        return self._visibly(lambda t: joining.dismiss(t, entity, other, actor=actor, reason=reason))

    def _visibly(self, work: Callable[[Transaction], Basis]) -> Basis:
        basis = self._writer.submit(work)
        self._projector.wait_for(basis.seq)
        return basis

    # -- care ----------------------------------------------------------------------------------------------

    def erase(
        self,
        *,
        observations: Sequence[str] = (),
        documents: Sequence[str] = (),
        sessions: Sequence[str] = (),
        actor: str,
        reason: str,
    ) -> Erased:
        """Remove what was seen, and all that rests on it alone, from every file; a tombstone stays.

        Raises:
            NotFound: an observation, document or session is not there.
        """
        wanted = erasing.Selection(tuple(observations), tuple(documents), tuple(sessions), actor, reason)
        self._writer.submit(lambda t: erasing.select(t, wanted))
        with self._projector.replacing():
            erased = self._writer.alone(lambda t: erasing.erase(t, wanted))
            self._refreshed()
        self._writer.alone(erasing.sweep)
        return erased

    def verify(self, progress: Progress | None = None) -> Verification:
        """Read the whole journal and check its chain; also that the graph rests on it."""
        outcome = self._journal.verify(progress)
        reached = self._projector.reached()[0]
        if outcome.ok and reached.seq > outcome.head.seq:
            return Verification(
                False, outcome.events, outcome.head, outcome.head.seq + 1,
                f"the graph reflects event {reached.seq}, but the journal ends before it",
            )  # fmt: skip
        return outcome

    def rebuild(self, progress: Progress | None = None) -> Basis:
        """Make every table and the graph anew from the journal, while readers keep the old until it is done."""
        basis = self._writer.alone(lambda t: erasing.replay(t, progress))
        self._refreshed()
        self._projector.rebuild()
        return basis

    def checkpoint(self) -> None:
        """Make the graph's file compact and current now; it is done by itself every so many facts."""
        self._projector.checkpoint()

    def _refreshed(self) -> None:
        self.ledger.canonical = self._desk.projection.canonical
        self.ledger.forget_names()
        self._suggestions.forget()

    def status(self) -> Status:
        """Counts and lags, read now."""
        return measured(self._record, self.jobs, self._projector, self._clock())
