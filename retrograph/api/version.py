"""The program's version, as it was installed."""

from __future__ import annotations

from functools import cache
from importlib import metadata


@cache
def version() -> str:
    """The version of the installed package."""
    return metadata.version("retrograph")
