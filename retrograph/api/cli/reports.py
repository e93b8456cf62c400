"""What work came to, for people: an import, a verification, the size of a project."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.table import Table
from rich.text import Text

from retrograph.api.cli.importing import ImportSummary
from retrograph.api.dating import DATED_BY
from retrograph.api.results import Stats, VerificationAnswer


def counted(number: int, name: str) -> str:
    """A number of things in words.

    >>> counted(1, "fact"), counted(2, "entity")
    ('1 fact', '2 entities')
    """
    plural = name[:-1] + "ies" if name.endswith("y") else name + "s"
    return f"{number:,} {name if number == 1 else plural}"


def jobs_text(jobs: Mapping[str, int]) -> str:
    """How many jobs have each status, as `2 queued, 7 complete`."""
    return ", ".join(f"{count:,} {status}" for status, count in jobs.items() if count) or "none"


def print_import(out: Console, found: ImportSummary) -> None:
    """What an import came to."""
    there = f", {found.repeated:,} {'was' if found.repeated == 1 else 'were'} there before" if found.repeated else ""
    damaged = f", {len(found.rejected):,} damaged and skipped" if found.rejected else ""
    out.print(f"{counted(found.recorded, 'observation')} recorded{there}{damaged}, in {found.seconds:.1f} s.")
    outcomes = ", ".join(f"{count:,} {name}" for name, count in found.jobs.items() if count > 0)
    if outcomes:
        out.print(f"Extraction: {outcomes}.")
    if found.dated:
        where = ", ".join(f"{count:,} {DATED_BY[by]}" for by, count in sorted(found.dated.items()))
        out.print(f"Records dated: {where}.")
    if found.redactions:
        cut = ", ".join(f"{count:,} {kind}" for kind, count in sorted(found.redactions.items()))
        out.print(Text(f"Cut before anything was stored: {cut}.", style="yellow"))
    held = (counted(found.observations, "observation"), counted(found.entities, "entity"), counted(found.facts, "fact"))
    out.print(f"The project holds {', '.join(held)}.")


def print_verification(out: Console, found: VerificationAnswer) -> None:
    """Whether the journal is what was written."""
    if found.ok:
        out.print(f"The journal is what was written: {found.events:,} events, head {found.head.text}")
    else:
        out.print(Text(f"The journal is not what was written: {found.problem} (event {found.bad_seq})", style="red"))


def print_stats(out: Console, found: Stats, where: str) -> None:
    """What a project holds."""
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="dim")
    table.add_column(overflow="fold")
    rows: dict[str, int | str] = {
        "project": found.project,
        "where": where,
        "observations": found.observations,
        "entities": found.entities,
        "facts": f"{found.open_facts:,} believed, {found.facts:,} versions in all",
        "jobs": jobs_text(found.jobs),
        "events": f"{found.events:,}, head {found.basis.text}",
        "graph": "being rebuilt" if found.rebuilding else f"{found.lag.graph:,} events behind",
        "on disk": f"{found.bytes / 1024 / 1024:.1f} MiB",
    }
    if found.clock_ahead_seconds > 1:
        rows["clock"] = f"behind the journal by {found.clock_ahead_seconds:.0f} s: was it set back?"
    for name, value in rows.items():
        table.add_row(name, f"{value:,}" if isinstance(value, int) else value)
    out.print(table)
