"""How long work goes: a bar on a terminal, plain lines anywhere else. Always on stderr, apart from the answer."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from retrograph.api.cli.output import terminal
from retrograph.api.cli.plain import plain
from retrograph.api.importing import Rejected

_LINE_SECONDS: Final = 5.0


class ImportProgress:
    """Tells how an import goes; a `loading.Watch`. Rejected entries are named as they are met."""

    def __init__(self, bars: Progress | None) -> None:
        self._bars = bars
        self._task: TaskID | None = None
        self._name, self._total, self._done = "", 0, 0
        self._jobs: int | None = None
        self._spoken = time.monotonic()

    def begin(self, name: str, total: int) -> None:
        """A source of so many entries comes next."""
        self._name, self._total, self._done = name, total, 0
        if self._bars:
            self._task = self._bars.add_task(_tail(plain(name)), total=total)

    def taken(self, entries: int) -> None:
        self._done += entries
        if self._bars and self._task is not None:
            self._bars.update(self._task, completed=self._done)
        elif self._due() and self._done < self._total:
            self._line(f"{self._name}: {self._done:,} of {self._total:,}")

    def rejected(self, rejected: Rejected) -> None:
        self._line(f"skipped {rejected.where}: {rejected.problem}")

    def waiting(self, jobs: int) -> None:
        if self._bars:
            if self._jobs is None:
                self._task = self._bars.add_task("extracting", total=jobs)
                self._total = jobs
            if self._task is not None:
                self._bars.update(self._task, completed=self._total - jobs)
        elif jobs and self._due():
            self._line(f"extracting: {jobs:,} observations to go")
        self._jobs = jobs

    def _due(self) -> bool:
        now = time.monotonic()
        if now - self._spoken < _LINE_SECONDS:
            return False
        self._spoken = now
        return True

    def _line(self, text: str) -> None:
        text = plain(" ".join(text.split()))
        if self._bars:
            self._bars.console.print(text, markup=False, highlight=False, soft_wrap=True)
        else:
            print(text, file=sys.stderr, flush=True)


@contextmanager
def import_progress() -> Iterator[ImportProgress]:
    """The progress of an import, shown until the block is left."""
    with _bars() as bars:
        yield ImportProgress(bars)


@contextmanager
def counted(name: str) -> Iterator[Callable[[int, int], None]]:
    """A function to tell how much of `name` is done, and of how much: `door.rebuild(progress)`."""
    with _bars() as bars:
        task = bars.add_task(name, total=None) if bars else None

        def told(done: int, total: int) -> None:
            if bars and task is not None:
                bars.update(task, completed=done, total=total)

        yield told


@contextmanager
def _bars() -> Iterator[Progress | None]:
    console = terminal(sys.stderr)
    if not console.is_terminal:
        yield None
        return
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bars:
        yield bars


def _tail(name: str) -> str:
    return name if len(name) <= 30 else "…" + name[-29:]
