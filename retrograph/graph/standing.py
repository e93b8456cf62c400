"""Whether words stand in a text as words of their own; pure.

>>> stands("jose", "we use jose."), stands("jose", "we met joseph"), stands("jose", "jose를 쓴다")
(True, False, True)
"""

from __future__ import annotations

import re
from typing import Final

_UNSPACED: Final = re.compile(r"[ㄱ-ㆎ가-힣\u3040-\u30ff\u3400-\u9fff]")
"""Letters of scripts that put no blank between a word and what belongs to it."""
_TRIES: Final = 10_000
"""As many places in a text as are looked at for one name."""


def stands(words: str, text: str) -> bool:
    """Whether the words stand in the text with no letter of theirs running on, but for a plural ending."""
    if not words:
        return False
    at = -1
    for _ in range(_TRIES):
        at = text.find(words, at + 1)
        if at < 0:
            return False
        if _runs_on(words[0], text[at - 1 : at]):
            continue
        for ending in ("", "s", "es"):
            end = at + len(words) + len(ending)
            if text.startswith(ending, at + len(words)) and not _runs_on(words[-1], text[end : end + 1]):
                return True
    return False


def _runs_on(edge: str, neighbour: str) -> bool:
    return edge.isalnum() and neighbour.isalnum() and not _UNSPACED.match(edge) and not _UNSPACED.match(neighbour)
