"""The graph over Kùzu.

with closing(KuzuStore(Path("graph.kuzu"))) as graph:
    graph.apply(delta)
    graph.hop("ent_1", AsOf(valid, known))

Entities' names and types are kept in memory too (some 300 bytes each): reading them from the engine would cost more
than all the rest of a hop.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, replace
from functools import partial
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Final

from retrograph.errors import Damaged, StoreError
from retrograph.graph import cypher, kuzu_rows
from retrograph.graph.intervals import OPEN, AsOf
from retrograph.graph.kuzu_engine import MIB, Engine, Parameters, Row, Size
from retrograph.graph.kuzu_files import Files
from retrograph.graph.model import Entity
from retrograph.graph.store import Counts, Delta, Edge, EdgeFilter, Node, Step, StoreKind

NODES_AT_ONCE: Final = 50_000
EDGES_A_HOP: Final = 500
"""How many edges a scan of all passes in the time of one hop."""
POOL_PER_DELTA: Final = 192 * 1024
"""Page cache to allow for each delta since the last checkpoint, in bytes; measured about half of that."""
ROWS_PER_CHECKPOINT: Final = 40_000
"""Edges that are read back at a start in about two seconds."""
POOL_PER_ROW: Final = 1024
DISK_PER_ROW: Final = 512
"""What a bulk load needs for each row, in bytes: measured 770 of page cache and 290 on the disk."""

_EVERY: Final = EdgeFilter()
_FACT, _SOURCE, _TARGET = (cypher.EDGE.index(name) for name in ("fact", "source", "target"))
_fact_of_step = attrgetter("edge.fact")


@dataclass(frozen=True, slots=True)
class _State:
    """What the graph's file says of itself; fields as `cypher.STATE`."""

    layout: int = cypher.LAYOUT
    seq: int = 0
    hash: str = ""
    entities: int = 0
    open_edges: int = 0
    edges: int = 0

    def parameters(self) -> Parameters:
        return dict(zip(cypher.STATE, astuple(self), strict=True))

    def after(self, delta: Delta, entities: int) -> _State:
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


class KuzuStore:
    """One graph in one file (and a log beside it). One thread writes, any thread reads.

    Nothing is written into the file itself once it is there. `apply` appends to the log, which is read back at the
    next start (about a second for each 20,000 edges); `checkpoint` writes a new file and exchanges the two.

    Raises:
        Damaged: the file does not open, is of another layout, or does not hold what it says.
        Locked: another process has it open.
        StoreError: this process has it open, or it cannot be read or written.
    """

    def __init__(
        self,
        path: Path,
        *,
        buffer_pool_bytes: int = 256 * MIB,
        max_db_bytes: int = 1 << 35,
        read_connections: int = 4,
    ) -> None:
        self._files = Files(path)
        self._size = Size(buffer_pool_bytes, max_db_bytes, read_connections)
        self._engine = Engine(self._files.path, self._size, self._files.settle)
        self._deltas = 0
        self._rows = 0
        try:
            self._state = self._first_look()
            self._nodes = dict(self._stored_nodes())
        except BaseException:
            self._engine.close()
            raise

    @staticmethod
    def files(path: Path) -> list[Path]:
        """Every file that a graph at `path` may consist of, in a fixed order; for moving and deleting it."""
        return Files(path).all()

    @property
    def log_bytes(self) -> int:
        """How much was applied since the last checkpoint, as bytes of the log."""
        return self._files.log_size()

    def applied(self) -> tuple[int, str]:
        return self._state.seq, self._state.hash

    def counts(self) -> Counts:
        return Counts(self._state.entities, self._state.open_edges, self._state.edges)

    # -- reading -------------------------------------------------------------------------------------------

    def hop(self, entity: str, at: AsOf, where: EdgeFilter = _EVERY) -> list[Step]:
        rows = self._engine.read(cypher.hop(where), {"id": entity, **_slice(at, where)})
        return self._steps((row for row in rows if row[_SOURCE] != row[_TARGET]), 1)

    def walk(self, entity: str, depth: int, at: AsOf, where: EdgeFilter = _EVERY) -> list[Step]:
        slice_ = _slice(at, where)
        found: list[Step] = []
        reached = ahead = {entity}
        for level in range(1, depth + 1):
            rows = self._around(ahead, where, slice_)
            onward = [row for row in rows if row[_SOURCE] not in reached or row[_TARGET] not in reached]
            found += self._steps(onward, level)
            ahead = {end for row in onward for end in (row[_SOURCE], row[_TARGET])} - reached
            reached = reached | ahead
        return found

    def _around(self, entities: set[str], where: EdgeFilter, slice_: dict[str, object]) -> list[Row]:
        """The edges of some entities. The recursive form would pay for every path, this pays for every edge."""
        if len(entities) * EDGES_A_HOP > self._state.edges:
            return self._engine.read(cypher.hops(where), {"ids": list(entities), **slice_})
        text = cypher.hop(where)
        return [row for id_ in entities for row in self._engine.read(text, {"id": id_, **slice_})]

    def path(self, start: str, goal: str, at: AsOf, depth: int = 4, where: EdgeFilter = _EVERY) -> list[Step]:
        slice_ = _slice(at, where)
        ends = self._engine.read(cypher.distance(where, depth), {"id": start, "goal": goal, **slice_})
        if start == goal or not ends:
            return []
        length: int = ends[0][1]
        away: dict[str, int] = {}
        if length > 1:
            near = self._engine.read(cypher.distances_to(where, length - 1), {"id": goal, **slice_})
            away = {row[0]: row[1] for row in near}
        away[goal] = 0
        steps: list[Step] = []
        here = start
        for level in range(1, length + 1):
            rows = self._engine.read(cypher.hop(where), {"id": here, **slice_})
            onward = [row for row in rows if away.get(_other_end(row, here)) == length - level]
            row = min(onward, key=itemgetter(_FACT))
            steps += self._steps([row], level)
            here = _other_end(row, here)
        return steps

    def _steps(self, rows: Iterable[Row], depth: int) -> list[Step]:
        nodes = self._nodes
        steps = [Step(Edge(*row), nodes[row[_SOURCE]], nodes[row[_TARGET]], depth) for row in rows]
        steps.sort(key=_fact_of_step)
        return steps

    # -- writing -------------------------------------------------------------------------------------------

    def apply(self, delta: Delta) -> None:
        if delta.seq <= self._state.seq:
            return
        new = {e.id: Node(e.id, e.type, e.name) for e in delta.entities if e.id not in self._nodes}
        self._files.require(4 * MIB + 2048 * (len(new) + len(delta.opened) + len(delta.closed)))
        self._nodes.update(new)  # first, since a reader may meet an edge as soon as it is committed
        state = self._state.after(delta, len(new))
        try:
            self._check_ends(delta)
            with self._engine.transaction() as write:
                kuzu_rows.create(write, new.values())
                kuzu_rows.close(write, delta.closed)
                kuzu_rows.open_(write, delta.opened)
                write(cypher.SET_STATE, state.parameters())
            self._state = state
            self._deltas += 1
            self._rows += len(delta.opened) + len(delta.closed)
        except BaseException:
            with suppress(StoreError):
                self._state = self._stored_state()
            if self._state.seq < delta.seq:
                for id_ in new:
                    del self._nodes[id_]
            raise

    def load(self, entities: Iterable[Entity], edges: Iterable[Edge], seq: int, hash: str) -> None:
        self._files.clear()
        try:
            nodes, still_open, count = kuzu_rows.write_files(self._files, entities, edges)
            state = _State(cypher.LAYOUT, seq, hash, len(nodes), still_open, count)
            self._replace([cypher.rows_of_csv(path) for path in self._files.given], state)
            self._nodes = nodes
        finally:
            self._files.clear()

    def due(self) -> bool:
        return self._deltas * POOL_PER_DELTA > self._size.pool or self._rows > ROWS_PER_CHECKPOINT

    def checkpoint(self) -> None:
        if not self._files.log_size():
            return
        self._files.clear()
        try:
            self._files.require(_disk_for(self._state))
            entities, edges = self._files.saved
            self._engine.run(cypher.save_entities(entities))
            self._engine.run(cypher.save_edges(edges))
            rows = [cypher.rows_of_parquet(entities, cypher.ENTITY), cypher.rows_of_parquet(edges, cypher.EDGE_ROW)]
            self._replace(rows, self._state)
        finally:
            self._files.clear()

    def close(self) -> None:
        self._engine.close()

    def _replace(self, rows: Sequence[str], state: _State) -> None:
        """Write a new file from what COPY reads, and put it in the place of this one."""
        self._files.require(_disk_for(state))
        pool = max(self._size.pool, 64 * MIB + POOL_PER_ROW * (state.edges + state.entities))
        with Engine(self._files.next, replace(self._size, pool=pool, readers=0)) as fresh:
            for text in (*cypher.SCHEMA, cypher.copy_entities(rows[0]), cypher.copy_edges(rows[1])):
                fresh.run(text)
            with fresh.transaction() as write:
                write(cypher.CREATE_STATE, state.parameters())
            _check_counts(fresh, state)
            fresh.run(cypher.CHECKPOINT)
        self._engine.replace(self._files.exchange, self._files.settle)
        self._state = state
        self._deltas = self._rows = 0

    # -- opening -------------------------------------------------------------------------------------------

    def _first_look(self) -> _State:
        """The state of the file, or of an empty graph that is made now."""
        try:
            if not self._engine.run(cypher.TABLES):
                with self._engine.transaction() as write:
                    for text in cypher.SCHEMA:
                        write(text, {})
                    write(cypher.CREATE_STATE, _State().parameters())
            state = self._stored_state()
            _check_counts(self._engine, state)
        except Damaged:
            raise
        except StoreError as error:
            raise Damaged(f"the graph {self._files.path} cannot be read ({error}); rebuild it") from error
        return state

    def _stored_state(self) -> _State:
        rows = self._engine.run(cypher.READ_STATE)
        if len(rows) != 1 or rows[0][0] != cypher.LAYOUT:
            raise Damaged(f"the graph {self._files.path} is of another layout; rebuild it")
        return _State(*rows[0])

    def _stored_nodes(self) -> Iterator[tuple[str, Node]]:
        for first in range(0, self._state.entities, NODES_AT_ONCE):
            rows = self._engine.read(cypher.READ_ENTITIES, {"first": first, "past": first + NODES_AT_ONCE})
            yield from ((row[0], Node(*row)) for row in rows)

    def _check_ends(self, delta: Delta) -> None:
        for edge in delta.opened:
            if edge.source not in self._nodes or edge.target not in self._nodes:
                raise Damaged(f"the graph lacks an entity of {edge.fact}; rebuild it")


def kuzu_kind(*, buffer_pool: int = 256 * MIB) -> StoreKind:
    """Graphs over Kùzu, each with `buffer_pool` bytes of page cache."""
    return StoreKind(partial(KuzuStore, buffer_pool_bytes=buffer_pool), KuzuStore.files)


def _slice(at: AsOf, where: EdgeFilter) -> dict[str, object]:
    """The parameters of a walking text but for the entity."""
    given: dict[str, object] = {"valid": at.valid, "known": at.known}
    if where.types:
        given["types"] = list(where.types)
    if where.planned is not None:
        given["planned"] = where.planned
    return given


def _other_end(row: Row, here: str) -> str:
    end: str = row[_TARGET] if row[_SOURCE] == here else row[_SOURCE]
    return end


def _disk_for(state: _State) -> int:
    return 16 * MIB + DISK_PER_ROW * (state.edges + state.entities)


def _check_counts(engine: Engine, state: _State) -> None:
    found = engine.run(cypher.COUNT_ENTITIES)[0][0], engine.run(cypher.COUNT_EDGES)[0][0]
    if found != (state.entities, state.edges):
        raise Damaged(
            f"the graph {engine.path} has {found[0]} entities and {found[1]} edges where {state.entities} and "
            f"{state.edges} were written; rebuild it"
        )
