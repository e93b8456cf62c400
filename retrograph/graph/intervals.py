"""Half-open intervals, partial dates and the as-of point, in integer microseconds since the epoch (UTC).

>>> period("2025-03", ZoneInfo("UTC")).grain
'month'
>>> instant_text(as_of("2021", ZoneInfo("UTC")))
'2021-12-31T23:59:59.999999Z'
"""

from __future__ import annotations

import re
from calendar import isleap, monthrange
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from retrograph.errors import InvalidInput
from retrograph.graph.vocabulary import Grain

OPEN: Final = 1 << 62
"""No end is known. Written `null` outside the program."""
BEGINNING: Final = -(1 << 62)
"""Before everything. Written `null` outside the program."""

SECOND: Final = 1_000_000
DAY: Final = 86_400 * SECOND

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
EARLIEST: Final = (datetime.min.replace(tzinfo=UTC) - _EPOCH) // _MICROSECOND
LATEST: Final = (datetime.max.replace(tzinfo=UTC) - _EPOCH) // _MICROSECOND
"""The first and the last instant of the calendar years 1 to 9999."""

_PARTIAL = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")
_DATE_TIME = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ]([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,9})?)?)"
    r"\s?([Zz]|[+-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?)?"
)
_PRECISION: Final[dict[Grain, int]] = {"year": 4, "month": 7, "day": 10}
"""How many characters of an ISO date say no more than the grain does."""
_NOT_OF_THE_WORLD = ("posix", "right/")
"""Files beside the zones: another machine may lack them, or its clock count otherwise."""


@dataclass(frozen=True, slots=True)
class Period:
    """What a date names: the half-open span `[start, end)` and how exactly it was said.

    An instant is the span of one microsecond.
    """

    start: int
    end: int
    grain: Grain


@dataclass(frozen=True, slots=True)
class AsOf:
    """A point in both times: what was true at `valid`, as far as was known at `known`."""

    valid: int
    known: int


@dataclass(frozen=True, slots=True)
class Bounds:
    """A fact's valid interval `[start, end)` with the grain of each bound; never empty."""

    start: int
    end: int
    grain_from: Grain
    grain_to: Grain


def micros(moment: datetime) -> int:
    """An aware datetime as microseconds since the epoch."""
    return (moment - _EPOCH) // _MICROSECOND


def moment(instant: int) -> datetime:
    """Microseconds since the epoch as an aware UTC datetime.

    The end of the year 9999, which no datetime can hold, is given as its last microsecond.
    """
    return _EPOCH + timedelta(microseconds=LATEST if instant == LATEST + 1 else instant)


def instant_text(instant: int) -> str:
    """RFC 3339 with `Z` and microseconds: `2025-03-01T00:00:00.000000Z`."""
    return moment(instant).strftime("%Y-%m-%dT%H:%M:%S.%fZ").rjust(27, "0")


def bound_text(instant: int, grain: Grain, zone: tzinfo = UTC) -> str:
    """A bound at the precision it was stated: `2021`, `2021-03`, `2021-03-04`, else to the second.

    A date that was stated in another zone is shown as stated: the year 2021 of Seoul, which begins at 15:00 UTC
    the day before, is `2021` in UTC too.
    """
    inside = EARLIEST + DAY < instant < LATEST - DAY
    local = moment(instant).astimezone(zone) if inside else moment(instant)
    midnight = local.hour == local.minute == local.second == local.microsecond == 0
    if grain in _PRECISION:
        precision = _PRECISION[grain]
        first = midnight and local.date().isoformat()[precision:] == "-01-01"[precision - 4 :]
        if inside and not first:  # stated elsewhere, where days begin up to 14 hours before UTC's
            local = moment(instant) + timedelta(hours=13 if grain == "day" else 14)
        return local.date().isoformat()[:precision]
    if midnight:
        return local.date().isoformat()
    text = local.replace(tzinfo=None).isoformat(timespec="seconds")
    return text + ("Z" if local.utcoffset() == timedelta(0) else local.strftime("%z"))


@lru_cache(maxsize=256)
def zone_named(name: str) -> tzinfo:
    """The time zone of an IANA name (`Asia/Seoul`) or of a fixed offset (`+09:00`, `Z`).

    Raises:
        InvalidInput: no such zone.
    """
    if name in ("Z", "z"):
        return UTC
    fixed = re.fullmatch(r"([+-])([0-9]{2}):?([0-9]{2})", name)
    if fixed and int(fixed[2]) <= 23 and int(fixed[3]) < 60:
        offset = timedelta(hours=int(fixed[2]), minutes=int(fixed[3]))
        return timezone(offset if fixed[1] == "+" else -offset)
    try:
        if name == "localtime" or name.startswith(_NOT_OF_THE_WORLD):
            raise ZoneInfoNotFoundError(name)  # noqa: TRY301 - one refusal for every name that is no zone
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise InvalidInput("tz", f"{name[:80]!r} is no time zone; use a name like Asia/Seoul or +09:00") from None


def offset_of(text: str) -> tzinfo | None:
    """The offset that a date-time was written with, or None where it has none."""
    match = _DATE_TIME.fullmatch(text.strip())
    if not match or not match[3]:
        return None
    digits = match[3].replace(":", "")
    return zone_named("Z" if digits in "Zz" else digits.ljust(5, "0"))


def period(text: str, zone: tzinfo, *, field: str = "date", naive: bool = False) -> Period:
    """Read `2025`, `2025-03`, `2025-03-15` (in `zone`) or a date-time with an offset.

    `naive=True` reads a date-time without offset in `zone`, as an extractor may; the API does not.

    Raises:
        InvalidInput: not such a date; the message names `field`.
    """
    stripped = text.strip()
    try:
        partial = _PARTIAL.fullmatch(stripped)
        if partial:
            return _calendar_period(int(partial[1]), partial[2], partial[3], zone)
        full = _DATE_TIME.fullmatch(stripped)
        if not full:
            raise InvalidInput(
                field,
                f"{stripped[:60]!r} is no date; write 2025, 2025-03, 2025-03-15 or 2025-03-15T09:00:00Z",
            )
        if not full[3] and not naive:
            raise InvalidInput(
                field, f"{stripped[:60]!r} has no offset; add Z or one like +09:00 (a date alone is fine)"
            )
        clock = full[2].replace(",", ".")
        head, _, fraction = clock.partition(".")
        local = datetime.fromisoformat(f"{full[1]}T{head}")
        local = local.replace(microsecond=int(fraction.ljust(6, "0")[:6] or 0) if fraction else 0)
        start = micros(local.replace(tzinfo=offset_of(stripped) or zone))
        if not EARLIEST <= start <= LATEST:
            raise InvalidInput(field, f"{stripped[:60]!r} is outside the years 1 to 9999")
        return Period(start, start + 1, "instant")
    except (ValueError, OverflowError):
        raise InvalidInput(field, f"{stripped[:60]!r} is not in the calendar") from None


def _calendar_period(year: int, month: str | None, day: str | None, zone: tzinfo) -> Period:
    first = datetime(year, int(month or 1), int(day or 1))
    grain: Grain
    if day:
        days, grain = 1, "day"
    elif month:
        days, grain = monthrange(year, int(month))[1], "month"
    else:
        days, grain = 366 if isleap(year) else 365, "year"
    following = first.toordinal() + days
    at_end = following > datetime.max.toordinal()
    start = max(_local(first, zone), EARLIEST)
    end = LATEST + 1 if at_end else min(_local(datetime.fromordinal(following), zone), LATEST + 1)
    if start >= end:  # Apia had no 30 December 2011
        raise ValueError
    return Period(start, end, grain)


def _local(naive: datetime, zone: tzinfo) -> int:
    return micros(naive.replace(tzinfo=zone))


def as_of(text: str, zone: tzinfo, *, field: str = "asOf") -> int:
    """The instant that an as-of text means: a partial date is its *last* microsecond in `zone`.

    A `+` that a query string turned into a blank is understood.

    Raises:
        InvalidInput: no date, or a date-time without offset.
    """
    repaired = re.sub(r"(:[0-9.]+) ([0-9]{2}:?[0-9]{2})$", r"\1+\2", text.strip())
    return period(repaired, zone, field=field).end - 1


def bounds(start: Period | None, end: Period | None, assumed: int, *, field: str = "validTo") -> Bounds:
    """A fact's interval from its stated dates; no start means `assumed`, no end means open.

    A partial date bounds with its first instant. Only where the start lies inside the period that the end
    names ("2021 to 2021") does the end mean that period's end.

    Raises:
        InvalidInput: the end is not after the start.
    """
    begin, grain_from = (start.start, start.grain) if start else (assumed, "assumed")
    if end is None:
        return Bounds(begin, OPEN, grain_from, "instant")
    finish = end.end if end.grain != "instant" and end.start <= begin < end.end else end.start
    if finish <= begin:
        raise InvalidInput(
            field,
            f"the interval ends ({bound_text(finish, 'instant')}) before it starts "
            f"({bound_text(begin, 'instant')}); its end must come after its start",
        )
    return Bounds(begin, finish, grain_from, end.grain)
