"""The events behind what changed: which verb it was, whose words, and how it reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from typing import Final, Literal

from retrograph.errors import NotFound
from retrograph.graph.bitemporal import Kind, Statement
from retrograph.graph.intervals import OPEN, bound_text
from retrograph.graph.journal import Event
from retrograph.graph.ledger import Ledger, StatementRow
from retrograph.graph.model import Fact
from retrograph.retrieval.describe import Backed, Names, payload_at
from retrograph.retrieval.explain import Fate, History, Verdict
from retrograph.retrieval.views import Cause, instant

SpokenVerb = Literal["assert", "correct", "end", "retract"]

_PLAIN: Final[dict[Kind, SpokenVerb]] = {Kind.ASSERT: "assert", Kind.ENDED: "end", Kind.VOID: "retract"}
_PAST: Final = {"assert": "stated", "correct": "corrected", "end": "ended", "retract": "retracted"}
_SYSTEM: Final[dict[str, Literal["merge", "erase"]]] = {
    "entity.merged": "merge",
    "entity.unmerged": "merge",
    "erased": "erase",
}
_WORDS: Final = {"merge": "entities were joined or parted", "erase": "its source was erased"}


@dataclass(slots=True)
class Causes:
    """Names the causes of one answer. Reads each event once."""

    ledger: Ledger
    names: Names
    zone: tzinfo
    _events: dict[int, Event | None] = field(default_factory=dict)

    def ended_by(self, backed: Backed, known: int, history: History | None = None) -> Cause | None:
        """What closed a row: the belief in it by `known`, else its end in the world; None for what is open."""
        fact = backed.version
        assert isinstance(fact, Fact)
        if fact.recorded_to <= known:
            return self.superseding(fact, backed.said)
        if fact.valid_to == OPEN:
            return None
        history = history or History([r.statement for r in backed.said], known)
        verdict = history.ended_by(payload_at(fact, backed.said, self.ledger, known), fact.valid_to)
        return None if verdict.by is None else self.of_verdict(verdict, backed.said)

    def superseding(self, fact: Fact, said: Sequence[StatementRow]) -> Cause:
        """The event by which a row was no longer believed."""
        cause = self.of_event(fact.closed_seq, said)
        return cause.model_copy(update={"how": f"no longer believed: {cause.how}"})

    def of_event(self, seq: int, said: Sequence[StatementRow]) -> Cause:
        """What an event did to a key of which `said` are the statements."""
        spoken = [r for r in said if r.statement.seq == seq]
        if spoken:
            return self.of_statement(max(spoken, key=lambda r: r.statement.kind))
        event = self.event(seq)
        system = _SYSTEM.get(event.kind) if event else None
        if system is None:
            return self._event(seq, "silence", f"a later version of a document no longer says so (event {seq})")
        return self._event(seq, system, f"{_WORDS[system]} (event {seq})")

    def of_verdict(self, verdict: Verdict, said: Sequence[StatementRow]) -> Cause:
        """The cause that an explanation names."""
        s, by = verdict.statement, verdict.by
        assert s is not None
        assert by is not None
        if verdict.fate is Fate.SILENCED:
            return self._silence(s, row_of(by, said))
        row = row_of(by, said)
        return self._cause(row, self.verb(row), self.how(verdict, row))

    def of_statement(self, row: StatementRow) -> Cause:
        """The event that said this."""
        verb = self.verb(row)
        return self._cause(row, verb, f"{_PAST[verb]} by event {row.statement.seq}")

    def verb(self, row: StatementRow) -> SpokenVerb:
        """What the event did: a retraction and an assertion in one op are a correction."""
        seq, op = self.op(row)
        verbs = {s["verb"] for s in self._said(seq) if s.get("op", 0) == op}
        return "correct" if {"assert", "retract"} <= verbs else _PLAIN[row.statement.kind]

    def op(self, row: StatementRow) -> tuple[int, object]:
        """The op that made a statement: its event and its place in the request."""
        said, part = self._said(row.statement.seq), row.statement.part
        return row.statement.seq, said[part].get("op", 0) if part < len(said) else -1

    def how(self, verdict: Verdict, row: StatementRow) -> str:
        """A verdict in words: `ended at 2025-09-12 by event 42`."""
        event = f"event {row.statement.seq}"
        grain = row.support.bounds.grain_from
        match verdict.fate:
            case Fate.ENDED:
                said = f"ended at {self._text(row.statement.start, grain)} by {event}"
            case Fate.SUPERSEDED:
                said = f"{self.label(row)} took its place from {self._text(row.statement.start, grain)} ({event})"
            case Fate.OVER:
                end = self._text(row.statement.end, row.support.bounds.grain_to)
                said = f"over since {end}, the end it was given ({event})"
            case Fate.NOT_STARTED:
                said = f"it starts {self._text(row.statement.start, grain)} ({event})"
            case Fate.UNRECORDED:
                said = f"not recorded yet: known only since {self._text(row.statement.tx, 'instant')} ({event})"
            case _:
                said = f"{_PAST[self.verb(row)]} by {event}"
        return said

    def label(self, row: StatementRow) -> str:
        """The payload of a statement in words."""
        if row.target is None:
            return repr(row.value) if row.value is not None else "it"
        end = self.names.view(row.statement.payload)
        return f"[{end.type}] {end.name}"

    def event(self, seq: int) -> Event | None:
        """An event of the journal, None where there is none."""
        if seq not in self._events:
            try:
                self._events[seq] = self.ledger.event(seq)
            except NotFound:
                self._events[seq] = None
        return self._events[seq]

    def _silence(self, s: Statement, row: StatementRow) -> Cause:
        tx = min((tx for tx, at in s.silences if at == min(at for _, at in s.silences)), default=s.tx)
        document = f"document {row.document_id}" if row.document_id else "the document"
        seq = self.ledger.basis_at(tx).seq
        return self._event(seq, "silence", f"{document} no longer says so since event {seq}")

    def _cause(self, row: StatementRow, verb: SpokenVerb, how: str) -> Cause:
        said = row.support
        return Cause(
            event=said.seq,
            verb=verb,
            reason=said.reasoning,
            how=how,
            observation_id=said.observation_id,
            recorded_at=instant(said.tx),
        )

    def _event(self, seq: int, verb: Literal["silence", "merge", "erase"], how: str) -> Cause:
        event = self.event(seq)
        reason = event.payload.get("reason") if event and event.payload else None
        return Cause(
            event=seq, verb=verb, reason=reason, how=how, recorded_at=instant(event.tx) if event is not None else None
        )

    def _said(self, seq: int) -> list[dict[str, object]]:
        event = self.event(seq)
        said: list[dict[str, object]] = event.payload.get("statements", []) if event and event.payload else []
        return said

    def _text(self, at: int, grain: str) -> str:
        return bound_text(at, grain, self.zone)  # type: ignore[arg-type]


def row_of(s: Statement, said: Sequence[StatementRow]) -> StatementRow:
    """The row of a statement."""
    return next(r for r in said if r.statement.written == s.written)
