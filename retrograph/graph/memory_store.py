"""The graph over lists: the oracle for every other store, in the plainest words."""

from __future__ import annotations

from collections.abc import Iterable

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
        self._nodes |= {e.id: Node(e.id, e.type, e.name) for e in delta.entities if e.id not in self._nodes}
        self._edges |= {e.fact: e for e in (*delta.closed, *delta.opened)}
        self._applied = (delta.seq, delta.hash)

    def load(self, entities: Iterable[Entity], edges: Iterable[Edge], seq: int, hash: str) -> None:
        self._nodes = {e.id: Node(e.id, e.type, e.name) for e in entities}
        self._edges = {e.fact: e for e in edges}
        self._applied = (seq, hash)

    def hop(self, entity: str, at: AsOf, where: EdgeFilter = _EVERY) -> list[Step]:
        return [self._step(edge, 1) for edge in self._edges.values() if self._leads_on(edge, entity, at, where)]

    def walk(self, entity: str, depth: int, at: AsOf, where: EdgeFilter = _EVERY) -> list[Step]:
        distance = {entity: 0}
        found: dict[str, Step] = {}
        for level in range(1, depth + 1):
            for here in [id_ for id_, away in distance.items() if away == level - 1]:
                for step in self.hop(here, at, where):
                    there = _other_end(step.edge, here)
                    if distance.setdefault(there, level) == level:
                        found.setdefault(step.edge.fact, self._step(step.edge, level))
        return list(found.values())

    def path(self, start: str, goal: str, at: AsOf, depth: int = 4, where: EdgeFilter = _EVERY) -> list[Step]:
        reached: dict[str, list[Step]] = {start: []}
        for level in range(1, depth + 1):
            for here, steps in list(reached.items()):
                if len(steps) == level - 1:
                    for step in self.hop(here, at, where):
                        reached.setdefault(_other_end(step.edge, here), [*steps, self._step(step.edge, level)])
        return reached.get(goal, [])

    def counts(self) -> Counts:
        still_open = sum(edge.recorded_to == OPEN for edge in self._edges.values())
        return Counts(len(self._nodes), still_open, len(self._edges))

    def checkpoint(self) -> None:
        """There is no file."""

    def close(self) -> None:
        """There is nothing to close."""

    def _leads_on(self, edge: Edge, entity: str, at: AsOf, where: EdgeFilter) -> bool:
        ends = {"out": (edge.source,), "in": (edge.target,), "both": (edge.source, edge.target)}[where.direction]
        return (
            entity in ends
            and edge.holds(at)
            and (not where.types or edge.type in where.types)
            and where.planned in (None, edge.planned)
        )

    def _step(self, edge: Edge, depth: int) -> Step:
        return Step(edge, self._nodes[edge.source], self._nodes[edge.target], depth)


def _other_end(edge: Edge, here: str) -> str:
    return edge.target if edge.source == here else edge.source
