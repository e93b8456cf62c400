"""Twenty-six years of decision records, asked over HTTP: `python benchmarks/peps.py [FOLDER]`.

FOLDER holds `documents.jsonl` (versions of PEPs) and `asof_gold_dev.jsonl` (questions with exact answers). For the
order of the file and for shuffled ones, a real server on loopback takes the records in through `retrograph import`,
answers every question, takes them in a second time, and must then hold the same counts and say the same. The exit
code is 0 only if every answer is right each time.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

DEFAULT = Path(__file__).resolve().parents[2] / "shared" / "data" / "peps"
PROJECT = "peps"
COMMAND = shutil.which("retrograph", path=str(Path(sys.executable).parent)) or "retrograph"


@dataclass
class Run:
    """One order of the records: how long it took, and what was answered, first and after a second import."""

    order: str
    import_seconds: float = 0.0
    again_seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    answers: dict[str, Any] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    counts: dict[str, Any] = field(default_factory=dict)

    @property
    def perfect(self) -> bool:
        return not self.wrong and not self.problems


def main() -> int:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("folder", type=Path, nargs="?", default=DEFAULT, help=f"default {DEFAULT}")
    arguments.add_argument("--seeds", type=int, nargs="*", default=[1], help="one shuffled run each; default 1")
    chosen = arguments.parse_args()
    documents = chosen.folder / "documents.jsonl"
    questions = [json.loads(line) for line in (chosen.folder / "asof_gold_dev.jsonl").open(encoding="utf-8")]
    runs = [measure(documents, questions, None), *(measure(documents, questions, seed) for seed in chosen.seeds)]
    for run in runs[1:]:
        for question in questions:
            if run.answers[question["id"]] != runs[0].answers[question["id"]]:
                run.problems.append(f"{question['id']} is answered otherwise than after the order of the file")
    report(runs, len(questions))
    return 0 if all(run.perfect for run in runs) else 1


def measure(documents: Path, questions: list[dict[str, Any]], seed: int | None) -> Run:
    run = Run("of the file" if seed is None else f"shuffled, seed {seed}")
    with tempfile.TemporaryDirectory(prefix="retrograph-peps-") as folder:
        source = Path(folder, "documents.jsonl")
        rows = documents.read_bytes().splitlines(keepends=True)
        if seed is not None:
            random.Random(seed).shuffle(rows)
        source.write_bytes(b"".join(rows))
        data = Path(folder, "data")
        with served(data) as base, httpx.Client(base_url=f"{base}/v1/projects/{PROJECT}", timeout=60) as client:
            run.import_seconds = take_in(data, source, run, recorded=len(rows))
            run.counts = counts(data)
            ask_all(client, questions, run)
            run.again_seconds = take_in(data, source, run, recorded=0)
            again = counts(data)
            if again != run.counts:
                run.problems.append(f"a second import changed the counts: {run.counts} to {again}")
            for question in questions:
                if answer(client, question) != run.answers[question["id"]]:
                    run.problems.append(f"a second import changed the answer to {question['id']}")
    return run


@contextlib.contextmanager
def served(data: Path) -> Iterator[str]:
    """A server on a free port of loopback; its URL. What it logged is shown if the block fails."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as log:
        line: list[str | Path] = [COMMAND, "serve", "--data", data, "--port", "0"]
        server = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            assert server.stdout is not None
            yield re.findall(r"at (http://[^ ]+) ", server.stdout.readline())[0]
        except BaseException:
            log.seek(0)
            sys.stderr.write(log.read())
            raise
        finally:
            server.terminate()
            server.communicate(timeout=60)


def command(data: Path, *words: str | Path) -> dict[str, Any]:
    line = [COMMAND, *words, "--data", data, "--project", PROJECT, "--json"]
    done = subprocess.run(line, capture_output=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, line))}\nexit {done.returncode}: {done.stderr.decode()}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def take_in(data: Path, source: Path, run: Run, *, recorded: int) -> float:
    began = time.perf_counter()
    summary = command(data, "import", source)
    took = time.perf_counter() - began
    if summary["recorded"] != recorded:
        run.problems.append(f"{summary['recorded']} records were recorded, not {recorded}")
    if summary["rejected"] or summary["jobs"]["failed"] or summary["jobs"]["parked"]:
        run.problems.append(f"rejected {len(summary['rejected'])}, jobs {summary['jobs']}")
    return took


def counts(data: Path) -> dict[str, Any]:
    stats = command(data, "stats")
    return {name: stats[name] for name in ("observations", "entities", "facts", "openFacts", "events")}


def ask_all(client: httpx.Client, questions: list[dict[str, Any]], run: Run) -> None:
    for question in questions:
        began = time.perf_counter()
        given = run.answers[question["id"]] = answer(client, question)
        run.latencies.append(time.perf_counter() - began)
        if given != expected(question):
            run.wrong.append(f"{question['id']} {question['kind']} {question['entity']} as of {question['asOf']}: "
                             f"{given!r}, not {question['answer']!r}")  # fmt: skip


def expected(question: dict[str, Any]) -> Any:
    return sorted(question["answer"]) if question["kind"] == "author" else question["answer"]


def answer(client: httpx.Client, question: dict[str, Any]) -> Any:
    """The answer in the form of the gold file, from nothing but what the API says."""
    kind, entity = question["kind"], question["entity"]
    if kind == "changes_between":
        return changes(client, entity, question["since"], question["until"])
    found = got(client, "/temporalQuery", entity=entity, asOf=question["asOf"])
    properties = {name: value["value"] for name, value in found["properties"].items()}
    match kind:
        case "status":
            return properties.get("status")
        case "absent":
            return properties or None
        case "author":
            return sorted(people(properties.get("author", "")))
        case "superseded_by" | "replaces":
            return records(properties.get(kind.replace("_", "-"), ""))
    raise SystemExit(f"{question['id']}: a question of unknown kind {kind}")


def changes(client: httpx.Client, entity: str, since: str, until: str) -> list[dict[str, Any]]:
    found, before = [], None
    for version in got(client, "/timeline", entity=entity, properties="status")["versions"]:
        at = version["validFrom"].replace(".000000Z", "Z")
        if since <= at < until:
            found.append({"at": at, "from": before, "to": version["value"]})
        before = version["value"]
    return found


def got(client: httpx.Client, path: str, **query: str) -> dict[str, Any]:
    response = client.get(path, params=query)
    if not response.is_success:
        raise SystemExit(f"{response.url}\n{response.status_code} {response.text}")
    answered: dict[str, Any] = response.json()
    return answered


def people(value: str) -> list[str]:
    """Names, split at commas but for ", Jr."."""
    parts = [" ".join(part.split()) for part in re.split(r",(?!\s*Jr\b)", value)]
    bare = [re.sub(r"^\((.*)\)$", r"\1", re.sub(r"\s*<[^>]*>", "", part)).strip() for part in parts]
    return [name for name in bare if name]


def records(value: str) -> list[str] | None:
    return [f"PEP {int(number)}" for number in re.findall(r"[0-9]+", value)] or None


def report(runs: list[Run], questions: int) -> None:
    titles = ("import s", "again s", "right", "p50 ms", "p95 ms", "facts", "entities")
    print(f"{'order':18}" + "".join(f" {title:>9}" for title in titles))
    for run in runs:
        right = f"{questions - len(run.wrong)}/{questions}"
        p50 = statistics.median(run.latencies) * 1000
        p95 = statistics.quantiles(run.latencies, n=20)[-1] * 1000
        figures = (f"{run.import_seconds:.1f}", f"{run.again_seconds:.1f}", right, f"{p50:.1f}", f"{p95:.1f}",
                   f"{run.counts['facts']:,}", f"{run.counts['entities']:,}")  # fmt: skip
        print(f"{run.order:18}" + "".join(f" {figure:>9}" for figure in figures))
    for run in runs:
        for line in (*run.wrong, *run.problems):
            print(f"{run.order}: {line}")
    print(f"{sum(run.perfect for run in runs)} passed, {sum(not run.perfect for run in runs)} failed")


if __name__ == "__main__":
    sys.exit(main())
