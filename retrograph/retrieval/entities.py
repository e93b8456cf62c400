"""Entities as such: the list of those known, and one with its names."""

from __future__ import annotations

from retrograph.errors import InvalidInput
from retrograph.retrieval.answers import EntityAnswer, EntityList, MergedView
from retrograph.retrieval.describe import named
from retrograph.retrieval.naming import choose, entity_view
from retrograph.retrieval.query import EntitiesQuery, EntityQuery
from retrograph.retrieval.slices import Sources


def entities(sources: Sources, query: EntitiesQuery) -> EntityList:
    """The entities known at knownAt, merged ones as one, in the order of their ids."""
    page = sources.resolver.page(query, query.cursor, "entities", query.entity_type, query.prefix, present=False)
    where, ledger, known = page.slice, sources.ledger, page.slice.at.known
    if isinstance(page.position, int):
        raise InvalidInput("cursor", "it is of another list")
    found = ledger.list_entities(
        known, type=query.entity_type, prefix=query.prefix, after=page.position, limit=query.limit + 1
    )
    shown = found[: query.limit]
    where.check_erased(ledger, {e.id for e in shown})
    return EntityList(
        entities=tuple(entity_view(e, ledger.aliases(e.id, known)) for e in shown),
        as_of=where.view,
        next_cursor=page.following(shown[-1].id) if len(found) > query.limit else None,
        basis=where.basis_view,
    )


def entity(sources: Sources, query: EntityQuery) -> EntityAnswer:
    """One entity as known at knownAt.

    Raises:
        NotFound: none of that name or id was known then.
    """
    where = sources.resolver.resolve(query, present=False)
    ledger, known = sources.ledger, where.at.known
    chosen = choose(ledger, query.entity, query.entity_type, where)
    id_ = chosen.entity.id
    others = sorted(ledger.canonical.members(id_, known) - {id_})
    where.check_erased(ledger, {id_, *others})
    believed = ledger.facts_of(id_, known)
    merged = ledger.entities(others)
    numbers = {merge.loser: merge.seq for merge in ledger.canonical.in_force(known)} if others else {}
    return EntityAnswer(
        entity=chosen.view(ledger, known),
        candidates=chosen.candidates,
        merged=tuple(
            MergedView(**named(merged[other]).model_dump(), merge=numbers[other]) for other in others if other in merged
        ),
        facts=sum(f.target is not None for f in believed),
        properties=sum(f.target is None for f in believed),
        as_of=where.view,
        note=chosen.note,
        basis=where.basis_view,
    )
