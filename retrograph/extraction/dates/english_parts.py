"""English words for parts of years, quarters and months, and windows up to now. Examples: see `english.py`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

from retrograph.extraction.dates.english import MONTH, month_number
from retrograph.extraction.dates.english_relative import COUNT, UNITS, count_of
from retrograph.extraction.dates.reference import Reference, add_months
from retrograph.extraction.dates.words import Word, full_year
from retrograph.graph.intervals import Period

_SEASONS: Final[Mapping[str, int]] = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_SEASON: Final = "(?P<season>spring|summer|autumn|fall|winter)"
_YEAR: Final = "(?P<year>(?:19|20|21)[0-9]{2})(?![0-9])"


def _season(match: re.Match[str], ref: Reference) -> Period | None:
    return ref.months(int(match["year"]), _SEASONS[match["season"].casefold()], 3)


def _which_season(match: re.Match[str], ref: Reference) -> Period | None:
    month, year = _SEASONS[match["season"].casefold()], ref.today.year
    if match["which"].casefold() == "this":
        return ref.months(year, month, 3)
    if match["which"].casefold() == "next":
        return ref.months(year + (date(year, month, 1) <= ref.today), month, 3)
    over = add_months(date(year, month, 1), 3) <= ref.today
    return ref.months(year if over else year - 1, month, 3)


def _end_of_quarter(match: re.Match[str], ref: Reference) -> Period | None:
    year = int(match["year"] or ref.today.year)
    return ref.months(year, 3 * int(match["number"]))


def _end_of_year(match: re.Match[str], ref: Reference) -> Period | None:
    which = match["which"]
    year = int(match["year"]) if match["year"] else ref.today.year + (-1 if which.casefold() == "last" else 0)
    return ref.months(year, 12)


def _end_of_month(match: re.Match[str], ref: Reference) -> Period | None:
    which = (match["which"] or "this").casefold()
    return ref.month_from_now({"last": -1, "next": 1}.get(which, 0))


def _week(match: re.Match[str], ref: Reference) -> Period | None:
    monday = date.fromisocalendar(int(match["year"]), int(match["week"]), 1)
    day = match["day"]
    if day:
        return ref.day(monday + timedelta(days=int(day) - 1))
    return ref.span(monday, monday + timedelta(days=6), "day")


def _days_after_month(match: re.Match[str], ref: Reference) -> tuple[Period, Period] | None:
    year, month = int(match["year"]), month_number(match["month"])
    first, last = date(year, month, int(match["day"])), date(year, month, int(match["last"]))
    return (ref.day(first), ref.day(last)) if first < last else None


def _window(match: re.Match[str], ref: Reference) -> tuple[Period, Period] | None:
    first = ref.shifted(-count_of(match["count"]), UNITS[match["unit"].casefold()])
    return (first, ref.days_from_today(0)) if first else None


WORDS: Final[tuple[Word, ...]] = (
    Word(
        "fiscal",
        r"\b(?:FY\s?'?(?:[0-9]{4}|[0-9]{2})(?:[\s/-]?[QH][1-4])?|[QH][1-4](?:\sof)?[\s/-]?FY\s?'?(?:[0-9]{4}|[0-9]{2})"
        r"|fiscal\s(?:year\s)?(?:19|20|21)[0-9]{2}|fiscal\s(?:Q[1-4]|quarter|half|year)(?:\s(?:19|20|21)[0-9]{2})?)\b",
        lambda _, __: None,
        (("FY2025 Q1", ""), ("in FY25", ""), ("Q3 FY24", ""), ("fiscal 2024", ""), ("fiscal Q2 2025", "")),
    ),
    Word(
        "season",
        rf"\b(?:(?:early|mid|late)[\s-])?{_SEASON}(?:\sof|,)?\s{_YEAR}",
        _season,
        (
            ("In summer 2024 we", "2024-06-01/2024-08-31"),
            ("in the fall of 2023", "2023-09-01/2023-11-30"),
            ("winter 2024", "2024-12-01/2025-02-28"),
            ("fall back to 2024", ""),
        ),
    ),
    Word(
        "which-season",
        rf"\b(?P<which>last|this|next)\s{_SEASON}\b(?!\s(?:back|through|in|into|over|for|apart|term|break|school|sale))",
        _which_season,
        (
            ("last summer", "2025-06-01/2025-08-31"),
            ("last winter", "2024-12-01/2025-02-28"),
            ("this fall", "2025-09-01/2025-11-30"),
            ("next spring", "2026-03-01/2026-05-31"),
            ("this fall back", ""),
        ),
    ),
    Word(
        "end-of-quarter",
        rf"\bend\sof\s(?:the\s)?Q(?P<number>[1-4])(?:\s(?:of\s)?{_YEAR})?\b",
        _end_of_quarter,
        (("by the end of Q2", "2025-06"), ("end of Q4 2024", "2024-12")),
    ),
    Word(
        "end-of-year",
        rf"\bend\sof\s(?:(?P<which>last|this|the)\syear|{_YEAR})",
        _end_of_year,
        (("at the end of last year", "2024-12"), ("by the end of 2024", "2024-12"), ("end of the year", "2025-12")),
    ),
    Word(
        "end-of-month",
        r"\b(?:end|start|beginning|middle)\sof\s(?:(?P<which>last|this|next|the)\s)month\b",
        _end_of_month,
        (("by the end of the month", "2025-09"), ("the start of last month", "2025-08")),
    ),
    Word(
        "iso-week",
        r"(?<![0-9A-Za-z-])(?P<year>(?:19|20|21)[0-9]{2})-?W(?P<week>[0-5][0-9])(?:-(?P<day>[1-7]))?(?![0-9A-Za-z-])",
        _week,
        (("in 2024-W09", "2024-02-26/2024-03-03"), ("2024-W09-3", "2024-02-28"), ("2024-W60", "")),
    ),
    Word(
        "days-after-month",
        rf"\b(?P<month>{MONTH})\.?\s(?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)?\s?(?:-|–|to)\s?(?P<last>[0-9]{{1,2}})"
        rf"(?:st|nd|rd|th)?,?\s{_YEAR}",
        _days_after_month,
        (("March 1-5, 2024", "2024-03-01/2024-03-05"), ("May 3rd to 5th 2025", "2025-05-03/2025-05-05")),
    ),
    Word(
        "month-short-year",
        rf"\b(?P<month>(?-i:{MONTH}))\.?\s'(?P<year>[0-9]{{2}})\b",
        lambda m, ref: ref.months(full_year(m["year"]), month_number(m["month"])),
        (("in Mar '24", "2024-03"),),
    ),
    Word(
        "short-year",
        r"(?<=\b[Ii]n\s)'(?P<year>[0-9]{2})\b(?!['’])",
        lambda m, ref: ref.year(full_year(m["year"])),
        (("back in '24", "2024"), ("the '24 model", "")),
    ),
    Word(
        "dotted-day-first",
        r"(?<![0-9./-])(?P<day>0[1-9]|[12][0-9]|3[01])\.(?P<month>0[1-9]|1[0-2])\.(?P<year>(?:19|20|21)[0-9]{2})(?![0-9.])",
        lambda m, ref: ref.calendar(int(m["year"]), int(m["month"]), int(m["day"])),
        (("on 15.03.2024", "2024-03-15"), ("10.0.2024", ""), ("1.2.2024", "")),
    ),
    Word(
        "week-before-last",
        r"\bthe\sweek\sbefore\slast\b",
        lambda _, ref: ref.week(-2),
        (("the week before last", "2025-09-01/2025-09-07"),),
    ),
    Word(
        "fortnight-ago",
        r"\ba\sfortnight\sago\b",
        lambda _, ref: ref.days_from_today(-14),
        (("a fortnight ago", "2025-09-03"),),
    ),
    Word(
        "month-part",
        rf"\b(?:mid|early|late)[\s-](?P<month>(?-i:{MONTH}))\b(?!\.?,?\s[0-9])",
        lambda m, ref: ref.floating(month_number(m["month"]), None),
        (("since mid-March", "2025-03"), ("in late October", "2024-10")),
    ),
    Word(
        "window",
        rf"\b(?:for|over|in|during|within|throughout)\s(?:the\s)?(?:past|last)\s{COUNT}\s"
        r"(?P<unit>day|week|month|year)s?\b",
        _window,
        (("for the past two weeks", "2025-09-03/2025-09-17"), ("over the last 3 months", "2025-06-01/2025-09-17")),
        exact=False,
    ),
    Word(
        "start-of-year",
        rf"\b(?:start|beginning|middle)\sof\s{_YEAR}",
        lambda m, ref: ref.year(int(m["year"])),
        (("since the beginning of 2024", "2024"),),
    ),
)
