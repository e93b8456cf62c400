"""The single writer: one thread that turns requests into events, and makes many durable with one fsync.

Requests queue up while a commit is under way; the next round takes all of them into one SQLite transaction, each
with its own transaction time and its own savepoint, so that one that is refused leaves the others alone. A request
is acknowledged when its events are on disk.
"""

from __future__ import annotations

import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from retrograph.clock import Clock, IdSource
from retrograph.errors import NotFound, StoreError, Unavailable
from retrograph.graph.facts import Changes
from retrograph.graph.identity import Canonical
from retrograph.graph.journal import Basis, Journal, Payload
from retrograph.graph.planner import Planner
from retrograph.graph.projection import Projection
from retrograph.graph.sqlite import Record, mapped

T = TypeVar("T")
ROUND: Final = 256
"""Most requests that share one fsync."""


@dataclass(slots=True)
class Desk:
    """What the writer works on. `projection` is replaced whole by a rebuild, on the writer thread."""

    record: Record
    journal: Journal
    projection: Projection
    clock: Clock
    ids: IdSource


@dataclass(frozen=True, slots=True)
class Transaction:
    """One request's view of the record: its transaction time, and how it appends."""

    desk: Desk
    tx: int

    @property
    def db(self) -> sqlite3.Connection:
        return self.desk.record.writer

    def append(self, kind: str, payload: Payload) -> tuple[int, Changes]:
        """Write one event and apply it to the tables; returns its seq and what it did to the rows."""
        seq = self.desk.journal.append(self.tx, kind, payload)
        return seq, self.desk.projection.apply(seq, self.tx, kind, payload)

    @property
    def canonical(self) -> Canonical:
        return self.desk.projection.canonical

    def known_entity(self, id: str) -> str:
        """The id that an entity's id stands for now.

        Raises:
            NotFound: no entity has it.
        """
        if self.db.execute("SELECT 1 FROM entities WHERE id = ?", (id,)).fetchone() is None:
            raise NotFound(f"no entity has the id {id!r}")
        return self.canonical.of(id, self.tx)

    def planner(self) -> Planner:
        return Planner(self.db, self.desk.projection.canonical, self.desk.ids, self.tx)

    def new_id(self, prefix: str) -> str:
        return self.desk.ids(prefix)

    @property
    def basis(self) -> Basis:
        """The last event written so far."""
        return self.desk.journal.head


@dataclass(frozen=True, slots=True)
class _Request:
    work: Callable[[Transaction], Any]
    done: Future[Any]
    alone: bool


class Writer:
    """`writer.submit(work)` runs `work(transaction)` on the writer thread and returns when it is on disk."""

    def __init__(self, desk: Desk, committed: Callable[[], None]) -> None:
        self._desk = desk
        self._committed = committed
        self._requests: queue.SimpleQueue[_Request | None] = queue.SimpleQueue()
        self._gate = threading.Lock()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="retrograph-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Transaction], T]) -> T:
        """Run `work` in a transaction of its own tx and wait until it is durable.

        Raises:
            Unavailable: the project is closing.
            StoreError: it could not be made durable; nothing of it is kept.
            Whatever `work` raises; then nothing of it is kept.
        """
        return self._wait(work, alone=False)

    def alone(self, work: Callable[[Transaction], T]) -> T:
        """Run `work` outside any transaction, with nothing else being written; it opens its own."""
        return self._wait(work, alone=True)

    def _wait(self, work: Callable[[Transaction], T], *, alone: bool) -> T:
        done: Future[T] = Future()
        with self._gate:
            if self._closing:
                raise Unavailable("the project is closing; nothing was stored")
            self._requests.put(_Request(work, done, alone))
        return done.result()

    def close(self) -> None:
        """Finish what is queued, then stop."""
        with self._gate:
            if self._closing:
                return
            self._closing = True
            self._requests.put(None)
        self._thread.join()

    def _transaction(self) -> Transaction:
        return Transaction(self._desk, max(self._desk.clock(), self._desk.journal.tx + 1))

    # -- the thread ----------------------------------------------------------------------------------------

    def _run(self) -> None:
        held: _Request | None = None
        while True:
            first = held or self._requests.get()
            held = None
            if first is None:
                return
            if first.alone:
                self._by_itself(first)
                continue
            batch = [first]
            last = False
            while len(batch) < ROUND and not self._requests.empty():
                request = self._requests.get()
                if request is None:
                    last = True
                    break
                if request.alone:
                    held = request
                    break
                batch.append(request)
            self._round(batch)
            if last:
                return

    def _by_itself(self, request: _Request) -> None:
        try:
            with mapped(self._desk.record.path):
                result = request.work(self._transaction())
        except BaseException as error:
            self._undo()
            request.done.set_exception(error)
        else:
            request.done.set_result(result)
        self._committed()

    def _round(self, batch: list[_Request]) -> None:
        db = self._desk.record.writer
        settled: list[tuple[_Request, Any]] = []
        try:
            with mapped(self._desk.record.path):
                db.execute("BEGIN IMMEDIATE")
                for request in batch:
                    result = self._one(db, request)
                    if result is not None:
                        settled.append((request, result[0]))
                db.execute("COMMIT")
        except BaseException as error:
            self._undo()
            for request in batch:
                if not request.done.done():
                    request.done.set_exception(error)
            return
        self._committed()
        for request, result in settled:
            request.done.set_result(result)

    def _one(self, db: sqlite3.Connection, request: _Request) -> tuple[Any] | None:
        db.execute("SAVEPOINT request")
        try:
            result = request.work(self._transaction())
        except sqlite3.Error:
            raise
        except BaseException as error:
            if not db.in_transaction:
                raise StoreError("the transaction was rolled back; nothing of this round is stored") from error
            db.execute("ROLLBACK TO request")
            db.execute("RELEASE request")
            self._reread()
            request.done.set_exception(error)
            return None
        db.execute("RELEASE request")
        return (result,)

    def _undo(self) -> None:
        try:
            if self._desk.record.writer.in_transaction:
                self._desk.record.writer.execute("ROLLBACK")
            self._reread()
        except (sqlite3.Error, StoreError):
            return

    def _reread(self) -> None:
        self._desk.journal.reload()
        self._desk.projection.load_merges()
