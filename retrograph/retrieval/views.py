"""What answers are made of: facts, properties, entities, supports and causes as they are shown."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, PlainSerializer, WithJsonSchema
from pydantic.alias_generators import to_camel

from retrograph.graph.intervals import BEGINNING, EARLIEST, LATEST, OPEN, moment
from retrograph.graph.vocabulary import EntityType, Evidence, Grain, RelationType, Sentiment


def _written(value: datetime) -> str:
    return value.astimezone(UTC).isoformat(timespec="microseconds")[:26] + "Z"


Instant = Annotated[
    AwareDatetime,
    PlainSerializer(_written, return_type=str, when_used="json"),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]
"""An aware datetime; in JSON RFC 3339 in UTC with `Z` and six digits of a second."""


@lru_cache(maxsize=4096)
def instant(value: int) -> datetime:
    """Microseconds as a datetime; one outside the years 1 to 9999 is the nearest inside."""
    return moment(min(max(value, EARLIEST), LATEST))


def bound(value: int) -> datetime | None:
    """A bound of an interval as a datetime, None where it is open."""
    return None if value in (OPEN, BEGINNING) else instant(value)


class Shape(BaseModel):
    """What all answers share: frozen, camelCase in JSON, either spelling read; unknown fields are let pass."""

    model_config = ConfigDict(
        frozen=True, alias_generator=to_camel, populate_by_name=True, serialize_by_alias=True, extra="ignore"
    )


class BasisView(Shape):
    """The point of the journal an answer was computed from. `text` is the form that `basis=` takes."""

    seq: int
    hash: str

    @property
    def text(self) -> str:
        return f"{self.seq}:{self.hash}"


class AsOfView(Shape):
    """The instants a question came to, and the zone its dates were read and are shown in."""

    valid_at: Instant
    known_at: Instant
    tz: str


class Grains(Shape):
    """How exactly each bound was stated, and in which words, where the extractor kept them ("last week")."""

    from_: Grain = Field(validation_alias="from", serialization_alias="from")
    to: Grain
    from_phrase: str | None = None
    to_phrase: str | None = None


class NamedView(Shape):
    """An entity as it is named in a fact."""

    id: str
    type: EntityType
    name: str


class EntityView(NamedView):
    """An entity and its other names."""

    aliases: tuple[str, ...] = ()
    recorded_at: Instant | None = None


class CandidateView(NamedView):
    """One of several entities that a name may mean, and how it matched."""

    by: Literal["id", "name", "alias"]
    exact: bool
    facts: int


class SupportView(Shape):
    """One observation's word for a fact. `quote` is exact words of it, `span` their place in it."""

    observation_id: str
    session_id: str | None
    quote: str | None
    span: tuple[int, int] | None
    extractor: str
    weight: float
    evidence: Evidence
    reasoning: str | None
    kind: str
    document_id: str | None
    recorded_at: Instant


class Version(Shape):
    """What a fact and a property have in common: one version, on both time axes.

    `supports` lists at most 20 observations, `support_count` says how many there are.
    """

    valid_from: Instant | None
    valid_to: Instant | None
    grain: Grains
    recorded_from: Instant
    recorded_to: Instant | None
    weight: float
    evidence: Evidence
    reasoning: str | None
    sentiment: Sentiment | None
    alternatives: tuple[str, ...]
    supports: tuple[SupportView, ...]
    support_count: int


class _Relation(Shape):
    id: str
    type: RelationType
    source: NamedView
    target: NamedView


class _Value(Shape):
    id: str
    value: str


class _Property(Shape):
    id: str
    entity: NamedView
    property: str
    value: str


class FactView(Version, _Relation):
    """One version of a relation; it reads as a sentence, source to target. `depth` counts edges from the start."""

    depth: int = 1


class PropertyValue(Version, _Value):
    """What a property is. `planned` is a plan for it, where something else holds as yet."""

    planned: PropertyValue | None = None


class PropertyView(Version, _Property):
    """One version of a property, with the entity it belongs to."""


class Cause(Shape):
    """The event behind a change: `event` is its seq, `verb` what it did, `reason` why, as it was given.

    `how` says it in words. An event that has been erased has no reason.
    """

    event: int | None
    verb: Literal["assert", "correct", "end", "retract", "silence", "merge", "erase"]
    reason: str | None
    how: str
    observation_id: str | None = None
    recorded_at: Instant | None = None


class FactVersion(FactView):
    """A fact on a timeline. `ended_by` is what closed it: its end in the world, or the belief in it."""

    ended_by: Cause | None


class PropertyVersion(PropertyView):
    """A property on a timeline."""

    ended_by: Cause | None


class FactChange(FactView):
    """A fact in a diff. `before` is the version that held at the first point, where this one is another; `holds`
    says whether this one holds at the second."""

    event: Cause
    holds: bool
    before: FactView | None = None


class PropertyChange(PropertyView):
    """A property in a diff."""

    event: Cause
    holds: bool
    before: PropertyView | None = None


Change = FactChange | PropertyChange
VersionAt = FactVersion | PropertyVersion


class ObservationView(Shape):
    """Where a statement comes from: the observation, its words around the quote included."""

    observation_id: str
    kind: str
    occurred_at: Instant
    recorded_at: Instant
    session_id: str | None
    agent: str | None
    document_id: str | None
    excerpt: str


class EventView(Shape):
    """One event in a fact's history, with the bounds and the words it came with."""

    event: int
    recorded_at: Instant
    verb: Literal["assert", "correct", "end", "retract"]
    value: str
    valid_from: Instant | None
    valid_to: Instant | None
    grain: Grains
    phrase_from: str | None
    phrase_to: str | None
    quote: str | None
    span: tuple[int, int] | None
    weight: float
    evidence: Evidence
    reason: str | None
    extractor: str
    supports: bool
    observation: ObservationView | None
    """None where the observation has been erased."""


class Hindrance(Shape):
    """One thing that keeps a fact from being visible. `cause` is one of `explain.Fate`."""

    cause: str
    at: Instant | None
    by: Cause | None
    explanation: str
