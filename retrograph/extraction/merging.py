"""Several extractions of one observation as one: of its parts, or by two readers; pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from retrograph.errors import InvalidInput
from retrograph.extraction.extracted import ExtractedEntity, ExtractedRelation, Extraction, Mention
from retrograph.graph.identity import fold, normal_form
from retrograph.graph.model import Evidenced
from retrograph.graph.vocabulary import EntityType


def together(extractions: Sequence[Extraction]) -> Extraction:
    """Everything that is in any of them, once each, in order; what says the same is said by the first.

    Two relations say the same where source, type, target, kind of statement and dates agree.
    """
    entities: dict[tuple[str, str], ExtractedEntity] = {}
    relations: dict[object, ExtractedRelation] = {}
    for extraction in extractions:
        for entity in extraction.entities:
            key = (entity.type, normal_form(entity.type, entity.name))
            entities[key] = _joined(entities[key], entity) if key in entities else entity
        for relation in extraction.relations:
            said = (_ends(relation), relation.times, relation.why.evidence == "planned")
            relations.setdefault(said, relation)
    return Extraction(
        tuple(entities.values()),
        tuple(relations.values()),
        any(extraction.partial for extraction in extractions),
        tuple(dict.fromkeys(q for extraction in extractions for q in extraction.quarantined)),
        tuple(dict.fromkeys(note for extraction in extractions for note in extraction.notes)),
    )


def first_and_second(first: Extraction, second: Extraction) -> Extraction:
    """Two readings of one text, where the first is believed more.

    What the first says of a source, a relation and a target stands, and what the second says of the same is left out. A
    thing that the first lists under another type is that thing; the second's type for it is left out as well.
    """
    twice = _names_of_several(second.entities)
    types = {name: type_ for name, type_ in _types(first.entities).items() if name not in twice}
    said = {_ends(relation) for relation in first.relations}
    entities = [_retyped(entity, types) for entity in second.entities]
    relations = [_retyped_ends(relation, types) for relation in second.relations]
    fresh = tuple(relation for relation in relations if _ends(relation) not in said)
    return together([first, replace(second, entities=tuple(entities), relations=fresh)])


def read_by(extraction: Extraction, extractor: str) -> Extraction:
    """The same with the name of who read it at each statement."""

    def own(why: Evidenced) -> Evidenced:
        return replace(why, extractor=extractor)

    entities = [
        replace(e, properties=tuple(replace(p, why=own(p.why)) for p in e.properties)) for e in extraction.entities
    ]
    relations = [replace(relation, why=own(relation.why)) for relation in extraction.relations]
    return replace(extraction, entities=tuple(entities), relations=tuple(relations))


def _ends(relation: ExtractedRelation) -> tuple[str, str, str]:
    return fold(relation.source.name), relation.type, fold(relation.target.name)


def _joined(first: ExtractedEntity, second: ExtractedEntity) -> ExtractedEntity:
    others = dict.fromkeys((*first.aliases, second.name, *second.aliases))
    forms = {normal_form(first.type, first.name)}
    aliases = []
    for other in others:
        form = normal_form(first.type, other)
        if form not in forms:
            forms.add(form)
            aliases.append(other)
    known = {(p.name, p.value, p.times) for p in first.properties}
    more = tuple(p for p in second.properties if (p.name, p.value, p.times) not in known)
    return replace(first, aliases=tuple(aliases), properties=first.properties + more)


def _types_by_name(entities: Iterable[ExtractedEntity]) -> dict[str, set[EntityType]]:
    found: dict[str, set[EntityType]] = {}
    for entity in entities:
        for name in (entity.name, *entity.aliases):
            found.setdefault(fold(name), set()).add(entity.type)
    return found


def _types(entities: Iterable[ExtractedEntity]) -> dict[str, EntityType]:
    """The type of each name that has only one."""
    return {name: next(iter(types)) for name, types in _types_by_name(entities).items() if len(types) == 1}


def _names_of_several(entities: Iterable[ExtractedEntity]) -> set[str]:
    """The names that stand for things of several types."""
    return {name for name, types in _types_by_name(entities).items() if len(types) > 1}


def _retyped(entity: ExtractedEntity, types: dict[str, EntityType]) -> ExtractedEntity:
    wanted = types.get(fold(entity.name), entity.type)
    if wanted == entity.type:
        return entity
    aliases = tuple(alias for alias in entity.aliases if _has_form(wanted, alias))
    return replace(entity, type=wanted, aliases=aliases)


def _retyped_ends(relation: ExtractedRelation, types: dict[str, EntityType]) -> ExtractedRelation:
    def typed(mention: Mention) -> Mention:
        return Mention(mention.name, types.get(fold(mention.name), mention.type))

    return replace(relation, source=typed(relation.source), target=typed(relation.target))


def _has_form(entity_type: EntityType, name: str) -> bool:
    try:
        return bool(normal_form(entity_type, name))
    except InvalidInput:
        return False
