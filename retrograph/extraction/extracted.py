"""What an extraction is once it is valid: typed, immutable values; pure. `contract.parse` makes them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from retrograph.extraction.elements import Quarantined
from retrograph.graph.identity import normal_form
from retrograph.graph.intervals import Period
from retrograph.graph.model import Evidenced
from retrograph.graph.vocabulary import EntityType, RelationType

Saying = Literal["assert", "end", "retract"]
"""That it is so, that it stopped being so, that it was never so."""


@dataclass(frozen=True, slots=True)
class Times:
    """The dates of one element; None is not stated. With `end`, `end` is when it stopped and `start` is None."""

    saying: Saying
    start: Period | None = None
    end: Period | None = None


@dataclass(frozen=True, slots=True)
class ExtractedProperty:
    """A property of the entity it stands in; the name is in lower case."""

    name: str
    value: str
    times: Times
    why: Evidenced
    raw: str = ""


@dataclass(frozen=True, slots=True)
class ExtractedEntity:
    """An entity that the extraction lists. Its name or one of its aliases stands in the text, and so do all aliases."""

    type: EntityType
    name: str
    aliases: tuple[str, ...] = ()
    properties: tuple[ExtractedProperty, ...] = ()
    raw: str = ""


def joined(entities: Iterable[ExtractedEntity]) -> tuple[ExtractedEntity, ...]:
    """Entities listed twice as one, under the name listed first."""
    found: dict[tuple[str, str], ExtractedEntity] = {}
    for entity in entities:
        key = (entity.type, normal_form(entity.type, entity.name))
        first = found.get(key)
        if first is None:
            found[key] = entity
            continue
        aliases = dict.fromkeys((*first.aliases, *entity.aliases))
        found[key] = replace(first, aliases=tuple(aliases), properties=first.properties + entity.properties)
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class Mention:
    """An end of a relation as it is named there; the type only where it was given."""

    name: str
    type: EntityType | None = None


@dataclass(frozen=True, slots=True)
class ExtractedRelation:
    """A relationship or a retraction (`times.saying`). Its quote, where it has one, stands in the text.

    `change` are the words that say that something is otherwise than before ("now"), where it does not say what.
    """

    source: Mention
    type: RelationType
    target: Mention
    times: Times
    why: Evidenced
    replaces: str | None = None
    change: str | None = None
    raw: str = ""


@dataclass(frozen=True, slots=True)
class Extraction:
    """The valid part of one reply, in its order, and what was left out with the reasons."""

    entities: tuple[ExtractedEntity, ...]
    relations: tuple[ExtractedRelation, ...]
    partial: bool = False
    quarantined: tuple[Quarantined, ...] = ()
    notes: tuple[str, ...] = ()
