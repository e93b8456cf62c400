"""Rows on their way into the graph: as the parameters of a transaction, or as the files of a bulk load."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple
from operator import attrgetter
from pathlib import Path
from typing import Final

from retrograph.errors import Damaged
from retrograph.graph import cypher
from retrograph.graph.intervals import OPEN
from retrograph.graph.kuzu_engine import Run
from retrograph.graph.kuzu_files import Files
from retrograph.graph.model import Entity
from retrograph.graph.store import Edge, Node

BATCH: Final = 1000
"""Rows in one statement of a batch."""

edge_values = attrgetter(*cypher.EDGE)
"""An edge's values, in the order of `cypher.EDGE`."""


def create(write: Run, nodes: Iterable[Node]) -> None:
    """Add entities that are not there yet."""
    rows = [dict(zip(cypher.ENTITY, astuple(node), strict=True)) for node in nodes]
    for batch in _batches(rows):
        write(cypher.CREATE_ENTITIES, {"rows": batch})


def close(write: Run, edges: Iterable[Edge]) -> None:
    """End edges that are there. Before new ones are written: the engine reads its own uncommitted edges wrongly.

    Raises:
        Damaged: an edge is not there.
    """
    rows = [{"source": e.source, "fact": e.fact, "recorded_to": e.recorded_to} for e in edges]
    closed = sum(write(cypher.CLOSE, {"rows": batch})[0][0] for batch in _batches(rows))
    if closed != len(rows):
        raise Damaged(f"the graph lacks {len(rows) - closed} of {len(rows)} edges that ended; rebuild it")


def open_(write: Run, edges: Iterable[Edge]) -> None:
    """Add edges between entities that are there."""
    rows = [dict(zip(cypher.EDGE, edge_values(edge), strict=True)) for edge in edges]
    for batch in _batches(rows):
        write(cypher.OPEN, {"rows": batch})


def _batches(rows: list[dict[str, object]]) -> Iterator[list[dict[str, object]]]:
    return (rows[first : first + BATCH] for first in range(0, len(rows), BATCH))


def write_files(files: Files, entities: Iterable[Entity], edges: Iterable[Edge]) -> tuple[dict[str, Node], int, int]:
    """Write the rows of a bulk load into `files.given`; returns the nodes, and how many edges are open and in all."""
    nodes: dict[str, Node] = {}
    still_open = count = 0
    with files.told(), _table(files.given[0]) as write:
        for entity in entities:
            nodes[entity.id] = Node(entity.id, entity.type, entity.name)
            write((entity.id, entity.type, entity.name))
    with files.told(), _table(files.given[1]) as write:
        for edge in edges:
            count += 1
            still_open += edge.recorded_to == OPEN
            write((edge.source, edge.target, *edge_values(edge)))
    return nodes, still_open, count


@contextmanager
def _table(path: Path) -> Iterator[Callable[[Sequence[object]], object]]:
    with path.open("w", encoding="utf-8", newline="") as file:
        yield csv.writer(file, quoting=csv.QUOTE_ALL).writerow
