"""Files of gold passages and of answers to them: JSON lines in snake_case, each line checked.

    gold = read_gold(Path("gold.jsonl"))
    answers = read_answers(Path("predictions.jsonl"), gold.passages)

A field that is not known is passed over and counted in `unknown`: a file may keep notes of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from retrograph.api.checking import checked
from retrograph.api.importing import json_lines, json_object
from retrograph.api.intake import Intake
from retrograph.api.wire import ObservationIn
from retrograph.errors import FieldError, InvalidInput, RetrographError
from retrograph.extraction.gold import (
    AlsoOk,
    Answer,
    Claim,
    GoldClaim,
    GoldEntity,
    GoldPassage,
    NamedEntity,
    at_grain,
    coarser,
)
from retrograph.graph.intervals import Period, bound_text, offset_of, period, zone_named
from retrograph.graph.vocabulary import EntityType, Evidence, Grain, ObservationKind, RelationType

T = TypeVar("T")


class _Line(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="allow")


class _EntityLine(_Line):
    name: str
    type: EntityType
    aliases: list[str] = []
    also_types: list[EntityType] = []
    optional: bool = False
    properties: dict[str, Any] = {}


class _RelationLine(_Line):
    source: str
    type: RelationType
    target: str
    valid_from: str | None = None
    valid_to: str | None = None
    grain: Grain | None = None
    evidence: Evidence = "stated"
    replaces: str | None = None
    retracted: bool = False
    weight: float = 1.0
    reasoning: str | None = None
    sentiment: str | None = None
    alternatives: list[str] = []
    quote: str | None = None


class _AlsoLine(_RelationLine):
    instead_of: int | None = Field(None, ge=0)


class _GoldLine(_Line):
    id: str
    text: str
    occurred_at: str = Field(alias="occurredAt")
    kind: ObservationKind
    lang: str = "unknown"
    difficulty: str = "unknown"
    entities: list[_EntityLine]
    relations: list[_RelationLine]
    also_ok: list[_AlsoLine] = []
    notes: str | None = None


class _AnswerEntity(_Line):
    name: str
    type: str
    aliases: list[str] = []


class _AnswerRelation(_Line):
    source: str
    type: str
    target: str
    valid_from: str | None = None
    valid_to: str | None = None
    grain: Grain | None = None
    evidence: str = "stated"
    replaces: str | None = None
    retracted: bool = False


class _AnswerLine(_Line):
    id: str
    entities: list[_AnswerEntity] = []
    relations: list[_AnswerRelation] = []
    failed: str | None = None


@dataclass(frozen=True, slots=True)
class GoldSet:
    """The passages of a file in its order, and how often it has a field that is not known."""

    passages: tuple[GoldPassage, ...]
    unknown: Mapping[str, int]


def read_gold(path: Path) -> GoldSet:
    """The passages of a file of JSON lines. Secrets are cut from their texts, as from every text.

    Raises:
        InvalidInput: a line is no passage, two have one id, or there is none; the message names file and line.
        OSError: it cannot be read.
    """
    unknown: Counter[str] = Counter()

    def passage(given: Mapping[str, Any]) -> GoldPassage:
        line = checked(_GoldLine, given)
        unknown.update(_unknown(line))
        return _passage(line)

    return GoldSet(tuple(_each(path, passage)), dict(unknown))


def read_answers(path: Path, passages: Iterable[GoldPassage]) -> dict[str, Answer]:
    """The answers of a file of JSON lines to these passages, by their ids.

    Raises:
        InvalidInput: a line is no answer, two are to one passage, or a passage has none.
        OSError: it cannot be read.
    """
    wanted = {passage.id: passage for passage in passages}
    found: dict[str, Answer] = {}
    for line in _each(path, lambda given: checked(_AnswerLine, given)):
        if passage := wanted.get(line.id):
            found[line.id] = _answer(line, passage.zone)
    missing = [id for id in wanted if id not in found]
    if missing:
        raise InvalidInput(
            "", f"{path} has no line for {_listed(missing)}; a passage in which nothing is found has one"
        )
    return found


def answer_line(answer: Answer, zone: tzinfo) -> dict[str, Any]:
    """An answer as a line that `read_answers` reads; its dates are those of the zone."""
    return {
        "id": answer.id,
        "entities": [{"name": e.name, "type": e.type, "aliases": list(e.aliases)} for e in answer.entities],
        "relations": [_relation_line(claim, zone) for claim in answer.relations],
        **({"failed": answer.failed} if answer.failed is not None else {}),
    }


def _each(path: Path, make: Callable[[Mapping[str, Any]], T]) -> Iterator[T]:
    if path.is_dir():
        raise InvalidInput("", f"{path} is a folder; give a file of JSON lines")
    if not path.exists():
        raise InvalidInput("", f"there is no file {path}")
    places: dict[str, str] = {}
    for where, raw in json_lines(path):
        try:
            given = json_object(raw)
            made = make(given)
        except RetrographError as error:
            raise InvalidInput("", f"{where}: {_said(error)}") from None
        first = places.setdefault(str(given["id"]), where)
        if first != where:
            raise InvalidInput("", f"{where}: the id {given['id']!r} is that of {first} too")
        yield made
    if not places:
        raise InvalidInput("", f"{path} is empty; give JSON lines, one a passage")


def _said(error: RetrographError) -> str:
    if isinstance(error, InvalidInput):
        return "; ".join(f"{e.field}: {e.message}" if e.field else e.message for e in error.errors[:_FAULTS])
    return str(error)


_FAULTS: Final = 3
"""So many wrong fields of one line are named."""


def _listed(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - 5} more" if len(ids) > 5 else ""
    return ", ".join(ids[:5]) + more


def _unknown(line: _Line) -> Iterator[str]:
    yield from line.model_extra or ()
    for name in type(line).model_fields:
        value = getattr(line, name)
        for item in value if isinstance(value, list) else ():
            if isinstance(item, _Line):
                yield from (f"{name}.{inner}" for inner in _unknown(item))


def _passage(line: _GoldLine) -> GoldPassage:
    intake = Intake(UTC, "Z", 0)
    body = checked(ObservationIn, {"content": line.text, "occurredAt": line.occurred_at, "kind": line.kind})
    observation = intake.observation(body, "")
    try:
        intake.finish()
    except InvalidInput as error:
        named = [FieldError("text" if e.field == "content" else e.field, e.message) for e in error.errors]
        raise InvalidInput(named[0].field, named[0].message, named) from None
    if offset_of(line.occurred_at) is None:
        raise InvalidInput("occurredAt", "needs a time and an offset: 2025-03-15T09:00:00Z")
    zone = zone_named(observation.zone)
    for place, also in enumerate(line.also_ok):
        if also.instead_of is not None and also.instead_of >= len(line.relations):
            raise InvalidInput(f"also_ok.{place}.instead_of", f"there is no relation {also.instead_of}")
    return GoldPassage(
        id=line.id,
        lang=line.lang,
        difficulty=line.difficulty,
        observation=observation,
        entities=tuple(
            GoldEntity(e.name, e.type, tuple(e.aliases), tuple(e.also_types), e.optional) for e in line.entities
        ),
        relations=tuple(_gold_claim(r, zone, f"relations.{place}.") for place, r in enumerate(line.relations)),
        also_ok=tuple(
            AlsoOk(_gold_claim(also, zone, f"also_ok.{place}."), also.instead_of)
            for place, also in enumerate(line.also_ok)
        ),
    )


def _gold_claim(line: _RelationLine, zone: tzinfo, at: str) -> GoldClaim:
    grain: Grain = line.grain or "assumed"
    return GoldClaim(_claim(line, zone, at), grain)


def _answer(line: _AnswerLine, zone: tzinfo) -> Answer:
    return Answer(
        line.id,
        tuple(NamedEntity(e.name, e.type, tuple(e.aliases)) for e in line.entities),
        tuple(_claim(r, zone, f"relations.{place}.") for place, r in enumerate(line.relations)),
        line.failed,
    )


def _claim(line: _RelationLine | _AnswerRelation, zone: tzinfo, at: str) -> Claim:
    return Claim(
        source=line.source,
        type=line.type,
        target=line.target,
        start=_date(line.valid_from, line.grain, zone, at + "valid_from"),
        end=_date(line.valid_to, line.grain, zone, at + "valid_to"),
        evidence=line.evidence,
        replaces=line.replaces,
        retracted=line.retracted,
    )


def _date(text: str | None, grain: Grain | None, zone: tzinfo, field: str) -> Period | None:
    if text is None:
        return None
    stated = period(text, zone, field=field, naive=True)
    return stated if grain is None or grain == "assumed" else at_grain(stated, grain, zone)


def _relation_line(claim: Claim, zone: tzinfo) -> dict[str, Any]:
    bounds = [bound for bound in (claim.start, claim.end) if bound is not None]
    grain: Grain = bounds[0].grain if bounds else "assumed"
    for bound in bounds[1:]:
        grain = coarser(grain, bound.grain)
    return {
        "source": claim.source,
        "type": claim.type,
        "target": claim.target,
        "valid_from": _text(claim.start, zone),
        "valid_to": _text(claim.end, zone),
        "grain": grain,
        "evidence": claim.evidence,
        "replaces": claim.replaces,
        "retracted": claim.retracted,
    }


def _text(bound: Period | None, zone: tzinfo) -> str | None:
    """A bound as gold sets write it: the first day of a month or a year."""
    if bound is None:
        return None
    text = bound_text(bound.start, "instant", zone)
    return text if bound.grain == "instant" else text[:10]
