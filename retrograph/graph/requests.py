"""Idempotency: a request's key is remembered with its result, so that a repeat gets the same ids and stores nothing.

Keys are kept as keyed hashes and bodies as salted digests; an erase drops the salt and the digest.
"""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
from typing import Any

import orjson

from retrograph.errors import Conflict

KEY_LIMIT = 512


class Requests:
    """Looks up and remembers keys. Writer thread only, inside its transaction."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        row = db.execute("SELECT value FROM meta WHERE name = 'secret'").fetchone()
        if row is None:
            row = (secrets.token_hex(32),)
            db.execute("INSERT INTO meta (name, value) VALUES ('secret', ?)", row)
        self._secret = bytes.fromhex(row[0])

    def result(self, key: str, body: object) -> Any | None:  # noqa: ANN401 - what was remembered, as JSON
        """What this key was answered with, or None for a new one.

        Raises:
            Conflict: the key was used for another body.
        """
        row = self._db.execute(
            "SELECT salt, digest, result FROM requests WHERE key = ?", (self._hashed(key),)
        ).fetchone()
        if row is None:
            return None
        salt, digest, result = row
        if digest is not None and _digest(salt, body) != digest:
            raise Conflict("this idempotency key was used for another request; use a new key for a new request")
        return orjson.loads(result)

    def remember(self, key: str, body: object, result: object, seq: int) -> None:
        """Keep the result (ids only) under the key. `seq` is the event that an erase would name."""
        salt = secrets.token_bytes(16)
        self._db.execute(
            "INSERT INTO requests (key, salt, digest, result, seq) VALUES (?, ?, ?, ?, ?)",
            (self._hashed(key), salt, _digest(salt, body), orjson.dumps(result).decode(), seq),
        )

    def _hashed(self, key: str) -> bytes:
        return hashlib.blake2b(key.encode(), key=self._secret, digest_size=20).digest()


def _digest(salt: bytes, body: object) -> bytes:
    return hashlib.blake2b(salt + orjson.dumps(body, option=orjson.OPT_SORT_KEYS), digest_size=20).digest()
