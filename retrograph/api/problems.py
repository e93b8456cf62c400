"""Errors as `application/problem+json` (RFC 9457) and back. The only place that knows status codes.

    problem = problem_of(NotFound("no entity 'jsoe'", nearest=["jose"]))
    problem.status              # 404
    problem.body()              # {"type": "urn:retrograph:problem:not-found", "title": ..., "nearest": ["jose"]}
    error_of(problem.status, problem.body())        # NotFound again, on the client's side

A problem's `type` is stable; its `detail` is for people.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from math import ceil
from typing import Any, Final

from retrograph.errors import (
    BudgetSpent,
    CallerError,
    Conflict,
    Damaged,
    FieldError,
    Gone,
    InvalidInput,
    Locked,
    ModelError,
    ModelRefused,
    ModelUnavailable,
    NoRoom,
    NotFound,
    Owner,
    RetrographError,
    StoreError,
    TooLarge,
    Unavailable,
)
from retrograph.graph.intervals import instant_text, period

MEDIA_TYPE: Final = "application/problem+json"
_TYPE: Final = "urn:retrograph:problem:"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of problem: its stable name, its status and its title."""

    name: str
    status: int
    title: str


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem. `more` holds further members of the body, `headers` those of the response."""

    kind: Kind
    detail: str
    more: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def status(self) -> int:
        return self.kind.status

    def body(self) -> dict[str, Any]:
        """The JSON object that says it."""
        return {
            "type": _TYPE + self.kind.name,
            "title": self.kind.title,
            "status": self.status,
            "detail": self.detail,
            **self.more,
        }


KINDS: Final[Mapping[type[RetrographError], Kind]] = {
    InvalidInput: Kind("invalid-input", 422, "The request is not valid"),
    NotFound: Kind("not-found", 404, "No such thing"),
    Conflict: Kind("conflict", 409, "It contradicts what is there"),
    Gone: Kind("gone", 410, "It was erased"),
    TooLarge: Kind("too-large", 413, "It is too large"),
    CallerError: Kind("bad-request", 400, "The request cannot be served"),
    ModelError: Kind("unusable-extraction", 422, "The extraction cannot be used"),
    ModelRefused: Kind("model-refused", 502, "The model cannot be used as it is configured"),
    BudgetSpent: Kind("budget-spent", 503, "The model's budget for today is spent"),
    ModelUnavailable: Kind("model-unavailable", 503, "The model gives no answer now"),
    Locked: Kind("locked", 503, "Another process owns the data directory"),
    Damaged: Kind("damaged", 500, "A file is damaged"),
    Unavailable: Kind("unavailable", 503, "Not now; try again"),
    NoRoom: Kind("no-room", 507, "The disk is full"),
    StoreError: Kind("store-error", 500, "The store refused"),
    RetrographError: Kind("internal", 500, "An error inside the service"),
}
"""What each error is on the wire."""

FORBIDDEN: Final = Kind("forbidden", 403, "Not allowed")
METHOD_NOT_ALLOWED: Final = Kind("method-not-allowed", 405, "This address has no such method")
TIMEOUT: Final = Kind("timeout", 408, "The request took too long to arrive")
UNSUPPORTED_MEDIA_TYPE: Final = Kind("unsupported-media-type", 415, "The body is of a type that is not read")
TOO_MANY_REQUESTS: Final = Kind("too-many-requests", 429, "Too many requests")

HTTP_KINDS: Final = (FORBIDDEN, METHOD_NOT_ALLOWED, TIMEOUT, UNSUPPORTED_MEDIA_TYPE, TOO_MANY_REQUESTS)
"""Problems that only the HTTP door has."""

_INTERNAL_DETAIL: Final = "the service failed; its log has the details under this instance"


def problem_of(error: RetrographError) -> Problem:
    """The problem that an error is."""
    kind = next(KINDS[cls] for cls in type(error).__mro__ if cls in KINDS)
    headers = {"Retry-After": str(_seconds_to_wait(error))} if kind.status == 503 else {}
    return Problem(kind, str(error), _members(error), headers)


def _seconds_to_wait(error: RetrographError) -> int:
    wait = error.retry_after if isinstance(error, ModelUnavailable) else None
    return max(1, ceil(wait)) if wait is not None else 1


def _members(error: RetrographError) -> dict[str, Any]:
    match error:
        case InvalidInput(errors=errors):
            return {"errors": [{"field": e.field, "message": e.message} for e in errors]}
        case ModelError():
            return _members_of_model(error)
        case NotFound(nearest=nearest) if nearest:
            return {"nearest": list(nearest)}
        case Gone(tombstone=tombstone):
            return {"tombstone": tombstone}
        case Locked(owner=owner):
            return {"owner": {"pid": owner.pid, "url": owner.url}}
    return {}


def _members_of_model(error: ModelError) -> dict[str, Any]:
    match error:
        case BudgetSpent(free_at=free_at, retry_after=wait):
            return {"freeAt": instant_text(free_at), "retryAfter": wait}
        case ModelUnavailable(retry_after=wait):
            return {"retryAfter": wait}
        case ModelRefused(setting=setting):
            return {"setting": setting}
    return {"errors": [{"field": "xml", "message": str(error)}]}


def internal(instance: str) -> Problem:
    """The problem for an error that is our own; nothing of it is shown but the name it has in the log."""
    return Problem(KINDS[RetrographError], _INTERNAL_DETAIL, {"instance": instance})


def for_status(status: int, detail: str, headers: Mapping[str, str] | None = None) -> Problem:
    """The problem for a status that the web framework decided on."""
    known = {kind.status: kind for kind in (*KINDS.values(), *HTTP_KINDS)}
    known |= {400: KINDS[CallerError], 404: KINDS[NotFound], 422: KINDS[InvalidInput], 500: KINDS[RetrographError]}
    kind = known.get(status) or Kind(f"http-{status}", status, "The request cannot be served")
    return Problem(kind, detail, headers=headers or {})


def error_of(status: int, body: Mapping[str, Any]) -> RetrographError:
    """The error that a problem says, as it was raised on the other side.

    A body that is no problem of ours (a proxy's page) still gives an error of the right branch of the tree.
    """
    detail = str(body.get("detail") or f"the server answered with status {status}")
    name = str(body.get("type", "")).removeprefix(_TYPE)
    made = _MAKERS.get(name)
    if made is not None:
        return made(detail, body)
    for cls, kind in KINDS.items():
        if kind.name == name:
            return cls(detail)
    if status in (408, 429, 502, 503, 504):
        return Unavailable(detail)
    return CallerError(detail) if 400 <= status < 500 else RetrographError(detail)


def _invalid_input(detail: str, body: Mapping[str, Any]) -> InvalidInput:
    errors = [
        FieldError(str(e.get("field", "")), str(e.get("message", "")))
        for e in _sequence(body.get("errors"))
        if isinstance(e, Mapping)
    ]
    first = errors[0] if errors else FieldError("", detail)
    return InvalidInput(first.field, first.message, errors)


def _gone(detail: str, body: Mapping[str, Any]) -> Gone:
    tombstone = body.get("tombstone")
    return Gone(detail, tombstone if isinstance(tombstone, int) else 0)


def _locked(detail: str, body: Mapping[str, Any]) -> Locked:
    owner = body.get("owner")
    found = owner if isinstance(owner, Mapping) else {}
    return Locked(detail, Owner(found.get("pid"), found.get("url")))


def _budget_spent(detail: str, body: Mapping[str, Any]) -> BudgetSpent:
    try:
        free_at = period(str(body.get("freeAt")), UTC).start
    except InvalidInput:
        free_at = 0
    return BudgetSpent(detail, free_at, _number(body.get("retryAfter")))


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def _sequence(value: object) -> Sequence[Any]:
    return value if isinstance(value, list) else ()


_MAKERS: Final[Mapping[str, Callable[[str, Mapping[str, Any]], RetrographError]]] = {
    "invalid-input": _invalid_input,
    "not-found": lambda detail, body: NotFound(detail, [str(n) for n in _sequence(body.get("nearest"))]),
    "gone": _gone,
    "locked": _locked,
    "budget-spent": _budget_spent,
    "model-unavailable": lambda detail, body: ModelUnavailable(detail, _number(body.get("retryAfter"))),
    "model-refused": lambda detail, body: ModelRefused(detail, str(body.get("setting", ""))),
}
