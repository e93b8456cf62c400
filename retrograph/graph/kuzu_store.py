"""The graph over Kùzu.

with closing(KuzuStore(Path("graph.kuzu"))) as graph:
    graph.apply(delta)
    graph.hop("ent_1", AsOf(valid, known))

Entities' names and types are kept in memory too (some 300 bytes each): reading them from the engine would cost more
than all the rest of a hop.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Final

from retrograph.errors import Damaged, StoreError
from retrograph.graph import cypher, kuzu_rows
from retrograph.graph.intervals import AsOf
from retrograph.graph.kuzu_engine import MIB, Engine, Row, Size
from retrograph.graph.kuzu_files import Files
from retrograph.graph.kuzu_rows import edge_values
from retrograph.graph.kuzu_state import State, check_counts, disk_for, first_look, is_stored, pool_for, stored_nodes
from retrograph.graph.model import Direction, Entity
from retrograph.graph.recent import Recent
from retrograph.graph.shortest import shortest
from retrograph.graph.store import Counts, Delta, Edge, EdgeFilter, Node, Step, StoreKind

EDGES_A_HOP: Final = 500
"""How many edges a scan of all passes in the time of one hop."""
HOLD: Final = 500
"""Rows kept in memory before they are written: a write of one row takes as much page cache as one of hundreds."""
POOL_PER_WRITE: Final = 192 * 1024
"""Page cache that a write keeps until the next checkpoint, in bytes; measured about half of that."""
LONGEST_LOG: Final = 20 * MIB
"""What is read back at a start in two or three seconds: some 40,000 rows."""
LEAST_POOL: Final = 64 * MIB
"""Below this a batch of a thousand edges does not fit."""

_EVERY: Final = EdgeFilter()
_REVERSE: Final[dict[Direction, Direction]] = {"out": "in", "in": "out", "both": "both"}
_FACT, _SOURCE, _TARGET, _RECORDED_TO = map(cypher.EDGE.index, ("fact", "source", "target", "recorded_to"))
_fact_of_step = attrgetter("edge.fact")


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
        hold: int = HOLD,
    ) -> None:
        self._files = Files(path)
        self._size = Size(max(buffer_pool_bytes, LEAST_POOL), max_db_bytes, read_connections)
        self._engine = Engine(self._files.path, self._size, self._files.settle)
        self._hold = hold
        self._recent = Recent()
        try:
            self._state = first_look(self._engine)
            self._nodes = dict(stored_nodes(self._engine, self._state))
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
        rows = self._around({entity}, at, where)
        return self._steps((row for row in rows if row[_SOURCE] != row[_TARGET]), 1)

    def walk(self, entity: str, depth: int, at: AsOf, where: EdgeFilter = _EVERY) -> list[Step]:
        found: list[Step] = []
        reached = ahead = {entity}
        for level in range(1, depth + 1):
            rows = self._around(ahead, at, where)
            onward = [row for row in rows if row[_SOURCE] not in reached or row[_TARGET] not in reached]
            found += self._steps(onward, level)
            ahead = {end for row in onward for end in (row[_SOURCE], row[_TARGET])} - reached
            reached = reached | ahead
        return found

    def path(self, start: str, goal: str, at: AsOf, depth: int = 4, where: EdgeFilter = _EVERY) -> list[Step]:
        back = replace(where, direction=_REVERSE[where.direction])
        edges = shortest(
            start,
            goal,
            depth,
            lambda ids: (Edge(*row) for row in self._around(ids, at, where)),
            lambda ids: (Edge(*row) for row in self._around(ids, at, back)),
        )
        return [
            Step(edge, self._nodes[edge.source], self._nodes[edge.target], level) for level, edge in enumerate(edges, 1)
        ]

    def _around(self, entities: set[str], at: AsOf, where: EdgeFilter) -> list[Row]:
        """The edges of some entities, of the file and recent ones.

        Kùzu's recursive form is not used: it pays for every path, this for every edge.
        """
        recent = self._recent  # before the file is read: what leaves it is in the file by then
        given = _slice(at, where)
        if len(entities) * EDGES_A_HOP > max(self._state.edges, EDGES_A_HOP):
            rows = self._engine.read(cypher.hops(where), {"ids": list(entities), **given})
        else:
            text = cypher.hop(where)
            rows = [row for id_ in entities for row in self._engine.read(text, {"id": id_, **given})]
        if not recent.rows:
            return rows
        rows = [row for row in rows if _still_holds(row, recent, at.known)]
        return rows + [list(edge_values(edge)) for id_ in entities for edge in recent.around(id_, at, where)]

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
        for edge in delta.opened:
            if not all(end in self._nodes or end in new for end in (edge.source, edge.target)):
                raise Damaged(f"the graph lacks an entity of {edge.fact}; rebuild it")
        state = self._state.after(delta, len(new))
        rows = len(new) + len(delta.opened) + len(delta.closed)
        if self._recent.rows + rows <= self._hold:
            self._nodes.update(new)  # before the edges, since a reader may meet one at once
            self._recent.add(new.values(), delta.opened, delta.closed)
        else:
            self._write(self._recent.with_(new.values(), delta.opened, delta.closed), state)
            return
        self._state = state

    def _write(self, recent: Recent, state: State) -> None:
        """Put what is recent into the log, all or nothing. Where that fails nothing has changed."""
        self._files.require(4 * MIB + 2048 * recent.rows)
        state = replace(state, writes=state.writes + 1)
        unheard = recent.nodes.keys() - self._nodes.keys()
        self._nodes.update(recent.nodes)
        try:
            with self._engine.transaction() as write:
                kuzu_rows.create(write, recent.nodes.values())
                kuzu_rows.close(write, recent.closed.values())
                kuzu_rows.open_(write, recent.opened.values())
                write(cypher.SET_STATE, state.parameters())
        except BaseException as error:
            if not (isinstance(error, StoreError) and is_stored(self._engine, state)):
                for id_ in unheard:
                    del self._nodes[id_]
                raise
        self._recent = Recent()
        self._state = state

    def load(self, entities: Iterable[Entity], edges: Iterable[Edge], seq: int, hash: str) -> None:
        self._files.clear()
        try:
            nodes, still_open, count = kuzu_rows.write_files(self._files, entities, edges)
            state = State(cypher.LAYOUT, seq, hash, len(nodes), still_open, count)
            self._replace([cypher.rows_of_csv(path) for path in self._files.given], state)
            self._nodes, self._recent = nodes, Recent()
        finally:
            self._files.clear()

    def due(self) -> bool:
        return self._state.writes * POOL_PER_WRITE > self._size.pool // 2 or self._files.log_size() > LONGEST_LOG

    def checkpoint(self) -> None:
        if self._recent.rows:
            self._write(self._recent, self._state)
        if not self._files.log_size():
            return
        self._files.clear()
        try:
            self._files.require(disk_for(self._state))
            entities, edges = self._files.saved
            self._engine.run(cypher.save_entities(entities))
            self._engine.run(cypher.save_edges(edges))
            rows = [cypher.rows_of_parquet(entities, cypher.ENTITY), cypher.rows_of_parquet(edges, cypher.EDGE_ROW)]
            self._replace(rows, replace(self._state, writes=0))
        finally:
            self._files.clear()

    def close(self) -> None:
        if self._recent.rows:
            with suppress(StoreError):  # what is not written is read from the record again
                self._write(self._recent, self._state)
        self._engine.close()

    def _replace(self, rows: Sequence[str], state: State) -> None:
        """Write a new file from what COPY reads, and put it in the place of this one."""
        self._files.require(disk_for(state))
        pool = max(self._size.pool, pool_for(state))
        with Engine(self._files.next, replace(self._size, pool=pool, readers=0)) as fresh:
            for text in (*cypher.SCHEMA, cypher.copy_entities(rows[0]), cypher.copy_edges(rows[1])):
                fresh.run(text)
            with fresh.transaction() as write:
                write(cypher.CREATE_STATE, state.parameters())
            check_counts(fresh, state)
            fresh.run(cypher.CHECKPOINT)
        self._engine.replace(self._files.exchange, self._files.settle)
        self._state = state


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


def _still_holds(row: Row, recent: Recent, known: int) -> bool:
    """Whether an edge of the file is not ended, or given in a newer form, by what is recent; puts its end in."""
    if row[_FACT] in recent.opened:
        return False
    end = recent.end_of(row[_FACT])
    if end is not None:
        row[_RECORDED_TO] = end
    return end is None or end > known
