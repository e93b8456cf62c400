"""How phrases are read as dates, beside the answers of a file and beside dateparser.

    python benchmarks/time_phrases.py               # ../shared/data/time_phrases, and dateparser where it is installed
    python benchmarks/time_phrases.py -v            # with every answer that is not the file's
    python benchmarks/time_phrases.py --file F --zone Asia/Seoul

A line of a file has `reference`, `text`, and the first and the last day that the text names (`start`, `end`, null where
it names none). Right is: both days, or no range where there is none. A false range is one where there is none.
"""

from __future__ import annotations

import argparse
import json
import time
import warnings
from collections import Counter
from datetime import datetime
from pathlib import Path

from retrograph.extraction import times
from retrograph.graph.intervals import moment, period, zone_named

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "time_phrases"


def ours(text, reference, zone):
    """First and last day by our own reading, or None."""
    said = times.read(text, period(reference.isoformat(), zone).start, zone)
    if said is None:
        return None
    first, last = moment(said.start).astimezone(zone), moment(said.end - 1).astimezone(zone)
    return first.date().isoformat(), last.date().isoformat()


def dateparsers(languages):
    """The same by dateparser: the period of one date, or from the first date found in a text to the last."""
    from dateparser import parse  # noqa: PLC0415 - it need not be installed
    from dateparser.search import search_dates  # noqa: PLC0415

    def read(text, reference, zone):
        settings = {"RELATIVE_BASE": reference.replace(tzinfo=None), "RETURN_TIME_AS_PERIOD": False}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            whole = parse(text, languages=languages, settings=settings)
            found = [whole] if whole else [d for _, d in search_dates(text, languages, settings) or ()]
        days = [day.date().isoformat() for day in found]
        return (min(days), max(days)) if days else None

    return read


def measure(name, cases, read, verbose):
    """One row: how many are right, of those with a range and without."""
    tally, began = Counter(), time.perf_counter()
    for case in cases:
        zone = case["zone"]
        got = read(case["text"], case["at"], zone)
        wanted = (case["start"][:10], case["end"][:10]) if case["start"] else None
        tally["dated" if wanted else "none"] += 1
        tally["right dated" if wanted else "right none"] += got == wanted
        if verbose and got != wanted:
            print(f"  {case['at'].isoformat()} {case['text'][:80]!r}: the file {wanted}, read {got}")
    seconds = time.perf_counter() - began
    total, right = len(cases), tally["right dated"] + tally["right none"]
    print(
        f"{name:<26}{total:>7}{right / total:>9.3f}{tally['right dated'] / max(1, tally['dated']):>9.3f}"
        f"{tally['none'] - tally['right none']:>14}{total / seconds:>14,.0f}"
    )


def cases_of(path, zone):
    """The lines of a file, with their reference in its own offset, else in `zone`."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        at = datetime.fromisoformat(case["reference"])
        case["zone"] = at.tzinfo or zone
        case["at"] = at if at.tzinfo else at.replace(tzinfo=zone)
        found.append(case)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--file", type=Path, help="one file instead of the two of the data set")
    parser.add_argument("--zone", default="UTC", help="the zone of references without an offset (default UTC)")
    parser.add_argument("-v", "--verbose", action="store_true", help="print every other answer")
    asked = parser.parse_args()
    files = [asked.file] if asked.file else [DATA / "dev.jsonl", DATA / "dev_ko.jsonl"]
    print(f"{'':<26}{'cases':>7}{'right':>9}{'dated':>9}{'false ranges':>14}{'cases/s':>14}")
    for path in files:
        cases = cases_of(path, zone_named(asked.zone))
        measure(f"{path.name}", cases, ours, asked.verbose)
        try:
            reader = dateparsers(["ko"] if path.stem.endswith("ko") else ["en"])
        except ImportError:
            print("  dateparser is not installed: pip install dateparser")
            continue
        measure(f"{path.name}, dateparser", cases, reader, asked.verbose and asked.file is not None)


if __name__ == "__main__":
    main()
