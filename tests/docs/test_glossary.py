"""The glossary speaks of what is there: its fields are in the code, its lists are those of the vocabulary."""

from __future__ import annotations

import re

import pytest

from retrograph.graph import vocabulary
from tests.data import ROOT
from tests.docs.pages import pages, prose

PAGE = ROOT / "docs" / "glossary.md"
TEXT = prose(PAGE)
TERMS = [
    term.strip().lower()
    for headword in re.findall(r"^\*\*(.+?)\*\*$", TEXT, flags=re.MULTILINE)
    for term in headword.split(",")
]
SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "retrograph").rglob("*.py")))
LISTS = {
    "entity types": vocabulary.ENTITY_TYPES,
    "relation types": vocabulary.RELATION_TYPES,
    "of these one at a time": tuple(sorted(vocabulary.ONE_VALUED)),
    "evidence": vocabulary.EVIDENCE,
    "grains": vocabulary.GRAINS,
    "sentiments": vocabulary.SENTIMENTS,
    "kinds of observation": vocabulary.OBSERVATION_KINDS,
    "sources": vocabulary.SOURCES,
    "outcomes of an extraction": vocabulary.OUTCOMES,
}


def test_no_word_is_explained_twice() -> None:
    assert len(TERMS) > 30
    assert sorted(TERMS) == sorted(set(TERMS))


@pytest.mark.parametrize("term", TERMS)
def test_a_word_is_used_outside_the_glossary(term: str) -> None:
    elsewhere = "\n".join([SOURCE, *(prose(page) for page in pages() if page != PAGE)]).lower()
    assert re.search(rf"\b{re.escape(term)}", elsewhere.replace("_", " "))


@pytest.mark.parametrize("field", sorted(set(re.findall(r"`([A-Za-z]+)`", TEXT.partition("## Closed")[0]))))
def test_a_field_is_in_the_code(field: str) -> None:
    snake = re.sub(r"(?=[A-Z])", "_", field).lower()
    assert re.search(rf"\b({field}|{snake})\b", SOURCE)


@pytest.mark.parametrize("name", LISTS)
def test_a_closed_list_is_that_of_the_code(name: str) -> None:
    found = re.search(rf"^- {name}: ((?:.|\n(?=  ))*)$", TEXT, flags=re.MULTILINE)
    assert found
    assert tuple(re.findall(r"`(\w+)`", found[1])) == LISTS[name]
