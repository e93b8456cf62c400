"""The GraphStore port: a projection of the facts that can be walked as of any point.

It holds entities and one edge a *version* of a relation. It is derived from the record and can be thrown away
at any time. One thread writes (`apply`, `load`, `checkpoint`); any thread reads, and an answer at `known` is
the same before, during and after a write of something recorded later, but for the `recorded_to` of its edges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from retrograph.graph.intervals import OPEN, AsOf
from retrograph.graph.model import Direction, Entity


@dataclass(frozen=True, slots=True)
class Edge:
    """One version of one relation. Bounds are half-open; `recorded_to` is the only field ever changed, once."""

    fact: str
    key: str
    source: str
    target: str
    type: str
    weight: float
    planned: bool
    valid_from: int
    valid_to: int
    recorded_from: int
    recorded_to: int = OPEN

    def holds(self, at: AsOf) -> bool:
        return self.valid_from <= at.valid < self.valid_to and self.recorded_from <= at.known < self.recorded_to


@dataclass(frozen=True, slots=True)
class Node:
    """What an answer shows of an entity."""

    id: str
    type: str
    name: str


@dataclass(frozen=True, slots=True)
class Step:
    """An edge as met on a walk: `depth` edges from the start, with both its ends."""

    edge: Edge
    source: Node
    target: Node
    depth: int


@dataclass(frozen=True, slots=True)
class Delta:
    """What changed between two points of the journal, netted: an edge opened and closed in it comes closed."""

    seq: int
    hash: str
    entities: Sequence[Entity]
    opened: Sequence[Edge]
    closed: Sequence[Edge]
    """Edges from before the delta, with their new `recorded_to`."""


@dataclass(frozen=True, slots=True)
class EdgeFilter:
    """Which edges a walk may use. No types means all."""

    types: tuple[str, ...] = ()
    direction: Direction = "both"
    planned: bool | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    """Size of a store: entities, and edge versions open and in all."""

    entities: int
    open_edges: int
    edges: int


@dataclass(frozen=True, slots=True)
class StoreKind:
    """How a project opens its graph: `open(path)`, and which files a store at a path consists of (none: in memory)."""

    open: Callable[[Path], GraphStore]
    files: Callable[[Path], Sequence[Path]]


class GraphStore(Protocol):
    """Entities and bi-temporal edges, walked inside a slice."""

    def applied(self) -> tuple[int, str]:
        """The seq and hash of the last event it reflects; `(0, "")` when empty."""
        ...

    def apply(self, delta: Delta) -> None:
        """Take in a delta, atomically. One whose seq is already applied changes nothing; an entity that is there
        already stays as it is. A store may keep what is recent in memory: after a kill it is at an earlier seq.

        Raises:
            Damaged: an end of an edge is not there, or (found at the latest by the next checkpoint) an edge that
                ended; the store is out of step.
        """
        ...

    def load(self, entities: Iterable[Entity], edges: Iterable[Edge], seq: int, hash: str) -> None:
        """Replace everything, in bulk. Faster than `apply`; not atomic, so only into a store that is not in use."""
        ...

    def hop(self, entity: str, at: AsOf, where: EdgeFilter = EdgeFilter()) -> list[Step]:
        """Every edge of `entity` that holds at `at`, both directions, depth 1, in the order of facts' ids.

        An edge from an entity to itself is hidden, here and below.
        """
        ...

    def walk(self, entity: str, depth: int, at: AsOf, where: EdgeFilter = EdgeFilter()) -> list[Step]:
        """Every edge that holds at `at` and lies on a shortest path of at most `depth` (1 to 3) edges from
        `entity`, parallel edges included, nearest first, then in the order of facts' ids. The filter applies
        before expanding."""
        ...

    def path(self, start: str, goal: str, at: AsOf, depth: int = 4, where: EdgeFilter = EdgeFilter()) -> list[Step]:
        """The edges of one shortest path in walking order, or an empty list. Of several, the one that comes first
        by its facts' ids, compared step by step."""
        ...

    def counts(self) -> Counts: ...

    def due(self) -> bool:
        """Whether a checkpoint is due by the store's own measure: what was applied since the last one takes memory,
        and time at the next start."""
        ...

    def checkpoint(self) -> None:
        """Make the store's own file compact and current. Safe against a kill at any moment."""
        ...

    def close(self) -> None: ...
