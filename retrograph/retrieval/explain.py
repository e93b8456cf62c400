"""What hides a statement: `bitemporal.visible` asked for its reasons; pure.

    history = History(statements, known)
    history.explain("Acme", valid).fate        # Fate.SUPERSEDED
    history.ended_by("Acme", end).by           # the statement that ended a row at `end`
    history.supporting("Acme", start, end)     # the statements that speak for a row

`explain` says `HOLDS` exactly when `visible` returns the payload.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from retrograph.graph.bitemporal import Kind, Order, Statement, ends_it
from retrograph.graph.intervals import OPEN


class Fate(StrEnum):
    """What became of an assertion at a point in both times."""

    HOLDS = "holds"
    VOIDED = "voided"
    """Retracted or corrected: it was never so."""
    ENDED = "ended"
    """A statement says that it stopped."""
    SUPERSEDED = "superseded"
    """Another payload of the same key started later and speaks."""
    UNRECORDED = "unrecorded"
    """Nobody had said so yet."""
    SILENCED = "silenced"
    """A later version of the document that said so no longer does."""
    OVER = "over"
    """The end it was given has passed."""
    NOT_STARTED = "not_started"
    UNSAID = "unsaid"
    """No statement says so at any time."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The fate of `statement`, what brought it about, and the instant from which it counts.

    `by` is the statement that hides it, or itself where its own bounds do. `at` is in valid time, but for
    UNRECORDED, where it is the transaction time at which the statement came.
    """

    fate: Fate
    statement: Statement | None = None
    by: Statement | None = None
    at: int | None = None


_RANK: Final = {
    Fate.HOLDS: 0,
    Fate.VOIDED: 1,
    Fate.ENDED: 1,
    Fate.SUPERSEDED: 1,
    Fate.UNRECORDED: 2,
    Fate.SILENCED: 3,
    Fate.OVER: 4,
    Fate.NOT_STARTED: 5,
    Fate.UNSAID: 7,
}
_UNRECORDED_ELSEWHERE: Final = 6

_Span = tuple[Statement, int]


class History:
    """The statements of one key as far as `known`, ready to be asked. Those recorded later are only named as such."""

    def __init__(self, statements: Iterable[Statement], known: int) -> None:
        self.known = known
        self._later: dict[str, list[Statement]] = defaultdict(list)
        self._voids: dict[str, list[_Span]] = defaultdict(list)
        self._ends: dict[str, list[_Span]] = defaultdict(list)
        self._asserts: dict[str, list[_Span]] = defaultdict(list)
        ordered: list[_Span] = []
        for s in sorted(statements, key=lambda s: s.order):
            if s.tx > known:
                if s.kind is Kind.ASSERT:
                    self._later[s.payload].append(s)
                continue
            span = (s, s.end_at(known))
            if s.kind is Kind.ASSERT:
                self._asserts[s.payload].append(span)
                ordered.append(span)
            elif span[1] > s.start:
                (self._voids if s.kind is Kind.VOID else self._ends)[s.payload].append(span)
        self._ordered = ordered
        self._starts = [s.start for s, _ in ordered]
        self._notices = [s for s, end in ordered if s.end == OPEN and end > s.start and not self._void(s, s.start)]
        self._notice_orders = [s.order for s in self._notices]
        self._next_other = _next_other(self._notices)

    def deciding(self, valid: int) -> Statement | None:
        """The assertion that decides at `valid`, or None: that of `visible`."""
        for index in range(bisect_right(self._starts, valid) - 1, -1, -1):
            s, end = self._ordered[index]
            if valid < end and self._hidden(s, valid) is None:
                return s
        return None

    def explain(self, payload: str, valid: int) -> Verdict:
        """Why `payload` does or does not hold at `valid`: the decisive reason."""
        return self.verdicts(payload, valid)[0]

    def verdicts(self, payload: str, valid: int) -> list[Verdict]:
        """The fate of every assertion of `payload` at `valid`, the decisive first; never empty."""
        winner = self.deciding(valid)
        if winner is not None and winner.payload == payload:
            return [Verdict(Fate.HOLDS, winner)]
        found = [self._fate(s, end, valid, winner) for s, end in self._asserts.get(payload, ())]
        found += [Verdict(Fate.UNRECORDED, s, s, s.tx) for s in self._later.get(payload, ())]
        return sorted(found, key=lambda v: _closeness(v, valid)) or [Verdict(Fate.UNSAID)]

    def ended_by(self, payload: str, end: int) -> Verdict:
        """What ended a row of `payload` at `end`: the fate there of the statement that decided just before."""
        last = self.deciding(end - 1)
        if last is None or last.payload != payload:
            return self.explain(payload, end)
        winner = self.deciding(end)
        if winner is not None and winner.payload == payload:
            return Verdict(Fate.HOLDS, winner)
        return self._fate(last, last.end_at(self.known), end, winner)

    def supporting(self, payload: str, start: int, end: int) -> list[Statement]:
        """The assertions of `payload` that nothing hides somewhere in `[start, end)`."""
        return [
            s for s, finish in self._asserts.get(payload, ()) if self._speaks(s, max(start, s.start), min(end, finish))
        ]

    def voided_by(self, s: Statement, valid: int) -> Statement | None:
        """The first statement that says `s` was never so at `valid`."""
        return self._void(s, valid)

    def _fate(self, s: Statement, end: int, valid: int, winner: Statement | None) -> Verdict:
        if not s.start <= valid < end:
            return self._apart(s, end, valid, winner)
        hidden = self._hidden(s, valid)
        if hidden is not None:
            return hidden
        assert winner is not None, "a statement that nothing hides has a winner at least as great"
        return Verdict(Fate.SUPERSEDED, s, winner, winner.start)

    @staticmethod
    def _apart(s: Statement, end: int, valid: int, winner: Statement | None) -> Verdict:
        """The fate of a statement that does not cover `valid`."""
        if valid < s.start < end:
            return Verdict(Fate.NOT_STARTED, s, s, s.start)
        if s.start < end == s.end:
            return Verdict(Fate.OVER, s, s, end)
        if s.start < end and winner is not None and winner.order > s.order:
            return Verdict(Fate.SUPERSEDED, s, winner, winner.start)
        return Verdict(Fate.SILENCED, s, s, end)

    def _hidden(self, s: Statement, valid: int) -> Verdict | None:
        """What drops `s` where it covers `valid`: rules 1 to 3 of `visible`, in that order."""
        void = self._void(s, valid)
        if void is not None:
            return Verdict(Fate.VOIDED, s, void, void.start)
        ending = self._ending(s, valid)
        if ending is not None:
            return Verdict(Fate.ENDED, s, ending, ending.start_for(s))
        notice = self._notice(s)
        if notice is not None and notice.start <= valid:
            return Verdict(Fate.SUPERSEDED, s, notice, notice.start)
        return None

    def _void(self, s: Statement, valid: int) -> Statement | None:
        return min(
            (w for w, end in self._voids.get(s.payload, ()) if w.written > s.written and w.start <= valid < end),
            key=lambda w: w.written,
            default=None,
        )

    def _ending(self, s: Statement, valid: int) -> Statement | None:
        return max(
            (
                e
                for e, end in self._ends.get(s.payload, ())
                if e.start <= valid < end and ends_it(e, s, valid) and self._void(e, valid) is None
            ),
            key=lambda e: e.order,
            default=None,
        )

    def _notice(self, s: Statement) -> Statement | None:
        """The first notice of another payload that is greater than `s`, where `s` is open."""
        if s.end != OPEN:
            return None
        index = bisect_right(self._notice_orders, s.order)
        if index < len(self._notices) and self._notices[index].payload == s.payload:
            index = self._next_other[index]
        return self._notices[index] if index < len(self._notices) else None

    def _speaks(self, s: Statement, start: int, end: int) -> bool:
        notice = self._notice(s)
        if notice is not None:
            end = min(end, notice.start)
        if start >= end:
            return False
        points = {start}
        for w, finish in self._voids.get(s.payload, ()):
            points.update((w.start, finish))
        points.update(finish for _, finish in self._ends.get(s.payload, ()))
        return any(start <= point < end and self._hidden(s, point) is None for point in points)


def supporting(statements: Sequence[Statement], payload: str, start: int, end: int, known: int) -> list[Statement]:
    """`History.supporting`, without the history where there are only assertions of one thing; in any order."""
    if all(s.kind is Kind.ASSERT and s.payload == payload for s in statements):
        return [s for s in statements if s.tx <= known and s.start < end and s.end_at(known) > max(start, s.start)]
    return History(statements, known).supporting(payload, start, end)


def _next_other(notices: Sequence[Statement]) -> list[int]:
    """For each notice the index of the next one of another payload."""
    following = [len(notices)] * len(notices)
    for index in range(len(notices) - 2, -1, -1):
        same = notices[index].payload == notices[index + 1].payload
        following[index] = following[index + 1] if same else index + 1
    return following


def _closeness(verdict: Verdict, valid: int) -> tuple[int, int, Order]:
    s = verdict.statement
    assert s is not None
    rank = _RANK[verdict.fate]
    newest = Order(-s.start, -s.tx, -s.seq, -s.part)
    if verdict.fate is Fate.UNRECORDED:
        return (rank if s.start <= valid < s.end else _UNRECORDED_ELSEWHERE, s.tx, newest)
    if verdict.fate in (Fate.OVER, Fate.SILENCED):
        return (rank, -(verdict.at or 0), newest)
    if verdict.fate is Fate.NOT_STARTED:
        return (rank, s.start, newest)
    return (rank, 0, newest)
