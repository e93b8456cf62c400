"""Credentials that give themselves away by their form, whatever stands around them; pure and linear.

The forms are in `forms`. Each is tried only where one of its literals stands, so that a text without credentials costs
a few substring searches. A pattern bounds every repetition that something else follows.
"""

from __future__ import annotations

import re
import string
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Cut:
    """What must not be stored: `[start, end)` of a text, and of what kind it is."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class Form:
    """One form of credential: `pattern` must match where one of `literals` stands, `before` characters to its left.

    Where `before` is None the pattern is searched in the whole text, if one of the literals is in it. A group `secret`
    narrows what is cut; otherwise it is the whole match.
    """

    kind: str
    literals: tuple[str, ...]
    pattern: re.Pattern[str]
    before: int | None = 0


_SECRET_BESIDE: Final = re.compile(
    r"(?:AKIA|ASIA)[A-Z0-9]{16}[\s,;:|\"'/]{1,8}(?:[A-Za-z_]{0,30}[\s:=\"']{1,6})?"
    r"(?P<secret>[A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])"
)
_TOKEN_LETTERS: Final = string.ascii_letters + string.digits + "-_"


@dataclass(frozen=True, slots=True)
class _Inner:
    """A token known by something in its middle: `start` begins it, at most `reach` characters before `mark`."""

    kind: str
    mark: str
    start: str
    reach: int
    rest: re.Pattern[str]


_INNER: Final = (
    _Inner("jwt", ".eyJ", "eyJ", 2000, re.compile(r"\.eyJ[A-Za-z0-9_\-]{8,}+(?:\.[A-Za-z0-9_\-]*+){0,3}")),
    _Inner("openai_key", "T3BlbkFJ", "sk-", 240, re.compile(r"T3BlbkFJ[A-Za-z0-9_\-]*+")),
)


_RUN: Final = re.compile(r"[!-~]{15,}+")


def by_form(text: str, forms: tuple[Form, ...]) -> Iterator[Cut]:
    """Every credential of one of these forms. They stand in unbroken runs of characters; only those are looked at."""
    runs: list[str] = []
    places: list[int] = []
    offsets: list[int] = []
    length = 0
    for run in _RUN.finditer(text):
        runs.append(run[0])
        places.append(length)
        offsets.append(run.start() - length)
        length += len(run[0]) + 1
    if not runs:
        return
    for cut in _in_runs("\n".join(runs), text, forms):
        offset = offsets[bisect_right(places, cut.start) - 1]
        yield Cut(cut.start + offset, cut.end + offset, cut.kind)
    if "AKIA" in text or "ASIA" in text:
        for match in _SECRET_BESIDE.finditer(text):
            yield Cut(*match.span("secret"), "aws_secret_key")


def _in_runs(text: str, whole: str, forms: tuple[Form, ...]) -> Iterator[Cut]:
    for inner in _INNER:
        yield from _around(text, inner)
    for form in forms:
        if form.before is None:
            if any(literal in whole for literal in form.literals):
                for match in form.pattern.finditer(text):
                    yield _cut(match, form)
        else:
            for literal in form.literals:
                if literal in text:
                    yield from _anchored(text, form, literal, form.before)


def _anchored(text: str, form: Form, literal: str, before: int) -> Iterator[Cut]:
    at = text.find(literal, before)
    while at >= 0:
        match = form.pattern.match(text, at - before)
        if match is None:
            at = text.find(literal, at + 1)
            continue
        if not is_blank(match[0]):
            yield _cut(match, form)
        at = text.find(literal, max(match.end(), at + 1))


def _cut(match: re.Match[str], form: Form) -> Cut:
    return Cut(*match.span("secret" if "secret" in form.pattern.groupindex else 0), form.kind)


def is_blank(token: str) -> bool:
    """Whether a token ends in one or two characters again and again, as in `ghp_xxxxxxxxxxxx`."""
    return len(token) >= 12 and len(set(token[-12:])) <= 2


def _around(text: str, inner: _Inner) -> Iterator[Cut]:
    at = text.find(inner.mark)
    while at >= 0:
        before = text[max(0, at - inner.reach) : at]
        head = before[len(before.rstrip(_TOKEN_LETTERS)) :]
        begin = head.find(inner.start)
        rest = inner.rest.match(text, at) if begin >= 0 else None
        if rest:
            yield Cut(at - len(head) + begin, rest.end(), inner.kind)
        at = text.find(inner.mark, rest.end() if rest else at + 1)
