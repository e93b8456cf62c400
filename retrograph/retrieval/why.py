"""One fact: what it says, on whose words, and what hides it where it is not visible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retrograph.errors import Gone, NotFound
from retrograph.graph.bitemporal import Kind
from retrograph.graph.intervals import instant_text
from retrograph.graph.ledger import Ledger, StatementRow
from retrograph.graph.model import Fact, Observation
from retrograph.retrieval.answers import FactAnswer, WhyAnswer, WhyNotAnswer
from retrograph.retrieval.asof import Slice
from retrograph.retrieval.causes import Causes
from retrograph.retrieval.describe import Backed, Names, back, payload_at
from retrograph.retrieval.explain import Fate, History, Verdict
from retrograph.retrieval.query import FactQuery
from retrograph.retrieval.slices import Sources
from retrograph.retrieval.timeline import version_view
from retrograph.retrieval.views import (
    EventView,
    Grains,
    Hindrance,
    ObservationView,
    bound,
    instant,
)

EXCERPT: Final = 160
"""Characters shown on each side of a quote, and half of those shown where there is none."""
_REASONS_SHOWN: Final = 10


def fact(sources: Sources, query: FactQuery) -> FactAnswer:
    """One version of a fact, as known at knownAt.

    Raises:
        NotFound: there is no such fact, or it was not recorded yet.
    """
    where = sources.resolver.resolve(query)
    looked = _Looked(sources.ledger, query.fact, where, where.at.known)
    current = looked.fact.recorded_to > where.at.known
    return FactAnswer(
        fact=version_view(looked.backed, looked.causes, where.at.known),
        current=current,
        holds=current and looked.fact.valid_from <= where.at.valid < looked.fact.valid_to,
        as_of=where.view,
        basis=where.basis_view,
    )


def why(sources: Sources, query: FactQuery) -> WhyAnswer:
    """All that was said of a fact, oldest first, with the observations it was said in.

    Raises:
        NotFound: there is no such fact, or it was not recorded yet.
    """
    where = sources.resolver.resolve(query)
    looked = _Looked(sources.ledger, query.fact, where, where.at.known)
    shown = version_view(looked.backed, looked.causes, where.at.known)
    ending = shown.ended_by.event if shown.ended_by else None
    speaking = _speaking(looked)
    rows = [r for r in looked.rows if r.statement.payload == looked.payload or r.statement.seq == ending]
    restated = {looked.causes.op(r) for r in rows if r.statement.kind is Kind.ASSERT}
    rows = [r for r in rows if r.statement.kind is not Kind.VOID or looked.causes.op(r) not in restated]
    seen: dict[str, ObservationView | None] = {}
    return WhyAnswer(
        fact=shown,
        events=tuple(_event(r, looked, r.statement.written in speaking, seen) for r in rows),
        as_of=where.view,
        basis=where.basis_view,
    )


def why_not(sources: Sources, query: FactQuery) -> WhyNotAnswer:
    """What hides a fact at (asOf, knownAt): each assertion of it with its fate, the decisive first.

    It looks beyond knownAt, so that it can say what was recorded only later; with a basis, up to that.

    Raises:
        NotFound: there is no such fact.
    """
    where = sources.resolver.resolve(query)
    looked = _Looked(sources.ledger, query.fact, where, where.horizon)
    history = History([r.statement for r in looked.rows], where.at.known)
    verdicts = history.verdicts(looked.payload, where.at.valid)
    visible = verdicts[0].fate is Fate.HOLDS
    because = [] if visible else _hindrances(verdicts, looked)
    if visible and _done(looked.fact, where, sources.ledger):
        because = [
            Hindrance(cause="done", at=None, by=None, explanation="the same holds as a fact, so its plan is left out")
        ]
    return WhyNotAnswer(
        fact=version_view(looked.backed, looked.causes, where.horizon),
        visible=not because,
        explanation=_explanation(because, where),
        because=tuple(because),
        as_of=where.view,
        basis=where.at_horizon(sources.ledger),
    )


class _Looked:
    """A fact as looked up, with all that was said of its key by `known`."""

    def __init__(self, ledger: Ledger, id_: str, where: Slice, known: int) -> None:
        found = ledger.fact(id_.strip())
        if found is None:
            raise NotFound(f"no fact has the id {id_.strip()[:80]!r}")
        where.check_erased(ledger, {found.source, found.target or found.source})
        if found.recorded_from > known:
            raise NotFound(f"fact {found.id} was not recorded yet at {instant_text(max(known, 0))}")
        self.fact: Fact = found
        self.rows = ledger.statements([found], known).get(found.id, [])
        self.payload = payload_at(found, self.rows, ledger, known)
        self.believed = min(known, found.recorded_to - 1)
        self.backed: Backed = back(found, self.payload, self.rows, self.believed)
        self.causes = Causes(ledger, Names(ledger), where.zone)
        self.ledger = ledger


def _speaking(looked: _Looked) -> set[tuple[int, int, int]]:
    history = History([r.statement for r in looked.rows], looked.believed)
    fact = looked.fact
    return {s.written for s in history.supporting(looked.payload, fact.valid_from, fact.valid_to)}


def _event(row: StatementRow, looked: _Looked, speaks: bool, seen: dict[str, ObservationView | None]) -> EventView:
    said, s = row.support, row.statement
    if said.observation_id not in seen:
        seen[said.observation_id] = _observation(row, looked.ledger)
    return EventView(
        event=said.seq,
        recorded_at=instant(said.tx),
        verb=looked.causes.verb(row),
        value=looked.causes.label(row) if row.value or row.target else _value(s.payload, looked.rows),
        valid_from=bound(s.start),
        valid_to=bound(s.end),
        grain=Grains(from_=said.bounds.grain_from, to=said.bounds.grain_to),
        phrase_from=said.phrase_from,
        phrase_to=said.phrase_to,
        quote=said.quote,
        span=said.span,
        weight=said.weight,
        evidence=said.evidence,
        reason=said.reasoning,
        extractor=said.extractor,
        supports=speaks,
        observation=seen[said.observation_id],
    )


def _value(payload: str, rows: Sequence[StatementRow]) -> str:
    """A property's value by its id: an end or a retraction names only that."""
    return next((repr(r.value) for r in rows if r.statement.payload == payload and r.value is not None), "it")


def _observation(row: StatementRow, ledger: Ledger) -> ObservationView | None:
    try:
        seen = ledger.observation(row.support.observation_id)
    except (Gone, NotFound):
        return None
    return ObservationView(
        observation_id=seen.id,
        kind=seen.kind,
        occurred_at=instant(seen.occurred_at),
        recorded_at=instant(seen.recorded_at),
        session_id=seen.session_id,
        agent=seen.agent,
        document_id=seen.document_id,
        excerpt=excerpt(seen, row.support.span),
    )


def excerpt(observation: Observation, span: tuple[int, int] | None) -> str:
    """The words around a quote, cut with an ellipsis; the beginning where there is no quote."""
    text = observation.content
    start, end = span or (0, EXCERPT)
    first, last = max(0, start - EXCERPT), min(len(text), end + EXCERPT)
    return ("…" if first > 0 else "") + text[first:last] + ("…" if last < len(text) else "")


def _hindrances(verdicts: Sequence[Verdict], looked: _Looked) -> list[Hindrance]:
    found: dict[tuple[str, int | None, str], Hindrance] = {}
    for verdict in verdicts[:_REASONS_SHOWN]:
        if verdict.by is None:
            text = "nothing says so any more"
            found["unsaid", None, text] = Hindrance(cause=verdict.fate, at=None, by=None, explanation=text)
            continue
        by = looked.causes.of_verdict(verdict, looked.rows)
        at = bound(verdict.at) if verdict.at is not None else None
        found.setdefault(
            (verdict.fate, by.event, by.how), Hindrance(cause=verdict.fate, at=at, by=by, explanation=by.how)
        )
    return list(found.values())


def _done(fact: Fact, where: Slice, ledger: Ledger) -> bool:
    """Whether a plan is left out because the same holds as a fact."""
    if not fact.planned:
        return False
    return any(
        (f.source, f.type, f.target, f.value) == (fact.source, fact.type, fact.target, fact.value)
        and not f.planned
        and f.valid_from <= where.at.valid < f.valid_to
        for f in ledger.facts_of(fact.source, where.at.known)
    )


def _explanation(because: Sequence[Hindrance], where: Slice) -> str:
    point = f"at {instant_text(where.at.valid)}, as known at {instant_text(where.at.known)}"
    if not because:
        return f"It is visible {point}."
    first = because[0]
    reason = f" (because: {first.by.reason})" if first.by and first.by.reason else ""
    return f"Not visible {point}: {first.explanation}{reason}."
