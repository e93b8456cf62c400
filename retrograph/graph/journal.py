"""The record: an append-only, hash-chained list of events, each with a salted digest of its payload.

The chain runs over `(seq, tx, kind, digest)` and the digest over `salt + payload`, so a payload can be erased
(with its salt, so that it cannot be guessed) and the chain still verifies.
"""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, Final

import orjson

from retrograph.graph.sqlite import Record, mapped

GENESIS: Final = bytes(32)
Payload = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Basis:
    """A point of the journal: the seq and hash of its last event then. `Basis(0, "")` is the empty journal."""

    seq: int
    hash: str

    def __str__(self) -> str:
        return f"{self.seq}:{self.hash}"


@dataclass(frozen=True, slots=True)
class Event:
    """One change. `payload` is None where it has been erased."""

    seq: int
    tx: int
    kind: str
    payload: Payload | None
    digest: str
    hash: str


@dataclass(frozen=True, slots=True)
class Verification:
    """Outcome of reading the whole chain: `bad_seq` is the first event that does not hold, `problem` says why."""

    ok: bool
    events: int
    head: Basis
    bad_seq: int | None = None
    problem: str | None = None


def digest_of(salt: bytes, payload: bytes) -> bytes:
    return hashlib.sha256(salt + payload).digest()


def link(previous: bytes, seq: int, tx: int, kind: str, digest: bytes) -> bytes:
    """The hash of an event, from its predecessor's."""
    return hashlib.sha256(previous + f"{seq}|{tx}|{kind}|".encode() + digest).digest()


def _problem(row: tuple[Any, ...], expected: int, last_tx: int, previous: bytes, erased: set[int]) -> str | None:
    """What is wrong with an event of the chain, in words, or None."""
    seq, tx, kind, salt, body, digest, hash_ = row
    if seq != expected:
        return f"event {expected} is missing"
    written = (isinstance(tx, int), isinstance(kind, str), isinstance(digest, bytes), isinstance(hash_, bytes))
    if not all(written) or not all(part is None or isinstance(part, bytes) for part in (salt, body)):
        return "its columns are not what is ever written"
    if tx < last_tx:
        return "its transaction time lies before that of the event before it"
    if link(previous, seq, tx, kind, digest) != hash_:
        return "its hash does not follow from its header and the event before it"
    if body is None:
        return None if seq in erased else "its payload is gone and no erase event names it"
    return None if digest_of(salt or b"", body) == digest else "its payload is not what was recorded"


class Journal:
    """Reads and appends events. Appending is for the writer thread, inside its transaction."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self.reload()

    def reload(self) -> None:
        """Read the head again, after a transaction was rolled back."""
        with mapped(self._record.path):
            row = self._record.writer.execute("SELECT seq, tx, hash FROM events ORDER BY seq DESC LIMIT 1").fetchone()
        self.seq: int = row[0] if row else 0
        self.tx: int = row[1] if row else 0
        self._hash: bytes = row[2] if row else GENESIS

    @property
    def head(self) -> Basis:
        return Basis(self.seq, self._hash.hex() if self.seq else "")

    def append(self, tx: int, kind: str, payload: Payload) -> int:
        """Add one event; returns its seq."""
        body = orjson.dumps(payload)
        salt = secrets.token_bytes(16)
        seq: int = self.seq + 1
        digest = digest_of(salt, body)
        hash_ = link(self._hash, seq, tx, kind, digest)
        self._record.writer.execute(
            "INSERT INTO events (seq, tx, kind, salt, payload, digest, hash) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (seq, tx, kind, salt, body, digest, hash_),
        )
        self.seq, self.tx, self._hash = seq, tx, hash_
        return seq

    def blank(self, seqs: Collection[int]) -> None:
        """Erase the payload and salt of these events; their digests stay."""
        self._record.writer.executemany(
            "UPDATE events SET payload = NULL, salt = NULL WHERE seq = ?", [(seq,) for seq in seqs]
        )

    def replay(self, db: sqlite3.Connection, after: int = 0) -> Iterator[tuple[int, int, str, Payload | None]]:
        """`(seq, tx, kind, payload)` of every event after a seq, in order."""
        for seq, tx, kind, body in db.execute(
            "SELECT seq, tx, kind, payload FROM events WHERE seq > ? ORDER BY seq", (after,)
        ):
            yield seq, tx, kind, orjson.loads(body) if body is not None else None

    def event(self, seq: int) -> Event | None:
        found = self.events(seq - 1, 1)
        return found[0] if found and found[0].seq == seq else None

    def events(self, after: int, limit: int) -> list[Event]:
        """Up to `limit` events with a seq above `after`, in order."""
        with self._record.reading() as db:
            rows = db.execute(
                "SELECT seq, tx, kind, payload, digest, hash FROM events WHERE seq > ? ORDER BY seq LIMIT ?",
                (after, limit),
            ).fetchall()
        return [
            Event(seq, tx, kind, orjson.loads(body) if body is not None else None, digest.hex(), hash_.hex())
            for seq, tx, kind, body, digest, hash_ in rows
        ]

    def basis_at(self, known: int) -> Basis:
        """The last event recorded at or before `known`."""
        with self._record.reading() as db:
            row = db.execute(
                "SELECT seq, hash FROM events WHERE tx <= ? ORDER BY tx DESC, seq DESC LIMIT 1", (known,)
            ).fetchone()
        return Basis(row[0], row[1].hex()) if row else Basis(0, "")

    def tx_of(self, basis: Basis) -> int | None:
        """The transaction time of a basis, or None where the journal has no such event."""
        if basis.seq == 0:
            return 0 if basis.hash == "" else None
        with self._record.reading() as db:
            row = db.execute("SELECT tx, hash FROM events WHERE seq = ?", (basis.seq,)).fetchone()
        return int(row[0]) if row and row[1].hex() == basis.hash else None

    def verify(self, progress: Callable[[int, int], None] | None = None) -> Verification:
        """Read the whole chain and check every hash and digest; the first bad event is named."""
        with self._record.reading() as db:
            total = db.execute("SELECT count(*) FROM events").fetchone()[0]
            erased = self._erased(db)
            previous, last_tx, count = GENESIS, 0, 0
            for row in db.execute("SELECT seq, tx, kind, salt, payload, digest, hash FROM events ORDER BY seq"):
                problem = _problem(row, count + 1, last_tx, previous, erased)
                if problem:
                    return Verification(False, count, Basis(count, previous.hex()), count + 1, problem)
                count, last_tx, previous = row[0], row[1], row[6]
                if progress and (count % 1000 == 0 or count == total):
                    progress(count, total)
        return Verification(True, count, Basis(count, previous.hex() if count else ""))

    @staticmethod
    def _erased(db: sqlite3.Connection) -> set[int]:
        named: set[int] = set()
        for (body,) in db.execute("SELECT payload FROM events WHERE kind = 'erased' AND payload IS NOT NULL"):
            try:
                named.update(orjson.loads(body)["events"])
            except (orjson.JSONDecodeError, KeyError, TypeError):
                continue
        return named
