"""An import goes around what is refused: each entry is recorded or named, whatever stands beside it in a batch."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrograph.api.checking import checked
from retrograph.api.door import Door
from retrograph.api.importing import Entry, Rejected, Request, Source
from retrograph.api.intake import Intake
from retrograph.api.loading import BATCH_CHARACTERS, BATCH_ENTRIES, Rejection, Report, load, settle
from retrograph.api.results import Accepted, BatchAccepted
from retrograph.api.wire import BatchIn
from retrograph.errors import TooLarge, Unavailable
from retrograph.retrieval.views import BasisView


class Recorder:
    """A door that checks a batch as the real ones do and keeps it in a dict, all or nothing."""

    def __init__(self, *, largest: int = 1_000_000, down_after: int = 10_000) -> None:
        self.kept: dict[str, str] = {}
        self.batches: list[int] = []
        self._largest = largest
        self._down_after = down_after

    def observe_many(self, observations: Sequence[dict[str, Any]], *, keys: Sequence[str]) -> BatchAccepted:
        if len(self.batches) >= self._down_after:
            raise Unavailable("the service is closing")
        body = checked(BatchIn, {"observations": list(observations)})
        intake = Intake(UTC, "UTC", 0)
        for number, one in enumerate(body.observations):
            intake.observation(one, f"observations.{number}.")
        intake.finish()
        if sum(len(one.content) for one in body.observations) > self._largest:
            raise TooLarge("the body is over the limit")
        self.batches.append(len(keys))
        accepted = [Accepted(observation_id=k, job_id=None, repeated=k in self.kept, redactions={"x": 1}) for k in keys]
        self.kept |= {k: one.content for k, one in zip(keys, body.observations, strict=True)}
        return BatchAccepted(observations=tuple(accepted), basis=BasisView(seq=1, hash=""))


class Silent:
    """A watch that only counts."""

    def __init__(self) -> None:
        self.done = 0
        self.named: list[str] = []

    def taken(self, entries: int) -> None:
        self.done += entries

    def rejected(self, rejected: Rejected) -> None:
        self.named.append(rejected.where)

    def waiting(self, jobs: int) -> None: ...


def good(number: int, content: str = "x") -> Request:
    body = {"content": f"{content} {number}", "occurredAt": "2025-03-01", "kind": "note"}
    return Request(f"f:{number}", body, f"k{number}")


def refused(number: int) -> Request:
    return Request(f"f:{number}", {"content": "x", "occurredAt": "2025-03-01T10:00:00"}, f"k{number}")


def source(entries: Sequence[Entry]) -> Source:
    return Source("f", len(entries), lambda: iter(entries))


def take(entries: Sequence[Entry], recorder: Recorder, **more: bool) -> tuple[Report, Silent]:
    report, watch = Report(), Silent()
    load(cast("Door", recorder), source(entries), report, watch, **more)
    return report, watch


@given(st.lists(st.sampled_from("grd"), max_size=40))
def test_every_entry_is_recorded_or_named_and_none_twice(kinds: list[str]) -> None:
    make = {"g": good, "r": refused, "d": lambda n: Rejected(f"f:{n}", "not JSON")}
    recorder = Recorder()
    report, watch = take([make[kind](n) for n, kind in enumerate(kinds)], recorder)
    wrong = [f"f:{n}" for n, kind in enumerate(kinds) if kind != "g"]
    assert sorted(recorder.kept) == sorted(f"k{n}" for n, kind in enumerate(kinds) if kind == "g")
    assert sorted(r.where for r in report.rejected) == sorted(watch.named) == sorted(wrong)
    assert report.recorded == kinds.count("g")
    assert watch.done == len(kinds)


def test_a_refusal_names_the_field_and_not_its_place_in_the_batch() -> None:
    report, _ = take([good(1), refused(2), good(3)], Recorder())
    (rejected,) = report.rejected
    assert rejected.where == "f:2"
    assert rejected.problem.startswith("occurredAt: ")


def test_strict_stops_at_the_first_fault_with_what_came_before_recorded() -> None:
    for fault in (refused(3), Rejected("f:3", "not JSON")):
        recorder = Recorder()
        with pytest.raises(Rejection, match="f:3"):
            take([good(1), good(2), fault, good(4)], recorder, strict=True)
        assert {"k1", "k2"} <= set(recorder.kept)


def test_what_is_there_already_is_counted_as_repeated_and_its_secrets_once() -> None:
    recorder = Recorder()
    first, _ = take([good(n) for n in range(5)], recorder)
    again, _ = take([good(n) for n in range(6)], recorder)
    assert (first.recorded, first.repeated, first.redactions["x"]) == (5, 0, 5)
    assert (again.recorded, again.repeated, again.redactions["x"]) == (1, 5, 1)


def test_batches_are_bounded_in_entries_and_characters() -> None:
    recorder = Recorder()
    take([good(n) for n in range(BATCH_ENTRIES + 1)], recorder)
    assert recorder.batches == [BATCH_ENTRIES, 1]
    recorder = Recorder()
    take([good(n, "y" * (BATCH_CHARACTERS // 2)) for n in range(3)], recorder)
    assert recorder.batches == [1, 1, 1]


def test_a_batch_that_is_too_large_for_the_server_is_halved() -> None:
    report, _ = take([good(n, "y" * 40) for n in range(8)], Recorder(largest=100))
    assert (report.recorded, report.rejected) == (8, [])


def test_a_store_that_fails_ends_the_import_and_is_not_taken_for_a_damaged_line() -> None:
    recorder = Recorder(down_after=1)
    with pytest.raises(Unavailable):
        take([good(n) for n in range(BATCH_ENTRIES * 2)], recorder)
    assert len(recorder.kept) == BATCH_ENTRIES


class Stuck:
    """A door whose queue moves for a while and then stands still."""

    def __init__(self, *waiting: int) -> None:
        self._waiting = list(waiting)
        self.asked = 0

    def drain(self, timeout: float) -> bool:
        self.asked += 1
        return not self._waiting

    def stats(self) -> SimpleNamespace:
        left = self._waiting[0] if len(self._waiting) == 1 else self._waiting.pop(0)
        return SimpleNamespace(jobs={"queued": left, "running": 0})


def test_an_import_does_not_wait_for_ever_for_an_extraction_that_stands_still() -> None:
    door = Stuck(3, 2, 1)
    with pytest.raises(Unavailable, match="1 observations wait"):
        settle(cast("Door", door), Silent(), patience=-1)
    assert door.asked > 3
