"""What would be extracted, as an answer: entities, facts and properties in the shapes that projects answer with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from retrograph.api import shown
from retrograph.api.results import QuarantinedView
from retrograph.extraction.preview import Preview
from retrograph.graph.intervals import BEGINNING, OPEN, Bounds, bounds
from retrograph.graph.model import Assert, Correct, End, EntityRef, Evidenced, NewEntity, Property, Relation, VerbOp
from retrograph.graph.vocabulary import EntityType, Evidence, Grain, ObservationKind, RelationType, Sentiment
from retrograph.retrieval.views import Grains, Instant, Shape, bound, instant


class NameView(Shape):
    """An entity by its name."""

    type: EntityType | None
    name: str


class StatedView(Shape):
    """What one place of the text says of a fact: that it holds, that it ended, or that it never held (`retract`).

    A start that is not stated is the observation's time, and so is the time of an end (grain `assumed`).
    """

    verb: Literal["assert", "end", "retract"]
    valid_from: Instant | None
    valid_to: Instant | None
    grain: Grains
    weight: float
    evidence: Evidence
    reasoning: str | None
    sentiment: Sentiment | None
    alternatives: tuple[str, ...]
    quote: str | None
    span: tuple[int, int] | None


class StatedFact(StatedView):
    """A relation. `change`: the text says that this is new, and not what it was before."""

    type: RelationType
    source: NameView
    target: NameView
    replaces: NameView | None
    change: bool


class StatedProperty(StatedView):
    """A property of the entity it stands in."""

    property: str
    value: str


class ListedEntity(NameView):
    """An entity, its other names, and what is said of it."""

    aliases: tuple[str, ...]
    properties: tuple[StatedProperty, ...]


class ExtractionView(Shape):
    """What an observation comes to in a project that knows nothing yet. `redactions` counts what was cut from it."""

    extractor: str
    outcome: Literal["complete", "partial", "failed"]
    kind: ObservationKind
    occurred_at: Instant
    zone: str
    document_id: str | None
    redactions: dict[str, int] = Field(default_factory=dict)
    entities: tuple[ListedEntity, ...]
    facts: tuple[StatedFact, ...]
    quarantined: tuple[QuarantinedView, ...]
    notes: tuple[str, ...]


def previewed(seen: Preview, redactions: Mapping[str, int]) -> ExtractionView:
    """A preview as an answer."""
    found, observation = seen.findings, seen.observation
    now = observation.occurred_at
    return ExtractionView(
        extractor=found.extractor,
        outcome=found.outcome,
        kind=observation.kind,
        occurred_at=instant(now),
        zone=observation.zone,
        document_id=observation.document_id,
        redactions=dict(redactions),
        entities=tuple(_entity(entity, found.ops, now) for entity in found.entities),
        facts=tuple(_fact(op, subject, now) for op in found.ops if isinstance(subject := _subject(op), Relation)),
        quarantined=shown.quarantined(found.quarantined),
        notes=found.notes,
    )


def _entity(entity: NewEntity, ops: tuple[VerbOp, ...], now: int) -> ListedEntity:
    own = [
        (op, subject) for op in ops if isinstance(subject := _subject(op), Property) and subject.entity == entity.ref
    ]
    return ListedEntity(
        type=entity.ref.type,
        name=entity.ref.name or "",
        aliases=entity.aliases,
        properties=tuple(
            StatedProperty(**_stated(op, now), property=subject.name, value=subject.value) for op, subject in own
        ),
    )


def _fact(op: VerbOp, subject: Relation, now: int) -> StatedFact:
    replaces = op.replaces if isinstance(op, Assert) else None
    return StatedFact(
        **_stated(op, now),
        type=subject.type,
        source=_named(subject.source),
        target=_named(subject.target),
        replaces=None if replaces is None else _named(replaces),
        change=isinstance(op, Assert) and op.change,
    )


def _stated(op: VerbOp, now: int) -> dict[str, Any]:
    span, why = _bounds(op, now), op.why
    return {
        "verb": "assert" if isinstance(op, Assert) else "end" if isinstance(op, End) else "retract",
        "valid_from": bound(span.start),
        "valid_to": bound(span.end),
        "grain": Grains(from_=span.grain_from, to=span.grain_to, from_phrase=why.phrase_from, to_phrase=why.phrase_to),
        **_because(why),
    }


def _because(why: Evidenced) -> dict[str, Any]:
    return {
        "weight": why.weight,
        "evidence": why.evidence,
        "reasoning": why.reasoning,
        "sentiment": why.sentiment,
        "alternatives": why.alternatives,
        "quote": why.quote,
        "span": why.span,
    }


def _bounds(op: VerbOp, now: int) -> Bounds:
    if isinstance(op, Assert):
        return bounds(op.start, op.end, now)
    open_grain: Grain = "instant"
    if isinstance(op, End):
        return Bounds(BEGINNING, op.at.start if op.at else now, open_grain, op.at.grain if op.at else "assumed")
    start, end = op.start, op.end
    return Bounds(
        start.start if start else BEGINNING,
        end.start if end else OPEN,
        start.grain if start else open_grain,
        end.grain if end else open_grain,
    )


def _subject(op: VerbOp) -> Relation | Property | str:
    return op.fact if isinstance(op, Correct) else op.subject


def _named(ref: EntityRef) -> NameView:
    return NameView(type=ref.type, name=ref.name or ref.id or "")
