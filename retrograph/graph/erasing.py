"""Erasing what was seen, from every file, and replaying the journal. Runs on the writer thread, alone.

An erase blanks the payloads of the observation and of every event that rests on it alone, leaves a tombstone that
names them by seq, and makes the tables anew from what is left. Until `sweep` has rewritten the files, a mark in the
database says that it is due, so that a kill in between only delays it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import orjson

from retrograph.errors import InvalidInput, NotFound
from retrograph.graph.identity import Canonical
from retrograph.graph.jobs import Jobs
from retrograph.graph.journal import Basis
from retrograph.graph.projection import Projection
from retrograph.graph.statements import chunks
from retrograph.graph.writer import Transaction


@dataclass(frozen=True, slots=True)
class Selection:
    """What to erase: observations by id, all versions of documents, all of sessions."""

    observations: tuple[str, ...]
    documents: tuple[str, ...]
    sessions: tuple[str, ...]
    actor: str
    reason: str


@dataclass(frozen=True, slots=True)
class Erased:
    """What an erase removed. `tombstone` is the seq of its own event."""

    tombstone: int
    observations: int
    events: int
    basis: Basis


def select(t: Transaction, wanted: Selection) -> list[str]:
    """The ids of the observations that a selection means.

    Raises:
        InvalidInput: it names nothing. NotFound: one of the things it names is not there (or erased already).
    """
    if not (wanted.observations or wanted.documents or wanted.sessions):
        raise InvalidInput("observations", "name what to erase: observations, documents or sessions")
    found: dict[str, None] = {}
    for column, names in (("id", wanted.observations), ("document", wanted.documents), ("session", wanted.sessions)):
        for name in names:
            rows = t.db.execute(
                f"SELECT id FROM observations WHERE {column} = ? AND erased IS NULL", (name,)
            ).fetchall()
            if not rows:
                what = {"id": "observation", "document": "document", "session": "session"}[column]
                raise NotFound(f"there is no {what} {name!r} to erase")
            found.update(dict.fromkeys(row[0] for row in rows))
    return list(found)


def erase(t: Transaction, wanted: Selection) -> Erased:
    """Blank the events, write the tombstone, replay. The files still hold old bytes until `sweep`."""
    db, desk = t.db, t.desk
    db.execute("BEGIN IMMEDIATE")
    observations = select(t, wanted)
    events, touched = _resting_on(t, observations)
    canonical = desk.projection.canonical
    touched |= {canonical.of(id_, t.tx) for id_ in touched}
    seq = desk.journal.append(
        t.tx,
        "erased",
        {"observations": observations, "events": sorted(events), "touched": sorted(touched), "actor": wanted.actor,
         "reason": wanted.reason},
    )  # fmt: skip
    desk.journal.blank(events)
    Jobs.forget(db, observations, t.tx)
    db.executemany("UPDATE requests SET salt = NULL, digest = NULL WHERE seq = ?", [(s,) for s in events])
    for name in ("sweep", "swept"):
        db.execute("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", (name, str(seq)))
    fresh = _replayed(t, None)
    db.execute("COMMIT")
    desk.projection = fresh
    return Erased(seq, len(observations), len(events), t.basis)


def _resting_on(t: Transaction, observations: Iterable[str]) -> tuple[set[int], set[str]]:
    """Seqs of the events that hold these observations or what was taken from them, and the entities they speak of."""
    events: set[int] = set()
    touched: set[str] = set()
    for chunk in chunks(list(observations)):
        marks = ",".join("?" * len(chunk))
        events.update(row[0] for row in t.db.execute(f"SELECT seq FROM observations WHERE id IN ({marks})", chunk))
        for seq, body in t.db.execute(
            "SELECT seq, payload FROM events WHERE kind IN ('facts.written', 'extraction.applied') "
            f"AND payload IS NOT NULL AND json_extract(CAST(payload AS TEXT), '$.observation') IN ({marks})",
            chunk,
        ):
            events.add(seq)
            touched.update(orjson.loads(body)["entities"])
    return events, touched


def replay(t: Transaction, progress: Callable[[int, int], None] | None) -> Basis:
    """Make every table anew from the journal, in one transaction; readers see the old until it commits."""
    t.db.execute("BEGIN IMMEDIATE")
    fresh = _replayed(t, progress)
    t.db.execute("COMMIT")
    t.desk.projection = fresh
    return t.basis


def _replayed(t: Transaction, progress: Callable[[int, int], None] | None) -> Projection:
    fresh = Projection(t.db, Canonical())
    fresh.clear()
    total = t.basis.seq
    for seq, tx, kind, payload in t.desk.journal.replay(t.db):
        fresh.apply(seq, tx, kind, payload)
        if progress and (seq % 1000 == 0 or seq == total):
            progress(seq, total)
    return fresh


def sweep(t: Transaction) -> None:
    """Rewrite the database so that no erased byte is left in it or in its log."""
    t.desk.record.shrink()
    t.db.execute("DELETE FROM meta WHERE name = 'sweep'")
