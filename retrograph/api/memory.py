"""Retrograph in this process, without a server."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Self

from retrograph.api.composition import open_projects
from retrograph.api.door import Door
from retrograph.api.projects import Projects
from retrograph.settings import Settings


class Memory(Door):
    """A project of a data directory, opened in this process.

        with Memory("./memory") as memory:
            memory.observe("We chose jose over jsonwebtoken.", occurred_at="2025-03-01", wait=True)
            memory.temporal_query("jose", as_of="2025-03").facts

    One process owns a directory. Several projects of one are had with `at`. Any thread may use it.

    Args:
        path: the data directory; made where it is not there. Absent: `RETROGRAPH_DATA`, or the user's.
        project: the project; made with its first use.
        settings: further settings by name, as in `retrograph.settings`: `tz="Asia/Seoul"`.

    Raises:
        Locked: another process, or another Memory in this one, owns the directory.
        InvalidInput: the name or a setting is wrong.
        StoreError: the directory cannot be read or written.
    """

    def __init__(self, path: str | Path | None = None, *, project: str | None = None, **settings: object) -> None:
        chosen = Settings.load(data=path, project=project, **settings)
        self._begin(open_projects(chosen), chosen.project, chosen.data, owner=True)

    @classmethod
    def of(cls, settings: Settings, project: str | None = None) -> Self:
        """A Memory of settings that are there already."""
        memory = cls.__new__(cls)
        memory._begin(open_projects(settings), project or settings.project, settings.data, owner=True)
        return memory

    def _begin(self, projects: Projects, project: str, data: Path, *, owner: bool) -> None:
        self._projects, self._data, self._owner = projects, data, owner
        self._held = ExitStack()
        try:
            opened = self._held.enter_context(projects.use(project, create=True))
        except BaseException:
            if owner:
                projects.close()
            raise
        super().__init__(opened.service, project, str(data))

    def at(self, project: str) -> Memory:
        """Another project of the same directory. Close it before, or with, this one."""
        other = Memory.__new__(Memory)
        other._begin(self._projects, project, self._data, owner=False)
        return other

    def projects(self) -> list[str]:
        """The names of the projects in the directory."""
        return self._projects.names()

    def close(self) -> None:
        """Finish what is under way and let go of the directory. Twice is fine."""
        self._held.close()
        if self._owner:
            self._projects.close()
