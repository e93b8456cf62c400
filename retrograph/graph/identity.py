"""From names to entity keys, and which entity an id means at a moment; pure.

>>> normal_form("decision", "pep-0572")
'pep 572'
>>> normal_form("file", ".\\\\src\\\\Auth.ts")
'src/auth.ts'
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from retrograph.errors import InvalidInput
from retrograph.graph.intervals import OPEN

NAME_LIMIT = 1000
"""Longest name of an entity, in characters. Longer ones are refused, never cut."""

_NUMBERED = re.compile(r"([^\W\d_]+)[\s_\-#:.]*0*([0-9]+)")
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Controls, and what Unicode calls default ignorable: the same on every version of Python, unlike categories."""


def _path(folded: str) -> str:
    """A path with `/` between its parts and without parts that are `.`."""
    return re.sub(r"(^|/)(?:\./+)+", r"\1", re.sub(r"[\\/]+", "/", folded))


@lru_cache(maxsize=8192)
def fold(name: str) -> str:
    """NFKC, casefolded, without invisible characters, white space collapsed; may come out empty."""
    text = _UNSEEN.sub("", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(unicodedata.normalize("NFKC", text).split())


def normal_form(entity_type: str, name: str, *, field: str = "name") -> str:
    """The name as compared within one type.

    Raises:
        InvalidInput: nothing visible is left, or the name is longer than `NAME_LIMIT`.
    """
    if len(name) > NAME_LIMIT:
        raise InvalidInput(field, f"a name has at most {NAME_LIMIT} characters; this one has {len(name)}")
    folded = fold(name)
    if entity_type == "decision" and (numbered := _NUMBERED.fullmatch(folded)):
        return f"{numbered[1]} {int(numbered[2])}"
    if entity_type == "file":
        folded = _path(folded)
    if not folded:
        raise InvalidInput(field, "the name is empty: it has no visible character")
    return folded


def loose_form(name: str) -> str:
    """The name folded as every type that has a form of its own would: how a name without a type is looked up."""
    folded = fold(name)
    numbered = _NUMBERED.fullmatch(folded)
    if numbered:
        return f"{numbered[1]} {int(numbered[2])}"
    return _path(folded) or folded


def display_name(name: str) -> str:
    """The name as shown: NFC, white space collapsed, invisible characters kept (an emoji may need them)."""
    return " ".join(unicodedata.normalize("NFC", name).split())


@dataclass(frozen=True, slots=True)
class Merge:
    """`loser` became `winner` at transaction time `tx`; undone at `undone` (OPEN: still in force)."""

    seq: int
    tx: int
    loser: str
    winner: str
    undone: int = OPEN


class Canonical:
    """Which entity an id stands for, as a function of transaction time.

    Owned by the writer; a reader may look while the writer adds, since entries are only ever replaced whole.
    """

    def __init__(self, merges: Iterable[Merge] = ()) -> None:
        self.replace(merges)

    def replace(self, merges: Iterable[Merge]) -> None:
        """Forget what is there and take these."""
        by_loser: dict[str, tuple[Merge, ...]] = {}
        by_winner: dict[str, tuple[Merge, ...]] = {}
        for merge in merges:
            by_loser[merge.loser] = (*by_loser.get(merge.loser, ()), merge)
            by_winner[merge.winner] = (*by_winner.get(merge.winner, ()), merge)
        self._by_loser, self._by_winner = by_loser, by_winner

    def add(self, merge: Merge) -> None:
        """Record a merge, or the end of one that has the same seq."""
        for index, name in ((self._by_loser, merge.loser), (self._by_winner, merge.winner)):
            kept = tuple(m for m in index.get(name, ()) if m.seq != merge.seq)
            index[name] = (*kept, merge)

    @property
    def any(self) -> bool:
        """Whether there ever was a merge."""
        return bool(self._by_loser)

    def of(self, entity: str, known: int) -> str:
        """The id that `entity` stands for at `known`."""
        if not self._by_loser:
            return entity
        current = entity
        while True:
            step = next((m for m in self._by_loser.get(current, ()) if m.tx <= known < m.undone), None)
            if step is None:
                return current
            current = step.winner

    def members(self, entity: str, known: int) -> frozenset[str]:
        """All ids that stand for the same entity as `entity` at `known`, itself included."""
        if not self._by_loser:
            return frozenset((entity,))
        found: set[str] = set()
        waiting = [self.of(entity, known)]
        while waiting:
            current = waiting.pop()
            found.add(current)
            waiting.extend(
                m.loser for m in self._by_winner.get(current, ()) if m.tx <= known < m.undone and m.loser not in found
            )
        return frozenset(found)

    def in_force(self, known: int) -> list[Merge]:
        """The merges that hold at `known`, oldest first."""
        every: dict[str, list[Merge]] = defaultdict(list)
        for merges in self._by_loser.values():
            for merge in merges:
                if merge.tx <= known < merge.undone:
                    every[merge.loser].append(merge)
        return sorted((m for merges in every.values() for m in merges), key=lambda m: m.seq)
