"""Two states of an entity, compared: the heart of `diff`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from retrograph.graph.ledger import Ledger, StatementRow
from retrograph.graph.model import Fact
from retrograph.retrieval.asof import Slice
from retrograph.retrieval.causes import Causes, row_of
from retrograph.retrieval.describe import Backed, Names, back, fact_fields, payload_at, property_fields, row_view
from retrograph.retrieval.explain import Fate, History
from retrograph.retrieval.views import Cause, Change, FactChange, FactView, PropertyChange, PropertyView

Kind = Literal["added", "ended", "corrected", "retracted"]


class _Identity(NamedTuple):
    """What makes two versions the same fact, with entities as they stand at the second point."""

    source: str
    name: str
    object: str
    planned: bool
    is_property: bool


@dataclass(frozen=True, slots=True)
class _Found:
    """One change on the way to its view. `row` is the statement that made it, where one did."""

    kind: Kind
    fact: Fact
    before: Fact | None
    cause: Cause
    row: StatementRow | None = None


class Comparison:
    """Finds what became of each row that held at the first point, and what is new at the second.

    `believed` are all rows believed at the second point, whenever they hold.
    """

    def __init__(
        self,
        ledger: Ledger,
        points: tuple[Slice, Slice],
        before: Sequence[Fact],
        after: Sequence[Fact],
        believed: Sequence[Fact],
    ) -> None:
        self._ledger = ledger
        self._first, self._second = (p.at for p in points)
        self._known = self._second.known
        self._before: dict[_Identity, list[Fact]] = {}
        for fact in before:
            self._before.setdefault(self._identity(fact), []).append(fact)
        self._after = {self._identity(f): f for f in after}
        self._believed = believed
        self._holding = {f.id for f in after}
        every = {f.id: f for f in (*before, *believed)}
        self._said = ledger.statements(list(every.values()), self._known)
        names = Names(ledger)
        names.load_facts(list(every.values()))
        self._causes = Causes(ledger, names, points[1].zone)
        self._names = names

    def changes(self) -> dict[Kind, tuple[Change, ...]]:
        """The changes of each kind, in the order of what they are about."""
        gone, new = [], []
        for identity, facts in self._before.items():
            now = self._after.get(identity)
            for fact in facts:
                if now is None or (now.id != fact.id and self._around_first(identity) != now):
                    gone.append(self._gone(identity, fact))
                elif now.id != fact.id:
                    gone.append(_Found("corrected", now, fact, self._opened(now)))
        for identity, fact in self._after.items():
            were = {f.id for f in self._before.get(identity, ())}
            if fact.id not in were and not (were and self._around_first(identity) == fact):
                new.append(self._new(fact))
        found = self._paired(gone, new)
        return {
            kind: tuple(self._view(f) for f in sorted(found, key=_place) if f.kind == kind)
            for kind in ("added", "ended", "corrected", "retracted")
        }

    def _identity(self, fact: Fact) -> _Identity:
        of = self._ledger.canonical.of
        end = fact.value or "" if fact.target is None else of(fact.target, self._known)
        return _Identity(of(fact.source, self._known), fact.type, end, fact.planned, fact.target is None)

    def _around_first(self, identity: _Identity) -> Fact | None:
        """The version that covers the first point's valid time, as believed at the second."""
        return next((f for f in self._versions(identity) if f.valid_from <= self._first.valid < f.valid_to), None)

    def _versions(self, identity: _Identity) -> list[Fact]:
        return [f for f in self._believed if self._identity(f) == identity]

    def _gone(self, identity: _Identity, fact: Fact) -> _Found:
        """What became of a row that holds at the first point and not at the second."""
        around = self._around_first(identity)
        if around is not None:
            if around.valid_to <= self._second.valid:
                return self._ended(around, fact)
            return _Found("ended", around, _other(fact, around), self._done(identity, fact))
        rows = self._said.get(fact.id, [])
        cause, row = self._overruled(fact, rows)
        if cause.verb == "retract":
            return _Found("retracted", fact, None, cause, row)
        if cause.verb == "correct":
            shown = self._corrected(identity, cause) or fact
            return _Found("corrected", shown, _other(fact, shown), cause, row)
        earlier = [f for f in self._versions(identity) if f.valid_to <= self._second.valid]
        shown = earlier[-1] if earlier else fact
        return _Found("ended", shown, _other(fact, shown), cause, row)

    def _corrected(self, identity: _Identity, cause: Cause) -> Fact | None:
        """The version that a correction put in place, where it is not at the second point."""
        made = [f for f in self._believed if f.opened_seq == cause.event and f.type == identity.name]
        same = [f for f in made if self._identity(f) == identity]
        return max(same or made, key=lambda f: (f.valid_from, f.id), default=None)

    def _ended(self, version: Fact, fact: Fact) -> _Found:
        backed = self._backed(version, self._known)
        cause = self._causes.ended_by(backed, self._known) or self._causes.superseding(version, backed.said)
        return _Found("ended", version, _other(fact, version), cause)

    def _done(self, identity: _Identity, plan: Fact) -> Cause:
        """A plan that is left out at the second point because the same now holds as a fact."""
        done = self._after.get(identity._replace(planned=False))
        return self._opened(done or plan)

    def _overruled(self, fact: Fact, rows: list[StatementRow]) -> tuple[Cause, StatementRow | None]:
        """What changed the belief that a row holds at the first point's valid time."""
        statements = [r.statement for r in rows]
        decided = History(statements, self._first.known).deciding(self._first.valid)
        payload = payload_at(fact, rows, self._ledger, self._known)
        verdicts = History(statements, self._known).verdicts(payload, self._first.valid)
        verdict = next((v for v in verdicts if v.statement == decided), verdicts[0])
        if verdict.by is None or verdict.fate is Fate.HOLDS:
            return self._causes.superseding(fact, rows), None
        return self._causes.of_verdict(verdict, rows), row_of(verdict.by, rows)

    def _new(self, fact: Fact) -> _Found:
        """The event by which a row holds at the second point and not at the first."""
        rows = self._said.get(fact.id, [])
        statements = [r.statement for r in rows]
        now = History(statements, self._known)
        decided = now.deciding(self._second.valid)
        if decided is None:
            return _Found("added", fact, None, self._opened(fact))
        speaks = row_of(decided, rows)
        if decided.tx <= self._first.known:
            for verdict in History(statements, self._first.known).verdicts(decided.payload, self._first.valid):
                hiding = verdict.by
                if verdict.statement != decided or hiding is None or hiding == decided:
                    continue
                lifted = now.voided_by(hiding, max(hiding.start, self._first.valid))
                if lifted is not None:
                    return _Found("added", fact, None, self._causes.of_statement(row_of(lifted, rows)), speaks)
        return _Found("added", fact, None, self._causes.of_statement(speaks), speaks)

    def _opened(self, fact: Fact) -> Cause:
        return self._causes.of_event(fact.opened_seq, self._said.get(fact.id, []))

    def _paired(self, gone: list[_Found], new: list[_Found]) -> list[_Found]:
        """Join what one correction took away and what it put there instead."""
        ops = {self._causes.op(f.row): f for f in new if f.row is not None and f.cause.verb == "correct"}
        found = []
        for f in gone:
            put = ops.pop(self._causes.op(f.row), None) if f.row is not None and f.cause.verb == "correct" else None
            if put is None:
                found.append(f)
                continue
            new.remove(put)
            found.append(_Found("corrected", put.fact, f.before or f.fact, f.cause))
        return found + new

    def _backed(self, fact: Fact, known: int) -> Backed:
        rows = self._said.get(fact.id, [])
        return back(fact, payload_at(fact, rows, self._ledger, self._known), rows, known)

    def _view(self, found: _Found) -> Change:
        before, holds = found.before, found.fact.id in self._holding
        held = None if before is None else row_view(self._backed(before, self._first.known), self._names, self._known)
        backed = self._backed(found.fact, min(self._known, found.fact.recorded_to - 1))
        if found.fact.target is None:
            assert held is None or isinstance(held, PropertyView)
            return PropertyChange(
                event=found.cause, before=held, holds=holds, **property_fields(backed, self._names, self._known)
            )
        assert held is None or isinstance(held, FactView)
        return FactChange(event=found.cause, before=held, holds=holds, **fact_fields(backed, self._names, self._known))


def _other(before: Fact, shown: Fact) -> Fact | None:
    return before if before.id != shown.id else None


def _place(found: _Found) -> tuple[str, int, str]:
    return (found.fact.type, found.fact.valid_from, found.fact.id)
