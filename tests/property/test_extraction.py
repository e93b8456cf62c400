"""Whatever a model writes: reading raises one error only, and nothing that its text does not prove is returned."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from retrograph.errors import ModelError
from retrograph.extraction.contract import parse
from retrograph.extraction.elements import Element, Reading, graph_markup, legal
from retrograph.extraction.extracted import Extraction
from retrograph.extraction.passage import Passage
from retrograph.extraction.resolution import resolve
from retrograph.extraction.writing import markup
from retrograph.extraction.xml import read, validate
from retrograph.graph.intervals import instant_text, period, zone_named
from retrograph.graph.model import NewObservation, Relation
from retrograph.graph.vocabulary import ENTITY_TYPES, EVIDENCE, RELATION_TYPES, SENTIMENTS

MARKUP = st.lists(
    st.sampled_from(
        [
            "<temporal_graph>", "</temporal_graph>", "<entities>", "</entities>", "<relationships>", "</relationships>",
            "<entity ", "</entity>", "<relationship ", "</relationship>", "<retraction ", 'type="uses" ', ">", "/>",
            'type="library" ', 'name="jose" ', 'source="auth" ', "target='jose' ", 'key="k" ', "<quote>", "</quote>",
            "<alias>", "</alias>", "<property ", "</property>", "<alternatives>", "<alt>", "<think>", "</think>",
            "<![CDATA[", "]]>", "<!--", "-->", "<!DOCTYPE x>", "<?xml?>", "&", "&amp;", "&#0;", "&#x110000;",
            "<", '"', "'", "=", " ", "auth uses jose", "\0", "\ud800", "가", "```",
        ]
    ),
    max_size=40,
).map("".join)  # fmt: skip

TEXT = "auth uses jose & regex since 2024\n\tbecause <b>it</b> works; ]]> café 배포를 미뤘다"
SEEN = NewObservation(TEXT, 1_700_000_000_000_000, zone="+09:00")
WORDS = st.one_of(
    st.tuples(st.integers(0, len(TEXT)), st.integers(0, len(TEXT))).map(lambda cut: TEXT[min(cut) : max(cut)]),
    st.text(max_size=20),
)
NAMES = st.sampled_from(["auth", "jose", "regex", "Jose", "nobody", "", " ", "b", "배포"])
DATES = st.sampled_from(["", "unknown", "current", "2020", "2021-05", "2021-05-06", "2022-01-01T00:30", "soon", "2030"])
BOUNDS = ("valid_from", "valid_to")
TIMES = {
    "valid_from": DATES,
    "valid_to": DATES,
    "weight": st.sampled_from(["", "0.5", "1", "2", "x"]),
    "phrase_from": WORDS,
    "phrase_to": WORDS,
}


def element(
    tag: str, *children: st.SearchStrategy[Element], **attributes: st.SearchStrategy[str]
) -> st.SearchStrategy[Element]:
    return st.builds(
        lambda given, text, inner: Element(tag, given, text, tuple(inner)),
        st.fixed_dictionaries({}, optional=attributes),
        WORDS if tag in ("quote", "alias", "property", "alt", "reasoning", "sentiment") else st.just(""),
        st.lists(st.one_of(*children), max_size=3) if children else st.just([]),
    )


ENTITIES = element(
    "entity", element("alias"), element("property", element("quote"), key=NAMES, **TIMES),
    type=st.sampled_from([*ENTITY_TYPES[:3], "banana"]), name=NAMES,
)  # fmt: skip
RELATIONS = st.one_of(
    *(
        element(
            tag, element("quote"), element("reasoning"), element("sentiment"), element("alternatives", element("alt")),
            type=st.sampled_from([*RELATION_TYPES[:3], "hates"]), source=NAMES, target=NAMES, replaces=NAMES,
            source_type=st.sampled_from(["", *ENTITY_TYPES[:2]]), change=WORDS,
            evidence=st.sampled_from([*EVIDENCE, "guessed"]), **TIMES,
        )
        for tag in ("relationship", "retraction")
    )
)  # fmt: skip
READINGS = st.builds(lambda elements: Reading(tuple(elements)), st.lists(st.one_of(ENTITIES, RELATIONS), max_size=6))


@given(
    st.one_of(st.binary(max_size=300), st.text(max_size=300), MARKUP, MARKUP.map(lambda m: m.encode(errors="replace")))
)
def test_reading_raises_one_error_only(reply: str | bytes):
    try:
        reading = read(reply)
    except ModelError:
        return
    found = parse(reading, SEEN)
    resolve(found, SEEN, lambda name: [])


@given(READINGS)
def test_nothing_is_returned_that_the_text_does_not_prove(reading: Reading):
    found = parse(reading, SEEN)
    passage = Passage(TEXT)

    proofs = [r.why for r in found.relations] + [p.why for e in found.entities for p in e.properties]
    for why in proofs:
        assert why.quote is None or (why.span is not None and TEXT[slice(*why.span)] == why.quote)
        assert 0.1 <= why.weight <= 1.0
        assert why.evidence in EVIDENCE
        assert why.sentiment in (None, *SENTIMENTS)
    for entity in found.entities:
        assert entity.type in ENTITY_TYPES
        assert any(passage.names(name, entity.type) for name in (entity.name, *entity.aliases))
    for relation in found.relations:
        assert relation.type in RELATION_TYPES
        assert relation.times.saying != "end" or relation.times.start is None
        start, end = relation.times.start, relation.times.end
        assert start is None or end is None or start.start < end.end
    items = len(found.entities) + len(found.relations)
    assert items + len(found.quarantined) >= 1 or not reading.elements


@given(READINGS)
def test_every_relation_becomes_a_verb_or_is_quarantined(reading: Reading):
    found = parse(reading, SEEN)
    findings = resolve(found, SEEN, lambda name: [])

    refused = len(findings.quarantined) - len(found.quarantined)
    verbs = sum(1 for op in findings.ops if isinstance(op.subject, Relation))  # type: ignore[union-attr]
    assert 0 <= verbs <= len(found.relations) - refused
    assert (verbs > 0) == (len(found.relations) > refused)
    assert findings.outcome == ("partial" if findings.quarantined else "complete")


def legal_element(given: Element) -> Element:
    attributes = {name: legal(value) for name, value in given.attributes.items()}
    return Element(given.tag, attributes, legal(given.text), tuple(map(legal_element, given.children)))


@given(st.lists(ENTITIES, max_size=3), st.lists(RELATIONS, max_size=3))
def test_what_elements_write_is_read_back(entities: list[Element], relations: list[Element]):
    reading = read(graph_markup(entities, relations))

    assert reading == Reading(tuple(map(legal_element, (*entities, *relations))))


@given(
    st.lists(st.sampled_from(ENTITY_TYPES).map(lambda t: Element("entity", {"type": t, "name": "x"})), max_size=3),
    WORDS,
)
def test_what_the_contract_allows_is_valid_by_the_schema(entities: list[Element], words: str):
    relation = Element(
        "relationship",
        {"type": "uses", "source": "a", "target": "b", "valid_from": "2021-05", "weight": "0.5"},
        children=(Element("quote", text=words), Element("alternatives", children=(Element("alt", text=words),))),
    )

    assert validate(graph_markup(entities, [relation])) == []


SEEN_ELSEWHERE = st.sampled_from(
    [
        SEEN,
        NewObservation(TEXT, SEEN.occurred_at, zone="America/Sao_Paulo"),
        NewObservation(TEXT, SEEN.occurred_at, zone="-11:30"),
        NewObservation(TEXT, period("2021-05", zone_named("Asia/Seoul")).start, zone="Asia/Seoul"),
    ]
)
NOW = st.sampled_from([instant_text(SEEN.occurred_at), "2021-04-30T15:00:00Z"])


def without_raw(extraction: Extraction) -> Extraction:
    """The valid part alone, without the texts that it was read from."""
    entities = [
        replace(entity, raw="", properties=tuple(replace(kept, raw="") for kept in entity.properties))
        for entity in extraction.entities
    ]
    relations = [replace(relation, raw="") for relation in extraction.relations]
    return Extraction(tuple(entities), tuple(relations))


@given(READINGS, SEEN_ELSEWHERE, st.lists(st.tuples(st.integers(0, 20), st.sampled_from(BOUNDS), NOW), max_size=4))
def test_a_valid_extraction_is_read_again_as_it_was_written(
    reading: Reading, seen: NewObservation, now: list[tuple[int, str, str]]
):
    elements = list(reading.elements)
    for number, bound, text in now:
        if elements:
            given = elements[number % len(elements)]
            elements[number % len(elements)] = replace(given, attributes={**given.attributes, bound: text})
    extraction = parse(Reading(tuple(map(legal_element, elements))), seen)

    again = parse(read(markup(extraction, seen)), seen)

    assert without_raw(again) == without_raw(extraction)
    assert (again.quarantined, again.notes) == ((), ())
