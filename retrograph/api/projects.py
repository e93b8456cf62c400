"""The projects of one data directory: opened when they are asked for, the least recently used closed again.

    projects = Projects(directory, opener, limit=8)
    with projects.use("default", create=True) as held:
        held.service.stats()
    projects.close()

Any thread may use it. One process owns the directory; within it each project is open at most once.
"""

from __future__ import annotations

import difflib
import logging
import shutil
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from retrograph.api.naming import checked_name, is_name
from retrograph.errors import CallerError, NotFound, RetrographError, StoreError, Unavailable
from retrograph.graph.lock import DirectoryLock

if TYPE_CHECKING:
    from retrograph.api.service import Service
    from retrograph.extraction.availability import ModelState

logger = logging.getLogger("retrograph.projects")

_FOLDER: Final = "projects"
_DELETED: Final = ".deleted-"
_RECORD: Final = "journal.sqlite"
_PATIENCE: Final = 30.0
"""How long a request waits for a place among the open projects, in seconds."""


def is_project(data: Path, name: str) -> bool:
    """Whether a data directory has a project of that name. Nothing is opened or made.

    Raises:
        InvalidInput: the name is not one.
    """
    return (data / _FOLDER / checked_name(name) / _RECORD).exists()


class Opened(Protocol):
    """An open project with all that runs for it."""

    service: Service

    def busy(self) -> bool:
        """Whether something waits for extraction."""
        ...

    def empty(self) -> bool:
        """Whether nothing was ever recorded in it."""
        ...

    def close(self) -> None: ...


Opener = Callable[[str, Path], Opened]


class Shared(Protocol):
    """What all projects have in common: the model, where there is one."""

    def state(self) -> ModelState | None: ...

    def close(self) -> None: ...


class _Held:
    """A place among the open projects: being opened (`opened` is None), open, or on its way out (`leaving`)."""

    def __init__(self, *, leaving: bool = False) -> None:
        self.opened: Opened | None = None
        self.users = 0
        self.leaving = leaving


class Projects:
    """See the module. `opener(name, directory)` opens one project; `limit` is how many may be open."""

    def __init__(
        self, data: Path, opener: Opener, *, limit: int, url: str | None = None, shared: Shared | None = None
    ) -> None:
        self._shared = shared
        self._root = data / _FOLDER
        self._opener = opener
        self._limit = limit
        self._lock = DirectoryLock(data)
        self._lock.acquire(url)
        self._held: OrderedDict[str, _Held] = OrderedDict()
        self._closing = False
        self._changed = threading.Condition()
        try:
            self._root.mkdir(parents=True, exist_ok=True)
            for left in self._root.glob(_DELETED + "*"):
                shutil.rmtree(left, ignore_errors=True)
        except OSError as error:
            self._lock.release()
            raise StoreError(f"{self._root} cannot be written: {error.strerror or error}") from error

    def model(self) -> ModelState | None:
        """How the model is that reads for all of them; None where there is none."""
        return self._shared.state() if self._shared else None

    def announce(self, url: str) -> None:
        """Say where the owner of the directory answers over HTTP."""
        self._lock.announce(url)

    # -- using ---------------------------------------------------------------------------------------------

    @contextmanager
    def use(self, name: str, *, create: bool = False) -> Iterator[Opened]:
        """An open project, kept open while it is used. One that is made for a request that is refused is not kept.

        Raises:
            InvalidInput: the name is not one.
            NotFound: there is no such project, and it is not to be created.
            Unavailable: closing, or every place is taken by a project in use.
        """
        made = create and not self._exists(checked_name(name))
        opened = self._take(checked_name(name), create=create)
        refused = False
        try:
            yield opened
        except CallerError:
            refused = True
            raise
        finally:
            self._leave(name)
            if made and refused:
                self._take_back(name)

    def _take(self, name: str, *, create: bool) -> Opened:
        deadline = time.monotonic() + _PATIENCE
        while True:
            with self._changed:
                opened, victim = self._look(name, deadline, create=create)
                if opened is not None:
                    return opened
            if victim is None:
                return self._finish_opening(name)
            self._finish_closing(victim)

    def _look(self, name: str, deadline: float, *, create: bool) -> tuple[Opened | None, str | None]:
        """Under the lock: the open project; or a place for it, taken; or the name of one that must go first."""
        while True:
            if self._closing:
                raise Unavailable("the service is closing")
            held = self._held.get(name)
            if held is None:
                if not create and not self._exists(name):
                    raise NotFound(
                        f"there is no project {name!r}; it begins with the first observation or fact written to it",
                        difflib.get_close_matches(name, self.names(), 3),
                    )
                if len(self._held) < self._limit:
                    self._held[name] = _Held()
                    return None, None
                victim = self._victim()
                if victim is not None:
                    self._held[victim].leaving = True
                    return None, victim
            elif held.opened is not None and not held.leaving:
                held.users += 1
                self._held.move_to_end(name)
                return held.opened, None
            if not self._changed.wait(deadline - time.monotonic()) and time.monotonic() >= deadline:
                raise Unavailable(f"project {name!r} cannot be opened now: {self._limit} others are in use")

    def _victim(self) -> str | None:
        """The project unused for longest; one with work waiting only if all have."""
        idle = [name for name, h in self._held.items() if h.opened is not None and not h.leaving and h.users == 0]
        return next((name for name in idle if not self._busy(name)), idle[0] if idle else None)

    def _busy(self, name: str) -> bool:
        opened = self._held[name].opened
        return opened is not None and opened.busy()

    def _finish_opening(self, name: str) -> Opened:
        try:
            opened = self._opener(name, self._root / name)
        except BaseException:
            self._forget(name)
            raise
        with self._changed:
            held = self._held[name]
            held.opened = opened
            held.users += 1
            self._changed.notify_all()
        return opened

    def _finish_closing(self, name: str) -> None:
        opened = self._held[name].opened
        try:
            if opened is not None:
                opened.close()
        except RetrographError as error:
            logger.warning("closing project %s: %s", name, error)
        finally:
            self._forget(name)

    def _forget(self, name: str) -> None:
        with self._changed:
            del self._held[name]
            self._changed.notify_all()

    def _take_back(self, name: str) -> None:
        """Remove a project in which nothing is recorded and which nobody uses."""
        with self._changed:
            held = self._held.get(name)
            if held is None or held.opened is None or held.users or held.leaving or not held.opened.empty():
                return
            held.leaving = True
        try:
            held.opened.close()
            shutil.rmtree(self._root / name, ignore_errors=True)
        except RetrographError as error:
            logger.warning("closing project %s: %s", name, error)
        finally:
            self._forget(name)

    def _leave(self, name: str) -> None:
        with self._changed:
            self._held[name].users -= 1
            self._changed.notify_all()

    # -- keeping -------------------------------------------------------------------------------------------

    def names(self) -> list[str]:
        """The projects there are, by name."""
        try:
            return sorted(p.name for p in self._root.iterdir() if is_name(p.name) and self._exists(p.name))
        except OSError as error:
            raise StoreError(f"{self._root} cannot be read: {error.strerror or error}") from error

    def _exists(self, name: str) -> bool:
        return is_project(self._root.parent, name)

    def opened(self) -> dict[str, Opened]:
        """The projects that are open now."""
        with self._changed:
            return {name: h.opened for name, h in self._held.items() if h.opened is not None and not h.leaving}

    def resume(self) -> None:
        """Open each project once, so that what waits for extraction goes on; one with work left stays open."""
        for name in self.names():
            try:
                with self.use(name):
                    continue
            except RetrographError as error:
                logger.warning("project %s: %s", name, error)

    def delete(self, name: str) -> None:
        """Remove a project with all its files. Others are not touched.

        Raises:
            NotFound: there is none of that name.
            Unavailable: it stayed in use.
        """
        directory = self._root / checked_name(name)
        deadline = time.monotonic() + _PATIENCE
        with self._changed:
            while True:
                if self._closing:
                    raise Unavailable("the service is closing")
                if not self._exists(name):
                    raise NotFound(f"there is no project {name!r}")
                held = self._held.setdefault(name, _Held(leaving=True))
                if (held.opened is None and held.leaving) or (held.opened and not held.leaving and held.users == 0):
                    held.leaving = True
                    break
                if not self._changed.wait(deadline - time.monotonic()) and time.monotonic() >= deadline:
                    raise Unavailable(f"project {name!r} is in use")
        self._finish_deleting(name, directory)

    def _finish_deleting(self, name: str, directory: Path) -> None:
        gone = self._root / f"{_DELETED}{name}-{time.time_ns()}"
        opened = self._held[name].opened
        try:
            if opened is not None:
                opened.close()
            directory.rename(gone)
        except OSError as error:
            raise StoreError(f"{directory} cannot be removed: {error.strerror or error}") from error
        finally:
            self._forget(name)
        shutil.rmtree(gone, ignore_errors=True)

    def close(self, timeout: float = _PATIENCE) -> None:
        """Let what is in use finish, at most `timeout` seconds; close all projects and let go of the directory."""
        with self._changed:
            already, self._closing = self._closing, True
            self._changed.notify_all()
            if already:
                return
            self._changed.wait_for(lambda: all(h.users == 0 and h.opened for h in self._held.values()), timeout)
            remaining = [name for name, held in self._held.items() if held.opened is not None and not held.leaving]
            for name in remaining:
                self._held[name].leaving = True
        for name in remaining:
            self._finish_closing(name)
        if self._shared:
            self._shared.close()
        self._lock.release()
