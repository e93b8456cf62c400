"""What is read from a model's reply, however it is wrapped, and what is refused."""

from __future__ import annotations

import time
import tracemalloc
from contextlib import suppress

import pytest

from retrograph.errors import ModelError
from retrograph.extraction.elements import Element, Reading, graph_markup
from retrograph.extraction.mending import ATTRIBUTE_LIMIT
from retrograph.extraction.schema import relax_ng
from retrograph.extraction.xml import SIZE_LIMIT, read, validate

JOSE = '<entity type="library" name="jose"/>'
ROOT = f"<temporal_graph><entities>{JOSE}</entities></temporal_graph>"


def names(reading: Reading) -> list[str]:
    return [element.attributes["name"] for element in reading.elements]


def related(quote: str) -> str:
    return (
        '<temporal_graph><relationships><relationship type="uses" source="a" target="b">'
        f"{quote}</relationship></relationships></temporal_graph>"
    )


def only_child(reply: str) -> str:
    (element,) = read(reply).elements
    return element.children[0].text


@pytest.mark.parametrize(
    "reply",
    [
        ROOT,
        ROOT.encode(),
        "\ufeff" + ROOT,
        f"<?xml version='1.0' encoding='UTF-8'?>\n{ROOT}",
        f"Sure, here it is:\n```xml\n{ROOT}\n```\nI used the <temporal_graph> root as you asked.",
        f'<think>maybe <entity type="library" name="draft"/> ... <entity </think>{ROOT}',
        f'maybe <entity type="library" name="draft"/></think>\n{ROOT}',
        f"<thinking>a draft: {ROOT.replace('jose', 'draft')}</thinking>{ROOT}",
        f"<think>I never stop thinking. {ROOT}",
        f"<think>all of it in here: {ROOT}</think>",
        f"first try: {ROOT.replace('jose', 'draft')} no, this: {ROOT}",
        f"<entities>{JOSE}</entities>",
        f"<entities>{JOSE}</entities>\nand\n<relationships></relationships>",
        JOSE,
        ROOT.replace("<entities>", "<Entities>").replace("</entities>", "</Entities >"),
        "<temporal_graph><entities><entity name='jose'\n type = 'library' ></entity></entities></temporal_graph>",
        f"<temporal_graph><!-- <entity type='library' name='no'/> --><entities>{JOSE}</entities></temporal_graph>",
        f"<temporal_graph><!-- a note --><entities><p>odd</p>{JOSE}</entities></temporal_graph>",
        f"an &entity; and a < b, then {ROOT}",
    ],
)
def test_the_payload_is_found(reply: str | bytes):
    reading = read(reply)

    assert names(reading) == ["jose"]
    assert reading.partial is False
    assert reading.broken == ()


@pytest.mark.parametrize(
    "reply",
    ["", "I found no facts in this text.", "I cannot write a <temporal_graph> for this.", "<html><p>502</p></html>",
     "each <entity> has a name and a <quote>", b"\xff\xfe\x00", '{"entities": []}'],
)  # fmt: skip
def test_a_reply_without_payload_is_refused(reply: str | bytes):
    with pytest.raises(ModelError, match="holds no"):
        read(reply)


@pytest.mark.parametrize("reply", ["<temporal_graph/>", "<temporal_graph></temporal_graph>", "<entities></entities>"])
def test_an_empty_answer_is_an_answer(reply: str):
    assert read(reply) == Reading(())


def test_no_text_is_lost_to_bare_ampersands_and_angle_brackets():
    reply = related("<quote>AT&T and Tom & Jerry &nbsp; &amp; List<String> a < b && c > d &#0; &#x41; &bogus;</quote>")

    assert only_child(reply) == "AT&T and Tom & Jerry &nbsp; & List<String> a < b && c > d &#0; A &bogus;"


def test_attributes_keep_their_text_too():
    reply = """<temporal_graph><entities>
        <entity type="library" name="Tom & Jerry's "best" <T>"/><entity name='a&amp;b "c"' type=library />
    </entities></temporal_graph>"""

    assert names(read(reply)) == ['Tom & Jerry\'s "best" <T>', 'a&b "c"']


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        ("<quote>the </relationship> tag</quote>", "the </relationship> tag"),
        ("<quote>a[b[0]]> 1 and ]]></quote>", "a[b[0]]> 1 and ]]>"),
        ("<quote><![CDATA[if (a < b && c) { }]]></quote>", "if (a < b && c) { }"),
        ("<quote><![CDATA[a[b[0]]> 1]]></quote>", "a[b[0]]> 1"),
        ("<quote><![CDATA[a]]]]><![CDATA[>b]]></quote>", "a]]>b"),
        ("<quote>x <![CDATA[<y>]]> &lt;z&gt;</quote>", "x <y> <z>"),
        ("<quote>the </quote> tag</quote>", "the </quote> tag"),
        ("<quote>see <quote>this</quote> too</quote>", "see <quote>this</quote> too"),
        ("<quote>ends with </quote>", "ends with "),
        ("<quote><![CDATA[never closed</quote>", "never closed"),
        ("<quote>emit <temporal_graph>, <!DOCTYPE html> then</quote>", "emit <temporal_graph>, <!DOCTYPE html> then"),
        ("<quote>a\x1b[31mred</quote>", "a\ufffd[31mred"),
    ],
)  # fmt: skip
def test_a_quote_may_hold_markup(inner: str, text: str):
    reading = read(related(inner + "<reasoning>r</reasoning>"))

    assert [child.text for child in reading.elements[0].children] == [text, "r"]
    assert reading.partial is False


def test_a_forgotten_closing_tag_costs_its_own_element_only():
    reply = f"""<temporal_graph><relationships>
      <relationship type="uses" source="a" target="b"><quote>never closed <reasoning>x</reasoning></relationship>
      <relationship type="uses" source="c" target="d"><quote>fine</quote></relationship>
      <relationship type="uses" source="e" target="f">
      <relationship type="uses" source="g" target="h"/></relationships><entities>{JOSE}</entities></temporal_graph>"""

    reading = read(reply)

    assert [e.attributes.get("source", "entity") for e in reading.elements] == ["c", "g", "entity"]
    assert [b.reason for b in reading.broken] == ["<quote> is not closed", "<relationship> is not closed"]
    assert reading.broken[0].element.startswith('<relationship type="uses" source="a"')
    assert reading.broken[0].element.endswith("</relationship>")


MANY_ATTRIBUTES = " ".join(f'a{number}=""' for number in range(ATTRIBUTE_LIMIT + 1))


@pytest.mark.parametrize(
    ("markup", "reason"),
    [
        ('<entity type="library" type="file" name="x"/>', "given twice"),
        ('<entity type="library" name="x" oops/>', "opening tag"),
        (f"<entity {MANY_ATTRIBUTES}/>", "more than 64 attributes"),
        ('<entity type="library" name="x"><property key="a">b</entity>', "<property> is not closed"),
        ('<entity type="library" name="x"></alias></entity>', "closes nothing"),
        ('<entity type="library" name="x"></relationship>', "is not closed"),
    ],
)
def test_what_cannot_be_parsed_is_kept_raw(markup: str, reason: str):
    reading = read(f"<temporal_graph><entities>{markup}{JOSE}</entities></temporal_graph>")

    assert names(reading) == ["jose"]
    assert [broken.element for broken in reading.broken] == [markup]
    assert reason in reading.broken[0].reason


WHOLE = (
    f"<temporal_graph><entities>{JOSE}<entity type='file' name='a > b.ts'/></entities><relationships>"
    '<relationship type="uses" source="it\'s" target="b"><quote>x y</quote></relationship></relationships>'
    "</temporal_graph>"
)


@pytest.mark.parametrize("length", range(len("<temporal_graph><entities>"), len(WHOLE)))
def test_a_reply_cut_anywhere_keeps_its_complete_siblings(length: int):
    reading = read(WHOLE[:length])

    ends = [WHOLE.index(end) + len(end) for end in (JOSE, "b.ts'/>", "</relationship>")]
    assert len(reading.elements) == sum(end <= length for end in ends)
    assert reading.partial is (length < len(WHOLE))
    assert reading.broken == ()


def test_the_place_of_a_cut_is_noted():
    reading = read(f'<temporal_graph><entities>{JOSE}<entity type="library" name="jo')

    assert reading.notes == ('the reply is cut off inside <entity>: <entity type="library" name="jo',)


@pytest.mark.parametrize(
    "prolog",
    [
        '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>',
        '<!DOCTYPE temporal_graph SYSTEM "http://localhost:9/x.dtd">',
        "<!doctype html>",
        '<temporal_graph><!ENTITY x SYSTEM "file:///etc/passwd">',
    ],
)
def test_document_types_and_entities_are_refused(prolog: str):
    with pytest.raises(ModelError, match="document type"):
        read(prolog + "<temporal_graph><entities><entity type='library' name='&b;'/></entities></temporal_graph>")


def test_an_entity_of_nobody_is_text():
    assert names(read(ROOT.replace("jose", "&xxe;"))) == ["&xxe;"]


@pytest.mark.parametrize("huge", ["<temporal_graph>" + "x" * 50_000_000, b"<temporal_graph>" + b"x" * 50_000_000])
def test_fifty_megabytes_are_refused_unread(huge: str | bytes):
    tracemalloc.start()
    try:
        with pytest.raises(ModelError, match="50,000,016"):
            read(huge)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_too_many_elements_are_refused():
    with pytest.raises(ModelError, match="more than 20000 elements"):
        read(f"<entities>{JOSE * 20_001}</entities>")


@pytest.mark.parametrize(
    "unit",
    ["<temporal_graph>", "<entity type=a>", '<entity type="', "<relationship type=a><quote>", "<quote>", "</quote>x",
     "&", "<relationship type=a><quote><![CDATA[", "<think>", "</think>", "<!--", "<entity type=a><property key=b>",
     "<![CDATA[", "<relationship type=a><quote></quote>x", "<alias><quote></alias>", "<!DOCTYPE ",
     "<entity type=a", "<entities>"],
)  # fmt: skip
def test_no_reply_makes_it_slow(unit: str):
    started = time.perf_counter()
    with suppress(ModelError):
        read(f"<temporal_graph>{unit * (300_000 // len(unit))}")
    assert time.perf_counter() - started < 5.0


def test_the_size_limit_leaves_room_for_a_long_answer():
    quote = "<quote>" + "가" * 1_000_000 + "</quote>"

    assert len(related(quote)) < SIZE_LIMIT
    assert len(only_child(related(quote))) == 1_000_000


def test_elements_write_themselves_as_they_are_read():
    element = Element(
        "relationship",
        {"type": "uses", "source": 'a "b"\n<c> & d', "target": "가"},
        children=(
            Element("quote", text="x ]]> </relationship> & <y>\r\n"),
            Element("alternatives", children=(Element("alt"),)),
        ),
    )
    markup = graph_markup([Element("entity", {"type": "file", "name": "z"})], [element])

    assert read(markup).elements == (Element("entity", {"type": "file", "name": "z"}), element)


VALID = """<temporal_graph>
  <relationships>
    <retraction type="uses" source="parser" target="regex" valid_from="2020"
                valid_to="2021-03-04T10:00:00+09:00"><quote>q</quote></retraction>
    <relationship target="jose" type="uses" source="auth" target_type="library" weight="0.5" valid_from="unknown"
                  valid_to="current" evidence="planned" replaces="x">
      <alternatives><alt>x</alt></alternatives><quote>q</quote></relationship>
  </relationships>
  <entities><entity type="library" name="jose">
    <property key="runtime" valid_from="2025-03">edge<quote>q</quote></property>
    <alias>panva/jose</alias></entity></entities>
</temporal_graph>"""


def test_the_schema_accepts_what_the_contract_describes():
    assert validate(VALID) == []
    assert validate("<temporal_graph/>") == []
    assert relax_ng() == relax_ng()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('type="uses" source="auth"', 'type="hates" source="auth"'),
        ('type="library" name', 'type="banana" name'),
        ('weight="0.5"', 'weight="1.5"'),
        ('evidence="planned"', 'evidence="guessed"'),
        ('valid_from="unknown"', 'valid_from="last March"'),
        ('name="jose"', 'name=" "'),
        ("<quote>q</quote></retraction>", "<why>q</why></retraction>"),
        ("</temporal_graph>", ""),
        ("<temporal_graph>", '<!DOCTYPE x [<!ENTITY a "b">]><temporal_graph>&a;'),
    ],
)
def test_the_schema_names_what_is_wrong(old: str, new: str):
    assert validate(VALID.replace(old, new))
