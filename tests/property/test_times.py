"""Dates in text: laws over any text and any moment, and the measured sets beside the checkout."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from retrograph.extraction import times
from retrograph.graph.intervals import micros, moment, period
from tests.data import ROOT, shared

INSTANTS = st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30)).map(lambda at: micros(at.replace(tzinfo=UTC)))
ZONES = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
PIECES = st.sampled_from(
    [
        "since ",
        "from ",
        "to ",
        "until ",
        "in ",
        "last ",
        "next ",
        "2021",
        "-",
        "03",
        "15 ",
        "March ",
        "May",
        "Q2 ",
        "3 ",
        "weeks ago",
        "9999년 ",
        "12월 ",
        "31일",
        "지난",
        "주 ",
        "작년 ",
        "부터 ",
        "까지",
        "전",
        "열흘 ",
        "between ",
        " and ",
        "year",
        "99999",
        ".",
        "T10:00Z",
    ]
)
TEXTS = st.text(max_size=80) | st.lists(PIECES, max_size=10).map("".join)


@given(TEXTS, INSTANTS, ZONES, st.booleans())
def test_phrases_are_words_of_the_text_in_order_and_their_periods_are_not_empty(text, at, zone, future):
    floor = 0
    for phrase in times.find(text, at, zone, future=future):
        begin, end = phrase.span
        assert floor <= begin < end
        floor = end
        assert text[begin:end] == phrase.text
        for bound in (phrase.start, phrase.end):
            assert bound is None or bound.start < bound.end
        if phrase.start and phrase.end:
            assert phrase.start.start < phrase.end.end


@given(st.dates(datetime(1902, 1, 1).date(), datetime(2198, 12, 31).date()), INSTANTS, ZONES)
def test_a_full_date_means_the_same_in_every_way_of_writing_it(day, at, zone):
    month = day.strftime("%B")
    ways = [
        day.isoformat(),
        f"{day.day} {month} {day.year}",
        f"{month} {day.day}, {day.year}",
        f"{month[:3]} {day.day}, {day.year}",
        f"{day.year}년 {day.month}월 {day.day}일",
        f"{day.year}. {day.month}. {day.day}.",
    ]
    expected = period(day.isoformat(), zone)
    assert [times.read(way, at, zone) for way in ways] == [expected] * len(ways)


def _agreement(path, zone):
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    agreed = false_ranges = 0
    for case in cases:
        found = times.read(case["text"], period(case["reference"], zone, naive=True).start, zone)
        days = found and [moment(at).astimezone(zone).date().isoformat() for at in (found.start, found.end - 1)]
        agreed += days == (case["start"] and [case["start"][:10], case["end"][:10]])
        false_ranges += found is not None and case["start"] is None
    return agreed / len(cases), false_ranges


def test_agreement_with_the_measured_phrases():
    english = _agreement(shared("time_phrases") / "dev.jsonl", ZoneInfo("UTC"))
    korean = _agreement(shared("time_phrases") / "dev_ko.jsonl", timezone(timedelta(hours=9)))
    assert english[0] >= 0.9
    assert korean[0] >= 0.95
    assert english[1] == korean[1] == 0


def test_our_own_cases_are_read_as_a_careful_reader_does():
    path = ROOT / "tests" / "time_cases.jsonl"
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(cases) >= 190
    assert sum(case["start"] is None for case in cases) >= 80
    wrong = []
    for case in cases:
        at = datetime.fromisoformat(case["reference"])
        found = times.read(case["text"], period(case["reference"], UTC).start, at.tzinfo)
        days = found and [moment(t).astimezone(at.tzinfo).date().isoformat() for t in (found.start, found.end - 1)]
        if days != (case["start"] and [case["start"], case["end"]]):
            wrong.append((case["text"], days))
    assert wrong == []


def test_a_megabyte_of_digits_is_read_in_no_time():
    started = time.perf_counter()
    for hostile in ("2021-" * 200_000, "from 1 to " * 100_000, "전 3주 " * 150_000, "May " * 250_000):
        times.find(hostile, 0, UTC)
    assert time.perf_counter() - started < 5
