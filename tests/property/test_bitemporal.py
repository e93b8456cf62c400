"""The laws of time, on random statements over small integers. docs/time.md explains the rules in words."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrograph.graph.bitemporal import Kind, Run, Statement, runs, visible
from retrograph.graph.intervals import BEGINNING, OPEN

INSTANTS = range(-1, 16)
"""Every instant at which the statements below can start, stop or change their meaning, and one beyond each end."""

NOW = 1000

thorough = settings(max_examples=5 * settings().max_examples)
"""For the properties that everything else rests on: pure, so that more examples cost little."""


def said(kind: Kind, payload: str, start: int, end: int = OPEN, *, tx: int, late: int = BEGINNING) -> Statement:
    return Statement(tx, tx, 0, kind, start, end, payload, late)


def said_in_order(*words: tuple[Kind, str, int, int]) -> list[Statement]:
    return [said(kind, payload, start, end, tx=tx) for tx, (kind, payload, start, end) in enumerate(words, 1)]


@st.composite
def statements(
    draw: st.DrawFn,
    kinds: Sequence[Kind] = tuple(Kind),
    payloads: str = "ABC",
    max_size: int = 8,
    distinct_starts: bool = False,
) -> list[Statement]:
    """What was said of one key, in the order it was written; several may share a transaction."""
    count = draw(st.integers(0, max_size))
    starts = draw(st.lists(st.integers(0, 9), min_size=count, max_size=count, unique=distinct_starts))
    found: list[Statement] = []
    tx = 1
    for seq, drawn in enumerate(starts):
        tx += draw(st.integers(0, 1))
        kind = draw(st.sampled_from(kinds))
        start = BEGINNING if kind is Kind.VOID and draw(st.booleans()) else drawn
        end = draw(st.one_of(st.just(OPEN), st.integers(drawn + 1, 12)))
        late = drawn + draw(st.integers(0, 4)) if kind is Kind.ENDED and draw(st.booleans()) else BEGINNING
        silences = draw(st.lists(st.tuples(st.integers(tx, tx + 4), st.integers(drawn - 1, 12)), max_size=2))
        found.append(Statement(tx, seq, 0, kind, start, end, draw(st.sampled_from(payloads)), late, tuple(silences)))
    return found


def state(spoken: Sequence[Statement], known: int = NOW) -> list[str | None]:
    return [visible(spoken, instant, known) for instant in INSTANTS]


def at(found: Sequence[Run], instant: int) -> str | None:
    holding = [run.payload for run in found if run.start <= instant < run.end]
    assert len(holding) <= 1
    return holding[0] if holding else None


@thorough
@given(statements(), st.randoms(use_true_random=False))
def test_runs_say_what_the_definition_says_everywhere(spoken: list[Statement], chance: random.Random) -> None:
    chance.shuffle(spoken)
    for known in range(0, 16):
        found = runs(spoken, known)
        for instant in (BEGINNING, *INSTANTS, OPEN - 1):
            assert at(found, instant) == visible(spoken, instant, known), (instant, known)


@thorough
@given(statements(kinds=(Kind.ASSERT, Kind.ASSERT, Kind.VOID), payloads="AB", max_size=7))
def test_runs_say_what_the_definition_says_where_notices_are_voided(spoken: list[Statement]) -> None:
    found = runs(spoken, NOW)
    assert [at(found, instant) for instant in INSTANTS] == state(spoken)


@given(statements())
def test_runs_are_maximal_in_order_and_apart(spoken: list[Statement]) -> None:
    found = runs(spoken, NOW)
    assert all(run.start < run.end for run in found)
    for run, following in itertools.pairwise(found):
        assert run.end <= following.start
        assert run.end < following.start or run.payload != following.payload


@thorough
@given(statements(), statements(), st.integers(0, 6))
def test_a_later_word_changes_no_earlier_belief(before: list[Statement], after: list[Statement], known: int) -> None:
    spoken = [s for s in before if s.tx <= known]
    later = [replace(s, tx=s.tx + known, seq=s.seq + 100) for s in after]
    silenced = [replace(s, silences=(*s.silences, (known + 1, s.start + 1))) for s in spoken]
    assert state(spoken, known) == state([*silenced, *later], known)
    assert runs(spoken, known) == runs([*silenced, *later], known)


@thorough
@given(statements(kinds=(Kind.ASSERT, Kind.ENDED), distinct_starts=True), st.randoms(use_true_random=False))
def test_asserts_and_ends_with_different_starts_commute(spoken: list[Statement], chance: random.Random) -> None:
    order = list(range(len(spoken)))
    chance.shuffle(order)
    arrived = [replace(s, tx=1 + place, seq=place) for s, place in zip(spoken, order, strict=True)]
    assert state(arrived) == state(spoken)
    assert runs(arrived, NOW) == runs(spoken, NOW)


@given(statements())
def test_the_order_of_the_list_means_nothing(spoken: list[Statement]) -> None:
    assert runs(spoken, NOW) == runs(spoken[::-1], NOW)
    assert state(spoken) == state(spoken[::-1])


@given(statements(), st.data())
def test_repeating_what_holds_changes_nothing(spoken: list[Statement], data: st.DataObject) -> None:
    found = runs(spoken, NOW)
    if not found:
        return
    run = data.draw(st.sampled_from(found))
    start = data.draw(st.integers(run.start, min(run.end, 14) - 1))
    end = data.draw(st.integers(start + 1, run.end)) if run.end != OPEN else OPEN
    assert runs([*spoken, said(Kind.ASSERT, run.payload, start, end, tx=NOW)], NOW) == found


@given(statements(), st.integers(0, 9), st.integers(1, 4), st.sampled_from("ABC"))
def test_what_was_voided_last_is_nowhere_in_that_interval(
    spoken: list[Statement], start: int, length: int, payload: str
) -> None:
    after = [*spoken, said(Kind.VOID, payload, start, start + length, tx=NOW)]
    assert all(visible(after, instant, NOW) != payload for instant in range(start, start + length))
    assert state(after, NOW - 1) == state(spoken, NOW - 1)


@given(statements(), st.integers(0, 9), st.sampled_from("ABC"))
def test_an_end_leaves_what_starts_later_and_every_other_payload_standing(
    spoken: list[Statement], start: int, payload: str
) -> None:
    before, after = state(spoken), state([*spoken, said(Kind.ENDED, payload, start, tx=NOW)])
    for instant, was, now in zip(INSTANTS, before, after, strict=True):
        if instant < start or was != payload:
            assert now == was
        elif now == payload:
            assert any(s.kind is Kind.ASSERT and s.payload == payload and s.start > start for s in spoken)


@given(statements(), st.integers(0, 9))
def test_of_two_with_one_start_the_later_written_holds(spoken: list[Statement], start: int) -> None:
    first, second = (Statement(NOW, seq, 0, Kind.ASSERT, start, start + 1, p) for seq, p in ((100, "X"), (101, "Y")))
    assert visible([*spoken, second, first], start, NOW) == "Y"


@given(statements(payloads="A"), st.integers(0, 16))
def test_one_payload_alone_needs_no_other_to_hold(spoken: list[Statement], known: int) -> None:
    renamed = [replace(s, payload="Z") for s in spoken]
    assert [run.payload for run in runs(spoken, known)] == ["A"] * len(runs(spoken, known))
    assert [(r.start, r.end) for r in runs(spoken, known)] == [(r.start, r.end) for r in runs(renamed, known)]


@given(statements(), st.data())
def test_a_void_of_all_time_withdraws_all_that_was_said_of_a_payload(
    spoken: list[Statement], data: st.DataObject
) -> None:
    payload = data.draw(st.sampled_from("ABC"))
    others = [s for s in spoken if s.payload != payload]
    voided = [*spoken, said(Kind.VOID, payload, BEGINNING, tx=NOW)]
    assert state(voided) == state(others)
    assert runs(voided, NOW) == runs(others, NOW)


A, B, C = "A", "B", "C"

EXAMPLES = {
    "A, then B, then A again": (
        [(Kind.ASSERT, A, 0, OPEN), (Kind.ASSERT, B, 2, OPEN), (Kind.ASSERT, A, 4, OPEN)],
        [Run(0, 2, A), Run(2, 4, B), Run(4, OPEN, A)],
    ),
    "an inset interval splits, and the outer one resumes": (
        [(Kind.ASSERT, A, 0, OPEN), (Kind.ASSERT, B, 3, 6)],
        [Run(0, 3, A), Run(3, 6, B), Run(6, OPEN, A)],
    ),
    "the same, learnt in the other order": (
        [(Kind.ASSERT, B, 3, 6), (Kind.ASSERT, A, 0, OPEN)],
        [Run(0, 3, A), Run(3, 6, B), Run(6, OPEN, A)],
    ),
    "who left the second is not back at the first": (
        [(Kind.ASSERT, A, 0, OPEN), (Kind.ASSERT, B, 2, OPEN), (Kind.ENDED, B, 4, OPEN)],
        [Run(0, 2, A), Run(2, 4, B)],
    ),
    "the second was never so": (
        [(Kind.ASSERT, A, 0, OPEN), (Kind.ASSERT, B, 2, OPEN), (Kind.VOID, B, BEGINNING, OPEN)],
        [Run(0, OPEN, A)],
    ),
    "the second was not so at first: it gives no notice": (
        [(Kind.ASSERT, A, 0, OPEN), (Kind.ASSERT, B, 2, OPEN), (Kind.VOID, B, 2, 4)],
        [Run(0, 4, A), Run(4, OPEN, B)],
    ),
    "ending the first does not end the second": (
        [(Kind.ASSERT, A, 0, OPEN), (Kind.ASSERT, B, 2, OPEN), (Kind.ENDED, A, 3, OPEN)],
        [Run(0, 2, A), Run(2, OPEN, B)],
    ),
    "an end said before the beginning is known": (
        [(Kind.ENDED, A, 4, OPEN), (Kind.ASSERT, A, 0, OPEN)],
        [Run(0, 4, A)],
    ),
    "an end in the future is not over yet": (
        [(Kind.ASSERT, A, 0, OPEN), (Kind.ENDED, A, 9, OPEN)],
        [Run(0, 9, A)],
    ),
    "an end does not reach what starts after it": (
        [(Kind.ASSERT, A, 5, OPEN), (Kind.ENDED, A, 3, OPEN)],
        [Run(5, OPEN, A)],
    ),
    "an end does reach what was written as starting then": (
        [(Kind.ASSERT, A, 3, OPEN), (Kind.ENDED, A, 3, OPEN)],
        [],
    ),
    "touching intervals have one answer at the seam": (
        [(Kind.ASSERT, A, 0, 5), (Kind.ASSERT, B, 5, 9)],
        [Run(0, 5, A), Run(5, 9, B)],
    ),
    "touching intervals of one payload are one run": (
        [(Kind.ASSERT, A, 5, 9), (Kind.ASSERT, A, 0, 5)],
        [Run(0, 9, A)],
    ),
    "a void acts on what was written before it only": (
        [(Kind.ASSERT, A, 0, OPEN), (Kind.VOID, A, BEGINNING, OPEN), (Kind.ASSERT, A, 3, OPEN)],
        [Run(3, OPEN, A)],
    ),
    "an end can be voided like any other word": (
        [(Kind.ASSERT, A, 0, OPEN), (Kind.ENDED, A, 4, OPEN), (Kind.VOID, A, 4, OPEN), (Kind.ASSERT, A, 0, OPEN)],
        [Run(0, OPEN, A)],
    ),
    "an end that was voided for a while ends again": (
        [(Kind.ASSERT, A, 0, OPEN), (Kind.ENDED, A, 2, OPEN), (Kind.VOID, A, 4, 6)],
        [Run(0, 2, A)],
    ),
    "what was voided for a while comes back": (
        [(Kind.ASSERT, A, 0, OPEN), (Kind.VOID, A, 4, 6)],
        [Run(0, 4, A), Run(6, OPEN, A)],
    ),
    "a later notice of the same payload revives no earlier other": (
        [(Kind.ASSERT, B, 0, OPEN), (Kind.ASSERT, A, 1, OPEN), (Kind.ASSERT, B, 2, OPEN), (Kind.ENDED, B, 5, OPEN)],
        [Run(0, 1, B), Run(1, 2, A), Run(2, 5, B)],
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_example(name: str) -> None:
    words, expected = EXAMPLES[name]
    assert_comes_to(said_in_order(*words), expected)


def assert_comes_to(spoken: Sequence[Statement], expected: Sequence[Run]) -> None:
    assert runs(spoken, NOW) == expected
    assert state(spoken) == [at(expected, instant) for instant in INSTANTS]


def test_an_earlier_belief_can_still_be_asked_for() -> None:
    spoken = said_in_order((Kind.ASSERT, A, 0, 8), (Kind.VOID, A, 0, 8), (Kind.ASSERT, A, 0, 4))
    assert visible(spoken, 6, known=1) == A
    assert visible(spoken, 6, known=3) is None


def test_an_end_with_a_partial_date_ends_what_starts_inside_it_at_its_end() -> None:
    started = said(Kind.ASSERT, A, 3, tx=1)
    ended_that_year = said(Kind.ENDED, A, 0, tx=2, late=10)
    assert_comes_to([started, ended_that_year], [Run(3, 10, A)])
    assert_comes_to([replace(started, start=0), ended_that_year], [Run(0, 10, A)])
    assert_comes_to([replace(started, start=-5), ended_that_year], [Run(-5, 0, A)])
    assert_comes_to([replace(started, start=10), ended_that_year], [Run(10, OPEN, A)])


@given(st.integers(-5, 14), st.integers(0, 9), st.integers(0, 4))
def test_an_end_with_a_partial_date_does_not_depend_on_when_it_was_said(start: int, end: int, length: int) -> None:
    orders = [(1, 2), (2, 1)]
    found = [
        runs([said(Kind.ASSERT, A, start, tx=tx), said(Kind.ENDED, A, end, tx=other, late=end + length)], NOW)
        for tx, other in orders
    ]
    assert start == end or found[0] == found[1]


def test_a_document_that_falls_silent_ends_only_its_own_word() -> None:
    document = replace(said(Kind.ASSERT, A, 0, tx=1), silences=((3, 5),))
    assert runs([document], 2) == [Run(0, OPEN, A)]
    assert runs([document], 3) == [Run(0, 5, A)]
    message = said(Kind.ASSERT, A, 2, tx=2)
    assert runs([document, message], 3) == [Run(0, OPEN, A)]


def test_a_silenced_document_still_gave_notice() -> None:
    earlier = said(Kind.ASSERT, A, 0, tx=1)
    document = replace(said(Kind.ASSERT, B, 2, tx=2), silences=((3, 5),))
    assert runs([earlier, document], NOW) == [Run(0, 2, A), Run(2, 5, B)]


def test_a_notice_that_was_voided_at_its_own_start_hides_nothing_below_it() -> None:
    spoken = [
        said(Kind.ASSERT, A, 0, tx=1),
        said(Kind.ASSERT, B, 1, tx=2),
        said(Kind.VOID, B, 1, 2, tx=3),
        replace(said(Kind.ASSERT, A, 2, tx=4), silences=((5, 4),)),
    ]
    assert state(spoken, NOW) == [None, *[A] * (len(INSTANTS) - 1)]
    assert runs(spoken, NOW) == [Run(0, OPEN, A)]


@pytest.mark.parametrize("kinds", [(Kind.ASSERT, Kind.ENDED), (Kind.ASSERT, Kind.ASSERT)])
def test_a_long_history_of_one_key_is_read_in_one_pass(kinds: tuple[Kind, Kind]) -> None:
    spoken = [said(kinds[n % 2], A if Kind.ENDED in kinds else "AB"[n % 2], n, tx=n + 1) for n in range(10_000)]
    began = time.perf_counter()
    assert len(runs(spoken, 20_000)) == (5_000 if Kind.ENDED in kinds else 10_000)
    assert time.perf_counter() - began < 5
