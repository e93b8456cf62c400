"""A long text in parts that fit a model, each beginning with the end of the one before; pure.

>>> [part.text for part in parts("One. Two. Three.", 7, 0, len)]
['One. ', 'Two. ', 'Three.']
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

_BETWEEN: Final = re.compile(r"(?<=[.!?。！？])[ \t]+|\n+")
"""What parts a sentence or a line from the next; it belongs to the one before."""


@dataclass(frozen=True, slots=True)
class Part:
    """A slice of a text: `whole[start:end] == text`."""

    text: str
    start: int
    end: int


def parts(text: str, limit: int, overlap: int, count: Callable[[str], int]) -> list[Part]:
    """The parts of a text, none over `limit` tokens, cut between sentences where that is possible.

    Each part after the first begins with up to `overlap` tokens of the one before, in whole sentences, so that what
    refers back is read with what it refers to. Counting is done once for each sentence; `count` of a whole may be
    less than the sum of its sentences', never much more.
    """
    if count(text) <= limit:
        return [Part(text, 0, len(text))]
    found: list[Part] = []
    pieces = [(start, end, count(text[start:end])) for start, end in _pieces(text, limit, count)]
    first = 0
    while first < len(pieces):
        last, size = first, 0
        while last < len(pieces) and (last == first or size + pieces[last][2] <= limit):
            size += pieces[last][2]
            last += 1
        start, end = pieces[first][0], pieces[last - 1][1]
        found.append(Part(text[start:end], start, end))
        if last == len(pieces):
            break
        back, size = last, 0
        room = min(overlap, limit - pieces[last][2])
        while back - 1 > first and size + pieces[back - 1][2] <= room:
            back -= 1
            size += pieces[back][2]
        first = back
    return found


def _pieces(text: str, limit: int, count: Callable[[str], int]) -> Iterator[tuple[int, int]]:
    """Sentences, and halves of halves of those that are over the limit themselves."""
    cuts = [0, *(gap.end() for gap in _BETWEEN.finditer(text)), len(text)]
    for sentence in pairwise(cuts):
        waiting = [sentence]
        while waiting:
            start, end = waiting.pop()
            if end - start > 1 and count(text[start:end]) > limit:
                middle = _middle(text, start, end)
                waiting += [(middle, end), (start, middle)]
            elif start < end:
                yield start, end


def _middle(text: str, start: int, end: int) -> int:
    """A place to cut, near the middle, after a blank where there is one nearby."""
    middle = (start + end) // 2
    blank = text.find(" ", middle, min(middle + 80, end - 1))
    return blank + 1 if blank >= 0 else middle
