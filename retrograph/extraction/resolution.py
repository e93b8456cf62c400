"""From the names of an extraction to entities, and from what it says to the verbs of `graph/model.py`; pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from retrograph.errors import InvalidInput
from retrograph.extraction.elements import Quarantined
from retrograph.extraction.extracted import ExtractedEntity, ExtractedRelation, Extraction, Mention, Times
from retrograph.extraction.passage import Passage
from retrograph.graph.identity import normal_form
from retrograph.graph.model import (
    Assert,
    End,
    Entity,
    EntityRef,
    Evidenced,
    Findings,
    NewEntity,
    NewObservation,
    Observation,
    Property,
    Relation,
    Retract,
    VerbOp,
)
from retrograph.graph.vocabulary import EntityType

Lookup = Callable[[str], Sequence[Entity]]
"""The entities that are known under an id, a name or an alias, best first."""


def resolve(
    extraction: Extraction,
    observation: NewObservation | Observation,
    lookup: Lookup,
    *,
    extractor: str = "agent",
    usage: Mapping[str, float] | None = None,
) -> Findings:
    """What an extraction comes to: the entities it lists and one verb for each statement, in its order.

    A name means what the extraction lists under it (as a name, else as an alias), else what is known under it. One
    with several meanings and no type, or with none, is quarantined with its relation.
    """
    resolver = _Resolver(extraction.entities, observation, lookup)
    ops: list[VerbOp] = []
    quarantined = list(extraction.quarantined)
    for entity in extraction.entities:
        ref = resolver.listed_ref(entity)
        ops += [_verb(Property(ref, p.name, p.value), p.times, p.why) for p in entity.properties]
    for relation in extraction.relations:
        try:
            ops.append(resolver.relation(relation))
        except _Unresolved as error:
            quarantined.append(Quarantined(relation.raw, str(error)))
    return Findings(
        entities=tuple(NewEntity(resolver.listed_ref(e), e.aliases) for e in extraction.entities),
        ops=tuple(dict.fromkeys(ops)),
        outcome="partial" if extraction.partial or quarantined else "complete",
        extractor=extractor,
        quarantined=tuple({"element": q.element, "reason": q.reason} for q in quarantined),
        notes=(*extraction.notes, *resolver.notes),
        usage=usage or {},
    )


def _verb(
    subject: Relation | Property,
    times: Times,
    why: Evidenced,
    replaces: EntityRef | None = None,
    *,
    change: bool = False,
) -> VerbOp:
    if times.saying == "retract":
        return Retract(subject, times.start, times.end, why)
    if times.saying == "end":
        return End(subject, times.end, why)
    return Assert(subject, times.start, times.end, why, replaces, change)


class _Unresolved(Exception):
    """A name that does not lead to one entity; the message says why."""


@dataclass(frozen=True, slots=True)
class _Known:
    """One meaning of a name."""

    ref: EntityRef
    type: EntityType


class _Resolver:
    def __init__(
        self, listed: Iterable[ExtractedEntity], observation: NewObservation | Observation, lookup: Lookup
    ) -> None:
        self._passage = Passage(observation.content)
        self._lookup = lookup
        self._names: dict[tuple[EntityType, str], ExtractedEntity] = {}
        self._aliases: dict[tuple[EntityType, str], list[ExtractedEntity]] = {}
        for entity in listed:
            self._names[entity.type, normal_form(entity.type, entity.name)] = entity
            for alias in entity.aliases:
                self._aliases.setdefault((entity.type, normal_form(entity.type, alias)), []).append(entity)
        self._types = tuple(dict.fromkeys(type_ for type_, _ in self._names))
        self.notes: list[str] = []

    def relation(self, relation: ExtractedRelation) -> VerbOp:
        """The verb of a relation with both ends found.

        Raises:
            _Unresolved: an end is unknown or ambiguous, or both are the same.
        """
        source = self._one(relation.source, "source")
        target = self._one(relation.target, "target")
        if source.ref == target.ref:
            raise _Unresolved(f"source and target are the same entity, {relation.source.name!r}")
        replaces = self._replaced(relation.replaces, target) if relation.replaces else None
        subject = Relation(source.ref, relation.type, target.ref)
        return _verb(subject, relation.times, relation.why, replaces, change=relation.change is not None)

    def listed_ref(self, entity: ExtractedEntity) -> EntityRef:
        """How a listed entity is named to the writer, which finds it by name or alias, or makes it."""
        return EntityRef(entity.type, entity.name)

    def _one(self, mention: Mention, end: str) -> _Known:
        meanings = self._meanings(mention)
        if not meanings:
            raise _Unresolved(f"{end} {mention.name!r} is neither listed in the extraction nor known already")
        if len(meanings) > 1:
            types = ", ".join(sorted({meaning.type for meaning in meanings}))
            raise _Unresolved(f"{end} {mention.name!r} may be one of several entities ({types}); give {end}_type")
        return meanings[0]

    def _meanings(self, mention: Mention) -> list[_Known]:
        types = [mention.type] if mention.type else list(self._types)
        keys = [(type_, form) for type_ in types if (form := _form(type_, mention.name))]
        named = [self._names[key] for key in keys if key in self._names]
        listed = named or [entity for key in keys for entity in self._aliases.get(key, ())]
        if listed:
            return list(dict.fromkeys(_Known(self.listed_ref(entity), entity.type) for entity in listed))
        return self._known(mention)

    def _known(self, mention: Mention) -> list[_Known]:
        found = [entity for entity in self._lookup(mention.name) if mention.type in (None, entity.type)]
        by_id = [entity for entity in found if entity.id == mention.name]
        by_name = [entity for entity in found if entity.form == _form(entity.type, mention.name)]
        meanings = []
        for entity in by_id or by_name or found:
            named = entity in by_name
            ref = EntityRef(entity.type, mention.name) if named else EntityRef(id=entity.id)
            meanings.append(_Known(ref, entity.type))
        return list(dict.fromkeys(meanings))

    def _replaced(self, name: str, target: _Known) -> EntityRef | None:
        """The earlier target that `replaces` names; one that is new is of the type of the new target.

        None, with a note, where the name stands nowhere in the text or has several meanings: then nothing is ended.
        """
        meanings = self._meanings(Mention(name, target.type)) or self._meanings(Mention(name))
        if len(meanings) == 1:
            return meanings[0].ref if meanings[0].ref != target.ref else None
        if meanings:
            self.notes.append(f"replaces {name!r} may mean several entities and was left out")
        elif self._passage.names(name, target.type):
            return EntityRef(target.type, name)
        else:
            self.notes.append(f"replaces {name!r} is not in the text and was left out")
        return None


def _form(entity_type: str, name: str) -> str | None:
    try:
        return normal_form(entity_type, name)
    except InvalidInput:
        return None
