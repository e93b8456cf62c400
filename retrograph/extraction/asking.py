"""What a model is told: the rules with the closed vocabularies, one observation behind a fence, its errors; pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from typing import Final

from retrograph import prompts
from retrograph.extraction.completion import Message
from retrograph.extraction.elements import Element, Quarantined, graph_markup
from retrograph.extraction.extractor import KnownEntity
from retrograph.graph.intervals import moment, zone_named
from retrograph.graph.model import NewObservation, Observation
from retrograph.graph.vocabulary import (
    ENTITY_MEANING,
    RELATION_MEANING,
    SENTIMENTS,
    EntityType,
    RelationType,
)

PROBLEMS: Final = 20
"""As many errors as a model is shown of one reply."""
QUOTED: Final = 50_000
"""As much of its own reply as a model is shown again, in characters."""
SHOWN: Final = 400
"""As much of a refused element as it is shown, in characters."""


@cache
def rules() -> str:
    """The system prompt: what may be said and how, filled from the vocabulary."""
    return prompts.load("extract").fill(
        entity_types=_list(ENTITY_MEANING),
        relation_types=_list(RELATION_MEANING),
        sentiments=", ".join(SENTIMENTS),
        example=_example(),
    )


@cache
def version() -> str:
    """Twelve hex digits over all that a model is told, the vocabulary included."""
    return prompts.version(rules(), prompts.load("observation").text, prompts.load("repair").text)


def question(
    observation: NewObservation | Observation, text: str, part: str, known: Sequence[KnownEntity]
) -> list[Message]:
    """The conversation that asks for one part of an observation."""
    at = moment(observation.occurred_at).astimezone(zone_named(observation.zone))
    asked = prompts.load("observation").fill(
        kind=observation.kind,
        occurred_at=at.isoformat(timespec="seconds"),
        weekday=_WEEKDAYS[at.weekday()],
        part=part,
        known="\n".join(map(_known, known)) or "none",
        mark=_mark(text),
        text=text,
    )
    return [Message("system", rules()), Message("user", asked)]


def repair(asked: Sequence[Message], reply: str, problems: Sequence[Quarantined]) -> list[Message]:
    """The conversation that shows a model what was wrong with its reply."""
    listed = [f"- {p.reason}: {' '.join(p.element[:SHOWN].split()) or '(an empty reply)'}" for p in problems[:PROBLEMS]]
    if len(problems) > PROBLEMS:
        listed.append(f"- and {len(problems) - PROBLEMS} more of the kind")
    told = prompts.load("repair").fill(problems="\n".join(listed))
    return [*asked, Message("assistant", reply[:QUOTED] or "(an empty reply)"), Message("user", told)]


_WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def _mark(text: str) -> str:
    """A mark that the text does not hold, the same each time."""
    mark = blake2b(text.encode(errors="replace"), digest_size=8).hexdigest()
    while mark in text:
        mark = blake2b(mark.encode(), digest_size=8).hexdigest()
    return mark


def _known(known: KnownEntity) -> str:
    also = f" (also {', '.join(known.aliases)})" if known.aliases else ""
    return f"- [{known.entity.type}] {known.entity.name}{also}" + "".join(f"\n  - {fact}" for fact in known.facts)


def _list(meanings: Mapping[EntityType, str] | Mapping[RelationType, str]) -> str:
    return "\n".join(f"- `{name}`: {meaning}" for name, meaning in meanings.items())


def _example() -> str:
    """A reply to "Since March 2024 the billing service runs on Postgres instead of MySQL, because we need ..."."""
    billing = Element("entity", {"type": "project", "name": "billing service"})
    postgres = Element("entity", {"type": "library", "name": "Postgres"})
    mysql = Element("entity", {"type": "library", "name": "MySQL"})
    moved = Element(
        "relationship",
        {
            "type": "uses",
            "source": "billing service",
            "target": "Postgres",
            "weight": "1.0",
            "valid_from": "2024-03",
            "phrase_from": "March 2024",
            "valid_to": "current",
            "evidence": "stated",
            "replaces": "MySQL",
        },
        children=(
            Element("quote", text="Since March 2024 the billing service runs on Postgres instead of MySQL"),
            Element("reasoning", text="we need transactions across schemas"),
            Element("alternatives", children=(Element("alt", text="MySQL"),)),
        ),
    )
    return graph_markup([billing, postgres, mysql], [moved])
