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
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from retrograph.errors import InvalidInput
from retrograph.extraction.credentials import Cut, by_form
from retrograph.extraction.named_secrets import by_korean_name, by_name, by_place
from retrograph.extraction.naming import MARKER, Family, family, is_placeholder, is_sentence, looks_random
from retrograph.extraction.secret_files import by_file

DEPTH_LIMIT: Final = 100
"""Deepest nesting of metadata."""
_HALF_WIDTH: Final = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
"""Full-width letters, digits and signs as their plain forms, each in its place."""
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


def redact(text: str) -> Redacted:
    """The text with every secret replaced by a marker like `[redacted:github_token]`.

    Redacting what is redacted already changes nothing.
    """
    counts: Counter[str] = Counter()
    for _ in range(_ROUNDS):
        cuts = _merged(_found(text if text.isascii() else text.translate(_HALF_WIDTH)))
        if not cuts:
            break
        counts.update(cut.kind for cut in cuts)
        text = _without(text, cuts)
    return Redacted(text, dict(counts), tuple(marker.span() for marker in MARKER.finditer(text)))


def redact_tree(value: object) -> RedactedTree:
    """The same for metadata: strings, lists and mappings. A key is the name that its value is judged by.

    Raises:
        InvalidInput: it is nested deeper than `DEPTH_LIMIT`.
    """
    counts: Counter[str] = Counter()
    return RedactedTree(_tree(value, None, counts, 0), dict(counts))


def _tree(value: object, name: str | None, counts: Counter[str], depth: int) -> object:
    if depth > DEPTH_LIMIT:
        raise InvalidInput("metadata", f"is nested deeper than {DEPTH_LIMIT}")
    if isinstance(value, Mapping):
        named = value.get("name", value.get("key"))
        pair = named if isinstance(named, str) and family(named) else None
        return {
            _counted(str(key), counts): _tree(item, pair if key == "value" and pair else str(key), counts, depth + 1)
            for key, item in value.items()
        }
    if isinstance(value, list | tuple):
        return [_tree(item, name, counts, depth + 1) for item in value]
    promised = family(name) if name else None
    if isinstance(value, str):
        return _named(value, promised, counts)
    if promised and promised.kind == "password" and isinstance(value, int) and not isinstance(value, bool):
        counts[promised.kind] += 1
        return _marker(promised.kind)
    return value


def _named(value: str, promised: Family | None, counts: Counter[str]) -> str:
    cut = _counted(value, counts)
    if cut != value or promised is None or is_placeholder(value) or is_sentence(value):
        return cut
    if not promised.sure and not looks_random(value):
        return cut
    counts[promised.kind] += 1
    return _marker(promised.kind)


def _counted(text: str, counts: Counter[str]) -> str:
    cut = redact(text)
    counts.update(cut.counts)
    return cut.text


def _marker(kind: str) -> str:
    return f"[redacted:{kind}]"


def _found(text: str) -> Iterator[Cut]:
    """All secrets, those whose kind says most first."""
    yield from _private_spans(text)
    yield from _private_keys(text)
    yield from by_form(text)
    yield from by_file(text)
    yield from by_place(text)
    yield from by_name(text)
    yield from by_korean_name(text)


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


_KEY_BEGIN: Final = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_KEY_END: Final = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_KEY_LINE: Final = re.compile(
    r"(?:\\[nr]|[ \t\r>+|\-#*\"',]|//)*+"  # what quoting, a diff or a comment puts around a line
    r"(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset):[^\n]*+"
    r"|(?:[A-Za-z0-9+/=]|\\[nr]){16,}+|(?=[A-Za-z]{0,15}[0-9+/=])[A-Za-z0-9+/=]{1,15}+)?+"
    r"[ \t\r\"',\\+;]*+(?:\n|\Z)"
)
_KEY_BODY: Final = re.compile(r"(?:\\[nr][A-Za-z0-9+/=]*+)++|[A-Za-z0-9+/=]{16,}+|")
_KEY_TAIL: Final = re.compile(
    r"(?:^|(?<=\n))(?:[ \t>+|]{0,8}[A-Za-z0-9+/=]{16,100}[ \t\r]{0,4}\n){0,200}"
    r"[ \t>+|]{0,8}[A-Za-z0-9+/=]{1,100}[ \t\r]{0,4}\n[ \t>+|]{0,8}\Z"
)


def _private_keys(text: str) -> Iterator[Cut]:
    """Private keys in PEM form, also without their end or without their beginning, also with `\\n` written out."""
    if "PRIVATE KEY" not in text:
        return
    begins = list(_KEY_BEGIN.finditer(text))
    ends = list(_KEY_END.finditer(text))
    end_starts = [end.start() for end in ends]
    used = set()
    for number, begin in enumerate(begins):
        following = begins[number + 1].start() if number + 1 < len(begins) else len(text)
        index = bisect_left(end_starts, begin.end())
        if index < len(ends) and end_starts[index] <= following:
            used.add(index)
            yield Cut(begin.start(), ends[index].end(), "private_key")
        else:
            yield Cut(begin.start(), _key_stop(text, begin.end(), following), "private_key")
    last = 0
    for index, end in enumerate(ends):
        if index not in used:
            before = _KEY_TAIL.search(text, max(last, end.start() - 8192), end.start())
            last = end.end()
            yield Cut(before.start() if before else end.start(), end.end(), "private_key")


def _key_stop(text: str, at: int, limit: int) -> int:
    """Where a private key without an end stops: at the first line that is none of it."""
    while at < limit:
        line = _KEY_LINE.match(text, at, limit)
        if line is None or line.end() == at:
            body = _KEY_BODY.match(text, at, limit)
            return body.end() if body else at
        at = line.end()
    return at
