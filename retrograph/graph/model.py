"""The values everything else speaks of. Frozen; all times are microseconds since the epoch, UTC."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from retrograph.graph.intervals import OPEN, Bounds, Period
from retrograph.graph.vocabulary import (
    EntityType,
    Evidence,
    ObservationKind,
    Outcome,
    RelationType,
    Sentiment,
    Source,
)

Direction = Literal["out", "in", "both"]


@dataclass(frozen=True, slots=True)
class NewObservation:
    """One thing that was seen, before it is recorded. `zone` is the offset or zone it was seen in.

    `dated` is False where nobody said when it was and the clock was read: a repeat of it then says the same.
    """

    content: str
    occurred_at: int
    kind: ObservationKind = "note"
    zone: str = "Z"
    session_id: str | None = None
    agent: str | None = None
    source: Source = "session"
    document_id: str | None = None
    metadata: Mapping[str, object] = field(default_factory=dict)
    dated: bool = True


@dataclass(frozen=True, slots=True)
class Observation:
    """One immutable thing that was seen, verbatim but for what the privacy filter cut."""

    id: str
    seq: int
    recorded_at: int
    content: str
    occurred_at: int
    kind: ObservationKind
    zone: str
    session_id: str | None
    agent: str | None
    source: Source
    document_id: str | None
    metadata: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Entity:
    """A named thing. `form` is its normal form: one entity a (type, form)."""

    id: str
    type: EntityType
    name: str
    form: str
    recorded_at: int


@dataclass(frozen=True, slots=True)
class EntityRef:
    """How a request names an entity: by id, or by type and name (found, or made if it is new)."""

    type: EntityType | None = None
    name: str | None = None
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Relation:
    """Names a relation: reads as a sentence, source to target."""

    source: EntityRef
    type: RelationType
    target: EntityRef


@dataclass(frozen=True, slots=True)
class Property:
    """Names a property of an entity; the name is lower case."""

    entity: EntityRef
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Evidenced:
    """What speaks for a statement. `quote` is exact words of the observation, `span` their place in it."""

    weight: float = 1.0
    evidence: Evidence = "stated"
    quote: str | None = None
    span: tuple[int, int] | None = None
    reasoning: str | None = None
    sentiment: Sentiment | None = None
    alternatives: tuple[str, ...] = ()
    phrase_from: str | None = None
    phrase_to: str | None = None
    extractor: str | None = None
    """Who read it there, where that is not the extractor of the whole."""


@dataclass(frozen=True, slots=True)
class Assert:
    """It is so on `[start, end)`. No start: from the observation's time on. `replaces` ends another target then.

    `change`: the text says that this is new, not what it was before; `succession.py` tells what that ends.
    """

    subject: Relation | Property
    start: Period | None = None
    end: Period | None = None
    why: Evidenced = Evidenced()
    replaces: EntityRef | None = None
    change: bool = False


@dataclass(frozen=True, slots=True)
class End:
    """It stopped being so at `at` (None: the observation's time)."""

    subject: Relation | Property | str
    at: Period | None = None
    why: Evidenced = Evidenced()


@dataclass(frozen=True, slots=True)
class Retract:
    """It was never so on `[start, end)`; with neither, at no time."""

    subject: Relation | Property | str
    start: Period | None = None
    end: Period | None = None
    why: Evidenced = Evidenced()


@dataclass(frozen=True, slots=True)
class Correct:
    """Overrule one fact, by its id: new bounds, another target or another value, in one event.

    A bound that is None stays as it was; `reopen` drops the end.
    """

    fact: str
    reason: str
    start: Period | None = None
    end: Period | None = None
    reopen: bool = False
    target: EntityRef | None = None
    value: str | None = None
    why: Evidenced = Evidenced()


VerbOp = Assert | End | Retract | Correct
"""A subject that is a string is a fact's id."""


@dataclass(frozen=True, slots=True)
class NewEntity:
    """An entity that an extraction lists, with the other names its text gives."""

    ref: EntityRef
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Findings:
    """What one observation came to, ready for the writer. `complete` lets a document speak by silence.

    `usage` is what a model took: calls, inputTokens, outputTokens, cost (US dollars), seconds. Empty without one.
    """

    entities: tuple[NewEntity, ...]
    ops: tuple[VerbOp, ...]
    outcome: Outcome
    extractor: str
    quarantined: tuple[Mapping[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    error: str | None = None
    usage: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fact:
    """One version of one relation or property on both time axes. A relation has `target`, a property `value`."""

    id: str
    key: str
    source: str
    type: str
    target: str | None
    value: str | None
    payload: str
    planned: bool
    weight: float
    valid_from: int
    valid_to: int
    recorded_from: int
    recorded_to: int = OPEN
    opened_seq: int = 0
    closed_seq: int = 0


@dataclass(frozen=True, slots=True)
class Support:
    """A statement seen from its fact."""

    observation_id: str
    session_id: str | None
    seq: int
    tx: int
    bounds: Bounds
    quote: str | None
    span: tuple[int, int] | None
    weight: float
    evidence: Evidence
    reasoning: str | None
    sentiment: Sentiment | None
    alternatives: tuple[str, ...]
    extractor: str
    phrase_from: str | None = None
    phrase_to: str | None = None
