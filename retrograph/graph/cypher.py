"""The graph's schema and every text that the engine is given.

Values travel as parameters only. What cannot be a parameter (a direction, a bound of hops, a file) is chosen here
from a closed list, an integer, or a path that is quoted. Two measured rules shape the texts: a filtered hop needs
its join order as a hint, and a batch must name its keys (`WITH x, x.source AS source`) before it looks them up,
else the engine builds the cross product of batch and entities.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from retrograph.graph.model import Direction
from retrograph.graph.store import EdgeFilter

LAYOUT: Final = 1
"""Number of this schema. A file of another layout is rebuilt, never migrated."""

EDGE: Final = (
    "fact", "key", "source", "target", "type", "weight", "planned",
    "valid_from", "valid_to", "recorded_from", "recorded_to",
)  # fmt: skip
"""An edge's columns, in the order of `store.Edge`. `source` and `target` repeat the ends' ids: read from the edge
they cost nothing, read from the entities they cost most of a hop."""
ENTITY: Final = ("id", "type", "name")
STATE: Final = ("layout", "seq", "hash", "entities", "open_edges", "edges", "writes")

SCHEMA: Final = (
    "CREATE NODE TABLE Entity(id STRING PRIMARY KEY, type STRING, name STRING)",
    "CREATE REL TABLE RELATES(FROM Entity TO Entity, fact STRING, key STRING, source STRING, target STRING, "
    "type STRING, weight DOUBLE, planned BOOLEAN, valid_from INT64, valid_to INT64, recorded_from INT64, "
    "recorded_to INT64)",
    "CREATE NODE TABLE Meta(id STRING PRIMARY KEY, layout INT64, seq INT64, hash STRING, entities INT64, "
    "open_edges INT64, edges INT64, writes INT64)",
)

_HOLDS = (
    "r.valid_from <= $valid AND r.valid_to > $valid AND r.recorded_from <= $known AND r.recorded_to > $known"
)  # fmt: skip
_ARROWS: Final[dict[Direction, tuple[str, str]]] = {"out": ("-", "->"), "in": ("<-", "-"), "both": ("-", "-")}
_PROPERTIES = ", ".join(f"{name}: x.{name}" for name in EDGE)

# -- one connection ----------------------------------------------------------------------------------------------
NO_CHECKPOINT_ON_CLOSE: Final = "CALL force_checkpoint_on_close=false"
BEGIN: Final = "BEGIN TRANSACTION"
COMMIT: Final = "COMMIT"
ROLLBACK: Final = "ROLLBACK"
CHECKPOINT: Final = "CHECKPOINT"
TABLES: Final = "CALL show_tables() RETURN name"

# -- state -------------------------------------------------------------------------------------------------------
CREATE_STATE: Final = f"CREATE (:Meta {{id: 'applied', {', '.join(f'{name}: ${name}' for name in STATE)}}})"
SET_STATE: Final = f"MATCH (m:Meta {{id: 'applied'}}) SET {', '.join(f'm.{name} = ${name}' for name in STATE)}"
READ_STATE: Final = f"MATCH (m:Meta {{id: 'applied'}}) RETURN {', '.join(f'm.{name}' for name in STATE)}"
COUNT_ENTITIES: Final = "MATCH (e:Entity) RETURN count(*)"
COUNT_EDGES: Final = "MATCH ()-[r:RELATES]->() RETURN count(*)"
READ_ENTITIES: Final = (
    "MATCH (e:Entity) WHERE offset(id(e)) >= $first AND offset(id(e)) < $past RETURN e.id, e.type, e.name"
)  # fmt: skip

# -- writing -----------------------------------------------------------------------------------------------------
CREATE_ENTITIES: Final = "UNWIND $rows AS x CREATE (:Entity {id: x.id, type: x.type, name: x.name})"
OPEN: Final = (
    "UNWIND $rows AS x WITH x, x.source AS source, x.target AS target "
    f"MERGE (a:Entity {{id: source}}) MERGE (b:Entity {{id: target}}) CREATE (a)-[:RELATES {{{_PROPERTIES}}}]->(b)"
)
CLOSE: Final = (
    "UNWIND $rows AS x WITH x, x.source AS source MERGE (a:Entity {id: source}) "
    "WITH a, x MATCH (a)-[r:RELATES]->(b:Entity) WHERE r.fact = x.fact HINT (a JOIN r) JOIN b "
    "SET r.recorded_to = x.recorded_to RETURN count(*)"
)


# -- in bulk -----------------------------------------------------------------------------------------------------
def rows_of_csv(path: Path) -> str:
    """Where a COPY reads from: a file written by `csv.writer(..., quoting=QUOTE_ALL)`.

    The engine takes an empty text for a missing value unless it is told another text for that.
    """
    return (
        f"{_read(path)} (header=false, parallel=false, auto_detect=false, quote='\"', escape='\"', "
        "null_strings=['\x02\x03'])"
    )


def rows_of_parquet(path: Path, columns: tuple[str, ...]) -> str:
    """Where a COPY reads from: a file written by `save_entities` or `save_edges`."""
    return f"(LOAD FROM {_read(path)} RETURN {', '.join(columns)})"


EDGE_ROW: Final = ("source AS from_id", "target AS to_id", *EDGE)
"""What a COPY of edges reads: the ends, then the columns."""


def copy_entities(rows: str) -> str:
    return f"COPY Entity FROM {rows}"


def copy_edges(rows: str) -> str:
    return f"COPY RELATES FROM {rows}"


def save_entities(path: Path) -> str:
    columns = ", ".join(f"e.{name} AS {name}" for name in ENTITY)
    return f"COPY (MATCH (e:Entity) RETURN {columns}) TO {_quoted(str(path))}"


def save_edges(path: Path) -> str:
    columns = ", ".join(f"r.{name} AS {name}" for name in EDGE)
    return f"COPY (MATCH ()-[r:RELATES]->() RETURN {columns}) TO {_quoted(str(path))}"


# -- walking -----------------------------------------------------------------------------------------------------
def hop(where: EdgeFilter) -> str:
    """The edges of `$id` that hold, a self-loop twice where both directions are asked for; columns as `EDGE`."""
    return _hop(where.direction, bool(where.types), where.planned is not None)


def hops(where: EdgeFilter) -> str:
    """The same for each of `$ids`, by one scan of all edges."""
    return "UNWIND $ids AS one " + hop(where).replace("{id: $id}", "{id: one}")


@lru_cache
def _hop(direction: Direction, types: bool, planned: bool) -> str:
    left, right = _ARROWS[direction]
    return (
        f"MATCH (a:Entity {{id: $id}}){left}[r:RELATES]{right}(b:Entity) WHERE {_condition(types, planned)} "
        f"HINT (a JOIN r) JOIN b RETURN {', '.join(f'r.{name}' for name in EDGE)}"
    )


def _condition(types: bool, planned: bool) -> str:
    return _HOLDS + " AND r.type IN $types" * types + " AND r.planned = $planned" * planned


def _read(path: Path) -> str:
    """A file to read: the engine takes the text for a pattern, so what is special in patterns is put in brackets."""
    return _quoted(re.sub(r"([*?\[])", r"[\1]", str(path)))


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
