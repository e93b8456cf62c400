"""Which known entities a text mentions: the longest names and aliases that stand in it, in bounded time."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from typing import Any, Final

from retrograph.graph.identity import Canonical, fold, loose_form
from retrograph.graph.model import Entity
from retrograph.graph.names import COLUMNS, by_ids, entity_of
from retrograph.graph.statements import chunks

WORDS: Final = 1_500
"""As many words of a text as are looked at."""
LONGEST: Final = 5
"""As many words as one name has."""
ENDINGS: Final = 3
"""As many syllables as may follow a name in Korean ("jose에서는")."""

_WORD: Final = re.compile(r"[^\s,;:!?\"'“”‘’`()\[\]{}<>|=]+")
_HANGUL: Final = re.compile(r"[가-힣]+$")


def mentioned(db: sqlite3.Connection, canonical: Canonical, text: str, known: int, limit: int) -> list[Entity]:
    """The entities that `text` names at `known`, canonical, longest names first, up to `limit`.

    A name within a longer one that is found does not count. Costs a few indexed lookups for each word of the text,
    whatever the number of entities.
    """
    candidates = _candidates(text)
    found: dict[str, list[Entity]] = {}
    for chunk in chunks(list(candidates)):
        marks = ",".join("?" * len(chunk))
        rows: Iterator[tuple[Any, ...]] = db.execute(
            f"SELECT {COLUMNS}, loose FROM entities WHERE loose IN ({marks}) AND tx <= ? "
            "UNION ALL SELECT e.id, e.type, e.name, e.form, e.tx, a.form FROM aliases a "
            f"JOIN entities e ON e.id = a.entity WHERE a.form IN ({marks}) AND a.tx <= ? AND ? < a.removed",
            (*chunk, known, *chunk, known, known),
        )
        for row in rows:
            found.setdefault(row[5], []).append(entity_of(row[:5]))
    ids: dict[str, None] = {}
    taken: set[int] = set()
    for form in sorted(found, key=lambda form: (-len(form), form)):
        places = candidates[form]
        if taken.issuperset(places):
            continue
        taken.update(places)
        for entity in found[form]:
            ids.setdefault(canonical.of(entity.id, known))
    entities = by_ids(db, list(ids)[:limit])
    return [entities[id_] for id_ in ids if id_ in entities]


def _candidates(text: str) -> dict[str, frozenset[int]]:
    """The forms that a name in the text may have, with the words each stands on."""
    words = [match[0] for _, match in zip(range(WORDS), _WORD.finditer(text), strict=False)]
    places: dict[str, set[int]] = {}
    for first in range(len(words)):
        for length in range(1, min(LONGEST, len(words) - first) + 1):
            name = " ".join(words[first : first + length]).rstrip(".")
            for form in {form for spelled in _spellings(name) for form in (loose_form(spelled), fold(spelled))}:
                if form:
                    places.setdefault(form, set()).update(range(first, first + length))
    return {form: frozenset(at) for form, at in places.items()}


def _spellings(name: str) -> Iterator[str]:
    yield name
    ending = _HANGUL.search(name)
    for count in range(1, ENDINGS + 1):
        if ending and count < len(name) and count <= len(ending[0]):
            yield name[:-count]
