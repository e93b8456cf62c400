"""What models may take in a day, over all projects of a data directory, and what they took.

    budget = Budget(data / "model_usage.sqlite", Allowance(tokens=2_000_000, cost=5.0), clock)
    metered = Metered(completion, budget, "project", price=completion.price)
    metered.complete(messages, max_output=4096)       # BudgetSpent once the day's tokens or money are gone
    budget.today().usage.tokens

A day is one of UTC. The file is made at the first use. Any thread may use a budget, and several processes one file;
each figure is in the file before the caller goes on, so that a killed process forgets nothing that was answered.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from retrograph.clock import Clock
from retrograph.errors import BudgetSpent, Damaged, ModelRefused, ModelUnavailable
from retrograph.extraction.completion import NOTHING, Completed, Completion, Message, Usage
from retrograph.graph.intervals import micros, moment
from retrograph.graph.sqlite import mapped

TOKENS_SETTING: Final = "RETROGRAPH_MODEL_TOKENS_PER_DAY"
COST_SETTING: Final = "RETROGRAPH_MODEL_COST_PER_DAY"

FILE_NAME: Final = "model_usage.sqlite"
HELD_PAUSE: Final = 2.0
"""Seconds until it is worth asking again, where requests under way hold the rest of the budget."""
_PER_MESSAGE: Final = 4  # tokens of the frame around one message
_VERSION: Final = 1
_SCHEMA: Final = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS usage (
  day TEXT NOT NULL, project TEXT NOT NULL, model TEXT NOT NULL, calls INTEGER NOT NULL, input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL, cost REAL NOT NULL, seconds REAL NOT NULL,
  PRIMARY KEY (day, project, model)) WITHOUT ROWID;
PRAGMA user_version = {_VERSION};
COMMIT;
"""
_ADD: Final = """
INSERT INTO usage VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
  calls = calls + excluded.calls, input_tokens = input_tokens + excluded.input_tokens,
  output_tokens = output_tokens + excluded.output_tokens, cost = cost + excluded.cost,
  seconds = seconds + excluded.seconds
"""
_SUMS: Final = (
    "coalesce(sum(calls), 0), coalesce(sum(input_tokens), 0), coalesce(sum(output_tokens), 0), "
    "coalesce(sum(cost), 0.0), coalesce(sum(seconds), 0.0)"
)


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a day may take: tokens, input and output together, and US dollars. None is no limit."""

    tokens: int | None = None
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class Expected:
    """The most that one request will take."""

    tokens: int
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class Day:
    """What one day took, of everything or of one project and model."""

    day: str
    usage: Usage
    project: str | None = None
    model: str | None = None


class Budget:
    """The day's allowance and the file of what was used.

    A request reserves the most it may take before it is sent, and settles what it took after. One that would not fit is
    not sent, so a day is overrun only by as much as requests took more than they had reserved.
    """

    def __init__(self, path: Path, allowance: Allowance, clock: Clock) -> None:
        self.path = path
        self.allowance = allowance
        self._clock = clock
        self._lock = threading.Lock()
        self._db: sqlite3.Connection | None = None
        self._held: defaultdict[str, list[Expected]] = defaultdict(list)

    def reserve(self, project: str, model: str, expected: Expected) -> Reservation:
        """Keep room for one request; settle the reservation whatever comes of it.

        Raises:
            BudgetSpent: the day's allowance is spent, or what is left of it is less than that.
            ModelUnavailable: requests under way hold what is left; some of it will be free when they are answered.
            ModelRefused: a whole day's allowance is less than that.
        """
        day = self._day()
        with self._lock, self._open() as db:
            held = self._held[day]
            for name, limit, setting, used in self._limits(db, day):
                wanted = getattr(expected, name)
                if limit is None:
                    continue
                if wanted > limit:
                    raise ModelRefused(
                        f"one request may take {_amount(name, wanted)}, more than a day's {_amount(name, limit)};"
                        f" raise {setting}",
                        setting,
                    )
                if used >= limit or used + wanted > limit:
                    raise self._spent(name, used, limit, setting)
                if used + sum(getattr(other, name) for other in held) + wanted > limit:
                    raise ModelUnavailable(
                        f"requests under way hold the rest of today's budget ({setting})", HELD_PAUSE
                    )
            held.append(expected)
        return Reservation(self, day, project, model, expected)

    def today(self) -> Day:
        """What was used since midnight UTC."""
        day = self._day()
        with self._lock, self._open() as db:
            return Day(day, self._used(db, day))

    def days(self, last: int = 30) -> Sequence[Day]:
        """What each project took of each model on each of the last days, newest first."""
        first = self._day(1 - last)
        columns = "day, project, model, calls, input_tokens, output_tokens, cost, seconds"
        with self._lock, self._open() as db:
            rows = db.execute(
                f"SELECT {columns} FROM usage WHERE day >= ? ORDER BY day DESC, project, model", (first,)
            ).fetchall()
        return [Day(day, Usage(*took), project, model) for day, project, model, *took in rows]

    def close(self) -> None:
        """Close the file; it opens again when it is used again."""
        with self._lock:
            if self._db is not None:
                self._db.close()
            self._db = None

    def settle(self, reservation: Reservation, usage: Usage) -> None:
        """Write down what a request took and free what was kept for it."""
        took = (usage.calls, usage.input_tokens, usage.output_tokens, usage.cost, usage.seconds)
        with self._lock:
            self._held[reservation.day].remove(reservation.expected)
            if not self._held[reservation.day]:
                del self._held[reservation.day]
            if usage != NOTHING:
                with self._open() as db:
                    db.execute(_ADD, (reservation.day, reservation.project, reservation.model, *took))

    def _limits(self, db: sqlite3.Connection, day: str) -> Iterator[tuple[str, float | None, str, float]]:
        used = self._used(db, day)
        yield "tokens", self.allowance.tokens, TOKENS_SETTING, used.tokens
        yield "cost", self.allowance.cost, COST_SETTING, used.cost

    def _spent(self, name: str, used: float, limit: float, setting: str) -> BudgetSpent:
        now = self._clock()
        free_at = micros(datetime.fromisoformat(self._day(1)).replace(tzinfo=UTC))
        return BudgetSpent(
            f"today's budget for models is spent: {_amount(name, used)} of {_amount(name, limit)}; there is more at"
            f" midnight UTC, or raise {setting}",
            free_at,
            max(free_at - now, 0) / 1e6,
        )

    def _day(self, later: int = 0) -> str:
        return (moment(self._clock()) + timedelta(days=later)).date().isoformat()

    @staticmethod
    def _used(db: sqlite3.Connection, day: str) -> Usage:
        return Usage(*db.execute(f"SELECT {_SUMS} FROM usage WHERE day = ?", (day,)).fetchone())

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            with mapped(self.path):
                if self._db is None:
                    self._db = self._opened()
                yield self._db
        except Damaged as error:
            raise Damaged(
                f"{self.path}, where the use of models is counted, is damaged or of another version;"
                " delete it, or move it away, and counting starts anew"
            ) from error

    def _opened(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=30)
        try:
            _prepare(db)
        except BaseException:
            db.close()
            raise
        return db


@dataclass(frozen=True, slots=True)
class Reservation:
    """Room kept for one request. Settle it once."""

    budget: Budget
    day: str
    project: str
    model: str
    expected: Expected

    def settle(self, usage: Usage) -> None:
        """The request took this; `NOTHING` where it was not answered and cost nothing."""
        self.budget.settle(self, usage)


class Metered:
    """A completion whose requests are taken out of a budget and written down for a project. Any thread may use it."""

    def __init__(
        self, completion: Completion, budget: Budget, project: str, *, price: Callable[[int, int], float] | None = None
    ) -> None:
        self._completion = completion
        self._budget = budget
        self._project = project
        self._price = price or (lambda _input, _output: 0.0)

    @property
    def model(self) -> str:
        return self._completion.model

    @property
    def context(self) -> int | None:
        return self._completion.context

    def count(self, text: str) -> int:
        return self._completion.count(text)

    def complete(self, messages: Sequence[Message], *, max_output: int) -> Completed:
        """The reply, counted. A request that was left without an answer counts in full: it may have to be paid for.

        Raises:
            BudgetSpent: it does not fit in what is left of the day.
            ModelUnavailable, ModelRefused, ModelError: as the completion and `Budget.reserve` raise them.
        """
        sent = sum(self.count(message.content) + _PER_MESSAGE for message in messages)
        expected = Expected(sent + max_output, self._price(sent, max_output))
        reservation = self._budget.reserve(self._project, self.model, expected)
        took = NOTHING
        try:
            done = self._completion.complete(messages, max_output=max_output)
            took = done.usage
        except ModelUnavailable as error:
            if error.unanswered:
                took = Usage(1, sent, max_output, expected.cost)
            raise
        finally:
            reservation.settle(took)
        return done


def _prepare(db: sqlite3.Connection) -> None:
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = NORMAL")
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version not in (0, _VERSION):
        raise Damaged(f"its format is {version}")
    db.executescript(_SCHEMA)


def _amount(name: str, number: float) -> str:
    return f"{number:,.0f} tokens" if name == "tokens" else f"${number:,.2f}"
