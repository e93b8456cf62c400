"""What models may take in a day: real files, real threads, real processes."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from retrograph.errors import BudgetSpent, Damaged, ModelError, ModelRefused, ModelUnavailable
from retrograph.extraction.budget import (
    COST_SETTING,
    TOKENS_SETTING,
    Allowance,
    Budget,
    Day,
    Expected,
    Metered,
    Reservation,
)
from retrograph.extraction.completion import NOTHING, Completed, Message, Usage
from retrograph.extraction.patience import Patient, Pauses
from tests.data import ROOT

SECOND = 1_000_000
DAY = 86_400 * SECOND
MIDNIGHT = 1_764_547_200 * SECOND  # 2025-12-01T00:00:00Z


class Ticking:
    """A clock that a test sets."""

    def __init__(self, now: int = MIDNIGHT) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


def budget(folder: Path, tokens: int | None = None, cost: float | None = None, clock: Ticking | None = None) -> Budget:
    return Budget(folder / "model_usage.sqlite", Allowance(tokens, cost), clock or Ticking())


def used(tokens: int, cost: float = 0.0) -> Usage:
    return Usage(1, tokens, 0, cost, 0.5)


def spend(of: Budget, tokens: int, cost: float = 0.0, project: str = "p", model: str = "m") -> None:
    of.reserve(project, model, Expected(tokens, cost)).settle(used(tokens, cost))


def test_what_was_used_is_told_by_day_project_and_model(tmp_path: Path) -> None:
    clock = Ticking()
    counted = budget(tmp_path, clock=clock)
    spend(counted, 10, 0.5, "a", "m")
    spend(counted, 20, 0.25, "a", "m")
    spend(counted, 5, 0.0, "b", "n")
    clock.now += DAY
    spend(counted, 7, 0.0, "a", "m")
    assert counted.today() == Day("2025-12-02", used(7))
    assert counted.days() == [
        Day("2025-12-02", used(7), "a", "m"),
        Day("2025-12-01", Usage(2, 30, 0, 0.75, 1.0), "a", "m"),
        Day("2025-12-01", used(5), "b", "n"),
    ]
    assert [d.day for d in counted.days(1)] == ["2025-12-02"]
    counted.close()


def test_nothing_is_on_the_disk_before_it_is_needed(tmp_path: Path) -> None:
    counted = budget(tmp_path / "not" / "yet")
    assert list(tmp_path.iterdir()) == []
    assert counted.today().usage == NOTHING
    counted.close()


@pytest.mark.parametrize(
    ("tokens", "cost", "setting", "amount"),
    [(100, None, TOKENS_SETTING, "100 of 100 tokens"), (None, 2.5, COST_SETTING, r"\$2.50 of \$2.50")],
)
def test_a_spent_budget_says_until_when_and_what_to_raise(
    tmp_path: Path, tokens: int | None, cost: float | None, setting: str, amount: str
) -> None:
    clock = Ticking(MIDNIGHT + 23 * 3600 * SECOND)
    counted = budget(tmp_path, tokens, cost, clock)
    spend(counted, 100, 2.5)
    with pytest.raises(BudgetSpent, match=amount.replace(" of", r"( tokens)? of")) as caught:
        counted.reserve("other", "n", Expected(1, 0.01))
    assert caught.value.free_at == MIDNIGHT + DAY
    assert caught.value.retry_after == 3600
    assert setting in str(caught.value)
    clock.now = caught.value.free_at
    spend(counted, 100, 2.5)
    counted.close()


def test_what_never_fits_is_for_a_person_to_settle(tmp_path: Path) -> None:
    counted = budget(tmp_path, tokens=100, cost=1.0)
    for expected, setting in ((Expected(101), TOKENS_SETTING), (Expected(1, 1.01), COST_SETTING)):
        with pytest.raises(ModelRefused, match=setting) as caught:
            counted.reserve("p", "m", expected)
        assert caught.value.setting == setting
    counted.close()


def test_what_is_only_held_is_free_again_soon(tmp_path: Path) -> None:
    counted = budget(tmp_path, tokens=100)
    first = counted.reserve("p", "m", Expected(80))
    with pytest.raises(ModelUnavailable) as caught:
        counted.reserve("p", "m", Expected(30))
    assert not isinstance(caught.value, BudgetSpent)
    assert caught.value.retry_after == 2.0
    first.settle(used(10))
    spend(counted, 30)
    counted.close()


def test_a_request_over_midnight_counts_for_the_day_it_began(tmp_path: Path) -> None:
    clock = Ticking(MIDNIGHT - 1)
    counted = budget(tmp_path, tokens=100, clock=clock)
    late = counted.reserve("p", "m", Expected(100))
    clock.now = MIDNIGHT
    spend(counted, 100)
    late.settle(used(60))
    assert [(d.day, d.usage.tokens) for d in counted.days()] == [("2025-12-01", 100), ("2025-11-30", 60)]
    counted.close()


class Days(RuleBasedStateMachine):
    """A budget beside a list of what was spent; the file is closed and opened again in between."""

    TOKENS, COST = 1000, 4.0

    def __init__(self) -> None:
        super().__init__()
        self.clock = Ticking()
        self.spent: dict[str, list[Usage]] = {}
        self.held: list[Reservation] = []
        self.over = 0

    @initialize()
    def begin(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.budget = budget(Path(self.folder.name), self.TOKENS, self.COST, self.clock)

    @property
    def today(self) -> str:
        return self.budget.today().day

    @rule(tokens=st.integers(1, 600), cents=st.integers(0, 300), project=st.sampled_from("ab"))
    def reserve(self, tokens: int, cents: int, project: str) -> None:
        expected = Expected(tokens, cents / 100)
        holding = [r.expected for r in self.held if r.day == self.today]
        took = sum(self.spent.get(self.today, []), NOTHING)
        room = took.tokens + sum(e.tokens for e in holding) + tokens <= self.TOKENS
        room = room and took.cost + sum(e.cost for e in holding) + expected.cost <= self.COST + 1e-9
        try:
            self.held.append(self.budget.reserve(project, "m", expected))
        except ModelUnavailable:
            assert not room or abs(took.cost + sum(e.cost for e in holding) + expected.cost - self.COST) < 1e-6
        else:
            assert room

    @precondition(lambda self: self.held)
    @rule(data=st.data(), more=st.integers(0, 50))
    def settle(self, data: st.DataObject, more: int) -> None:
        held = self.held.pop(data.draw(st.integers(0, len(self.held) - 1)))
        tokens = data.draw(st.integers(0, held.expected.tokens)) + more
        self.over += max(0, tokens - held.expected.tokens)
        usage = Usage(1, tokens // 2, tokens - tokens // 2, held.expected.cost, 1.0)
        held.settle(usage)
        self.spent.setdefault(held.day, []).append(usage)

    @precondition(lambda self: self.held)
    @rule()
    def give_up(self) -> None:
        self.held.pop().settle(NOTHING)

    @rule(hours=st.integers(1, 30))
    def later(self, hours: int) -> None:
        self.clock.now += hours * 3600 * SECOND

    @rule()
    def reopen(self) -> None:
        self.budget.close()

    @invariant()
    def the_file_says_what_was_spent(self) -> None:
        if not hasattr(self, "budget"):
            return
        took = sum(self.spent.get(self.today, []), NOTHING)
        told = self.budget.today().usage
        assert (told.calls, told.input_tokens, told.output_tokens) == (
            took.calls,
            took.input_tokens,
            took.output_tokens,
        )
        assert told.cost == pytest.approx(took.cost)
        assert told.tokens <= self.TOKENS + self.over
        assert told.cost <= self.COST + 1e-6
        by_day = {d.day for d in self.budget.days(10_000)}
        assert by_day == set(self.spent)

    def teardown(self) -> None:
        if hasattr(self, "budget"):
            self.budget.close()
            self.folder.cleanup()


TestDays = Days.TestCase
TestDays.settings = settings(max_examples=20, stateful_step_count=25)


def test_many_threads_do_not_overrun_it_together(tmp_path: Path) -> None:
    counted = budget(tmp_path, tokens=1000)
    most = 0
    lock = threading.Lock()

    def one(_: int) -> int:
        nonlocal most
        try:
            reservation = counted.reserve("p", "m", Expected(30))
        except ModelUnavailable:
            return 0
        with lock:
            most = max(most, counted.today().usage.tokens)
        reservation.settle(used(30))
        return 30

    with ThreadPoolExecutor(16) as pool:
        took = sum(pool.map(one, range(200)))
    assert counted.today().usage.tokens == took
    assert 900 < took <= 1000
    counted.close()


SPENDER = """
import sys
from pathlib import Path
from retrograph.extraction.budget import Allowance, Budget, Expected
from retrograph.extraction.completion import Usage
budget = Budget(Path(sys.argv[1]), Allowance(), lambda: 1_764_547_200_000_000)
n = 0
while True:
    budget.reserve("p", "m", Expected(10)).settle(Usage(1, 10))
    n += 1
    print(n, flush=True)
"""


def test_a_killed_process_forgets_nothing_that_it_counted(tmp_path: Path) -> None:
    counted = budget(tmp_path)
    children = [
        subprocess.Popen(
            [sys.executable, "-c", SPENDER, str(counted.path)],
            stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        for _ in range(2)
    ]  # fmt: skip
    said = 0
    for child in children:
        assert child.stdout
        for _ in range(20):
            child.stdout.readline()
        os.kill(child.pid, signal.SIGKILL)
    for child in children:
        said += 20 + len(child.stdout.read().splitlines()) if child.stdout else 0
        child.wait(10)
        child.stdout.close() if child.stdout else None
    calls = counted.today().usage.calls
    assert said <= calls <= said + 2
    assert counted.today().usage.tokens == 10 * calls
    counted.close()


@pytest.mark.parametrize("content", [b"this is no database at all" * 100, None])
def test_a_damaged_file_says_what_to_do(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "model_usage.sqlite"
    if content:
        path.write_bytes(content)
    else:
        db = sqlite3.connect(path)
        db.execute("PRAGMA user_version = 9")
        db.close()
    with pytest.raises(Damaged, match="delete it"):
        budget(tmp_path).today()
    path.unlink()


# --- a completion out of a budget --------------------------------------------------------------------------------


class Says:
    """A completion that gives one answer, or raises one error."""

    model, context = "says", 4096

    def __init__(self, answer: Completed | ModelError) -> None:
        self.answer = answer
        self.asked = 0

    def count(self, text: str) -> int:
        return len(text)

    def complete(self, messages: Sequence[Message], *, max_output: int) -> Completed:
        self.asked += 1
        if isinstance(self.answer, Completed):
            return self.answer
        raise self.answer


ASKED = [Message("user", "x" * 6)]  # ten tokens with its frame


def dollars(sent: int, got: int) -> float:
    return sent * 0.01 + got * 0.02


@pytest.mark.parametrize(
    ("answer", "took"),
    [
        (Completed("ok", Usage(1, 8, 3, 0.14, 0.5)), Usage(1, 8, 3, 0.14, 0.5)),
        (ModelUnavailable("silent", unanswered=True), Usage(1, 10, 20, dollars(10, 20))),
        (ModelUnavailable("refused the connection"), NOTHING),
        (ModelRefused("wrong key", "RETROGRAPH_MODEL_KEY"), NOTHING),
        (ModelError("too long"), NOTHING),
    ],
)
def test_what_a_request_took_is_written_down(tmp_path: Path, answer: Completed | ModelError, took: Usage) -> None:
    counted = budget(tmp_path, tokens=1000, cost=10.0)
    says = Says(answer)
    metered = Metered(says, counted, "p", price=dollars)
    assert (metered.model, metered.context, metered.count("abc")) == ("says", 4096, 3)
    if isinstance(answer, Completed):
        assert metered.complete(ASKED, max_output=20) == answer
    else:
        with pytest.raises(type(answer)):
            metered.complete(ASKED, max_output=20)
    assert counted.today().usage == took
    assert counted.reserve("p", "m", Expected(1000 - took.tokens)).expected.tokens > 0  # nothing is held
    counted.close()


def test_what_does_not_fit_is_not_sent_and_not_asked_again(tmp_path: Path) -> None:
    counted = budget(tmp_path, tokens=100)
    spend(counted, 80)
    says = Says(Completed("ok", used(30)))
    slept: list[float] = []
    patient = Patient(Metered(says, counted, "p"), pauses=Pauses(sleep=slept.append))
    with pytest.raises(BudgetSpent):
        patient.complete(ASKED, max_output=20)
    assert (says.asked, slept) == (0, [])
    counted.close()


@given(st.lists(st.tuples(st.integers(1, 400), st.integers(1, 400)), max_size=12), st.integers(50, 1000))
def test_a_day_is_overrun_only_by_what_was_more_than_expected(sizes: list[tuple[int, int]], limit: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        counted = budget(Path(folder), tokens=limit)
        excess = 0
        for output, answer in sizes:
            metered = Metered(Says(Completed("ok", used(answer))), counted, "p")
            try:
                metered.complete(ASKED, max_output=output)
            except ModelError:
                continue
            excess += max(0, answer - output - 10)
        assert counted.today().usage.tokens <= limit + excess
        counted.close()
