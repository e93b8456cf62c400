"""From request bodies to the graph's values: dates are read, secrets are cut, and every wrong field is named.

    intake = Intake(zone, now)
    new = intake.observation(body, "")
    intake.finish()               # raises InvalidInput that lists all that was wrong
    intake.redactions             # {"github_token": 1}

One intake serves one request.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import tzinfo
from typing import Any, Final, TypeVar, cast

from retrograph.api.wire import AssertIn, CorrectIn, EndIn, EntityIn, ObservationIn, OpIn, RetractIn, Subjected
from retrograph.errors import FieldError, InvalidInput
from retrograph.extraction.privacy import SECRETS_ONLY, Policy, redact, redact_tree
from retrograph.graph.intervals import Period, offset_of, period, zone_named
from retrograph.graph.model import (
    Assert,
    Correct,
    End,
    EntityRef,
    Evidenced,
    NewObservation,
    Property,
    Relation,
    Retract,
    VerbOp,
)

T = TypeVar("T")


class Intake:
    """Reads one request. `zone` is what dates without one are in, `now` the instant an undated thing is of,
    `policy` what is cut."""

    def __init__(self, zone: tzinfo, zone_name: str, now: int, policy: Policy = SECRETS_ONLY) -> None:
        self._zone = zone
        self._zone_name = zone_name
        self._now = now
        self._policy = policy
        self._errors: list[FieldError] = []
        self.redactions: Counter[str] = Counter()

    def finish(self) -> None:
        """Done reading.

        Raises:
            InvalidInput: something was wrong; every wrong field is named.
        """
        if self._errors:
            raise InvalidInput(self._errors[0].field, self._errors[0].message, self._errors)

    def text(self, text: str) -> str:
        """The text without what must never be stored."""
        cut = redact(text, self._policy)
        self.redactions.update(cut.counts)
        return cut.text

    def maybe(self, text: str | None) -> str | None:
        return None if text is None else self.text(text)

    # -- observations --------------------------------------------------------------------------------------

    def observation(self, body: ObservationIn, at: str) -> NewObservation:
        """An observation ready to record; `at` is its path in the request, with its dot."""
        if not body.content.strip() and not (body.kind == "document" and body.document_id):
            self._wrong(at + "content", "is empty; only a document that has a documentId may say nothing")
        zone, name = self._zone, self._zone_name
        if body.zone is not None:
            zone, name = self._try(at + "zone", lambda: (zone_named(body.zone or ""), body.zone or "")) or (zone, name)
        occurred = self._date(body.occurred_at, at + "occurredAt", zone)
        if body.occurred_at is not None and body.zone is None and (offset := offset_of(body.occurred_at)):
            name = _offset_name(offset, body.occurred_at)
        return NewObservation(
            content=self.text(body.content),
            occurred_at=occurred.start if occurred else self._now,
            dated=occurred is not None,
            kind=body.kind,
            zone=name,
            session_id=self.maybe(body.session_id),
            agent=self.maybe(body.agent),
            source=body.source,
            document_id=self.maybe(body.document_id),
            metadata=self._metadata(body.metadata, at + "metadata"),
        )

    def _metadata(self, given: Mapping[str, Any], field: str) -> Mapping[str, object]:
        try:
            cut = redact_tree(given, self._policy)
        except InvalidInput as error:
            self._wrong(field, error.errors[0].message)
            return {}
        self.redactions.update(cut.counts)
        return cast(Mapping[str, object], cut.value)

    # -- verbs ---------------------------------------------------------------------------------------------

    def ops(self, bodies: Sequence[OpIn]) -> list[VerbOp]:
        """The verbs of a batch, in order."""
        verbs: Mapping[type, Callable[[Any, str], VerbOp | None]] = {
            AssertIn: self._assert, EndIn: self._end, RetractIn: self._retract, CorrectIn: self._correct,
        }  # fmt: skip
        read = [verbs[type(body)](body, f"ops.{number}.") for number, body in enumerate(bodies)]
        return [op for op in read if op is not None]

    def _assert(self, body: AssertIn, at: str) -> VerbOp | None:
        subject = self._subject(body, at)
        start, end = self._date(body.valid_from, at + "validFrom"), self._date(body.valid_to, at + "validTo")
        why = self._why(body, body.reasoning, body)
        return Assert(subject, start, end, why, self._ref(body.replaces, at + "replaces")) if subject else None

    def _end(self, body: EndIn, at: str) -> VerbOp | None:
        subject = self._named(body, body.fact, at)
        return End(subject, self._date(body.at, at + "at"), self._why(body, body.reason)) if subject else None

    def _retract(self, body: RetractIn, at: str) -> VerbOp | None:
        subject = self._named(body, body.fact, at)
        start, end = self._date(body.valid_from, at + "validFrom"), self._date(body.valid_to, at + "validTo")
        return Retract(subject, start, end, self._why(body, body.reason)) if subject else None

    def _correct(self, body: CorrectIn, at: str) -> VerbOp:
        return Correct(
            fact=body.fact,
            reason=self.text(body.reason),
            start=self._date(body.valid_from, at + "validFrom"),
            end=self._date(body.valid_to, at + "validTo"),
            reopen="valid_to" in body.model_fields_set and body.valid_to is None,
            target=self._ref(body.target, at + "target"),
            value=self.maybe(body.value),
            why=self._why(body, body.reason),
        )

    def _named(self, body: EndIn | RetractIn, fact: str | None, at: str) -> Relation | Property | str | None:
        if fact is None:
            return self._subject(body, at, ", or fact")
        given = [name for name in _SUBJECT if getattr(body, name) is not None]
        if given:
            self._wrong(at + given[0], "name the fact by its id or by its parts, not both")
        return fact

    def _subject(self, body: Subjected, at: str, otherwise: str = "") -> Relation | Property | None:
        relation = [name for name in _SUBJECT[:3] if getattr(body, name) is not None]
        own = [name for name in _SUBJECT[3:] if getattr(body, name) is not None]
        if relation and own:
            self._wrong(at + own[0], "belongs to a property; this op names a relation (source, type, target)")
            return None
        if not relation and not own:
            self._wrong(at + "source", f"give source, type and target, or entity, property and value{otherwise}")
            return None
        missing = [name for name in (_SUBJECT[:3] if relation else _SUBJECT[3:]) if name not in (*relation, *own)]
        for name in missing:
            self._wrong(at + name, "is required")
        if missing:
            return None
        if body.source and body.type and body.target:
            source, target = self._ref(body.source, at + "source"), self._ref(body.target, at + "target")
            return Relation(source, body.type, target) if source and target else None
        entity = self._ref(body.entity, at + "entity")
        return Property(entity, self.text(body.property or ""), self._value(body)) if entity else None

    def _value(self, body: Subjected) -> str:
        """A property's value, judged by the property's name as well: the value of `password` is one."""
        cut = redact_tree({body.property or "": body.value or ""}, self._policy)
        self.redactions.update(cut.counts)
        return str(next(iter(cast(Mapping[str, object], cut.value).values())))

    def _ref(self, body: EntityIn | None, field: str) -> EntityRef | None:
        if body is None:
            return None
        if body.id is not None:
            if body.name is not None or body.type is not None:
                self._wrong(field, "give an id alone, or a type and a name")
            return EntityRef(id=body.id)
        if not (body.name or "").strip():
            self._wrong(field + ".name", "is required and not empty (or give an id)")
            return None
        return EntityRef(type=body.type, name=self.text(body.name or ""))

    def _why(self, body: Subjected | CorrectIn, reason: str | None, more: AssertIn | None = None) -> Evidenced:
        return Evidenced(
            weight=body.weight,
            evidence=body.evidence,
            quote=self.maybe(body.quote),
            reasoning=self.maybe(reason),
            sentiment=more.sentiment if more else None,
            alternatives=tuple(self.text(other) for other in more.alternatives) if more else (),
        )

    # -- dates and faults ----------------------------------------------------------------------------------

    def _date(self, text: str | None, field: str, zone: tzinfo | None = None) -> Period | None:
        if text is None:
            return None
        return self._try(field, lambda: period(text, zone or self._zone, field=field))

    def _try(self, field: str, read: Callable[[], T]) -> T | None:
        try:
            return read()
        except InvalidInput as error:
            self._wrong(field, error.errors[0].message)
            return None

    def _wrong(self, field: str, message: str) -> None:
        self._errors.append(FieldError(field, message))


_SUBJECT: Final = ("source", "type", "target", "entity", "property", "value")


def _offset_name(offset: tzinfo, written: str) -> str:
    """A fixed offset as `Z` or `+09:00`."""
    text = written.strip()
    if text[-1] in "Zz":
        return "Z"
    sign = max(text.rfind("+"), text.rfind("-"))
    digits = text[sign + 1 :].replace(":", "").ljust(4, "0")
    return f"{text[sign]}{digits[:2]}:{digits[2:]}"
