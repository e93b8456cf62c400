"""Every error Retrograph raises, by whose fault it is.

    RetrographError
    ├── CallerError            the request cannot be served as it is; nothing was stored
    │   ├── InvalidInput       a field is wrong; `errors` names each field
    │   ├── NotFound           no such project, entity, fact, observation or job; `nearest` offers names
    │   ├── Conflict           it contradicts what is there (idempotency key reused, merge of one entity)
    │   ├── Gone               it was erased; `tombstone` names the event
    │   └── TooLarge           over a size limit
    ├── ModelError             an extractor's reply cannot be used, or a model cannot answer this request
    │   ├── ModelUnavailable   no answer from the model now; `retry_after` says when to ask again
    │   │   └── BudgetSpent    the day's tokens or money are spent; `free_at` is when there are more
    │   └── ModelRefused       the model, its key or its address is wrong; `setting` names what to change
    ├── StoreError             the disk or an engine refused
    │   ├── Locked             another process owns the data directory; `owner` tells who
    │   ├── Damaged            a file is not what was written
    │   ├── NoRoom             the disk is full
    │   └── Unavailable        closing, or a projection is being rebuilt; try again
    └── (anything else is our own bug)

HTTP status codes are given in `api/problems.py` only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FieldError:
    """One wrong field of a request: its path (`ops.0.validFrom`) and what is wrong with it."""

    field: str
    message: str


@dataclass(frozen=True, slots=True)
class Owner:
    """The process that holds a data directory."""

    pid: int | None
    url: str | None


class RetrographError(Exception):
    """Root of all errors raised on purpose. `str(error)` says what happened and what to do."""


class CallerError(RetrographError):
    """The request cannot be served as it is; nothing was stored."""


class InvalidInput(CallerError):
    """A field is wrong: `InvalidInput("asOf", "...")`, or several through `errors`."""

    def __init__(self, field: str, message: str, errors: Sequence[FieldError] = ()) -> None:
        self.errors = tuple(errors) or (FieldError(field, message),)
        super().__init__(f"{field}: {message}" if field else message)


class NotFound(CallerError):
    """No such thing. `nearest` holds names that look like the one asked for."""

    def __init__(self, message: str, nearest: Sequence[str] = ()) -> None:
        self.nearest = tuple(nearest)
        super().__init__(message)


class Conflict(CallerError):
    """The request contradicts what is already there."""


class Gone(CallerError):
    """What was asked for has been erased. `tombstone` is the seq of the erase event."""

    def __init__(self, message: str, tombstone: int) -> None:
        self.tombstone = tombstone
        super().__init__(message)


class TooLarge(CallerError):
    """A body, text or batch is over its limit."""


class ModelError(RetrographError):
    """An extractor's reply cannot be used, or a model cannot answer this request. The observation itself is safe."""


class ModelUnavailable(ModelError):
    """The model gives no answer now. `retry_after` is the seconds it asks to wait, None where it does not say.

    `unanswered`: the request was sent and nobody knows what became of it, so it may have to be paid for.
    `asked` is False where nothing was sent at all: it was known before that there is no answer.
    """

    def __init__(
        self, message: str, retry_after: float | None = None, *, unanswered: bool = False, asked: bool = True
    ) -> None:
        self.retry_after = retry_after
        self.unanswered = unanswered
        self.asked = asked
        super().__init__(message)


class BudgetSpent(ModelUnavailable):
    """The day's tokens or money are spent. `free_at` is when there are more, in microseconds since the epoch."""

    def __init__(self, message: str, free_at: int, retry_after: float | None = None) -> None:
        self.free_at = free_at
        super().__init__(message, retry_after, asked=False)


class ModelRefused(ModelError):
    """The model cannot be used as it is configured. `setting` is the variable to change (`RETROGRAPH_MODEL_KEY`)."""

    def __init__(self, message: str, setting: str) -> None:
        self.setting = setting
        super().__init__(message)


class StoreError(RetrographError):
    """The disk or an engine refused; what was acknowledged before is safe."""


class Locked(StoreError):
    """Another process owns the data directory."""

    def __init__(self, message: str, owner: Owner) -> None:
        self.owner = owner
        super().__init__(message)


class Damaged(StoreError):
    """A file is not what was written; the message names it and the way out."""


class NoRoom(StoreError):
    """The disk is full. Nothing of the request was stored; reading goes on."""


class Unavailable(StoreError):
    """Not now: the service is closing or a projection is being rebuilt."""
