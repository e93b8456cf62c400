"""Dates as they are said, and the instants they mean, in every zone and at both ends of the calendar."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrograph.errors import InvalidInput
from retrograph.graph.intervals import (
    DAY,
    EARLIEST,
    LATEST,
    OPEN,
    Bounds,
    Period,
    as_of,
    bound_text,
    bounds,
    instant_text,
    micros,
    moment,
    offset_of,
    period,
    zone_named,
)

ZONES = (
    "Z",
    "Asia/Seoul",
    "America/New_York",
    "America/Sao_Paulo",  # clocks went forward at midnight: some days have no 00:00
    "America/Havana",  # clocks go back at midnight: some days have two
    "Asia/Kathmandu",
    "Africa/Monrovia",  # an offset with seconds, until 1972
    "Australia/Lord_Howe",
    "Pacific/Apia",  # no 30 December 2011
    "Pacific/Kiritimati",
    "Europe/Dublin",
    "+09:00",
    "-0330",
)

zones = st.sampled_from(ZONES).map(zone_named)
days = st.dates()
instants = st.datetimes(timezones=st.just(UTC)).map(micros)
offsets = st.integers(-23 * 60 - 59, 23 * 60 + 59).map(lambda minutes: timezone(timedelta(minutes=minutes)))


def existing(day: date) -> bool:
    return day != date(2011, 12, 30) and not (date(1994, 12, 30) < day < date(1995, 1, 3))


@given(days.filter(existing), zones)
def test_days_tile_months_and_months_tile_years(day: date, zone: tzinfo) -> None:
    text = day.isoformat()
    one, month, year = (period(text[:length], zone) for length in (10, 7, 4))
    assert (one.grain, month.grain, year.grain) == ("day", "month", "year")
    assert year.start <= month.start <= one.start < one.end <= month.end <= year.end
    if day.day == 1:
        assert one.start == month.start
    if (day.month, day.day) == (12, 31):
        assert one.end == month.end == year.end
    if existing(day) and date.min < day < date.max - timedelta(days=1) and existing(day + timedelta(days=1)):
        assert period((day + timedelta(days=1)).isoformat(), zone).start == one.end


@given(st.dates(date(1900, 1, 1), date(2100, 1, 1)).filter(existing), zones)
def test_a_day_is_made_of_the_instants_that_its_zone_calls_so(day: date, zone: tzinfo) -> None:
    found = period(day.isoformat(), zone)
    assert moment(found.start).astimezone(zone).date() == day
    assert moment(found.end - 1).astimezone(zone).date() == day
    assert 22 * DAY // 24 < found.end - found.start <= 26 * DAY // 24


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        ("America/New_York", "2025-03-09", 23),
        ("America/New_York", "2025-11-02", 25),
        ("America/Havana", "2025-11-02", 25),
        ("America/Sao_Paulo", "2018-11-04", 23),
        ("Europe/Dublin", "2025-03-30", 23),
        ("Asia/Seoul", "2025-03-30", 24),
    ],
)
def test_a_day_on_which_clocks_change_has_its_own_length(zone: str, day: str, hours: int) -> None:
    found = period(day, zone_named(zone))
    assert (found.end - found.start) * 24 == hours * DAY


def test_a_day_that_a_zone_skipped_is_refused_there_and_only_there() -> None:
    with pytest.raises(InvalidInput, match="calendar"):
        period("2011-12-30", zone_named("Pacific/Apia"))
    assert period("2011-12-30", zone_named("Pacific/Auckland")).grain == "day"


@given(instants, offsets)
def test_an_instant_is_the_same_in_every_offset(instant: int, offset: timezone) -> None:
    if not EARLIEST + 2 * DAY < instant < LATEST - 2 * DAY:
        return
    written = moment(instant).astimezone(offset).isoformat()
    assert period(written, UTC) == Period(instant, instant + 1, "instant")
    assert as_of(written, zone_named("Asia/Seoul")) == instant
    assert offset_of(written) == offset


@given(instants)
def test_what_is_written_is_read_back(instant: int) -> None:
    text = instant_text(instant)
    assert len(text) == 27
    assert period(text, zone_named("Asia/Seoul")) == Period(instant, instant + 1, "instant")


@given(days.filter(existing), zones)
def test_as_of_a_partial_date_is_its_last_microsecond(day: date, zone: tzinfo) -> None:
    for length in (4, 7, 10):
        text = day.isoformat()[:length]
        found = period(text, zone)
        assert as_of(text, zone) == found.end - 1 <= LATEST


@given(
    days.filter(existing),
    st.sampled_from(("Z", "Asia/Seoul", "America/New_York", "+13:00", "-10:00")),
    st.sampled_from(("Z", "Asia/Seoul", "America/New_York", "Europe/Dublin", "Asia/Kathmandu")),
)
def test_a_stated_date_is_shown_as_it_was_stated_in_whatever_zone(day: date, stated: str, shown: str) -> None:
    for length in (4, 7, 10):
        text = day.isoformat()[:length]
        found = period(text, zone_named(stated))
        if found.start > EARLIEST + 2 * DAY:
            assert bound_text(found.start, found.grain, zone_named(shown)) == text


@given(
    st.none() | st.tuples(days.filter(existing), st.sampled_from((4, 7, 10))),
    st.none() | st.tuples(days.filter(existing), st.sampled_from((4, 7, 10))),
    instants,
    zones,
)
def test_bounds_are_never_empty_and_keep_their_grain(
    start: tuple[date, int] | None, end: tuple[date, int] | None, assumed: int, zone: tzinfo
) -> None:
    first, last = (period(d[0].isoformat()[: d[1]], zone) if d else None for d in (start, end))
    begin = first.start if first else assumed
    if last is not None and last.end <= begin:
        with pytest.raises(InvalidInput, match=r"\AvalidTo: "):
            bounds(first, last, assumed)
        return
    found = bounds(first, last, assumed)
    assert found.start == begin < found.end
    assert found.grain_from == (first.grain if first else "assumed")
    if last is None:
        assert (found.end, found.grain_to) == (OPEN, "instant")
    else:
        assert found.grain_to == last.grain
        assert found.end == (last.end if last.start <= begin else last.start)


@pytest.fixture(params=["Pacific/Kiritimati", "America/Los_Angeles", "Asia/Seoul"])
def elsewhere(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.environ.get("TZ")
    os.environ["TZ"] = request.param
    time.tzset()
    yield
    if before is None:
        del os.environ["TZ"]
    else:
        os.environ["TZ"] = before
    time.tzset()


@pytest.mark.usefixtures("elsewhere")
def test_the_zone_of_the_machine_means_nothing() -> None:
    assert instant_text(period("2022-01-01T00:30+09:00", UTC).start) == "2021-12-31T15:30:00.000000Z"
    assert instant_text(as_of("2025-03-15", zone_named("-05:00"))) == "2025-03-16T04:59:59.999999Z"
    assert bound_text(period("2021", UTC).start, "year") == "2021"


def test_a_year_is_not_its_first_day() -> None:
    found = bounds(period("2021", UTC), None, assumed=0)
    assert (bound_text(found.start, found.grain_from), found.grain_from) == ("2021", "year")


@pytest.mark.parametrize(
    ("start", "end", "shown"),
    [
        ("2025-03-01", "2025-09-12", "2025-09-12T00:00:00.000000Z"),
        ("2025-03-15", "2025-03-15", "2025-03-16T00:00:00.000000Z"),
        ("2021", "2021", "2022-01-01T00:00:00.000000Z"),
        ("2021-03", "2021", "2022-01-01T00:00:00.000000Z"),
        ("2020", "2021", "2021-01-01T00:00:00.000000Z"),
    ],
)
def test_an_end_means_its_first_instant_unless_the_start_lies_inside_it(start: str, end: str, shown: str) -> None:
    assert instant_text(bounds(period(start, UTC), period(end, UTC), assumed=0).end) == shown


def test_an_inverted_interval_is_refused_by_the_name_of_its_field() -> None:
    with pytest.raises(InvalidInput) as refused:
        bounds(period("2030", UTC), period("2020", UTC), assumed=0, field="ops.0.validTo")
    assert refused.value.errors[0].field == "ops.0.validTo"
    with pytest.raises(InvalidInput):
        bounds(period("2025-01-01T00:00Z", UTC), period("2025-01-01T00:00Z", UTC), assumed=0)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("0001", EARLIEST, None),
        ("0001-01-01", EARLIEST, None),
        ("9999", None, LATEST),
        ("9999-12", None, LATEST),
        ("9999-12-31", None, LATEST),
        ("9999-12-31T23:59:59.999999Z", LATEST, LATEST),
        ("0001-01-01T00:00Z", EARLIEST, EARLIEST),
    ],
)
@pytest.mark.parametrize("zone", ZONES)
def test_the_ends_of_the_calendar_can_be_named(text: str, first: int | None, last: int | None, zone: str) -> None:
    found = period(text, zone_named(zone))
    assert EARLIEST <= found.start < found.end <= LATEST + 1
    if zone == "Z" or found.grain == "instant":
        assert first is None or found.start == first
        assert last is None or as_of(text, zone_named(zone)) == last
    assert instant_text(found.end)
    assert bound_text(found.start, found.grain, zone_named(zone))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "yesterday",
        "0000",
        "2025-13",
        "2025-02-30",
        "2025-3-1",
        "２０２５",
        "2025-03-15T09:00",
        "2025-03-15T24:00Z",
        "2025-03-15T09:00:60Z",
        "2025-03-15T09:00+24:00",
        "2025-03-15T09:00+09:60",
        "0001-01-01T00:00+09:00",
        "9999-12-31T23:00-05:00",
        "2025-03-15T09:00Z; DROP",
        "9" * 10_000,
    ],
)
def test_what_is_no_date_is_refused_by_the_name_of_its_field(text: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        period(text, UTC, field="asOf")
    assert [error.field for error in refused.value.errors] == ["asOf"]
    assert len(str(refused.value)) < 250


@given(st.text(max_size=30) | st.from_regex(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}( |\+|-|Z)[0-9:]{0,5}"))
def test_any_text_is_a_period_or_refused(text: str) -> None:
    try:
        found = period(text, UTC, field="asOf")
    except InvalidInput as refused:
        named = [error.field for error in refused.errors]
    else:
        named = ["asOf"] if EARLIEST <= found.start < found.end <= LATEST + 1 else []
    assert named == ["asOf"]


def test_a_time_without_offset_is_read_only_where_the_zone_is_known() -> None:
    seoul = zone_named("Asia/Seoul")
    with pytest.raises(InvalidInput, match="no offset"):
        period("2022-01-01T00:30", seoul)
    assert instant_text(period("2022-01-01 00:30", seoul, naive=True).start) == "2021-12-31T15:30:00.000000Z"


@pytest.mark.parametrize("text", ["2022-01-01T00:30 09:00", "2022-01-01T00:30:00 0900", "2022-01-01T00:30:00.000+09"])
def test_an_offset_whose_plus_became_a_blank_is_understood(text: str) -> None:
    assert instant_text(as_of(text, UTC)) == "2021-12-31T15:30:00.000000Z"


def test_fractions_are_cut_to_microseconds() -> None:
    assert period("2025-03-15T09:00:00.123456789Z", UTC) == period("2025-03-15T09:00:00,123456Z", UTC)
    assert moment(period("2025-03-15T09:00:00.5Z", UTC).start) == datetime(2025, 3, 15, 9, 0, 0, 500_000, UTC)


@pytest.mark.parametrize(
    "name", ["", "Mars/Olympus", "../etc/passwd", "localtime", "posix/UTC", "+24:00", "\0", "x" * 9999]
)
def test_what_is_no_zone_is_refused(name: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        zone_named(name)
    assert refused.value.errors[0].field == "tz"


def test_an_open_end_is_beyond_every_date() -> None:
    assert bounds(None, None, assumed=7) == Bounds(7, OPEN, "assumed", "instant")
    assert OPEN > LATEST + 1
