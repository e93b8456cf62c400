"""Which entity a request means, and what to say where a name means several or none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from retrograph.errors import InvalidInput, NotFound
from retrograph.graph.intervals import instant_text
from retrograph.graph.ledger import Ledger, Match
from retrograph.graph.model import Entity
from retrograph.graph.vocabulary import ENTITY_TYPES
from retrograph.retrieval.asof import Slice
from retrograph.retrieval.views import CandidateView, EntityView, instant

_CANDIDATES_SHOWN: Final = 20
_KEY: Final = re.compile(r"(?:\[(?P<shown>[a-z]+)\]|(?P<typed>[a-z]+):)\s*(?P<name>.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The entity that was meant, canonical at the known-at point. `note` is set where that needs saying."""

    entity: Entity
    candidates: tuple[CandidateView, ...] = ()
    note: str | None = None

    def view(self, ledger: Ledger, known: int) -> EntityView:
        """The entity with its other names at `known`."""
        return entity_view(self.entity, ledger.aliases(self.entity.id, known))


def entity_view(entity: Entity, aliases: list[str]) -> EntityView:
    """An entity as answers show it."""
    return EntityView(
        id=entity.id,
        type=entity.type,
        name=entity.name,
        aliases=tuple(aliases),
        recorded_at=instant(entity.recorded_at),
    )


def choose(ledger: Ledger, name: str, entity_type: str | None, where: Slice, *, field: str = "entity") -> Chosen:
    """The entity that `name` means at a slice's known-at point: an id, a name, an alias, `type:name`, or `[type] name`.

    Of several the best is taken (an id, then a name in the same form, then an alias; then most facts), and all
    are listed.

    Raises:
        NotFound: none was known then; `nearest` holds names that look like it.
        InvalidInput: the name has no visible character.
        Gone: it is an id that an erase after the basis asked for has touched.
    """
    known = where.at.known
    matches = _find(ledger, name, entity_type, known, field)
    if not matches:
        where.check_erased(ledger, {name.strip()})
        raise _unknown(ledger, name, entity_type, known)
    if len(matches) == 1:
        return Chosen(matches[0].entity, note=_moved(name, matches[0]))
    counted = [(m, len(ledger.facts_of(m.entity.id, known))) for m in matches[:_CANDIDATES_SHOWN]]
    counted.sort(key=lambda c: (c[0].by != "id", not c[0].exact, c[0].by == "alias", -c[1], c[0].entity.id))
    candidates = tuple(_candidate(m, facts) for m, facts in counted)
    best, others = candidates[0], candidates[1:]
    note = (
        f"{name.strip()!r} is the name of {len(matches)} entities; this answer is about [{best.type}] {best.name}. "
        "Give entityType or an id for " + ", ".join(f"[{c.type}] {c.name} ({c.id})" for c in others) + "."
    )
    return Chosen(counted[0][0].entity, candidates, note)


def joined(*notes: str | None) -> str | None:
    """Several notes as one."""
    return " ".join(note for note in notes if note) or None


def _find(ledger: Ledger, name: str, entity_type: str | None, known: int, field: str) -> list[Match]:
    try:
        matches = ledger.find(name.strip(), known, entity_type)
        key = _KEY.fullmatch(name.strip())
        if matches or key is None:
            return matches
        said = key["shown"] or key["typed"]
        if said not in ENTITY_TYPES or entity_type not in (None, said):
            return []
        return ledger.find(key["name"], known, said)
    except InvalidInput as error:
        raise InvalidInput(field, error.errors[0].message) from None


def _unknown(ledger: Ledger, name: str, entity_type: str | None, known: int) -> NotFound:
    nearest = list(dict.fromkeys(e.name for e in ledger.nearest(name.strip(), known)))
    kind = f"{entity_type} " if entity_type else ""
    when = instant_text(known) if known > 0 else "the beginning"
    hint = f"; near it: {', '.join(nearest)}" if nearest else ""
    return NotFound(f"no {kind}entity {name.strip()[:200]!r} was known at {when}{hint}", nearest)


def _moved(name: str, match: Match) -> str | None:
    if match.by == "id" and match.entity.id != name.strip():
        return f"{name.strip()} stands for [{match.entity.type}] {match.entity.name} since they were merged."
    return None


def _candidate(match: Match, facts: int) -> CandidateView:
    e = match.entity
    return CandidateView(id=e.id, type=e.type, name=e.name, by=match.by, exact=match.exact, facts=facts)
