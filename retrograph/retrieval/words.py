"""Paths in words: the lines of `graphContext`, which an agent can read as they are.

    [concept] JWT auth (provider=jose) --uses--> [file] src/middleware/auth.ts
      [reasoning: Edge runtime compatibility required] @2025-03-01..2025-09-12

One fact reads source to target. A longer path starts at the entity asked about, its arrows point as the facts do,
and each of its facts has a line of its own below.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, tzinfo
from functools import lru_cache
from typing import Final

from retrograph.graph.intervals import bound_text, micros
from retrograph.graph.vocabulary import Grain
from retrograph.retrieval.views import FactView, NamedView, PropertyValue, Version

VALUE_SHOWN: Final = 40
"""Longest value of a property that is shown behind its entity's name."""
PROPERTIES_SHOWN: Final = 4


def path_text(facts: Sequence[FactView], start: str, properties: Mapping[str, str], zone: tzinfo) -> str:
    """A chain of facts in words. `start` is the id it starts from; `properties` gives the words behind an id's name."""
    if len(facts) == 1:
        fact = facts[0]
        line = f"{_entity(fact.source, properties)} --{fact.type}--> {_entity(fact.target, properties)}"
        return f"{line}\n  {detail(fact, zone)}"
    here = start
    first = facts[0].source if facts[0].source.id == here else facts[0].target
    line = _entity(first, properties)
    for fact in facts:
        if fact.source.id == here:
            line += f" --{fact.type}--> {_entity(fact.target, properties)}"
            here = fact.target.id
        else:
            line += f" <--{fact.type}-- {_entity(fact.source, properties)}"
            here = fact.source.id
    return "\n".join([line, *(f"  {detail(fact, zone)}" for fact in facts)])


def detail(version: Version, zone: tzinfo) -> str:
    """`[reasoning: ...] @2025-03-01..2025-09-12`; a plan says that it is one."""
    marks = "[planned] " if version.evidence == "planned" else ""
    if version.reasoning:
        marks += f"[reasoning: {one_line(version.reasoning)}] "
    return f"{marks}@{span_text(version, zone)}"


def span_text(version: Version, zone: tzinfo) -> str:
    """`2025-03-01..2025-09-12`, each bound as exactly as it was stated; an open one is left out.

    Words that say it less exactly than a date stand behind it: `2025-09-08 ("last week")..`.
    """
    start = date_text(version.valid_from, version.grain.from_, zone) + in_words(version.grain.from_phrase)
    return f"{start}..{date_text(version.valid_to, version.grain.to, zone)}{in_words(version.grain.to_phrase)}"


def in_words(phrase: str | None) -> str:
    """` ("last week")` for words that name a date without a year, month or day in digits; else nothing."""
    return f' ("{one_line(phrase)}")' if phrase and not any(c.isdigit() for c in phrase) else ""


@lru_cache(maxsize=4096)
def date_text(at: datetime | None, grain: Grain, zone: tzinfo) -> str:
    """A bound as exactly as it was stated; empty where it is open."""
    return "" if at is None else bound_text(micros(at), grain, zone)


def properties_text(properties: Mapping[str, PropertyValue]) -> str:
    """`provider=jose, status=accepted`: the short ones among an entity's properties, plans left out."""
    short = [
        f"{name}={one_line(p.value)}"
        for name, p in sorted(properties.items())
        if p.evidence != "planned" and len(p.value) <= VALUE_SHOWN
    ]
    return ", ".join(short[:PROPERTIES_SHOWN])


def one_line(text: str) -> str:
    """Text with its line breaks and runs of blanks made single blanks."""
    return " ".join(text.split())


def _entity(entity: NamedView, properties: Mapping[str, str]) -> str:
    behind = properties.get(entity.id)
    return f"[{entity.type}] {entity.name} ({behind})" if behind else f"[{entity.type}] {entity.name}"
