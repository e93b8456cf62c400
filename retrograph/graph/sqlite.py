"""The record's database file: connections, schema, and the one place where SQLite's errors are mapped.

One connection writes, and only the writer thread uses it. Any thread may borrow a read-only connection.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from retrograph.errors import Damaged, NoRoom, StoreError, Unavailable

SCHEMA_VERSION: Final = 1

RECORD_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS events (
  seq INTEGER PRIMARY KEY, tx INTEGER NOT NULL, kind TEXT NOT NULL,
  salt BLOB, payload BLOB, digest BLOB NOT NULL, hash BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS events_by_tx ON events (tx, seq);
CREATE TABLE IF NOT EXISTS jobs (
  id TEXT PRIMARY KEY, observation TEXT NOT NULL, seq INTEGER NOT NULL, status TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0, worker TEXT, not_before INTEGER NOT NULL DEFAULT 0,
  extractor TEXT, entities INTEGER NOT NULL DEFAULT 0, facts INTEGER NOT NULL DEFAULT 0,
  quarantined TEXT NOT NULL DEFAULT '[]', notes TEXT NOT NULL DEFAULT '[]', error TEXT,
  queued_at INTEGER NOT NULL, settled_at INTEGER,
  waits INTEGER NOT NULL DEFAULT 0, usage TEXT NOT NULL DEFAULT '{}');
CREATE INDEX IF NOT EXISTS jobs_by_observation ON jobs (observation);
CREATE INDEX IF NOT EXISTS jobs_by_seq ON jobs (seq, id);
CREATE INDEX IF NOT EXISTS jobs_by_status ON jobs (status, seq, id);
CREATE INDEX IF NOT EXISTS jobs_due ON jobs (not_before) WHERE status IN ('queued', 'running');
CREATE INDEX IF NOT EXISTS jobs_next ON jobs (queued_at, seq, not_before) WHERE status IN ('queued', 'running');
CREATE TABLE IF NOT EXISTS settlements (outcome TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
DROP INDEX IF EXISTS jobs_waiting;
CREATE TABLE IF NOT EXISTS requests (
  key BLOB PRIMARY KEY, salt BLOB, digest BLOB, result TEXT NOT NULL, seq INTEGER NOT NULL) WITHOUT ROWID;
"""
"""What is kept: the journal, the jobs and the idempotency records."""

PROJECTION_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS observations (
  id TEXT PRIMARY KEY, seq INTEGER NOT NULL, tx INTEGER NOT NULL, session TEXT, kind TEXT NOT NULL,
  occurred_at INTEGER NOT NULL, document TEXT, agent TEXT, source TEXT NOT NULL, erased INTEGER) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS observations_by_session ON observations (session, occurred_at);
CREATE INDEX IF NOT EXISTS observations_by_document ON observations (document, occurred_at);
CREATE TABLE IF NOT EXISTS entities (
  id TEXT PRIMARY KEY, type TEXT NOT NULL, name TEXT NOT NULL, form TEXT NOT NULL, loose TEXT NOT NULL,
  tx INTEGER NOT NULL, seq INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS entities_by_form ON entities (form, type);
CREATE INDEX IF NOT EXISTS entities_by_loose ON entities (loose);
CREATE INDEX IF NOT EXISTS entities_by_seq ON entities (seq);
CREATE TABLE IF NOT EXISTS aliases (
  entity TEXT NOT NULL, form TEXT NOT NULL, alias TEXT NOT NULL, tx INTEGER NOT NULL, seq INTEGER NOT NULL,
  removed INTEGER NOT NULL, PRIMARY KEY (form, entity, tx)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS aliases_by_entity ON aliases (entity);
CREATE TABLE IF NOT EXISTS merges (
  seq INTEGER PRIMARY KEY, tx INTEGER NOT NULL, loser TEXT NOT NULL, winner TEXT NOT NULL, undone INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS dismissals (
  one TEXT NOT NULL, other TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (one, other)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS statements (
  n INTEGER PRIMARY KEY, verb TEXT NOT NULL, key TEXT NOT NULL,
  tx INTEGER NOT NULL, seq INTEGER NOT NULL, part INTEGER NOT NULL,
  kind INTEGER NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL, late INTEGER NOT NULL, payload TEXT NOT NULL,
  source TEXT NOT NULL, name TEXT NOT NULL, target TEXT, value TEXT, planned INTEGER NOT NULL,
  observation TEXT NOT NULL, quote TEXT, span_start INTEGER, span_end INTEGER, weight REAL NOT NULL,
  evidence TEXT NOT NULL, reasoning TEXT, sentiment TEXT, alternatives TEXT, extractor TEXT NOT NULL,
  grain_from TEXT NOT NULL, grain_to TEXT NOT NULL, phrase_from TEXT, phrase_to TEXT,
  document TEXT, silent_from INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS statements_by_key ON statements (key, start);
CREATE INDEX IF NOT EXISTS statements_by_source ON statements (source);
CREATE INDEX IF NOT EXISTS statements_by_target ON statements (target) WHERE target IS NOT NULL;
CREATE INDEX IF NOT EXISTS statements_by_observation ON statements (observation);
CREATE INDEX IF NOT EXISTS statements_by_document ON statements (document, silent_from) WHERE document IS NOT NULL;
CREATE TABLE IF NOT EXISTS silences (
  statement INTEGER NOT NULL, tx INTEGER NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (statement, tx, at)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS versions (
  document TEXT NOT NULL, occurred_at INTEGER NOT NULL, seq INTEGER NOT NULL, observation TEXT NOT NULL,
  tx INTEGER NOT NULL, complete INTEGER NOT NULL, PRIMARY KEY (document, occurred_at, seq)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS facts (
  id TEXT PRIMARY KEY, key TEXT NOT NULL, source TEXT NOT NULL, name TEXT NOT NULL, target TEXT, value TEXT,
  payload TEXT NOT NULL, planned INTEGER NOT NULL, weight REAL NOT NULL,
  valid_from INTEGER NOT NULL, valid_to INTEGER NOT NULL, recorded_from INTEGER NOT NULL,
  recorded_to INTEGER NOT NULL, opened INTEGER NOT NULL, closed INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS facts_by_key ON facts (key, recorded_to);
CREATE INDEX IF NOT EXISTS facts_by_source ON facts (source, recorded_to);
CREATE INDEX IF NOT EXISTS facts_by_target ON facts (target, recorded_to) WHERE target IS NOT NULL;
CREATE INDEX IF NOT EXISTS facts_by_opened ON facts (opened);
CREATE INDEX IF NOT EXISTS facts_by_closed ON facts (closed);
"""
"""What follows from the journal by replay."""

PROJECTION_TABLES: Final = (
    "observations", "entities", "aliases", "merges", "dismissals", "statements", "silences", "versions", "facts",
)  # fmt: skip


_LATER_COLUMNS: Final = {
    "jobs": {"waits": "INTEGER NOT NULL DEFAULT 0", "usage": "TEXT NOT NULL DEFAULT '{}'"},
}
"""Columns that a file of the same format may be without; they are added when it is opened."""


@contextmanager
def mapped(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into ours."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        text = str(error)
        if "malformed" in text or "not a database" in text:
            raise Damaged(
                f"{path} is damaged ({text}); restore it from a backup. The graph beside it can be rebuilt from it."
            ) from error
        if "full" in text:
            raise NoRoom(f"no room left to write {path}; free some space and try again. Nothing was stored.") from error
        if "readonly" in text or "unable to open" in text:
            raise StoreError(f"{path} cannot be written ({text}); check the directory's permissions") from error
        if "interrupted" in text or "closed database" in text:
            raise Unavailable("the project is being closed") from error
        raise StoreError(f"the database {path} refused: {text}") from error


class Record:
    """The open file: one writing connection and a pool of reading ones."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._idle: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        self._closed = False
        with mapped(path):
            self.writer = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
            try:
                self._prepare()
            except BaseException:
                self.writer.close()
                raise

    def _prepare(self) -> None:
        self.writer.execute("PRAGMA journal_mode = WAL")
        self.writer.execute("PRAGMA synchronous = FULL")
        self.writer.execute("PRAGMA secure_delete = ON")
        self.writer.execute("PRAGMA cache_size = -65536")
        self.writer.execute("PRAGMA wal_autocheckpoint = 8000")
        version = self.writer.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, SCHEMA_VERSION):
            raise Damaged(
                f"{self.path} has format {version}, this program reads {SCHEMA_VERSION}; use the version that wrote it"
            )
        self.writer.executescript(
            f"BEGIN IMMEDIATE; {RECORD_SCHEMA} {PROJECTION_SCHEMA} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
        )

        for table, columns in _LATER_COLUMNS.items():
            there = {row[1] for row in self.writer.execute(f"PRAGMA table_info({table})")}
            for name, kind in columns.items():
                if name not in there:
                    self.writer.execute(f"ALTER TABLE {table} ADD COLUMN {name} {kind}")

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Borrow a read-only connection."""
        with self._lock:
            if self._closed:
                raise Unavailable("the project is closed")
            connection = self._idle.pop() if self._idle else None
        with mapped(self.path):
            if connection is None:
                uri = self.path.absolute().as_uri() + "?mode=ro"
                connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=30)
                connection.execute("PRAGMA query_only = ON")
            try:
                yield connection
            finally:
                with self._lock:
                    if self._closed or len(self._idle) >= 32:
                        connection.close()
                    else:
                        self._idle.append(connection)

    def shrink(self) -> None:
        """Rewrite the file and its log so that no deleted byte stays in either. Writer thread only."""
        with mapped(self.path):
            self.writer.execute("VACUUM")
            self.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def meta(self, name: str) -> str | None:
        with self.reading() as db:
            row = db.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return row[0] if row else None

    def close(self) -> None:
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()
        with suppress(sqlite3.Error):
            self.writer.execute("PRAGMA optimize")
        self.writer.close()
