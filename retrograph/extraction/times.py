"""Phrases of a text to periods with a grain, counted from the moment the text was written, in its own zone.

>>> from zoneinfo import ZoneInfo
>>> seen = period("2025-09-17T10:00:00+09:00", ZoneInfo("UTC")).start
>>> for phrase in find("It used sharp from March to June 2024.", seen, ZoneInfo("Asia/Seoul")):
...     print(phrase.text, phrase.role, written(phrase.start, ZoneInfo("Asia/Seoul")))
from March to June 2024 span 2024-03

What no date can be told of is left out: an unknown date is better than a wrong one. The words themselves are data,
in `dates/english.py` and `dates/korean.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, tzinfo
from typing import Final, Literal

from retrograph.extraction.dates import english, english_parts, english_relative, korean
from retrograph.extraction.dates.reference import Reference
from retrograph.extraction.dates.words import Word
from retrograph.graph.intervals import Period, bound_text, period

__all__ = ["Phrase", "Role", "find", "period", "read", "written"]

Role = Literal["at", "since", "until", "span"]

TEXT_LIMIT: Final = 20_000
"""Characters of a text that are searched for dates; sentences are far shorter."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A date that a text names. `span` covers its preposition or particle too.

    `at` and `since` have a `start`, `until` an `end`, `span` both. `exact=False` marks a window ("a few weeks ago",
    "before 2021"): good for search, too loose for the bound of a fact.
    """

    text: str
    span: tuple[int, int]
    role: Role
    start: Period | None
    end: Period | None
    exact: bool = True


@dataclass(frozen=True, slots=True)
class _Hit:
    word: Word
    match: re.Match[str]
    first: Period
    last: Period | None
    begin: int
    finish: int


_WORDS: Final = (*english_parts.WORDS, *english_relative.WORDS, *english.WORDS, *korean.WORDS)
_COMPILED: Final = tuple((word, re.compile(word.regex, re.IGNORECASE)) for word in _WORDS)
_CUE: Final = re.compile(
    r"[0-9]|day\b|week|month|year|quarter|fortnight|spring|summer|autumn|fall|winter|morrow|tonight|night|morning|evening|afternoon|ago\b|Q[1-4]"
    rf"|\b{english.MONTH}\b|년|월|일|주|달|해|제|늘|제|모레|글피|분기|반기|전|뒤|후|저께|저녁|젯밤|봄|여름|가을|겨울",
    re.IGNORECASE,
)
_BEFORE: Final = re.compile(
    r"\b(?:(?P<since>(?:ever\s+)?since|as\s+of|as\s+from|start(?:ing|ed)(?:\s+(?:in|on|from|with))?"
    r"|beginning(?:\s+(?:in|on))?"
    r"|effective(?:\s+(?:from|on|as\s+of))?|from)"
    r"|(?P<until>until|till?|through|thru|up\s+(?:to|until))"
    r"|(?P<at>back\s+in|in|on|at|during|throughout|by|of|around|circa|dated|between|for)"
    r"|(?P<before>before|prior\s+to)|(?P<after>after))"
    r"\s+(?:(?:the\s+)?(?:very\s+)?(?:early|late|mid|end\s+of|start\s+of|beginning\s+of|middle\s+of|the|about"
    r"|around)[\s-]+){0,2}$",
    re.IGNORECASE,
)
_KOREAN_AFTER: Final = re.compile(
    r"(?:\s?(?:말|초|중순|중|쯤|경|께))?"
    r"(?:\s?(?P<since>부터|이후로?|이래로?)|\s?(?P<until>까지(?:만|는)?)|\s?(?P<before>이전)|(?P<at>부로|자로|에는?"
    r"|에야|날|\s기준(?:으로)?))?"
)
_JOIN: Final = re.compile(r"\s*(?:to|until|till?|through|thru|[-–—~])\s*|\s*(?:부터|에서)\s*|\s*~\s*", re.IGNORECASE)
_AND: Final = re.compile(r"\s+and\s+", re.IGNORECASE)
_ONWARDS: Final = re.compile(r"\s+(?:onwards?|on)\b(?!\s+(?:the|a|our))", re.IGNORECASE)


def find(text: str, at: int, zone: tzinfo, *, future: bool = False) -> tuple[Phrase, ...]:
    """The dates that `text` names, in order, none overlapping.

    `at`: when the text was written, in microseconds since the epoch; relative words count from that day in `zone`.
    `future`: the text speaks of what is to come, so that "in January" is the next one.
    """
    text = text[:TEXT_LIMIT]
    if not _CUE.search(text):
        return ()
    hits = _hits(text, Reference(at, zone, future))
    return tuple(_phrases(text, hits, Reference(at, zone, future)))


def read(text: str, at: int, zone: tzinfo, *, future: bool = False) -> Period | None:
    """The whole period from the first to the last day that the first dated phrase of `text` names, if there is one.

    >>> from datetime import UTC
    >>> read("no date here", 0, UTC) is None
    True
    """
    for phrase in find(text, at, zone, future=future):
        if phrase.start and phrase.end:
            return Period(phrase.start.start, phrase.end.end, phrase.start.grain)
        return phrase.start or phrase.end
    return None


def written(when: Period, zone: tzinfo) -> str:
    """A period's start as an extraction writes it: `2021`, `2021-03`, `2021-03-04` or an instant in UTC."""
    return bound_text(when.start, when.grain, UTC if when.grain == "instant" else zone)


def _hits(text: str, ref: Reference) -> list[_Hit]:
    found: list[_Hit] = []
    taken = bytearray(len(text))
    for word, pattern in _COMPILED:
        for match in pattern.finditer(text):
            begin, finish = match.span()
            if taken.find(1, begin, finish) >= 0:
                continue
            named = _named(word, match, ref)
            # Words that look like a date but name none ("2020-13-45") are not read again by a looser rule.
            if named is not None or word.name in (
                "회계연도",
                "iso-day",
                "instant",
                "day-month-year",
                "month-day-year",
                "날짜",
                "ago",
                "fiscal",
            ):
                taken[begin:finish] = b"\1" * (finish - begin)
            if named is not None:
                found.append(_Hit(word, match, named[0], named[1], begin, finish))
    return sorted(found, key=lambda hit: hit.begin)


def _named(word: Word, match: re.Match[str], ref: Reference) -> tuple[Period, Period | None] | None:
    try:
        named = word.read(match, ref)
    except (ValueError, OverflowError):
        return None
    return (named, None) if isinstance(named, Period) else named


def _phrases(text: str, hits: list[_Hit], ref: Reference) -> Iterator[Phrase]:
    index, floor = 0, 0
    while index < len(hits):
        hit = hits[index]
        joined = _joined(text, floor, hit, hits[index + 1], ref) if index + 1 < len(hits) else None
        phrase = joined or _single(text, floor, hit)
        index += 2 if joined else 1
        if phrase:
            floor = phrase.span[1]
            yield phrase


def _joined(text: str, floor: int, left: _Hit, right: _Hit, ref: Reference) -> Phrase | None:
    between = text[left.finish : right.begin]
    if len(between) > 12 or left.last or right.last or not (left.word.exact and right.word.exact):
        return None
    before = _BEFORE.search(text, max(floor, left.begin - 40), left.begin)
    opening = " ".join(before[0].casefold().split()) if before else ""
    after = _KOREAN_AFTER.match(text, right.finish)
    from_to = _JOIN.fullmatch(between) is not None
    if not from_to and not (opening.startswith("between") and _AND.fullmatch(between)):
        return None
    if left.word.need == "preposition" and not before:
        return None
    start, end = _lend_year(left, right, ref)
    if start.start >= end.end:
        return None
    finish = after.end() if after and after["until"] else right.finish
    begin = before.start() if before else left.begin
    return Phrase(text[begin:finish], (begin, finish), "span", start, end)


def _lend_year(left: _Hit, right: _Hit, ref: Reference) -> tuple[Period, Period]:
    """One end of a range may leave its year to the other: "from March to June 2024", "2024년 1월부터 3월까지"."""
    start, end = left.first, right.first
    if left.word.floating and not right.word.floating:
        year = _year_of(end, ref)
        month, day = left.word.floating(left.match)
        start = _calendar(ref, year, month, day) or start
        if start.start >= end.end:
            start = _calendar(ref, year - 1, month, day) or start
    elif right.word.floating and not left.word.floating:
        year = _year_of(start, ref)
        month, day = right.word.floating(right.match)
        end = _calendar(ref, year, month, day) or end
        if end.end <= start.start:
            end = _calendar(ref, year + 1, month, day) or end
    elif right.word.floating and left.word.floating and end.end <= start.start:
        month, day = left.word.floating(left.match)
        start = _calendar(ref, _year_of(end, ref) - 1, month, day) or start
    return start, end


def _year_of(when: Period, ref: Reference) -> int:
    return Reference(when.start, ref.zone).today.year


def _calendar(ref: Reference, year: int, month: int, day: int | None) -> Period | None:
    try:
        return ref.calendar(year, month, day)
    except (ValueError, OverflowError):
        return None


def _single(text: str, floor: int, hit: _Hit) -> Phrase | None:
    before = _BEFORE.search(text, max(floor, hit.begin - 40), hit.begin)
    if hit.word.need == "preposition" and (before is None or _stray(before)):
        return None
    begin = before.start() if before else hit.begin
    if hit.last:
        return Phrase(text[begin : hit.finish], (begin, hit.finish), "span", hit.first, hit.last)
    particle = _KOREAN_AFTER.match(text, hit.finish)
    cue = (before.lastgroup if before else None) or (particle.lastgroup if particle else None) or "at"
    finish = particle.end() if particle else hit.finish
    onwards = _ONWARDS.match(text, hit.finish)
    if onwards and cue in ("at", "since") and before:
        cue, finish = "since", onwards.end()
    phrase = Phrase(text[begin:finish], (begin, finish), "at", hit.first, None, hit.word.exact)
    if cue == "since":
        return replace(phrase, role="since")
    if cue == "after":
        return replace(phrase, role="since", exact=False)
    if cue in ("until", "before"):
        return replace(phrase, role="until", start=None, end=hit.first, exact=hit.word.exact and cue == "until")
    return phrase


def _stray(before: re.Match[str]) -> bool:
    """A preposition that does not make a number a year, or a word a month: "for 2000", "at March"."""
    return " ".join(before[0].split()).casefold() in ("for", "at", "of")
