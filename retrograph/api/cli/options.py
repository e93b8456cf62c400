"""The options that commands share, and how a field's name in a message becomes an option's."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Final

import typer

Data = Annotated[
    Path | None,
    typer.Option(
        "--data",
        metavar="DIR",
        help="The directory that holds all projects; else RETROGRAPH_DATA, else your data directory.",
        show_default=False,
    ),
]
Project = Annotated[
    str | None,
    typer.Option(
        "--project",
        metavar="NAME",
        help="The project; else RETROGRAPH_PROJECT, else 'default'.",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text for people.")]
Zone = Annotated[
    str | None,
    typer.Option(
        "--tz",
        metavar="ZONE",
        help="Zone of the dates you give and see: Asia/Seoul, +09:00. Default: the project's.",
        show_default=False,
    ),
]
Entity = Annotated[str, typer.Argument(metavar="ENTITY", help="An entity's name, alias or id, or 'type:name'.")]
EntityType = Annotated[
    str | None,
    typer.Option(
        "--type", metavar="TYPE", help="The entity's type, where a name means several things.", show_default=False
    ),
]
Relations = Annotated[
    list[str] | None,
    typer.Option(
        "--relation", metavar="NAME", help="Only facts of this relation, as 'uses'. Repeatable.", show_default=False
    ),
]
AsOf = Annotated[
    str | None,
    typer.Option(
        "--as-of",
        metavar="DATE",
        help="What was true then: 2025, 2025-03, 2025-03-15 (its end), 2025-03-15T09:00Z. Default: now.",
        show_default=False,
    ),
]
KnownAt = Annotated[
    str | None,
    typer.Option(
        "--known-at",
        metavar="DATE",
        help="As far as was known then; 'asOf' means the same instant. Default: all that is known.",
        show_default=False,
    ),
]
Extractor = Annotated[
    str | None,
    typer.Option(
        "--extractor",
        metavar="NAME",
        help="What reads the text; else RETROGRAPH_EXTRACTOR, else 'rules', which needs no model.",
        show_default=False,
    ),
]
Limit = Annotated[int, typer.Option("--limit", metavar="NUMBER", help="At most so many, up to 1000.")]

_NAMED: Final = {
    "entity": "ENTITY",
    "entityType": "--type",
    "types": "--relation",
    "properties": "--property",
    "fromAsOf": "--from",
    "toAsOf": "--to",
    "fact": "FACT",
    "into": "INTO",
    "other": "OTHER",
    "merge": "NUMBER",
    "alias": "NAME",
}


def examples(*lines: str) -> str:
    """The last words of a command's help, line for line."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def option_of(field: str) -> str:
    """The option that a request's field is given by: `knownAt` is `--known-at`.

    >>> option_of("entityType"), option_of("asOf")
    ('--type', '--as-of')
    """
    if field in _NAMED:
        return _NAMED[field]
    if not re.fullmatch(r"[a-z]+(?:[A-Z][a-z]+)*|[a-z_]+", field):
        return field
    return "--" + re.sub(r"(?<=[a-z])([A-Z])", r"-\1", field).lower().replace("_", "-")
