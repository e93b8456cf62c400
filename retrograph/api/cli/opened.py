"""Opening the project that a command works on, and printing what it answered."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import orjson
from pydantic import BaseModel
from rich.console import Console

from retrograph.api.cli.logs import log_briefly
from retrograph.api.cli.output import terminal
from retrograph.api.projects import is_project
from retrograph.errors import NotFound
from retrograph.settings import Settings

if TYPE_CHECKING:
    from retrograph.api.door import Door

A = TypeVar("A", bound=BaseModel)


def open_door(data: Path | None, project: str | None) -> Door:
    """The door to a project that is there already.

    Raises:
        NotFound: there is no such project; none is made.
        Locked, StoreError: as `connect` raises them.
    """
    settings = Settings.load(data=data, project=project)
    if not is_project(settings.data, settings.project):
        raise NotFound(
            f"there is no project {settings.project!r} in {settings.data}; "
            "`retrograph import` makes one, --data and --project choose another"
        )
    return connected(settings)


def connected(settings: Settings) -> Door:
    """The door to a project, which is made where it is not there yet.

    Raises:
        Locked, StoreError: as `connect` raises them.
    """
    log_briefly(settings)
    from retrograph.api.connect import connect  # noqa: PLC0415 - help and wrong usage do not wait for the engines

    return connect(settings, settings.project)


def show(answer: A, as_json: bool, printer: Callable[[Console, A], Any]) -> None:
    """Print an answer on stdout: itself as JSON, or by `printer` for people."""
    if as_json:
        text = orjson.dumps(answer.model_dump(mode="json", by_alias=True), option=orjson.OPT_INDENT_2)
        sys.stdout.write(text.decode() + "\n")
    else:
        printer(terminal(sys.stdout), answer)
