"""The statements table: what was said, by key. Append-only; `silent_from` caches the earliest known silence.

A statement travels through the journal as a plain mapping (`encode`), and is read back either as the pure
`bitemporal.Statement` that the rules of time need, or as a `StatementRow` with everything known of it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

import orjson

from retrograph.graph.bitemporal import Kind, Statement
from retrograph.graph.intervals import BEGINNING, OPEN, Bounds
from retrograph.graph.keys import key_of
from retrograph.graph.model import Evidenced, Support
from retrograph.graph.vocabulary import Grain

T = TypeVar("T")

CHUNK: Final = 500
"""Parameters bound at a time in an `IN (...)`."""

_VERBS: Final = {"assert": Kind.ASSERT, "end": Kind.ENDED, "retract": Kind.VOID}


@dataclass(frozen=True, slots=True)
class Said:
    """A statement as planned: who said what, before it has a place in the journal. Ids are as mentioned."""

    kind: Kind
    source: str
    name: str
    target: str | None
    value: str | None
    payload: str
    planned: bool
    start: int
    end: int
    why: Evidenced
    late: int = BEGINNING
    grain_from: Grain = "instant"
    grain_to: Grain = "instant"
    op: int = 0
    verb: str | None = None
    """The verb it came by, where that is not its own: a correction is a VOID and an ASSERT."""

    @property
    def is_property(self) -> bool:
        return self.target is None

    @property
    def key(self) -> str:
        return key_of(self.source, self.name, self.target, self.planned, is_property=self.is_property)

    def encode(self) -> dict[str, Any]:
        """The form it has in an event; nothing that is at its default is written."""
        why = self.why
        full = {
            "verb": next(verb for verb, kind in _VERBS.items() if kind is self.kind),
            "source": self.source, "name": self.name, "target": self.target, "value": self.value,
            "payload": self.payload if self.is_property else None, "planned": self.planned or None,
            "from": self.start if self.start != BEGINNING else None, "to": self.end if self.end != OPEN else None,
            "late": self.late if self.late > self.start else None,
            "grainFrom": self.grain_from if self.grain_from != "instant" else None,
            "grainTo": self.grain_to if self.grain_to != "instant" else None,
            "weight": why.weight, "evidence": why.evidence, "quote": why.quote, "span": why.span,
            "reasoning": why.reasoning, "sentiment": why.sentiment, "alternatives": list(why.alternatives) or None,
            "phraseFrom": why.phrase_from, "phraseTo": why.phrase_to, "op": self.op or None,
            "by": self.verb, "extractor": why.extractor,
        }  # fmt: skip
        return {name: value for name, value in full.items() if value is not None}


@dataclass(frozen=True, slots=True)
class StatementRow:
    """One statement with everything known of it.

    `statement.payload` is canonical as of the reading: the target's id, or the value's id (opaque) for a
    property. `source` and `target` are as mentioned.
    """

    statement: Statement
    key: str
    source: str
    type: str
    target: str | None
    value: str | None
    planned: bool
    support: Support
    observation_kind: str
    document_id: str | None
    verb: str
    """assert, end, retract or correct."""


_INSERT: Final = """
INSERT INTO statements (verb, key, tx, seq, part, kind, start, end, late, payload, source, name, target, value, planned,
  observation, quote, span_start, span_end, weight, evidence, reasoning, sentiment, alternatives, extractor,
  grain_from, grain_to, phrase_from, phrase_to, document, silent_from)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an event's statements come from. `document` is set where silence of a later version counts."""

    seq: int
    tx: int
    observation: str
    extractor: str
    document: str | None = None


def insert(db: sqlite3.Connection, said: Sequence[dict[str, Any]], origin: Origin) -> list[str]:
    """Add an event's statements; returns their keys as mentioned, in order."""
    rows, keys = [], []
    for part, s in enumerate(said):
        target, planned = s.get("target"), bool(s.get("planned"))
        key = key_of(s["source"], s["name"], target, planned, is_property=target is None)
        keys.append(key)
        start = s.get("from", BEGINNING)
        span = s.get("span") or (None, None)
        alternatives = s.get("alternatives")
        rows.append((
            s.get("by", s["verb"]), key, origin.tx, origin.seq, part, _VERBS[s["verb"]].value, start,
            s.get("to", OPEN), s.get("late", start), target or s["payload"], s["source"], s["name"], target,
            s.get("value"), planned, origin.observation,
            s.get("quote"), span[0], span[1], s["weight"], s["evidence"], s.get("reasoning"), s.get("sentiment"),
            orjson.dumps(alternatives).decode() if alternatives else None, s.get("extractor", origin.extractor),
            s.get("grainFrom", "instant"), s.get("grainTo", "instant"), s.get("phraseFrom"), s.get("phraseTo"),
            origin.document, OPEN,
        ))  # fmt: skip
    db.executemany(_INSERT, rows)
    return keys


@dataclass(frozen=True, slots=True)
class Core:
    """A statement with what the writer needs to make rows of it."""

    statement: Statement
    value: str | None
    weight: float


def core(db: sqlite3.Connection, keys: Iterable[str]) -> list[Core]:
    """The statements of these keys as known now, for the rules of time; targets are as mentioned."""
    found = []
    for chunk in chunks(list(keys)):
        marks = ",".join("?" * len(chunk))
        for row in db.execute(
            "SELECT tx, seq, part, kind, start, end, payload, late, silent_from, value, weight "
            f"FROM statements WHERE key IN ({marks})",
            chunk,
        ):
            tx, seq, part, kind, start, end, payload, late, silent_from, value, weight = row
            silences = ((tx, silent_from),) if silent_from < OPEN else ()
            found.append(Core(Statement(tx, seq, part, Kind(kind), start, end, payload, late, silences), value, weight))
    return found


_READ: Final = """
SELECT s.n, s.key, s.tx, s.seq, s.part, s.kind, s.start, s.end, s.late, s.payload, s.source, s.name, s.target, s.value,
  s.planned, s.observation, o.session, o.kind, s.quote, s.span_start, s.span_end, s.weight, s.evidence, s.reasoning,
  s.sentiment, s.alternatives, s.extractor, s.grain_from, s.grain_to, s.phrase_from, s.phrase_to, s.document,
  s.silent_from, s.verb
FROM statements s LEFT JOIN observations o ON o.id = s.observation
WHERE s.key IN ({marks}) AND s.tx <= ? ORDER BY s.seq, s.part
"""


def read(db: sqlite3.Connection, keys: Collection[str], known: int) -> list[StatementRow]:
    """All statements of these keys recorded by `known`, oldest first."""
    rows: list[Any] = []
    for chunk in chunks(list(keys)):
        padded = (*chunk, *[chunk[-1]] * (_rounded(len(chunk)) - len(chunk)))
        rows += db.execute(_READ.format(marks=",".join("?" * len(padded))), (*padded, known)).fetchall()
    silent = [row[0] for row in rows if row[32] < OPEN]
    silences = _silences(db, silent) if silent else {}
    return [_row(row, silences.get(row[0], ())) for row in rows]


def _rounded(count: int) -> int:
    """The next power of two, so that SQLite meets few texts of different length and keeps them prepared."""
    return 1 << (count - 1).bit_length()


def _row(row: tuple[Any, ...], silences: tuple[tuple[int, int], ...]) -> StatementRow:
    (_, key, tx, seq, part, kind, start, end, late, payload, source, name, target, value, planned, observation, session,
     observation_kind, quote, span_start, span_end, weight, evidence, reasoning, sentiment, alternatives, extractor,
     grain_from, grain_to, phrase_from, phrase_to, document, _, verb) = row  # fmt: skip
    return StatementRow(
        Statement(tx, seq, part, Kind(kind), start, end, payload, late, silences),
        key, source, name, target, value, bool(planned),
        Support(
            observation, session, seq, tx, Bounds(start, end, grain_from, grain_to), quote,
            (span_start, span_end) if span_start is not None else None, weight, evidence, reasoning, sentiment,
            tuple(orjson.loads(alternatives)) if alternatives else (), extractor, phrase_from, phrase_to,
        ),
        observation_kind or "note", document, verb,
    )  # fmt: skip


def _silences(db: sqlite3.Connection, statements: list[int]) -> dict[int, tuple[tuple[int, int], ...]]:
    found: dict[int, tuple[tuple[int, int], ...]] = {}
    for chunk in chunks(statements):
        marks = ",".join("?" * len(chunk))
        for n, tx, at in db.execute(
            f"SELECT statement, tx, at FROM silences WHERE statement IN ({marks}) ORDER BY tx",
            chunk,
        ):
            found[n] = (*found.get(n, ()), (tx, at))
    return found


def chunks(items: list[T]) -> Iterable[list[T]]:
    """The items, at most `CHUNK` at a time."""
    return (items[i : i + CHUNK] for i in range(0, len(items), CHUNK))


def canonical(rows: Sequence[StatementRow], of: Callable[[str], str]) -> list[StatementRow]:
    """The rows (oldest first) with canonical payloads: what a target stands for, or the first id a value was given."""
    first: dict[str, str] = {}
    same: dict[str, str] = {}
    for row in rows:
        if row.value is not None:
            same[row.statement.payload] = first.setdefault(row.value, row.statement.payload)
    return [
        row
        if (payload := same.get(row.statement.payload, of(row.statement.payload))) == row.statement.payload
        else replace(row, statement=replace(row.statement, payload=payload))
        for row in rows
    ]
