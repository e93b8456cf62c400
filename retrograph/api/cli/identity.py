"""The commands of identity: what is known by which names, what may be one, what is one from now on."""
# ruff: noqa: PLR0913, PLR0917 - the parameters of a command are its options

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from retrograph.api.cli.groups import LIST, Listing
from retrograph.api.cli.opened import open_door, show
from retrograph.api.cli.options import Data, Entity, EntityType, Json, KnownAt, Limit, Project, examples
from retrograph.api.cli.reports import counted
from retrograph.api.results import SuggestionList
from retrograph.api.wire import DEFAULT_ACTOR
from retrograph.errors import InvalidInput
from retrograph.retrieval.answers import EntityAnswer, EntityList
from retrograph.retrieval.views import EntityView

if TYPE_CHECKING:
    from retrograph.api.door import Door

changes = typer.Typer()
entities = typer.Typer(
    cls=Listing,
    help="The entities known, and which of them may be one. Without a command of its own: the list.",
    epilog=examples("retrograph entities jose --type library", "retrograph entities suggest"),
)
alias = typer.Typer(
    help="Other names of an entity.",
    epilog=examples("retrograph alias add jose panva/jose --reason 'its name on GitHub'", "retrograph alias list jose"),
    no_args_is_help=True,
)

Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; kept for good.", show_default=False)]
MaybeReason = Annotated[
    str | None, typer.Option("--reason", metavar="TEXT", help="Why; kept for good.", show_default=False)
]
Actor = Annotated[str, typer.Option("--actor", metavar="NAME", help="Who does it.")]
NewName = Annotated[str, typer.Argument(metavar="NAME", help="The other name.")]


def meant(door: Door, name: str, field: str) -> EntityView:
    """The one entity that a name, an alias, an id or `type:name` means now.

    Raises:
        NotFound: it means none.
        InvalidInput: it means several; a change of identity does not guess.
    """
    found = door.entity(name)
    if len(found.candidates) > 1:
        several = ", ".join(f"{c.type}:{c.name} ({c.id})" for c in found.candidates)
        raise InvalidInput(
            field, f"{name!r} means {len(found.candidates)} entities: {several}; name one by its id, or as type:name"
        )
    return found.entity


# -- entities ----------------------------------------------------------------------------------------------


@entities.command(
    LIST,
    epilog=examples(
        "retrograph entities", "retrograph entities jose --type library", "retrograph entities --known-at 2025-04-01"
    ),
)
def list_(
    query: Annotated[
        str | None, typer.Argument(metavar="QUERY", help="Only names with this in them.", show_default=False)
    ] = None,
    entity_type: EntityType = None,
    known_at: KnownAt = None,
    limit: Limit = 50,
    data: Data = None,
    project: Project = None,
    as_json: Json = False,
) -> None:
    """List the entities known, with their other names and their ids."""
    with open_door(data, project) as door:
        found = door.entities(prefix=query, entity_type=entity_type, known_at=known_at, limit=limit)
    show(found, as_json, print_entities)


@entities.command(
    epilog=examples(
        "retrograph entities suggest", "retrograph entities suggest jose", "retrograph entities suggest --json"
    )
)
def suggest(
    entity: Annotated[
        str | None, typer.Argument(metavar="ENTITY", help="Only what may be one with this.", show_default=False)
    ] = None,
    entity_type: EntityType = None,
    limit: Limit = 50,
    data: Data = None,
    project: Project = None,
    as_json: Json = False,
) -> None:
    """List entities that may be one, and why. Nothing is merged by it."""
    with open_door(data, project) as door:
        of = None if entity is None else meant(door, entity, "entity").id
        found = door.suggestions(entity=of, entity_type=entity_type, limit=limit)
    show(found, as_json, print_suggestions)


@entities.command(epilog=examples("retrograph entities dismiss request requests --reason 'two packages'"))
def dismiss(
    entity: Entity,
    other: Annotated[str, typer.Argument(metavar="OTHER", help="The entity that it is not.")],
    reason: Reason,
    actor: Actor = DEFAULT_ACTOR,
    data: Data = None,
    project: Project = None,
    as_json: Json = False,
) -> None:
    """Say that two entities are not one: they are not suggested again."""
    with open_door(data, project) as door:
        one, two = meant(door, entity, "entity"), meant(door, other, "other")
        done = door.dismiss(one.id, two.id, reason=reason, actor=actor)
    show(done, as_json, lambda out, _: out.print(f"{_named(one)} and {_named(two)} are not suggested as one again."))


# -- other names -------------------------------------------------------------------------------------------


@alias.command(epilog=examples("retrograph alias add jose panva/jose --reason 'its name on GitHub'"))
def add(
    entity: Entity,
    name: NewName,
    reason: MaybeReason = None,
    actor: Actor = DEFAULT_ACTOR,
    data: Data = None,
    project: Project = None,
    as_json: Json = False,
) -> None:
    """Give an entity another name, from now on."""
    with open_door(data, project) as door:
        found = meant(door, entity, "entity")
        done = door.add_alias(found.id, name, reason=reason, actor=actor)
    show(done, as_json, lambda out, _: out.print(f"{_named(found)} is also called {name!r} from now on."))


@alias.command(epilog=examples("retrograph alias remove jose panva/jose --reason 'a fork'"))
def remove(
    entity: Entity,
    name: NewName,
    reason: MaybeReason = None,
    actor: Actor = DEFAULT_ACTOR,
    data: Data = None,
    project: Project = None,
    as_json: Json = False,
) -> None:
    """Take another name back, from now on. What was known before stays as it was."""
    with open_door(data, project) as door:
        found = meant(door, entity, "entity")
        done = door.remove_alias(found.id, name, reason=reason, actor=actor)
    show(done, as_json, lambda out, _: out.print(f"{_named(found)} is not called {name!r} from now on."))


@alias.command(LIST, epilog=examples("retrograph alias list jose", "retrograph alias list jose --known-at 2025-04-01"))
def names(
    entity: Entity,
    known_at: KnownAt = None,
    data: Data = None,
    project: Project = None,
    as_json: Json = False,
) -> None:
    """List the other names of an entity, and what was merged into it."""
    with open_door(data, project) as door:
        found = door.entity(entity, known_at=known_at)
    show(found, as_json, print_names)


# -- merges ------------------------------------------------------------------------------------------------


@changes.command(
    epilog=examples(
        "retrograph merge panva/jose jose --reason 'one package'", "retrograph merge ent_7k2m ent_9x4b --reason same"
    )
)
def merge(
    entity: Entity,
    into: Annotated[str, typer.Argument(metavar="INTO", help="The entity that it is the same as, and becomes.")],
    reason: Reason,
    actor: Actor = DEFAULT_ACTOR,
    data: Data = None,
    project: Project = None,
    as_json: Json = False,
) -> None:
    """Make two entities one, from now on.

    What was known before stays as it was, and `unmerge` undoes it.
    """
    with open_door(data, project) as door:
        one, two = meant(door, entity, "entity"), meant(door, into, "into")
        merged = door.merge(one.id, two.id, reason=reason, actor=actor)
    undo = f"To undo it: retrograph unmerge {merged.merge} --reason WHY"
    show(merged, as_json, lambda out, _: out.print(f"{_named(one)} is {_named(two)} from now on. {undo}"))


@changes.command(epilog=examples("retrograph unmerge 16 --reason 'they are two'"))
def unmerge(
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="The merge, as `merge` and `alias list` say it.")],
    reason: Reason,
    actor: Actor = DEFAULT_ACTOR,
    data: Data = None,
    project: Project = None,
    as_json: Json = False,
) -> None:
    """Undo a merge, from now on: it is as if it had never been."""
    with open_door(data, project) as door:
        done = door.unmerge(number, reason=reason, actor=actor)
    show(done, as_json, lambda out, _: out.print(f"Merge {number} is undone: they are two from now on."))


# -- printing ----------------------------------------------------------------------------------------------


def print_entities(out: Console, found: EntityList) -> None:
    """A line for each entity."""
    if not found.entities:
        out.print("There are none.")
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("Type")
    table.add_column("Name", overflow="fold")
    table.add_column("Also", overflow="fold")
    table.add_column("Id", no_wrap=True)
    for entity in found.entities:
        table.add_row(entity.type, entity.name, ", ".join(entity.aliases), Text(entity.id, style="dim"))
    out.print(table)
    if found.next_cursor:
        out.print(Text("There are more; --limit shows up to 1000.", style="dim"))


def print_suggestions(out: Console, found: SuggestionList) -> None:
    """Each pair with its reason, and what would merge it."""
    if not found.suggestions:
        out.print("Nothing looks as if it were one.")
        return
    for suggestion in found.suggestions:
        out.print(Text(f"{_named(suggestion.entity)}  →  {_named(suggestion.into)}", style="bold"))
        out.print(Text(f"  {suggestion.reason}: {suggestion.explanation}"))
        out.print(Text(f"  {suggestion.command}", style="dim"), soft_wrap=True)
    more = ", and more; --limit shows up to 1000" if found.next_cursor else ""
    out.print(Text(f"\n{counted(len(found.suggestions), 'pair')}{more}. Nothing was merged.", style="dim"))


def print_names(out: Console, found: EntityAnswer) -> None:
    """An entity's other names, and what was merged into it with the number to undo it by."""
    out.print(Text(_named(found.entity), style="bold"))
    if found.note:
        out.print(Text(found.note, style="yellow"))
    for name in found.entity.aliases:
        out.print(Text(f"  also called {name}"))
    for merged in found.merged:
        out.print(Text(f"  merged: {merged.type}:{merged.name} ({merged.id}), merge {merged.merge}"))
    if not (found.entity.aliases or found.merged):
        out.print("  no other names")


def _named(entity: EntityView) -> str:
    return f"{entity.type}:{entity.name} ({entity.id})"
