"""What changed of an entity between two points in both times, each change with the event behind it.

A fact that holds at the second point only was *added*. One that holds at the first only *ended*, or was
*retracted* where it was taken back. One that holds at both, or gave way to another, by a correction or in
another version, was *corrected*.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from retrograph.errors import InvalidInput
from retrograph.graph.intervals import AsOf
from retrograph.graph.model import Fact
from retrograph.retrieval.answers import DiffAnswer
from retrograph.retrieval.asof import Slice, read_moment
from retrograph.retrieval.comparison import Comparison
from retrograph.retrieval.naming import choose
from retrograph.retrieval.query import DiffQuery
from retrograph.retrieval.slices import Sources


def diff(sources: Sources, query: DiffQuery) -> DiffAnswer:
    """What was added, ended, corrected and retracted between two points.

    Raises:
        InvalidInput: the second point is before the first, on either axis.
    """
    first, second = _points(sources, query)
    ledger, known = sources.ledger, second.at.known
    chosen = choose(ledger, query.entity, query.entity_type, second)
    id_ = chosen.entity.id
    members = ledger.canonical.members(id_, known)
    then = {ledger.canonical.of(m, first.at.known) for m in members}
    before = _held((f for m in then for f in ledger.facts_of(m, first.at.known)), first.at)
    believed = ledger.facts_of(id_, known)
    after = _held(believed, second.at)
    second.check_erased(ledger, {id_, *then, *members})
    changes = Comparison(ledger, (first, second), before, after, believed).changes()
    return DiffAnswer(
        entity=chosen.view(ledger, known),
        candidates=chosen.candidates,
        from_=first.view,
        to=second.view,
        added=changes["added"],
        ended=changes["ended"],
        corrected=changes["corrected"],
        retracted=changes["retracted"],
        note=chosen.note,
        basis=second.basis_view,
    )


def _points(sources: Sources, query: DiffQuery) -> tuple[Slice, Slice]:
    resolver, ledger = sources.resolver, sources.ledger
    tz, zone = resolver.zone(query.tz)
    far = resolver.horizon(query.basis)
    to_valid = resolver.now(far) if query.to_as_of is None else read_moment(query.to_as_of, zone, "toAsOf")
    valid = to_valid if query.from_as_of is None else read_moment(query.from_as_of, zone, "fromAsOf")
    to_known = far.bound if query.to_known_at is None else far.known(query.to_known_at, to_valid, zone, "toKnownAt")
    known = to_known if query.from_known_at is None else far.known(query.from_known_at, valid, zone, "fromKnownAt")
    if valid > to_valid:
        raise InvalidInput("toAsOf", "it is before fromAsOf; a diff goes forward in time")
    if known > to_known:
        raise InvalidInput("toKnownAt", "it is before fromKnownAt; a diff goes forward in time")

    def slice_at(point: AsOf) -> Slice:
        return Slice(point, zone, tz, ledger.basis_at(point.known), far.bound, far.pinned)

    return slice_at(AsOf(valid, known)), slice_at(AsOf(to_valid, to_known))


class _Said(NamedTuple):
    source: str
    name: str
    object: str | None


def _held(facts: Iterable[Fact], at: AsOf) -> list[Fact]:
    """The rows that hold at a point, plans left out where the same holds as a fact."""
    holding = {f.id: f for f in facts if f.valid_from <= at.valid < f.valid_to}.values()
    done = {_said(f) for f in holding if not f.planned}
    return [f for f in holding if not f.planned or _said(f) not in done]


def _said(fact: Fact) -> _Said:
    return _Said(fact.source, fact.type, fact.target if fact.target is not None else fact.value)
