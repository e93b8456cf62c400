"""Which phrase of a clause fills which slot of a pattern."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from retrograph.extraction.rulebook.korean.clauses import Clause
from retrograph.extraction.rulebook.korean.grammar import SPEAKERS, Chunk, Part, split
from retrograph.extraction.rulebook.korean.names import product
from retrograph.extraction.rulebook.korean.patterns import USES
from retrograph.extraction.rulebook.korean.relations import RELATIONS
from retrograph.extraction.rulebook.patterns import Pattern

PATTERNS: Final = (*USES, *RELATIONS)
"""All rows of the Korean table."""

_SLOT: Final = re.compile(r"(?P<slot>[A-Z])(?P<particle>\s(?:대신|때문에)|[가-힣]*)(?=\s)")
_TOPICAL: Final = ("uses", "rejected", "avoids", "imports", "fixes", "related_to", "located_in")
"""Relations whose object may be what the sentence is about: "X는 뺐다"."""

_PASSIVE: Final = re.compile(r"(?:되|됐|된|될|됨|됩|돼|바뀌|바뀐|바뀜|바뀔|풀렸|빠졌)")


@dataclass(frozen=True, slots=True)
class Row:
    """A pattern with its form taken apart: which slot is filled by the phrase that plays which part."""

    pattern: Pattern
    parts: tuple[tuple[str, Part], ...]


def row_of(pattern: Pattern) -> tuple[str, Row]:
    """A pattern's verb family and its row.

    Raises:
        ValueError: the form has no verb.
    """
    before, _, verb = pattern.form.partition("<")
    if not verb.endswith(">"):
        raise ValueError(f"a form ends with its verb, <...>: {pattern.form!r}")
    parts: list[tuple[str, Part]] = []
    for found in _SLOT.finditer(before):
        particle = found["particle"].strip()
        special: dict[str, Part] = {"대신": "instead", "때문에": "because", "": "bare"}
        part = special.get(particle) or split(f"`x`{particle}")[1] or "bare"
        parts.append((found["slot"], part))
    return verb[:-1], Row(pattern, tuple(parts))


def _by_family() -> dict[str, tuple[Row, ...]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for pattern in PATTERNS:
        family, row = row_of(pattern)
        found[family].append(row)
    return {family: tuple(rows) for family, rows in found.items()}


ROWS: Final = _by_family()
"""The rows of each family of verbs."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A pattern that a clause fits: the phrase for each of its slots."""

    clause: Clause
    pattern: Pattern
    taken: dict[str, Chunk]

    @property
    def target(self) -> Chunk:
        """The phrase in the slot of the target."""
        return self.taken[self.pattern.target]

    @property
    def free(self) -> list[Chunk]:
        """The phrases of the clause that fill no slot."""
        return [chunk for chunk in self.clause.found if chunk not in self.taken.values()]


def fill(row: Row, clause: Clause) -> Hit | None:
    """The phrases for the slots of a row; None where one is missing."""
    taken: dict[str, Chunk] = {}
    for slot, part in row.parts:
        chunk = next((c for c in _candidates(clause, part, row.pattern) if c not in taken.values()), None)
        if chunk is None:
            return None
        taken[slot] = chunk
    return Hit(clause, row.pattern, taken)


def _candidates(clause: Clause, part: Part, pattern: Pattern) -> Iterator[Chunk]:
    """The phrases that can play a part, the likeliest first; see `patterns.py` for what stands for what."""
    phrases = clause.found[::-1]
    last = phrases[0] if phrases else None
    stands_bare = part == "object" and last is not None and last.part == "bare"
    if last and stands_bare and product(last.words):
        yield last
    yield from (chunk for chunk in phrases if chunk.part == part)
    if part == "object":
        yield from (chunk for chunk in phrases if chunk.part == "also")
        if _PASSIVE.search(clause.verb[0]):
            yield from (chunk for chunk in phrases if chunk.part == "subject")
        if pattern.relation in _TOPICAL and not any(chunk.part in ("subject", "instead", "than") for chunk in phrases):
            yield from (chunk for chunk in phrases if chunk.part == "topic" and chunk.words not in SPEAKERS)
        yield from (chunk for chunk in phrases[:1] if stands_bare)
    elif part == "to" and last and last.part == "bare" and any(chunk.part == "from" for chunk in phrases):
        yield last
    elif part == "because" and pattern.relation == "blocked_by":
        yield from (chunk for chunk in phrases if chunk.part == "reason")
    elif part in ("topic", "subject"):
        yield from (chunk for chunk in phrases if chunk.part == ("subject" if part == "topic" else "topic"))
