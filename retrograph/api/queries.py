"""What a read request may say in its query string, turned into the questions of `retrieval.query`.

ask = TemporalParams.model_validate({"entity": "JWT auth", "asOf": "2025-03"})
ask.question()                # TemporalQuery(entity="JWT auth", as_of="2025-03")
params(ask.question())        # {"entity": "JWT auth", "asOf": "2025-03"}: what a client sends for it
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from datetime import datetime
from typing import Annotated, Any, ClassVar, Final, Generic, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from retrograph.retrieval.query import (
    DEFAULT_LIMIT,
    TIMELINE_LIMIT,
    DiffQuery,
    EntitiesQuery,
    EntityQuery,
    FactQuery,
    PathQuery,
    SuggestionsQuery,
    TemporalQuery,
    TimelineQuery,
)

Q = TypeVar(
    "Q", TemporalQuery, TimelineQuery, DiffQuery, PathQuery, FactQuery, EntityQuery, EntitiesQuery, SuggestionsQuery
)
Question = (
    TemporalQuery | TimelineQuery | DiffQuery | PathQuery | FactQuery | EntityQuery | EntitiesQuery | SuggestionsQuery
)

_WIRE_NAMES: Final = {"start": "from", "goal": "to", "start_type": "fromType", "goal_type": "toType"}


def wire_name(name: str) -> str:
    """How a field of a question is written in a query string."""
    return _WIRE_NAMES.get(name) or to_camel(name)


def _split(values: list[str]) -> list[str]:
    return [part.strip() for value in values for part in value.split(",") if part.strip()]


Words = Annotated[list[str], AfterValidator(_split)]
"""Several words: the parameter repeated, or commas between them."""


class Params(BaseModel, Generic[Q]):
    """What all query strings share: no unknown parameter, names in camelCase."""

    model_config = ConfigDict(extra="forbid", alias_generator=wire_name, frozen=True)
    _kind: ClassVar[type[Any]]

    def question(self, **more: Any) -> Q:  # noqa: ANN401 - fields of the question that the path names
        """The question it asks.

        Raises:
            InvalidInput: a parameter is not one of its values.
        """
        given = {name: getattr(self, name) for name in self.model_fields_set}
        given = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
        question: Q = self._kind(**given, **more)
        return question


class WhenParams(Params[Q], Generic[Q]):
    """The point a question is asked of."""

    as_of: str | None = Field(
        None, description="What was true then: a date, or a date-time with an offset. Default: now."
    )
    known_at: str | None = Field(None, description="As far as was known then; `asOf` for the same instant as asOf.")
    tz: str | None = Field(None, description="The zone that dates without one are in.")
    basis: str | None = Field(None, description="`seq:hash` of an earlier answer, to ask again for the same.")


class TemporalParams(WhenParams[TemporalQuery]):
    _kind = TemporalQuery
    entity: str = Field(description="An entity: its id, its name or an alias, or `type:name`.")
    entity_type: str | None = Field(None, description="Its type, where the name has several.")
    types: Words = Field([], description="Relation types to show; all, if none is given.")
    evidence: Words = Field([], description="Levels of evidence to show: planned, stated, observed.")
    direction: str = Field("both", description="out, in or both.")
    depth: int = Field(1, description="How many edges far, 1 to 3.")
    order: str = Field("relevance", description="relevance, recent or oldest.")
    limit: int = Field(DEFAULT_LIMIT, description="Facts on a page, 1 to 1000.")
    cursor: str | None = Field(None, description="`nextCursor` of the page before.")


class TimelineParams(WhenParams[TimelineQuery]):
    _kind = TimelineQuery
    entity: str = Field(description="An entity: its id, its name or an alias, or `type:name`.")
    entity_type: str | None = Field(None, description="Its type, where the name has several.")
    axis: str = Field("valid", description="`both` adds what was believed earlier.")
    types: Words = Field([], description="Relation types to show.")
    properties: list[str] = Field([], description="Properties to show.")
    since: str | None = Field(None, description="Only what holds somewhere from then on.")
    until: str | None = Field(None, description="Only what holds somewhere up to then.")
    limit: int = Field(TIMELINE_LIMIT, description="Versions on a page, 1 to 1000.")
    cursor: str | None = Field(None, description="`nextCursor` of the page before.")


class DiffParams(Params[DiffQuery]):
    _kind = DiffQuery
    entity: str = Field(description="An entity: its id, its name or an alias, or `type:name`.")
    entity_type: str | None = Field(None, description="Its type, where the name has several.")
    from_as_of: str | None = Field(None, description="What was true then, at the first point.")
    to_as_of: str | None = Field(None, description="What was true then, at the second point.")
    from_known_at: str | None = Field(None, description="As far as was known then, at the first point.")
    to_known_at: str | None = Field(None, description="As far as was known then, at the second point.")
    tz: str | None = Field(None, description="The zone that dates without one are in.")
    basis: str | None = Field(None, description="`seq:hash` of an earlier answer, to ask again for the same.")


class PathParams(WhenParams[PathQuery]):
    _kind = PathQuery
    start: str = Field(description="The entity to start from.")
    goal: str = Field(description="The entity to reach.")
    start_type: str | None = Field(None, description="The type of the first, where the name has several.")
    goal_type: str | None = Field(None, description="The type of the second, where the name has several.")
    types: Words = Field([], description="Relation types to follow; all, if none is given.")
    direction: str = Field("both", description="out, in or both.")
    depth: int = Field(4, description="The most edges, 1 to 6.")


class FactParams(WhenParams[FactQuery]):
    _kind = FactQuery


class EntityParams(WhenParams[EntityQuery]):
    _kind = EntityQuery
    entity_type: str | None = Field(None, description="Its type, where the name has several.")


class EntitiesParams(WhenParams[EntitiesQuery]):
    _kind = EntitiesQuery
    entity_type: str | None = Field(None, description="Only entities of this type.")
    prefix: str | None = Field(None, description="Only names that begin so.")
    limit: int = Field(DEFAULT_LIMIT, description="Entities on a page, 1 to 1000.")
    cursor: str | None = Field(None, description="`nextCursor` of the page before.")


class SuggestionsParams(Params[SuggestionsQuery]):
    _kind = SuggestionsQuery
    entity: str | None = Field(None, description="Only what may be one with this entity: its id, its name or an alias.")
    entity_type: str | None = Field(None, description="Only pairs of which one is of this type.")
    limit: int = Field(DEFAULT_LIMIT, description="Pairs on a page, 1 to 1000.")
    cursor: str | None = Field(None, description="`nextCursor` of the page before.")


def params(question: Question, *, without: tuple[str, ...] = ()) -> Mapping[str, str | list[str]]:
    """The query string that asks a question; fields at their default are left out, and those in `without`."""
    found: dict[str, str | list[str]] = {}
    for field in fields(question):
        value = getattr(question, field.name)
        default = field.default if field.default is not MISSING else None
        if value != default and value is not None and field.name not in without:
            found[wire_name(field.name)] = _text(value)
    return found


def _text(value: object) -> str | list[str]:
    if isinstance(value, tuple):
        return [str(part) for part in value]
    return value.isoformat() if isinstance(value, datetime) else str(value)
