"""Kills a writing process at random moments and looks at what is left. Prints a line a round and the totals.

    python benchmarks/kill_loop.py --rounds 100 --seed 1

Each round starts a process that writes facts, observations and documents, checkpoints the graph in between, and
says what was acknowledged. It is killed (SIGKILL) after a random time, in every other round while it checkpoints.
Then the project is opened again: everything acknowledged must be there, the chain must verify, and the graph must
say what the tables say. Exit code 1 if anything was lost or did not open.
"""

from __future__ import annotations

import argparse
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from datetime import UTC
from pathlib import Path

from retrograph.errors import RetrographError
from retrograph.graph.intervals import OPEN, AsOf, period
from retrograph.graph.kuzu_store import kuzu_kind
from retrograph.graph.model import Assert, EntityRef, Evidenced, Findings, NewObservation, Property, Relation
from retrograph.graph.project import Project

FIRST = period("2024-01-01", UTC)


@dataclass
class Tally:
    """What the rounds came to."""

    rounds: int = 0
    acknowledged: int = 0
    lost: list[str] = field(default_factory=list)
    unopenable: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    during_checkpoint: int = 0

    @property
    def clean(self) -> bool:
        return not (self.lost or self.unopenable or self.broken)


def write(directory: Path, seed: int) -> None:
    """The child: writes until it is killed, and says what was acknowledged."""
    rng = random.Random(seed)
    with Project.open(directory, kind=kuzu_kind()) as project:
        print("open", flush=True)
        number = 0
        while True:
            number += 1
            name = f"{seed}-{number}"
            choice = rng.random()
            if choice < 0.6:
                subject = EntityRef("concept", f"component {rng.randrange(200)}")
                ops = [
                    Assert(Relation(subject, "uses", EntityRef("library", f"lib {name}-{i}")), FIRST)
                    for i in range(rng.choice((1, 5, 50)))
                ]
                written = project.write(ops, actor="kill loop")
                print("fact", written.results[-1].facts[0], flush=True)
            elif choice < 0.9:
                text = f"status: {name}"
                seen = NewObservation(text, number, "document", document_id=f"record {rng.randrange(5)}")
                recorded = project.observe([seen], extract=False)[0]
                print("observation", recorded.observation_id, flush=True)
                said = Property(EntityRef("decision", seen.document_id), "status", name)
                findings = Findings((), (Assert(said, None, None, Evidenced(quote=text)),), "complete", "kill loop")
                settled = project.extraction(recorded.observation_id, findings)
                print("fact", settled.facts[0], flush=True)
            else:
                print("checkpoint", flush=True)
                project.checkpoint()
                print("checkpointed", flush=True)


def one_round(directory: Path, seed: int, tally: Tally) -> None:
    """Write, kill, look."""
    rng = random.Random(seed)
    child = subprocess.Popen(
        [sys.executable, __file__, "--child", str(directory), "--seed", str(seed)], stdout=subprocess.PIPE, text=True
    )
    said: list[str] = []
    listener = threading.Thread(target=lambda: said.extend(iter(child.stdout.readline, "")))  # type: ignore[union-attr]
    listener.start()
    while not said and child.poll() is None:
        time.sleep(0.001)
    deadline, in_checkpoint = time.monotonic() + rng.uniform(0.0, 2.0), seed % 2 == 0
    while time.monotonic() < deadline + (3 if in_checkpoint else 0) and child.poll() is None:
        if in_checkpoint and time.monotonic() > deadline and said[-1] == "checkpoint\n":
            time.sleep(rng.uniform(0, 0.1))
            tally.during_checkpoint += said[-1] == "checkpoint\n"
            break
        time.sleep(0.0005)
    child.send_signal(signal.SIGKILL)
    child.wait()
    listener.join()
    lines = [line.split() for line in said if line.endswith("\n")]
    look(directory, [line for line in lines if len(line) == 2], seed, tally)


def look(directory: Path, acknowledged: list[list[str]], seed: int, tally: Tally) -> None:
    """Open the project again and compare it with what was acknowledged."""
    tally.rounds += 1
    tally.acknowledged += len(acknowledged)
    try:
        project = Project.open(directory, kind=kuzu_kind())
    except RetrographError as error:
        tally.unopenable.append(f"round {seed}: {error}")
        return
    with project:
        for what, id_ in acknowledged:
            try:
                there = project.ledger.fact(id_) if what == "fact" else project.ledger.observation(id_)
            except RetrographError:
                there = None
            if there is None:
                tally.lost.append(f"round {seed}: {what} {id_}")
        verified = project.verify()
        if not verified.ok:
            tally.broken.append(f"round {seed}: event {verified.bad_seq}: {verified.problem}")
        for number in range(0, 200, 7):
            compare(project, f"component {number}", seed, tally)


def compare(project: Project, name: str, seed: int, tally: Tally) -> None:
    """The graph's edges of one entity against the tables' rows."""
    known = project.ledger.reached()[1]
    found = project.ledger.find(name, known)
    if not found:
        return
    id_ = found[0].entity.id
    rows = {f.id for f in project.ledger.facts_of(id_, known) if f.target and f.valid_to == OPEN}
    edges = {s.edge.fact for s in project.graph.hop(id_, AsOf(period("2025", UTC).start, known))}
    if rows != edges:
        tally.broken.append(f"round {seed}: {name} has {len(rows)} rows and {len(edges)} edges")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=100, help="how many processes to kill (default 100)")
    parser.add_argument("--seed", type=int, default=1, help="first seed; a round's seed is printed (default 1)")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        write(options.child, options.seed)
        return 0
    directory = Path(tempfile.mkdtemp(prefix="retrograph-kill-")) / "project"
    tally = Tally()
    for seed in range(options.seed, options.seed + options.rounds):
        before = tally.acknowledged
        one_round(directory, seed, tally)
        print(
            f"round {seed}: {tally.acknowledged - before} acknowledged, {'clean' if tally.clean else 'BROKEN'}",
            flush=True,
        )
    print(
        f"{tally.rounds} kills ({tally.during_checkpoint} during a checkpoint), {tally.acknowledged} acknowledged, "
        f"{len(tally.lost)} lost, {len(tally.unopenable)} unopenable, {len(tally.broken)} broken"
    )
    for line in (*tally.lost, *tally.unopenable, *tally.broken):
        print("  " + line)
    if tally.clean:
        shutil.rmtree(directory.parent)
    return 0 if tally.clean else 1


if __name__ == "__main__":
    sys.exit(main())
