"""A shortest path, searched from both ends at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from retrograph.graph.store import Edge

Around = Callable[[set[str]], Iterable[Edge]]
"""The edges that may be gone from (or, on the way back from the goal, to) any of some entities."""


@dataclass(slots=True)
class _Side:
    """What is reached from one end: level by level, each edge as (nearer end, edge, farther end)."""

    frontier: set[str]
    around: Around
    reached: set[str] = field(default_factory=set)
    levels: list[list[tuple[str, Edge, str]]] = field(default_factory=list)

    def advance(self) -> None:
        self.reached |= self.frontier
        level = []
        for edge in self.around(self.frontier):
            for near, far in ((edge.source, edge.target), (edge.target, edge.source)):
                if near in self.frontier and far not in self.reached:
                    level.append((near, edge, far))
        self.levels.append(level)
        self.frontier = {far for _, _, far in level}

    def leading_to(self, meeting: set[str]) -> list[list[tuple[str, Edge, str]]]:
        """Of each level, from the farthest, the edges on a way to `meeting`."""
        kept = []
        for level in reversed(self.levels):
            kept.append([(near, edge, far) for near, edge, far in level if far in meeting])
            meeting = {near for near, _, _ in kept[-1]}
        return kept


def shortest(start: str, goal: str, depth: int, onward: Around, backward: Around) -> list[Edge]:
    """The edges of a shortest path of at most `depth` edges in walking order, or none.

    Of several the one whose facts' ids come first, compared step by step.
    """
    if start == goal:
        return []
    here, there = _Side({start}, onward), _Side({goal}, backward)
    while not here.frontier & there.frontier:
        side = min(here, there, key=lambda s: len(s.frontier))
        if not side.frontier or len(here.levels) + len(there.levels) == depth:
            return []
        side.advance()
    meeting = here.frontier & there.frontier
    ways = here.leading_to(meeting)[::-1]
    ways += [[(far, edge, near) for near, edge, far in level] for level in there.leading_to(meeting)]
    path, place = [], start
    for way in ways:
        edge, place = min(
            ((edge, onto) for leaving, edge, onto in way if leaving == place), key=lambda step: step[0].fact
        )
        path.append(edge)
    return path
