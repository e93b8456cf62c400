"""What a graph's file says of itself, and whether that is so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, dataclass, replace
from typing import Final

from retrograph.errors import Damaged, StoreError
from retrograph.graph import cypher
from retrograph.graph.intervals import OPEN
from retrograph.graph.kuzu_engine import MIB, Engine, Parameters
from retrograph.graph.store import Delta, Node

NODES_AT_ONCE: Final = 50_000
POOL_PER_ROW: Final = 1024
DISK_PER_ROW: Final = 512
"""What a bulk load needs for each row, in bytes: measured 770 of page cache and 290 on the disk."""


@dataclass(frozen=True, slots=True)
class State:
    """What the graph's file says of itself; fields as `cypher.STATE`."""

    layout: int = cypher.LAYOUT
    seq: int = 0
    hash: str = ""
    entities: int = 0
    open_edges: int = 0
    edges: int = 0
    writes: int = 0
    """Since the file was written, that is, in the log."""

    def parameters(self) -> Parameters:
        return dict(zip(cypher.STATE, astuple(self), strict=True))

    def after(self, delta: Delta, entities: int) -> State:
        """The state once a delta with so many new entities is in."""
        still_open = sum(edge.recorded_to == OPEN for edge in delta.opened) - len(delta.closed)
        return replace(
            self,
            seq=delta.seq,
            hash=delta.hash,
            entities=self.entities + entities,
            open_edges=self.open_edges + still_open,
            edges=self.edges + len(delta.opened),
        )


def first_look(engine: Engine) -> State:
    """The state of a file that was just opened, or of an empty graph that is made now.

    Raises:
        Damaged: it cannot be read, is of another layout, or does not hold what it says.
    """
    try:
        if not engine.run(cypher.TABLES):
            with engine.transaction() as write:
                for text in cypher.SCHEMA:
                    write(text, {})
                write(cypher.CREATE_STATE, State().parameters())
        state = _stored(engine)
        check_counts(engine, state)
    except Damaged:
        raise
    except StoreError as error:
        raise Damaged(f"the graph {engine.path} cannot be read ({error}); rebuild it") from error
    return state


def is_stored(engine: Engine, state: State) -> bool:
    """Whether a write that raised has been written all the same."""
    try:
        return _stored(engine) == state
    except StoreError:
        return False


def stored_nodes(engine: Engine, state: State) -> Iterator[tuple[str, Node]]:
    """Every entity of the file, by its id."""
    for first in range(0, state.entities, NODES_AT_ONCE):
        rows = engine.read(cypher.READ_ENTITIES, {"first": first, "past": first + NODES_AT_ONCE})
        yield from ((row[0], Node(*row)) for row in rows)


def check_counts(engine: Engine, state: State) -> None:
    """Compare what the file holds with what it says.

    Raises:
        Damaged: it holds more, as when a log was taken in twice, or less.
    """
    found = engine.run(cypher.COUNT_ENTITIES)[0][0], engine.run(cypher.COUNT_EDGES)[0][0]
    if found != (state.entities, state.edges):
        raise Damaged(
            f"the graph {engine.path} has {found[0]} entities and {found[1]} edges where {state.entities} and "
            f"{state.edges} were written; rebuild it"
        )


def disk_for(state: State) -> int:
    """Free bytes to ask for before a new file is written."""
    return 16 * MIB + DISK_PER_ROW * (state.edges + state.entities)


def pool_for(state: State) -> int:
    """Page cache that a bulk load needs, in bytes."""
    return 64 * MIB + POOL_PER_ROW * (state.edges + state.entities)


def _stored(engine: Engine) -> State:
    rows = engine.run(cypher.READ_STATE)
    if len(rows) != 1 or rows[0][0] != cypher.LAYOUT:
        raise Damaged(f"the graph {engine.path} is of another layout; rebuild it")
    return State(*rows[0])
