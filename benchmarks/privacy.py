"""How many secrets the privacy filter cuts, what it cuts that is none, and how fast it reads.

    python benchmarks/privacy.py                 # the labelled cases of tests/privacy_cases.jsonl
    python benchmarks/privacy.py -v              # with every miss and every false cut
    python benchmarks/privacy.py --seeds 20      # with twenty sets of made-up secrets

A secret counts as cut when no six characters in a row of it are left. A false cut is any change of a text that holds
none.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from retrograph.extraction.privacy import redact
from tests.privacy_cases import cases, left


def measure(seeds, verbose):
    """Counts by class and by language: (true, cut) and (false, untouched)."""
    true, cut, false, kept = Counter(), Counter(), Counter(), Counter()
    for seed in range(1, seeds + 1):
        for case in cases(seed):
            text = redact(case.text).text
            slices = (case.kind, f"language {case.lang}", "all")
            if case.secret is None:
                if seed == 1:
                    false.update(slices)
                    kept.update(slices if text == case.text else ())
                    if verbose and text != case.text:
                        print(f"line {case.line}: cut without need: {case.text!r} -> {text!r}")
                continue
            true.update(slices)
            rest = left(case, text)
            cut.update(slices if rest is None else ())
            if verbose and rest is not None:
                print(f"line {case.line}: left {rest!r} of {case.kind}: {text!r}")
    return true, cut, false, kept


def speed():
    """Megabytes a second on ordinary text, Korean text, code, and on what nearly looks like secrets."""
    texts = {
        "prose": "The deploy failed again because the cache was stale, so we rolled back. ",
        "korean": "배포가 다시 실패해서 캐시를 비우고 되돌렸다. 비밀번호 정책도 바꾸기로 했다. ",
        "code": "def token_of(request: Request, key: str) -> str:\n    return request.headers[key]\n",
        "near misses": "password= token: key => sk- ghp_ AKIA eyJ :// cookie: x ",
    }
    for name, unit in texts.items():
        text = unit * (1_000_000 // len(unit.encode()))
        began = time.perf_counter()
        redact(text)
        yield name, len(text.encode()) / 1e6 / (time.perf_counter() - began)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=5, help="sets of made-up secrets (default 5)")
    parser.add_argument("-v", "--verbose", action="store_true", help="print each miss and each false cut")
    asked = parser.parse_args()
    true, cut, false, kept = measure(asked.seeds, asked.verbose)
    print(f"{'':<14}{'secrets':>9}{'cut':>8}{'recall':>9}{'harmless':>10}{'false cuts':>12}")
    for name in sorted(true | false, key=lambda name: (name == "all", name.startswith("language"), name)):
        recall = f"{cut[name] / true[name]:.3f}" if true[name] else "-"
        print(f"{name:<14}{true[name]:>9}{cut[name]:>8}{recall:>9}{false[name]:>10}{false[name] - kept[name]:>12}")
    for name, rate in speed():
        print(f"{name:<14}{rate:>9.1f} MB/s")


if __name__ == "__main__":
    main()
