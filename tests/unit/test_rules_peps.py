"""Twenty-six years of real decision records: every question about them is answered from what the rules extract."""

from __future__ import annotations

import json
import re
import time
from bisect import bisect_right
from datetime import UTC

import pytest
from lxml import etree

from retrograph.extraction.rules import RulesExtractor
from retrograph.graph.intervals import as_of, moment, period
from retrograph.graph.model import NewObservation
from tests.data import shared


def _lines(name):
    return [json.loads(line) for line in (shared("peps") / name).read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def extracted():
    documents = [
        NewObservation(
            line["text"], period(line["committedAt"], UTC).start, "document", document_id=f"PEP {line['pep']}"
        )
        for line in _lines("documents.jsonl")
    ]
    rules = RulesExtractor()
    started = time.process_time()
    replies = [rules.extract(document) for document in documents]
    return list(zip(documents, replies, strict=True)), time.process_time() - started


@pytest.fixture(scope="module")
def histories(extracted):
    """Record to its versions: the instants, and what each version's header says."""
    found: dict[str, tuple[list[int], list[dict[str, str]]]] = {}
    for document, reply in extracted[0]:
        (record,) = [e for e in etree.fromstring(reply).iter("entity") if e.find("property") is not None]
        instants, states = found.setdefault(record.get("name"), ([], []))
        instants.append(document.occurred_at)
        states.append({field.get("key"): field.text for field in record.iter("property")})
    return found


def test_a_version_takes_milliseconds(extracted):
    assert extracted[1] < 15


def test_each_version_is_its_record_and_quotes_itself(extracted):
    for document, reply in extracted[0]:
        root = etree.fromstring(reply)
        assert document.document_id in [entity.get("name") for entity in root.iter("entity")]
        for quote in root.iter("quote"):
            assert quote.text in document.content
        for field in root.iter("property"):
            assert field.get("valid_from") is None


def _names(value):
    return sorted(name.strip() for name in re.split(r",(?!\s*(?:Jr|Sr|III?)\b)", value) if name.strip())


def _records(value):
    return value and sorted(f"PEP {number}" for number in re.findall(r"[0-9]+", value))


def _changes(instants, states, since, until):
    previous, found = None, []
    for at, state in zip(instants, states, strict=True):
        status = state.get("status")
        if status != previous and since <= at < until:
            found.append({"at": moment(at).strftime("%Y-%m-%dT%H:%M:%SZ"), "from": previous, "to": status})
        previous = status
    return found


def _answer(histories, question):
    instants, states = histories.get(question["entity"], ([], []))
    if question["kind"] == "changes_between":
        span = [period(question[bound], UTC).start for bound in ("since", "until")]
        return _changes(instants, states, *span)
    index = bisect_right(instants, as_of(question["asOf"], UTC))
    state = states[index - 1] if index else None
    if question["kind"] == "absent" or state is None:
        return state
    if question["kind"] == "author":
        return _names(state["author"])
    value = state.get(question["kind"].replace("_", "-"))
    return value if question["kind"] == "status" else _records(value)


def test_every_question_about_the_records_is_answered_from_their_extracted_fields(histories):
    questions = _lines("asof_gold_dev.jsonl")
    wrong = []
    for question in questions:
        expected = question["answer"]
        if isinstance(expected, list) and question["kind"] != "changes_between":
            expected = sorted(expected)
        if _answer(histories, question) != expected:
            wrong.append(question["id"])
    assert len(questions) == 356
    assert wrong == []


def test_neighbours_are_told_in_the_order_of_succession(extracted):
    pairs = {
        (relation.get("source"), relation.get("target"))
        for _, reply in extracted[0]
        for relation in etree.fromstring(reply).iter("relationship")
        if relation.get("type") == "succeeded_by"
    }
    assert {("PEP 216", "PEP 287"), ("PEP 433", "PEP 446"), ("PEP 345", "PEP 566"), ("PEP 245", "PEP 3124")} <= pairs
