"""Every answer to a read, as frozen values: the same in process, over HTTP and on the command line.

    answer.facts[0].valid_from            # an aware datetime, UTC
    answer.model_dump_json()              # camelCase, RFC 3339 with Z and microseconds, open ends null

A bound is None where it is open. Nothing recorded after `asOf.knownAt` is in an answer, so `recordedTo` is
None for what was believed then.
"""

from __future__ import annotations

from pydantic import Field

from retrograph.retrieval.views import (
    AsOfView,
    BasisView,
    CandidateView,
    Change,
    EntityView,
    EventView,
    FactView,
    Hindrance,
    NamedView,
    PropertyValue,
    Shape,
    VersionAt,
)

__all__ = []


class TemporalAnswer(Shape):
    """What held of an entity at a point, in both directions. `note` says what a reader must know of it:
    that a name was ambiguous, or why nothing is here."""

    entity: EntityView
    candidates: tuple[CandidateView, ...] = ()
    as_of: AsOfView
    properties: dict[str, PropertyValue]
    facts: tuple[FactView, ...]
    graph_context: tuple[str, ...]
    note: str | None = None
    next_cursor: str | None = None
    basis: BasisView


class TimelineAnswer(Shape):
    """Every version of an entity's facts and properties, by `valid_from`."""

    entity: EntityView
    candidates: tuple[CandidateView, ...] = ()
    as_of: AsOfView
    versions: tuple[VersionAt, ...]
    note: str | None = None
    next_cursor: str | None = None
    basis: BasisView


class DiffAnswer(Shape):
    """What became of an entity's facts between two points.

    Apply every change to the ids at the first point (take out `before`, else the change's own id; put that in where
    it `holds`) and they are the ids at the second.
    """

    entity: EntityView
    candidates: tuple[CandidateView, ...] = ()
    from_: AsOfView = Field(validation_alias="from", serialization_alias="from")
    to: AsOfView
    added: tuple[Change, ...]
    ended: tuple[Change, ...]
    corrected: tuple[Change, ...]
    retracted: tuple[Change, ...]
    note: str | None = None
    basis: BasisView


class PathAnswer(Shape):
    """A shortest chain of facts between two entities, in walking order; empty where there is none."""

    from_: EntityView = Field(validation_alias="from", serialization_alias="from")
    to: EntityView
    as_of: AsOfView
    facts: tuple[FactView, ...]
    graph_context: tuple[str, ...]
    note: str | None = None
    basis: BasisView


class FactAnswer(Shape):
    """One version of a fact. `current`: it is what is believed at `asOf.knownAt`; `holds`: also at `asOf.validAt`."""

    fact: VersionAt
    current: bool
    holds: bool
    as_of: AsOfView
    basis: BasisView


class WhyAnswer(Shape):
    """Why a fact is believed: `events` is all that was said of it, oldest first; those that speak for it now
    have `supports`."""

    fact: VersionAt
    events: tuple[EventView, ...]
    as_of: AsOfView
    basis: BasisView


class WhyNotAnswer(Shape):
    """Why a fact is not visible at a point: the decisive reason first. `visible` facts have none."""

    fact: VersionAt
    visible: bool
    explanation: str
    because: tuple[Hindrance, ...]
    as_of: AsOfView
    basis: BasisView


class EntityList(Shape):
    """Entities known, in the order of their ids."""

    entities: tuple[EntityView, ...]
    as_of: AsOfView
    next_cursor: str | None = None
    basis: BasisView


class MergedView(NamedView):
    """An entity that became another. `merge` is the number to undo it by."""

    merge: int


class EntityAnswer(Shape):
    """One entity. `merged` are the other ids that mean it, `facts` and `properties` count the believed versions."""

    entity: EntityView
    candidates: tuple[CandidateView, ...] = ()
    merged: tuple[MergedView, ...] = ()
    facts: int
    properties: int
    as_of: AsOfView
    note: str | None = None
    basis: BasisView
