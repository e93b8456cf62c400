"""The graph as readers see it: whichever store is in place now, or a clear "not now" while it is being rebuilt."""

from __future__ import annotations

from collections.abc import Iterable

from retrograph.errors import Unavailable
from retrograph.graph.intervals import AsOf
from retrograph.graph.model import Entity
from retrograph.graph.store import Counts, Delta, Edge, EdgeFilter, GraphStore, Step

_EVERY = EdgeFilter()


class Hosted:
    """A GraphStore that passes on to another. The projector's thread alone puts one in place or takes it out."""

    def __init__(self) -> None:
        self._store: GraphStore | None = None

    def host(self, store: GraphStore) -> None:
        self._store = store

    def withdraw(self) -> GraphStore | None:
        """Take the store out; from now on readers are told to come back later."""
        store, self._store = self._store, None
        return store

    @property
    def in_place(self) -> bool:
        return self._store is not None

    @property
    def _there(self) -> GraphStore:
        if self._store is None:
            raise Unavailable("the graph is being rebuilt from the journal; ask again in a moment")
        return self._store

    def applied(self) -> tuple[int, str]:
        return self._there.applied()

    def apply(self, delta: Delta) -> None:
        self._there.apply(delta)

    def load(self, entities: Iterable[Entity], edges: Iterable[Edge], seq: int, hash: str) -> None:
        self._there.load(entities, edges, seq, hash)

    def hop(self, entity: str, at: AsOf, where: EdgeFilter = _EVERY) -> list[Step]:
        return self._there.hop(entity, at, where)

    def walk(self, entity: str, depth: int, at: AsOf, where: EdgeFilter = _EVERY) -> list[Step]:
        return self._there.walk(entity, depth, at, where)

    def path(self, start: str, goal: str, at: AsOf, depth: int = 4, where: EdgeFilter = _EVERY) -> list[Step]:
        return self._there.path(start, goal, at, depth, where)

    def counts(self) -> Counts:
        return self._there.counts()

    def due(self) -> bool:
        return self._there.due()

    def checkpoint(self) -> None:
        self._there.checkpoint()

    def close(self) -> None:
        store = self.withdraw()
        if store is not None:
            store.close()
