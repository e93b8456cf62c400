"""Reads of the record and its tables, as of any point. Every method may be called from any thread."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

import orjson

from retrograph.errors import Gone, InvalidInput, NotFound
from retrograph.graph import statements
from retrograph.graph.bitemporal import Kind
from retrograph.graph.facts import COLUMNS, canonical_key, fact_of
from retrograph.graph.identity import Canonical
from retrograph.graph.intervals import OPEN, AsOf
from retrograph.graph.journal import Basis, Event, Journal
from retrograph.graph.keys import Topic, key_of, spellings, topic_of
from retrograph.graph.mentions import mentioned
from retrograph.graph.model import Entity, Fact, Observation
from retrograph.graph.names import COLUMNS as ENTITY_COLUMNS
from retrograph.graph.names import Match, Nearest, by_ids, entity_of, lookup
from retrograph.graph.sqlite import Record
from retrograph.graph.statements import StatementRow
from retrograph.graph.store import Edge

__all__ = ["Basis", "Event", "Ledger", "Match", "StatementRow"]


_PROPERTIES: Final = (
    f"SELECT {COLUMNS} FROM facts WHERE key > ? AND key < ? AND recorded_to > ? AND recorded_from <= ? "
    "AND valid_from <= ? AND ? < valid_to"
)


def _beginning_with(text: str) -> tuple[str, str]:
    """Between what all texts that go on from this one lie; it ends in a colon."""
    return text, text[:-1] + ";"


class Ledger:
    """What was said and what is known. `reached` tells how far the graph has come; answers should not go beyond."""

    def __init__(
        self, record: Record, journal: Journal, canonical: Canonical, reached: Callable[[], tuple[Basis, int]]
    ) -> None:
        self._record = record
        self._journal = journal
        self._nearest = Nearest()
        self.canonical = canonical
        self.reached = reached

    # -- the journal ---------------------------------------------------------------------------------------

    def basis_at(self, known: int) -> Basis:
        """The last event recorded at or before `known`; `Basis(0, "")` before the first."""
        reached, tx = self.reached()
        return reached if known >= tx else self._journal.basis_at(known)

    def tx_of(self, basis: Basis) -> int:
        """The transaction time of a basis.

        Raises:
            InvalidInput: the journal has no such event, or its hash is another.
        """
        tx = self._journal.tx_of(basis)
        if tx is None:
            raise InvalidInput("basis", f"{basis} is no point of this project's journal")
        return tx

    def event(self, seq: int) -> Event:
        found = self._journal.event(seq)
        if found is None:
            raise NotFound(f"the journal has no event {seq}")
        return found

    def events(self, after: int, limit: int) -> list[Event]:
        """Up to `limit` events with a seq above `after`, in order."""
        return self._journal.events(after, limit)

    def erased_since(self, basis: Basis, entities: Collection[str]) -> int | None:
        """The seq of the first erase after `basis` that touched one of these entities."""
        with self._record.reading() as db:
            rows = db.execute(
                "SELECT seq, payload FROM events WHERE seq > ? AND kind = 'erased' ORDER BY seq", (basis.seq,)
            ).fetchall()
        for seq, body in rows:
            if not set(entities).isdisjoint(orjson.loads(body)["touched"]):
                return int(seq)
        return None

    # -- entities ------------------------------------------------------------------------------------------

    def entity(self, id: str) -> Entity | None:
        return self.entities([id]).get(id)

    def entities(self, ids: Collection[str]) -> dict[str, Entity]:
        with self._record.reading() as db:
            return by_ids(db, ids)

    def find(self, name: str, known: int, type: str | None = None) -> list[Match]:
        """What a name, alias or id means at `known`, canonical, best first."""
        with self._record.reading() as db:
            return lookup(db, self.canonical, name, known, type)

    def mentioned(self, text: str, known: int, limit: int) -> list[Entity]:
        """The entities that a text names at `known`, longest names first."""
        with self._record.reading() as db:
            return mentioned(db, self.canonical, text, known, limit)

    def nearest(self, name: str, known: int, limit: int = 5) -> list[Entity]:
        """Entities known at `known` whose names look like `name`."""
        with self._record.reading() as db:
            found = self._nearest.find(db, name, limit)
            entities = by_ids(db, found)
        return [e for id_ in found if (e := entities.get(id_)) and e.recorded_at <= known]

    def forget_names(self) -> None:
        """Drop what is kept of names, after a rebuild or an erase."""
        self._nearest.clear()

    def list_entities(
        self,
        known: int,
        *,
        type: str | None = None,
        prefix: str | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> list[Entity]:
        """Entities known at `known`, without merged ones, in order of id; `after` is the last id of the last page.

        `prefix` is any part of a name.
        """
        found: list[Entity] = []
        last = after or ""
        while len(found) < limit:
            with self._record.reading() as db:
                rows = db.execute(
                    f"SELECT {ENTITY_COLUMNS} FROM entities WHERE id > ? AND tx <= ? AND (? IS NULL OR type = ?) "
                    "AND (? IS NULL OR instr(loose, ?) > 0) ORDER BY id LIMIT ?",
                    (last, known, type, type, prefix, (prefix or "").casefold(), limit),
                ).fetchall()
            entities = [entity_of(row) for row in rows]
            found += [e for e in entities if self.canonical.of(e.id, known) == e.id]
            if len(rows) < limit:
                break
            last = rows[-1][0]
        return found[:limit]

    def aliases(self, entity: str, known: int) -> list[str]:
        """Other names at `known`: aliases, and names of what was merged into it."""
        members = self.canonical.members(entity, known)
        marks = ",".join("?" * len(members))
        with self._record.reading() as db:
            rows = db.execute(
                f"SELECT alias FROM aliases WHERE entity IN ({marks}) AND tx <= ? AND ? < removed ORDER BY tx, alias",
                (*members, known, known),
            ).fetchall()
            merged = (
                by_ids(db, [m for m in members if m != self.canonical.of(entity, known)]) if len(members) > 1 else {}
            )
        return list(dict.fromkeys([row[0] for row in rows] + [e.name for e in merged.values()]))

    # -- facts ---------------------------------------------------------------------------------------------

    def fact(self, id: str) -> Fact | None:
        with self._record.reading() as db:
            row = db.execute(f"SELECT {COLUMNS} FROM facts WHERE id = ?", (id,)).fetchone()
        return fact_of(row) if row else None

    def facts_of(self, entity: str, known: int | None) -> list[Fact]:
        """All versions that have the entity at either end, by start.

        With `known`: those believed then, of the entity it stands for then. Without: every version there ever was.
        """
        ids = self.canonical.members(entity, OPEN - 1)
        where, times = "", list[int]()
        if known is not None:
            ids = frozenset((self.canonical.of(entity, known),))
            where, times = " AND recorded_from <= ? AND ? < recorded_to", [known, known]
        marks = ",".join("?" * len(ids))
        with self._record.reading() as db:
            rows = db.execute(
                f"SELECT {COLUMNS} FROM facts WHERE source IN ({marks}){where} UNION "
                f"SELECT {COLUMNS} FROM facts WHERE target IN ({marks}){where}",
                (*ids, *times, *ids, *times),
            ).fetchall()
        return sorted(map(fact_of, rows), key=lambda f: (f.valid_from, f.recorded_from, f.id))

    def last_said_by(self, observation: str) -> int:
        """The seq of the last event that rests on an observation; 0 where there is none."""
        with self._record.reading() as db:
            row = db.execute("SELECT max(seq) FROM statements WHERE observation = ?", (observation,)).fetchone()
        return row[0] or 0

    def facts_said_by(self, observation: str, known: int) -> list[Fact]:
        """The facts believed at `known` that an observation asserts, by start."""
        found: dict[str, Fact] = {}
        with self._record.reading() as db:
            for key, payload, value, start, end in db.execute(
                "SELECT key, payload, value, start, end FROM statements "
                "WHERE observation = ? AND kind = ? AND tx <= ? ORDER BY seq, part",
                (observation, Kind.ASSERT, known),
            ):
                rows = db.execute(
                    f"SELECT {COLUMNS} FROM facts WHERE key = ? AND recorded_to > ? AND recorded_from <= ? "
                    "AND valid_from < ? AND valid_to > ?",
                    (canonical_key(self.canonical, key, known), known, known, end, start),
                )
                for fact in map(fact_of, rows):
                    same = fact.value == value if value is not None else payload == fact.payload
                    if same or self.canonical.of(payload, known) == fact.target:
                        found[fact.id] = fact
        return sorted(found.values(), key=lambda f: (f.valid_from, f.id))

    def properties(self, entity: str, at: AsOf) -> list[Fact]:
        """The properties of an entity (canonical at `at.known`) that hold at `at`."""
        ranges = [_beginning_with(key_of(entity, "", None, planned, is_property=True)) for planned in (False, True)]
        with self._record.reading() as db:
            rows = [
                row for keys in ranges for row in db.execute(_PROPERTIES, (*keys, *[at.known] * 2, *[at.valid] * 2))
            ]
        return sorted(map(fact_of, rows), key=lambda f: (f.type, f.planned))

    def statements(self, facts: Sequence[Fact], known: int) -> dict[str, list[StatementRow]]:
        """For each fact's id, every statement of its key recorded by `known`, oldest first, payloads canonical."""
        return self._statements([(f.id, f.key, f.recorded_to) for f in facts], known)

    def statements_of_edges(self, edges: Sequence[Edge], known: int) -> dict[str, list[StatementRow]]:
        """The same for edges of the graph."""
        return self._statements([(e.fact, e.key, e.recorded_to) for e in edges], known)

    def _statements(self, wanted: Sequence[tuple[str, str, int]], known: int) -> dict[str, list[StatementRow]]:
        spelled: dict[str, list[str]] = {}
        for id_, key, recorded_to in wanted:
            spelled[id_] = self._spellings(topic_of(key), min(known, recorded_to - 1))
        every = {key for keys in spelled.values() for key in keys}
        if not every:
            return {}
        with self._record.reading() as db:
            rows = statements.read(db, every, known)
        by_key: dict[str, list[StatementRow]] = {}
        for row in rows:
            by_key.setdefault(row.key, []).append(row)
        return {
            id_: self._canonical_rows([row for key in keys for row in by_key.get(key, ())], known)
            for id_, keys in spelled.items()
        }

    def _spellings(self, topic: Topic, known: int) -> list[str]:
        if not self.canonical.any:
            return [topic.key]
        sources = self.canonical.members(topic.source, known)
        targets = self.canonical.members(topic.target, known) if topic.target is not None else frozenset()
        return list(spellings(topic, sources, targets))

    def _canonical_rows(self, rows: list[StatementRow], known: int) -> list[StatementRow]:
        if not self.canonical.any or not rows:
            return rows
        ordered = sorted(rows, key=lambda r: r.statement.written)
        return statements.canonical(ordered, lambda id_: self.canonical.of(id_, known))

    # -- observations --------------------------------------------------------------------------------------

    def observation(self, id: str) -> Observation:
        """One observation, verbatim.

        Raises:
            NotFound: there is none with this id.
            Gone: it was erased.
        """
        with self._record.reading() as db:
            row = db.execute(
                "SELECT o.seq, o.tx, o.erased, e.payload FROM observations o "
                "JOIN events e ON e.seq = o.seq WHERE o.id = ?",
                (id,),
            ).fetchone()
        if row is None:
            raise NotFound(f"no observation has the id {id!r}")
        seq, tx, erased, body = row
        if erased is not None:
            raise Gone(f"observation {id} was erased by event {erased}", erased)
        said = orjson.loads(body)
        return Observation(
            id, seq, tx, said["content"], said["occurredAt"], said["kind"], said["zone"], said["sessionId"],
            said["agent"], said["source"], said["documentId"], said["metadata"],
        )  # fmt: skip
