"""English words that count from the day they are said. Examples: see `english.py`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

from retrograph.extraction.dates.english import CAPITAL_MONTH, month_number
from retrograph.extraction.dates.reference import Reference, Unit, add_months
from retrograph.extraction.dates.words import Word
from retrograph.graph.intervals import Period

_DAY_NAMES: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_NUMBERS: Final = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
}
_WHICH: Final = {
    "last": -1,
    "past": -1,
    "previous": -1,
    "this": 0,
    "current": 0,
    "next": 1,
    "coming": 1,
    "following": 1,
}
_WEEKDAY: Final = "(?-i:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
COUNT: Final = "(?P<count>[0-9]{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_UNIT: Final = "(?P<unit>minute|min|hour|hr|day|week|wk|month|mon|year|yr)s?"
UNITS: Final[Mapping[str, Unit]] = {
    "minute": "minute",
    "min": "minute",
    "hour": "hour",
    "hr": "hour",
    "day": "day",
    "week": "week",
    "wk": "week",
    "month": "month",
    "mon": "month",
    "year": "year",
    "yr": "year",
}
_WINDOWS: Final[Mapping[str, tuple[int, int]]] = {"day": (5, 2), "week": (35, 14), "month": (150, 60)}
_COUPLES: Final[Mapping[str, tuple[int, int]]] = {"day": (3, 1), "week": (21, 7), "month": (90, 30)}
"""How many days back "a few" and "a couple of" units reach, first and last."""


def count_of(text: str) -> int:
    """`two` and `2` are 2, `a` is 1."""
    return int(text) if text.isdigit() else _NUMBERS[text.casefold()]


def _which_month(match: re.Match[str], ref: Reference) -> Period | None:
    month, which = month_number(match["month"]), _WHICH[match["which"].casefold()]
    year = ref.today.year
    if which < 0 and month >= ref.today.month:
        year -= 1
    if which > 0 and month <= ref.today.month:
        year += 1
    return ref.months(year, month)


def _day_word(match: re.Match[str], ref: Reference) -> Period | None:
    word = match[0].casefold()
    if "before yesterday" in word:
        return ref.days_from_today(-2)
    if "after tomorrow" in word:
        return ref.days_from_today(2)
    if "yesterday" in word or word == "last night":
        return ref.days_from_today(-1)
    return ref.days_from_today(1 if "tomorrow" in word else 0)


def _which_unit(match: re.Match[str], ref: Reference) -> Period | None:
    which, unit = _WHICH[match["which"].casefold()], match["unit"].casefold()
    if unit == "week":
        return ref.week(which)
    if unit == "weekend":
        return ref.span(ref.monday + timedelta(weeks=which, days=5), ref.monday + timedelta(weeks=which, days=6), "day")
    if unit == "month":
        return ref.month_from_now(which)
    if unit == "quarter":
        first = add_months(date(ref.today.year, 3 * ((ref.today.month - 1) // 3) + 1, 1), 3 * which)
        return ref.months(first.year, first.month, 3)
    return ref.year(ref.today.year + which)


def _weekday(match: re.Match[str], ref: Reference) -> Period | None:
    which = " ".join((match["which"] or "").casefold().split())
    ahead = (_DAY_NAMES.index(match["weekday"].casefold()) - ref.today.weekday()) % 7
    if which == "this":
        return ref.weekday_of_week(0, _DAY_NAMES.index(match["weekday"].casefold()))
    if which == "next":
        passed = _DAY_NAMES.index(match["weekday"].casefold()) <= ref.today.weekday()
        return ref.days_from_today(ahead or 7) if passed else None
    if which in ("coming", "this coming") or (not which and ref.future):
        return ref.days_from_today(ahead or 7)
    return ref.days_from_today(-((7 - ahead) % 7 or (7 if which else 0)))


def _ago(match: re.Match[str], ref: Reference) -> Period | None:
    return ref.shifted(-count_of(match["count"]), UNITS[match["unit"].casefold()])


def _ahead(match: re.Match[str], ref: Reference) -> Period | None:
    return ref.shifted(count_of(match["count"]), UNITS[match["unit"].casefold()])


def _in_units(match: re.Match[str], ref: Reference) -> Period | None:
    whole = match.start() == 0 and match.end() == len(match.string)
    return _ahead(match, ref) if match["time"] or whole or ref.future else None


def _few_ago(match: re.Match[str], ref: Reference) -> Period | None:
    windows = _COUPLES if "couple" in match[0].casefold() else _WINDOWS
    first, last = windows[match["unit"].casefold()]
    return ref.span(ref.today - timedelta(days=first), ref.today - timedelta(days=last), "day")


WORDS: Final[tuple[Word, ...]] = (
    Word(
        "which-month",
        rf"\b(?P<which>last|this|next)\s(?P<month>{CAPITAL_MONTH})\b(?!\s[0-9])",
        _which_month,
        (
            ("last March", "2025-03"),
            ("last November", "2024-11"),
            ("this June", "2025-06"),
            ("next January", "2026-01"),
        ),
    ),
    Word(
        "day-word",
        r"\b(?:the\s)?(?:day\sbefore\syesterday|day\safter\stomorrow|yesterday|tomorrow|today|tonight|last\snight"
        r"|this\s(?:morning|afternoon|evening))\b",
        _day_word,
        (("Yesterday's meeting", "2025-09-16"), ("the day before yesterday", "2025-09-15"), ("tomorrow", "2025-09-18")),
    ),
    Word(
        "which-unit",
        r"\b(?P<which>last|past|previous|this|current|next|coming|following)\s(?P<unit>weekend|week|month|quarter"
        r"|year)\b",
        _which_unit,
        (
            ("LaSt WeEk", "2025-09-08/2025-09-14"),
            ("last month", "2025-08"),
            ("last year", "2024"),
            ("next month", "2025-10"),
            ("last quarter", "2025-04-01/2025-06-30"),
            ("last weekend", "2025-09-13/2025-09-14"),
        ),
    ),
    Word(
        "weekday",
        rf"\b(?:(?P<which>last|this\spast|this\scoming|coming|this|next)\s)?(?P<weekday>{_WEEKDAY})\b(?!s)",
        _weekday,
        (
            ("last Tuesday", "2025-09-16"),
            ("last Wednesday", "2025-09-10"),
            ("on Monday", "2025-09-15"),
            ("next Tuesday", "2025-09-23"),
            ("next Friday", ""),
        ),
    ),
    Word(
        "ago",
        rf"\b{COUNT}\s?{_UNIT}\s(?:ago|back)\b",
        _ago,
        (
            ("3 weeks ago", "2025-08-27"),
            ("two days ago", "2025-09-15"),
            ("a month ago", "2025-08"),
            ("3 months ago", "2025-06"),
            ("2 years ago", "2023"),
            ("two sprints ago", ""),
        ),
    ),
    Word(
        "from-now",
        rf"\b{COUNT}\s{_UNIT}\sfrom\snow\b",
        _ahead,
        (("two weeks from now", "2025-10-01"),),
    ),
    Word(
        "in-units",
        rf"\bin\s{COUNT}\s{_UNIT}(?P<time>'?\stime)?\b",
        _in_units,
        (("in 3 days", "2025-09-20"), ("in two weeks' time we", "2025-10-01"), ("we built it in 3 days", "")),
    ),
    Word(
        "few-ago",
        r"\b(?:a\s)?(?:few|couple(?:\sof)?)\s(?P<unit>day|week|month)s?\s(?:ago|back)\b",
        _few_ago,
        (("a few days ago", "2025-09-12/2025-09-15"), ("a couple of months ago", "2025-06-19/2025-08-18")),
        exact=False,
    ),
)
