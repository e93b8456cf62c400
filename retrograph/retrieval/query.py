"""A read request as one frozen value, and what its texts resolve to.

>>> TemporalQuery(entity="JWT auth", as_of="2025-03", known_at="asOf").limit
50

The values check themselves: a wrong one raises `InvalidInput` that names the field as the HTTP API writes it
(`asOf`, `depth`), so that every door answers alike.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from retrograph.errors import InvalidInput
from retrograph.graph.identity import NAME_LIMIT
from retrograph.graph.vocabulary import ENTITY_TYPES, EVIDENCE, RELATION_TYPES

Moment = str | datetime
"""A date as `intervals.as_of` reads it, or an aware datetime."""

DEFAULT_LIMIT: Final = 50
TIMELINE_LIMIT: Final = 500
LIMIT_RANGE: Final = (1, 1000)
DEPTH_RANGE: Final = (1, 3)
PATH_DEPTH_RANGE: Final = (1, 6)
DIRECTIONS: Final = ("out", "in", "both")
ORDERS: Final = ("relevance", "recent", "oldest")
AXES: Final = ("valid", "both")


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """The point a question is asked of, as written. All optional: now, as far as is known, in the project's zone.

    `known_at` may be `"asOf"`, the same instant as `as_of`. `basis` is `"seq:hash"` as an answer gives it.
    """

    as_of: Moment | None = None
    known_at: Moment | None = None
    tz: str | None = None
    basis: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TemporalQuery(When):
    """What holds of an entity, named by id, name, alias or `type:name`.

    `types`, `evidence` and `direction` filter the facts; `depth` is 1 to 3 edges; `order` is `relevance`
    (weight, supports, recency), `recent` or `oldest` (by `validFrom`).
    """

    entity: str
    entity_type: str | None = None
    types: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    direction: str = "both"
    depth: int = 1
    order: str = "relevance"
    limit: int = DEFAULT_LIMIT
    cursor: str | None = None

    def __post_init__(self) -> None:
        _named("entity", self.entity, self.entity_type)
        _all_of("types", self.types, RELATION_TYPES)
        _all_of("evidence", self.evidence, EVIDENCE)
        _one_of("direction", self.direction, DIRECTIONS)
        _one_of("order", self.order, ORDERS)
        _within("depth", self.depth, DEPTH_RANGE)
        _within("limit", self.limit, LIMIT_RANGE)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineQuery(When):
    """Every version of an entity's facts and properties, as believed at `known_at`.

    `axis="both"` adds the rows believed earlier. `types` and `properties` name what to show (neither: all).
    `since` and `until` keep the versions that hold somewhere in `[since, until]`. `as_of` is not used.
    """

    entity: str
    entity_type: str | None = None
    axis: str = "valid"
    types: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    since: Moment | None = None
    until: Moment | None = None
    limit: int = TIMELINE_LIMIT
    cursor: str | None = None

    def __post_init__(self) -> None:
        _named("entity", self.entity, self.entity_type)
        _one_of("axis", self.axis, AXES)
        _all_of("types", self.types, RELATION_TYPES)
        _within("limit", self.limit, LIMIT_RANGE)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffQuery:
    """What changed of an entity between two points. A `from` or `to` that is not given is the other one's;
    neither given: now, and as far as is known."""

    entity: str
    entity_type: str | None = None
    from_as_of: Moment | None = None
    to_as_of: Moment | None = None
    from_known_at: Moment | None = None
    to_known_at: Moment | None = None
    tz: str | None = None
    basis: str | None = None

    def __post_init__(self) -> None:
        _named("entity", self.entity, self.entity_type)


@dataclass(frozen=True, slots=True, kw_only=True)
class PathQuery(When):
    """The shortest chain of facts from one entity to another, of at most `depth` edges."""

    start: str
    goal: str
    start_type: str | None = None
    goal_type: str | None = None
    types: tuple[str, ...] = ()
    direction: str = "both"
    depth: int = 4

    def __post_init__(self) -> None:
        _named("from", self.start, self.start_type)
        _named("to", self.goal, self.goal_type)
        _all_of("types", self.types, RELATION_TYPES)
        _one_of("direction", self.direction, DIRECTIONS)
        _within("depth", self.depth, PATH_DEPTH_RANGE)


@dataclass(frozen=True, slots=True, kw_only=True)
class FactQuery(When):
    """One version of a fact, by its id: what it says, why it is believed, or why it is not visible."""

    fact: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityQuery(When):
    """One entity, named by id, name, alias or `type:name`."""

    entity: str
    entity_type: str | None = None

    def __post_init__(self) -> None:
        _named("entity", self.entity, self.entity_type)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntitiesQuery(When):
    """The entities known, in the order of their ids; `prefix` is a part of a name."""

    entity_type: str | None = None
    prefix: str | None = None
    limit: int = DEFAULT_LIMIT
    cursor: str | None = None

    def __post_init__(self) -> None:
        if self.entity_type is not None:
            _one_of("entityType", self.entity_type, ENTITY_TYPES)
        _within("limit", self.limit, LIMIT_RANGE)


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestionsQuery:
    """Which entities may be one, as of now; of one entity, or with one of a type."""

    entity: str | None = None
    entity_type: str | None = None
    limit: int = DEFAULT_LIMIT
    cursor: str | None = None

    def __post_init__(self) -> None:
        if self.entity is not None:
            _named("entity", self.entity, None)
        if self.entity_type is not None:
            _one_of("entityType", self.entity_type, ENTITY_TYPES)
        _within("limit", self.limit, LIMIT_RANGE)


def _named(field: str, name: str, entity_type: str | None) -> None:
    if not name.strip():
        raise InvalidInput(field, "name an entity, by name or by id")
    if len(name) > NAME_LIMIT:
        raise InvalidInput(field, f"a name has at most {NAME_LIMIT} characters; this one has {len(name)}")
    if entity_type is not None:
        _one_of("entityType" if field == "entity" else f"{field}Type", entity_type, ENTITY_TYPES)


def _one_of(field: str, value: str, allowed: Collection[str]) -> None:
    if value not in allowed:
        raise InvalidInput(field, f"{value[:60]!r} is not one of {', '.join(allowed)}")


def _all_of(field: str, values: Collection[str], allowed: Collection[str]) -> None:
    for value in values:
        _one_of(field, value, allowed)


def _within(field: str, value: int, bounds: tuple[int, int]) -> None:
    low, high = bounds
    if not low <= value <= high:
        raise InvalidInput(field, f"{value} is not from {low} to {high}")
