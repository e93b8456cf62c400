"""Entities that may be one, found among all by keys that near names share; read anew as far as the record has grown.

Every pair costs a comparison only where two names share a key, and a key that too many share is no key; so the cost
grows with the number of names, not with its square. Nothing here changes anything: a person merges, or dismisses.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Final

from retrograph.errors import InvalidInput
from retrograph.graph.alike import WORDED, Likeness, Named, Reason, halves, likeness, may_be_one, why_alike
from retrograph.graph.identity import Canonical
from retrograph.graph.intervals import OPEN
from retrograph.graph.names import by_ids
from retrograph.graph.places import TOO_COMMON, ends, is_scope, parts_of_package, parts_of_path
from retrograph.graph.sqlite import Record

CROWD: Final = 24
"""A key that more names than this share says nothing about any of them."""
EXPANSIONS: Final = 3
"""First letters that more names than this share are offered for none of them."""

Parts = tuple[str, ...]
Pairs = Iterator[tuple[str, str, Likeness]]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """`entity` may be the same as `into`, by their ids; `into` is the one of which more is known, or known longer."""

    entity: str
    into: str
    reason: Reason
    words: str
    score: float


@dataclass(frozen=True, slots=True)
class Wanted:
    """A page of suggestions: of entities of one type, of one entity, after a cursor."""

    type: str | None = None
    entity: str | None = None
    cursor: str | None = None
    limit: int = 50


@dataclass(frozen=True, slots=True)
class Page:
    """Suggestions, the best reasons first, and where the next page begins."""

    suggestions: tuple[Suggestion, ...]
    cursor: str | None


@dataclass(frozen=True, slots=True, order=True)
class _Place:
    """Where a pair stands among all: `rank` is 0 for a score of 1."""

    rank: int
    one: str
    other: str

    @property
    def cursor(self) -> str:
        return f"{self.rank}:{self.one}:{self.other}"

    @classmethod
    def at(cls, cursor: str) -> _Place:
        rank, _, ids = cursor.partition(":")
        one, _, other = ids.partition(":")
        if not (rank.isascii() and rank.isdigit() and one and other):
            raise InvalidInput("cursor", "it is of another list")
        return cls(int(rank), one, other)


class Names:
    """All names, under the keys that near ones share. Grows; never forgets a name."""

    def __init__(self) -> None:
        self.seq = 0
        self._shared: dict[object, list[Named]] = {}
        self._found: dict[tuple[str, str], Likeness] = {}
        self._files: dict[Parts, Named] = {}
        self._longer: dict[Parts, list[tuple[Parts, Named]]] = {}
        self._packages: dict[Parts, list[Named]] = {}
        self._scoped: dict[str, dict[Parts, Named]] = {}
        self._short: list[Named] = []
        self._spelled_out: dict[str, list[Named]] = {}

    def add(self, named: Named) -> None:
        """Take a name in and compare it with those that share a key with it."""
        if named.name == f"(erased) {named.id}":
            return
        if named.type == "file":
            self._add_file(named)
            return
        for key in self._keys(named):
            others = self._shared.setdefault(key, [])
            if len(others) < CROWD:
                for other in others:
                    found = why_alike(named, other)
                    if found is not None:
                        self._keep(named.id, other.id, found)
                others.append(named)
        if named.type == "library":
            self._add_package(named)
        if named.acronym is not None:
            self._short.append(named)
        for letters in named.initials:
            self._spelled_out.setdefault(letters, []).append(named)

    def _keep(self, one: str, other: str, found: Likeness) -> None:
        pair = (min(one, other), max(one, other))
        if pair not in self._found or self._found[pair].score < found.score:
            self._found[pair] = found

    @staticmethod
    def _keys(named: Named) -> Iterator[object]:
        yield named.squashed
        if named.singular != named.squashed:
            yield named.singular
        if named.type in WORDED:
            for half in halves(named.squashed):
                yield (named.type, *half)

    def _add_file(self, named: Named) -> None:
        parts = parts_of_path(named.name)
        self._files.setdefault(parts, named)
        for end in ends(parts):
            longer = self._longer.setdefault(end, [])
            if len(longer) < CROWD:
                longer.append((parts, named))

    def _add_package(self, named: Named) -> None:
        parts = parts_of_package(named.name)
        self._packages.setdefault(parts, []).append(named)
        if is_scope(parts):
            self._scoped.setdefault(parts[1], {}).setdefault(parts, named)

    def pairs(self) -> Pairs:
        """All that may be one, by what their names say."""
        for (one, other), found in self._found.items():
            yield one, other, found
        yield from self._paths()
        yield from self._by_package()
        yield from self._acronyms()

    def _paths(self) -> Pairs:
        """A path, and the only longer one that ends in it."""
        for parts, short in self._files.items():
            longer = self._longer.get(parts, [])
            whole = [(p, n) for p, n in longer if not any(len(q) > len(p) and q[-len(p) :] == p for q, _ in longer)]
            if len({p for p, _ in whole}) == 1 and len(longer) < CROWD:
                said = f"“{whole[0][1].name}” is the only path known that ends in “{short.name}”"
                yield short.id, whole[0][1].id, likeness("path", said)

    def _by_package(self) -> Pairs:
        for parts, same in self._packages.items():
            for one, other in combinations(same[:CROWD], 2):
                said = f"“{one.name}” and “{other.name}” are one package, with and without its registry, host or @"
                yield one.id, other.id, likeness("package", said)
            scoped = self._scoped.get(parts[0], {}) if len(parts) == 1 and parts[0] not in TOO_COMMON else {}
            if len(scoped) == 1:
                (whole, named), bare = next(iter(scoped.items())), same[0]
                if (whole[0],) not in self._packages and bare.numbers == named.numbers:
                    said = f"“{bare.name}” is “{named.name}” without its scope, and no other scope has it"
                    yield bare.id, named.id, likeness("package", said)

    def _acronyms(self) -> Pairs:
        for short in self._short:
            spelled = self._spelled_out.get(short.acronym or "", [])
            wide = {n.squashed: n for n in spelled[: CROWD + 1] if may_be_one(short.type, n.type)}
            if 1 <= len(wide) <= EXPANSIONS and len(spelled) <= CROWD:
                for named in wide.values():
                    others = "" if len(wide) == 1 else f", and of {len(wide) - 1} other names"
                    said = f"“{short.name}” has the first letters of “{named.name}”{others}"
                    yield short.id, named.id, likeness("acronym", said, len(wide))


class Suggestions:
    """The suggestions of one project, as of now. Any thread may ask."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._lock = threading.Lock()
        self._names = Names()

    def forget(self) -> None:
        """Read all names again when next asked, after some may have gone."""
        with self._lock:
            self._names = Names()

    def page(self, canonical: Canonical, known: int, wanted: Wanted) -> Page:
        """Pairs that may be one at `known`, neither merged nor dismissed; the best reasons first.

        Raises:
            InvalidInput: the cursor is of another list.
        """
        after = None if wanted.cursor is None else _Place.at(wanted.cursor)
        with self._record.reading() as db:
            found = self._found(db, canonical, known)
            if wanted.entity is not None:
                own = canonical.of(wanted.entity, known)
                found = {place: why for place, why in found.items() if own in (place.one, place.other)}
            if wanted.type is not None:
                ids = [id_ for place in found for id_ in (place.one, place.other)]
                types = {id_: e.type for id_, e in by_ids(db, ids).items()}
                found = {p: why for p, why in found.items() if wanted.type in (types.get(p.one), types.get(p.other))}
            places = sorted(place for place in found if after is None or place > after)
            shown = places[: wanted.limit]
            return Page(
                tuple(_directed(db, place, found[place]) for place in shown),
                shown[-1].cursor if len(places) > len(shown) else None,
            )

    def _found(self, db: sqlite3.Connection, canonical: Canonical, known: int) -> dict[_Place, Likeness]:
        dismissed = {
            frozenset((canonical.of(one, known), canonical.of(other, known)))
            for one, other in db.execute("SELECT one, other FROM dismissals")
        }
        best: dict[tuple[str, str], Likeness] = {}
        with self._lock:
            self._read_on(db)
            for one, other, why in chain(self._names.pairs(), _by_alias(db)):
                low, high = sorted((canonical.of(one, known), canonical.of(other, known)))
                if low != high and ((low, high) not in best or best[low, high].score < why.score):
                    best[low, high] = why
        return {
            _Place(round(100 * (1 - why.score)), *pair): why
            for pair, why in best.items()
            if frozenset(pair) not in dismissed
        }

    def _read_on(self, db: sqlite3.Connection) -> None:
        rows = db.execute(
            "SELECT id, type, name, seq FROM entities WHERE seq > ? ORDER BY seq, id", (self._names.seq,)
        ).fetchall()
        for id_, type_, name, seq in rows:
            self._names.add(Named(id_, type_, name))
            self._names.seq = seq


def _directed(db: sqlite3.Connection, place: _Place, why: Likeness) -> Suggestion:
    def weight(id_: str) -> tuple[int, int, str]:
        facts, seq = db.execute(
            "SELECT (SELECT count(*) FROM facts WHERE source = ?1 AND recorded_to = ?2) + "
            "(SELECT count(*) FROM facts WHERE target = ?1 AND recorded_to = ?2), "
            "(SELECT seq FROM entities WHERE id = ?1)",
            (id_, OPEN),
        ).fetchone()
        return facts, -seq, id_

    less, more = sorted((place.one, place.other), key=weight)
    return Suggestion(less, more, why.reason, why.words, why.score)


def _by_alias(db: sqlite3.Connection) -> Pairs:
    """What is called by an alias of one and the name, or an alias, of another."""
    rows: list[tuple[str, str, str, str, str]] = db.execute(
        "SELECT a.entity, x.type, e.id, e.type, a.alias FROM aliases a JOIN entities x ON x.id = a.entity "
        "JOIN entities e ON e.form = a.form AND e.id <> a.entity WHERE a.removed = ?1 UNION "
        "SELECT a.entity, x.type, b.entity, y.type, a.alias FROM aliases a JOIN entities x ON x.id = a.entity "
        "JOIN aliases b ON b.form = a.form AND b.entity > a.entity AND b.removed = ?1 "
        "JOIN entities y ON y.id = b.entity WHERE a.removed = ?1",
        (OPEN,),
    ).fetchall()
    for one, type_, other, other_type, alias in rows:
        if may_be_one(type_, other_type):
            yield one, other, likeness("alias", f"both are called “{alias}”")
