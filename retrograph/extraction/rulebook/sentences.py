"""Text to paragraphs to sentences, each with its place in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

SENTENCE_LIMIT: Final = 700
"""Longer sentences are no prose; nothing is read from them."""

SHORTEST: Final = 6
"""Characters of the shortest sentence that can state anything."""

_END: Final = re.compile(
    r"[.!?。？！](?=[\"'”’)\]*_]*(?:\s|$))[\"'”’)\]*_]*|\n(?=[ \t]*[-*+•]\s)|\n(?=[ \t]*[0-9]{1,3}[.)]\s)"
    r"|(?<=[다요죠음함됨임까])\n|\n(?=[ \t]*[A-Z가-힣][\w /()-]{0,15}[:：][ \t])"
)
_ABBREVIATION: Final = re.compile(r"(?:\b(?:e\.g|i\.e|vs|cf|No|Mr|Dr|Ms|St|etc|approx)|\b[A-Z])\.$")
_HANGUL: Final = re.compile("[\uac00-\ud7a3]")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, verbatim: `content[start : start + len(text)] == text`."""

    text: str
    start: int

    @property
    def korean(self) -> bool:
        """Whether it is written in Korean, be it with foreign names in it."""
        return is_korean(self.text)


def is_korean(text: str) -> bool:
    """Whether there is Korean in a text, be it with foreign names in it."""
    return _HANGUL.search(text) is not None


def sentences(paragraph: str, start: int) -> Iterator[Sentence]:
    """The sentences of a paragraph that stands at `start`; code in backticks is not cut."""
    begin, counted, odd = 0, 0, False
    for end in _ends(paragraph):
        odd ^= paragraph.count("`", counted, end) % 2 == 1
        counted = end
        if odd and end < len(paragraph):
            continue
        text = paragraph[begin:end]
        stripped = text.strip()
        if SHORTEST <= len(stripped) <= SENTENCE_LIMIT:
            yield Sentence(stripped, start + begin + text.index(stripped))
        begin, odd = end, False


def _ends(paragraph: str) -> Iterator[int]:
    for found in _END.finditer(paragraph):
        if not _ABBREVIATION.search(paragraph, max(0, found.end() - 8), found.end()):
            yield found.end()
    yield len(paragraph)
