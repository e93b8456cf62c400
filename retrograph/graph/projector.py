"""Keeps the graph in step with the record, on a thread of its own, and rebuilds it when it cannot be used.

The graph carries the seq and hash of the last event it reflects. What it lacks is read from the tables, netted,
and applied in one graph transaction; so a crash of either side needs nothing but this at the next start.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from retrograph.errors import Damaged, RetrographError, Unavailable
from retrograph.graph.facts import COLUMNS, fact_of
from retrograph.graph.hosted import Hosted
from retrograph.graph.intervals import OPEN
from retrograph.graph.journal import Basis, Journal
from retrograph.graph.model import Fact
from retrograph.graph.names import COLUMNS as ENTITY_COLUMNS
from retrograph.graph.names import entity_of
from retrograph.graph.sqlite import Record
from retrograph.graph.store import Delta, Edge, StoreKind

DELTA_ROWS: Final = 4000
"""About how many edges are taken into one graph transaction."""
REBUILD_ROWS: Final = 20_000
"""From how many edges behind a bulk load is faster than catching up."""
GATHER: Final = 0.05
"""Seconds for which events that nobody waits for are gathered into one graph transaction."""

_log = logging.getLogger("retrograph.graph")


def edge_of(fact: Fact) -> Edge:
    """A relation's row as the graph holds it."""
    return Edge(
        fact.id, fact.key, fact.source, fact.target or "", fact.type, fact.weight, fact.planned, fact.valid_from,
        fact.valid_to, fact.recorded_from, fact.recorded_to,
    )  # fmt: skip


class Projector:
    """Owns the graph store of one project. `reached` is the point that answers may rely on."""

    def __init__(self, record: Record, journal: Journal, path: Path, kind: StoreKind) -> None:
        self._record = record
        self._journal = journal
        self._path = path
        self._kind = kind
        self.graph = Hosted()
        self._reached: tuple[Basis, int] = (Basis(0, ""), 0)
        self._moved = threading.Condition()
        self._wanted = threading.Event()
        self._awaited = threading.Event()
        self._idle = threading.Lock()
        self._closing = False
        self.problem: str | None = None
        self._thread = threading.Thread(target=self._run, name="retrograph-projector", daemon=True)

    def reached(self) -> tuple[Basis, int]:
        """The last event that the graph reflects, and its transaction time."""
        return self._reached

    def start(self) -> None:
        """Open the graph, bring it in step, and keep it so. A graph that cannot be used is put aside and rebuilt."""
        with self._idle:
            self._open()
            self._catch_up()
        self._thread.start()

    def wake(self) -> None:
        """There is something new in the record."""
        self._wanted.set()

    def wait_for(self, seq: int, timeout: float = 60.0) -> None:
        """Return when the graph reflects event `seq`.

        Raises:
            Unavailable: it does not within `timeout` seconds. What was written is safe and will follow.
        """
        self._awaited.set()
        self._wanted.set()
        with self._moved:
            done = self._moved.wait_for(lambda: self._reached[0].seq >= seq or self._closing, timeout)
        if not done or self._reached[0].seq < seq:
            raise Unavailable(
                f"recorded as event {seq}, but the graph has not caught up yet"
                + (f" ({self.problem})" if self.problem else "")
                + "; ask again later"
            )

    def rebuild(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Make the graph anew from the record, beside the old one, and put it in its place."""
        with self._idle:
            self._rebuild(progress)
            self._catch_up()

    def checkpoint(self) -> None:
        """Make the graph's own file compact and current."""
        with self._idle:
            self.graph.checkpoint()

    @contextmanager
    def replacing(self) -> Iterator[None]:
        """Take the graph out of service while the record is changed under it, then make it anew."""
        with self._idle:
            old = self.graph.withdraw()
            if old is not None:
                old.close()
            try:
                yield
            finally:
                self._rebuild(None)
                self._discard_aside()
                self._catch_up()

    def close(self) -> None:
        self._closing = True
        self._awaited.set()
        self._wanted.set()
        if self._thread.is_alive():
            self._thread.join()
        with self._moved:
            self._moved.notify_all()
        store = self.graph.withdraw()
        if store is not None:
            store.close()

    # -- opening -------------------------------------------------------------------------------------------

    def _open(self) -> None:
        try:
            store = self._kind.open(self._path)
        except Damaged as error:
            _log.warning("the graph does not open (%s): put aside and rebuilt from the journal", error)
            self._put_aside()
            self._rebuild(None)
            return
        seq, hash_ = store.applied()
        swept = int(self._record.meta("swept") or 0)
        known = seq == 0 or self._journal.tx_of(Basis(seq, hash_)) is not None
        if seq and seq < swept:
            _log.warning("the graph is from before an erase: removed and rebuilt")
            store.close()
            self._remove(self._path)
            self._rebuild(None)
            self._discard_aside()
            return
        if not known:
            _log.warning("the graph at event %d is not of this journal: put aside and rebuilt", seq)
            store.close()
            self._put_aside()
            self._rebuild(None)
            return
        self.graph.host(store)
        self._reach(seq)
        if self._behind(seq) > REBUILD_ROWS:
            self._rebuild(None)

    def _behind(self, seq: int) -> int:
        with self._record.reading() as db:
            row = db.execute("SELECT count(*) FROM (SELECT 1 FROM facts WHERE opened > ? LIMIT 20001)", (seq,))
            return int(row.fetchone()[0])

    def _put_aside(self) -> None:
        number = 1
        while any(f.exists() for f in self._kind.files(self._aside(number))):
            number += 1
        self._move(self._path, self._aside(number))

    def _discard_aside(self) -> None:
        """Graphs put aside hold what an erase must not leave."""
        number = 1
        while any(f.exists() for f in self._kind.files(self._aside(number))):
            self._remove(self._aside(number))
            number += 1

    def _aside(self, number: int) -> Path:
        return self._path.with_name(f"{self._path.name}.damaged-{number}")

    def _move(self, here: Path, there: Path) -> None:
        for file, place in zip(self._kind.files(here), self._kind.files(there), strict=True):
            if file.exists():
                file.rename(place)

    def _remove(self, path: Path) -> None:
        for file in self._kind.files(path):
            file.unlink(missing_ok=True)

    # -- rebuilding ----------------------------------------------------------------------------------------

    def _rebuild(self, progress: Callable[[int, int], None] | None) -> None:
        fresh = self._path.with_name(self._path.name + ".new")
        old = self.graph.withdraw()
        if old is not None:
            old.close()
        self._remove(fresh)
        store = self._kind.open(fresh)
        with self._record.reading() as db:
            db.execute("BEGIN")
            try:
                seq, hash_ = db.execute("SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1").fetchone() or (0, b"")
                total = db.execute("SELECT count(*) FROM facts WHERE target IS NOT NULL").fetchone()[0]
                entities = map(entity_of, db.execute(f"SELECT {ENTITY_COLUMNS} FROM entities"))
                facts = db.execute(f"SELECT {COLUMNS} FROM facts WHERE target IS NOT NULL")

                def edges() -> Iterator[Edge]:
                    for count, row in enumerate(facts, 1):
                        if progress and (count % 1000 == 0 or count == total):
                            progress(count, total)
                        yield edge_of(fact_of(row))

                store.load(entities, edges(), seq, hash_.hex())
            finally:
                db.execute("ROLLBACK")
        if self._kind.files(fresh):
            store.close()
            self._remove(self._path)
            self._move(fresh, self._path)
            store = self._kind.open(self._path)
        self.graph.host(store)
        self._reach(seq)

    # -- following -----------------------------------------------------------------------------------------

    def _run(self) -> None:
        pause = 0.05
        while not self._closing:
            self._wanted.wait()
            self._awaited.wait(GATHER)
            self._awaited.clear()
            self._wanted.clear()
            try:
                with self._idle:
                    self._catch_up()
                    if self.graph.due():
                        self.graph.checkpoint()
                self.problem, pause = None, 0.05
            except (RetrographError, OSError) as error:
                self.problem = str(error)
                _log.error("the graph could not follow the journal: %s", error)
                if isinstance(error, Damaged):
                    self._recover()
                threading.Event().wait(pause)
                pause = min(pause * 2, 5.0)
                self._wanted.set()

    def _recover(self) -> None:
        try:
            with self._idle:
                old = self.graph.withdraw()
                if old is not None:
                    old.close()
                self._put_aside()
                self._rebuild(None)
        except (RetrographError, OSError) as error:
            self.problem = str(error)

    def _catch_up(self) -> None:
        while not self._closing and (delta := self._delta(self._reached[0].seq)) is not None:
            if delta.entities or delta.opened or delta.closed:
                self.graph.apply(delta)
            self._reach(delta.seq)

    def _reach(self, seq: int) -> None:
        with self._record.reading() as db:
            row = db.execute("SELECT hash, tx FROM events WHERE seq = ?", (seq,)).fetchone()
        with self._moved:
            self._reached = (Basis(seq, row[0].hex()), row[1]) if row else (Basis(0, ""), 0)
            self._moved.notify_all()

    def _delta(self, after: int) -> Delta | None:
        """What changed after an event, up to the head or to where about `DELTA_ROWS` edges are together."""
        with self._record.reading() as db:
            db.execute("BEGIN")
            try:
                head = db.execute("SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1").fetchone()
                if head is None or head[0] <= after:
                    return None
                far = db.execute(
                    "SELECT opened FROM facts INDEXED BY facts_by_opened WHERE opened > ? "
                    "ORDER BY opened LIMIT 1 OFFSET ?",
                    (after, DELTA_ROWS),
                ).fetchone()
                if far is not None and far[0] < head[0]:
                    head = db.execute("SELECT seq, hash FROM events WHERE seq = ?", far).fetchone()
                upto, hash_ = head
                entities = db.execute(
                    f"SELECT {ENTITY_COLUMNS} FROM entities WHERE seq > ? AND seq <= ?", (after, upto)
                ).fetchall()
                opened = db.execute(
                    f"SELECT {COLUMNS} FROM facts INDEXED BY facts_by_opened WHERE opened > ? AND opened <= ? "
                    "AND target IS NOT NULL",
                    (after, upto),
                ).fetchall()
                closed = db.execute(
                    f"SELECT {COLUMNS} FROM facts INDEXED BY facts_by_closed WHERE closed > ? AND closed <= ? "
                    "AND opened <= ? AND target IS NOT NULL",
                    (after, upto, after),
                ).fetchall()
            finally:
                db.execute("ROLLBACK")
        facts = [map(fact_of, opened), map(fact_of, closed)]
        return Delta(upto, hash_.hex(), list(map(entity_of, entities)), *(_edges(rows, upto) for rows in facts))


def _edges(facts: Iterable[Fact], upto: int) -> list[Edge]:
    """Rows as edges, as they were at event `upto`: a later closing is not seen yet."""
    return [edge_of(f if f.closed_seq <= upto else replace(f, recorded_to=OPEN)) for f in facts]
