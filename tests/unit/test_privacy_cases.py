"""The privacy filter on the labelled cases: nothing that is a secret stays, nothing else goes."""

from __future__ import annotations

import pytest

from retrograph.extraction.privacy import redact
from tests.privacy_cases import Case, cases

SEEDS = (0, 1)
SECRETS = [case for seed in SEEDS for case in cases(seed) if case.secret is not None]
OTHERS = [case for case in cases() if case.secret is None]


def test_there_are_cases_of_both_kinds_and_languages():
    secrets = len(SECRETS) // len(SEEDS)

    assert len(OTHERS) >= 0.4 * (secrets + len(OTHERS))
    assert min(sum(case.language == "ko" for case in group) for group in (SECRETS, OTHERS)) >= 50


def test_nothing_of_a_secret_is_left():
    left = [(case.line, run) for case in SECRETS if (run := case.left_in(redact(case.text).text))]

    assert len(left) <= len(SECRETS) // 200, left


@pytest.mark.parametrize("case", OTHERS, ids=lambda case: str(case.line))
def test_what_only_looks_like_a_secret_stays(case: Case):
    assert redact(case.text).text == case.text


def test_cutting_twice_is_cutting_once():
    for case in SECRETS:
        once = redact(case.text)
        assert redact(once.text).text == once.text, case.line
        assert redact(once.text).counts == {}, case.line


def test_all_cases_in_one_text_are_cut_as_well():
    found = [
        case for case in SECRETS if case.secret and len(case.secret) > 20 and not case.left_in(redact(case.text).text)
    ]
    output = redact("\n\n".join(case.text for case in SECRETS)).text

    assert [case.line for case in found if case.secret in output] == []


def test_a_run_that_is_left_is_found():
    case = next(case for case in SECRETS if case.kind == "llm")

    assert case.left_in(case.text)
    assert not case.left_in("nothing of it [redacted:llm_key]")
