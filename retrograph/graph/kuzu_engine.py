"""The one module that imports Kùzu: a database file, its connections, and what its errors mean.

One thread writes; any thread reads, each over a connection that is its own for as long as it reads. The engine
never checkpoints on its own account, neither while it works nor when it is closed: a kill during a checkpoint can
leave a file that does not open. What is committed is in the log beside the file, which is read when it is opened.
"""

from __future__ import annotations

import ctypes
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from queue import LifoQueue
from typing import Any, Final, Self, cast
from weakref import WeakValueDictionary

import kuzu

from retrograph.errors import Damaged, Locked, Owner, StoreError, Unavailable
from retrograph.graph import cypher

Row = list[Any]
Parameters = Mapping[str, object]
Run = Callable[[str, Parameters], list[Row]]

MIB: Final = 1 << 20

_NAMES = re.compile(r"\$(\w+)")
_QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'")
_open_here: WeakValueDictionary[Path, Engine] = WeakValueDictionary()
_opening = threading.Lock()


@dataclass(frozen=True, slots=True)
class Size:
    """What a database may take: page cache and address space in bytes, and connections for readers."""

    pool: int
    most: int
    readers: int


class Session:
    """One connection. Not for two threads at once."""

    def __init__(self, database: kuzu.Database, threads: int) -> None:
        self.connection = kuzu.Connection(database, num_threads=threads)
        self._prepared: dict[str, tuple[kuzu.PreparedStatement, frozenset[str]]] = {}

    def run(self, text: str, params: Parameters | None = None) -> list[Row]:
        """Execute a text with exactly the parameters it names, and return all rows.

        Raises:
            ValueError: a parameter is missing or not named (the engine itself would take that as "any value").
            StoreError: the engine refused.
        """
        given = dict(params or {})
        prepared = self._prepared.get(text)
        names = prepared[1] if prepared else frozenset(_NAMES.findall(_QUOTED.sub("", text)))
        if given.keys() != names:
            raise ValueError(f"parameters {sorted(given)} given, {sorted(names)} named in: {text}")
        try:
            if not names:
                return self._rows(self.connection.execute(text))
            if prepared is None:
                # the constructor, since Connection.prepare is deprecated; recursive texts are planned by the values
                prepared = kuzu.PreparedStatement(self.connection, text, given), names
                self._prepared[text] = prepared
            return self._rows(self.connection.execute(prepared[0], given))
        except Exception as error:
            self._prepared.pop(text, None)
            raise mapped(error) from error

    def close(self) -> None:
        self._prepared.clear()
        self.connection.close()

    @staticmethod
    def _rows(result: kuzu.QueryResult | list[kuzu.QueryResult]) -> list[Row]:
        assert isinstance(result, kuzu.QueryResult)
        with result:
            return cast("list[Row]", result.get_all())


class Engine:
    """`with Engine(path, Size(...)) as engine`; a second one on the same file in this process is refused.

    `prepare` runs once the file is this engine's, before it is opened.
    """

    def __init__(self, path: Path, size: Size, prepare: Callable[[], None] = lambda: None) -> None:
        self.path = path.resolve()
        self._size = size
        self._idle: LifoQueue[Session | None] = LifoQueue()
        self._turn = threading.Lock()
        self._writer: Session | None = None
        with _opening:
            if self.path in _open_here:
                raise StoreError(f"the graph {path} is open in this process already; use that one, or close it first")
            _open_here[self.path] = self
        try:
            prepare()
            self._open()
        except BaseException:
            _open_here.pop(self.path, None)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._end(broken=_broke(error))

    def read(self, text: str, params: Parameters | None = None) -> list[Row]:
        """Run a reading text; from any thread. Waits while the file is being replaced.

        Raises:
            Unavailable: it is closed.
        """
        with self._turn:
            session = self._idle.get()
        try:
            if session is None:
                raise Unavailable("the graph is closed")
            return session.run(text, params)
        finally:
            self._idle.put(session)

    @contextmanager
    def transaction(self) -> Iterator[Run]:
        """Write, all or nothing; from the writing thread. After an error the file is opened anew."""
        if self._writer is None:
            raise Unavailable("the graph is closed")
        try:
            self._writer.run(cypher.BEGIN)
            yield self._writer.run
            self._writer.run(cypher.COMMIT)
        except BaseException as error:
            with suppress(StoreError):
                self._writer.run(cypher.ROLLBACK)
            self._shut(_broke(error))
            self._open_or_leave()
            raise

    def run(self, text: str) -> list[Row]:
        """A statement outside a transaction, from the writing thread."""
        if self._writer is None:
            raise Unavailable("the graph is closed")
        return self._writer.run(text)

    def replace(self, exchange: Callable[[], None], settle: Callable[[], None]) -> None:
        """Close the file, let `exchange` put another in its place, and open that. Readers wait meanwhile.

        Where `exchange` fails, `settle` leaves one of the two in place, that is opened, and the error goes on.
        """
        self._shut(broken=False)
        failure: StoreError | None = None
        try:
            try:
                exchange()
            except StoreError as error:
                failure = error
                settle()
            self._open()
        except BaseException:
            self._leave()
            raise
        if failure is not None:
            raise failure

    def close(self) -> None:
        """Wait for readers, then let go of the file. Nothing is written. Twice is fine."""
        self._end(broken=False)

    # -- opening and closing -------------------------------------------------------------------------------

    def _open(self) -> None:
        try:
            self._database = kuzu.Database(
                str(self.path),
                buffer_pool_size=self._size.pool,
                max_db_size=self._size.most,
                auto_checkpoint=False,
            )
        except Exception as error:
            raise _mapped_at_open(error, self.path) from error
        self._writer = Session(self._database, threads=0)
        self._writer.run(cypher.NO_CHECKPOINT_ON_CLOSE)
        for _ in range(self._size.readers):
            self._idle.put(Session(self._database, threads=1))

    def _shut(self, broken: bool) -> None:
        """Take all connections from their readers and close. A broken database would end the process if it were
        closed (it throws where C++ must not), so it is kept for ever instead."""
        assert self._writer is not None
        with self._turn:  # so that busy readers do not keep taking what they just gave back
            sessions = [s for s in (self._idle.get() for _ in range(self._size.readers)) if s is not None]
        sessions.append(self._writer)
        self._writer = None
        if broken:
            for kept in (self._database, *(s.connection for s in sessions)):
                ctypes.pythonapi.Py_IncRef(ctypes.py_object(kept))
            return
        for session in sessions:
            session.close()
        self._database.close()

    def _open_or_leave(self) -> None:
        try:
            self._open()
        except BaseException:
            self._leave()
            raise

    def _end(self, broken: bool) -> None:
        if self._writer is not None:
            self._shut(broken)
            self._leave()

    def _leave(self) -> None:
        """From now on readers are told that it is closed."""
        for _ in range(self._size.readers):
            self._idle.put(None)
        _open_here.pop(self.path, None)


def _broke(error: BaseException | None) -> bool:
    """Whether a database that raised this cannot be closed any more: it could not write what it had to."""
    return error is not None and str(error.__cause__).startswith("IO exception")


def mapped(error: Exception) -> StoreError:
    """What an error of the engine means to us."""
    text = str(error)
    if text.startswith("Buffer manager exception"):
        return StoreError(f"the graph needs more memory than it was given; raise the setting graph_memory ({text})")
    if text.startswith("IO exception"):
        return StoreError(f"the graph's file cannot be read or written: {text}")
    return StoreError(f"the graph engine refused: {text}")


def _mapped_at_open(error: Exception, path: Path) -> StoreError:
    text = str(error)
    if "Could not set lock" in text:
        return Locked(f"the graph {path} is in use by another process", Owner(None, None))
    if text.startswith(("Buffer manager exception", "IO exception: Cannot open file", "IO exception: Failed to")):
        return mapped(error)
    return Damaged(f"the graph {path} does not open ({text}); rebuild it from the journal")
