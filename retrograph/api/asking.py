"""The keywords that questions and writes take in Python, and how they become a question."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import UTC, date, datetime
from typing import Any, Final, TypedDict

from retrograph.api.queries import Q, wire_name
from retrograph.errors import InvalidInput
from retrograph.graph.intervals import instant_text, zone_named
from retrograph.graph.model import NewObservation

Moment = str | date | datetime
"""A date (`"2025"`, `"2025-03"`, `"2025-03-15"`), a date-time with an offset, a `date`, or an aware datetime."""
Json = Mapping[str, Any]


class Ask(TypedDict, total=False):
    """The point a question is asked of; `retrieval.query.When` explains."""

    as_of: Moment | None
    known_at: Moment | None
    tz: str | None
    basis: str | None


class AskTemporal(Ask, total=False):
    entity_type: str | None
    types: Sequence[str]
    evidence: Sequence[str]
    direction: str
    depth: int
    order: str
    limit: int
    cursor: str | None


class AskTimeline(Ask, total=False):
    entity_type: str | None
    axis: str
    types: Sequence[str]
    properties: Sequence[str]
    since: Moment | None
    until: Moment | None
    limit: int
    cursor: str | None


class AskDiff(TypedDict, total=False):
    entity_type: str | None
    from_as_of: Moment | None
    to_as_of: Moment | None
    from_known_at: Moment | None
    to_known_at: Moment | None
    tz: str | None
    basis: str | None


class AskPath(Ask, total=False):
    start_type: str | None
    goal_type: str | None
    types: Sequence[str]
    direction: str
    depth: int


class AskEntity(Ask, total=False):
    entity_type: str | None


class AskEntities(AskEntity, total=False):
    prefix: str | None
    limit: int
    cursor: str | None


class AskSuggestions(TypedDict, total=False):
    """Which suggestions: of one entity, of a type."""

    entity: str | None
    entity_type: str | None
    limit: int
    cursor: str | None


class Seen(TypedDict, total=False):
    """What may be said of an observation besides its content."""

    occurred_at: str | date | datetime | None
    kind: str
    zone: str | None
    session_id: str | None
    agent: str | None
    source: str
    document_id: str | None
    metadata: Json


class Told(TypedDict, total=False):
    """Who does something, and why."""

    actor: str
    reason: str | None


class Erasing(TypedDict, total=False):
    """What to erase: observations by id, by their documents, by their sessions."""

    actor: str
    observations: Sequence[str]
    documents: Sequence[str]
    sessions: Sequence[str]


def observation_json(seen: NewObservation) -> dict[str, Any]:
    """An observation as a request writes it."""
    zone = zone_named(seen.zone)
    return {
        "content": seen.content,
        "occurredAt": instant_text(seen.occurred_at),
        "zone": "Z" if zone is UTC else seen.zone,
        "kind": seen.kind,
        "sessionId": seen.session_id,
        "agent": seen.agent,
        "source": seen.source,
        "documentId": seen.document_id,
        "metadata": dict(seen.metadata),
    }


def question(kind: type[Q], given: Mapping[str, Any]) -> Q:
    """A question from keywords, some of them lists; one that is None is as good as absent.

    Raises:
        InvalidInput: a value is of the wrong type, or not one of its values.
    """
    made: dict[str, Any] = {}
    known = {field.name for field in fields(kind)}
    for name, value in given.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            raise InvalidInput(name, "is no field here" + (f"; did you mean {near[0]}?" if near else ""))
        if value is None:
            continue
        expected = _TYPES.get(name, _TEXT)
        if (
            isinstance(value, bool)
            or not isinstance(value, expected)
            or (expected is _WORDS and isinstance(value, str))
        ):
            raise InvalidInput(wire_name(name), f"{value!r:.60} is of the wrong type")
        made[name] = _plain(value)
    return kind(**made)


def _plain(value: object) -> object:
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, date) and not isinstance(value, datetime):
        return value.isoformat()
    return value


_TEXT: Final = (str,)
_WORDS: Final = (list, tuple)
_DATES: Final = (str, date)
_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    **dict.fromkeys(("types", "evidence", "properties"), _WORDS),
    **dict.fromkeys(("depth", "limit"), (int,)),
    **dict.fromkeys(
        ("as_of", "known_at", "since", "until", "from_as_of", "to_as_of", "from_known_at", "to_known_at"), _DATES
    ),
}
