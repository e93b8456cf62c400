"""How fast, how big: `python benchmarks/speed.py --facts 10000,100000`. Prints one table a size.

For each size a process of its own writes a history with a fixed seed through the real write path, then asks. The
same entities are asked in turn in process, over HTTP (a real server on loopback over a copy of the data), and of the
bare engine over a copy of the graph, by the texts of `raw_hop.py`: what is compared was measured under the same load.
Figures of one run can be compared with each other, hardly with another machine's.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import resource
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import kuzu
from history import Asked, history, questions
from peps import served
from raw_hop import HOP, TWO

from retrograph import Memory
from retrograph.clock import system_clock
from retrograph.errors import RetrographError
from retrograph.graph.kuzu_store import KuzuStore, kuzu_kind
from retrograph.graph.project import Project
from retrograph.settings import Settings

BATCH = 1000
PROJECT = "speed"
WARM = 30
POOL = Settings.load(data="unused").graph_memory_per_project
ENDS = TWO.partition("RETURN")[0] + "RETURN b.id, length(e)"
"""Two hops without what was met on the way: what the engine is quick at, and no answer to the question."""

Times = dict[str, list[float]]


@dataclass(frozen=True)
class Figure:
    """A line of the table. `most` or `least` is the design's bound for `value`; neither: shown for the reader."""

    name: str
    value: float
    unit: str
    most: float | None = None
    least: float | None = None

    @property
    def met(self) -> bool:
        return (self.most is None or self.value <= self.most) and (self.least is None or self.value >= self.least)

    def line(self) -> str:
        bound = f"<= {self.most:,g}" if self.most is not None else f">= {self.least:,g}" if self.least else ""
        shown = f"{self.value:,.0f}" if self.value >= 100 else f"{self.value:.2f}"
        return (
            f"{self.name:<58} {shown:>9} {self.unit:<5} {bound:>9}  {'' if not bound else 'yes' if self.met else 'NO'}"
        )


class RawKuzu:
    """The engine alone, over a copy of the graph: one connection, each text prepared once."""

    def __init__(self, path: Path) -> None:
        self._database = kuzu.Database(str(path), buffer_pool_size=POOL, max_db_size=1 << 35, auto_checkpoint=False)
        self._connection = kuzu.Connection(self._database, num_threads=1)
        self._prepared: dict[str, kuzu.PreparedStatement] = {}

    def rows(self, text: str, entity: str, valid: int, known: int) -> int:
        given = {"id": entity, "valid": valid, "known": known}
        if text not in self._prepared:
            self._prepared[text] = kuzu.PreparedStatement(self._connection, text, given)
        with self._connection.execute(self._prepared[text], given) as result:
            return len(result.get_all())

    def close(self) -> None:
        self._connection.close()
        self._database.close()


class Http:
    """A client that keeps its connection."""

    def __init__(self, base: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(base).netloc, timeout=60)

    def ask(self, asked: Asked, depth: int) -> bytes:
        query = urlencode({"entity": asked.name, "asOf": asked.as_of, "depth": depth})
        return self._call("GET", f"temporalQuery?{query}")

    def observe(self, content: str) -> bytes:
        body = json.dumps({"content": content, "occurredAt": "2025-06-01T09:00:00Z"})
        return self._call("POST", "observations?wait=true", body)

    def _call(self, method: str, path: str, body: str | None = None) -> bytes:
        headers = {"Content-Type": "application/json"} if body else {}
        self._connection.request(method, f"/v1/projects/{PROJECT}/{path}", body, headers)
        answer = self._connection.getresponse()
        read = answer.read()
        if answer.status >= 400:
            raise SystemExit(f"{method} {path}: {answer.status} {read.decode()}")
        return read

    def close(self) -> None:
        self._connection.close()


def measure(facts: int, asked: int, seed: int) -> list[Figure]:
    """Everything for one size.

    Raises:
        RuntimeError: the project refused something; an error of its own would not survive the way to this process.
    """
    try:
        return _measure(facts, asked, seed)
    except RetrographError as error:
        raise RuntimeError(str(error)) from error


def _measure(facts: int, asked: int, seed: int) -> list[Figure]:
    with tempfile.TemporaryDirectory(prefix="retrograph-speed-") as folder:
        data, served_data = Path(folder, "data"), Path(folder, "served")
        directory = data / "projects" / PROJECT
        directory.mkdir(parents=True)
        figures = ingest(directory, facts, seed)
        figures.append(start(directory))
        shutil.copytree(data, served_data)
        raw_graph = Path(folder, "raw.kuzu")
        for here, there in zip(KuzuStore.files(directory / "graph.kuzu"), KuzuStore.files(raw_graph), strict=True):
            if here.exists():
                shutil.copyfile(here, there)
        with ExitStack() as stack:
            raw = stack.enter_context(closing(RawKuzu(raw_graph)))
            client = stack.enter_context(closing(Http(stack.enter_context(served(served_data)))))
            memory = stack.enter_context(Memory(data, project=PROJECT))
            figures += reads(memory, client, raw, questions(facts, asked, seed))
            figures.append(observed(client, asked // 4))
        figures.append(rebuild(directory))
    return figures


def ingest(directory: Path, facts: int, seed: int) -> list[Figure]:
    verbs, spent, worked = 0, 0.0, 0.0
    with Project.open(directory, kind=kuzu_kind(buffer_pool=POOL)) as project:
        for batch in batches(history(facts, seed)):
            began, cpu = time.perf_counter(), time.process_time()
            project.write(batch, actor="speed")
            spent += time.perf_counter() - began
            worked += time.process_time() - cpu
            verbs += len(batch)
        project.checkpoint()
        status = project.status()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return [
        Figure("verbs ingested, in journal, statements and graph", verbs / spent, "/s", least=2000),
        Figure("  by processor time alone, whatever else runs", verbs / worked, "/s"),
        Figure("peak memory of the process that ingested", peak, "MB", most=1500),
        Figure("rows of facts, of which", status.facts, ""),
        Figure("  believed now", status.open_facts, ""),
        Figure("on disk", status.bytes_on_disk / 1e6, "MB"),
    ]


def batches(ops: Iterator[object]) -> Iterator[list[object]]:
    batch: list[object] = []
    for op in ops:
        batch.append(op)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def start(directory: Path) -> Figure:
    took = []
    for _ in range(3):
        began = time.perf_counter()
        project = Project.open(directory, kind=kuzu_kind(buffer_pool=POOL))
        took.append(time.perf_counter() - began)
        project.close()
    return Figure("start in step with the journal", statistics.median(took), "s", most=3)


def reads(memory: Memory, client: Http, raw: RawKuzu, asked: Sequence[Asked]) -> list[Figure]:
    known, figures = system_clock(), list[Figure]()
    ids = {a.name: memory.entity(a.name).entity.id for a in asked}
    for depth, text, bound in ((1, HOP, 2.0), (2, TWO, None)):
        forms: dict[str, Callable[[Asked], object]] = {
            "raw": lambda a, text=text: raw.rows(text, ids[a.name], a.valid, known),
            "here": lambda a, depth=depth: memory.temporal_query(a.name, as_of=a.as_of, depth=depth),
            "http": lambda a, depth=depth: client.ask(a, depth),
        }
        if depth == 2:
            forms["ends"] = lambda a: raw.rows(ENDS, ids[a.name], a.valid, known)
        times = in_turn(forms, asked if depth == 1 else asked[: len(asked) // 3])
        middle, far = ({name: quantile(took, q) for name, took in times.items()} for q in (0.5, 0.95))
        figures += [
            Figure(f"temporalQuery depth {depth}, p50", middle["here"], "ms"),
            Figure("  as a multiple of the bare engine's, p50", middle["here"] / middle["raw"], "x", most=1.5),
            Figure(f"temporalQuery depth {depth}, p95", far["here"], "ms"),
            Figure("  as a multiple of the bare engine's, p95", far["here"] / far["raw"], "x", most=bound),
            Figure("  over HTTP it adds, p50", middle["http"] - middle["here"], "ms", most=3),
        ]
        if "ends" in middle:
            figures.append(
                Figure("  to the bare engine naming ends, no facts, p50", middle["here"] / middle["ends"], "x")
            )
    return figures


def in_turn(forms: dict[str, Callable[[Asked], object]], asked: Sequence[Asked]) -> Times:
    """Milliseconds of each form for each question, the forms following each other in changing order."""
    for question in asked[:WARM]:
        for form in forms.values():
            form(question)
    times: Times = {name: [] for name in forms}
    for number, question in enumerate(asked):
        names = list(forms)
        for name in names[number % len(names) :] + names[: number % len(names)]:
            began = time.perf_counter()
            forms[name](question)
            times[name].append((time.perf_counter() - began) * 1000)
    return times


def quantile(times: Sequence[float], q: float) -> float:
    return sorted(times)[int(q * (len(times) - 1))]


def observed(client: Http, count: int) -> Figure:
    """One observation after the other, each answered when its facts are in the graph's record."""
    took = []
    for number in range(count + WARM):
        began = time.perf_counter()
        client.observe(f"We use library-{number} in service-{number % 7} because module-{number} needs it.")
        took.append((time.perf_counter() - began) * 1000)
    return Figure("one observation through rules, durable, answered, p50", quantile(took[WARM:], 0.5), "ms", most=30)


def rebuild(directory: Path) -> Figure:
    with Project.open(directory, kind=kuzu_kind(buffer_pool=POOL)) as project:
        began = time.perf_counter()
        project.rebuild()
        return Figure("rebuild of tables and graph from the journal", time.perf_counter() - began, "s", most=30)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--facts", default="10000,100000", help="sizes, separated by commas (default 10000,100000)")
    parser.add_argument("--asked", type=int, default=300, help="questions a size (default 300)")
    parser.add_argument("--seed", type=int, default=1, help="of the history and the questions (default 1)")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    chosen = parser.parse_args()
    found: dict[str, list[Figure]] = {}
    for size in chosen.facts.split(","):
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as own_process:
            found[size] = own_process.submit(measure, int(size), chosen.asked, chosen.seed).result()
        print(f"\n{int(size):,} facts\n" + "\n".join(figure.line() for figure in found[size]), flush=True)
    if chosen.json:
        tables = {size: [asdict(f) | {"met": f.met} for f in figures] for size, figures in found.items()}
        chosen.json.write_text(json.dumps(tables, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
