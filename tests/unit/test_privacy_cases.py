"""The privacy filter on the labelled cases: nothing that is a secret stays, nothing else goes."""

from __future__ import annotations

import pytest

from retrograph.extraction.privacy import redact
from tests.privacy_cases import Case, cases, left

SEEDS = (1, 2, 3)
TRUE = [case for seed in SEEDS for case in cases(seed) if case.secret is not None]
FALSE = [case for case in cases() if case.secret is None]


def test_there_are_cases_of_both_kinds_and_languages():
    assert len(TRUE) // len(SEEDS) >= 180
    assert len(FALSE) >= 150
    assert min(sum(case.lang == "ko" for case in part) for part in (TRUE, FALSE)) >= 25


def test_secrets_are_cut():
    kept = [(case.line, rest) for case in TRUE if (rest := left(case, redact(case.text).text))]

    assert len(kept) <= len(TRUE) // 200, kept


@pytest.mark.parametrize("case", FALSE, ids=lambda case: str(case.line))
def test_what_only_looks_like_a_secret_stays(case: Case):
    assert redact(case.text).text == case.text


def test_cutting_twice_is_cutting_once():
    for case in TRUE:
        once = redact(case.text).text
        assert redact(once).text == once, case.line


def test_a_run_that_is_left_is_found():
    case = next(case for case in TRUE if case.kind == "openrouter")

    assert left(case, case.text) is not None
    assert left(case, "nothing of it") is None
