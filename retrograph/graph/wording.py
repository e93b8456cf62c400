"""Requests in words: the line by which a note, a refusal and a log name a verb; pure."""

from __future__ import annotations

from retrograph.graph.intervals import Period, bound_text
from retrograph.graph.model import Assert, Correct, End, EntityRef, Property, Relation, VerbOp


def op_line(op: VerbOp) -> str:
    """`assert: [concept] auth --uses--> [library] jose, from 2025-03-01 (because: Edge runtime)`."""
    return f"{type(op).__name__.lower()}: {_subject(op)}{_dates(op)}{_reason(op)}"


def _subject(op: VerbOp) -> str:
    if isinstance(op, Correct):
        new = f" to {_entity(op.target)}" if op.target else f" to {op.value}" if op.value is not None else ""
        return f"fact {op.fact}{new}"
    subject = op.subject
    if isinstance(subject, Relation):
        replaced = f", replacing {_entity(op.replaces)}" if isinstance(op, Assert) and op.replaces else ""
        return f"{_entity(subject.source)} --{subject.type}--> {_entity(subject.target)}{replaced}"
    if isinstance(subject, Property):
        return f"{_entity(subject.entity)} {subject.name} = {subject.value}"
    return f"fact {subject}"


def _entity(ref: EntityRef) -> str:
    return f"[{ref.type}] {ref.name}" if ref.type else str(ref.name or ref.id)


def _dates(op: VerbOp) -> str:
    if isinstance(op, End):
        return f", at {_date(op.at)}" if op.at else ""
    start = f", from {_date(op.start)}" if op.start else ""
    return start + (f", to {_date(op.end)}" if op.end else "")


def _date(period: Period) -> str:
    return bound_text(period.start, period.grain)


def _reason(op: VerbOp) -> str:
    reason = op.reason if isinstance(op, Correct) else op.why.reasoning
    return f" (because: {reason})" if reason else ""
