"""The commands that ask: what held, every version, what changed, and why a fact is believed."""
# ruff: noqa: PLR0913, PLR0917 - the parameters of a command are its options

from __future__ import annotations

from typing import Annotated

import typer

from retrograph.api.cli import output
from retrograph.api.cli.opened import open_door, show
from retrograph.api.cli.options import (
    AsOf,
    Data,
    Entity,
    EntityType,
    Json,
    KnownAt,
    Limit,
    Project,
    Relations,
    Zone,
    examples,
)
from retrograph.errors import InvalidInput

questions = typer.Typer()


@questions.command(
    epilog=examples(
        "retrograph ask 'PEP 572' --as-of 2018-07-15",
        "retrograph ask 'auth middleware' --as-of 2025-03 --known-at 2025-04-01",
        "retrograph ask Washington --type person --depth 2 --json",
    )
)
def ask(
    entity: Entity,
    data: Data = None,
    project: Project = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    tz: Zone = None,
    entity_type: EntityType = None,
    relations: Relations = None,
    evidence: Annotated[
        list[str] | None,
        typer.Option(
            "--evidence",
            metavar="LEVEL",
            help="Only facts that are planned, stated or observed. Repeatable.",
            show_default=False,
        ),
    ] = None,
    depth: Annotated[int, typer.Option("--depth", metavar="NUMBER", help="Facts so many steps away: 1 to 3.")] = 1,
    limit: Limit = 50,
    as_json: Json = False,
) -> None:
    """What held of an entity at a time, and on whose words.

    Without --as-of: now. Without --known-at: as far as is known now.
    """
    with open_door(data, project) as door:
        answer = door.temporal_query(
            entity,
            as_of=as_of,
            known_at=known_at,
            tz=tz,
            entity_type=entity_type,
            types=relations or (),
            evidence=evidence or (),
            depth=depth,
            limit=limit,
        )
    show(answer, as_json, output.print_temporal)


@questions.command(
    epilog=examples(
        "retrograph timeline 'PEP 572'",
        "retrograph timeline 'PEP 572' --property status --since 2018 --until 2019",
        "retrograph timeline 'auth middleware' --known-at 2025-04-01 --axis both",
    )
)
def timeline(
    entity: Entity,
    data: Data = None,
    project: Project = None,
    known_at: KnownAt = None,
    since: Annotated[
        str | None,
        typer.Option("--since", metavar="DATE", help="Only what held at this time or later.", show_default=False),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option("--until", metavar="DATE", help="Only what held at this time or earlier.", show_default=False),
    ] = None,
    tz: Zone = None,
    entity_type: EntityType = None,
    relations: Relations = None,
    properties: Annotated[
        list[str] | None,
        typer.Option("--property", metavar="NAME", help="Only this property. Repeatable.", show_default=False),
    ] = None,
    axis: Annotated[
        str,
        typer.Option("--axis", metavar="AXIS", help="'valid', or 'both' to see also what is no longer believed."),
    ] = "valid",
    limit: Limit = 500,
    as_json: Json = False,
) -> None:
    """Every version of an entity's facts, and what ended each."""
    with open_door(data, project) as door:
        answer = door.timeline(
            entity,
            known_at=known_at,
            since=since,
            until=until,
            tz=tz,
            entity_type=entity_type,
            types=relations or (),
            properties=properties or (),
            axis=axis,
            limit=limit,
        )
    show(answer, as_json, output.print_timeline)


@questions.command(
    epilog=examples(
        "retrograph diff 'PEP 572' --from 2018-07-01 --to 2019",
        "retrograph diff 'auth middleware' --from-known-at 2025-04-01 --to-known-at 2025-06-01",
    )
)
def diff(
    entity: Entity,
    data: Data = None,
    project: Project = None,
    from_as_of: Annotated[
        str | None, typer.Option("--from", metavar="DATE", help="The time to compare from.", show_default=False)
    ] = None,
    to_as_of: Annotated[
        str | None, typer.Option("--to", metavar="DATE", help="The time to compare to.", show_default=False)
    ] = None,
    from_known_at: Annotated[
        str | None,
        typer.Option("--from-known-at", metavar="DATE", help="What was known at the first time.", show_default=False),
    ] = None,
    to_known_at: Annotated[
        str | None,
        typer.Option("--to-known-at", metavar="DATE", help="What was known at the second time.", show_default=False),
    ] = None,
    tz: Zone = None,
    entity_type: EntityType = None,
    as_json: Json = False,
) -> None:
    """What changed between two times, and by which event."""
    if not any((from_as_of, to_as_of, from_known_at, to_known_at)):
        raise InvalidInput("from", "name the time to compare from, as in --from 2025-01 (and --to, else it is now)")
    with open_door(data, project) as door:
        answer = door.diff(
            entity,
            from_as_of=from_as_of,
            to_as_of=to_as_of,
            from_known_at=from_known_at,
            to_known_at=to_known_at,
            tz=tz,
            entity_type=entity_type,
        )
    show(answer, as_json, output.print_diff)


@questions.command(epilog=examples("retrograph why fact_7k2m"))
def why(
    fact: Annotated[str, typer.Argument(metavar="FACT", help="A fact's id, as --json answers give it.")],
    data: Data = None,
    project: Project = None,
    known_at: KnownAt = None,
    tz: Zone = None,
    as_json: Json = False,
) -> None:
    """All that was said of one fact, and where.

    The observations, their words, the verbs that came of them, and which of them speak for it now.
    """
    with open_door(data, project) as door:
        answer = door.why(fact, known_at=known_at, tz=tz)
    show(answer, as_json, output.print_why)
