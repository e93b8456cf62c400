"""Every row of the pattern tables reads its own examples, and says nothing where it should not."""

from __future__ import annotations

import re

import pytest

from retrograph.extraction.rulebook.english.grammar import SLOTS, compiled
from retrograph.extraction.rulebook.english.reader import PATTERNS as ENGLISH
from retrograph.extraction.rulebook.english.verbs import FAMILIES, forms, verbs
from retrograph.extraction.rulebook.korean.grammar import chunks, split
from retrograph.extraction.rulebook.korean.matching import PATTERNS as KOREAN
from retrograph.extraction.rulebook.korean.matching import row_of
from retrograph.extraction.rulebook.korean.verbs import VERBS
from retrograph.graph.vocabulary import RELATION_TYPES
from tests.said import kept, said

PATTERNS = (*ENGLISH, *KOREAN)
EXAMPLES = [(row.name, text, expected) for row in PATTERNS for text, expected in row.examples]


@pytest.mark.parametrize(("name", "text", "expected"), EXAMPLES)
def test_a_pattern_reads_its_examples(name, text, expected):
    about = (*said(text), *(kept(text) if any(" version " in line for line in expected) else ()))
    assert sorted(about) == sorted(expected), name


def test_each_row_has_examples_a_name_of_its_own_and_known_words():
    assert [row.name for row in PATTERNS if not row.examples] == []
    assert len({row.name for row in PATTERNS}) == len(PATTERNS)
    assert {row.relation for row in PATTERNS} <= set(RELATION_TYPES)


def test_forms_use_families_and_slots_that_exist():
    for row in ENGLISH:
        form = compiled(row.form)
        assert set(form.verbs) <= set(FAMILIES)
        assert form.subject in SLOTS or form.subject == "R"
    for row in KOREAN:
        family, parsed = row_of(row)
        assert family in VERBS
        assert row.target in dict(parsed.parts)


@pytest.mark.parametrize("form", ["{A} moved to {Y}", "we <move> to {Y}", "{A} {S} <move>"])
def test_a_form_that_cannot_be_read_is_refused(form):
    with pytest.raises(ValueError, match=re.escape(form)):
        compiled(form)


def test_a_family_stands_for_all_forms_of_its_verbs():
    assert forms("mov(e)*") == ["move", "moves", "moved", "moving"]
    assert forms("drop(p)*/quit") == ["drop", "drops", "dropped", "dropping", "quit"]
    found = [(verb.family, verb.text) for verb in verbs("we switched back, moved off X and no longer use Y")]
    assert found == [("go_back", "switched back"), ("move_off", "moved off"), ("stop_using", "no longer use")]


@pytest.mark.parametrize(
    ("word", "stem", "part"),
    [
        ("pino로", "pino", "to"),
        ("서비스는", "서비스", "topic"),
        ("`a.ts`를", "`a.ts`", "object"),
        ("회의", "회의", None),
        ("하는", "하는", None),
        ("API에서는", "API", "at"),
    ],
)
def test_particles(word, stem, part):
    assert split(word) == (stem, part)


def test_a_clause_falls_into_phrases():
    found = [(chunk.part, chunk.words) for chunk in chunks("주문 서비스의 로거를 winston에서 pino로 ", 0)]
    assert found == [("of", "주문 서비스"), ("object", "로거"), ("from", "winston"), ("to", "pino")]
