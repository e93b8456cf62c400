"""What must never be stored, cut before anything else; pure, and linear in the text.

>>> cut = redact('export GITHUB_TOKEN="ghp_0123456789abcdefghij0123456789abcdef"')
>>> cut.text, dict(cut.counts)
('export GITHUB_TOKEN="[redacted:github_token]"', {'github_token': 1})

Found are credentials of a known form, private keys (also cut off ones), passwords in URLs, what stands under the name
of a password, key or token, and `<private>` spans. A marker says what was there. What only looks like it stays:
hashes, UUIDs, encoded images, placeholders, type annotations, references to a variable.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from retrograph.errors import InvalidInput
from retrograph.extraction.privacy import personal, plain
from retrograph.extraction.privacy.credentials import Cut, by_form
from retrograph.extraction.privacy.files import by_file
from retrograph.extraction.privacy.forms import FORMS
from retrograph.extraction.privacy.keys import private_keys
from retrograph.extraction.privacy.named import by_name, in_lower_case
from retrograph.extraction.privacy.naming import (
    MARKER,
    Family,
    family,
    is_marked,
    is_placeholder,
    is_sentence,
    looks_random,
)
from retrograph.extraction.privacy.placed import by_place
from retrograph.extraction.privacy.spoken import by_word

DEPTH_LIMIT: Final = 100
"""Deepest nesting of metadata."""
_ROUNDS: Final = 16
"""A cut can uncover what its neighbour hid; no text seen needs more than three rounds."""


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text without secrets. `counts` says how many were cut, by kind; `spans` where markers stand in `text`."""

    text: str
    counts: Mapping[str, int]
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class RedactedTree:
    """A JSON-like value without secrets, and how many were cut, by kind."""

    value: object
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Policy:
    """What else is cut. `personal`: e-mail addresses, phone numbers, Korean resident registration numbers."""

    personal: bool = False


SECRETS_ONLY: Final = Policy()


def redact(text: str, policy: Policy = SECRETS_ONLY) -> Redacted:
    """The text with every secret replaced by a marker like `[redacted:github_token]`.

    Redacting what is redacted already changes nothing.
    """
    counts: Counter[str] = Counter()
    for _ in range(_ROUNDS):
        seen = plain.read(text)
        cuts = [
            Cut(seen.place(cut.start), seen.place(cut.end), cut.kind)
            for cut in _merged(_found(seen.text, policy))
            if not is_marked(seen.text[cut.start : cut.end])
        ]
        if not cuts:
            break
        counts.update(cut.kind for cut in cuts)
        text = _without(text, cuts)
    return Redacted(text, dict(counts), tuple(marker.span() for marker in MARKER.finditer(text)))


def redact_tree(value: object, policy: Policy = SECRETS_ONLY) -> RedactedTree:
    """The same for metadata: strings, lists and mappings. A key is the name that its value is judged by.

    Raises:
        InvalidInput: it is nested deeper than `DEPTH_LIMIT`.
    """
    cutter = _Cutter(policy)
    return RedactedTree(cutter.tree(value, None, 0), dict(cutter.counts))


@dataclass(frozen=True, slots=True)
class _Sealed:
    """A value of a Kubernetes secret, whatever it looks like."""

    value: str


def _opened(key: object, item: object) -> object:
    """The values below `data` and `stringData` of a Kubernetes secret, marked as such."""
    if key not in ("data", "stringData") or not isinstance(item, Mapping):
        return item
    return {name: _Sealed(v) if isinstance(v, str) and not is_placeholder(v) else v for name, v in item.items()}


class _Cutter:
    """Cuts strings one after another, and counts."""

    def __init__(self, policy: Policy) -> None:
        self.counts: Counter[str] = Counter()
        self._policy = policy

    def tree(self, value: object, name: str | None, depth: int) -> object:
        if depth > DEPTH_LIMIT:
            raise InvalidInput("metadata", f"is nested deeper than {DEPTH_LIMIT}")
        if isinstance(value, Mapping):
            if value.get("kind") == "Secret":
                value = {key: _opened(key, item) for key, item in value.items()}
            named = value.get("name", value.get("key"))
            pair = named if isinstance(named, str) and family(named) else None
            return {
                self.text(str(key)): self.tree(item, pair if key == "value" and pair else str(key), depth + 1)
                for key, item in value.items()
            }
        if isinstance(value, list | tuple):
            return [self.tree(item, name, depth + 1) for item in value]
        promised = family(name) if name else None
        if isinstance(value, _Sealed):
            self.counts["secret"] += 1
            return _marker("secret")
        if isinstance(value, str):
            return self._named(value, promised)
        if promised and promised.kind == "password" and isinstance(value, int) and not isinstance(value, bool):
            self.counts[promised.kind] += 1
            return _marker(promised.kind)
        return value

    def text(self, text: str) -> str:
        cut = redact(text, self._policy)
        self.counts.update(cut.counts)
        return cut.text

    def _named(self, value: str, promised: Family | None) -> str:
        cut = self.text(value)
        if cut != value or promised is None or is_placeholder(value) or is_sentence(value):
            return cut
        if not promised.sure and not looks_random(value):
            return cut
        self.counts[promised.kind] += 1
        return _marker(promised.kind)


def _marker(kind: str) -> str:
    return f"[redacted:{kind}]"


def _found(text: str, policy: Policy) -> Iterator[Cut]:
    """All secrets, those whose kind says most first."""
    yield from _private_spans(text)
    yield from private_keys(text)
    yield from by_form(text, FORMS)
    yield from by_file(text)
    yield from by_place(text)
    lowered = in_lower_case(text)
    yield from by_name(text, lowered)
    yield from by_word(text, lowered)
    if policy.personal:
        yield from personal.by_person(text)


def _merged(found: Iterable[Cut]) -> list[Cut]:
    """Cuts in order of place; overlapping ones become one, of the kind that was found first."""
    ranked = sorted(enumerate(found), key=lambda item: (item[1].start, item[0]))
    merged: list[tuple[int, Cut]] = []
    for rank, cut in ranked:
        if merged and cut.start < merged[-1][1].end:
            first_rank, first = merged[-1]
            kind = first.kind if first_rank < rank else cut.kind
            merged[-1] = (min(first_rank, rank), Cut(first.start, max(first.end, cut.end), kind))
        else:
            merged.append((rank, cut))
    return [cut for _, cut in merged]


def _without(text: str, cuts: Iterable[Cut]) -> str:
    parts: list[str] = []
    position = 0
    for cut in cuts:
        parts += (text[position : cut.start], _marker(cut.kind))
        position = cut.end
    return "".join((*parts, text[position:]))


_PRIVATE: Final = re.compile(r"<(/?)private(?:\s[^<>]{0,200})?>", re.IGNORECASE)


def _private_spans(text: str) -> Iterator[Cut]:
    """`<private>` to its `</private>`, nested ones within; one that is not closed goes to the end.

    A tag alone between backticks is spoken of, not used.
    """
    depth, start = 0, 0
    for tag in _PRIVATE.finditer(text):
        if text[tag.start() - 1 : tag.start()] == "`" == text[tag.end() : tag.end() + 1]:
            continue
        if not tag[1]:
            start = tag.start() if depth == 0 else start
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                yield Cut(start, tag.end(), "private")
    if depth:
        yield Cut(start, len(text), "private")
