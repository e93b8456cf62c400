"""Answers for people: tables of 80 columns or more, dates at the grain they were stated at.

    out = Output(sys.stdout)
    out.answer(memory.temporal_query(...))

Nothing here asks or decides anything; `--json` prints the answer itself instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from typing import IO, Final

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from retrograph.api.cli.plain import plain
from retrograph.graph.intervals import bound_text, instant_text, micros, zone_named
from retrograph.graph.vocabulary import Evidence, Grain
from retrograph.retrieval.answers import DiffAnswer, TemporalAnswer, TimelineAnswer, WhyAnswer
from retrograph.retrieval.views import (
    AsOfView,
    CandidateView,
    Cause,
    Change,
    EntityView,
    EventView,
    FactView,
    Grains,
    PropertyValue,
    PropertyView,
    SupportView,
    Version,
)
from retrograph.retrieval.words import in_words

Shown = FactView | PropertyView | PropertyValue
"""What stands in a row of a table."""

_WIDEST: Final = 120
QUOTE_CHARACTERS: Final = 240
_VALUE_CHARACTERS: Final = 400
_SUPPORTS_SHOWN: Final = 2
ASSUMED_LEGEND: Final = "~ no date was stated: the time of the observation"


class Terminal(Console):
    """A console that leaves a closed pipe to the caller and lets no text of others control the terminal."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(plain(segment.text), segment.style)


def terminal(stream: IO[str]) -> Terminal:
    """A console on `stream`: plain text in a pipe or with NO_COLOR, as wide as reads well, 80 columns in a pipe."""
    found = Terminal(file=stream, highlight=False, markup=False, emoji=False)
    found.width = min(found.width, _WIDEST)
    return found


def print_temporal(out: Console, answer: TemporalAnswer) -> None:
    """What held at a point: properties, then facts, each with its dates, its words and where they come from."""
    _head(out, answer.entity, answer.as_of)
    _candidates(out, answer.candidates)
    if answer.note:
        out.print(Text(f"Note: {answer.note}", style="yellow"))
    zone = zone_named(answer.as_of.tz)
    rows: list[tuple[Text, Shown]] = [
        (_sentence(name, value.value), value) for name, value in sorted(answer.properties.items())
    ]
    rows += [
        (_sentence(f"{name} (plan)", value.planned.value), value.planned)
        for name, value in sorted(answer.properties.items())
        if value.planned
    ]
    _versions(out, "Properties", rows, zone)
    _versions(out, "Facts", [(_fact_sentence(fact), fact) for fact in answer.facts], zone)
    if any(fact.depth > 1 for fact in answer.facts):
        out.print(Text("\nPaths", style="bold"))
        for line in answer.graph_context:
            out.print(indented(Text(line)))
    if not answer.properties and not answer.facts and not answer.note:
        out.print(Text("Nothing is known to hold then.", style="yellow"))
    if answer.next_cursor:
        out.print(Text("More facts hold than are shown; raise --limit to see them.", style="yellow"))


def print_timeline(out: Console, answer: TimelineAnswer) -> None:
    """Every version of an entity's facts and properties, in order, and what ended each."""
    _head(out, answer.entity, answer.as_of, valid=False)
    _candidates(out, answer.candidates)
    if answer.note:
        out.print(Text(f"Note: {answer.note}", style="yellow"))
    zone = zone_named(answer.as_of.tz)
    rows = [(_version_sentence(version), version) for version in answer.versions]
    _versions(out, None, rows, zone, {version.id: version.ended_by for version in answer.versions})
    if answer.next_cursor:
        out.print(Text("More versions exist than are shown; raise --limit to see them.", style="yellow"))


def print_diff(out: Console, answer: DiffAnswer) -> None:
    """What was added, ended, corrected and retracted between two points, and by which event."""
    _head(out, answer.entity, None)
    out.print(Text(f"from {_point(answer.from_)}\nto   {_point(answer.to)}", style="dim"))
    _candidates(out, answer.candidates)
    if answer.note:
        out.print(Text(f"Note: {answer.note}", style="yellow"))
    zone = zone_named(answer.to.tz)
    for title, changes, say in (
        ("Added", answer.added, _version_sentence),
        ("Ended", answer.ended, _version_sentence),
        ("Corrected", answer.corrected, _corrected_sentence),
        ("Retracted", answer.retracted, _version_sentence),
    ):
        rows: list[tuple[Text, Shown]] = [(say(change), change) for change in changes]
        _versions(out, title, rows, zone, {change.id: change.event for change in changes})
    if not (answer.added or answer.ended or answer.corrected or answer.retracted):
        out.print("No difference.")


def print_why(out: Console, answer: WhyAnswer) -> None:
    """One version of a fact and all that was said of it, oldest first."""
    zone = zone_named(answer.as_of.tz)
    out.print(_version_sentence(answer.fact))
    out.print(Text(f"{valid_text(answer.fact, zone)}, {answer.fact.evidence}, {answer.fact.id}", style="dim"))
    for event in answer.events:
        out.print()
        out.print(_event_line(event, zone))
        if event.reason:
            out.print(indented(Text(f"because {event.reason}")))
        if event.quote:
            out.print(indented(Text(f"“{event.quote}”", style="italic")))
        seen = event.observation
        if seen is None:
            out.print(indented(Text("the observation has been erased", style="dim")))
        else:
            place = f"{seen.kind} {seen.document_id}" if seen.document_id else seen.kind
            origin = f"{place} of {_second(seen.occurred_at, zone)}, {seen.observation_id}"
            out.print(indented(Text(origin, style="dim")))


def valid_text(version: Version, zone: tzinfo) -> str:
    """The valid interval as it was stated: `2025-03 to 2025-09-12`, `~` before a bound that nobody stated."""
    start = bound_words(version.valid_from, version.grain.from_, zone) or "always"
    end = bound_words(version.valid_to, version.grain.to, zone)
    if end is None:
        return f"{start} on"
    separator = "\nto " if len(start) + len(end) > 24 else " to "
    return start + separator + end


def bound_words(moment: datetime | None, grain: Grain, zone: tzinfo) -> str | None:
    """A bound at its grain, `~` before one that was assumed; None where it is open."""
    if moment is None:
        return None
    text = bound_text(micros(moment), grain, zone).replace("T", " ").removesuffix("Z")
    return f"~{text}" if grain == "assumed" else text


def _head(out: Console, entity: EntityView, at: AsOfView | None, *, valid: bool = True) -> None:
    line = Text(entity.name, style="bold")
    line.append(f"  [{entity.type}]", style="dim")
    if entity.aliases:
        line.append(f"  also: {', '.join(entity.aliases)}", style="dim")
    out.print(line)
    if at is not None:
        known = f"as known at {instant_text(micros(at.known_at))}"
        out.print(Text(_point(at) if valid else known, style="dim"))


def _point(at: AsOfView) -> str:
    local = at.valid_at.astimezone(zone_named(at.tz))
    ends_day = (local.hour, local.minute, local.second, local.microsecond) == (23, 59, 59, 999_999)
    when = f"the end of {local.date()}" if ends_day else _second(at.valid_at, zone_named(at.tz))
    return f"as of {when} ({at.tz}), as known at {instant_text(micros(at.known_at))}"


def _candidates(out: Console, candidates: Sequence[CandidateView]) -> None:
    if len(candidates) < 2:
        return
    out.print(Text("The name may mean:", style="yellow"))
    for candidate in candidates:
        how = f"by {candidate.by}" if candidate.exact else f"like its {candidate.by}"
        out.print(Text(f"  {candidate.type}:{candidate.name}  ({candidate.facts} facts, {how}, id {candidate.id})"))


def _versions(
    out: Console,
    title: str | None,
    rows: Sequence[tuple[Text, Shown]],
    zone: tzinfo,
    causes: Mapping[str, Cause | None] | None = None,
) -> None:
    if not rows:
        return
    out.print()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, expand=True, header_style="bold", leading=1)
    table.add_column(title or "Version", ratio=1, overflow="fold")
    table.add_column("Valid", width=25, overflow="fold")
    table.add_column("Evidence", width=8)
    for sentence, version in rows:
        cause = causes.get(version.id) if causes else None
        cell = Group(sentence, *(indented(line) for line in _details(version, cause)))
        table.add_row(cell, valid_text(version, zone), evidence_text(version.evidence, version.weight))
    out.print(table)
    if any("assumed" in (version.grain.from_, version.grain.to) for _, version in rows):
        out.print(Text(ASSUMED_LEGEND, style="dim"))


def indented(text: Text) -> Padding:
    """A line that belongs to the one above."""
    return Padding(text, (0, 0, 0, 2))


def evidence_text(evidence: Evidence, weight: float) -> Text:
    """A level of evidence, with the weight below where it is not stated outright."""
    style = {"planned": "yellow", "observed": "green"}.get(evidence, "")
    text = Text(evidence, style=style)
    if weight != 1.0:
        text.append(f"\n{weight:.2g}", style="dim")
    return text


def _details(version: Version, cause: Cause | None) -> Iterable[Text]:
    yield from phrases(version.grain)
    if version.reasoning:
        yield Text(f"because {shortened(version.reasoning, QUOTE_CHARACTERS)}")
    if version.alternatives:
        yield Text(f"instead of {', '.join(version.alternatives)}")
    shown = list({support.quote: support for support in reversed(version.supports)}.values())[-_SUPPORTS_SHOWN:]
    for support in reversed(shown):
        if support.quote:
            yield Text(f"“{shortened(support.quote, QUOTE_CHARACTERS)}”", style="italic")
        yield Text(_origin(support), style="dim")
    if version.support_count > len(shown):
        yield Text(f"and {version.support_count - len(shown)} more", style="dim")
    if cause is not None:
        yield Text(cause.how + (f": {cause.reason}" if cause.reason else ""), style="yellow")


def phrases(grain: Grains) -> Iterator[Text]:
    """The words that the dates were read from, where they are not the dates themselves."""
    for name, phrase in (("from", grain.from_phrase), ("to", grain.to_phrase)):
        if in_words(phrase):
            yield Text(f"{name} “{phrase}”")


def _origin(support: SupportView) -> str:
    place = f"{support.kind} {support.document_id}" if support.document_id else support.kind
    session = f", session {support.session_id}" if support.session_id else ""
    return f"{place}{session}, {support.observation_id}"


def _event_line(event: EventView, zone: tzinfo) -> Text:
    start = bound_words(event.valid_from, event.grain.from_, zone) or "always"
    end = bound_words(event.valid_to, event.grain.to, zone)
    line = Text(event.verb, style="bold")
    line.append(f" {start}" + (f" to {end}" if end else " on"))
    line.append(f"  {event.evidence}, weight {event.weight:.2g}, by {event.extractor}", style="dim")
    if event.supports:
        line.append("  speaks for it", style="green")
    return line


def _second(moment: datetime, zone: tzinfo) -> str:
    return moment.astimezone(zone).replace(tzinfo=None).isoformat(" ", "seconds")


def shortened(text: str, limit: int) -> str:
    """A text as one line of at most so many characters."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def _sentence(name: str, value: str) -> Text:
    text = Text(name, style="cyan")
    text.append(" = ", style="dim")
    text.append(shortened(value, _VALUE_CHARACTERS), style="bold")
    return text


def _fact_sentence(fact: FactView) -> Text:
    text = Text(fact.source.name, style="bold")
    text.append(f" {fact.type} ", style="cyan")
    text.append(fact.target.name, style="bold")
    text.append(f"  [{fact.target.type}]", style="dim")
    return text


def _corrected_sentence(change: Change) -> Text:
    text = _version_sentence(change)
    if not change.holds:
        text.append("\n  does not hold at the second point", style="yellow")
    return text


def _version_sentence(version: Shown) -> Text:
    if isinstance(version, FactView):
        return _fact_sentence(version)
    return _sentence(version.property if isinstance(version, PropertyView) else "", version.value)
