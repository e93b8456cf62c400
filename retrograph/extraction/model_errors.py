"""What an error of litellm means for us: wait, ask a person, or give this request up.

Reads statuses, class names and words only, so it needs no litellm. What a provider says is passed on where it helps,
and only where it repeats nothing of the request: providers quote what they were sent.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Final

from retrograph.clock import Clock
from retrograph.errors import ModelError, ModelRefused, ModelUnavailable
from retrograph.extraction.completion import Message
from retrograph.extraction.privacy import redact
from retrograph.graph.intervals import micros

MODEL_SETTING: Final = "RETROGRAPH_MODEL"
BASE_URL_SETTING: Final = "RETROGRAPH_MODEL_BASE_URL"
KEY_SETTING: Final = "RETROGRAPH_MODEL_KEY"

QUOTA_PAUSE: Final = 3600.0
"""Seconds until a spent quota is worth asking about again, where the provider does not say."""
_LONGEST_PAUSE: Final = 86_400.0
_SAID: Final = 300  # characters of a provider's words that are passed on
_OVERLAP: Final = 12  # letters and digits in a row that make a quotation

_OF_ONE_TEXT: Final = {
    "ContextWindowExceededError": "the request is longer than the context window of {}",
    "ContentPolicyViolationError": "the provider of {} refuses this text by its content policy",
}
_NO_PROVIDER: Final = re.compile(r"LLM Provider NOT provided", re.I)
_NO_KEY: Final = re.compile(
    r"missing (\w+ )?(api key|credentials)|unable to locate credentials|api_key client option", re.I
)
_NO_PACKAGE: Final = re.compile(r"No module named '([\w.]+)'|pip install ['\"`]?([\w\-.\[\]]+)")
_NO_MODEL: Final = re.compile(
    r"model\b.{0,60}(not exist|not found|not valid|not supported|unknown)|(invalid|unknown|no such|not a valid) model",
    re.I,
)
_QUOTA: Final = re.compile(r"insufficient_quota|exceeded your current quota|credit balance", re.I)
_PREFIX: Final = re.compile(r"^(?:litellm\.)?(?:\w*(?:Error|Exception)(?::| -)\s*)+")


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for, to explain why it failed, and to know its words again."""

    model: str
    base_url: str | None
    key: str | None = field(repr=False)
    messages: Sequence[Message] = field(repr=False)

    @property
    def place(self) -> str:
        return f"{self.model} at {self.base_url}" if self.base_url else self.model


def explained(error: Exception, request: Request, clock: Clock) -> ModelError:
    """Our error for one of litellm's, with what to do.

    `clock` gives the present for a `Retry-After` that is a date.
    """
    raw = str(getattr(error, "message", "") or error)
    status = getattr(error, "status_code", None)
    names = {cls.__name__ for cls in type(error).__mro__}
    wait = _retry_after(error, clock)
    if names & {"Timeout", "APITimeoutError"} or status == 408:
        return ModelUnavailable(f"{request.place} gave no answer in time", wait, unanswered=True)
    settled = _misconfigured(raw, request) or _of_one_text(names, request)
    if settled is not None:
        return settled
    if not isinstance(status, int) or status >= 500 or status in (409, 425):
        return ModelUnavailable(_down(raw, status, error, request), wait)
    if status == 429:
        return _limited(raw, wait, request)
    return _refused(raw, status, request)


def _of_one_text(names: set[str], request: Request) -> ModelError | None:
    return next((ModelError(_OF_ONE_TEXT[n].format(request.model)) for n in names & _OF_ONE_TEXT.keys()), None)


def _misconfigured(raw: str, request: Request) -> ModelRefused | None:
    """What litellm finds out before it sends anything."""
    if _NO_PROVIDER.search(raw):
        example = "openai/gpt-4o-mini, or openai/any-name with RETROGRAPH_MODEL_BASE_URL for a server of your own"
        return ModelRefused(
            f"litellm knows no model {request.model!r}; name one with its provider ({example})", MODEL_SETTING
        )
    if _NO_KEY.search(raw):
        return ModelRefused(
            f"no key for {request.model}; set {KEY_SETTING}, or the variable that litellm reads for it", KEY_SETTING
        )
    missing = _NO_PACKAGE.search(raw)
    if missing:
        package = missing[1] or missing[2]
        return ModelRefused(f"{request.model} needs a package that is not installed: {package}", MODEL_SETTING)
    return None


def _down(raw: str, status: object, error: Exception, request: Request) -> str:
    if "connection" in raw.lower() or "connect" in type(error).__name__.lower():
        return f"no connection to {request.place}; check that it is up and that {BASE_URL_SETTING} is right"
    if isinstance(status, int):
        return f"{request.place} fails with status {status}"
    return f"asking {request.place} failed ({type(error).__name__})"


def _limited(raw: str, wait: float | None, request: Request) -> ModelUnavailable:
    if _QUOTA.search(raw):
        said = f"the quota of the account behind {KEY_SETTING} is spent, says the provider of {request.model}"
        return ModelUnavailable(said, QUOTA_PAUSE if wait is None else wait)
    return ModelUnavailable(f"{request.place} limits the rate of requests", wait)


def _refused(raw: str, status: int, request: Request) -> ModelError:
    said = _said(raw, request)
    if status in (401, 403):
        return ModelRefused(f"{request.place} does not accept the key ({status}); set {KEY_SETTING}", KEY_SETTING)
    if status == 402:
        return ModelRefused(
            f"the account behind {KEY_SETTING} has no credit, says the provider of {request.model}", KEY_SETTING
        )
    if status == 404 and request.base_url and "model" not in raw.lower():
        return ModelRefused(
            f"nothing is served at {request.base_url} (404); many addresses end in /v1", BASE_URL_SETTING
        )
    if status == 404 or _NO_MODEL.search(said):
        return ModelRefused(f"there is no model {request.place}; set {MODEL_SETTING}", MODEL_SETTING)
    return ModelError(f"{request.place} refuses the request ({status})" + (f": {said}" if said else ""))


def _said(raw: str, request: Request) -> str:
    """The provider's own words, or nothing where they repeat the request or tell a key."""
    words = " ".join(_PREFIX.sub("", raw).split())[:_SAID]
    if not words.isascii() or "\\u" in words or _repeats(words, request.messages):
        return ""
    if request.key:
        words = words.replace(request.key, "***")
    return redact(words).text


def _repeats(words: str, messages: Sequence[Message]) -> bool:
    said = _letters(words)
    sent = [_letters(m.content) for m in messages]
    if any(s and len(s) < _OVERLAP and s in said for s in sent):
        return True
    runs = (said[i : i + _OVERLAP] for i in range(len(said) - _OVERLAP + 1))
    return any(run in s for run in runs for s in sent)


def _letters(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalnum())


def _retry_after(error: Exception, clock: Clock) -> float | None:
    headers = getattr(getattr(error, "response", None), "headers", None)
    if not headers:
        headers = getattr(error, "litellm_response_headers", None)
    if not isinstance(headers, Mapping):
        return None
    given = headers.get("retry-after-ms"), headers.get("retry-after")
    seconds = _number(given[0], 0.001)
    if seconds is None:
        seconds = _number(given[1], 1.0)
    if seconds is None and isinstance(given[1], str):
        seconds = _until(given[1], clock)
    return None if seconds is None else min(max(seconds, 0.0), _LONGEST_PAUSE)


def _number(value: object, unit: float) -> float | None:
    try:
        number = float(str(value)) * unit
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _until(date: str, clock: Clock) -> float | None:
    try:
        return (micros(parsedate_to_datetime(date)) - clock()) / 1e6
    except (ValueError, TypeError):
        return None
