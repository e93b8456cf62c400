"""Which entities a name means at a moment, and which names look like it."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final, Literal

from rapidfuzz import fuzz, process

from retrograph.errors import InvalidInput
from retrograph.graph.identity import NAME_LIMIT, Canonical, display_name, fold, loose_form, normal_form
from retrograph.graph.model import Entity
from retrograph.graph.statements import chunks

COLUMNS: Final = "id, type, name, form, tx"
_ALIKE: Final = 70.0
"""Least likeness (0 to 100) of a name that is offered instead of an unknown one."""


@dataclass(frozen=True, slots=True)
class Match:
    """One meaning of a name. `exact`: also written in the same way, not only of the same normal form.

    `mentioned` is the entity that bears the name, `entity` what that stands for since a merge.
    """

    entity: Entity
    by: Literal["id", "name", "alias"]
    exact: bool
    mentioned: Entity


def entity_of(row: tuple[Any, ...]) -> Entity:
    """A row of `COLUMNS` as a value."""
    return Entity(*row)


def lookup(
    db: sqlite3.Connection, canonical: Canonical, name: str, known: int, type_: str | None = None
) -> list[Match]:
    """The distinct entities that `name` (an id, a name or an alias) means at `known`, canonical, best first.

    Raises:
        InvalidInput: the name is empty or far too long.
    """
    if len(name) > NAME_LIMIT:
        raise InvalidInput("entity", f"a name has at most {NAME_LIMIT} characters; this one has {len(name)}")
    folded = fold(name)
    if not folded:
        raise InvalidInput("entity", "the name is empty: it has no visible character")
    written = display_name(name)
    hits: list[tuple[int, Entity, Literal["id", "name", "alias"], bool]] = []
    for row in db.execute(f"SELECT {COLUMNS} FROM entities WHERE id = ? AND tx <= ?", (name, known)):
        hits.append((0, entity_of(row), "id", True))
    for row in db.execute(f"SELECT {COLUMNS} FROM entities WHERE loose = ? AND tx <= ?", (loose_form(name), known)):
        entity = entity_of(row)
        if entity.form == normal_form(entity.type, name):
            hits.append((1, entity, "name", entity.name == written))
    for row in db.execute(
        "SELECT e.id, e.type, e.name, e.form, e.tx, a.alias FROM aliases a JOIN entities e ON e.id = a.entity "
        "WHERE a.form = ? AND a.tx <= ? AND ? < a.removed",
        (folded, known, known),
    ):
        hits.append((2, entity_of(row[:5]), "alias", row[5] == written))
    found: dict[str, Match] = {}
    for _, entity, by, exact in sorted(hits, key=lambda h: (h[0], not h[3], h[1].id)):
        id_ = canonical.of(entity.id, known)
        if id_ in found:
            continue
        whole = entity if id_ == entity.id else by_ids(db, [id_]).get(id_)
        if whole is not None and type_ in (None, whole.type, entity.type):
            found[id_] = Match(whole, by, exact, entity)
    return list(found.values())


def by_ids(db: sqlite3.Connection, ids: Collection[str]) -> dict[str, Entity]:
    """The entities with these ids; those that are not there are left out."""
    found = {}
    for chunk in chunks(list(ids)):
        marks = ",".join("?" * len(chunk))
        for row in db.execute(f"SELECT {COLUMNS} FROM entities WHERE id IN ({marks})", chunk):
            found[row[0]] = entity_of(row)
    return found


class Nearest:
    """Finds names that look like an unknown one; keeps all names in memory and reads on from where it was."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.clear()

    def clear(self) -> None:
        """Forget the names, after entities may have gone."""
        self._seq = 0
        self._names: dict[str, str] = {}

    def find(self, db: sqlite3.Connection, name: str, limit: int) -> list[str]:
        """Ids of up to `limit` entities whose names look like `name`, likest first; parts of a path count."""
        wanted = loose_form(name)[:200]
        with self._lock:
            rows = db.execute("SELECT id, loose, seq FROM entities WHERE seq > ? ORDER BY seq", (self._seq,)).fetchall()
            for id_, loose, seq in rows:
                self._names[id_] = loose
                self._seq = seq
            names = dict(self._names)
        near = process.extract(wanted, names, scorer=fuzz.ratio, score_cutoff=_ALIKE, limit=limit)
        found = dict.fromkeys(id_ for _, _, id_ in near)
        if len(wanted) >= 3 and len(found) < limit:
            for id_, loose in names.items():
                if wanted in loose:
                    found.setdefault(id_)
                    if len(found) >= limit:
                        break
        return list(found)[:limit]
