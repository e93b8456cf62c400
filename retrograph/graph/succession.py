"""What "now we use Y" ends: the earlier targets that the record ties to the new one.

A text that says that something is otherwise than before, and not what it was before, ends an earlier target X of the
same source and relation only where X and Y are tied: one stands among the other's alternatives, X `succeeded_by` Y is
known, or the text names X. Any other earlier target of Y's type stays, and is reported as possibly replaced.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import orjson

from retrograph.graph.bitemporal import Kind
from retrograph.graph.identity import Canonical, fold
from retrograph.graph.intervals import OPEN
from retrograph.graph.standing import stands

REPORTED: Final = 5
"""As many possible replacements as one change reports."""


@dataclass(frozen=True, slots=True)
class Change:
    """A new target, which the record need not know yet: ids, its type and what the text calls it, when it starts,
    and what is said around it."""

    source: str
    relation: str
    target: str
    type: str
    called: tuple[str, ...]
    start: int
    alternatives: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Succession:
    """The earlier targets that end, and the names of those that may have ended."""

    ended: tuple[str, ...]
    possible: tuple[str, ...]

    def note(self, said: str) -> str:
        """What a person should look at, where something may have been replaced. `said` is the new statement."""
        others = ", ".join(map(repr, self.possible))
        return (
            f"possible replacement: {said} may end the same with {others}; nothing in the record ties them, "
            "so both stay. End what no longer holds."
        )


def succession(
    db: sqlite3.Connection, canonical: Canonical, known: int, change: Change, kept: Collection[str] = ()
) -> Succession:
    """What a change ends, as the record stands at `known`. `kept` are targets that the same text says still hold."""
    earlier = [id_ for id_ in _earlier(db, canonical, known, change) if id_ not in kept]
    if not earlier:
        return Succession((), ())
    target = canonical.of(change.target, known)
    names = _Names(db, canonical, known)
    new_names = names.of(target) | {fold(name) for name in change.called}
    considered = {fold(name) for name in change.alternatives}
    text = fold(change.text)
    ended, possible = [], []
    for id_ in earlier:
        old_names = names.of(id_)
        if (
            old_names & considered
            or any(stands(name, text) for name in old_names)
            or new_names & _considered(db, canonical, known, change, id_)
            or _succeeded(db, id_, target)
        ):
            ended.append(id_)
        elif names.type(id_) == change.type:
            possible.append(names.shown(id_))
    return Succession(tuple(ended), tuple(sorted(possible)[:REPORTED]))


def _earlier(db: sqlite3.Connection, canonical: Canonical, known: int, change: Change) -> list[str]:
    rows = db.execute(
        "SELECT DISTINCT target FROM facts WHERE source = ? AND name = ? AND recorded_to = ? AND target IS NOT NULL "
        "AND NOT planned AND valid_from < ? AND valid_to > ? AND target <> ? ORDER BY target",
        (canonical.of(change.source, known), change.relation, OPEN, change.start, change.start,
         canonical.of(change.target, known)),
    )  # fmt: skip
    return [row[0] for row in rows]


def _considered(db: sqlite3.Connection, canonical: Canonical, known: int, change: Change, target: str) -> set[str]:
    """What was considered besides `target` when it was said to be used, folded."""
    sources, targets = canonical.members(change.source, known), canonical.members(target, known)
    rows = db.execute(
        f"SELECT alternatives FROM statements WHERE source IN ({_marks(sources)}) AND target IN ({_marks(targets)}) "
        "AND name = ? AND kind = ? AND alternatives IS NOT NULL",
        (*sources, *targets, change.relation, Kind.ASSERT.value),
    )
    return {fold(name) for row in rows for name in orjson.loads(row[0])}


def _succeeded(db: sqlite3.Connection, old: str, new: str) -> bool:
    row = db.execute(
        "SELECT 1 FROM facts WHERE source = ? AND target = ? AND name = 'succeeded_by' AND recorded_to = ? "
        "AND NOT planned LIMIT 1",
        (old, new, OPEN),
    ).fetchone()
    return row is not None


class _Names:
    """What entities are called now, aliases and names of what was merged into them included."""

    def __init__(self, db: sqlite3.Connection, canonical: Canonical, known: int) -> None:
        self._db = db
        self._canonical = canonical
        self._known = known

    def of(self, id_: str) -> set[str]:
        members = self._canonical.members(id_, self._known)
        marks = _marks(members)
        rows: Iterable[Sequence[str]] = self._db.execute(
            f"SELECT name FROM entities WHERE id IN ({marks}) "
            f"UNION SELECT alias FROM aliases WHERE entity IN ({marks}) AND removed = {OPEN}",
            (*members, *members),
        )
        return {folded for row in rows if (folded := fold(row[0]))}

    def shown(self, id_: str) -> str:
        return str(self._db.execute("SELECT name FROM entities WHERE id = ?", (id_,)).fetchone()[0])

    def type(self, id_: str) -> str:
        return str(self._db.execute("SELECT type FROM entities WHERE id = ?", (id_,)).fetchone()[0])


def _marks(values: Collection[str]) -> str:
    return ",".join("?" * len(values))
