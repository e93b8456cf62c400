"""What a large project costs where all of it is looked at: entities that may be one, and the queue of extractions.

    python benchmarks/at_size.py --entities 100000 --jobs 100000

Names are made of 3,000 invented words, of nine types, with a fixed seed; far more of them are near each other than
in a real project. Prints a table of medians.
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from retrograph.graph.alike import Named
from retrograph.graph.memory_store import MemoryStore
from retrograph.graph.project import Project
from retrograph.graph.store import StoreKind
from retrograph.graph.suggestions import Names

TYPES = ("file", "function", "concept", "library", "error", "person", "organization", "decision", "pattern")
SYLLABLES = [
    "ba",
    "co",
    "di",
    "fe",
    "gu",
    "ha",
    "jo",
    "ki",
    "lu",
    "me",
    "no",
    "pa",
    "qui",
    "ro",
    "su",
    "ta",
    "ve",
    "wi",
    "xo",
    "ze",
]
KIND = StoreKind(lambda _: MemoryStore(), lambda _: [])


def names(count: int, rng: random.Random) -> list[Named]:
    """So many entities."""
    words = ["".join(rng.choices(SYLLABLES, k=rng.choice((2, 3, 4)))) for _ in range(3000)]
    found = []
    for number in range(count):
        type_ = rng.choice(TYPES)
        if type_ == "file":
            name = "/".join(rng.choices(words, k=rng.randint(2, 5))) + ".ts"
        elif type_ == "library":
            name = rng.choice(("", f"@{rng.choice(words)}/")) + "-".join(rng.choices(words, k=2))
        else:
            name = " ".join(rng.choices(words, k=rng.randint(1, 3)))
        found.append(Named(f"ent_{number}", type_, name))
    return found


def milliseconds(work: Callable[[], object], rounds: int = 15) -> float:
    """The median time of some rounds."""
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return statistics.median(times) * 1000


def suggestions(count: int) -> None:
    """Reading all names, one more, and listing what was found."""
    rng = random.Random(1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.perf_counter()
    every = names(count, rng)
    made = time.perf_counter()
    index = Names()
    for named in every:
        index.add(named)
    read = time.perf_counter()
    pairs = sum(1 for _ in index.pairs())
    listed = time.perf_counter()
    more = iter(names(100, rng))
    print(f"suggestions among {count:,} entities ({pairs:,} pairs; names made in {made - began:.1f} s)")
    print(f"  read all names      {read - made:8.2f} s   (once after a start)")
    print(f"  one more name       {milliseconds(lambda: index.add(next(more))):8.3f} ms")
    print(f"  list all pairs      {(listed - read) * 1000:8.1f} ms")
    print(f"  memory              {(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024:8.0f} MiB")


def queue(count: int) -> None:
    """Reads and writes of the queue, most of it waiting, a part settled."""
    with tempfile.TemporaryDirectory() as folder, Project.open(Path(folder) / "p", kind=KIND) as project:
        statuses = ("queued", "queued", "queued", "complete", "parked")
        rows = [(f"job_{n:07}", f"obs_{n}", n, statuses[n % 5], n) for n in range(count)]
        project._writer.submit(
            lambda t: t.db.executemany(
                "INSERT INTO jobs (id, observation, seq, status, queued_at) VALUES (?, ?, ?, ?, ?)", rows
            )
        )
        middle = rows[count // 2][0]
        measured: dict[str, Callable[[], object]] = {
            "first page": project.jobs.list,
            "page in the middle": lambda: project.jobs.list(after=middle),
            "page of parked": lambda: project.jobs.list("parked", after=middle),
            "counts by status": project.jobs.counts,
            "age of the oldest": project.jobs.oldest_waiting,
            "is anything due": lambda: project.jobs.any_waiting(1),
            "lease, durable": lambda: project.lease("worker", 60),
        }
        print(f"queue of {count:,} jobs")
        for name, work in measured.items():
            print(f"  {name:<19} {milliseconds(work):8.3f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entities", type=int, default=100_000, help="how many entities (default 100,000)")
    parser.add_argument("--jobs", type=int, default=100_000, help="how many jobs (default 100,000)")
    options = parser.parse_args()
    suggestions(options.entities)
    queue(options.jobs)


if __name__ == "__main__":
    main()
