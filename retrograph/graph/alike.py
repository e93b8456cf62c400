"""Which two names may be of one thing, and why; pure. What it finds is offered to a person and never acted upon.

>>> why_alike(Named("a", "concept", "auth-middleware"), Named("b", "concept", "Auth Middleware")).reason
'spelling'
>>> why_alike(Named("a", "library", "jest-native"), Named("b", "library", "react-native")) is None
True

Precision before recall: a number that differs, a first letter that differs or a type that cannot be the same thing
rules a pair out, whatever else agrees.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Final, Literal

from retrograph.graph.identity import fold

Reason = Literal["alias", "spelling", "package", "path", "acronym", "type", "plural", "typo"]

SCORES: Final[dict[Reason, float]] = {
    "spelling": 0.95, "package": 0.9, "alias": 0.9, "path": 0.85, "acronym": 0.8, "type": 0.75, "plural": 0.7,
    "typo": 0.5,
}  # fmt: skip
"""Which reasons to look at first. An order, not a probability."""

_ONE_THING: Final = tuple(
    frozenset(types)
    for types in (
        ("concept", "library", "pattern", "project"), ("concept", "error"), ("concept", "function"),
        ("concept", "decision"), ("concept", "preference"), ("concept", "event"), ("organization", "project"),
    )
)  # fmt: skip
"""Types under which one thing is listed at times. A person is never a place, whatever they are called."""
COUNTED: Final = frozenset({"concept", "pattern", "error", "event", "preference"})
"""Types whose names are common nouns: one and many of them are the same thing. `request` and `requests` are not."""
WORDED: Final = frozenset(COUNTED | {"library", "project", "organization", "decision"})
"""Types whose names are words of a language: known by their first letters too, and mistyped at times. A person, a
place or a function has neighbours that are called nearly so."""

_SEPARATORS: Final = re.compile(r"[\s\-_.·'’]+")
_CALL: Final = re.compile(r"\(\s*\)$")
_NUMBER: Final = re.compile(r"\d+")
_HANGUL: Final = re.compile(r"[가-힣]")
_ACRONYM: Final = re.compile(r"[A-Z]{3,8}")
_SMALL: Final = frozenset(
    {"a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"}
)
_STROKES: Final = str.maketrans("łøđħıß", "lodhis")
_LONG_NAME: Final = 8
_LONG_WORD: Final = 6


@dataclass(slots=True)
class Named:
    """An entity's name with the forms of it that are compared: its words without case and accents, those without
    what separates them, the same of one thing only, and its numbers."""

    id: str
    type: str
    name: str
    folded: str = field(init=False)
    words: tuple[str, ...] = field(init=False)
    squashed: str = field(init=False)
    singular: str = field(init=False)
    numbers: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        folded = fold(self.name)
        self.folded = _CALL.sub("", folded) or folded
        self.words = tuple(word for word in _SEPARATORS.split(_without_accents(self.folded)) if word)
        self.squashed = "".join(self.words)
        counted = self.type in COUNTED and self.words
        self.singular = "".join((*self.words[:-1], _singular(self.words[-1]))) if counted else self.squashed
        self.numbers = tuple(map(int, _NUMBER.findall(self.folded)))

    @property
    def acronym(self) -> str | None:
        """The name as the first letters of others: JWT, J.W.T., JWTs."""
        bare = self.name.strip().replace(".", "").removesuffix("s")
        return bare.casefold() if self.type in WORDED and _ACRONYM.fullmatch(bare) else None

    @property
    def initials(self) -> frozenset[str]:
        """The first letters of its words, with and without the small ones."""
        if self.type not in WORDED or self.numbers:
            return frozenset()
        words = [word for word in re.split(r"[\s\-_/]+", self.folded) if word[:1].isalpha()]
        every = "".join(word[0] for word in words)
        large = "".join(word[0] for word in words if word not in _SMALL)
        return frozenset(text for text in (every, large) if 3 <= len(text) <= 8)

    @property
    def comparable(self) -> bool:
        """Whether enough of the name is left to say that another looks like it."""
        return _enough(self.squashed)


@dataclass(frozen=True, slots=True)
class Likeness:
    """Why two entities may be one. `words` says it to a person."""

    reason: Reason
    words: str
    score: float


def likeness(reason: Reason, words: str, shares: int = 1) -> Likeness:
    """The likeness for a reason that is shared among so many candidates."""
    return Likeness(reason, words, round(SCORES[reason] / shares, 2))


def may_be_one(one: str, other: str) -> bool:
    """Whether one thing may be listed under these two types."""
    return one == other or any({one, other} <= types for types in _ONE_THING)


def why_alike(one: Named, other: Named) -> Likeness | None:
    """Why two names that stand close to each other may be of one thing; None where nothing says so.

    Only what two names say by themselves: spelling, types, plural, slips. Files are known by their paths instead.
    """
    if not may_be_one(one.type, other.type) or one.numbers != other.numbers or "file" in (one.type, other.type):
        return None
    both = f"“{one.name}” and “{other.name}”"
    if one.squashed == other.squashed and one.comparable:
        if one.type == other.type:
            return likeness("spelling", f"{both} differ only in case, accents, spaces or punctuation")
        called = f"both are called “{one.name}”" if one.folded == other.folded else f"{both} are spelled nearly alike"
        return likeness("type", f"{called}, one as {one.type}, one as {other.type}")
    if one.singular == other.singular and {one.type, other.type} <= COUNTED and _enough(one.singular):
        return likeness("plural", f"{both} are one and many of the same")
    if one.type == other.type and one.type in WORDED and _one_slip(one, other):
        return likeness("typo", f"{both} differ in one letter")
    return None


def halves(squashed: str) -> list[tuple[str, int, str]]:
    """Keys of which two long names that differ in one letter share one: that letter is in one half or the other."""
    if len(squashed) < _LONG_NAME - 1 or not squashed.isascii():
        return []
    found = []
    for shorter in (len(squashed), len(squashed) - 1):
        half = shorter // 2
        found.append(("head", shorter, squashed[:half]))
        found.append(("tail", shorter, squashed[half - shorter :]))
    return found


def _one_slip(one: Named, other: Named) -> bool:
    """Whether exactly one long word differs, by one letter that is neither its first nor in its ending."""
    if min(len(one.squashed), len(other.squashed)) < _LONG_NAME or len(one.words) != len(other.words):
        return False
    differing = [(a, b) for a, b in zip(one.words, other.words, strict=True) if a != b]
    if len(differing) != 1:
        return False
    short, long = sorted(differing[0], key=len)
    if len(short) < _LONG_WORD or not (short.isascii() and long.isascii()):
        return False
    at = next((n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if at == 0 or at >= len(short) - 2:
        return False
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    swapped = short[at] == long[at + 1] and short[at + 1] == long[at] and short[at + 2 :] == long[at + 2 :]
    return len(short) == len(long) and (short[at + 1 :] == long[at + 1 :] or swapped)


def _enough(squashed: str) -> bool:
    return len(squashed) >= (2 if _HANGUL.search(squashed) else 3)


def _singular(word: str) -> str:
    if len(word) > 2 and word.endswith("들") and _HANGUL.match(word[-2]):
        return word[:-1]
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("sses", "xes", "ches", "shes")) else word[:-1]


def _without_accents(folded: str) -> str:
    """Latin letters without their marks; other scripts, where a mark makes another letter, as they are."""
    if folded.isascii():
        return folded
    kept: list[str] = []
    for character in unicodedata.normalize("NFD", folded.translate(_STROKES)):
        if not (unicodedata.combining(character) and kept and kept[-1].isascii() and kept[-1].isalpha()):
            kept.append(character)
    return unicodedata.normalize("NFC", "".join(kept))
