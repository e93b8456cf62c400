"""Text to paragraphs to sentences, each with its place in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

SENTENCE_LIMIT: Final = 700
"""Longer sentences are no prose; nothing is read from them."""

_END: Final = re.compile(
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\bvs)(?<!\bcf)(?<!\bNo)(?<!\bMr)(?<!\bDr)(?<!\bMs)(?<!\bSt)(?<!\betc)(?<!\bapprox)(?<!\b[A-Z])"
    r"[.!?。？！](?=[\"'”’)\]*_]*(?:\s|$))[\"'”’)\]*_]*|\n(?=\s*[-*+•]\s)|\n(?=\s*[0-9]+[.)]\s)"
)
_HANGUL: Final = re.compile("[\uac00-\ud7a3]")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, verbatim: `content[start : start + len(text)] == text`."""

    text: str
    start: int

    @property
    def korean(self) -> bool:
        """Whether it is written in Korean, be it with foreign names in it."""
        return _HANGUL.search(self.text) is not None


def sentences(paragraph: str, start: int) -> Iterator[Sentence]:
    """The sentences of a paragraph that stands at `start`; code in backticks is not cut."""
    begin = 0
    for end in [*(match.end() for match in _END.finditer(paragraph)), len(paragraph)]:
        if paragraph.count("`", begin, end) % 2 and end < len(paragraph):
            continue
        text = paragraph[begin:end]
        stripped = text.strip()
        if stripped and len(stripped) <= SENTENCE_LIMIT:
            offset = text.index(stripped)
            yield Sentence(stripped, start + begin + offset)
        begin = end
