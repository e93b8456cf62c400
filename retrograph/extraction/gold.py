"""A passage with what a careful reader takes from it, and an extractor's answer to it, as they are compared; pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import tzinfo
from typing import Final

from retrograph.graph.intervals import SECOND, Period, bound_text, period, zone_named
from retrograph.graph.model import Assert, End, Findings, NewObservation, Relation, Retract, VerbOp
from retrograph.graph.vocabulary import Grain


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """An entity of an answer."""

    name: str
    type: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GoldEntity:
    """An entity of a passage. `also_types` are accepted as well; an `optional` one may be left out."""

    name: str
    type: str
    aliases: tuple[str, ...] = ()
    also_types: tuple[str, ...] = ()
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """That a relation holds, held, or (`retracted`) never did. A bound is as exact as it was stated; None: not stated.

    An end whose time is not stated is the day of the observation.
    """

    source: str
    type: str
    target: str
    start: Period | None = None
    end: Period | None = None
    evidence: str = "stated"
    replaces: str | None = None
    retracted: bool = False

    @property
    def dated(self) -> bool:
        return self.start is not None or self.end is not None


@dataclass(frozen=True, slots=True)
class GoldClaim:
    """A relation of a passage; its dates are compared at `grain`."""

    claim: Claim
    grain: Grain


@dataclass(frozen=True, slots=True)
class AlsoOk:
    """A further reading. `instead_of` is the place, among the passage's relations, of the one it may stand in for."""

    reading: GoldClaim
    instead_of: int | None = None


@dataclass(frozen=True, slots=True)
class GoldPassage:
    """One passage of a gold set: the observation, and what is in it."""

    id: str
    lang: str
    difficulty: str
    observation: NewObservation
    entities: tuple[GoldEntity, ...]
    relations: tuple[GoldClaim, ...]
    also_ok: tuple[AlsoOk, ...] = ()

    @property
    def kind(self) -> str:
        return self.observation.kind

    @property
    def zone(self) -> tzinfo:
        """The observer's zone, in which days are compared."""
        return zone_named(self.observation.zone)


@dataclass(frozen=True, slots=True)
class Answer:
    """What an extractor takes from one passage; `failed` says why there is nothing, where its reply was of no use."""

    id: str
    entities: tuple[NamedEntity, ...] = ()
    relations: tuple[Claim, ...] = ()
    failed: str | None = None


def answer_of(passage: GoldPassage, findings: Findings) -> Answer:
    """What the findings come to, in the terms of a gold set. Properties are no part of it."""
    entities = tuple(NamedEntity(e.ref.name or "", e.ref.type or "", e.aliases) for e in findings.entities)
    relations = (_claim(op, passage) for op in findings.ops)
    return Answer(passage.id, entities, tuple(claim for claim in relations if claim is not None))


def _claim(op: VerbOp, passage: GoldPassage) -> Claim | None:
    """A verb as a claim, where it is one about a relation."""
    start, end, replaces = None, None, None
    match op:
        case Assert(subject=Relation() as subject):
            start, end = op.start, op.end
            replaces = op.replaces.name if op.replaces else None
        case End(subject=Relation() as subject):
            now = passage.observation.occurred_at
            end = op.at or Period(now, now + 1, "assumed")
        case Retract(subject=Relation() as subject):
            start, end = op.start, op.end
        case _:
            return None
    if end is not None and end.grain == "assumed":
        end = at_grain(end, "day", passage.zone)
    return Claim(
        source=subject.source.name or "",
        type=subject.type,
        target=subject.target.name or "",
        start=start,
        end=end,
        evidence=op.why.evidence,
        replaces=replaces,
        retracted=isinstance(op, Retract),
    )


_CHARACTERS: Final[dict[Grain, int]] = {"day": 10, "month": 7, "year": 4}
_FINENESS: Final[dict[Grain, int]] = {"year": 0, "month": 1, "day": 2, "assumed": 3, "instant": 3}


def at_grain(stated: Period, grain: Grain, zone: tzinfo) -> Period:
    """A date cut to a grain, in a zone: the day, month or year that it lies in, or its second.

    What is coarser already stays as it is: "in March" names no day. An assumed date is cut to its day.

    >>> from datetime import UTC
    >>> at_grain(period("2025-03-15", UTC), "month", UTC) == period("2025-03", UTC)
    True
    """
    wanted: Grain = "day" if grain == "assumed" else grain
    if _FINENESS[stated.grain] < _FINENESS[wanted]:
        return stated
    if wanted == "instant":
        second = stated.start - stated.start % SECOND
        return Period(second, second + 1, "instant")
    return period(bound_text(stated.start, "instant", zone)[: _CHARACTERS[wanted]], zone)


def coarser(one: Grain, other: Grain) -> Grain:
    """The one of two grains that says less."""
    return one if _FINENESS[one] <= _FINENESS[other] else other
