"""One extraction that waits or is done, as a value, and what may come of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

STATUSES: Final = ("queued", "running", "complete", "partial", "failed", "parked")
OUTCOMES: Final = ("complete", "partial", "failed", "parked")
RETRIED: Final = ("queued", *OUTCOMES)
"""What may be tried anew: all but what is under way."""
UNDONE: Final = ("parked", "failed")
"""What a retry of many takes unless it is told otherwise."""
CRASHES: Final = 5
"""How often a job may be under way when the process ends, or when its lease does, before it is parked."""


@dataclass(frozen=True, slots=True)
class Job:
    """The extraction of one observation. `quarantined` holds what could not be proven: `element` and `reason`.

    `waits` are the attempts that a model missed, `usage` what it took: see `Findings`.
    """

    id: str
    observation_id: str
    status: str
    attempts: int
    extractor: str | None
    entities: int
    facts: int
    quarantined: tuple[Mapping[str, str], ...]
    notes: tuple[str, ...]
    error: str | None
    queued_at: int
    settled_at: int | None
    waits: int = 0
    usage: Mapping[str, float] = field(default_factory=dict)

    @property
    def settled(self) -> bool:
        return self.status in OUTCOMES

    @property
    def tries(self) -> int:
        """The attempts that count."""
        return self.attempts - self.waits


class Waiting(Enum):
    """Where a job waits for a model: at its place in the queue, or behind the others, since it asked and had no answer.
    So one text that a model never answers does not stand in the way of all others."""

    IN_PLACE = "in place"
    BEHIND = "behind"


@dataclass(frozen=True, slots=True)
class Returned:
    """A job that could not be done at its n-th attempt: queued again for `due`, or parked (None).

    Who let a lease run out has lost it to the next, so `attempt` must be that of the lease in force. An attempt that
    `waits` does not count: there was no model to try it with.
    """

    job: str
    attempt: int
    error: str
    due: int | None
    waits: Waiting | None = None
