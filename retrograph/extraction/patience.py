"""Asking a model again after a failure that may pass.

    patient = Patient(completion, retries=2)
    patient.complete(messages, max_output=1024)      # up to three requests, a second or two apart

Short troubles are waited out here, so that a job does not go back to the queue for each of them; long ones are
the queue's, which waits without a thread.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from retrograph.errors import BudgetSpent, ModelUnavailable
from retrograph.extraction.completion import Completed, Completion, Message

LONGEST: Final = 5.0
"""The longest pause that is waited out in place, in seconds."""


@dataclass(frozen=True, slots=True)
class Pauses:
    """How long to wait between tries, in seconds: the n-th time a random part, at least half, of `first` x 2^n.

    The pause that the model asks for goes before it, in full.
    """

    first: float = 0.5
    longest: float = LONGEST
    sleep: Callable[[float], None] = time.sleep
    chance: Callable[[], float] = random.random

    def after(self, failures: int, asked: float | None) -> float:
        """The pause after so many failures. `asked` is the pause the model asks for."""
        if asked is not None:
            return asked
        return min(self.first * 2.0 ** (failures - 1), self.longest) * (0.5 + self.chance() / 2)


class Patient:
    """A completion that asks again, at most `retries` times. Holds no state; any thread may use it.

    Only what may pass within seconds is tried again: a server that refuses the connection, fails, or limits the
    rate. Not a request that was left without an answer, which has cost a whole timeout and perhaps money; not a
    budget; not where the model asks for a pause longer than `pauses.longest`.
    """

    def __init__(self, completion: Completion, *, retries: int = 2, pauses: Pauses = Pauses()) -> None:
        self._completion = completion
        self._retries = retries
        self._pauses = pauses

    @property
    def model(self) -> str:
        return self._completion.model

    @property
    def context(self) -> int | None:
        return self._completion.context

    def count(self, text: str) -> int:
        return self._completion.count(text)

    def complete(self, messages: Sequence[Message], *, max_output: int) -> Completed:
        """The reply of the first try that has one.

        Raises:
            ModelUnavailable: the last try had none either.
            ModelRefused, ModelError: as the completion raises them.
        """
        failures, paused = 0, 0.0
        while True:
            try:
                done = self._completion.complete(messages, max_output=max_output)
            except ModelUnavailable as error:
                failures += 1
                pause = self._pauses.after(failures, error.retry_after)
                hopeless = isinstance(error, BudgetSpent) or error.unanswered or pause > self._pauses.longest
                if hopeless or failures > self._retries:
                    raise
                self._pauses.sleep(pause)
                paused += pause
            else:
                return replace(done, usage=replace(done.usage, seconds=done.usage.seconds + paused))
