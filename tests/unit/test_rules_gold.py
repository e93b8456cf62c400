"""The gold set beside the checkout: what the embedded rules must reach on it."""

from __future__ import annotations

import importlib.util
import json
import sys

import pytest

from retrograph.extraction.rules import RulesExtractor
from tests.data import ROOT, shared


@pytest.fixture(scope="module")
def scoring():
    spec = importlib.util.spec_from_file_location("extraction_gold", ROOT / "benchmarks" / "extraction_gold.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up by name
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


@pytest.fixture(scope="module")
def cases():
    lines = (shared("extraction_gold") / "dev.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_precision_comes_before_recall(cases, scoring):
    total = scoring.Tally()
    for case in cases:
        total.add(scoring.Passage(case, scoring.predict(case, RulesExtractor())).tally())
    precision, recall, _ = total.rates(total.relations)
    assert precision >= 0.85
    assert recall >= 0.55
    assert total.rates(total.entities)[2] >= 0.75
    assert total.share("dates") >= 0.9
    assert total.share("evidence") >= 0.9


def test_nothing_is_stated_where_nothing_is_said(cases, scoring):
    silent = [case for case in cases if not case["relations"] and not case["also_ok"]]
    assert len(silent) >= 5
    for case in silent:
        assert scoring.predict(case, RulesExtractor())["relations"] == []


def test_the_gold_set_scores_full_marks_against_itself(cases, scoring):
    total = scoring.Tally()
    for case in cases:
        answer = {"id": case["id"], "entities": case["entities"], "relations": case["relations"]}
        total.add(scoring.Passage(case, answer).tally())
    assert total.rates(total.relations) == total.rates(total.entities) == (1.0, 1.0, 1.0)
    assert total.share("dates") == total.share("evidence") == total.share("replaces") == 1.0
