"""What the record tells an extractor: what names mean, and what held of the things that a text mentions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Protocol

from retrograph.extraction.extractor import KnownEntity
from retrograph.graph.intervals import OPEN, bound_text
from retrograph.graph.model import Entity, Fact
from retrograph.graph.vocabulary import SPEAKERS

MENTIONED: Final = 20
"""As many known entities as an extractor is told of."""
FACTS: Final = 8
"""As many facts of each."""


class Meaning(Protocol):
    """One meaning of a name: the entity that bears it, whatever that stands for since a merge."""

    @property
    def mentioned(self) -> Entity: ...


class Shelf(Protocol):
    """Reads of the record."""

    def find(self, name: str, known: int) -> Sequence[Meaning]: ...
    def mentioned(self, text: str, known: int, limit: int) -> Sequence[Entity]: ...
    def aliases(self, entity: str, known: int) -> Sequence[str]: ...
    def facts_of(self, entity: str, known: int | None) -> Sequence[Fact]: ...
    def entities(self, ids: Collection[str]) -> Mapping[str, Entity]: ...


class Remembered:
    """A record as an extractor asks it, as far as is known now. A `Known`."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def find(self, name: str) -> list[Entity]:
        """The entities known under an id, a name or an alias, best first."""
        return [meaning.mentioned for meaning in self._shelf.find(name, OPEN - 1)]

    def mentioned(self, text: str, at: int) -> list[KnownEntity]:
        """The known entities whose names stand in a text, with what held of them at `at`, the latest first.

        The unnamed "we" and "I" are always among them.
        """
        speaking = [entity for type_, name in sorted(SPEAKERS) for entity in self.find(name) if entity.type == type_]
        named = self._shelf.mentioned(text, OPEN - 1, MENTIONED)
        found = list(dict.fromkeys([*speaking, *named]))
        held = {entity.id: self._held(entity.id, at) for entity in found}
        names = self._shelf.entities({fact.target for facts in held.values() for fact in facts if fact.target})
        return [
            KnownEntity(
                entity,
                tuple(self._shelf.aliases(entity.id, OPEN - 1)),
                tuple(_worded(fact, names) for fact in held[entity.id]),
            )
            for entity in found
        ]

    def _held(self, entity: str, at: int) -> list[Fact]:
        facts = [
            fact
            for fact in self._shelf.facts_of(entity, OPEN - 1)
            if fact.source == entity and fact.valid_from <= at < fact.valid_to and not fact.planned
        ]
        return sorted(facts, key=lambda fact: (-fact.valid_from, fact.id))[:FACTS]


def _worded(fact: Fact, names: Mapping[str, Entity]) -> str:
    since = f"since {bound_text(fact.valid_from, 'day')}"
    if fact.target is None:
        return f"{fact.type} = {fact.value}, {since}"
    target = names.get(fact.target)
    return f"{fact.type} {f'[{target.type}] {target.name}' if target else fact.target}, {since}"
