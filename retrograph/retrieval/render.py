"""Answers as Markdown that an agent or a person can read as it is.

markdown(questions.temporal_query(TemporalQuery(entity="JWT auth", as_of="2025-03")))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, tzinfo
from functools import singledispatch

from retrograph.graph.intervals import zone_named
from retrograph.retrieval.answers import (
    DiffAnswer,
    EntityAnswer,
    EntityList,
    FactAnswer,
    PathAnswer,
    TemporalAnswer,
    TimelineAnswer,
    WhyAnswer,
    WhyNotAnswer,
)
from retrograph.retrieval.views import (
    AsOfView,
    Cause,
    Change,
    EntityView,
    EventView,
    FactView,
    NamedView,
    PropertyValue,
    PropertyView,
    Shape,
    SupportView,
    Version,
)
from retrograph.retrieval.words import detail, one_line, span_text

QUOTE_SHOWN = 200
"""Longest quote in a list, in characters."""


@singledispatch
def markdown(answer: Shape) -> str:
    """An answer as Markdown, its dates in the zone of the question.

    Raises:
        TypeError: not an answer that has a text form.
    """
    raise TypeError(f"{type(answer).__name__} has no text form")


@markdown.register
def _temporal(answer: TemporalAnswer) -> str:
    zone = zone_named(answer.as_of.tz)
    lines = [f"# {_title(answer.entity)}", "", _point(answer.as_of), *_also(answer.entity), *_note(answer.note)]
    if answer.properties:
        lines += ["", "## Properties", ""]
        lines += [f"- {name}: {_property(value, zone)}" for name, value in answer.properties.items()]
    if answer.facts:
        lines += ["", "## Facts", ""]
        for text, fact in zip(answer.graph_context, answer.facts, strict=True):
            lines += [text, *_support_lines(fact.supports, fact.support_count), ""]
    return _text(lines, answer.next_cursor)


@markdown.register
def _timeline(answer: TimelineAnswer) -> str:
    zone = zone_named(answer.as_of.tz)
    lines = [f"# Timeline of {_title(answer.entity)}", "", _known(answer.as_of), *_note(answer.note), ""]
    for version in answer.versions:
        lines.append(f"- {span_text(version, zone)}: {_statement(version)}{_marks(version)}")
        if version.recorded_to is not None:
            lines.append(f"  believed {_instant(version.recorded_from)} to {_instant(version.recorded_to)}")
        if version.ended_by is not None:
            lines.append(f"  {_cause(version.ended_by)}")
    return _text(lines, answer.next_cursor)


@markdown.register
def _diff(answer: DiffAnswer) -> str:
    zone = zone_named(answer.to.tz)
    lines = [
        f"# What changed: {_title(answer.entity)}",
        "",
        f"From: {_point(answer.from_)}",
        f"To: {_point(answer.to)}",
    ]
    lines += _note(answer.note)
    groups: Iterable[tuple[str, Sequence[Change]]] = (
        ("Added", answer.added),
        ("Ended", answer.ended),
        ("Corrected", answer.corrected),
        ("Retracted", answer.retracted),
    )
    for heading, changes in groups:
        if changes:
            lines += ["", f"## {heading}", ""]
        for change in changes:
            lines.append(f"- {_statement(change)} @{span_text(change, zone)}{_marks(change)}")
            if change.before is not None:
                lines.append(f"  before: {_statement(change.before)} @{span_text(change.before, zone)}")
            lines.append(f"  {_cause(change.event)}")
    if not (answer.added or answer.ended or answer.corrected or answer.retracted):
        lines += ["", "Nothing changed."]
    return _text(lines)


@markdown.register
def _path(answer: PathAnswer) -> str:
    lines = [f"# From {_title(answer.from_)} to {_title(answer.to)}", "", _point(answer.as_of), *_note(answer.note)]
    return _text([*lines, *(part for text in answer.graph_context for part in ("", text))])


@markdown.register
def _fact(answer: FactAnswer) -> str:
    fact, zone = answer.fact, zone_named(answer.as_of.tz)
    state = "believed" if answer.current else "no longer believed"
    holds = "it holds then" if answer.holds else "it does not hold then"
    lines = [f"# {_statement(fact)}", "", f"{_point(answer.as_of)} It is {state}; {holds}.", "", detail(fact, zone)]
    lines += [_cause(fact.ended_by)] if fact.ended_by else []
    return _text([*lines, *_support_lines(fact.supports, fact.support_count)])


@markdown.register
def _why(answer: WhyAnswer) -> str:
    zone = zone_named(answer.as_of.tz)
    lines = [f"# Why: {_statement(answer.fact)}", "", detail(answer.fact, zone), ""]
    for event in answer.events:
        lines += _event(event)
    lines += [_cause(answer.fact.ended_by)] if answer.fact.ended_by else []
    return _text(lines)


@markdown.register
def _why_not(answer: WhyNotAnswer) -> str:
    lines = [f"# Why not: {_statement(answer.fact)}", "", answer.explanation, ""]
    return _text([*lines, *(f"- {h.cause}: {_cause(h.by) if h.by else h.explanation}" for h in answer.because)])


@markdown.register
def _entity(answer: EntityAnswer) -> str:
    lines = [f"# {_title(answer.entity)}", "", f"id: {answer.entity.id}", *_also(answer.entity), *_note(answer.note)]
    if answer.merged:
        lines.append("merged into it: " + ", ".join(f"{_named(m)} ({m.id})" for m in answer.merged))
    return _text([*lines, f"{answer.facts} facts, {answer.properties} properties"])


@markdown.register
def _entities(answer: EntityList) -> str:
    return _text([f"- {_named(e)} ({e.id})" for e in answer.entities] or ["No entities."], answer.next_cursor)


def _property(value: PropertyValue, zone: tzinfo) -> str:
    plan = f"; planned: {one_line(value.planned.value)} {detail(value.planned, zone)}" if value.planned else ""
    return f"{one_line(value.value)} {detail(value, zone)}{plan}"


def _statement(version: Version) -> str:
    """A fact or property as a line: what it says, without its dates."""
    if isinstance(version, FactView):
        return f"{_named(version.source)} --{version.type}--> {_named(version.target)}"
    assert isinstance(version, PropertyView)
    return f"{_named(version.entity)} {version.property} = {one_line(version.value)}"


def _marks(version: Version) -> str:
    plan = " [planned]" if version.evidence == "planned" else ""
    return plan + (f" [reasoning: {one_line(version.reasoning)}]" if version.reasoning else "")


def _event(event: EventView) -> list[str]:
    head = f"- event {event.event}, {_instant(event.recorded_at)}: {event.verb} {event.value}"
    lines = [head + (" (supports it)" if event.supports else "")]
    if event.quote:
        lines.append(f'  "{_cut(event.quote)}"')
    if event.reason:
        lines.append(f"  because: {one_line(event.reason)}")
    if event.observation is None:
        lines.append("  its observation has been erased")
    else:
        seen = event.observation
        lines.append(f"  {seen.kind} {seen.observation_id} of {_instant(seen.occurred_at)}")
        if not event.quote:
            lines.append(f'  "{_cut(seen.excerpt)}"')
    return lines


def _support_lines(supports: Sequence[SupportView], count: int) -> list[str]:
    lines = [f"  - {s.kind} {s.observation_id}" + (f': "{_cut(s.quote)}"' if s.quote else "") for s in supports[:3]]
    return [*lines, f"  - and {count - 3} more"] if count > 3 else lines


def _cause(cause: Cause) -> str:
    reason = f" (because: {one_line(cause.reason)})" if cause.reason else ""
    return f"{cause.verb}: {cause.how}{reason}"


def _title(entity: EntityView) -> str:
    return _named(entity)


def _named(entity: NamedView) -> str:
    return f"[{entity.type}] {entity.name}"


def _also(entity: EntityView) -> list[str]:
    return [f"also: {', '.join(entity.aliases)}"] if entity.aliases else []


def _note(note: str | None) -> list[str]:
    return ["", f"> {note}"] if note else []


def _point(at: AsOfView) -> str:
    return f"As of {_instant(at.valid_at)}, as known at {_instant(at.known_at)}."


def _known(at: AsOfView) -> str:
    return f"As known at {_instant(at.known_at)}."


def _instant(at: datetime) -> str:
    return at.isoformat(timespec="seconds" if at.microsecond == 0 else "microseconds")[:26].removesuffix("+00:00") + "Z"


def _cut(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= QUOTE_SHOWN else line[: QUOTE_SHOWN - 1] + "…"


def _text(lines: Iterable[str], cursor: str | None = None) -> str:
    more = ["", f"There is more: cursor={cursor}"] if cursor else []
    return "\n".join([*lines, *more]).rstrip() + "\n"
