"""How fast text becomes facts: observations a second on one core by length, and what each step costs.

    python benchmarks/extraction_speed.py                 # all lengths, English, Korean and code
    python benchmarks/extraction_speed.py --lengths 100,1000 --seconds 0.5

Texts are made up from fixed sentences by a fixed seed; a text of 100 characters is a message, one of 100,000 a long
document. Every step runs for each text in turn; `record` and `write` go to a real project on this disk.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from retrograph.extraction import xml
from retrograph.extraction.contract import parse
from retrograph.extraction.privacy import redact
from retrograph.extraction.resolution import resolve
from retrograph.extraction.rules import RulesExtractor
from retrograph.graph.kuzu_store import kuzu_kind
from retrograph.graph.model import NewObservation
from retrograph.graph.project import Project

SEED = 20260301
SEEN = 1_750_000_000_000_000
LENGTHS = (100, 1_000, 10_000, 100_000)
STEPS = ("privacy", "record", "extract", "read", "parse", "resolve", "write")
"""Secrets are cut, the text is stored, the rules read it, their reply becomes verbs, and those are stored."""

PARTS = ("auth middleware", "billing service", "session store", "search api", "gateway", "report worker", "data loader")
TOOLS = ("Redis", "Postgres", "Kafka", "jose", "lodash", "FastAPI", "Elasticsearch", "Nginx", "Celery", "SQLite")
DAYS = ("2024-03-04", "2024-11-20", "2025-02-11", "2025-05-30")
PLAIN = {
    "english": (
        "Nothing else came up in the meeting.",
        "The numbers look the same as they did before the holidays.",
        "I would like to see the graphs again when everybody is back.",
        "Could we try something smaller first?",
        "It rained all day and the build was slow.",
    ),
    "korean": (
        "회의에서 다른 이야기는 없었습니다.",
        "숫자는 연휴 전과 비슷해 보입니다.",
        "모두 돌아오면 그래프를 다시 보고 싶어요.",
        "더 작은 것부터 해 보면 어떨까요?",
        "하루 종일 비가 와서 빌드가 느렸습니다.",
    ),
}
TELLING = {
    "english": (
        "The {part} uses {tool}.",
        "We moved the {part} from {tool} to {other} on {day} because it was too slow.",
        "We rejected {tool} for the {part}.",
        "The {part} will move to {tool} next month.",
        "The {part} stopped using {tool} on {day}.",
    ),
    "korean": (
        "{part}는 {tool}를 사용합니다.",
        "{day}에 {part}를 {tool}에서 {other}로 교체했습니다.",
        "{part}에는 {tool} 대신 {other}를 쓰기로 했습니다.",
        "다음 달에 {part}에 {tool}를 도입할 예정입니다.",
        "{day}부터 {part}는 {tool}를 쓰지 않습니다.",
    ),
}
CODE = (
    "import {lib}\nfrom {lib}.core import run_{n}\n\n\n",
    "def handle_{n}(request):\n    if request is None:\n        return None\n    return run_{n}(request.body)\n\n\n",
    "class Loader{n}:\n    def load(self, path):\n        with open(path) as it:\n            return it.read()\n\n\n",
    "# {lib} wants its own loop here\nresult_{n} = handle_{n}(None)\n\n\n",
)


def written(kind: str, length: int, chance: random.Random) -> str:
    """A text of about so many characters; every third sentence tells something."""
    parts: list[str] = []
    size = 0
    while size < length:
        piece = _code(chance) if kind == "code" else _sentence(kind, chance)
        parts.append(piece)
        size += len(piece)
    return "".join(parts)[:length]


def _sentence(kind: str, chance: random.Random) -> str:
    pattern = chance.choice(TELLING[kind] if chance.random() < 1 / 3 else PLAIN[kind])
    tool, other = chance.sample(TOOLS, 2)
    break_ = "\n\n" if chance.random() < 0.2 else " "
    return pattern.format(part=chance.choice(PARTS), tool=tool, other=other, day=chance.choice(DAYS)) + break_


def _code(chance: random.Random) -> str:
    return chance.choice(CODE).format(lib=chance.choice(TOOLS).lower(), n=chance.randrange(1000))


@dataclass
class Clock:
    """Seconds by step, as a clock on the wall counts them; `processor` are those of the extractor on its core."""

    seconds: dict[str, float] = field(default_factory=lambda: dict.fromkeys(STEPS, 0.0))
    processor: float = 0.0
    observations: int = 0
    facts: int = 0

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        began, worked = time.perf_counter(), time.thread_time()
        yield
        self.seconds[name] += time.perf_counter() - began
        if name == "extract":
            self.processor += time.thread_time() - worked


def through(project: Project, texts: Iterator[str], kind: str, seconds: float) -> Clock:
    """Send texts all the way until the time is up; at least three."""
    rules, clock, until = RulesExtractor(), Clock(), time.perf_counter() + seconds
    while clock.observations < 3 or time.perf_counter() < until:
        text = next(texts)
        with clock.step("privacy"):
            text = redact(text).text
        file = f"src/module_{clock.observations}.py" if kind == "code" else None
        new = NewObservation(text, SEEN + clock.observations, "document" if file else "note", document_id=file)
        with clock.step("record"):
            project.observe([new])
        job = project.lease("bench", 60)
        seen = project.ledger.observation(job.observation_id)
        with clock.step("extract"):
            reply = rules.extract(seen)
        with clock.step("read"):
            reading = xml.read(reply)
        with clock.step("parse"):
            extraction = parse(reading, seen)
        with clock.step("resolve"):
            findings = resolve(extraction, seen, known(project))
        with clock.step("write"):
            project.settle(job.id, findings)
        clock.observations += 1
        clock.facts += len(findings.ops)
    return clock


def known(project: Project) -> Callable[[str], list]:
    """What a name means in the project now, as a worker asks it."""
    _, reached = project.ledger.reached()
    return lambda name: [match.mentioned for match in project.ledger.find(name, reached)]


def row(kind: str, length: int, clock: Clock) -> str:
    total = sum(clock.seconds.values())
    rate = clock.observations / clock.processor
    rest = (total - clock.seconds["extract"]) / clock.observations * 1e3
    shares = "".join(f"{clock.seconds[step] / total:>9.1%}" for step in STEPS)
    facts = clock.facts / clock.observations
    through_all = _rate(clock.observations / total)
    return f"{kind:<9}{length:>9,}{_rate(rate):>12}{through_all:>9}{rest:>9.2f}{facts:>7.1f} |{shares}"


def _rate(a_second: float) -> str:
    return f"{a_second:,.0f}" if a_second >= 20 else f"{a_second:.2g}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lengths", default=",".join(map(str, LENGTHS)), help="characters, separated by commas")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each row is measured")
    options = parser.parse_args()
    lengths: Sequence[int] = [int(length) for length in options.lengths.split(",")]
    print(f"{'':<18}{'rules alone':>12}{'all':>9}{'the rest':>9}{'facts':>7} | share of all")
    steps = "".join(f"{step:>9}" for step in STEPS)
    print(f"{'text':<9}{'chars':>9}{'a second':>12}{'a second':>9}{'ms each':>9}{'each':>7} |{steps}")
    for kind in ("english", "korean", "code"):
        for length in lengths:
            chance = random.Random(f"{SEED}/{kind}/{length}")
            texts = iter(lambda kind=kind, length=length, chance=chance: written(kind, length, chance), None)
            with tempfile.TemporaryDirectory() as folder, Project.open(Path(folder), kind=kuzu_kind()) as project:
                through(project, texts, kind, 0.0)
                print(row(kind, length, through(project, texts, kind, options.seconds)), flush=True)


if __name__ == "__main__":
    main()
