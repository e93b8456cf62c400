"""What a key's statements come to: the rules of valid and transaction time, as plain functions over integers.

A *key* is one relation between two entities, or one property of an entity. Statements on it are only ever
added. `visible` is the whole meaning, written to be read; `runs` gives the same answer for all of valid time
at once, and is what the writer uses. docs/time.md explains the rules with examples.
"""

from __future__ import annotations

import itertools
from bisect import insort
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from retrograph.graph.intervals import BEGINNING, OPEN


class Kind(IntEnum):
    """What a statement says of its payload on its interval."""

    ASSERT = 1
    ENDED = 2
    VOID = 3


class Order(NamedTuple):
    """How statements compare: the later to start speaks, then the later written."""

    start: int
    tx: int
    seq: int
    part: int


@dataclass(frozen=True, slots=True)
class Statement:
    """One observation's word on one key, with the bounds it was given; all times in microseconds.

    `end == OPEN` is "until further notice". `late` matters for an ENDED with a partial date: what starts
    inside the period that the date names ends with that period, and `late` is the period's end (otherwise
    it equals `start`). `silences` are `(tx, at)`: from `tx` on, a later version of the document that said
    this is known to be silent on it from `at` on.
    """

    tx: int
    seq: int
    part: int
    kind: Kind
    start: int
    end: int
    payload: str
    late: int = BEGINNING
    silences: tuple[tuple[int, int], ...] = ()

    @property
    def written(self) -> tuple[int, int, int]:
        return (self.tx, self.seq, self.part)

    @property
    def order(self) -> Order:
        return Order(self.start, self.tx, self.seq, self.part)

    def end_at(self, known: int) -> int:
        """Where the statement stops speaking, as far as `known`."""
        return min([self.end, *(at for tx, at in self.silences if tx <= known)])

    def start_for(self, other: Statement) -> int:
        """Where this ENDED starts to count against `other`."""
        return self.late if self.start <= other.start < self.late else self.start


@dataclass(frozen=True, slots=True)
class Run:
    """One payload over one stretch of valid time, `[start, end)`."""

    start: int
    end: int
    payload: str


def visible(statements: Iterable[Statement], valid: int, known: int) -> str | None:
    """The payload that holds at `valid` as far as was known at `known`, or None. This is the definition."""
    spoken = [s for s in statements if s.tx <= known and s.end_at(known) > s.start]
    covering = [s for s in spoken if s.start <= valid < s.end_at(known)]

    def voided(s: Statement, at: int) -> bool:
        return any(
            w.kind is Kind.VOID and w.payload == s.payload and w.written > s.written
            and w.start <= at < w.end_at(known)
            for w in spoken
        )  # fmt: skip

    standing = [s for s in covering if s.kind is not Kind.VOID and not voided(s, valid)]
    ends = [s for s in standing if s.kind is Kind.ENDED]
    notices = [
        s for s in spoken
        if s.kind is Kind.ASSERT and s.end == OPEN and s.start <= valid and not voided(s, s.start)
    ]  # fmt: skip
    remaining = [
        s for s in standing
        if s.kind is Kind.ASSERT
        and not any(ends_it(e, s, valid) for e in ends)
        and not (s.end == OPEN and any(n.payload != s.payload and n.order > s.order for n in notices))
    ]  # fmt: skip
    return max(remaining, key=lambda s: s.order).payload if remaining else None


def ends_it(ended: Statement, asserted: Statement, valid: int) -> bool:
    """Whether an ENDED that covers `valid` ends `asserted` there."""
    start = ended.start_for(asserted)
    return ended.payload == asserted.payload and start <= valid and Order(start, *ended.written) > asserted.order


def runs(statements: Sequence[Statement], known: int) -> list[Run]:
    """`visible` for all of valid time, as its maximal runs of one payload, in order.

    A sweep over the instants where something starts or stops. Costs O(n log n) where few statements overlap
    at a time or where they are open, which is the common case.
    """
    sweep = _Sweep(statements, known)
    found: list[Run] = []
    for instant, following in sweep.stretches():
        payload = sweep.decide(instant)
        if payload is None:
            continue
        if found and found[-1].end == instant and found[-1].payload == payload:
            found[-1] = Run(found[-1].start, following, payload)
        else:
            found.append(Run(instant, following, payload))
    return found


class _Sweep:
    """The state of the sweep at one instant of valid time."""

    def __init__(self, statements: Iterable[Statement], known: int) -> None:
        self.spans = [(s, end) for s in statements if s.tx <= known and (end := s.end_at(known)) > s.start]
        self.voids: dict[str, list[tuple[Statement, int]]] = defaultdict(list)
        self.ends: dict[str, list[tuple[Statement, int]]] = defaultdict(list)
        for s, end in self.spans:
            if s.kind is Kind.VOID:
                self.voids[s.payload].append((s, end))
            elif s.kind is Kind.ENDED:
                self.ends[s.payload].append((s, end))
        self.open: list[tuple[Order, int, Statement]] = []
        self.bounded: list[tuple[Order, int, Statement]] = []
        self.notice: tuple[Order, str] | None = None
        self.other_notice: Order | None = None

    def stretches(self) -> Iterable[tuple[int, int]]:
        """Elementary stretches of valid time, entering what starts as it goes."""
        points = {OPEN}
        for s, end in self.spans:
            points.update((s.start, end))
            if s.kind is Kind.ENDED and s.late > s.start:
                points.add(s.late)
        ordered = sorted(p for p in points if p <= OPEN)
        entering = sorted(((s.order, end, s) for s, end in self.spans if s.kind is Kind.ASSERT),
                          key=lambda item: item[0])  # fmt: skip
        position = 0
        for instant, following in itertools.pairwise(ordered):
            while position < len(entering) and entering[position][2].start <= instant:
                self._enter(entering[position])
                position += 1
            yield instant, following

    def _enter(self, item: tuple[Order, int, Statement]) -> None:
        order, _, s = item
        if s.end != OPEN:
            insort(self.bounded, item, key=lambda i: i[0])
            return
        self.open.append(item)  # entering is in order, so the list stays sorted
        if self._voided(s, s.start):
            return
        if self.notice is None or self.notice[1] == s.payload:
            self.notice = (order, s.payload)
        else:
            self.other_notice = self.notice[0]
            self.notice = (order, s.payload)

    def _voided(self, s: Statement, at: int) -> bool:
        return any(w.written > s.written and w.start <= at < end for w, end in self.voids.get(s.payload, ()))

    def _stands(self, s: Statement, end: int, at: int) -> bool:
        if at >= end or self._voided(s, at):
            return False
        return not any(
            e.start <= at < e_end and ends_it(e, s, at) and not self._voided(e, at)
            for e, e_end in self.ends.get(s.payload, ())
        )

    def decide(self, at: int) -> str | None:
        best: tuple[Order, str] | None = None
        self.bounded = [item for item in self.bounded if item[1] > at]
        for order, end, s in reversed(self.bounded):
            if self._stands(s, end, at):
                best = (order, s.payload)
                break
        for order, end, s in reversed(self.open):
            if best is not None and order < best[0]:
                break
            if self.notice is not None and order < self.notice[0] and s.payload != self.notice[1]:
                if self.other_notice is not None and order <= self.other_notice:
                    break
                continue
            if self.other_notice is not None and order < self.other_notice:
                break
            if self._stands(s, end, at):
                return s.payload
        return best[1] if best else None
