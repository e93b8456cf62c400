"""The graph over lists: the oracle for every other store, in the plainest words."""

from __future__ import annotations

from collections.abc import Iterable

from retrograph.errors import Damaged
from retrograph.graph.intervals import OPEN, AsOf
from retrograph.graph.model import Entity
from retrograph.graph.store import Counts, Delta, Edge, EdgeFilter, Node, Step

_EVERY = EdgeFilter()


class MemoryStore:
    """Holds entities and edges in dictionaries, and looks at every edge for every question."""

    def __init__(self) -> None:
        self._nodes: dict[str, Node] = {}
        self._edges: dict[str, Edge] = {}
        self._applied: tuple[int, str] = (0, "")

    def applied(self) -> tuple[int, str]:
        return self._applied

    def apply(self, delta: Delta) -> None:
        if delta.seq <= self._applied[0]:
            return
        nodes = {e.id: Node(e.id, e.type, e.name) for e in delta.entities} | self._nodes
        if any(end not in nodes for e in delta.opened for end in (e.source, e.target)):
            raise Damaged("an edge begins or ends at an entity that is not here")
        if any(e.fact not in self._edges for e in delta.closed):
            raise Damaged("an edge that ended is not here")
        self._nodes = nodes
        self._edges = self._edges | {e.fact: e for e in (*delta.closed, *delta.opened)}
        self._applied = (delta.seq, delta.hash)

    def load(self, entities: Iterable[Entity], edges: Iterable[Edge], seq: int, hash: str) -> None:
        self._nodes = {e.id: Node(e.id, e.type, e.name) for e in entities}
        self._edges = {e.fact: e for e in edges}
        self._applied = (seq, hash)

    def hop(self, entity: str, at: AsOf, where: EdgeFilter = _EVERY) -> list[Step]:
        return [self._step(edge, 1) for edge, _ in self._onward(entity, at, where)]

    def walk(self, entity: str, depth: int, at: AsOf, where: EdgeFilter = _EVERY) -> list[Step]:
        away = {entity: 0}
        steps: list[Step] = []
        for level in range(1, depth + 1):
            nearest = [id_ for id_, distance in away.items() if distance == level - 1]
            found = [
                edge
                for here in nearest
                for edge, there in self._onward(here, at, where)
                if away.setdefault(there, level) == level
            ]
            steps += [self._step(edge, level) for edge in sorted(found, key=lambda e: e.fact)]
        return steps

    def path(self, start: str, goal: str, at: AsOf, depth: int = 4, where: EdgeFilter = _EVERY) -> list[Step]:
        paths: dict[str, list[Edge]] = {start: []}
        for level in range(1, depth + 1):
            for here, edges in list(paths.items()):
                if len(edges) == level - 1:
                    for edge, there in self._onward(here, at, where):
                        paths.setdefault(there, [*edges, edge])
        return [self._step(edge, level) for level, edge in enumerate(paths.get(goal, []), 1)]

    def counts(self) -> Counts:
        still_open = sum(edge.recorded_to == OPEN for edge in self._edges.values())
        return Counts(len(self._nodes), still_open, len(self._edges))

    def due(self) -> bool:
        return False

    def checkpoint(self) -> None:
        """There is no file."""

    def close(self) -> None:
        """There is nothing to close."""

    def _onward(self, here: str, at: AsOf, where: EdgeFilter) -> list[tuple[Edge, str]]:
        """Each edge that may be gone from `here`, in the order of facts, and where it leads."""
        found = []
        for edge in self._edges.values():
            if here not in (edge.source, edge.target) or edge.source == edge.target or not edge.holds(at):
                continue
            if where.planned not in (None, edge.planned) or (where.types and edge.type not in where.types):
                continue
            if edge.source == here and where.direction in ("out", "both"):
                found.append((edge, edge.target))
            if edge.target == here and where.direction in ("in", "both"):
                found.append((edge, edge.source))
        return sorted(found, key=lambda pair: pair[0].fact)

    def _step(self, edge: Edge, depth: int) -> Step:
        return Step(edge, self._nodes[edge.source], self._nodes[edge.target], depth)
