"""Documents are snapshots: what a later version no longer says, the document no longer states.

Silence is kept as rows of its own (`silences`: statement, from which tx it is known, from which instant of
valid time the document is silent), so that a late arrival in the middle of the versions needs no repair, and
an answer as of an earlier tx does not see it. docs/time.md has the rules.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass

from retrograph.graph.intervals import BEGINNING, OPEN

Text = Callable[[str], str]
"""The content of an observation, by id; empty where it was erased."""


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a document, known since `tx`. Only a complete one speaks by its silence."""

    document: str
    occurred_at: int
    seq: int
    observation: str
    tx: int
    complete: bool


def stands(quote: str, old: str, new: str) -> bool:
    """Whether words quoted from `old` are still in `new`, as whole words; whole lines as whole lines."""
    at = old.find(quote)
    whole_line = at >= 0 and _edge(old, at - 1, "\n") and _edge(old, at + len(quote), "\n")
    place = new.find(quote)
    while place >= 0:
        before, after = place - 1, place + len(quote)
        if whole_line:
            if _edge(new, before, "\n") and _edge(new, after, "\n"):
                return True
        elif not (_joined(new, before, quote[:1]) or _joined(new, after, quote[-1:])):
            return True
        place = new.find(quote, place + 1)
    return False


def _edge(text: str, index: int, mark: str) -> bool:
    return not 0 <= index < len(text) or text[index] in (mark, "\r")


def _joined(text: str, index: int, edge: str) -> bool:
    """Whether the character at `index` and the quote's own edge are of one word."""
    return 0 <= index < len(text) and text[index].isalnum() and edge.isalnum()


class Documents:
    """Keeps versions and silences up to date. Writer thread only, inside its transaction."""

    def __init__(self, db: sqlite3.Connection, text: Text) -> None:
        self._db = db
        self._text = text

    def take_in(self, version: Version) -> dict[str, int]:
        """A version whose statements were just inserted; returns what fell silent: each key (as
        mentioned) with the first instant of valid time that this changes."""
        known = self._db.execute(
            "SELECT complete FROM versions WHERE document = ? AND occurred_at = ? AND seq = ?",
            (version.document, version.occurred_at, version.seq),
        ).fetchone()
        complete = version.complete or bool(known and known[0])
        self._db.execute(
            "INSERT OR REPLACE INTO versions (document, occurred_at, seq, observation, tx, complete) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (version.document, version.occurred_at, version.seq, version.observation, version.tx, complete),
        )
        silenced: dict[str, int] = {}
        self._by_later_versions(version, silenced)
        if complete:
            self._earlier_statements(version, silenced)
        return silenced

    def _earlier_statements(self, version: Version, silenced: dict[str, int]) -> None:
        """Statements of earlier versions on which this one is silent."""
        rows = self._db.execute(
            "SELECT s.n, s.key, s.kind, s.payload, s.quote, v.observation, v.occurred_at FROM statements s "
            "JOIN versions v ON v.document = s.document AND v.observation = s.observation "
            "WHERE s.document = ? AND s.silent_from > ? AND (v.occurred_at, v.seq) < (?, ?)",
            (version.document, version.occurred_at, version.occurred_at, version.seq),
        ).fetchall()
        if not rows:
            return
        own, text = self._stated(version.observation), self._text(version.observation)
        for n, key, kind, payload, quote, observation, occurred_at in rows:
            if self._speaks(own, text, (key, kind, payload), quote, observation):
                continue
            at = version.occurred_at if occurred_at < version.occurred_at else BEGINNING
            self._silence(n, version, at)
            silenced[key] = min(at, silenced.get(key, at))

    def _by_later_versions(self, version: Version, silenced: dict[str, int]) -> None:
        """This version's own statements, where a later one that was recorded before is silent on them."""
        later = self._db.execute(
            "SELECT observation, occurred_at FROM versions WHERE document = ? AND complete = 1 "
            "AND (occurred_at, seq) > (?, ?) ORDER BY occurred_at, seq",
            (version.document, version.occurred_at, version.seq),
        ).fetchall()
        if not later:
            return
        for n, key, kind, payload, quote in self._db.execute(
            "SELECT n, key, kind, payload, quote FROM statements "
            "WHERE observation = ? AND document = ? AND silent_from = ?",
            (version.observation, version.document, OPEN),
        ).fetchall():
            for observation, occurred_at in later:
                own, text = self._stated(observation), self._text(observation)
                if not self._speaks(own, text, (key, kind, payload), quote, version.observation):
                    at = occurred_at if occurred_at > version.occurred_at else BEGINNING
                    self._silence(n, version, at)
                    silenced[key] = min(at, silenced.get(key, at))
                    break

    def _speaks(
        self, own: set[tuple[str, int, str]], text: str, said: tuple[str, int, str], quote: str | None, old: str
    ) -> bool:
        """Whether a version leaves an earlier statement standing: its words are there, and it does not restate it.

        A restatement takes over from its own start, with the same effect and less to look at later.
        """
        if said in own:
            return False
        return bool(quote) and stands(quote or "", self._text(old), text)

    def _stated(self, observation: str) -> set[tuple[str, int, str]]:
        return {
            (key, kind, payload)
            for key, kind, payload in self._db.execute(
                "SELECT key, kind, payload FROM statements WHERE observation = ? AND document IS NOT NULL",
                (observation,),
            )
        }

    def _silence(self, n: int, version: Version, at: int) -> None:
        self._db.execute(
            "INSERT OR IGNORE INTO silences (statement, tx, seq, at) VALUES (?, ?, ?, ?)",
            (n, version.tx, version.seq, at),
        )
        self._db.execute("UPDATE statements SET silent_from = min(silent_from, ?) WHERE n = ?", (at, n))
