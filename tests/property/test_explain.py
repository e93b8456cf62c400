"""`explain` gives reasons for exactly what `bitemporal.visible` decides."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from retrograph.graph.bitemporal import Kind, Statement, runs, visible
from retrograph.graph.intervals import BEGINNING, OPEN
from retrograph.retrieval.explain import Fate, History, supporting
from tests.property.test_bitemporal import INSTANTS, NOW, said_in_order, statements

PAYLOADS = "ABC"
EVERYWHERE = (BEGINNING, *INSTANTS, OPEN - 1)


@given(statements(), st.integers(0, 15))
def test_it_holds_exactly_where_it_is_visible(spoken: list[Statement], known: int) -> None:
    history = History(spoken, known)
    for instant in EVERYWHERE:
        shown = visible(spoken, instant, known)
        decided = history.deciding(instant)
        assert (decided.payload if decided else None) == shown
        for payload in PAYLOADS:
            assert (history.explain(payload, instant).fate is Fate.HOLDS) == (shown == payload)


@given(statements(), st.integers(0, 15))
def test_every_assertion_has_one_fate_and_its_culprit_was_recorded(spoken: list[Statement], known: int) -> None:
    history = History(spoken, known)
    for instant in EVERYWHERE:
        for payload in PAYLOADS:
            verdicts = history.verdicts(payload, instant)
            if verdicts[0].fate in (Fate.HOLDS, Fate.UNSAID):
                assert len(verdicts) == 1
                continue
            asserted = [s for s in spoken if s.kind is Kind.ASSERT and s.payload == payload]
            assert sorted(v.statement.written for v in verdicts if v.statement) == sorted(s.written for s in asserted)
            for v in verdicts:
                assert v.by is not None
                assert (v.by.tx > known) == (v.fate is Fate.UNRECORDED)


@given(statements(), st.integers(0, 15))
def test_taking_the_culprit_away_changes_the_fate(spoken: list[Statement], known: int) -> None:
    """What is named as the reason is one: without it, that assertion is hidden by something else or not at all."""
    history = History(spoken, known)
    for instant in INSTANTS:
        for payload in PAYLOADS:
            for v in history.verdicts(payload, instant):
                if v.by is None or v.statement is None or v.by == v.statement:
                    continue
                without = [s for s in spoken if s != v.by]
                after = History(without, known).verdicts(payload, instant)
                assert not any(w.statement == v.statement and w.by == v.by for w in after)


@given(statements(), st.integers(0, 15))
def test_what_supports_a_row_shows_it_alone(spoken: list[Statement], known: int) -> None:
    """A run has supports; without the other bounded assertions of its payload it is still there. (The open ones
    may be needed, since they give notice to other payloads.)"""
    history = History(spoken, known)
    for run in runs(spoken, known):
        found = history.supporting(run.payload, run.start, run.end)
        assert found
        plainly = supporting(spoken, run.payload, run.start, run.end, known)
        assert sorted(s.written for s in plainly) == sorted(s.written for s in found)
        kept = [
            s for s in spoken if s.kind is not Kind.ASSERT or s.payload != run.payload or s.end == OPEN or s in found
        ]
        for instant in (run.start, run.end - 1):
            assert visible(kept, instant, known) == run.payload


@given(statements(), st.integers(0, 15))
def test_a_support_decides_or_would_decide(spoken: list[Statement], known: int) -> None:
    """A support is a statement that rules 1 to 3 leave standing somewhere in the row."""
    for run in runs(spoken, known):
        for s in History(spoken, known).supporting(run.payload, run.start, run.end):
            assert any(_stands(spoken, s, instant, known) for instant in _points(spoken, run.start, run.end, known))


def _points(spoken: Sequence[Statement], start: int, end: int, known: int) -> list[int]:
    edges = {start, *(p for s in spoken for p in (s.start, s.end_at(known), s.late))}
    return [p for p in edges if start <= p < end]


def _stands(spoken: Sequence[Statement], s: Statement, instant: int, known: int) -> bool:
    """Whether `s` would show if nothing else of its payload were asserted and no bounded word lay over it."""
    others = [
        o
        for o in spoken
        if o.kind is not Kind.ASSERT or o == s or (o.payload != s.payload and o.end == OPEN and s.end == OPEN)
    ]
    return visible(others, instant, known) == s.payload


@given(statements(), st.integers(0, 15))
def test_every_end_of_a_row_has_a_reason(spoken: list[Statement], known: int) -> None:
    history = History(spoken, known)
    for run in runs(spoken, known):
        if run.end == OPEN:
            continue
        verdict = history.ended_by(run.payload, run.end)
        assert verdict.fate in (Fate.VOIDED, Fate.ENDED, Fate.SUPERSEDED, Fate.SILENCED, Fate.OVER)
        assert verdict.by is not None
        assert verdict.by.tx <= known


def test_reasons_in_a_life() -> None:
    spoken = said_in_order(
        (Kind.ASSERT, "Acme", 2020, OPEN),
        (Kind.ASSERT, "Globex", 2022, OPEN),
        (Kind.ENDED, "Globex", 2024, OPEN),
        (Kind.ASSERT, "Initech", 2025, 2027),
        (Kind.VOID, "Initech", 2026, OPEN),
    )
    history = History(spoken, NOW)
    acme, globex, ended, initech, void = spoken
    assert history.ended_by("Acme", 2022).by == globex
    assert (history.ended_by("Globex", 2024).fate, history.ended_by("Globex", 2024).by) == (Fate.ENDED, ended)
    assert (history.explain("Acme", 2024).fate, history.explain("Acme", 2024).by) == (Fate.SUPERSEDED, globex)
    assert (history.ended_by("Initech", 2026).fate, history.ended_by("Initech", 2026).by) == (Fate.VOIDED, void)
    assert history.explain("Initech", 2028).fate is Fate.OVER
    assert history.explain("Initech", 2024).fate is Fate.NOT_STARTED
    assert History(spoken, 3).explain("Initech", 2025).fate is Fate.UNRECORDED
    assert history.explain("Hooli", 2025).fate is Fate.UNSAID
    assert history.supporting("Acme", 2020, 2022) == [acme]
    assert history.supporting("Initech", 2025, 2026) == [initech]


def test_a_repetition_gives_no_notice_to_its_own_payload() -> None:
    first = Statement(1, 1, 0, Kind.ASSERT, 0, OPEN, "A")
    again = [Statement(n, n, 0, Kind.ASSERT, n, OPEN, "A", silences=((n, n + 1),)) for n in (2, 3, 4)]
    other = Statement(9, 9, 0, Kind.ASSERT, 9, OPEN, "B")
    history = History([first, *again, other], NOW)
    assert (history.explain("A", 7).fate, history.explain("A", 7).statement) == (Fate.HOLDS, first)
    assert history.ended_by("A", 9).by == other


def test_a_document_that_says_another_thing_supersedes_rather_than_falls_silent() -> None:
    first = Statement(1, 1, 0, Kind.ASSERT, 10, OPEN, "Draft", silences=((2, 20),))
    second = Statement(2, 2, 0, Kind.ASSERT, 20, OPEN, "Final")
    verdict = History([first, second], NOW).ended_by("Draft", 20)
    assert (verdict.fate, verdict.by) == (Fate.SUPERSEDED, second)
    assert History([first], NOW).ended_by("Draft", 20).fate is Fate.SILENCED
