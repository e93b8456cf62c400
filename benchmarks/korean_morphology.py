"""What a morphological analyser would give the Korean rules, and what it would cost.

    python benchmarks/korean_morphology.py        # needs kiwipiepy, which is not installed with Retrograph

Particles: how many words of the labelled sentences below fall into the right stem and particle, with the rules' own
table and with the analyser, which sees the whole sentence. Passages: how many of the Korean passages of the tests are
read right with either. Cost: what loading adds to a start and to memory, each in a process of its own, and the time of
one observation.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from unittest import mock

from retrograph.extraction.rulebook.korean import grammar
from tests.said import said

PASSAGES = Path(__file__).resolve().parents[1] / "tests" / "passages.jsonl"
HANGUL = ("가", "힣")

LABELLED = (
    ("주문 서비스의 로거를 winston에서 pino로", "주문/ 서비스/의 로거/를 winston/에서 pino/로"),
    ("jose를 쓰고 Redis로 옮겼다", "jose/를 Redis/로"),
    ("PostgreSQL에서는 인덱스가 빨랐다", "PostgreSQL/에서는 인덱스/가"),
    ("결제팀과 데이터팀은 회의를 했다", "결제팀/과 데이터팀/은 회의/를"),
    ("보고서 생성기에 Celery를 적용했다", "보고서/ 생성기/에 Celery/를"),
    ("서버는 도쿄 리전에 있다", "서버/는 도쿄/ 리전/에"),
    ("하린 씨는 새롬웨어에서 단비소프트로 이직했다", "하린/ 씨/는 새롬웨어/에서 단비소프트/로"),
    ("`useCart()` 훅은 `src/a.ts`를 읽는다", "`useCart()`/ 훅/은 `src/a.ts`/를"),
    ("속도보다 정확도를 본다", "속도/보다 정확도/를"),
    ("로그인 화면이 느려졌다", "로그인/ 화면/이"),
    ("광고 집계 배치도 Spark로 돈다", "광고/ 집계/ 배치/도 Spark/로"),
    ("GraphQL은 캐싱이 어렵다", "GraphQL/은 캐싱/이"),
    ("재고 API만 gRPC를 쓴다", "재고/ API/만 gRPC/를"),
    ("k8s와 Nomad를 견줬다", "k8s/와 Nomad/를"),
    ("Next.js로 만든 사이트에는 Sentry가 없다", "Next.js/로 사이트/에는 Sentry/가"),
    ("우리는 월요일 회의에서 합의를 봤다", "우리/는 월요일/ 회의/에서 합의/를"),
    ("인증서 문제 때문에 배포가 막혔다", "인증서/ 문제/ 배포/가"),
    ("모노레포 빌드는 Turborepo로 한다", "모노레포/ 빌드/는 Turborepo/로"),
    ("C++과 Rust를 같이 쓴다", "C++/과 Rust/를"),
    ("@acme/cart를 import한다", "@acme/cart/를"),
    ("매크로와 제로 트러스트를 다룬다", "매크로/와 제로/ 트러스트/를"),
    ("Vue라면 몰라도 React는 안다", "React/는"),
    ("스튜디오가 라디오를 틀었다", "스튜디오/가 라디오/를"),
    ("지연이 줄고 처리량은 늘었다", "지연/이 처리량/은"),
)
"""Sentences, and words of them as stem and particle."""

Split = Callable[[str], tuple[str, str]]


def own_split(word: str) -> tuple[str, str]:
    """A word as the rules cut it."""
    stem, part = grammar.split(word)
    return (stem, word[len(stem) :]) if part else (word, "")


def analysed(kiwi, sentence: str) -> dict[str, tuple[str, str]]:
    """The words of a sentence as the analyser cuts them."""
    found, begin = {}, 0
    tokens = kiwi.tokenize(sentence)
    for word in sentence.split():
        begin = sentence.index(word, begin)
        end = begin + len(word)
        inside = [token for token in tokens if begin <= token.start < end]
        cut = end
        for token in reversed(inside):
            if not token.tag.startswith("J"):
                break
            cut = token.start
        found[word] = (word[: cut - begin], word[cut - begin :])
        begin = end
    return found


def count(split_of: Callable[[str], Split]) -> tuple[int, int, list[str]]:
    """Right words, all words, and those that are wrong."""
    right, wrong = 0, []
    for sentence, labels in LABELLED:
        split = split_of(sentence)
        for label in labels.split():
            stem, _, particle = label.rpartition("/")
            if split(stem + particle) == (stem, particle):
                right += 1
            else:
                wrong.append(label)
    return right, right + len(wrong), wrong


def passages() -> list[dict]:
    lines = (json.loads(line) for line in PASSAGES.read_text(encoding="utf-8").splitlines())
    return [one for one in lines if any(HANGUL[0] <= letter <= HANGUL[1] for letter in one["text"])]


def read_right(kiwi=None) -> int:
    """Passages that are read as their tests want it; with the analyser's cuts, if it is given."""
    parts = dict(grammar.PARTICLES)
    own = grammar.split
    right = 0
    for passage in passages():
        known = analysed(kiwi, passage["text"]) if kiwi else {}

        def cut(word, known=known):
            stem, particle = known.get(word, (None, ""))
            return own(word) if stem is None else (stem, parts.get(particle))

        with mock.patch.object(grammar, "split", cut if kiwi else own):
            right += said(passage["text"], passage["kind"]) == passage["said"]
    return right


LOAD = {
    "the rules": "from retrograph.extraction.rules import RulesExtractor as R; from retrograph.graph.model import "
    "NewObservation as N; R().extract(N('결제 서버는 Redis를 쓴다.', 0, 'note'))",
    "the analyser": "from kiwipiepy import Kiwi; Kiwi(num_workers=1).tokenize('결제 서버는 Redis를 쓴다.')",
}


def loading(what: str) -> tuple[float, float]:
    """Seconds until a first answer, and the process's memory in MiB, in a process of its own."""
    code = f"import resource\n{LOAD[what]}\nprint(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    started = time.perf_counter()
    memory = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    return time.perf_counter() - started, float(memory)


def per_observation(read: Callable[[dict], object], rounds: int = 5) -> float:
    """Milliseconds for one of the passages, the best of some rounds."""
    texts = passages()
    best = float("inf")
    for _ in range(rounds):
        started = time.perf_counter()
        for passage in texts:
            read(passage)
        best = min(best, time.perf_counter() - started)
    return best / len(texts) * 1e3


def main() -> None:
    if importlib.util.find_spec("kiwipiepy") is None:
        sys.exit("kiwipiepy is not installed: pip install kiwipiepy, then run this again")
    from kiwipiepy import Kiwi  # noqa: PLC0415

    for what in LOAD:
        seconds, memory = loading(what)
        print(f"{what + ', from nothing to a first answer':<58}{seconds:8.2f} s {memory:8.0f} MiB")
    kiwi = Kiwi(num_workers=1)
    kiwi.tokenize("준비")
    for name, split_of in (("table", lambda _: own_split), ("analyser", lambda text: analysed(kiwi, text).__getitem__)):
        right, total, wrong = count(split_of)
        print(f"{'words cut right by the ' + name:<58}{right:8} of {total}   {' '.join(wrong)}")
    total = len(passages())
    print(f"{'passages read right with the table':<58}{read_right():8} of {total}")
    print(f"{'passages read right with the analyser':<58}{read_right(kiwi):8} of {total}")
    print(f"{'rules, a passage':<58}{per_observation(lambda one: said(one['text'], one['kind'])):8.2f} ms")
    print(f"{'analyser alone, a passage':<58}{per_observation(lambda one: kiwi.tokenize(one['text'])):8.2f} ms")


if __name__ == "__main__":
    main()
