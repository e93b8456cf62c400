"""Whether the model can be reached: what its last calls came to, and when it may be asked again.

One of these is shared by all that call a model. While the model is down nobody asks it before the pause is over, so
that a thousand waiting jobs are one question a minute, not a thousand.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Final, Literal

from retrograph.clock import Clock
from retrograph.errors import BudgetSpent, ModelRefused, ModelUnavailable

Condition = Literal["unused", "ok", "down", "refused", "budget"]

SECOND: Final = 1_000_000
FIRST_PAUSE: Final = 2.0
LONGEST_PAUSE: Final = 60.0
"""Seconds between two questions to a model that is down: doubled each time, up to this."""


@dataclass(frozen=True, slots=True)
class ModelState:
    """How the model is. `since` and `until` in microseconds: since when it is so, when it is asked again."""

    model: str
    condition: Condition
    since: int | None = None
    until: int | None = None
    reason: str | None = None


class Availability:
    """The state of one model. Any thread may use it."""

    def __init__(self, model: str, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._failures = 0
        self._state = ModelState(model, "unused")

    @property
    def state(self) -> ModelState:
        return self._state

    def check(self) -> None:
        """Whether the model may be asked now.

        Raises:
            ModelUnavailable: it is down, and the pause is not over; `retry_after` says how long it still is.
        """
        state = self._state
        if state.until is None or (left := state.until - self._clock()) <= 0:
            return
        raise ModelUnavailable(f"model {state.model} is not asked now: {state.reason}", left / SECOND, asked=False)

    def worked(self) -> None:
        """A call was answered."""
        with self._lock:
            self._failures = 0
            if self._state.condition != "ok":
                self._state = ModelState(self._state.model, "ok", self._clock())

    def failed(self, error: ModelUnavailable | ModelRefused) -> bool:
        """A call was not answered; whether that is the model's state, rather than one call's bad luck.

        A single failure in between answers says nothing of the model. Two in a row do, and so do a wrong key and a
        spent budget.
        """
        with self._lock:
            self._failures += 1
            condition: Condition = "down"
            if isinstance(error, ModelRefused):
                condition = "refused"
            elif isinstance(error, BudgetSpent):
                condition = "budget"
            if condition == "down" and self._failures < 2 and self._state.condition == "ok":
                return False
            now = self._clock()
            since = self._state.since if self._state.condition == condition else now
            self._state = ModelState(self._state.model, condition, since, now + self._pause(error), str(error))
            return True

    def _pause(self, error: ModelUnavailable | ModelRefused) -> int:
        if isinstance(error, BudgetSpent):
            return max(error.free_at - self._clock(), SECOND)
        asked = error.retry_after if isinstance(error, ModelUnavailable) else None
        doubled = min(FIRST_PAUSE * 2.0 ** (min(self._failures, 10) - 1), LONGEST_PAUSE)
        return int(max(asked or 0.0, doubled) * SECOND)
