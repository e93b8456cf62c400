"""Every version of an entity's facts and properties, what ended each and why."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from retrograph.errors import InvalidInput
from retrograph.graph.intervals import BEGINNING, LATEST, instant_text, period
from retrograph.graph.keys import property_name
from retrograph.graph.ledger import Ledger
from retrograph.graph.model import Fact
from retrograph.retrieval.answers import TimelineAnswer
from retrograph.retrieval.asof import Slice, read_moment
from retrograph.retrieval.causes import Causes
from retrograph.retrieval.describe import Backed, Names, backed_rows, fact_fields, property_fields
from retrograph.retrieval.naming import choose, joined
from retrograph.retrieval.query import Moment, TimelineQuery
from retrograph.retrieval.slices import Sources
from retrograph.retrieval.views import FactVersion, PropertyVersion, VersionAt


def timeline(sources: Sources, query: TimelineQuery) -> TimelineAnswer:
    """The versions believed at knownAt; with `axis="both"` also those believed before."""
    page = sources.resolver.page(
        query, query.cursor, "timeline", query.entity.strip(), query.entity_type, query.axis, query.types,
        query.properties, query.since, query.until, present=False,
    )  # fmt: skip
    where, ledger, known = page.slice, sources.ledger, page.slice.at.known
    since, until = span(query.since, query.until, where.zone)
    chosen = choose(ledger, query.entity, query.entity_type, where)
    id_ = chosen.entity.id
    every = versions(ledger, id_, known, past=query.axis == "both")
    wanted = [f for f in _wanted(every, query) if f.valid_from <= until and f.valid_to > since]
    where.check_erased(ledger, {id_})
    shown = wanted[page.offset : page.offset + query.limit]
    more = page.offset + query.limit < len(wanted)
    return TimelineAnswer(
        entity=chosen.view(ledger, known),
        candidates=chosen.candidates,
        as_of=where.view,
        versions=tuple(version_views(shown, ledger, where)),
        note=joined(chosen.note, _why_empty(every, wanted, known)),
        next_cursor=page.following(page.offset + query.limit) if more else None,
        basis=where.basis_view,
    )


def versions(ledger: Ledger, id_: str, known: int, *, past: bool = False) -> list[Fact]:
    """The rows of an entity (canonical at `known`) believed then, in order of valid time; with `past` those before."""
    if not past:
        return ledger.facts_of(id_, known)
    of = ledger.canonical.of
    return [
        f
        for f in ledger.facts_of(id_, None)
        if f.recorded_from <= known
        and (of(f.source, known) == id_ or (f.target is not None and of(f.target, known) == id_))
    ]


def version_views(facts: Sequence[Fact], ledger: Ledger, where: Slice) -> list[VersionAt]:
    """Rows as they are shown on a timeline."""
    names = Names(ledger)
    names.load_facts(facts)
    causes = Causes(ledger, names, where.zone)
    return [version_view(b, causes, where.at.known) for b in backed_rows(facts, ledger, where.at.known)]


def version_view(backed: Backed, causes: Causes, known: int) -> VersionAt:
    """One row with what ended it."""
    fact = backed.version
    assert isinstance(fact, Fact)
    ended_by = causes.ended_by(backed, known)
    if fact.target is None:
        return PropertyVersion(ended_by=ended_by, **property_fields(backed, causes.names, known))
    return FactVersion(ended_by=ended_by, **fact_fields(backed, causes.names, known))


def span(since: Moment | None, until: Moment | None, zone: tzinfo) -> tuple[int, int]:
    """`[since, until]` in microseconds: the first instant of the one date and the last of the other.

    Raises:
        InvalidInput: no dates, or the wrong way round.
    """
    start = BEGINNING
    if since is not None:
        dated = isinstance(since, str)
        start = period(str(since), zone, field="since").start if dated else read_moment(since, zone, "since")
    end = read_moment(until, zone, "until") if until is not None else LATEST + 1
    if end < start:
        raise InvalidInput("until", "it is before since")
    return start, end


def _wanted(facts: Sequence[Fact], query: TimelineQuery) -> list[Fact]:
    if not query.types and not query.properties:
        return list(facts)
    properties = {property_name(name) for name in query.properties}
    return [f for f in facts if f.type in (properties if f.target is None else query.types)]


def _why_empty(every: Sequence[Fact], wanted: Sequence[Fact], known: int) -> str | None:
    if wanted:
        return None
    if every:
        return f"None of its {len(every)} versions passes the filters."
    return f"No fact of it was recorded by {instant_text(known)}."
