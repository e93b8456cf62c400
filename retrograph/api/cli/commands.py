"""The commands. Each opens the project, asks it one thing and prints the answer."""
# ruff: noqa: PLR0913, PLR0917 - the parameters of a command are its options

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from retrograph.api.cli import reports
from retrograph.api.cli.asking import questions
from retrograph.api.cli.evaluating import evaluations
from retrograph.api.cli.extracting import previews
from retrograph.api.cli.identity import alias, changes, entities
from retrograph.api.cli.importing import import_all, open_sources
from retrograph.api.cli.jobs import jobs
from retrograph.api.cli.logs import log_in_full
from retrograph.api.cli.opened import connected, open_door, show
from retrograph.api.cli.options import Data, Json, Project, Zone, examples
from retrograph.api.cli.output import terminal
from retrograph.api.cli.progress import counted, import_progress
from retrograph.api.loading import Rejection
from retrograph.api.version import version
from retrograph.settings import Settings

_EXIT_CODES: Final = (
    "Exit codes: 0 done, 1 not found or a check failed, 2 wrong usage or input, 3 the store or the environment."
)

app = typer.Typer(
    name="retrograph",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def _print_version(asked: bool) -> None:
    if asked:
        print(f"retrograph {version()}")
        raise typer.Exit


@app.callback(epilog=_EXIT_CODES)
def root(
    show_version: Annotated[
        bool, typer.Option("--version", help="Print the version and leave.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """What was true then, as far as we knew then, and on whose words.

    With a server running on the data directory, a command goes through it.
    """


@app.command(epilog=examples("retrograph serve", "retrograph serve --data ./memory --port 4000"))
def serve(
    data: Data = None,
    project: Project = None,
    host: Annotated[
        str | None,
        typer.Option("--host", metavar="ADDRESS", help="A loopback address; default 127.0.0.1.", show_default=False),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option("--port", metavar="NUMBER", help="Default 3111; 0 takes any free port.", show_default=False),
    ] = None,
) -> None:
    """Serve the HTTP API of a data directory until stopped."""
    from retrograph.api.server import Serving, run_server  # noqa: PLC0415 - the server's parts load slowly

    settings = Settings.load(data=data, project=project, host=host, port=port)

    log_in_full(settings)

    def ready(serving: Serving) -> None:
        print(f"Retrograph serves {settings.data} at {serving.url} (docs at {serving.url}/docs). Ctrl-C stops it.")
        sys.stdout.flush()

    run_server(settings, ready)


@app.command(epilog=examples("retrograph demo", "retrograph demo --data ./demo"))
def demo(
    data: Annotated[
        Path | None,
        typer.Option(
            "--data",
            metavar="DIR",
            help="A new or empty directory for it. Default: a temporary one, which is kept.",
            show_default=False,
        ),
    ] = None,
    project: Project = None,
) -> None:
    """Tell a short history to a new project and ask it what held when.

    No model and no network are needed. The directory is kept, and the last lines say how to go on with it.
    """
    from retrograph.api.demo import run_demo  # noqa: PLC0415

    run_demo(data, project, terminal(sys.stdout))


@app.command(
    "import",
    epilog=examples(
        "retrograph import docs/adr",
        "retrograph import observations.jsonl notes.md",
        "retrograph import documents.jsonl --strict --json",
    ),
)
def import_(
    sources: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE|DIR...",
            help="JSON lines (.jsonl, .ndjson) of observations or of PEP versions; a record (.md, .rst, .txt); "
            "a folder of records.",
            show_default=False,
        ),
    ],
    data: Data = None,
    project: Project = None,
    tz: Zone = None,
    strict: Annotated[bool, typer.Option("--strict", help="Stop at the first line or file that is damaged.")] = False,
    as_json: Json = False,
) -> None:
    """Record what files say, and extract facts from it.

    Importing the same again changes nothing, so an interrupted import goes on when it is run again. A damaged
    line is named and passed over; the exit code is then 1. A record is dated by its last commit, else by a date
    in its text or name, else by its file's modification time.
    """
    settings = Settings.load(data=data, project=project, tz=tz)
    opened = open_sources(sources, settings)
    try:
        with connected(settings) as door, import_progress() as progress:
            summary = import_all(door, opened, progress, strict=strict)
    except Rejection as rejection:
        print(f"retrograph: stopped at {rejection}", file=sys.stderr)
        raise typer.Exit(1) from None
    show(summary, as_json, reports.print_import)
    if summary.rejected:
        raise typer.Exit(1)


app.registered_commands += previews.registered_commands  # here: help lists commands in this order
app.registered_commands += questions.registered_commands


@app.command(epilog=examples("retrograph verify", "retrograph verify --json"))
def verify(data: Data = None, project: Project = None, as_json: Json = False) -> None:
    """Check the journal's whole hash chain.

    The exit code is 1 where the journal is not what was written.
    """
    with open_door(data, project) as door, counted("verifying") as progress:
        found = door.verify(progress)
    show(found, as_json, reports.print_verification)
    if not found.ok:
        raise typer.Exit(1)


@app.command(epilog=examples("retrograph rebuild", "retrograph rebuild --project team-a"))
def rebuild(data: Data = None, project: Project = None, as_json: Json = False) -> None:
    """Make the graph anew from the journal.

    What was recorded stays as it is.
    """
    with open_door(data, project) as door, counted("rebuilding") as progress:
        done = door.rebuild(progress)
    show(done, as_json, lambda out, found: out.print(f"The graph is rebuilt from {found.basis.seq:,} events."))


@app.command(epilog=examples("retrograph stats", "retrograph stats --data ./memory --json"))
def stats(data: Data = None, project: Project = None, as_json: Json = False) -> None:
    """What a project holds, in numbers."""
    with open_door(data, project) as door:
        found, where = door.stats(), door.where
    show(found, as_json, lambda out, counts: reports.print_stats(out, counts, where))


app.registered_commands += changes.registered_commands
app.add_typer(jobs, name="jobs")
app.add_typer(evaluations, name="eval")
app.add_typer(entities, name="entities")
app.add_typer(alias, name="alias")
