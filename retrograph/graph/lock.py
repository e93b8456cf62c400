"""One process owns a directory: a lock file, and beside it who the owner is.

The operating system drops the lock when its process ends, however it ends; the note about the owner is only
information and may be stale.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import orjson
from filelock import FileLock, Timeout

from retrograph.errors import Locked, Owner, StoreError


class DirectoryLock:
    """`lock = DirectoryLock(path); lock.acquire()`; a second one on the same path raises `Locked`."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._note = directory / "owner.json"
        self._lock = FileLock(directory / "lock", timeout=0, thread_local=False)

    def acquire(self, url: str | None = None) -> None:
        """Take the directory, creating it where needed.

        Raises:
            Locked: another process (or another handle in this one) has it; the message names its pid and URL.
            StoreError: the directory cannot be written.
        """
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
            self._lock.acquire()
        except Timeout:
            owner = self.owner()
            where = f", which answers at {owner.url}" if owner.url else ""
            way = f"ask it (retrograph.Client({owner.url!r}))" if owner.url else "talk to that process"
            raise Locked(
                f"{self.directory} is in use by process {owner.pid or 'unknown'}{where}; {way}, stop it, "
                "or choose another directory",
                owner,
            ) from None
        except OSError as error:
            raise StoreError(f"{self.directory} cannot be written: {error.strerror or error}") from error
        self.announce(url)

    def announce(self, url: str | None) -> None:
        """Say who owns the directory, and where it answers over HTTP."""
        note = orjson.dumps({"pid": os.getpid(), "url": url})
        beside = self._note.with_suffix(".new")
        try:
            beside.write_bytes(note)
            beside.replace(self._note)
        except OSError as error:
            self.release()
            raise StoreError(f"{self.directory} cannot be written: {error.strerror or error}") from error

    def owner(self) -> Owner:
        """What the owner said of itself; may be out of date when nobody holds the lock."""
        try:
            note = orjson.loads(self._note.read_bytes())
            return Owner(note.get("pid"), note.get("url"))
        except (OSError, orjson.JSONDecodeError, AttributeError):
            return Owner(None, None)

    def release(self) -> None:
        if self._lock.is_locked:
            with suppress(OSError):
                self._note.unlink(missing_ok=True)
            self._lock.release()
