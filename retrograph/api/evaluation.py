"""How an extractor did on a gold set, as an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from retrograph.extraction import scoring
from retrograph.extraction.gold import Answer, GoldPassage
from retrograph.retrieval.views import Shape

Slice = Literal["kind", "lang", "difficulty"]
SLICES: Final[tuple[Slice, ...]] = ("kind", "lang", "difficulty")


class Found(Shape):
    """How many were found, found wrongly and missed, and the figures of that; None where nothing was to be found."""

    right: int
    wrong: int
    missed: int
    precision: float | None
    recall: float | None
    f1: float | None


class Judged(Shape):
    """How many of those that were judged are right."""

    right: int
    of: int
    share: float | None


class SliceView(Shape):
    """The figures of all passages (`by` is None), or of those whose field `by` has this value."""

    by: Slice | None
    value: str | None
    passages: int
    entities: Found
    relations: Found
    dates: Judged
    dated: Judged
    evidence: Judged
    replaces: Judged


class MissView(Shape):
    """One thing that is not as the gold set has it."""

    passage: str
    fault: scoring.Fault
    what: str


class EvaluationView(Shape):
    """How an extractor did: `invented` relations in passages that state none (`silent`); `failed` have no answer."""

    extractor: str
    passages: int
    silent: int
    invented: int
    failed: int
    scores: tuple[SliceView, ...]
    misses: tuple[MissView, ...]


def evaluated(
    extractor: str, passages: Sequence[GoldPassage], answers: Mapping[str, Answer], by: Sequence[Slice]
) -> EvaluationView:
    """Score the answers to these passages, as a whole and split by each of these fields."""
    scored = [(passage, scoring.score(passage, answers[passage.id])) for passage in passages]
    total = scoring.totals(each.score for _, each in scored)
    rows = [_row(None, None, total)]
    for name in by:
        for value in sorted({_field(passage, name) for passage in passages}):
            part = scoring.totals(each.score for passage, each in scored if _field(passage, name) == value)
            rows.append(_row(name, value, part))
    return EvaluationView(
        extractor=extractor,
        passages=total.passages,
        silent=total.silent,
        invented=total.invented,
        failed=total.failed,
        scores=tuple(rows),
        misses=tuple(
            MissView(passage=miss.passage, fault=miss.fault, what=miss.what)
            for _, each in scored
            for miss in each.misses
        ),
    )


def _field(passage: GoldPassage, name: Slice) -> str:
    return {"kind": passage.kind, "lang": passage.lang, "difficulty": passage.difficulty}[name]


def _row(by: Slice | None, value: str | None, score: scoring.Score) -> SliceView:
    return SliceView(
        by=by,
        value=value,
        passages=score.passages,
        entities=_found(score.entities),
        relations=_found(score.relations),
        dates=_judged(score.dates),
        dated=_judged(score.dated),
        evidence=_judged(score.evidence),
        replaces=_judged(score.replaces),
    )


def _found(counts: scoring.Found) -> Found:
    return Found(
        right=counts.right,
        wrong=counts.wrong,
        missed=counts.missed,
        precision=counts.precision,
        recall=counts.recall,
        f1=counts.f1,
    )


def _judged(counts: scoring.Judged) -> Judged:
    return Judged(right=counts.right, of=counts.of, share=counts.share)
