"""Dates as they are written in English. Examples are read on Wednesday 2025-09-17, 10:00 +09:00."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from retrograph.errors import InvalidInput
from retrograph.extraction.dates.reference import Reference
from retrograph.extraction.dates.words import Word, full_year, plausible
from retrograph.graph.intervals import Period
from retrograph.graph.intervals import period as read_iso

_MONTH_NAMES: Final = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_ORDINALS: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}

MONTH: Final = (
    "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    "|Nov(?:ember)?|Dec(?:ember)?)"
)
CAPITAL_MONTH: Final = f"(?-i:{MONTH})"
_DAY: Final = "(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?"
_YEAR: Final = "(?P<year>[0-9]{4})(?![0-9])"


def month_number(text: str) -> int:
    """`Sept` is 9."""
    return 1 + next(i for i, name in enumerate(_MONTH_NAMES) if name.startswith(text[:3].casefold()))


def _iso(match: re.Match[str], ref: Reference) -> Period | None:
    try:
        return read_iso(match[0], ref.zone, naive=True)
    except InvalidInput:
        return None


def _numeric(match: re.Match[str], ref: Reference) -> Period | None:
    return ref.calendar(int(match["year"]), int(match["month"]), int(match["day"]))


def _iso_month(match: re.Match[str], ref: Reference) -> Period | None:
    year = int(match["year"])
    return ref.months(year, int(match["month"])) if plausible(year) else None


def _written(match: re.Match[str], ref: Reference) -> Period | None:
    parts = match.groupdict()
    day = int(parts["day"]) if parts.get("day") else None
    return ref.calendar(full_year(parts["year"]), month_number(parts["month"]), day)


def _days(match: re.Match[str], ref: Reference) -> tuple[Period, Period] | None:
    year, month = int(match["year"]), month_number(match["month"])
    first, last = date(year, month, int(match["day"])), date(year, month, int(match["last"]))
    return (ref.day(first), ref.day(last)) if first < last else None


def _years(match: re.Match[str], ref: Reference) -> tuple[Period, Period] | None:
    first, last = int(match["first"]), int(match["last"])
    return (ref.year(first), ref.year(last)) if first < last else None


def _month_and_day(match: re.Match[str]) -> tuple[int, int | None]:
    parts = match.groupdict()
    return month_number(parts["month"]), int(parts["day"]) if parts.get("day") else None


def _floating(match: re.Match[str], ref: Reference) -> Period | None:
    return ref.floating(*_month_and_day(match))


def _quarter(match: re.Match[str], ref: Reference) -> Period | None:
    parts = match.groupdict()
    year = int(parts["year"] or parts.get("year2") or ref.today.year)
    number = parts["number"].casefold()
    quarter = int(number) if number.isdigit() else _ORDINALS[number]
    return ref.months(year, 3 * quarter - 2, 3)


def _half(match: re.Match[str], ref: Reference) -> Period | None:
    second = (match["number"] or match["word"]).casefold() in ("2", "second")
    return ref.months(int(match["year"]), 7 if second else 1, 6)


def _bare_year(match: re.Match[str], ref: Reference) -> Period | None:
    year = int(match["year"])
    return ref.year(year) if plausible(year) else None


WORDS: Final[tuple[Word, ...]] = (
    Word(
        "instant",
        r"(?<![0-9])[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,9})?)?"
        r"(?:\s?(?:Z|[+-][0-9]{2}:?[0-9]{2})\b)?",
        _iso,
        (("at 2025-03-01T09:30:00Z", "2025-03-01T09:30:00Z"), ("2025-03-01 09:30", "2025-03-01T00:30:00Z")),
    ),
    Word(
        "iso-day",
        r"(?<![0-9./-])(?P<year>[0-9]{4})(?P<sep>[-/])(?P<month>[0-9]{1,2})(?P=sep)(?P<day>[0-9]{1,2})(?![0-9/-])",
        _numeric,
        (("on 2025-03-15 we", "2025-03-15"), ("2025/3/5", "2025-03-05"), ("2020-13-45", ""), ("0000-00-00", "")),
    ),
    Word(
        "dotted-day",
        r"(?<![0-9./-])(?P<year>(?:19|20|21)[0-9]{2})\.(?:(?P<month>[01][0-9])\.(?P<day>[0-3][0-9])(?![0-9.]?[0-9])"
        r"|\s(?P<month2>[0-9]{1,2})\.\s(?P<day2>[0-9]{1,2})\b\.?)",
        lambda m, ref: ref.calendar(int(m["year"]), int(m["month"] or m["month2"]), int(m["day"] or m["day2"])),
        (("2025.03.15", "2025-03-15"), ("2025. 3. 5.", "2025-03-05"), ("node 20.11.1", ""), ("v2024.8.30", "")),
    ),
    Word(
        "iso-month",
        r"(?<![0-9./-])(?P<year>[0-9]{4})-(?P<month>0[1-9]|1[0-2])(?![0-9-])",
        _iso_month,
        (("since 2025-03", "2025-03"), ("2020-13", "")),
    ),
    Word(
        "day-first-slashes",
        r"(?<![0-9./-])(?P<day>1[3-9]|2[0-9]|3[01])/(?P<month>0?[1-9]|1[0-2])/(?P<year>(?:19|20|21)[0-9]{2})(?![0-9/-])",
        _numeric,
        (("31/12/2024", "2024-12-31"), ("03/04/2025", "")),
    ),
    Word(
        "month-first-slashes",
        r"(?<![0-9./-])(?P<month>0?[1-9]|1[0-2])/(?P<day>1[3-9]|2[0-9]|3[01])/(?P<year>(?:19|20|21)[0-9]{2})(?![0-9/-])",
        _numeric,
        (("12/31/2024", "2024-12-31"),),
    ),
    Word(
        "days-of-a-month",
        rf"\b{_DAY}\s?(?:-|–|to)\s?(?P<last>[0-9]{{1,2}})(?:st|nd|rd|th)?\s(?P<month>{MONTH})\.?,?\s{_YEAR}",
        _days,
        (("3-5 May 2025", "2025-05-03/2025-05-05"),),
    ),
    Word(
        "day-month-year",
        rf"\b{_DAY}(?:\sof)?[\s-](?P<month>{MONTH})\.?,?[\s-]{_YEAR}",
        _written,
        (("12 March 2025", "2025-03-12"), ("the 3rd of May, 2025", "2025-05-03"), ("31 february 2020", "")),
    ),
    Word(
        "month-day-year",
        rf"\b(?P<month>{MONTH})\.?\s{_DAY},?\s{_YEAR}",
        _written,
        (("Mar 3, 2025", "2025-03-03"), ("March 3rd 2025", "2025-03-03"), ("june 1, 2026", "2026-06-01")),
    ),
    Word(
        "month-year",
        rf"\b(?P<month>{MONTH})\.?,?\s(?:of\s)?{_YEAR}",
        _written,
        (("March 2025", "2025-03"), ("notes from december 2025", "2025-12"), ("early March 2025", "2025-03")),
    ),
    Word(
        "day-month",
        rf"\b{_DAY}(?:\sof)?\s(?P<month>{CAPITAL_MONTH})\b(?!\.?,?\s[0-9]{{4}})",
        _floating,
        (("On 10 September we", "2025-09-10"), ("on 3 November", "2024-11-03"), ("5 may fail", "")),
        floating=_month_and_day,
    ),
    Word(
        "month-day",
        rf"\b(?P<month>{CAPITAL_MONTH})\.?\s{_DAY}\b(?![:%]|\.[0-9])",
        _floating,
        (("July 31", "2025-07-31"), ("Sept. 3rd", "2025-09-03")),
        floating=_month_and_day,
    ),
    Word(
        "month",
        rf"\b(?P<month>{CAPITAL_MONTH})\b\.?",
        _floating,
        (("in January", "2025-01"), ("until October", "2024-10"), ("May I ask", ""), ("March on", "")),
        floating=_month_and_day,
        need="preposition",
    ),
    Word(
        "quarter",
        r"\b(?:(?P<year2>(?:19|20|21)[0-9]{2})[\s-]?)?Q(?P<number>[1-4])"
        r"(?:(?:\s(?:of\s)?|[/-])(?P<year>(?:19|20|21)[0-9]{2}))?\b",
        _quarter,
        (
            ("in Q2", "2025-04-01/2025-06-30"),
            ("Q3 2024", "2024-07-01/2024-09-30"),
            ("2024-Q1", "2024-01-01/2024-03-31"),
        ),
    ),
    Word(
        "quarter-in-words",
        r"\b(?P<number>first|second|third|fourth|[1-4](?:st|nd|rd|th))\squarter(?:\sof\s(?P<year>(?:19|20"
        r"|21)[0-9]{2}))?\b",
        _quarter,
        (("in the second quarter of 2024", "2024-04-01/2024-06-30"),),
    ),
    Word(
        "half",
        r"\b(?:H(?P<number>[12])|(?P<word>first|second)\shalf\sof)\s(?P<year>(?:19|20|21)[0-9]{2})\b",
        _half,
        (("H1 2025", "2025-01-01/2025-06-30"), ("the second half of 2024", "2024-07-01/2024-12-31")),
    ),
    Word(
        "years",
        r"(?<![0-9./:#$-])(?P<first>(?:19|20|21)[0-9]{2})\s?[-–~]\s?(?P<last>(?:19|20|21)[0-9]{2})(?![0-9./:-])",
        _years,
        (("2019-2021", "2019/2021"), ("2021-2019", "")),
    ),
    Word(
        "part-of-year",
        rf"\b(?:early|late|mid)[\s-](?:in\s)?{_YEAR}(?!-)",
        _bare_year,
        (("in early 2021", "2021"), ("mid-2024", "2024")),
    ),
    Word(
        "year",
        rf"(?<![0-9./:#$-]){_YEAR}(?!년|[%./:-]?[0-9]|\s?(?:ms|s|px|MB|GB|KB|kB|tokens?|users?|lines?|times)\b)",
        _bare_year,
        (("in 2021", "2021"), ("since 2022.", "2022"), ("chunk of 2000 tokens", ""), ("2021 words", "")),
        need="preposition",
    ),
)
