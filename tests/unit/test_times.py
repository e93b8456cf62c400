"""Dates in running text: each word's own examples, and how prepositions, particles and ranges bind them."""

from __future__ import annotations

from datetime import UTC, timedelta, timezone

import pytest

from retrograph.extraction import times
from retrograph.extraction.dates import english, english_parts, english_relative, korean
from retrograph.graph.intervals import period

SEOUL = timezone(timedelta(hours=9))
SEEN = period("2025-09-17T10:00:00+09:00", SEOUL).start
WORDS = [*english.WORDS, *english_parts.WORDS, *english_relative.WORDS, *korean.WORDS]
EXAMPLES = [(word.name, text, expected) for word in WORDS for text, expected in word.examples]


@pytest.mark.parametrize(("name", "text", "expected"), EXAMPLES)
def test_every_word_reads_its_own_examples(name, text, expected):
    found = times.read(text, SEEN, SEOUL)
    if not expected:
        assert found is None
    elif "T" in expected:
        assert found is not None
        assert times.written(found, SEOUL) == expected
    else:
        first, _, last = expected.partition("/")
        assert found is not None
        assert (found.start, found.end) == (period(first, SEOUL).start, period(last or first, SEOUL).end)


def test_every_word_has_examples():
    assert [word.name for word in WORDS if not word.examples] == []


@pytest.mark.parametrize(
    ("text", "phrase", "role", "start", "end"),
    [
        ("It used sharp until 2025-02-10, then", "until 2025-02-10", "until", None, "2025-02-10"),
        ("runs on Airflow since 2022.", "since 2022", "since", "2022", None),
        ("from 2022 onwards", "from 2022 onwards", "since", "2022", None),
        ("from March to June 2024 we", "from March to June 2024", "span", "2024-03", "2024-06"),
        ("from November to March 2024", "from November to March 2024", "span", "2023-11", "2024-03"),
        ("Between 2020 and 2022 the team", "Between 2020 and 2022", "span", "2020", "2022"),
        ("by the end of March 2025", "by the end of March 2025", "at", "2025-03", None),
        ("작년 12월부터 수진 씨는", "작년 12월부터", "since", "2024-12", None),
        ("3월부터 6월까지 썼다", "3월부터 6월까지", "span", "2025-03", "2025-06"),
        ("2025년 3월 15일부로 교체", "2025년 3월 15일부로", "at", "2025-03-15", None),
        ("(2025년 5월 기준)", "2025년 5월 기준", "at", "2025-05", None),
    ],
)
def test_prepositions_and_particles_say_what_a_date_bounds(text, phrase, role, start, end):
    (found,) = times.find(text, SEEN, SEOUL)
    assert (found.text, found.role) == (phrase, role)
    assert text[slice(*found.span)] == found.text
    assert (found.start and times.written(found.start, SEOUL)) == start
    assert (found.end and times.written(found.end, SEOUL)) == end


@pytest.mark.parametrize(
    "text",
    [
        "two sprints ago",
        "recently",
        "May I ask",
        "10월은 바쁘다",
        "언젠가",
        "node 20.11.1",
        "2020-13-45",
        "in 2000 tokens",
        "",
    ],
)
def test_what_no_date_can_be_told_of_stays_unknown(text):
    assert times.find(text, SEEN, SEOUL) == ()


def test_yesterday_is_the_speakers_yesterday():
    late = period("2025-09-17T23:30:00-05:00", UTC).start
    found = times.read("yesterday", late, timezone(timedelta(hours=-5)))
    assert found is not None
    assert times.written(found, timezone(timedelta(hours=-5))) == "2025-09-16"


def test_a_month_without_its_year_lies_behind_or_ahead():
    behind, ahead = (times.read("in January", SEEN, SEOUL, future=future) for future in (False, True))
    assert behind is not None
    assert ahead is not None
    assert (times.written(behind, SEOUL), times.written(ahead, SEOUL)) == ("2025-01", "2026-01")


def test_a_vague_window_says_so():
    (few,) = times.find("a few days ago we moved", SEEN, SEOUL)
    (before,) = times.find("before 2021", SEEN, SEOUL)
    assert not few.exact
    assert not before.exact
