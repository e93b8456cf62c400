"""A project with questions to ask of it, and short ways to say things in tests."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC
from pathlib import Path

from retrograph.graph.intake import Written
from retrograph.graph.intervals import Period, instant_text, period
from retrograph.graph.model import (
    Assert,
    Correct,
    End,
    EntityRef,
    Evidenced,
    NewObservation,
    Property,
    Relation,
    Retract,
    VerbOp,
)
from retrograph.graph.project import Project
from retrograph.graph.store import StoreKind
from retrograph.retrieval.answers import TemporalAnswer
from retrograph.retrieval.query import TemporalQuery
from retrograph.retrieval.temporal import Questions

FIRST = period("2026-01-01T00:00:00Z", UTC).start
"""When the clock of a `World` starts. It ticks a day at each look."""


@dataclass
class Ticking:
    """A clock that goes on by a day each time somebody looks."""

    now: int = FIRST

    def __call__(self) -> int:
        self.now += 86_400_000_000
        return self.now


@dataclass
class World:
    """One project, its questions, and its clock."""

    project: Project
    clock: Ticking = field(default_factory=Ticking)
    zone: str = "UTC"

    def __post_init__(self) -> None:
        self.ask = Questions(self.project.ledger, self.project.graph, self.clock, self.zone)

    def write(self, *ops: VerbOp, observation: str | None = None) -> Written:
        return self.project.write(ops, actor="tester", observation_id=observation)

    def seen(self, text: str, *ops: VerbOp, at: str = "2025-06-01T00:00:00Z", session: str | None = None) -> str:
        """Record an observation and what it says; returns its id."""
        new = NewObservation(text, start_of(at), session_id=session)
        id_ = self.project.observe([new], extract=False)[0].observation_id
        if ops:
            self.write(*ops, observation=id_)
        return id_

    def known(self) -> str:
        """The present transaction time, as a text for `known_at`."""
        return instant_text(self.project.ledger.reached()[1])

    def basis(self) -> str:
        return str(self.project.ledger.reached()[0])

    def at(self, entity: str, as_of: str, **more: object) -> TemporalAnswer:
        return self.ask.temporal_query(TemporalQuery(entity=entity, as_of=as_of, **more))  # type: ignore[arg-type]

    def targets(self, entity: str, as_of: str, **more: object) -> set[str]:
        """Names at the other end of the facts of `entity`."""
        answer = self.at(entity, as_of, **more)
        return {f.target.name if f.source.id == answer.entity.id else f.source.name for f in answer.facts}


@contextmanager
def world(directory: Path, kind: StoreKind, zone: str = "UTC") -> Iterator[World]:
    """A new project in `directory` with a ticking clock and ids that count: `obs_1`, `ent_2`."""
    clock, numbers = Ticking(), itertools.count(1)
    with Project.open(
        directory / "p", kind=kind, clock=clock, ids=lambda prefix: f"{prefix}_{next(numbers)}"
    ) as project:
        yield World(project, clock, zone)


def ref(name: str, type_: str = "concept") -> EntityRef:
    return EntityRef(type_, name)  # type: ignore[arg-type]


def relation(source: str, type_: str, target: str, *, of: str = "concept", to: str = "library") -> Relation:
    return Relation(ref(source, of), type_, ref(target, to))  # type: ignore[arg-type]


def uses(
    source: str,
    target: str,
    start: str | None = None,
    end: str | None = None,
    replaces: str | None = None,
    **why: object,
) -> Assert:
    """`source` uses `target`."""
    old = ref(replaces, "library") if replaces else None
    return Assert(relation(source, "uses", target), _period(start), _period(end), _why(why), old)


def holds(subject: Relation | Property, start: str | None = None, end: str | None = None, **why: object) -> Assert:
    """Anything is so."""
    return Assert(subject, _period(start), _period(end), _why(why))


def works_at(person: str, company: str, start: str | None = None, end: str | None = None, **why: object) -> Assert:
    subject = relation(person, "works_at", company, of="person", to="organization")
    return Assert(subject, _period(start), _period(end), _why(why))


def left(person: str, company: str, at: str) -> End:
    return End(relation(person, "works_at", company, of="person", to="organization"), _period(at))


def has(
    entity: str,
    name: str,
    value: str,
    start: str | None = None,
    end: str | None = None,
    of: str = "decision",
    **why: object,
) -> Assert:
    """A property of an entity."""
    return Assert(Property(ref(entity, of), name, value), _period(start), _period(end), _why(why))


def taken_back(fact: str, reason: str) -> Retract:
    return Retract(fact, why=Evidenced(reasoning=reason))


def corrected(fact: str, reason: str, start: str | None = None, end: str | None = None, **to: object) -> Correct:
    return Correct(fact, reason, _period(start), _period(end), **to)  # type: ignore[arg-type]


def start_of(text: str) -> int:
    """The first microsecond of a date in UTC."""
    return period(text, UTC).start


def names(facts: Sequence[object]) -> list[str]:
    """The targets or values of versions, in order."""
    return [f.target.name if hasattr(f, "target") else f.value for f in facts]  # type: ignore[attr-defined]


def _period(text: str | None) -> Period | None:
    return None if text is None else period(text, UTC)


def _why(fields: dict[str, object]) -> Evidenced:
    return Evidenced(**fields)  # type: ignore[arg-type]
