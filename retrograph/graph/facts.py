"""The rows: what a key's statements come to, as known now, with what was believed before kept beside it.

A write recomputes the runs of the keys it touches, closes the rows that changed (`recorded_to`, the only column
ever updated, once) and opens the new ones. Most writes touch the end of valid time or repeat what is known, and
are answered without reading the key's whole history; `bitemporal.runs` is the meaning in every case.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any, Final

from retrograph.clock import spell
from retrograph.graph import statements
from retrograph.graph.bitemporal import Kind, Statement, runs
from retrograph.graph.identity import Canonical
from retrograph.graph.intervals import OPEN
from retrograph.graph.keys import Topic, spellings, topic_of
from retrograph.graph.model import Fact
from retrograph.graph.statements import Core

COLUMNS: Final = (
    "id, key, source, name, target, value, payload, planned, weight, valid_from, valid_to, recorded_from, "
    "recorded_to, opened, closed"
)


ERASED: Final = "(erased)"
"""Stands for a value whose every mention by words was erased, while something else still rests on it."""


def fact_of(row: tuple[Any, ...]) -> Fact:
    """A row of `COLUMNS` as a value."""
    id_, key, source, name, target, value, payload, planned, weight, valid_from, valid_to, *recorded = row
    recorded_from, recorded_to, opened, closed = recorded
    return Fact(
        id_, key, source, name, target, value, payload, planned == 1, weight, valid_from, valid_to,
        recorded_from, recorded_to, opened, closed,
    )  # fmt: skip


_values = attrgetter(
    "id", "key", "source", "type", "target", "value", "payload", "planned", "weight", "valid_from", "valid_to",
    "recorded_from", "recorded_to", "opened_seq", "closed_seq",
)  # fmt: skip


@dataclass(slots=True)
class Changes:
    """What one event did to the rows, by canonical key."""

    opened: dict[str, list[Fact]] = field(default_factory=dict)
    closed: dict[str, list[Fact]] = field(default_factory=dict)
    current: dict[str, list[Fact]] = field(default_factory=dict)
    """All that is believed now of each key the event speaks of, changed or not."""


@dataclass(frozen=True, slots=True)
class _Draft:
    """A row that should be there: a run with what the graph shows of it."""

    payload: str
    start: int
    end: int
    value: str | None
    weight: float


@dataclass(frozen=True, slots=True)
class _Work:
    """One canonical key to bring up to date by the event `(seq, tx)`."""

    topic: Topic
    key: str
    seq: int
    tx: int
    silent_from: int
    current: list[Fact]


class Facts:
    """Keeps the rows in step with the statements. Writer thread only, inside its transaction."""

    def __init__(self, db: sqlite3.Connection, canonical: Canonical) -> None:
        self._db = db
        self._canonical = canonical

    def settle(self, mentioned: Iterable[str], silenced: Mapping[str, int], seq: int, tx: int) -> Changes:
        """Bring the rows of these keys (as mentioned) up to date after an event's statements were inserted.

        `silenced` are the keys on which documents fell silent by this event, with the first instant it changes.
        """
        changes = Changes()
        first: dict[str, int] = {}
        for key in mentioned:
            first.setdefault(self.canonical_key(key, tx), OPEN)
        for key, at in silenced.items():
            canonical = self.canonical_key(key, tx)
            first[canonical] = min(at, first.get(canonical, OPEN))
        for key, at in first.items():
            self._settle(_Work(topic_of(key), key, seq, tx, at, self.current(key)), changes)
        return changes

    def canonical_key(self, key: str, tx: int) -> str:
        """The key under which a mentioned key's rows are kept at `tx`."""
        return canonical_key(self._canonical, key, tx)

    def current(self, key: str) -> list[Fact]:
        """The rows of a canonical key as believed now, in order of valid time."""
        return [
            fact_of(row)
            for row in self._db.execute(
                f"SELECT {COLUMNS} FROM facts WHERE key = ? AND recorded_to = ? ORDER BY valid_from", (key, OPEN)
            )
        ]

    def close(self, keys: Iterable[str], seq: int, tx: int, changes: Changes) -> None:
        """Close every row of canonical keys that no statement is read under any more."""
        for key in keys:
            self._replace(_Work(topic_of(key), key, seq, tx, OPEN, self.current(key)), [], changes)

    def _settle(self, work: _Work, changes: Changes) -> None:
        topic = work.topic
        sources = self._canonical.members(topic.source, work.tx)
        targets = self._canonical.members(topic.target, work.tx) if topic.target is not None else frozenset()
        wanted = self._at_the_end(work) if len(sources) == 1 and len(targets) <= 1 else None
        if wanted is None:
            wanted = self._in_full(topic, work.tx, list(spellings(topic, sources, targets)))
        self._replace(work, wanted, changes)

    def _at_the_end(self, work: _Work) -> list[_Draft] | None:
        """The rows after a single new ASSERT that repeats what is so, or that starts after everything else.

        None where neither is the case. A repeated word changes nothing unless it gives notice to another payload
        (which it cannot where its own holds until further notice); what starts last and is open decides from
        its start on.
        """
        fresh = self._db.execute(
            "SELECT kind, start, end, payload, value, weight, silent_from FROM statements "
            "WHERE key = ? AND seq = ? LIMIT 2",
            (work.key, work.seq),
        ).fetchall()
        if len(fresh) != 1:
            return None
        kind, start, end, payload, value, weight, silent_from = fresh[0]
        unnamed = work.topic.is_property and value is None
        if kind != Kind.ASSERT or unnamed or silent_from < OPEN or work.silent_from < start:
            return None
        payload = payload if work.topic.is_property else self._canonical.of(payload, work.tx)
        rows = [_Draft(f.payload, f.valid_from, f.valid_to, f.value, f.weight) for f in work.current]
        if any(r.payload == payload and r.start <= start and end <= r.end for r in rows):
            return rows
        last, late = self._db.execute(
            "SELECT max(start), max(late) FROM statements WHERE key = ? AND seq < ?", (work.key, work.seq)
        ).fetchone()
        if last is None:
            return [_Draft(payload, start, end, value, weight)]
        if end != OPEN or start < max(last, late):
            return None
        kept = [r if r.end <= start else replace(r, end=start) for r in rows if r.start < start]
        if kept and kept[-1].end == start and kept[-1].payload == payload:
            start, weight = kept[-1].start, max(weight, kept[-1].weight)
            kept.pop()
        return [*kept, _Draft(payload, start, OPEN, value, weight)]

    def _in_full(self, topic: Topic, tx: int, keys: Sequence[str]) -> list[_Draft]:
        if topic.target is not None and topic.target == topic.source:
            return []
        spoken = self.spoken(statements.core(self._db, keys), topic.is_property, tx)
        values = {c.statement.payload: c.value for c in spoken if c.value is not None}
        unnamed = ERASED if topic.is_property else None
        drafts = []
        for run in runs([c.statement for c in spoken], tx):
            if not topic.is_property and run.payload == topic.source:
                continue
            weight = max(
                c.weight
                for c in spoken
                if c.statement.kind is Kind.ASSERT
                and c.statement.payload == run.payload
                and c.statement.start < run.end
                and c.statement.end_at(tx) > run.start
            )
            drafts.append(_Draft(run.payload, run.start, run.end, values.get(run.payload, unnamed), weight))
        return drafts

    def spoken(self, found: Sequence[Core], is_property: bool, tx: int) -> list[Core]:
        """The statements with canonical payloads: a target's id, or the first id that a value was given."""
        if is_property:
            return [replace(c, statement=s) for c, s in zip(found, unify(found), strict=True)]
        of = self._canonical.of
        return [
            replace(c, statement=replace(c.statement, payload=target))
            if (target := of(c.statement.payload, tx)) != c.statement.payload
            else c
            for c in found
        ]

    def _replace(self, work: _Work, wanted: list[_Draft], changes: Changes) -> None:
        kept = {(d.payload, d.start, d.end) for d in wanted}
        had = {(f.payload, f.valid_from, f.valid_to) for f in work.current}
        stays = [f for f in work.current if (f.payload, f.valid_from, f.valid_to) in kept]
        closed = [
            replace(f, recorded_to=work.tx, closed_seq=work.seq)
            for f in work.current
            if (f.payload, f.valid_from, f.valid_to) not in kept
        ]
        opened = [self._open(work, d) for d in wanted if (d.payload, d.start, d.end) not in had]
        if closed:
            self._db.executemany(
                "UPDATE facts SET recorded_to = ?, closed = ? WHERE id = ?",
                [(work.tx, work.seq, f.id) for f in closed],
            )
            changes.closed[work.key] = closed
        if opened:
            self._db.executemany(
                f"INSERT INTO facts ({COLUMNS}) VALUES ({', '.join('?' * 15)})", [_values(f) for f in opened]
            )
            changes.opened[work.key] = opened
        changes.current[work.key] = sorted([*stays, *opened], key=attrgetter("valid_from"))

    @staticmethod
    def _open(work: _Work, draft: _Draft) -> Fact:
        topic = work.topic
        identity = f"{work.key}|{draft.payload}|{draft.start}|{draft.end}|{work.seq}".encode()
        number = int.from_bytes(hashlib.blake2b(identity, digest_size=13).digest())
        return Fact(
            spell("fact", number), work.key, topic.source, topic.name, None if topic.is_property else draft.payload,
            draft.value, draft.payload, topic.planned, draft.weight, draft.start, draft.end, work.tx, OPEN, work.seq, 0,
        )  # fmt: skip


def canonical_key(canonical: Canonical, key: str, tx: int) -> str:
    """The key under which the rows of a key, as mentioned, are kept at `tx`."""
    if not canonical.any:
        return key
    topic = topic_of(key)
    target = canonical.of(topic.target, tx) if topic.target is not None else None
    return Topic(canonical.of(topic.source, tx), topic.name, target, topic.is_property, topic.planned).key


def unify(found: Sequence[Core]) -> list[Statement]:
    """Property statements in which equal values have one payload: the id that the value was first given."""
    first: dict[str, str] = {}
    same: dict[str, str] = {}
    for c in sorted(found, key=lambda c: c.statement.written):
        if c.value is not None:
            same[c.statement.payload] = first.setdefault(c.value, c.statement.payload)
    return [
        replace(c.statement, payload=known) if (known := same.get(c.statement.payload)) else c.statement for c in found
    ]
