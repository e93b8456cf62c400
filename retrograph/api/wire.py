"""What a write request may say: strict bodies in camelCase.

    body = checked(FactsIn, {"ops": [{"op": "assert", "source": {...}, "type": "uses", "target": {...}}]})
    body.ops[0].valid_from                # as written; `intake` reads dates, cuts secrets and makes graph values

A field that is not listed is refused, and so is a value of another type: `"1"` is no number.
"""

from __future__ import annotations

import json
from datetime import date, datetime
from typing import Annotated, Any, Literal

import orjson
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.alias_generators import to_camel

from retrograph.graph.identity import NAME_LIMIT
from retrograph.graph.vocabulary import (
    STATED_WEIGHT,
    WEIGHT_RANGE,
    EntityType,
    Evidence,
    ObservationKind,
    RelationType,
    Sentiment,
    Source,
)

ID_LIMIT = 200
TEXT_LIMIT = 20_000
"""Longest value, quote or reason, in characters."""
LIST_LIMIT = 100
METADATA_LIMIT = 64 * 1024
"""Largest metadata of an observation, in bytes of JSON."""
DEFAULT_ACTOR = "local"


def _date_text(value: object) -> object:
    return value.isoformat() if isinstance(value, date | datetime) else value


def _unicode(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError("is not valid Unicode; it holds half of a surrogate pair") from None
    return text


def _json(value: dict[str, Any]) -> dict[str, Any]:
    try:
        json.dumps(value, allow_nan=False)
        size = len(orjson.dumps(value))
    except RecursionError:
        raise ValueError("is nested too deep") from None
    except (TypeError, ValueError) as error:
        raise ValueError("is nested too deep" if "Recursion" in str(error) else f"is not JSON: {error}") from None
    if size > METADATA_LIMIT:
        raise ValueError(f"has at most {METADATA_LIMIT} bytes as JSON; this has {size}")
    return value


def _printable(text: str) -> str:
    if not text:
        raise ValueError("is empty")
    if any(c < " " or c == "\x7f" for c in text):
        raise ValueError("holds a control character")
    return text


def _filled(text: str) -> str:
    if not text.strip():
        raise ValueError("is empty; say why")
    return text


def _graphic(text: str) -> str:
    if not text or not all("!" <= c <= "~" for c in text):
        raise ValueError("has one or more printable ASCII characters and no blank")
    return text


Content = Annotated[str, AfterValidator(_unicode)]
Id = Annotated[Content, Field(max_length=ID_LIMIT), AfterValidator(_printable)]
Name = Annotated[Content, Field(max_length=NAME_LIMIT)]
Text = Annotated[Content, Field(max_length=TEXT_LIMIT)]
Reason = Annotated[Content, Field(max_length=TEXT_LIMIT), AfterValidator(_filled)]
Date = Annotated[Content, BeforeValidator(_date_text), Field(max_length=64)]
"""`2025`, `2025-03`, `2025-03-15` or a date-time with an offset; in Python also a `date` or `datetime`."""
Weight = Annotated[float, Field(ge=WEIGHT_RANGE[0], le=WEIGHT_RANGE[1], allow_inf_nan=False)]
Metadata = Annotated[dict[str, Any], AfterValidator(_json)]
Key = Annotated[str, Field(max_length=ID_LIMIT), AfterValidator(_graphic)]


class Body(BaseModel):
    """What all bodies share: strict types, frozen, camelCase, no unknown field."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", alias_generator=to_camel)


class EntityIn(Body):
    """An entity, by id, or by name; the type is needed where the name is new or means several."""

    id: Id | None = None
    type: EntityType | None = None
    name: Name | None = None


class Subjected(Body):
    """A relation (`source`, `type`, `target`) or a property (`entity`, `property`, `value`)."""

    source: EntityIn | None = None
    type: RelationType | None = None
    target: EntityIn | None = None
    entity: EntityIn | None = None
    property: Name | None = None
    value: Text | None = None
    evidence: Evidence = "stated"
    weight: Weight = STATED_WEIGHT
    quote: Text | None = None


class AssertIn(Subjected):
    """It is so from `validFrom` (absent: from now, or from the observation's time) to `validTo`."""

    op: Literal["assert"]
    valid_from: Date | None = None
    valid_to: Date | None = None
    reasoning: Text | None = None
    sentiment: Sentiment | None = None
    alternatives: Annotated[list[Name], Field(max_length=LIST_LIMIT, strict=False)] = []
    replaces: EntityIn | None = None


class EndIn(Subjected):
    """It stopped being so at `at` (absent: now, or the observation's time). `fact` may name it by id."""

    op: Literal["end"]
    fact: Id | None = None
    at: Date | None = None
    reason: Text | None = None


class RetractIn(Subjected):
    """It was never so on `[validFrom, validTo)`, or at no time. `fact` may name it by id."""

    op: Literal["retract"]
    fact: Id | None = None
    valid_from: Date | None = None
    valid_to: Date | None = None
    reason: Text | None = None


class CorrectIn(Body):
    """Overrule one fact: other bounds, another target or value. `validTo: null` reopens it; absent, it stays."""

    op: Literal["correct"]
    fact: Id
    reason: Reason
    valid_from: Date | None = None
    valid_to: Date | None = None
    target: EntityIn | None = None
    value: Text | None = None
    evidence: Evidence = "stated"
    weight: Weight = STATED_WEIGHT
    quote: Text | None = None


OpIn = Annotated[AssertIn | EndIn | RetractIn | CorrectIn, Field(discriminator="op")]


class FactsIn(Body):
    """A batch of verbs, all or nothing. With `observationId`, it is that observation that speaks for them."""

    ops: Annotated[list[OpIn], Field(min_length=1, strict=False)]
    observation_id: Id | None = None
    actor: Name = DEFAULT_ACTOR


class ObservationIn(Body):
    """One thing that was seen. `zone` is a name like Asia/Seoul, for a speaker whose offset changes over the year."""

    content: Content
    occurred_at: Date | None = None
    kind: ObservationKind = "note"
    zone: Annotated[str, Field(max_length=64)] | None = None
    session_id: Id | None = None
    agent: Id | None = None
    source: Source = "session"
    document_id: Annotated[Content, Field(max_length=NAME_LIMIT), AfterValidator(_printable)] | None = None
    metadata: Metadata = {}


class KeyedObservationIn(ObservationIn):
    """One of a batch; with an `idempotencyKey` of its own it is recorded once, whatever batch it comes in."""

    idempotency_key: Key | None = None


class BatchIn(Body):
    """Up to `batch_limit` observations, all or nothing."""

    observations: Annotated[list[KeyedObservationIn], Field(min_length=1, strict=False)]


class ExtractionIn(Body):
    """An agent's own extraction of an observation, in the XML that docs/vocabulary.md describes."""

    observation_id: Id
    xml: Content


class RetryIn(Body):
    """Which jobs are tried again: all of one status, or those that are parked or failed."""

    status: Literal["queued", "complete", "partial", "failed", "parked"] | None = None


class AliasIn(Body):
    """Another name for an entity."""

    alias: Name
    actor: Name = DEFAULT_ACTOR
    reason: Text | None = None


class MergeIn(Body):
    """`entity` is the same thing as `into`, which it becomes. Both by id."""

    entity: Id
    into: Id
    reason: Reason
    actor: Name = DEFAULT_ACTOR


class UnmergeIn(Body):
    """Undo a merge, named by the number that the merge answered with."""

    merge: Annotated[int, Field(ge=1, le=1 << 62)]
    reason: Reason
    actor: Name = DEFAULT_ACTOR


class DismissIn(Body):
    """`entity` and `other` are not the same thing, and are not suggested again. Both by id."""

    entity: Id
    other: Id
    reason: Reason
    actor: Name = DEFAULT_ACTOR


class EraseIn(Body):
    """Remove observations for good: by id, by document or by session, with all that rests on them alone."""

    observations: Annotated[list[Id], Field(max_length=1000, strict=False)] = []
    documents: Annotated[list[Name], Field(max_length=1000, strict=False)] = []
    sessions: Annotated[list[Id], Field(max_length=1000, strict=False)] = []
    reason: Reason
    actor: Name = DEFAULT_ACTOR
