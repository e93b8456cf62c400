"""What a key's statements come to: the rules of valid and transaction time, as plain functions over integers.

A *key* is one relation between two entities, or one property of an entity. Statements on it are only ever
added. `visible` is the whole meaning, written to be read; `runs` gives the same answer for all of valid time
at once, and is what the writer uses. docs/time.md explains the rules with examples.
"""

from __future__ import annotations

import itertools
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

    A sweep over the instants where something starts or stops. What can never speak again is dropped on the way,
    so that it costs O(n log n) but where much is voided or ended for a while only.
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


_NEVER = Order(BEGINNING - 1, -1, -1, -1)
_UNWRITTEN = (-1, -1, -1)


class _Standing(IntEnum):
    """How an ASSERT is at one instant of the sweep: AWAY may still come back, GONE never does."""

    STANDS = 1
    AWAY = 2
    GONE = 3


class _Limits:
    """What VOIDs and ENDEDs that have started say of one payload. All that is asked comes with a rising instant."""

    def __init__(self) -> None:
        self.every_void: list[tuple[tuple[int, int, int], int]] = []
        self._voids: list[tuple[tuple[int, int, int], int]] = []
        self._ends: list[tuple[Order, int, tuple[int, int, int]]] = []
        self._at = BEGINNING - 1
        self._void = self._void_for_good = _UNWRITTEN
        self._end = _NEVER
        self._end_for_good = False

    def start(self, kind: Kind, order: Order, end: int, written: tuple[int, int, int]) -> None:
        """A VOID starts, or an ENDED of all that is below `order`; ENDEDs come in rising order."""
        if kind is Kind.VOID:
            self._voids.append((written, end))
        else:
            self._ends.append((order, end, written))

    def voided(self, s: Statement, at: int) -> bool:
        self._move(at)
        return s.written < self._void

    def standing(self, s: Statement, at: int) -> _Standing:
        self._move(at)
        if s.written < self._void:
            return _Standing.GONE if s.written < self._void_for_good else _Standing.AWAY
        if s.order < self._end:
            return _Standing.GONE if self._end_for_good else _Standing.AWAY
        return _Standing.STANDS

    def _move(self, at: int) -> None:
        """Find the latest written VOID and the greatest ENDED that stand at `at`."""
        if at == self._at:
            return
        self._at = at
        self._voids = [(written, end) for written, end in self._voids if end > at]
        self._void = max((written for written, _ in self._voids), default=_UNWRITTEN)
        self._void_for_good = max((written for written, end in self._voids if end == OPEN), default=_UNWRITTEN)
        self._end, self._end_for_good = _NEVER, False
        for index in range(len(self._ends) - 1, -1, -1):
            below, end, written = self._ends[index]
            if end <= at or written < self._void_for_good:
                del self._ends[index]
            elif written > self._void:
                self._end = below
                self._end_for_good = end == OPEN and all(w < written or e <= at for w, e in self.every_void)
                break


class _Sweep:
    """The state of the sweep: stacks of what has started, in rising order, and the notices given so far."""

    def __init__(self, statements: Iterable[Statement], known: int) -> None:
        self._limits: dict[str, _Limits] = {}
        self._entries: list[tuple[int, Kind, Order, int, Statement]] = []
        for s in statements:
            if s.tx <= known and (end := s.end_at(known)) > s.start:
                self._enlist(s, end)
        # of what starts together, VOIDs come first: an ASSERT asks at its start whether it gives notice
        self._entries.sort(key=lambda entry: (entry[0], -entry[1], entry[2]))
        self._open: list[tuple[Order, int, Statement]] = []
        self._bounded: list[tuple[Order, int, Statement]] = []
        self._notice: tuple[Order, str] | None = None

    def _enlist(self, s: Statement, end: int) -> None:
        if s.kind is not Kind.ASSERT:
            limits = self._limits.setdefault(s.payload, _Limits())
            if s.kind is Kind.VOID:
                limits.every_void.append((s.written, end))
            elif s.late > s.start:
                # until `late` it ends what starts before the period, from then on also what starts inside it
                for at in (s.start, s.late):
                    self._entries.append((at, s.kind, Order(at, *_UNWRITTEN), end, s))
                return
        self._entries.append((s.start, s.kind, s.order, end, s))

    def stretches(self) -> Iterable[tuple[int, int]]:
        """Elementary stretches of valid time, entering what starts as it goes."""
        points = {OPEN, *(entry[0] for entry in self._entries), *(entry[3] for entry in self._entries)}
        position = 0
        for instant, following in itertools.pairwise(sorted(points)):
            while position < len(self._entries) and self._entries[position][0] <= instant:
                self._enter(*self._entries[position])
                position += 1
            yield instant, following

    def _enter(self, at: int, kind: Kind, order: Order, end: int, s: Statement) -> None:
        limits = self._limits.get(s.payload)
        if limits is not None and kind is not Kind.ASSERT:
            limits.start(kind, order, end, s.written)
        elif s.end != OPEN:
            self._bounded.append((order, end, s))
        else:
            if limits is None or not limits.voided(s, at):
                self._give_notice(order, s.payload)
            self._open.append((order, end, s))

    def _give_notice(self, order: Order, payload: str) -> None:
        """Drop for good the open ASSERTs of other payloads, all of which started before."""
        kept: list[tuple[Order, int, Statement]] = []
        while self._open and (self._notice is None or self._open[-1][0] > self._notice[0]):
            item = self._open.pop()
            if item[2].payload == payload:
                kept.append(item)
        if self._notice is not None and self._notice[1] != payload:
            self._open.clear()
        self._open.extend(reversed(kept))
        self._notice = (order, payload)

    def decide(self, at: int) -> str | None:
        """The payload of the greatest ASSERT that stands at `at`."""
        bounded = self._greatest(self._bounded, at)
        found = self._greatest(self._open, at, above=bounded[0] if bounded else _NEVER) or bounded
        return found[1] if found else None

    def _greatest(
        self, stack: list[tuple[Order, int, Statement]], at: int, above: Order = _NEVER
    ) -> tuple[Order, str] | None:
        for index in range(len(stack) - 1, -1, -1):
            order, end, s = stack[index]
            if order < above:
                return None
            if end <= at:
                del stack[index]
                continue
            limits = self._limits.get(s.payload)
            state = limits.standing(s, at) if limits else _Standing.STANDS
            if state is _Standing.STANDS:
                return order, s.payload
            if state is _Standing.GONE:
                del stack[index]
        return None
