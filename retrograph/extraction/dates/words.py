"""What a table of date words is made of."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from retrograph.extraction.dates.reference import Reference
from retrograph.graph.intervals import Period

Need = Literal["nothing", "preposition"]
Reader = Callable[[re.Match[str], Reference], Period | tuple[Period, Period] | None]
Floating = Callable[[re.Match[str]], tuple[int, int | None]]


@dataclass(frozen=True, slots=True)
class Word:
    """One way to name a date.

    `read` gives the period, both ends of a range, or None where the words name no date after all. `floating` gives
    (month, day) of words that leave the year open, so that the other end of a range can lend it.
    `need="preposition"`: no date unless "in", "since" or the like stands before it. `exact=False`: "a few weeks ago",
    a window at best.
    """

    name: str
    regex: str
    read: Reader
    examples: tuple[tuple[str, str], ...]
    floating: Floating | None = None
    need: Need = "nothing"
    exact: bool = True


FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 2199
"""Years that a bare number may name."""


def plausible(year: int) -> bool:
    """May a bare four-digit number be this year?"""
    return FIRST_YEAR <= year <= LAST_YEAR


def full_year(digits: str) -> int:
    """`25` is 2025, `2025` is itself."""
    return int(digits) + (2000 if len(digits) <= 2 else 0)
