"""How much of a gold set an extractor finds, and how much of what it finds is right.

    python benchmarks/extraction_gold.py                      # the embedded rules on ../shared/data/extraction_gold
    python benchmarks/extraction_gold.py -v --only ko         # with every miss
    python benchmarks/extraction_gold.py --predictions FILE   # someone else's predictions, in the form of the gold set
    python benchmarks/extraction_gold.py --throughput

The rules of matching are those of the gold set's README.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from lxml import etree

from retrograph.errors import InvalidInput
from retrograph.extraction.rules import RulesExtractor
from retrograph.graph.intervals import instant_text, offset_of, period, zone_named
from retrograph.graph.model import NewObservation

GOLD = Path(__file__).resolve().parents[2] / "shared" / "data" / "extraction_gold" / "dev.jsonl"


def norm(name):
    """A name as the matching rule compares it."""
    text = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    return text.removeprefix("./")


def names_of(entity):
    return {norm(name) for name in (entity["name"], *entity.get("aliases", ()))}


@dataclass
class Tally:
    """Counts of one slice of the set."""

    entities: Counter = field(default_factory=Counter)
    relations: Counter = field(default_factory=Counter)
    judged: Counter = field(default_factory=Counter)

    def add(self, other):
        for mine, theirs in (
            (self.entities, other.entities),
            (self.relations, other.relations),
            (self.judged, other.judged),
        ):
            mine.update(theirs)

    @staticmethod
    def rates(counts):
        hit, wrong, missed = counts["hit"], counts["wrong"], counts["missed"]
        precision = hit / (hit + wrong) if hit + wrong else 1.0
        recall = hit / (hit + missed) if hit + missed else 1.0
        return precision, recall, 2 * precision * recall / (precision + recall) if precision + recall else 0.0

    def share(self, kind):
        total = self.judged[kind, True] + self.judged[kind, False]
        return self.judged[kind, True] / total if total else 1.0


def predict(case, extractor):
    """The extractor's answer for a passage, in the form of the gold set."""
    moment = period(case["occurredAt"], zone_named("Z")).start
    zone = case["occurredAt"][-6:] if not case["occurredAt"].endswith("Z") else "Z"
    observation = NewObservation(case["text"], moment, case["kind"], zone=zone)
    root = etree.fromstring(extractor.extract(observation))
    entities = [
        {"name": e.get("name"), "type": e.get("type"), "aliases": [a.text for a in e.findall("alias")]}
        for e in root.iter("entity")
    ]
    return {
        "id": case["id"],
        "entities": entities,
        "relations": [_relation(r, moment) for r in root.iter("relationship", "retraction")],
    }


def _relation(element, moment):
    dates = {}
    for bound, empty in (("valid_from", "unknown"), ("valid_to", "current")):
        value = element.get(bound)
        dates[bound] = None if value in (None, empty, "unknown") else value
    if dates["valid_to"] == instant_text(moment):
        dates["assumed_end"] = True
    return {
        "source": element.get("source"),
        "type": element.get("type"),
        "target": element.get("target"),
        "evidence": element.get("evidence") or "stated",
        "replaces": element.get("replaces"),
        "retracted": element.tag == "retraction",
        "quote": element.findtext("quote"),
        **dates,
    }


class Passage:
    """One passage's gold and one answer to it, matched."""

    def __init__(self, case, answer):
        self.case, self.answer = case, answer
        self.zone = offset_of(case["occurredAt"])
        self.seen = datetime.fromisoformat(case["occurredAt"].replace("Z", "+00:00")).date().isoformat()
        self.gold_names = {}
        for entity in case["entities"]:
            for name in names_of(entity):
                self.gold_names.setdefault(name, set()).add(norm(entity["name"]))
        self.answer_names = {}
        for entity in answer["entities"]:
            self.answer_names.setdefault(norm(entity["name"]), set()).update(names_of(entity))
        self.notes = []

    def tally(self):
        counts = Tally()
        self._entities(counts.entities)
        self._relations(counts)
        return counts

    def _entities(self, counts):
        found, judged = set(), set()
        for entity in self.answer["entities"]:
            hit = next((i for i, gold in enumerate(self.case["entities"]) if self._same_entity(entity, gold)), None)
            if hit is None:
                key = (entity["type"], norm(entity["name"]))
                counts["wrong"] += key not in judged
                judged.add(key)
                self.notes.append(f"  entity wrong    {entity['type']}:{entity['name']}")
            elif hit not in found:
                found.add(hit)
                counts["hit"] += not self.case["entities"][hit].get("optional")
        for index, gold in enumerate(self.case["entities"]):
            if index not in found and not gold.get("optional"):
                counts["missed"] += 1
                self.notes.append(f"  entity missed   {gold['type']}:{gold['name']}")

    @staticmethod
    def _same_entity(entity, gold):
        return entity["type"] in (gold["type"], *gold.get("also_types", ())) and bool(names_of(entity) & names_of(gold))

    def _same(self, said, gold):
        return (
            said["type"] == gold["type"]
            and said["retracted"] == gold["retracted"]
            and self._same_name(said["source"], gold["source"])
            and self._same_name(said["target"], gold["target"])
        )

    def _same_name(self, said, gold):
        names = self.answer_names.get(norm(said), {norm(said)})
        gold_entity = next((e for e in self.case["entities"] if norm(e["name"]) == norm(gold)), None)
        return bool(names & (names_of(gold_entity) if gold_entity else {norm(gold)}))

    def _relations(self, counts):
        golds, also = self.case["relations"], self.case["also_ok"]
        readings = {i: [g, *(a for a in also if a.get("instead_of") == i)] for i, g in enumerate(golds)}
        taken: dict[int, dict] = {}
        rest = []
        for said in self.answer["relations"]:
            options = [i for i, g in enumerate(golds) if i not in taken and self._same(said, g)]
            options.sort(key=lambda i: not self._dates_agree(said, golds[i]))
            if options:
                taken[options[0]] = said
            else:
                rest.append(said)
        for said in rest:
            stand_in = [i for i in readings if i not in taken and any(self._same(said, r) for r in readings[i][1:])]
            stand_in.sort(
                key=lambda i: not any(self._same(said, r) and self._dates_agree(said, r) for r in readings[i])
            )
            if stand_in:
                taken[stand_in[0]] = said
            elif not any(self._excused(said, other) for other in also):
                counts.relations["wrong"] += 1
                self.notes.append(f"  relation wrong  {_words(said)}")
        counts.relations["hit"] += len(taken)
        counts.relations["missed"] += len(golds) - len(taken)
        for index, said in taken.items():
            self._judge(said, golds[index], readings[index], counts.judged)
        for index in range(len(golds)):
            if index not in taken:
                self.notes.append(f"  relation missed {_words(golds[index])}")

    def _excused(self, said, other):
        return (
            self._same(said, other)
            and (said["evidence"] == "planned") == (other["evidence"] == "planned")
            and (said["valid_to"] is None) == (other["valid_to"] is None)
        )

    def _judge(self, said, gold, readings, judged):
        same = [r for r in readings if self._same(said, r)]
        undated = any(r["valid_from"] is None and r["valid_to"] is None for r in same)
        right = any(self._dates_agree(said, r) for r in same)
        judged["undated" if undated else "dated", right] += 1
        judged["dates", right] += 1
        if not right:
            self.notes.append(f"  dates wrong     {_words(said)} for [{gold['valid_from']}, {gold['valid_to']})")
        evident = any(said["evidence"] == r["evidence"] for r in same)
        judged["evidence", evident] += 1
        if not evident:
            self.notes.append(f"  evidence wrong  {_words(said)} for {gold['evidence']}")
        if said["replaces"] or gold["replaces"]:
            agreed = bool(said["replaces"] and gold["replaces"]) and self._same_name(said["replaces"], gold["replaces"])
            judged["replaces", agreed] += 1
            if not agreed:
                self.notes.append(f"  replaces wrong  {_words(said)}: {said['replaces']} for {gold['replaces']}")

    def _dates_agree(self, said, gold):
        grain = gold.get("grain", "assumed")
        if gold["valid_from"] is None and gold["valid_to"] is None:
            return said["valid_to"] is None and said["valid_from"] in (None, *self._own_day(said["valid_from"]))
        return all(self._bound(said[b], grain) == self._bound(gold[b], grain) for b in ("valid_from", "valid_to"))

    def _own_day(self, text):
        return (text,) if text and self._bound(text, "day") == self.seen else ()

    def _bound(self, text, grain):
        if text is None:
            return None
        try:
            when = period(text, self.zone, naive=True)
        except InvalidInput:
            return text
        local = datetime.fromtimestamp(when.start / 1_000_000, self.zone)
        shown = {"year": "%Y", "month": "%Y-%m", "instant": "%Y-%m-%dT%H:%M:%S"}.get(grain, "%Y-%m-%d")
        return local.strftime(shown)


def _words(relation):
    dates = f"[{relation['valid_from'] or ''}, {relation['valid_to'] or ''})"
    retracted = " (retracted)" if relation["retracted"] else ""
    return f"{relation['source']} {relation['type']} {relation['target']} {dates} {relation['evidence']}{retracted}"


def show(name, tally):
    e, r = tally.rates(tally.entities), tally.rates(tally.relations)
    shares = " ".join(f"{tally.share(kind):8.3f}" for kind in ("dates", "dated", "evidence", "replaces"))
    print(f"{name:<18}{e[0]:7.3f}{e[1]:7.3f}{e[2]:7.3f} |{r[0]:7.3f}{r[1]:7.3f}{r[2]:7.3f} |{shares}")


def score(cases, answers, slices, verbose):
    """Print the table; with `verbose` every miss below its passage."""
    tallies: dict[str, Tally] = {}
    for case in cases:
        passage = Passage(case, answers[case["id"]])
        counts = passage.tally()
        for name in ("all", *(f"{key} {case[key]}" for key in slices)):
            tallies.setdefault(name, Tally()).add(counts)
        if verbose and passage.notes:
            print(f"{case['id']} {case['text'][:100]!r}", *passage.notes, sep="\n")
    print(f"{'':<18}{'entities':^21} |{'relations':^21} | share of matched that is right")
    print(
        f"{'':<18}{'P':>7}{'R':>7}{'F1':>7} |{'P':>7}{'R':>7}{'F1':>7} |{'dates':>8} {'dated':>8} {'evidence':>8} "
        f"{'replaces':>8}"
    )
    for name in sorted(tallies, key=lambda n: (n != "all", n)):
        show(name, tallies[name])


def throughput(cases, extractor):
    """Observations a second on one core, by the length of the text in characters."""
    print(f"{'characters':>12}{'a second':>12}{'p50 ms':>10}{'p95 ms':>10}")
    body = "\n".join(case["text"] for case in cases)
    for length in (100, 300, 1_000, 3_000, 10_000, 100_000):
        count = max(3, min(300, 300_000 // length))
        took = []
        for index in range(count):
            start = index * length % max(1, len(body) - length)
            text = (body * (1 + length // len(body)))[start : start + length]
            started = time.perf_counter()
            extractor.extract(NewObservation(text, 1_700_000_000_000_000, "note"))
            took.append(time.perf_counter() - started)
        took.sort()
        middle, high = (took[int(count * share)] * 1e3 for share in (0.5, 0.95))
        print(f"{length:>12}{count / sum(took):>12.0f}{middle:>10.2f}{high:>10.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", nargs="?", type=Path, default=GOLD, help="gold JSON lines")
    parser.add_argument("-v", "--verbose", action="store_true", help="print every miss")
    parser.add_argument("--predictions", type=Path, help="score these JSON lines instead of the embedded rules")
    parser.add_argument("--only", default="", help="only passages whose id contains this")
    parser.add_argument("--slices", default="lang", help="comma-separated fields to split by: lang,kind,difficulty")
    parser.add_argument("--throughput", action="store_true", help="measure speed too")
    options = parser.parse_args()
    if not options.gold.exists():
        sys.exit(f"no gold set at {options.gold}")
    cases = [json.loads(line) for line in options.gold.read_text(encoding="utf-8").splitlines() if line.strip()]
    cases = [case for case in cases if options.only in case["id"]]
    extractor = RulesExtractor()
    if options.predictions:
        lines = options.predictions.read_text(encoding="utf-8").splitlines()
        answers = {answer["id"]: answer for answer in map(json.loads, lines)}
    else:
        answers = {case["id"]: predict(case, extractor) for case in cases}
    score(cases, answers, [name for name in options.slices.split(",") if name], options.verbose)
    if options.throughput:
        throughput(cases, extractor)


if __name__ == "__main__":
    main()
