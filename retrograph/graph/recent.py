"""Deltas that a store's file does not hold yet, together and netted, readable like the store itself.

One thread adds, any thread reads meanwhile: entries are only ever put in or replaced whole, and what is added is
recorded later than any point that a reader has asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from retrograph.graph.intervals import AsOf
from retrograph.graph.store import Edge, EdgeFilter, Node


class Recent:
    """What was added since the file was last written: new entities, edges opened, and edges of the file that ended."""

    def __init__(self) -> None:
        self.nodes: dict[str, Node] = {}
        self.opened: dict[str, Edge] = {}
        self.closed: dict[str, Edge] = {}
        self._facts: dict[str, list[str]] = {}

    @property
    def rows(self) -> int:
        return len(self.nodes) + len(self.opened) + len(self.closed)

    def add(self, nodes: Iterable[Node], opened: Iterable[Edge], closed: Iterable[Edge]) -> None:
        """Take in a delta. An edge that was opened here and ends is kept as one that ended."""
        self.nodes.update((node.id, node) for node in nodes)
        for edge in closed:
            if here := self.opened.get(edge.fact):
                self.opened[edge.fact] = replace(here, recorded_to=edge.recorded_to)
            else:
                self.closed[edge.fact] = edge
        for edge in opened:
            self.opened[edge.fact] = edge
            for end in {edge.source, edge.target}:
                self._facts.setdefault(end, []).append(edge.fact)

    def with_(self, nodes: Iterable[Node], opened: Iterable[Edge], closed: Iterable[Edge]) -> Recent:
        """A copy that has a further delta too."""
        both = Recent()
        both.add(self.nodes.values(), self.opened.values(), self.closed.values())
        both.add(nodes, opened, closed)
        return both

    def end_of(self, fact: str) -> int | None:
        """When an edge of the file stopped being believed, where that is recent."""
        edge = self.closed.get(fact)
        return edge.recorded_to if edge else None

    def around(self, entity: str, at: AsOf, where: EdgeFilter) -> Iterator[Edge]:
        """The edges opened here that may be gone from `entity`."""
        for fact in tuple(self._facts.get(entity, ())):
            edge = self.opened[fact]
            ends = {"out": (edge.source,), "in": (edge.target,), "both": (edge.source, edge.target)}[where.direction]
            if (
                entity in ends
                and edge.holds(at)
                and where.planned in (None, edge.planned)
                and (not where.types or edge.type in where.types)
            ):
                yield edge
