"""What may stand in a terminal: text of others without what would move its cursor or turn its direction."""

from __future__ import annotations

from typing import Final

_CONTROLS: Final = dict.fromkeys(
    [*range(0x09), *range(0x0B, 0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
)
"""All control characters but tab and line feed, and the overrides of writing direction."""


def plain(text: str) -> str:
    r"""The text without control characters.

    >>> plain("a\x1b[2Jb\u202e\n")
    'a[2Jb\n'
    """
    return text.translate(_CONTROLS)
