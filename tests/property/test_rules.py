"""The embedded rules on any text: they never fail, quote only what is there, and take time in proportion."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import etree

from retrograph.extraction import xml
from retrograph.extraction.contract import parse
from retrograph.extraction.elements import legal
from retrograph.extraction.rulebook.english.reader import PATTERNS as ENGLISH
from retrograph.extraction.rulebook.korean.matching import PATTERNS as KOREAN
from retrograph.extraction.rules import RulesExtractor
from retrograph.graph.intervals import EARLIEST, LATEST
from retrograph.graph.model import NewObservation
from retrograph.graph.vocabulary import OBSERVATION_KINDS

RULES = RulesExtractor()
EXAMPLES = [text for row in (*ENGLISH, *KOREAN) for text, _ in row.examples]
FRAGMENTS = [
    *(word for text in EXAMPLES for word in text.split()),
    *(
        "\n",
        "\n\n",
        "# ",
        "- ",
        "> ",
        "| ",
        " |",
        "```",
        "`",
        "Status: ",
        "PEP: 7\n",
        "Author: ",
        "---\n",
        "<!--",
        "-->",
        "<a>",
    ),
    *(
        "diff --git a/x.json b/x.json\n",
        "+++ b/package.json\n",
        '+  "jose": "^1",',
        "commit abcdef1\n",
        "import x from 'y'",
    ),
    *(
        "$ cat src/a.ts\n",
        "    at f (a.ts:1:2)",
        "TypeError: x",
        "\x00",
        "\x01",
        "\ud800",
        "\r",
        "]]>",
        "&amp;",
        "카",
        "\u200b",
    ),
]
WORDS = st.lists(st.sampled_from(FRAGMENTS), max_size=40)
TEXTS = (
    st.text(max_size=200)
    | WORDS.map(" ".join)
    | WORDS.map("".join)
    | st.lists(st.sampled_from(EXAMPLES), max_size=6).map(" ".join)
    | st.lists(st.sampled_from(EXAMPLES), max_size=6).map("\n".join)
)
OBSERVATIONS = st.builds(
    NewObservation,
    TEXTS,
    st.integers(EARLIEST, LATEST),
    st.sampled_from(OBSERVATION_KINDS),
    zone=st.sampled_from(["Z", "+09:00", "-11:30", "Asia/Seoul"]),
    document_id=st.none() | st.sampled_from(["PEP 7", "docs/adr/0007-x.md", "src/a.ts", "package.json"]),
)


@given(OBSERVATIONS)
def test_any_text_gives_well_formed_xml_whose_quotes_are_words_of_it(observation):
    root = etree.fromstring(RULES.extract(observation))
    assert root.tag == "temporal_graph"
    content = legal(observation.content)
    for quote in root.iter("quote"):
        assert quote.text in content
    for relation in root.iter("relationship", "retraction"):
        assert relation.find("quote") is not None


TWICE = (
    "The image resizer used libvips until 2025-02-10, then we tried squoosh, "
    "and on 2025-03-04 we went back to libvips. "
)


@given(OBSERVATIONS)
@example(NewObservation(TWICE * 2, 0))
@example(NewObservation("A 서버는 올해 1월에 Redis로 갈아탔다.", EARLIEST, zone="+09:00"))
def test_the_contract_finds_nothing_to_quarantine(observation):
    extraction = parse(xml.read(RULES.extract(observation)), observation)
    assert extraction.quarantined == ()
    assert not extraction.partial


@given(OBSERVATIONS)
def test_the_same_observation_gives_the_same_bytes(observation):
    assert RULES.extract(observation) == RulesExtractor().extract(observation)


@given(st.sampled_from(EXAMPLES), st.sampled_from(EXAMPLES))
def test_what_a_text_says_stands_whatever_is_said_after_a_blank_line(first, second):
    """Only silence between them, so neither may lose a thing that the other does not speak of."""
    names = {entity.get("name") for entity in etree.fromstring(RULES.extract(_note(first))).iter("entity")}
    both = {
        entity.get("name") for entity in etree.fromstring(RULES.extract(_note(f"{first}\n\n{second}"))).iter("entity")
    }
    assert {name.casefold() for name in names} <= {name.casefold() for name in both}


def _note(text):
    return NewObservation(text, 1_758_070_800_000_000, "note", zone="+09:00")


HOSTILE = {
    "no word": "a" * 100,
    "blank lines": "\n",
    "switches": "we moved from a to b and ",
    "subjects": "the x of the y's z or ",
    "conjunctions": "A, B, C and D and uses ",
    "particles": "A와 B와 C와 D를 쓰고 ",
    "causes": "원인은 의 원인은 가 ",
    "dates": "from March to 2021-01-01 until ",
    "brackets": "(considered `x`, (",
    "sentences": "The api uses Redis. ",
    "items": "- A: rejected, b\n",
    "cells": "| a | b |\n",
    "headers": "a: b\n",
    "frames": "    at f (src/a.ts:1:1)\n",
    "diff": "+a\n-b\n",
    "comments": "<!-- ",
    "quotes": "> `",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_time_grows_with_the_text_alone(name):
    """Four times the text may not take nine times the time, where that can be told; a megabyte not half a minute."""
    unit = HOSTILE[name]
    RULES.extract(_note(unit * 20))
    measured = []
    for _ in range(3):  # what grows too fast does so each time; what else the machine does, it does not
        small, large = (_seconds(unit * (size // len(unit))) for size in (30_000, 120_000))
        measured.append((small, large))
        if large < max(9 * small, 1.0) and large * 8 < 30:
            return
    raise AssertionError(f"seconds of 30 and of 120 kB, three times: {measured}")


def test_a_long_sentence_of_the_worst_kind_is_read_in_bounded_time():
    for unit in HOSTILE.values():
        RULES.extract(_note(unit * 20))  # patterns are compiled when they are first needed
        assert _seconds(((unit * 640)[:640].replace("\n", " ") + ".\n\n") * 20) < 2


def _seconds(text):
    started = time.process_time()
    RULES.extract(_note(text))
    return time.process_time() - started
