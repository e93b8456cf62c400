"""What holds at one point in both times: temporalQuery and path."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from retrograph.graph.intervals import BEGINNING, OPEN, AsOf, bound_text, instant_text
from retrograph.graph.ledger import Ledger
from retrograph.graph.model import Direction, Fact
from retrograph.graph.store import EdgeFilter, GraphStore, Step
from retrograph.retrieval.answers import PathAnswer, TemporalAnswer
from retrograph.retrieval.asof import Resolver, Slice
from retrograph.retrieval.describe import back, backed_rows, edge_view, fields
from retrograph.retrieval.naming import Chosen, choose, joined
from retrograph.retrieval.query import PathQuery, TemporalQuery
from retrograph.retrieval.views import FactView, PropertyValue
from retrograph.retrieval.walking import Met, Walked
from retrograph.retrieval.words import path_text, properties_text


@dataclass(frozen=True, slots=True)
class Sources:
    """What answers are made from. Every part may be used from any thread."""

    ledger: Ledger
    graph: GraphStore
    resolver: Resolver


def temporal_query(sources: Sources, query: TemporalQuery) -> TemporalAnswer:
    """The properties and facts of an entity at (asOf, knownAt)."""
    page = sources.resolver.page(
        query, query.cursor, "temporalQuery", query.entity.strip(), query.entity_type, query.types, query.evidence,
        query.direction, query.depth, query.order,
    )  # fmt: skip
    where, ledger = page.slice, sources.ledger
    chosen = choose(ledger, query.entity, query.entity_type, where)
    id_ = chosen.entity.id
    walked = Walked(_walk(sources.graph, id_, where.at, query), id_, ledger, where.at.known)
    where.check_erased(ledger, walked.entities)
    if query.evidence:
        walked.keep(query.evidence)
    shown = walked.page(query.order, page.offset, query.limit)
    more = page.offset + query.limit < len(walked.steps)
    properties = _properties(ledger, id_, where, query.evidence)
    views = {m.id: _view(m, where) for m in shown}
    empty = not walked.steps and not properties
    return TemporalAnswer(
        entity=chosen.view(ledger, where.at.known),
        candidates=chosen.candidates,
        as_of=where.view,
        properties=properties,
        facts=tuple(views.values()),
        graph_context=tuple(_in_words(walked.ways(shown), views, id_, properties, where)),
        note=joined(chosen.note, _why_nothing(ledger, chosen, where) if empty else None),
        next_cursor=page.following(page.offset + query.limit) if more else None,
        basis=where.basis_view,
    )


def path(sources: Sources, query: PathQuery) -> PathAnswer:
    """A shortest chain of facts between two entities; plans are used only where there is no chain without."""
    where = sources.resolver.resolve(query)
    ledger, at = sources.ledger, where.at
    start = choose(ledger, query.start, query.start_type, where, field="from")
    goal = choose(ledger, query.goal, query.goal_type, where, field="to")
    where.check_erased(ledger, {start.entity.id, goal.entity.id})
    steps, note = _path(sources.graph, (start, goal), at, query)
    where.check_erased(ledger, {n.id for s in steps for n in (s.source, s.target)})
    said = ledger.statements_of_edges([s.edge for s in steps], at.known)
    facts = [
        edge_view(
            back(s.edge, s.edge.target, said.get(s.edge.fact, ()), at.known), s.source, s.target, number, at.known
        )
        for number, s in enumerate(steps, 1)
    ]
    return PathAnswer(
        from_=start.view(ledger, at.known),
        to=goal.view(ledger, at.known),
        as_of=where.view,
        facts=tuple(facts),
        graph_context=(path_text(facts, start.entity.id, {}, where.zone),) if facts else (),
        note=joined(start.note, goal.note, note),
        basis=where.basis_view,
    )


def _walk(graph: GraphStore, id_: str, at: AsOf, query: TemporalQuery) -> list[Step]:
    planned = None
    if query.evidence:
        plans, facts = "planned" in query.evidence, set(query.evidence) - {"planned"}
        planned = None if plans and facts else plans
    where = EdgeFilter(query.types, _direction(query.direction), planned)
    return graph.hop(id_, at, where) if query.depth == 1 else graph.walk(id_, query.depth, at, where)


def _path(graph: GraphStore, ends: tuple[Chosen, Chosen], at: AsOf, query: PathQuery) -> tuple[list[Step], str | None]:
    start, goal = (end.entity for end in ends)
    if start.id == goal.id:
        return [], "Both names mean the same entity."
    types, direction = query.types, _direction(query.direction)
    for planned in (False, None):
        steps = graph.path(start.id, goal.id, at, query.depth, EdgeFilter(types, direction, planned))
        if steps:
            return steps, None if planned is False else "Part of this path is planned, not done."
    return [], f"No path of at most {query.depth} facts joins them at {instant_text(at.valid)}."


def _direction(name: str) -> Direction:
    return "out" if name == "out" else "in" if name == "in" else "both"


def _properties(ledger: Ledger, id_: str, where: Slice, evidence: Collection[str]) -> dict[str, PropertyValue]:
    rows = ledger.properties(id_, where.at)
    held: dict[str, PropertyValue] = {}
    plans: dict[str, PropertyValue] = {}
    for backed in backed_rows(rows, ledger, where.at.known):
        fact = backed.version
        assert isinstance(fact, Fact)
        if evidence and backed.evidence not in evidence:
            continue
        shown = PropertyValue(id=fact.id, value=fact.value or "", **fields(backed, where.at.known))
        (plans if fact.planned else held)[fact.type] = shown
    for name, plan in plans.items():
        now = held.get(name)
        if now is None:
            held[name] = plan
        elif now.value != plan.value:
            held[name] = now.model_copy(update={"planned": plan})
    return dict(sorted(held.items()))


def _why_nothing(ledger: Ledger, chosen: Chosen, where: Slice) -> str:
    """Why a known entity has nothing to show at a point."""
    valid, known = where.at.valid, where.at.known
    day = bound_text(valid, "instant", where.zone)
    facts = ledger.facts_of(chosen.entity.id, known)
    if not facts:
        since = bound_text(chosen.entity.recorded_at, "instant", where.zone)
        return f"No fact of it was recorded by {instant_text(known)}; the entity is known only since {since}."
    if any(f.valid_from <= valid < f.valid_to for f in facts):
        count = sum(f.valid_from <= valid < f.valid_to for f in facts)
        return f"{count} of its facts and properties hold at {day}, but none passes the filters."
    later = min((f.valid_from for f in facts if f.valid_from > valid), default=OPEN)
    earlier = max((f.valid_to for f in facts if f.valid_to <= valid), default=BEGINNING)
    said = []
    if earlier != BEGINNING:
        said.append(f"the last fact before ended {bound_text(earlier, 'instant', where.zone)}")
    if later != OPEN:
        which = "next" if said else "first"
        said.append(f"the {which} fact starts {bound_text(later, 'instant', where.zone)}")
    return f"Nothing holds at {day}: {', '.join(said)}."


def _view(met: Met, where: Slice) -> FactView:
    return edge_view(met.backed, met.step.source, met.step.target, met.step.depth, where.at.known)


def _in_words(
    ways: Sequence[Sequence[Met]],
    views: Mapping[str, FactView],
    start: str,
    properties: Mapping[str, PropertyValue],
    where: Slice,
) -> Iterator[str]:
    """Each way in words, with the properties of the entity it starts from behind its name."""
    behind = {start: properties_text(properties)}
    for way in ways:
        chain = [views.get(m.id) or _view(m, where) for m in way]
        yield path_text(chain, start, behind, where.zone)
