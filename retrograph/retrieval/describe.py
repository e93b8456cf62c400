"""From rows and statements to what is shown of a fact: its supports, evidence, weight and grains.

The same for an edge of the graph and a row of the record, which have the same fields where it matters here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, cast

from retrograph.graph.bitemporal import Kind
from retrograph.graph.intervals import OPEN
from retrograph.graph.ledger import Ledger, StatementRow
from retrograph.graph.model import Entity, Fact
from retrograph.graph.store import Edge, Node
from retrograph.graph.vocabulary import EntityType, Evidence, Grain, RelationType
from retrograph.retrieval.explain import supporting
from retrograph.retrieval.views import (
    FactView,
    Grains,
    NamedView,
    PropertyView,
    SupportView,
    bound,
    instant,
)

SUPPORTS_SHOWN: Final = 20


@dataclass(frozen=True, slots=True)
class Backed:
    """A version with the statements that speak for it: one an observation, the strongest and latest first."""

    version: Edge | Fact
    supports: list[StatementRow]
    said: Sequence[StatementRow]
    """Every statement of its key."""

    @property
    def weight(self) -> float:
        return self.supports[0].support.weight if self.supports else self.version.weight

    @property
    def evidence(self) -> Evidence:
        if self.version.planned:
            return "planned"
        return "observed" if any(r.support.evidence == "observed" for r in self.supports) else "stated"


def back(version: Edge | Fact, payload: str, said: Sequence[StatementRow], known: int) -> Backed:
    """Find what supports a version of which `said` are the statements of its key.

    `payload` is the version's, as the statements name it; those recorded after `known` do not count.
    """
    if len(said) == 1:
        return Backed(version, list(said), said)
    found = supporting([r.statement for r in said], payload, version.valid_from, version.valid_to, known)
    if len(found) == len(said):
        standing = list(said)
    else:
        written = {s.written for s in found}
        standing = [r for r in said if r.statement.written in written]
    standing.sort(key=_strength, reverse=True)
    single = {r.support.observation_id: r for r in reversed(standing)}
    best = [r for r in standing if single[r.support.observation_id] is r]
    return Backed(version, best, said)


def payload_at(fact: Fact, said: Sequence[StatementRow], ledger: Ledger, known: int) -> str:
    """A row's payload as statements read at `known` name it: targets may have been merged since it was made."""
    if fact.target is not None:
        return ledger.canonical.of(fact.target, known)
    if not any(r.statement.payload == fact.payload for r in said):
        return next((r.statement.payload for r in said if r.value == fact.value), fact.payload)
    return fact.payload


def fields(backed: Backed, known: int) -> dict[str, Any]:
    """What every kind of version shows, as keyword arguments of `views.Version`."""
    version, supports = backed.version, backed.supports
    return {
        "valid_from": bound(version.valid_from),
        "valid_to": bound(version.valid_to),
        "grain": _grains(backed),
        "recorded_from": instant(version.recorded_from),
        "recorded_to": bound(version.recorded_to) if version.recorded_to <= known else None,
        "weight": backed.weight,
        "evidence": backed.evidence,
        **_words(supports),
        "supports": tuple([support_view(r) for r in _shown(supports)]),
        "support_count": len(supports),
    }


def _words(supports: Sequence[StatementRow]) -> dict[str, Any]:
    """The reasoning, sentiment and alternatives of the strongest and latest support that has them."""
    found: dict[str, Any] = {"reasoning": None, "sentiment": None, "alternatives": ()}
    for row in reversed(supports):
        said = row.support
        if said.reasoning:
            found["reasoning"] = said.reasoning
        if said.sentiment:
            found["sentiment"] = said.sentiment
        if said.alternatives:
            found["alternatives"] = said.alternatives
    return found


def edge_view(backed: Backed, source: Node, target: Node, depth: int, known: int) -> FactView:
    """A fact as met on a walk."""
    edge = backed.version
    assert isinstance(edge, Edge)
    return FactView(
        id=edge.fact,
        type=cast(RelationType, edge.type),
        source=named(source),
        target=named(target),
        depth=depth,
        **fields(backed, known),
    )


def fact_fields(backed: Backed, names: Names, known: int) -> dict[str, Any]:
    """All fields of a relation's version, as keyword arguments of `FactView` and its kin."""
    fact = backed.version
    assert isinstance(fact, Fact)
    assert fact.target is not None
    ends = {"source": names.view(fact.source), "target": names.view(fact.target)}
    return {"id": fact.id, "type": fact.type, **ends, **fields(backed, known)}


def property_fields(backed: Backed, names: Names, known: int) -> dict[str, Any]:
    """All fields of a property's version, as keyword arguments of `PropertyView` and its kin."""
    fact = backed.version
    assert isinstance(fact, Fact)
    about = {"entity": names.view(fact.source), "property": fact.type, "value": fact.value}
    return {"id": fact.id, **about, **fields(backed, known)}


def row_view(backed: Backed, names: Names, known: int) -> FactView | PropertyView:
    """A row of the record, as a relation or a property."""
    fact = backed.version
    assert isinstance(fact, Fact)
    if fact.target is None:
        return PropertyView(**property_fields(backed, names, known))
    return FactView(**fact_fields(backed, names, known))


def support_view(row: StatementRow) -> SupportView:
    """One statement as a support."""
    said = row.support
    return SupportView(
        observation_id=said.observation_id,
        session_id=said.session_id,
        quote=said.quote,
        span=said.span,
        extractor=said.extractor,
        weight=said.weight,
        evidence=said.evidence,
        reasoning=said.reasoning,
        kind=row.observation_kind,
        document_id=row.document_id,
        recorded_at=instant(said.tx),
    )


def named(node: Node | Entity) -> NamedView:
    """An entity as it is named in a fact."""
    return NamedView(id=node.id, type=cast(EntityType, node.type), name=node.name)


@dataclass(slots=True)
class Names:
    """The names of entities that one answer mentions, read once."""

    ledger: Ledger
    _known: dict[str, NamedView] = field(default_factory=dict)

    def load(self, ids: Collection[str]) -> None:
        """Read these names in one go."""
        missing = [id_ for id_ in ids if id_ not in self._known]
        if missing:
            self._known.update({id_: named(e) for id_, e in self.ledger.entities(missing).items()})

    def load_facts(self, facts: Collection[Fact]) -> None:
        """Read the names at both ends of these rows."""
        self.load({f.source for f in facts} | {f.target for f in facts if f.target is not None})

    def view(self, id_: str) -> NamedView:
        if id_ not in self._known:
            self.load([id_])
        return self._known[id_]


def backed_rows(facts: Sequence[Fact], ledger: Ledger, known: int) -> list[Backed]:
    """Rows of the record with their supports, each as of when it was last believed, at most `known`."""
    said = ledger.statements(facts, known)
    found = []
    for fact in facts:
        believed = min(known, fact.recorded_to - 1)
        rows = said.get(fact.id, [])
        found.append(back(fact, payload_at(fact, rows, ledger, known), rows, believed))
    return found


def _strength(row: StatementRow) -> tuple[float, tuple[int, int, int]]:
    return (row.support.weight, row.statement.written)


def _shown(supports: list[StatementRow]) -> list[StatementRow]:
    """At most `SUPPORTS_SHOWN` of them: the best, and the one that came first."""
    if len(supports) <= SUPPORTS_SHOWN:
        return supports
    first = min(supports, key=lambda r: r.statement.written)
    best = supports[:SUPPORTS_SHOWN]
    return best if first in best else [*best[:-1], first]


def _grains(backed: Backed) -> Grains:
    version = backed.version
    end = _UNSTATED if version.valid_to == OPEN else _stated(version.valid_to, backed, at_start=False)
    return _pair(*_stated(version.valid_from, backed, at_start=True), *end)


@lru_cache
def _pair(start: Grain, start_phrase: str | None, end: Grain, end_phrase: str | None) -> Grains:
    return Grains(from_=start, to=end, from_phrase=start_phrase, to_phrase=end_phrase)


Stated = tuple[Grain, str | None]
_UNSTATED: Stated = ("instant", None)


def _stated(at: int, backed: Backed, *, at_start: bool) -> Stated:
    """How exactly a bound was stated, and in which words: by the statement that set it, own supports first."""
    for row in (*backed.supports, *backed.said):
        s, stated = row.statement, row.support.bounds
        own = s.kind is Kind.ASSERT and s.payload == _payload(backed)
        if own and not at_start:
            if s.end == at:
                return stated.grain_to, row.support.phrase_to
            continue
        if s.kind is Kind.ENDED and at in (s.start, s.late):
            return stated.grain_from, row.support.phrase_to or row.support.phrase_from
        if s.start == at:
            return stated.grain_from, row.support.phrase_from
        if s.end == at:
            return stated.grain_to, row.support.phrase_to
    return _UNSTATED


def _payload(backed: Backed) -> str | None:
    return backed.supports[0].statement.payload if backed.supports else None
