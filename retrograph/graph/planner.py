"""From a request in words to statements with ids: finds or makes entities, checks bounds, names payloads.

Planning reads the present state and changes nothing; its outcome goes into the journal, and only what is there
counts. Writer thread only, so what it read still holds when its outcome is applied.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from retrograph.clock import IdSource
from retrograph.errors import CallerError, InvalidInput, NotFound
from retrograph.graph.bitemporal import Kind
from retrograph.graph.facts import COLUMNS, fact_of
from retrograph.graph.identity import Canonical, display_name, fold, normal_form
from retrograph.graph.intervals import BEGINNING, OPEN, Period, bounds
from retrograph.graph.keys import key_of, property_name
from retrograph.graph.model import (
    Assert,
    Correct,
    End,
    EntityRef,
    Evidenced,
    Fact,
    NewEntity,
    Property,
    Relation,
    Retract,
    VerbOp,
)
from retrograph.graph.names import lookup
from retrograph.graph.statements import Said
from retrograph.graph.succession import Change, succession
from retrograph.graph.vocabulary import ENTITY_TYPES, RELATION_TYPES, WEIGHT_RANGE, Grain
from retrograph.graph.wording import op_line


@dataclass(frozen=True, slots=True)
class _Topic:
    """A subject with its ends found: what `Said` needs of it."""

    source: str
    name: str
    target: str | None
    value: str | None
    payload: str
    planned: bool


@dataclass(slots=True)
class Plan:
    """What a request comes to. `entities` holds every entity it mentions, so that any one event can bring it back."""

    statements: list[Said] = field(default_factory=list)
    entities: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    aliases: list[tuple[str, str]] = field(default_factory=list)
    refused: list[dict[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class Planner:
    """Plans one request on the state of `db`. Make a new one for each request."""

    def __init__(self, db: sqlite3.Connection, canonical: Canonical, ids: IdSource, at: int) -> None:
        self._db = db
        self._canonical = canonical
        self._ids = ids
        self._at = at
        self._forms: dict[tuple[str, str], str] = {}
        self._values: dict[tuple[str, str], str] = {}
        self._op = 0
        self.plan = Plan()

    def ops(self, ops: Sequence[VerbOp], occurred_at: int, *, strict: bool = True, text: str = "") -> Plan:
        """Plan the verbs. `occurred_at` dates what has no date of its own, `text` is what they were read from.

        With `strict=False` an op that cannot be is left out and listed in `refused` with its reason.

        Raises:
            InvalidInput: a field of an op is wrong; named `ops.N.field`.
            NotFound: an op names a fact or an entity id that is not there.
        """
        for number, op in enumerate(ops):
            self._op = number
            try:
                self.plan.statements.extend(list(self._statements(op, occurred_at)))
            except CallerError as error:
                if strict:
                    raise self._named(error) from error
                self.plan.refused.append({"element": op_line(op), "reason": str(error)})
        for number, op in enumerate(ops):
            if isinstance(op, Assert) and op.change and isinstance(op.subject, Relation):
                self._op = number
                self._succeed(op, text)
        return self.plan

    def _succeed(self, op: Assert, text: str) -> None:
        """End what a change ends; last, since what the same text says still holds is kept."""
        new = next((s for s in self.plan.statements if s.op == self._op and s.kind is Kind.ASSERT), None)
        if new is None or new.planned or new.target is None:
            return
        said = [s for s in self.plan.statements if (s.source, s.name, s.kind) == (new.source, new.name, Kind.ASSERT)]
        kept = {self._canonical.of(s.target, self._at) for s in said if s.target}
        type_, name = self.plan.entities[new.target]
        called = (*([name] if name else []), *(alias for id_, alias in self.plan.aliases if id_ == new.target))
        change = Change(new.source, new.name, new.target, type_, called, new.start, op.why.alternatives, text)
        found = succession(self._db, self._canonical, self._at, change, kept)
        for target in found.ended:
            old = _Topic(new.source, new.name, target, None, target, planned=False)
            self.entity(EntityRef(id=target), "target")
            ended = self._ended(old, op.start, new.start, op.why)
            self.plan.statements.append(ended)
        if found.possible:
            self.plan.notes.append(found.note(op_line(op)))

    def entity_list(self, listed: Sequence[NewEntity]) -> None:
        """Find or make the entities that an extraction lists, and note their aliases."""
        for new in listed:
            try:
                id_ = self.entity(new.ref, "entities")
                for alias in new.aliases:
                    if fold(alias) and fold(alias) != fold(new.ref.name or ""):
                        self.plan.aliases.append((id_, display_name(alias)))
            except CallerError as error:
                self.plan.refused.append({"element": new.ref.name or "", "reason": str(error)})

    def _named(self, error: CallerError) -> CallerError:
        if isinstance(error, InvalidInput):
            first = error.errors[0]
            return InvalidInput(f"ops.{self._op}.{first.field}", first.message)
        if isinstance(error, NotFound):
            return NotFound(f"ops.{self._op}: {error}", error.nearest)
        return error

    # -- entities ------------------------------------------------------------------------------------------

    def entity(self, ref: EntityRef, name: str) -> str:
        """The id of the entity that a reference means; made if its type and name are new."""
        if ref.id is not None:
            row = self._db.execute("SELECT type FROM entities WHERE id = ?", (ref.id,)).fetchone()
            if row is None:
                raise NotFound(f"no entity has the id {ref.id!r}")
            return self._mention(ref.id, row[0], None)
        if not ref.name:
            raise InvalidInput(f"{name}.name", "name the entity, or give its id")
        if ref.type is None:
            return self._untyped(ref.name, name)
        if ref.type not in ENTITY_TYPES:
            raise InvalidInput(f"{name}.type", f"{ref.type!r} is no entity type; use one of {', '.join(ENTITY_TYPES)}")
        form = normal_form(ref.type, ref.name, field=f"{name}.name")
        id_ = self._by_form(form, ref.type) or self._by_alias(ref.name, ref.type)
        if id_ is None:
            id_ = self._forms[ref.type, form] = self._ids("ent")
        return self._mention(id_, ref.type, display_name(ref.name))

    def _mention(self, id_: str, type_: str, name: str | None) -> str:
        """Note what the request calls an entity. One that it names by id alone comes without a name, so that its
        name is in no event but those whose own words hold it."""
        if name is not None or id_ not in self.plan.entities:
            self.plan.entities[id_] = (type_, name)
        return id_

    def _by_form(self, form: str, type_: str) -> str | None:
        known = self._forms.get((type_, form))
        if known is None:
            row = self._db.execute(
                "SELECT id FROM entities WHERE form = ? AND type = ? ORDER BY seq LIMIT 1", (form, type_)
            ).fetchone()
            if row:
                known = self._forms[type_, form] = row[0]
        return known

    def _by_alias(self, name: str, type_: str) -> str | None:
        rows = self._db.execute(
            "SELECT DISTINCT e.id FROM aliases a JOIN entities e ON e.id = a.entity "
            "WHERE a.form = ? AND a.removed = ? AND e.type = ? LIMIT 2",
            (fold(name), OPEN, type_),
        ).fetchall()
        return rows[0][0] if len(rows) == 1 else None

    def _untyped(self, name: str, field_name: str) -> str:
        found = [match.mentioned for match in lookup(self._db, self._canonical, name, self._at)]
        if not found:
            raise InvalidInput(f"{field_name}.type", f"{name!r} is not known yet, so its type is needed")
        if len(found) > 1:
            kinds = ", ".join(sorted(e.type for e in found))
            raise InvalidInput(
                f"{field_name}.type", f"{name!r} is the name of several entities ({kinds}); give the type"
            )
        return self._mention(found[0].id, found[0].type, display_name(name))

    # -- subjects ------------------------------------------------------------------------------------------

    def _topic(self, subject: Relation | Property, planned: bool) -> _Topic:
        if isinstance(subject, Property):
            source = self.entity(subject.entity, "entity")
            name = property_name(subject.name)
            value = " ".join(subject.value.split()) if "\n" not in subject.value.strip() else subject.value.strip()
            if not value:
                raise InvalidInput("value", "the value is empty; use end or retract to say that it has none")
            return _Topic(source, name, None, value, self._value_id(source, name, value, planned), planned)
        if subject.type not in RELATION_TYPES:
            raise InvalidInput("type", f"{subject.type!r} is no relation type; use one of {', '.join(RELATION_TYPES)}")
        source, target = self.entity(subject.source, "source"), self.entity(subject.target, "target")
        if self._canonical.of(source, self._at) == self._canonical.of(target, self._at):
            raise InvalidInput("target", "source and target are the same entity")
        return _Topic(source, subject.type, target, None, target, planned)

    def _value_id(self, source: str, name: str, value: str, planned: bool) -> str:
        """The opaque id of a property's value: the one it has, else a new one, so that no digest can be guessed."""
        key = key_of(source, name, None, planned, is_property=True)
        known = self._values.get((key, value))
        if known is None:
            row = self._db.execute(
                "SELECT payload FROM statements WHERE key = ? AND value = ? LIMIT 1", (key, value)
            ).fetchone()
            known = self._values[key, value] = row[0] if row else self._ids("val")
        return known

    def _fact(self, id_: str) -> Fact:
        row = self._db.execute(f"SELECT {COLUMNS} FROM facts WHERE id = ?", (id_,)).fetchone()
        if row is None:
            raise NotFound(f"no fact has the id {id_!r}")
        fact = fact_of(row)
        for end in (fact.source, fact.target):
            if end is not None:
                self.entity(EntityRef(id=end), "fact")
        return fact

    def _named_topic(self, subject: Relation | Property | str, planned: bool) -> _Topic:
        return _topic_of(self._fact(subject)) if isinstance(subject, str) else self._topic(subject, planned)

    # -- verbs ---------------------------------------------------------------------------------------------

    def _statements(self, op: VerbOp, occurred_at: int) -> Iterator[Said]:
        low, high = WEIGHT_RANGE
        if not low <= op.why.weight <= high:
            raise InvalidInput("weight", f"a weight lies between {low} and {high}")
        verbs: dict[type, Callable[..., Iterator[Said]]] = {
            Assert: self._assert, End: self._end, Retract: self._retract, Correct: self._correct,
        }  # fmt: skip
        return verbs[type(op)](op, occurred_at)

    def _assert(self, op: Assert, occurred_at: int) -> Iterator[Said]:
        planned = op.why.evidence == "planned"
        b = bounds(op.start, op.end, occurred_at)
        topic = self._topic(op.subject, planned)
        if op.replaces is not None:
            if not isinstance(op.subject, Relation):
                raise InvalidInput(
                    "replaces", "only a relation replaces another; a property's new value does so itself"
                )
            old = self._topic(Relation(op.subject.source, op.subject.type, op.replaces), planned)
            if old.target == topic.target:
                raise InvalidInput("replaces", "it names the target itself")
            yield self._ended(old, op.start, occurred_at, op.why)
        yield self._said(Kind.ASSERT, topic, (b.start, b.end), op.why, (b.grain_from, b.grain_to))

    def _end(self, op: End, occurred_at: int) -> Iterator[Said]:
        yield self._ended(self._named_topic(op.subject, op.why.evidence == "planned"), op.at, occurred_at, op.why)

    def _ended(self, topic: _Topic, at: Period | None, occurred_at: int, why: Evidenced) -> Said:
        start, grain = (at.start, at.grain) if at else (occurred_at, "assumed")
        late = at.end if at and at.grain != "instant" else start
        said = self._said(Kind.ENDED, topic, (start, OPEN), why, (grain, "instant"))
        return replace(said, late=late)

    def _retract(self, op: Retract, occurred_at: int) -> Iterator[Said]:
        topic = self._named_topic(op.subject, op.why.evidence == "planned")
        start, end = BEGINNING, OPEN
        if isinstance(op.subject, str) and op.start is None and op.end is None:
            fact = self._fact(op.subject)
            start, end = fact.valid_from, fact.valid_to
        if op.start is not None or op.end is not None:
            b = bounds(op.start, op.end, BEGINNING)
            start, end = b.start, b.end
        yield self._said(Kind.VOID, topic, (start, end), op.why)

    def _correct(self, op: Correct, occurred_at: int) -> Iterator[Said]:
        fact = self._fact(op.fact)
        if fact.recorded_to != OPEN:
            raise InvalidInput("fact", "this version is no longer believed; correct the one that took its place")
        if not op.reopen and all(new is None for new in (op.start, op.end, op.target, op.value)):
            raise InvalidInput("op", "nothing to correct: give validFrom, validTo, target or value")
        old = _topic_of(fact)
        start = op.start or Period(fact.valid_from, fact.valid_from + 1, "instant")
        kept_end = None if fact.valid_to == OPEN or op.reopen else Period(fact.valid_to, fact.valid_to + 1, "instant")
        b = bounds(start, op.end or kept_end, fact.valid_from)
        new = self._corrected(op, fact, old)
        why = replace(op.why, reasoning=op.reason)
        void = self._said(Kind.VOID, old, (fact.valid_from, fact.valid_to), why)
        said = self._said(Kind.ASSERT, new, (b.start, b.end), why, (b.grain_from, b.grain_to))
        yield from (replace(s, verb="correct") for s in (void, said))

    def _corrected(self, op: Correct, fact: Fact, old: _Topic) -> _Topic:
        source = EntityRef(id=fact.source)
        if op.target is not None:
            if fact.target is None:
                raise InvalidInput("target", "this fact is a property; correct its value")
            return self._topic(Relation(source, fact.type, op.target), fact.planned)  # type: ignore[arg-type]
        if op.value is not None:
            if fact.target is not None:
                raise InvalidInput("value", "this fact is a relation; correct its target")
            return self._topic(Property(source, fact.type, op.value), fact.planned)
        return old

    def _said(
        self,
        kind: Kind,
        topic: _Topic,
        span: tuple[int, int],
        why: Evidenced,
        grains: tuple[Grain, Grain] = ("instant", "instant"),
    ) -> Said:
        return Said(
            kind, topic.source, topic.name, topic.target, topic.value, topic.payload, topic.planned, *span, why,
            span[0], *grains, self._op,
        )  # fmt: skip


def _topic_of(fact: Fact) -> _Topic:
    """What a fact is about, by ids alone: its value is not said again by who names it by its id."""
    return _Topic(fact.source, fact.type, fact.target, None, fact.payload, fact.planned)
