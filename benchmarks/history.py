"""A made-up history of any size, always the same for a seed, and questions about it. Used by `speed.py`.

Entities are a tenth of the facts. A few are the source of very many facts, most of few. A tenth of the facts are
properties, a few are plans; a third are superseded by another or end.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, date, timedelta

from retrograph.graph.intervals import Period, period
from retrograph.graph.model import Assert, End, EntityRef, Evidenced, Property, Relation, VerbOp
from retrograph.graph.vocabulary import ONE_VALUED, RELATION_TYPES

FIRST_DAY = date(2020, 1, 1)
DAYS = 2000
TYPES = tuple(name for name in RELATION_TYPES if name not in ONE_VALUED)
KINDS = ("concept", "library", "file", "person", "decision")
PROPERTIES = ("version", "owner", "status", "license", "stage")
REASONS = ("Edge runtime compatibility required", "The old one is not maintained any more", None, None, None)


@dataclass(frozen=True)
class Asked:
    """A question: the name of an entity and an as-of point, as text and in microseconds."""

    name: str
    as_of: str
    valid: int


def history(facts: int, seed: int) -> Iterator[VerbOp]:
    """Verbs that assert so many facts; every sixth replaces an earlier one, after every sixth an earlier one ends."""
    rng = random.Random(seed)
    days = _days()
    standing: list[tuple[Relation, int]] = []
    for number in range(facts):
        day = rng.randrange(DAYS)
        why = Evidenced(reasoning=rng.choice(REASONS), evidence="planned" if rng.random() < 0.03 else "stated")
        if rng.random() < 0.1:
            said = Property(_source(rng, facts), rng.choice(PROPERTIES), f"value {rng.randrange(50)}")
            yield Assert(said, days[day], None, why)
            continue
        if number % 6 == 1 and standing:
            old, began = _taken(rng, standing)
            new = Relation(old.source, old.type, _other(rng, facts, (old.source, old.target)))
            later = rng.randrange(began, DAYS)
            yield Assert(new, days[later], None, why, replaces=old.target)
            standing.append((new, later))
            continue
        source = _source(rng, facts)
        relation = Relation(source, rng.choice(TYPES), _other(rng, facts, (source,)))
        yield Assert(relation, days[day], None, why)
        if why.evidence != "planned":
            standing.append((relation, day))
        if number % 6 == 4:
            old, began = _taken(rng, standing)
            yield End(old, days[rng.randrange(began, DAYS) + 1])


def questions(facts: int, count: int, seed: int) -> list[Asked]:
    """Half of the entities as often as they are in facts, half any."""
    rng = random.Random(seed + 1)
    found = []
    for number in range(count):
        ref = _source(rng, facts) if number % 2 else _any(rng, facts)
        day = FIRST_DAY + timedelta(days=rng.randrange(DAYS // 4, DAYS))
        point = period(day.isoformat(), UTC)
        found.append(Asked(ref.name or "", f"{day}T00:00:00Z", point.start))
    return found


def _days() -> list[Period]:
    return [period((FIRST_DAY + timedelta(days=n)).isoformat(), UTC) for n in range(DAYS + 2)]


def _source(rng: random.Random, facts: int) -> EntityRef:
    return _entity(int(facts // 10 * rng.random() ** 2))


def _any(rng: random.Random, facts: int) -> EntityRef:
    return _entity(rng.randrange(facts // 10))


def _other(rng: random.Random, facts: int, than: Collection[EntityRef]) -> EntityRef:
    while (found := _any(rng, facts)) in than:
        pass
    return found


def _entity(number: int) -> EntityRef:
    return EntityRef(KINDS[number % len(KINDS)], f"entity {number}")


def _taken(rng: random.Random, standing: list[tuple[Relation, int]]) -> tuple[Relation, int]:
    """Any of them, taken out."""
    place = rng.randrange(len(standing))
    standing[place], standing[-1] = standing[-1], standing[place]
    return standing.pop()
