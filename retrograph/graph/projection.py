"""One event's effect on the tables. The same code runs when an event is written and when the journal is replayed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import lru_cache

import orjson

from retrograph.graph import statements
from retrograph.graph.documents import Documents, Version
from retrograph.graph.facts import Changes, Facts
from retrograph.graph.identity import Canonical, Merge, fold, loose_form, normal_form
from retrograph.graph.intervals import OPEN
from retrograph.graph.journal import Payload
from retrograph.graph.sqlite import PROJECTION_TABLES
from retrograph.graph.statements import Origin


class Projection:
    """Applies events, in order, to the tables of `PROJECTION_SCHEMA`. Writer thread only, inside its transaction."""

    def __init__(self, db: sqlite3.Connection, canonical: Canonical) -> None:
        self._db = db
        self.canonical = canonical
        self.facts = Facts(db, canonical)
        self._text = lru_cache(maxsize=64)(self._read_text)
        self._documents = Documents(db, self._text)
        self._effects: dict[str, Callable[[int, int, Payload], Changes | None]] = {
            "observation.recorded": self._observation,
            "facts.written": self._statements,
            "extraction.applied": self._statements,
            "alias.added": self._alias_added,
            "alias.removed": self._alias_removed,
            "entity.merged": self._merged,
            "entity.unmerged": self._unmerged,
            "suggestion.dismissed": self._dismissed,
            "erased": self._erased,
        }

    def apply(self, seq: int, tx: int, kind: str, payload: Payload | None) -> Changes:
        """Take in one event; an erased payload has no effect."""
        if payload is None:
            return Changes()
        for id_, (type_, name) in payload.get("entities", {}).items():
            self._entity(id_, type_, name, seq, tx)
        return self._effects[kind](seq, tx, payload) or Changes()

    def clear(self) -> None:
        """Empty every table, before a replay."""
        for table in PROJECTION_TABLES:
            self._db.execute(f"DELETE FROM {table}")

    def load_merges(self) -> None:
        """Read the merges again, at start or after a transaction was rolled back."""
        rows = self._db.execute("SELECT seq, tx, loser, winner, undone FROM merges ORDER BY seq")
        self.canonical.replace(Merge(*row) for row in rows)

    def _read_text(self, observation: str) -> str:
        row = self._db.execute(
            "SELECT e.payload FROM observations o JOIN events e ON e.seq = o.seq WHERE o.id = ?", (observation,)
        ).fetchone()
        return str(orjson.loads(row[0])["content"]) if row and row[0] is not None else ""

    def _entity(self, id_: str, type_: str, name: str | None, seq: int, tx: int) -> None:
        if name is None:
            if self._db.execute("SELECT 1 FROM entities WHERE id = ?", (id_,)).fetchone():
                return
            name = f"(erased) {id_}"
        form = normal_form(type_, name)
        self._db.execute(
            "INSERT OR IGNORE INTO entities (id, type, name, form, loose, tx, seq) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (id_, type_, name, form, loose_form(name), tx, seq),
        )

    def _observation(self, seq: int, tx: int, payload: Payload) -> None:
        self._db.execute(
            "INSERT INTO observations (id, seq, tx, session, kind, occurred_at, document, agent, source) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (payload["id"], seq, tx, payload["sessionId"], payload["kind"], payload["occurredAt"],
             payload["documentId"], payload["agent"], payload["source"]),
        )  # fmt: skip

    def _statements(self, seq: int, tx: int, payload: Payload) -> Changes:
        observation = payload["observation"]
        version = self._version(observation, tx, payload) if "outcome" in payload else None
        origin = Origin(seq, tx, observation, payload["extractor"], version.document if version else None)
        for entity, alias in payload.get("aliases", ()):
            if not self._taken_back(entity, alias):
                self._add_alias(entity, alias, seq, tx)
        keys = statements.insert(self._db, payload["statements"], origin)
        silenced = self._documents.take_in(version) if version else {}
        return self.facts.settle(keys, silenced, seq, tx)

    def _version(self, observation: str, tx: int, payload: Payload) -> Version | None:
        row = self._db.execute(
            "SELECT document, occurred_at, seq FROM observations WHERE id = ? AND kind = 'document'", (observation,)
        ).fetchone()
        if row is None or row[0] is None:
            return None
        return Version(row[0], row[1], row[2], observation, tx, payload["outcome"] == "complete")

    def _alias_added(self, seq: int, tx: int, payload: Payload) -> None:
        self._add_alias(payload["entity"], payload["alias"], seq, tx)

    def _taken_back(self, entity: str, alias: str) -> bool:
        """Whether somebody took this alias back: an extraction that finds it again does not overrule that."""
        row = self._db.execute(
            "SELECT 1 FROM aliases WHERE form = ? AND entity = ? AND removed < ?", (fold(alias), entity, OPEN)
        ).fetchone()
        return row is not None

    def _add_alias(self, entity: str, alias: str, seq: int, tx: int) -> None:
        form = fold(alias)
        known = self._db.execute(
            "SELECT 1 FROM aliases WHERE form = ? AND entity = ? AND removed = ?", (form, entity, OPEN)
        ).fetchone()
        if not known:
            self._db.execute(
                "INSERT OR IGNORE INTO aliases (entity, form, alias, tx, seq, removed) VALUES (?, ?, ?, ?, ?, ?)",
                (entity, form, alias, tx, seq, OPEN),
            )

    def _alias_removed(self, seq: int, tx: int, payload: Payload) -> None:
        self._db.execute(
            "UPDATE aliases SET removed = ? WHERE form = ? AND entity = ? AND removed = ?",
            (tx, fold(payload["alias"]), payload["entity"], OPEN),
        )

    def _merged(self, seq: int, tx: int, payload: Payload) -> Changes:
        keys = self._keys_around(payload["loser"], payload["winner"], tx - 1)
        merge = Merge(seq, tx, payload["loser"], payload["winner"])
        self._db.execute(
            "INSERT INTO merges (seq, tx, loser, winner, undone) VALUES (?, ?, ?, ?, ?)",
            (seq, tx, merge.loser, merge.winner, OPEN),
        )
        self.canonical.add(merge)
        return self._regroup(keys, seq, tx)

    def _unmerged(self, seq: int, tx: int, payload: Payload) -> Changes:
        row = self._db.execute(
            "SELECT seq, tx, loser, winner FROM merges WHERE seq = ? AND undone = ?", (payload["merge"], OPEN)
        ).fetchone()
        if row is None:
            return Changes()
        keys = self._keys_around(row[2], row[3], tx - 1)
        self._db.execute("UPDATE merges SET undone = ? WHERE seq = ?", (tx, row[0]))
        self.canonical.add(Merge(row[0], row[1], row[2], row[3], tx))
        return self._regroup(keys, seq, tx)

    def _dismissed(self, seq: int, tx: int, payload: Payload) -> None:
        one, other = sorted((payload["entity"], payload["other"]))
        self._db.execute("INSERT OR IGNORE INTO dismissals (one, other, seq) VALUES (?, ?, ?)", (one, other, seq))

    def _keys_around(self, one: str, other: str, known: int) -> list[str]:
        """Every key, as mentioned, on which a statement speaks of one of two entities or of what stands for them."""
        members = self.canonical.members(one, known) | self.canonical.members(other, known)
        marks = ",".join("?" * len(members))
        return [
            row[0]
            for row in self._db.execute(
                f"SELECT key FROM statements WHERE source IN ({marks}) UNION "
                f"SELECT key FROM statements WHERE target IN ({marks})",
                (*members, *members),
            )
        ]

    def _regroup(self, keys: list[str], seq: int, tx: int) -> Changes:
        """Recompute keys whose entities were joined or parted; rows under a key that is no longer so are closed."""
        before = {self.facts.canonical_key(key, tx - 1) for key in keys}
        after = {self.facts.canonical_key(key, tx) for key in keys}
        changes = self.facts.settle(keys, {}, seq, tx)
        self.facts.close(before - after, seq, tx, changes)
        return changes

    def _erased(self, seq: int, tx: int, payload: Payload) -> None:
        """A tombstone. What it erased has no payload any more; its observations are remembered as erased."""
        self._db.executemany(
            "INSERT OR REPLACE INTO observations (id, seq, tx, session, kind, occurred_at, document, agent, source, "
            "erased) VALUES (?, ?, ?, NULL, 'note', 0, NULL, NULL, 'session', ?)",
            [(id_, seq, tx, seq) for id_ in payload["observations"]],
        )
