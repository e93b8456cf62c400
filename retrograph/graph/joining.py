"""Events of identity: other names, merges and their undoing, suggestions dismissed.

Each function runs inside one writer transaction. These events hold ids and the alias given, never an entity's name,
so that an erase need not touch them.
"""

from __future__ import annotations

from retrograph.errors import Conflict, InvalidInput, NotFound
from retrograph.graph.identity import display_name, fold
from retrograph.graph.intervals import OPEN
from retrograph.graph.journal import Basis
from retrograph.graph.names import lookup
from retrograph.graph.writer import Transaction


def add_alias(t: Transaction, entity: str, alias: str, *, actor: str, reason: str | None) -> Basis:
    """Another name for an entity, from now on."""
    if not fold(alias):
        raise InvalidInput("alias", "the name is empty: it has no visible character")
    here = t.known_entity(entity)
    if any(m.entity.id == here and m.by != "id" for m in lookup(t.db, t.canonical, alias, t.tx)):
        raise Conflict(f"{alias!r} already names this entity")
    return _write(t, "alias.added", entity=entity, alias=display_name(alias), actor=actor, reason=reason)


def remove_alias(t: Transaction, entity: str, alias: str, *, actor: str, reason: str | None) -> Basis:
    """Take an alias of an entity, or of what was merged into it, back."""
    members = t.canonical.members(t.known_entity(entity), t.tx)
    marks = ",".join("?" * len(members))
    row = t.db.execute(
        f"SELECT entity FROM aliases WHERE entity IN ({marks}) AND form = ? AND removed = ?",
        (*members, fold(alias), OPEN),
    ).fetchone()
    if row is None:
        raise NotFound(f"entity {entity} has no alias {alias!r}")
    return _write(t, "alias.removed", entity=row[0], alias=display_name(alias), actor=actor, reason=reason)


def merge(t: Transaction, loser: str, winner: str, *, actor: str, reason: str) -> Basis:
    """From now on `loser` stands for `winner`. The basis' seq names the merge."""
    old, new = t.known_entity(loser), t.known_entity(winner)
    if old == new:
        raise Conflict("these are one entity already")
    return _write(t, "entity.merged", loser=old, winner=new, actor=actor, reason=reason)


def unmerge(t: Transaction, merge: int, *, actor: str, reason: str) -> Basis:
    """Undo a merge by the seq of its event."""
    known = t.db.execute("SELECT 1 FROM merges WHERE seq = ? AND undone = ?", (merge, OPEN)).fetchone()
    if known is None:
        raise NotFound(f"event {merge} is no merge in force")
    return _write(t, "entity.unmerged", merge=merge, actor=actor, reason=reason)


def dismiss(t: Transaction, entity: str, other: str, *, actor: str, reason: str) -> Basis:
    """These two are not one: they are not suggested again. Nothing else changes, and they may be merged yet."""
    one, two = t.known_entity(entity), t.known_entity(other)
    if one == two:
        raise Conflict("these are one entity already")
    known = t.db.execute("SELECT seq FROM dismissals WHERE one = ? AND other = ?", tuple(sorted((one, two)))).fetchone()
    if known is not None:
        raise Conflict(f"event {known[0]} dismissed this already")
    return _write(t, "suggestion.dismissed", entity=one, other=two, actor=actor, reason=reason)


def _write(t: Transaction, kind: str, **fields: object) -> Basis:
    t.append(kind, {name: value for name, value in fields.items() if value is not None})
    return t.basis
