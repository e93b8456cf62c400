"""Commands of several words: `retrograph jobs`, which lists, and `retrograph jobs retry`."""

from __future__ import annotations

from typing import Any, Final

from typer.core import TyperGroup

LIST: Final = "list"
"""The command of a group that is meant where none is named."""


class Listing(TyperGroup):
    """A group that lists unless its first word is one of its commands: `entities jose` is `entities list jose`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - typer's own context
        if not args or (args[0] not in self.commands and args[0] != "--help"):
            args = [LIST, *args]
        return super().parse_args(ctx, args)
