"""The files of one graph on the disk, and how a new graph takes the place of an old one.

A graph's file is never written in place: the engine appends to the log beside it, and a fuller file is written
under another name and exchanged. The exchange is several steps, so it is announced by a flag first; whoever opens
the graph after a kill finds the flag and goes on from there.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from retrograph.errors import NoRoom, StoreError


class Files:
    """What belongs to the graph at `path`. The caller owns the directory; nothing here locks.

    `given` and `saved` are rows of entities and of edges on their way into `next`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        self.log = self._beside(".wal")
        self.next = self._beside(".next")
        self.given = (self._beside(".entities.csv"), self._beside(".edges.csv"))
        self.saved = (self._beside(".entities.parquet"), self._beside(".edges.parquet"))
        self._flag = self._beside(".exchange")

    def all(self) -> list[Path]:
        """Every path that a graph may use, in a fixed order, whether there or not."""
        return [self.path, *self._companions(self.path), *self._passing(), self._flag]

    def settle(self) -> None:
        """Finish an exchange that was cut short, and remove what an unfinished one left. Before opening."""
        with self.told():
            if self._flag.exists():
                self._exchange()
            self._remove(self._passing())

    def exchange(self) -> None:
        """Put `next`, which is closed and complete, in the place of `path`, which is closed."""
        with self.told():
            _sync(self.next)
            self._flag.touch()
            _sync(self._flag)
            _sync(self.path.parent)
            self._exchange()
            self._remove(self._passing())

    def clear(self) -> None:
        """Remove what a replacement needs only while it is made."""
        with self.told():
            self._remove(self._passing())

    def require(self, room: int) -> None:
        """Refuse now what would run into a full disk: the engine does not survive that.

        Raises:
            NoRoom: less than `room` bytes are free.
        """
        with self.told():
            free = shutil.disk_usage(self.path.parent).free
        if free < room:
            raise NoRoom(f"the disk of {self.path.parent} is nearly full: {free:,} bytes free, {room:,} needed")

    def log_size(self) -> int:
        """Bytes committed since the graph's file was written."""
        try:
            return self.log.stat().st_size
        except OSError:
            return 0

    def _exchange(self) -> None:
        if self.next.exists():
            self._remove(self._companions(self.path))
            _sync(self.path.parent)
            self.next.replace(self.path)
        _sync(self.path.parent)
        self._flag.unlink()
        _sync(self.path.parent)

    def _passing(self) -> list[Path]:
        return [self.next, *self._companions(self.next), *self.given, *self.saved]

    def _beside(self, suffix: str) -> Path:
        return self.path.with_name(self.path.name + suffix)

    @staticmethod
    def _companions(path: Path) -> list[Path]:
        """What the engine puts beside a file: its log, pages of a checkpoint, what does not fit in memory."""
        return [path.with_name(path.name + suffix) for suffix in (".wal", ".shadow", ".tmp")]

    @staticmethod
    def _remove(paths: list[Path]) -> None:
        for path in paths:
            path.unlink(missing_ok=True)

    @contextmanager
    def told(self) -> Iterator[None]:
        """Raises what the operating system refuses as `StoreError`."""
        try:
            yield
        except OSError as error:
            raise StoreError(
                f"the graph's files at {self.path} cannot be written: {error.strerror or error}"
            ) from error


def _sync(path: Path) -> None:
    """Make a file, or a directory's list of names, last. Never on a file that the engine has open."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
