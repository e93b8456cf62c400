"""`retrograph jobs`: which extractions wait, which failed and why, and doing them again."""
# ruff: noqa: PLR0913, PLR0917 - the parameters of a command are its options

from __future__ import annotations

from typing import Annotated, Final

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from retrograph.api.cli.groups import LIST, Listing
from retrograph.api.cli.opened import open_door, show
from retrograph.api.cli.options import Data, Json, Limit, Project, examples
from retrograph.api.cli.progress import import_progress
from retrograph.api.cli.reports import counted, jobs_text
from retrograph.api.door import JOBS_LIMIT
from retrograph.api.results import JobPage, JobSummary, JobView, Stats
from retrograph.errors import InvalidInput

jobs = typer.Typer(
    cls=Listing,
    help="The extractions: which wait, which failed and why. Without a command of its own: the list.",
    epilog=examples("retrograph jobs --status parked", "retrograph jobs show job_7k2m", "retrograph jobs retry --all"),
)

Status = Annotated[
    str | None,
    typer.Option(
        "--status",
        metavar="STATUS",
        help="queued, running, complete, partial, failed or parked. Default: all of them.",
        show_default=False,
    ),
]
JobId = Annotated[str, typer.Argument(metavar="ID", help="A job's id, as the list gives it.")]

_STYLES: Final = {"complete": "green", "partial": "yellow", "failed": "red", "parked": "red"}


@jobs.command(
    LIST,
    epilog=examples("retrograph jobs", "retrograph jobs --status parked", "retrograph jobs --status failed --json"),
)
def list_(
    status: Status = None,
    limit: Limit = JOBS_LIMIT,
    data: Data = None,
    project: Project = None,
    as_json: Json = False,
) -> None:
    """List the extractions, those of the newest observations first."""
    with open_door(data, project) as door:
        page = door.jobs(status=status, limit=limit)
    show(page, as_json, lambda out, found: print_jobs(out, found, status))


@jobs.command("show", epilog=examples("retrograph jobs show job_7k2m"))
def show_(job: JobId, data: Data = None, project: Project = None, as_json: Json = False) -> None:
    """Show one extraction: what it found, what it did not believe and why, and its last error."""
    with open_door(data, project) as door:
        found = door.job(job)
    show(found, as_json, print_job)


@jobs.command(
    epilog=examples(
        "retrograph jobs retry job_7k2m",
        "retrograph jobs retry --all",
        "retrograph jobs retry --all --status complete --no-wait",
    )
)
def retry(
    job: Annotated[str | None, typer.Argument(metavar="ID", help="The job to try again.", show_default=False)] = None,
    all_: Annotated[bool, typer.Option("--all", help="All that are parked or failed, or of --status.")] = False,
    status: Annotated[
        str | None,
        typer.Option(
            "--status",
            metavar="STATUS",
            help="With --all: only those that are queued, complete, partial, failed or parked.",
            show_default=False,
        ),
    ] = None,
    wait: Annotated[bool, typer.Option("--wait/--no-wait", help="Wait until nothing waits for extraction.")] = True,
    data: Data = None,
    project: Project = None,
    as_json: Json = False,
) -> None:
    """Extract again, with the extractor that is set now.

    What was said before stays, and what is said again changes nothing. Attempts are counted from the start.
    """
    if (job is None) == (not all_):
        raise InvalidInput("", "name one job by its id, or --all of them")
    if status is not None and not all_:
        raise InvalidInput("status", "goes with --all only")
    with open_door(data, project) as door:
        retried = None if job is None else door.retry_job(job)
        many = None if job is not None else door.retry_jobs(status)
        if wait:
            from retrograph.api.loading import settle  # noqa: PLC0415 - loads what imports need

            with import_progress() as progress:
                settle(door, progress)
        if retried is not None:
            retried = door.job(retried.id)
        stats = door.stats()
    if retried is not None:
        show(retried, as_json, print_job)
    elif many is not None:
        show(many, as_json, lambda out, found: print_retried(out, found.retried, stats))


def print_jobs(out: Console, found: JobPage, status: str | None) -> None:
    """A line for each job, with its error below."""
    if not found.jobs:
        out.print("There are no jobs." if status is None else f"No job is {status}.")
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("Status", "Job", "Found", "Tries"):
        table.add_column(name, no_wrap=True)
    table.add_column("Extractor, or why not", overflow="fold")
    for job in found.jobs:
        last = Text(_line(job.error), style="yellow") if job.error else Text(job.extractor or "")
        table.add_row(_styled(job.status), job.id, _found(job), str(job.attempts), last)
    out.print(table)
    if found.next_cursor:
        out.print(Text("There are more; --limit shows up to 1000.", style="dim"))


def print_job(out: Console, found: JobView) -> None:
    """One job with all it has to say."""
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="dim")
    table.add_column(overflow="fold")
    rows: dict[str, Text | str | None] = {
        "job": found.id,
        "status": _styled(found.status),
        "observation": found.observation_id,
        "found": f"{counted(found.entities, 'entity')}, {counted(found.facts, 'fact')}",
        "extractor": found.extractor,
        "tries": str(found.attempts),
        "queued": found.queued_at.isoformat(" ", "seconds"),
        "settled": None if found.settled_at is None else found.settled_at.isoformat(" ", "seconds"),
        "error": found.error,
    }
    for name, value in rows.items():
        if value is not None:
            table.add_row(name, value)
    for note in found.notes:
        table.add_row("note", note)
    out.print(table)
    if found.quarantined:
        out.print(Text("\nNot believed", style="bold"))
    for element in found.quarantined:
        out.print(Text(element.reason, style="yellow"))
        out.print(Text(f"  {_line(element.element)}"))


def print_retried(out: Console, count: int, stats: Stats) -> None:
    """How many were tried again, and how the project's jobs stand."""
    out.print(f"{counted(count, 'job')} queued again. Jobs now: {jobs_text(stats.jobs)}.")


def _found(job: JobSummary) -> str:
    refused = f", {job.quarantined_count:,} not believed" if job.quarantined_count else ""
    return counted(job.facts, "fact") + refused


def _styled(status: str) -> Text:
    return Text(status, style=_STYLES.get(status, ""))


def _line(text: str) -> str:
    return " ".join(text.split())
