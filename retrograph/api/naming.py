"""What a project may be called: its name is a directory, a part of a URL and a key of nothing else."""

from __future__ import annotations

import re
from typing import Final

from retrograph.errors import InvalidInput
from retrograph.extraction.privacy import redact

_SHORTEST_SECRET: Final = 20
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")


def is_name(name: str) -> bool:
    """Whether a project may be called so."""
    return _NAME.fullmatch(name) is not None


def checked_name(name: str) -> str:
    """The name of a project.

    Raises:
        InvalidInput: it is not one.
    """
    if not is_name(name):
        raise InvalidInput(
            "project",
            f"{name[:80]!r} is no project name; use up to 64 of a-z, 0-9, - and _, beginning with a letter or digit",
        )
    if len(name) >= _SHORTEST_SECRET and redact(name).counts:
        raise InvalidInput("project", "this project name looks like a credential; names are stored, choose another")
    return name
