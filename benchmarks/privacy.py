"""How many of the labelled secrets the privacy filter cuts, what it cuts by mistake, and how fast it is.

    python benchmarks/privacy.py                 # tests/privacy_cases.jsonl, and megabytes a second
    python benchmarks/privacy.py -v              # with every miss
    python benchmarks/privacy.py --seeds 20      # the secrets drawn twenty times
    python benchmarks/privacy.py --over FOLDER   # instead, what it cuts from the Python files of a folder

A secret counts as cut when no six characters of it in a row are left; a text without one must come back unchanged.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

from retrograph.extraction.privacy import redact

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.privacy_cases import cases  # noqa: E402 - the labelled file lies beside the tests

MEGABYTE = 1_000_000


def judged(seeds, verbose):
    """For each group, `[right, all]`."""
    secrets, others = defaultdict(lambda: [0, 0]), defaultdict(lambda: [0, 0])
    for seed in range(seeds):
        for case in cases(seed):
            output = redact(case.text).text
            true = case.secret is not None
            right = not case.left_in(output) if true else output == case.text
            if not right and verbose:
                print(f"{'missed' if true else 'cut   '} {case.line:4} {case.kind:13} {case.text[:110]!r}")
                print(f"{'':11} {'':13} {output[:110]!r}")
            for group in (case.kind, f"in {case.language}", "all"):
                tally = (secrets if true else others)[group]
                tally[0] += right
                tally[1] += 1
    return secrets, others


def table(title, groups, wrong):
    print(f"\n{title:22}{'texts':>8}{'right':>8}{wrong:>22}")
    for group in sorted(groups, key=lambda g: (g == "all", g.startswith("in "), g)):
        right, count = groups[group]
        share = right / count if wrong == "recall" else 1 - right / count
        print(f"  {group:20}{count:8}{right:8}{share:22.3f}")


def speed():
    """Megabytes a second of processor time over three texts: prose, a log, and the labelled cases themselves."""
    drawn = random.Random(7)
    told = [case.text for case in cases()]
    texts = {
        "prose": "We moved the auth middleware from jose to jsonwebtoken; password rules are in docs/keys.md. ",
        "log": "2025-03-01 10:00:00 INFO request_id=3f786850e387550f user=42 path=/v1/tokens status=200 took=12ms\n",
        "labelled cases": "\n".join(drawn.sample(told, len(told))) + "\n",
    }
    print(f"\n{'speed':22}{'MB/s':>8}")
    for name, unit in texts.items():
        text = unit * (MEGABYTE // len(unit.encode()) + 1)
        took = min(_timed(text) for _ in range(3))
        print(f"  {name:20}{len(text.encode()) / MEGABYTE / took:8.2f}")


def over(folder, verbose):
    """What is cut from files that are expected to hold no secret, or only those that tests and manuals make up."""
    size, counts, began = 0, Counter(), time.process_time()
    for path in sorted(folder.rglob("*.py")):
        if "site-packages" in path.parts:
            continue
        text = path.read_bytes().decode(errors="replace")
        cut = redact(text)
        size += len(text)
        counts.update(cut.counts)
        for start, end in cut.spans if verbose else ():
            print(f"{path.relative_to(folder)}: {cut.text[max(0, start - 60) : end + 20]!r}")
    took = time.process_time() - began
    print(f"{size / MEGABYTE:.1f} MB, {sum(counts.values())} cut: {dict(counts)}, {size / MEGABYTE / took:.2f} MB/s")


def _timed(text):
    started = time.process_time()
    redact(text)
    return time.process_time() - started


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=1, help="how often to draw the secrets")
    parser.add_argument("-v", "--verbose", action="store_true", help="print every miss")
    parser.add_argument("--over", type=Path, help="a folder of Python files to cut from, instead of the labelled cases")
    given = parser.parse_args()
    if given.over:
        over(given.over, given.verbose)
        return
    secrets, others = judged(given.seeds, given.verbose)
    table("secrets", secrets, "recall")
    table("what looks like it", others, "false-positive rate")
    speed()


if __name__ == "__main__":
    main()
