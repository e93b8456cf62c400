"""`retrograph extract`: what would be extracted from a text, shown and not stored."""
# ruff: noqa: PLR0913, PLR0917 - the parameters of a command are its options

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import tzinfo
from pathlib import Path
from typing import Annotated, Final, Literal

import typer
from rich import box
from rich.console import Console, Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from retrograph.api.cli.opened import show
from retrograph.api.cli.options import Data, Extractor, Json, Project, Zone, examples
from retrograph.api.cli.output import (
    ASSUMED_LEGEND,
    QUOTE_CHARACTERS,
    bound_words,
    evidence_text,
    indented,
    phrases,
    shortened,
)
from retrograph.api.cli.plain import plain
from retrograph.api.cli.progress import counted as progress
from retrograph.api.cli.reports import counted
from retrograph.api.previews import ExtractionView, ListedEntity, StatedFact, StatedView, previewed
from retrograph.errors import InvalidInput, TooLarge
from retrograph.extraction.preview import preview
from retrograph.extraction.writing import markup
from retrograph.graph.intervals import zone_named
from retrograph.graph.model import NewObservation
from retrograph.settings import Settings

previews = typer.Typer()

Form = Literal["table", "json", "xml"]

STANDARD_INPUT: Final = "-"
ELEMENT_CHARACTERS: Final = 400


@previews.command(
    epilog=examples(
        "retrograph extract note.md",
        "retrograph extract decision.md --kind document --occurred-at 2025-03-17 --format json",
        "retrograph extract - --kind commit --tz Asia/Seoul --format xml",
    )
)
def extract(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A text in UTF-8; - reads standard input.")],
    kind: Annotated[
        str, typer.Option("--kind", metavar="KIND", help="What it is: note, user_message, commit, document, ...")
    ] = "note",
    occurred_at: Annotated[
        str | None,
        typer.Option(
            "--occurred-at",
            metavar="DATE",
            help="When it was said, which 'last week' counts from: 2025-03-15, 2025-03-15T09:00+09:00. Default: now.",
            show_default=False,
        ),
    ] = None,
    tz: Zone = None,
    document_id: Annotated[
        str | None,
        typer.Option(
            "--document-id", metavar="ID", help="The document's identity, as 'docs/adr/0007.md'.", show_default=False
        ),
    ] = None,
    extractor: Extractor = None,
    form: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help="table, json, or xml as extractors write it.")
    ] = "table",
    as_json: Json = False,
    data: Data = None,
    project: Project = None,
) -> None:
    """Show what would be extracted from a text, and store nothing.

    Secrets are cut first, as they are from everything. No data directory is opened or made: what a project knows
    already plays no part.
    """
    chosen = _form("json" if as_json else form)
    settings = Settings.load(data=data, project=project, tz=tz, extractor=extractor)
    text = _text(file, settings.body_limit)
    body = {"content": text, "occurred_at": occurred_at, "kind": kind, "document_id": document_id}
    seen, redactions = _observation(body, settings)
    from retrograph.api.composition import extractor_of  # noqa: PLC0415 - wrong usage does not wait for the engines

    with progress("extracting"):
        found = preview(seen, extractor_of(settings))
    if chosen != "xml":
        show(previewed(found, redactions), chosen == "json", print_extraction)
        return
    sys.stdout.write(markup(found.extraction, seen))
    for line in _asides(previewed(found, redactions)):
        print(plain(line), file=sys.stderr)


def _form(given: str) -> Form:
    match given:
        case "table" | "json" | "xml":
            return given
    raise InvalidInput("format", f"{given[:40]!r} is not one of table, json, xml")


def _text(file: str, limit: int) -> str:
    """The text of a file or of standard input."""
    name = "standard input" if file == STANDARD_INPUT else file
    raw = _bytes(file, limit)
    if len(raw) > limit:
        raise TooLarge(f"{name} has more than {limit:,} bytes; RETROGRAPH_BODY_LIMIT raises what is taken in")
    if b"\0" in raw:
        raise InvalidInput("", f"{name} is no text: byte {raw.index(0)} is zero; give text in UTF-8")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput("", f"{name} is not UTF-8 (byte {error.start}); convert it first") from None
    if not text.strip():
        raise InvalidInput("", f"{name} is empty; there is nothing to extract from")
    return text


def _bytes(file: str, limit: int) -> bytes:
    if file == STANDARD_INPUT:
        return sys.stdin.buffer.read(limit + 1) if sys.stdin else b""
    path = Path(file)
    if path.is_dir():
        raise InvalidInput("", f"{file} is a folder; give one file (`retrograph import` reads folders)")
    if not path.exists():
        raise InvalidInput("", f"there is no file {file}")
    with path.open("rb") as opened:
        return opened.read(limit + 1)


def _observation(body: dict[str, str | None], settings: Settings) -> tuple[NewObservation, Counter[str]]:
    from retrograph.api.checking import checked  # noqa: PLC0415 - loads slowly, as the bodies do
    from retrograph.api.intake import Intake  # noqa: PLC0415
    from retrograph.api.wire import ObservationIn  # noqa: PLC0415
    from retrograph.clock import system_clock  # noqa: PLC0415
    from retrograph.extraction.privacy import Policy  # noqa: PLC0415

    policy = Policy(personal=settings.redact_personal)
    intake = Intake(zone_named(settings.tz), settings.tz, system_clock(), policy)
    seen = intake.observation(checked(ObservationIn, body), "")
    intake.finish()
    return seen, intake.redactions


def _asides(found: ExtractionView) -> Iterator[str]:
    """What the facts do not show: what was cut from the text, and how much was not believed."""
    if found.redactions:
        yield f"Cut first: {', '.join(f'{count:,} {kind}' for kind, count in sorted(found.redactions.items()))}."
    if found.quarantined:
        yield f"Not believed: {counted(len(found.quarantined), 'element')}; --format table shows them."


def print_extraction(out: Console, found: ExtractionView) -> None:
    """Entities, facts, what was not believed and why, and notes."""
    zone = zone_named(found.zone)
    out.print(
        Text(
            f"{found.kind} of {bound_words(found.occurred_at, 'instant', zone)}, read by {found.extractor}", style="dim"
        )
    )
    for line in list(_asides(found))[: bool(found.redactions)]:
        out.print(Text(line, style="yellow"))
    if not (found.entities or found.facts):
        out.print("Nothing is extracted.")
    if found.entities:
        out.print()
        out.print(_entities(found.entities, zone))
    if found.facts:
        out.print()
        out.print(_facts(found.facts, zone))
        if any("assumed" in (fact.grain.from_, fact.grain.to) for fact in found.facts):
            out.print(Text(ASSUMED_LEGEND, style="dim"))
    if found.quarantined:
        out.print(Text("\nNot believed", style="bold"))
    for element in found.quarantined:
        out.print(Text(element.reason, style="yellow"))
        out.print(Text(f"  {shortened(element.element, ELEMENT_CHARACTERS)}"))
    for note in found.notes:
        out.print(Text(f"Note: {note}", style="yellow"))


def _table(title: str, *, dated: bool = True) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, expand=True, header_style="bold")
    table.add_column(title, ratio=1, overflow="fold")
    if dated:
        table.add_column("Valid", width=25, overflow="fold")
        table.add_column("Evidence", width=8)
    return table


def _entities(entities: Sequence[ListedEntity], zone: tzinfo) -> Table:
    table = _table("Entity", dated=any(entity.properties for entity in entities))
    for entity in entities:
        name = Text(entity.name, style="bold")
        name.append(f"  [{entity.type}]", style="dim")
        if entity.aliases:
            name.append(f"  also: {', '.join(entity.aliases)}", style="dim")
        table.add_row(name)
        for kept in entity.properties:
            text = Text(kept.property, style="cyan")
            text.append(" = ", style="dim").append(kept.value, style="bold")
            cell = Padding(Group(text, *map(indented, _details(kept))), (0, 0, 0, 2))
            table.add_row(cell, _valid(kept, zone), evidence_text(kept.evidence, kept.weight))
    return table


def _facts(facts: Sequence[StatedFact], zone: tzinfo) -> Table:
    table = _table("Fact")
    table.leading = 1
    for fact in facts:
        sentence = Text(fact.source.name, style="bold")
        sentence.append(f" {fact.type} ", style="cyan").append(fact.target.name, style="bold")
        cell = Group(sentence, *map(indented, (*_changes(fact), *_details(fact))))
        table.add_row(cell, _valid(fact, zone), evidence_text(fact.evidence, fact.weight))
    return table


def _changes(fact: StatedFact) -> Iterator[Text]:
    if fact.verb == "end":
        yield Text("stopped being so", style="yellow")
    if fact.verb == "retract":
        yield Text("was never so", style="yellow")
    if fact.replaces:
        yield Text(f"replaces {fact.replaces.name}", style="yellow")
    if fact.change:
        yield Text("new: ends what the record ties to it", style="yellow")


def _details(stated: StatedView) -> Iterator[Text]:
    yield from phrases(stated.grain)
    if stated.reasoning:
        yield Text(f"because {shortened(stated.reasoning, QUOTE_CHARACTERS)}")
    if stated.alternatives:
        yield Text(f"instead of {', '.join(stated.alternatives)}")
    if stated.quote:
        yield Text(f"“{shortened(stated.quote, QUOTE_CHARACTERS)}”", style="italic")


def _valid(stated: StatedView, zone: tzinfo) -> str:
    start = bound_words(stated.valid_from, stated.grain.from_, zone)
    end = bound_words(stated.valid_to, stated.grain.to, zone)
    if start and end:
        return f"{start}{chr(10) if len(start) + len(end) > 20 else ' '}to {end}"
    if end:
        return f"to {end}"
    return f"{start} on" if start else "at no time"
