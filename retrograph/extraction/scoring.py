"""How much of a gold set an extractor finds, and how much of what it finds is right; pure.

    scored = score(passage, answer)
    scored.score.relations.f1, scored.misses
    totals([scored.score for ...])

**Names** are compared after NFKC, casefold and collapsing of white space, without a leading `./`; an alias on either
side counts as the name. **Entities** match by type and name; what is optional or said twice counts neither way.
**Relations** match one to one by type, ends, and being retracted or not: with a relation of the passage, else with
a reading that may stand in for one. Of what matches nothing, a further reading excuses what agrees with it on being
planned and on being ended.

Only matched relations are judged further. **Dates** are right where both bounds agree, at the passage's grain, with
one of the readings matched; an undated relation also where the start is the observation's own day. **Evidence** is
right where it is that of a reading; **replaces**, where either side names something, where both name the same.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, reduce
from typing import Literal

from retrograph.extraction.gold import Answer, Claim, GoldClaim, GoldEntity, GoldPassage, NamedEntity, at_grain
from retrograph.graph.intervals import Period, bound_text

Fault = Literal[
    "no answer", "entity wrong", "entity missed", "relation wrong", "relation missed", "dates wrong", "evidence wrong",
    "replaces wrong",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Found:
    """How many were found, found wrongly, and missed. A figure is None where there is nothing to divide by."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    @property
    def precision(self) -> float | None:
        return _share(self.right, self.right + self.wrong)

    @property
    def recall(self) -> float | None:
        return _share(self.right, self.right + self.missed)

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall."""
        return _share(2 * self.right, 2 * self.right + self.wrong + self.missed)

    def __add__(self, other: Found) -> Found:
        return Found(self.right + other.right, self.wrong + other.wrong, self.missed + other.missed)


@dataclass(frozen=True, slots=True)
class Judged:
    """How many of those that were judged are right."""

    right: int = 0
    of: int = 0

    @property
    def share(self) -> float | None:
        return _share(self.right, self.of)

    def __add__(self, other: Judged) -> Judged:
        return Judged(self.right + other.right, self.of + other.of)


@dataclass(frozen=True, slots=True)
class Score:
    """The counts of one passage or of many. `dated` counts those of `dates` whose readings all have a date.

    `silent` are passages that state no relation, `invented` the relations wrongly found in them, `failed` passages
    that there is no answer to.
    """

    passages: int = 0
    entities: Found = Found()
    relations: Found = Found()
    dates: Judged = Judged()
    dated: Judged = Judged()
    evidence: Judged = Judged()
    replaces: Judged = Judged()
    silent: int = 0
    invented: int = 0
    failed: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(Score)))


@dataclass(frozen=True, slots=True)
class Miss:
    """One thing that is not as the passage has it, in words."""

    passage: str
    fault: Fault
    what: str


@dataclass(frozen=True, slots=True)
class Scored:
    """What one answer comes to."""

    score: Score
    misses: tuple[Miss, ...]


def score(passage: GoldPassage, answer: Answer) -> Scored:
    """Compare an answer with its passage."""
    return _Matching(passage, answer).scored()


def totals(scores: Iterable[Score]) -> Score:
    """The counts of all."""
    return reduce(Score.__add__, scores, Score())


def same_form(name: str) -> str:
    """A name in the form in which names are compared.

    >>> same_form("./SRC/Auth  Middleware.ts")
    'src/auth middleware.ts'
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split()).removeprefix("./")


class _Matching:
    """One answer beside its passage."""

    def __init__(self, passage: GoldPassage, answer: Answer) -> None:
        self._passage = passage
        self._answer = answer
        self._misses: list[Miss] = []

    def scored(self) -> Scored:
        if self._answer.failed is not None:
            self._miss("no answer", self._answer.failed)
        entities = self._entities()
        matched, wrong = self._matched()
        golds = self._passage.relations
        found = Found(len(matched), len(wrong), len(golds) - len(matched))
        for claim in wrong:
            self._miss("relation wrong", self._words(claim))
        for place, gold in enumerate(golds):
            if place not in matched:
                self._miss("relation missed", self._words(gold.claim))
        judged = reduce(Score.__add__, (self._judged(place, said) for place, said in matched.items()), Score())
        silent = not golds
        own = Score(
            passages=1,
            entities=entities,
            relations=found,
            silent=int(silent),
            invented=len(wrong) if silent else 0,
            failed=int(self._answer.failed is not None),
        )
        return Scored(own + judged, tuple(self._misses))

    # -- entities ------------------------------------------------------------------------------------------

    def _entities(self) -> Found:
        golds = self._passage.entities
        found: set[int] = set()
        strangers: dict[tuple[str, str], NamedEntity] = {}
        for entity in self._answer.entities:
            places = [place for place, gold in enumerate(golds) if _same_entity(entity, gold)]
            if places:
                found.add(min(places, key=lambda place: place in found))
            else:
                strangers.setdefault((entity.type, same_form(entity.name)), entity)
        missed = [gold for place, gold in enumerate(golds) if place not in found and not gold.optional]
        for entity in strangers.values():
            self._miss("entity wrong", f"{entity.type}:{entity.name}")
        for gold in missed:
            self._miss("entity missed", f"{gold.type}:{gold.name}")
        return Found(sum(not golds[place].optional for place in found), len(strangers), len(missed))

    # -- relations -----------------------------------------------------------------------------------------

    def _matched(self) -> tuple[dict[int, Claim], list[Claim]]:
        """Each relation of the passage that was found, with what found it, by its place; and what is wrong."""
        rest = dict(enumerate(self._answer.relations))
        taken: dict[int, Claim] = {}
        for readings in ([[reading] for reading in self._passage.relations], self._readings):
            for number, place in self._pairs(rest, readings):
                if number in rest and place not in taken:
                    taken[place] = rest.pop(number)
        also = [also.reading for also in self._passage.also_ok]
        return taken, [said for said in rest.values() if not any(self._excuses(reading, said) for reading in also)]

    def _pairs(self, said: Mapping[int, Claim], readings: Sequence[Sequence[GoldClaim]]) -> list[tuple[int, int]]:
        """Who may match whom: those whose dates agree first, so that of several periods each finds its own."""
        pairs = [
            (not any(self._dates_agree(claim, reading) for reading in same), number, place)
            for number, claim in said.items()
            for place, several in enumerate(readings)
            if (same := [reading for reading in several if self._same(claim, reading.claim)])
        ]
        return [(number, place) for _, number, place in sorted(pairs)]

    @cached_property
    def _readings(self) -> list[list[GoldClaim]]:
        """The readings of each relation of the passage, its own first."""
        return [
            [gold, *(also.reading for also in self._passage.also_ok if also.instead_of == place)]
            for place, gold in enumerate(self._passage.relations)
        ]

    def _same(self, said: Claim, gold: Claim) -> bool:
        return (
            said.type == gold.type
            and said.retracted == gold.retracted
            and self._same_name(said.source, gold.source)
            and self._same_name(said.target, gold.target)
        )

    def _same_name(self, said: str, gold: str) -> bool:
        return not _names(said, self._answer.entities).isdisjoint(_names(gold, self._passage.entities))

    def _excuses(self, gold: GoldClaim, said: Claim) -> bool:
        return (
            self._same(said, gold.claim)
            and (said.evidence == "planned") == (gold.claim.evidence == "planned")
            and (said.end is None) == (gold.claim.end is None)
        )

    # -- what is judged of a match -------------------------------------------------------------------------

    def _judged(self, place: int, said: Claim) -> Score:
        same = [reading for reading in self._readings[place] if self._same(said, reading.claim)]
        gold = same[0].claim
        dates = Judged(int(any(self._dates_agree(said, reading) for reading in same)), 1)
        evidence = Judged(int(any(said.evidence == reading.claim.evidence for reading in same)), 1)
        replaces = Judged()
        if said.replaces or any(reading.claim.replaces for reading in same):
            replaces = Judged(int(any(self._replace_agrees(said, reading.claim) for reading in same)), 1)
        if not dates.right:
            self._miss("dates wrong", f"{self._words(said)}, for {self._dates(gold)}")
        if not evidence.right:
            self._miss("evidence wrong", f"{self._words(said)}, for {gold.evidence}")
        if not replaces.right and replaces.of:
            self._miss("replaces wrong", f"{self._words(said)}, for {gold.replaces or 'nothing'}")
        dated = dates if all(reading.claim.dated for reading in same) else Judged()
        return Score(dates=dates, dated=dated, evidence=evidence, replaces=replaces)

    def _replace_agrees(self, said: Claim, gold: Claim) -> bool:
        if said.replaces is None or gold.replaces is None:
            return said.replaces == gold.replaces
        return self._same_name(said.replaces, gold.replaces)

    def _dates_agree(self, said: Claim, gold: GoldClaim) -> bool:
        if not gold.claim.dated:
            return said.end is None and (said.start is None or self._is_own_day(said.start))
        return all(
            self._at(own, gold) == self._at(given, gold)
            for own, given in ((said.start, gold.claim.start), (said.end, gold.claim.end))
        )

    def _at(self, bound: Period | None, gold: GoldClaim) -> Period | None:
        return None if bound is None else at_grain(bound, gold.grain, self._passage.zone)

    def _is_own_day(self, start: Period) -> bool:
        now = self._passage.observation.occurred_at
        day = at_grain(Period(now, now + 1, "instant"), "day", self._passage.zone)
        return at_grain(start, "day", self._passage.zone) == day

    # -- in words ------------------------------------------------------------------------------------------

    def _miss(self, fault: Fault, what: str) -> None:
        self._misses.append(Miss(self._passage.id, fault, what))

    def _words(self, claim: Claim) -> str:
        replaced = f" for {claim.replaces}" if claim.replaces else ""
        never = "never: " if claim.retracted else ""
        relation = f"{never}{claim.source} {claim.type} {claim.target}{replaced}"
        return f"{relation} {self._dates(claim)} {claim.evidence}"

    def _dates(self, claim: Claim) -> str:
        bounds = (claim.start, claim.end)
        start, end = ("" if b is None else bound_text(b.start, b.grain, self._passage.zone) for b in bounds)
        return f"[{start}, {end})"


def _same_entity(entity: NamedEntity, gold: GoldEntity) -> bool:
    return entity.type in (gold.type, *gold.also_types) and not _forms(entity).isdisjoint(_forms(gold))


def _names(name: str, entities: Sequence[NamedEntity | GoldEntity]) -> set[str]:
    """The name and all other names of what it names: by its name, else by an alias."""
    form = same_form(name)
    named = [e for e in entities if same_form(e.name) == form] or [e for e in entities if form in _forms(e)]
    return {form}.union(*map(_forms, named))


def _forms(entity: NamedEntity | GoldEntity) -> set[str]:
    return {same_form(name) for name in (entity.name, *entity.aliases)}


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
