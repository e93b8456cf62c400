"""Opening the project that a command works on, and printing what it answered."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import orjson
from pydantic import BaseModel
from rich.console import Console

from retrograph.api.cli.output import terminal
from retrograph.api.connect import connect
from retrograph.api.door import Door
from retrograph.settings import Settings

A = TypeVar("A", bound=BaseModel)


def open_door(data: Path | None, project: str | None) -> Door:
    settings = Settings.load(data=data, project=project)
    return connect(settings, settings.project)


def show(answer: A, as_json: bool, printer: Callable[[Console, A], Any]) -> None:
    if as_json:
        text = orjson.dumps(answer.model_dump(mode="json", by_alias=True), option=orjson.OPT_INDENT_2)
        sys.stdout.write(text.decode() + "\n")
    else:
        printer(terminal(sys.stdout), answer)
