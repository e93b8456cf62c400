"""The graph store beside the bare engine: the same questions, in one run, and what is reached and paid for.

    python benchmarks/raw_hop.py --facts 10000,100000

A tenth as many entities as facts, skewed degrees, a third of the facts superseded, a fixed seed. "raw" is the engine's
own API with the text that was measured best for it: one undirected hinted hop with the same columns, and the recursive
form with the filter inside. Trust the ratios: both sides of one are measured in turn, in the same minute.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import kuzu

from retrograph.graph.intervals import DAY, OPEN, SECOND, AsOf
from retrograph.graph.kuzu_store import KuzuStore
from retrograph.graph.model import Entity
from retrograph.graph.store import Delta, Edge
from retrograph.graph.vocabulary import ENTITY_TYPES, RELATION_TYPES

START = 1_600_000_000 * SECOND
HOLDS = "r.valid_from <= $valid AND r.valid_to > $valid AND r.recorded_from <= $known AND r.recorded_to > $known"
COLUMNS = (
    "r.fact, r.key, r.type, r.weight, r.planned, r.valid_from, r.valid_to, r.recorded_from, r.recorded_to, "
    "a.id, a.type, a.name, b.id, b.type, b.name"
)
HOP = (
    f"MATCH (a:Entity {{id: $id}})-[r:RELATES]-(b:Entity) WHERE {HOLDS} HINT (a JOIN r) JOIN b "
    f"RETURN {COLUMNS}, id(start_node(r)) = id(a)"
)
TWO = (
    f"MATCH (a:Entity {{id: $id}})-[e:RELATES* SHORTEST 1..2 (r, n | WHERE {HOLDS})]-(b:Entity) "
    "RETURN nodes(e), rels(e), a.id, a.type, a.name, b.id, b.type, b.name"
)  # fmt: skip


@dataclass(frozen=True)
class Data:
    """What is stored, and which entities are asked for."""

    entities: list[Entity]
    edges: list[Edge]
    at: AsOf
    any_entity: list[str]
    busy_entity: list[str]


def generate(facts: int, questions: int, seed: int) -> Data:
    """Random facts: the ends are skewed (cubed), a third is superseded on one axis or on both."""
    rng = random.Random(seed)
    count = max(10, facts // 10)
    entities = [Entity(f"ent_{i:020d}", rng.choice(ENTITY_TYPES), f"thing number {i}", "", 0) for i in range(count)]

    def end() -> str:
        return entities[int(count * rng.random() ** 3)].id

    edges = []
    for number in range(facts):
        source, target = end(), end()
        known, valid = START + number * 60 * SECOND, START - rng.randrange(3000) * DAY
        superseded = rng.random() < 1 / 3
        until = valid + rng.randrange(1, 2000) * DAY if superseded and rng.random() < 0.5 else OPEN
        forgotten = known + rng.randrange(1, facts) * 60 * SECOND if superseded and until == OPEN else OPEN
        edges.append(
            Edge(
                f"fact_{number:020d}", f"{source}|{number}", source, target, rng.choice(RELATION_TYPES), 1.0,
                rng.random() < 0.1, valid, until, known, forgotten,
            )
        )  # fmt: skip
    at = AsOf(START - 1, START + facts * 60 * SECOND)
    asked = [rng.choice(entities).id for _ in range(questions)]
    return Data(entities, edges, at, asked, [rng.choice(edges).source for _ in range(questions)])


@dataclass
class Times:
    """Seconds that a question took, asked of many entities."""

    seconds: list[float]

    def at(self, share: float) -> float:
        return sorted(self.seconds)[int(share * (len(self.seconds) - 1))]

    def __str__(self) -> str:
        return f"{self.at(0.5) * 1e3:8.2f} {self.at(0.95) * 1e3:8.2f}"


def in_turn(asked: Sequence[str], *ways: Callable[[str], object]) -> list[Times]:
    """Each way asked of each entity, one after the other; a first tenth warms up and is not counted."""
    times = [Times([]) for _ in ways]
    for number, entity in enumerate([*asked[: len(asked) // 10], *asked]):
        for way, taken in zip(ways, times, strict=True):
            began = time.perf_counter()
            way(entity)
            if number >= len(asked) // 10:
                taken.seconds.append(time.perf_counter() - began)
    return times


def resident() -> int:
    """Memory of this process, in MiB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1]) if sys.platform == "linux" else 0
    return pages * resource.getpagesize() >> 20


def timed(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def ask(path: Path, data: Data, questions: int) -> None:
    """The table of one size: raw and store in turn, on two copies of one file's content."""
    pool = max(512 << 20, 4096 * len(data.edges))  # the recursive form does not fit in less
    raw_database = kuzu.Database(str(path), buffer_pool_size=pool, max_db_size=1 << 35, auto_checkpoint=False)
    raw = kuzu.Connection(raw_database, num_threads=1)
    raw.execute("CALL force_checkpoint_on_close=false")
    beside = path.with_name("copy")
    beside.write_bytes(path.read_bytes())

    def bare(text: str) -> Callable[[str], object]:
        given = {"valid": data.at.valid, "known": data.at.known}
        prepared = kuzu.PreparedStatement(raw, text, {"id": "", **given})
        return lambda id_: raw.execute(prepared, {"id": id_, **given}).get_all()  # type: ignore[union-attr]

    def as_text(text: str) -> Callable[[str], object]:
        given = {"valid": data.at.valid, "known": data.at.known}
        return lambda id_: raw.execute(text, {"id": id_, **given}).get_all()  # type: ignore[union-attr]

    with closing(KuzuStore(beside, buffer_pool_bytes=512 << 20)) as store:
        for kind, asked in (("any entity", data.any_entity), ("a busy one", data.busy_entity)):
            compare(f"hop of {kind}", asked, [as_text(HOP), bare(HOP), lambda id_: store.hop(id_, data.at)])
            few = asked[: max(10, questions // 10)]
            compare(f"two hops of {kind}", few, [as_text(TWO), bare(TWO), lambda id_: store.walk(id_, 2, data.at)])
            found = sorted(len(store.walk(id_, 2, data.at)) for id_ in few)
            print(f"{'':26} (edges within two hops, median: {found[len(found) // 2]})")
        goals = dict(zip(data.any_entity, reversed(data.any_entity), strict=True))
        paths = in_turn(data.any_entity[:50], lambda id_: store.path(id_, goals[id_], data.at))
        print(f"{'path between any two':26} {'':18} {'':18} {paths[0]}")
    raw.close()
    raw_database.close()


def compare(what: str, asked: Sequence[str], ways: Sequence[Callable[[str], object]]) -> None:
    text, prepared, ours = in_turn(asked, *ways)
    ratios = [ours.at(share) / prepared.at(share) for share in (0.5, 0.95)]
    print(f"{what:26} {text}  {prepared}  {ours}   {ratios[0]:5.2f} {ratios[1]:5.2f}", flush=True)


def pay(directory: Path, data: Data, batch: int) -> None:
    """What it costs to load, to apply in batches, to open, to make a checkpoint."""
    facts = len(data.edges)
    before = resident()
    path = directory / "loaded"
    with closing(KuzuStore(path)) as store:
        seconds = timed(lambda: store.load(data.entities, data.edges, 1, "x"))
    size = path.stat().st_size >> 20
    print(f"load of {facts:,}: {seconds:.2f} s, {size} MiB of file, {before} -> {resident()} MiB resident")
    written = directory / "written"
    with closing(KuzuStore(written)) as store:
        store.apply(Delta(1, "x", data.entities, [], []))
        count = min(facts, 100_000)
        seconds = timed(lambda: write(store, data, count, batch))
        print(
            f"{count:,} facts in batches of {batch}, a third closing another: {count / seconds:,.0f} a second, "
            f"log {store.log_bytes >> 20} MiB, {resident()} MiB resident"
        )
        one = in_turn(data.any_entity * 5, lambda id_: single(store, id_))[0]
        print(f"one fact, then its end, ms p50 p95 greatest: {one} {one.at(1) * 1e3:8.2f}")
    opened: list[KuzuStore] = []
    seconds = timed(lambda: opened.append(KuzuStore(written)))
    print(f"open with that log: {seconds:.2f} s")
    with closing(opened[0]) as store:
        print(f"checkpoint: {timed(store.checkpoint):.2f} s, {resident()} MiB resident")
    seconds = timed(lambda: KuzuStore(written).close())
    print(f"open after it: {seconds:.3f} s")


def write(store: KuzuStore, data: Data, count: int, batch: int) -> None:
    """The facts as events in order: each batch opens so many, and closes a third as many from before."""
    rng = random.Random(1)
    still: list[Edge] = []
    for number, first in enumerate(range(0, count, batch), 2):
        opened = [replace(e, recorded_to=OPEN) for e in data.edges[first : min(first + batch, count)]]
        now = opened[0].recorded_from
        ends = [still.pop(rng.randrange(len(still))) for _ in range(min(batch // 3, len(still)))]
        store.apply(Delta(number, "x", [], opened, [replace(e, recorded_to=now) for e in ends]))
        still += opened


def single(store: KuzuStore, entity: str) -> None:
    seq = store.applied()[0] + 1
    edge = Edge(f"single {seq}", "", entity, entity[:-1] + "0", "uses", 1.0, False, 0, OPEN, 0)
    store.apply(Delta(seq, "x", [], [edge], []))
    store.apply(Delta(seq + 1, "x", [], [], [replace(edge, recorded_to=1)]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--facts", default="10000,100000", help="sizes, with commas (default 10000,100000)")
    parser.add_argument("--questions", type=int, default=300, help="entities asked for, of each kind (default 300)")
    parser.add_argument("--batch", type=int, default=1000, help="facts in one apply (default 1000)")
    parser.add_argument("--seed", type=int, default=1, help="(default 1)")
    options = parser.parse_args()
    for facts in (int(size) for size in options.facts.split(",")):
        data = generate(facts, options.questions, options.seed)
        with tempfile.TemporaryDirectory() as directory:
            print(f"\n{facts:,} facts, {len(data.entities):,} entities, seed {options.seed}")
            pay(Path(directory), data, options.batch)
            print(f"\n{'ms, p50 and p95':26} {'raw, as text':>17}  {'raw, prepared':>17}  {'store':>17}   of prepared")
            ask(Path(directory) / "loaded", data, options.questions)


if __name__ == "__main__":
    main()
