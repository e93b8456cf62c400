"""What of an extraction is valid: the vocabulary, the dates, and above all the observation's own words."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import Any

import pytest

from retrograph.extraction.contract import parse
from retrograph.extraction.elements import Element, Reading
from retrograph.extraction.extracted import ExtractedRelation, Extraction
from retrograph.extraction.passage import Passage
from retrograph.extraction.xml import read
from retrograph.graph.intervals import Period, micros, moment, period, zone_named
from retrograph.graph.model import NewObservation

UTC = zone_named("Z")
TEXT = """We moved the auth middleware from jsonwebtoken to jose on 2025-03-01, because the Edge runtime
    needs Web Crypto. panva/jose runs on edge. See src\\auth.ts and PEP: 0572.
The parser never used regex. café"""
SEEN = NewObservation(TEXT, period("2025-03-05T10:00:00+09:00", UTC).start, zone="+09:00")


def parsed(body: str, observation: NewObservation = SEEN) -> Extraction:
    return parse(read(f"<temporal_graph>{body}</temporal_graph>"), observation)


def relation(attributes: str = "", inner: str = "<quote>auth middleware</quote>", text: NewObservation = SEEN) -> Any:
    """The one relation of an extraction, or the reason why it was refused."""
    found = parsed(
        f'<relationship type="uses" source="auth middleware" target="jose" {attributes}>{inner}</relationship>', text
    )
    return found.relations[0] if found.relations else found.quarantined[0].reason


def day(text: str) -> Period:
    return period(text, zone_named("+09:00"))


# -- entities ----------------------------------------------------------------------------------------------


def test_an_entity_keeps_what_its_text_proves():
    found = parsed(
        """<entity type="library" name="  jose "><alias>panva/jose</alias><alias>node-jose</alias><alias>JOSE</alias>
        <property key="Runtime">edge</property><property key="speed">fast</property>
        <property key="size" valid_from="2025-03">small<quote>runs on edge</quote></property>
        <property key="empty"/><property>x</property></entity>"""
    )

    (entity,) = found.entities
    assert (entity.type, entity.name, entity.aliases) == ("library", "jose", ("panva/jose",))
    assert [(p.name, p.value, p.why.quote) for p in entity.properties] == [
        ("runtime", "edge", None),
        ("size", "small", "runs on edge"),
    ]
    assert entity.properties[1].times.start == day("2025-03")
    assert found.notes == ("alias 'node-jose' of 'jose' is not in the text and was left out",)
    assert [q.reason.split(",")[0] for q in found.quarantined] == [
        "without a quote the value must be in the text",
        "the property 'empty' has no value",
        "<property> has no key",
    ]


@pytest.mark.parametrize(
    ("type_", "name"),
    [("file", "./src/auth.ts"), ("file", "src/auth.ts"), ("decision", "PEP-572"), ("decision", "pep 572"),
     ("concept", "Auth Middleware"), ("concept", "edge  runtime"), ("concept", "cafe\u0301"), ("library", "JOSE")],
)  # fmt: skip
def test_a_name_may_be_written_otherwise(type_: str, name: str):
    assert len(parsed(f'<entity type="{type_}" name="{name}"/>').entities) == 1


@pytest.mark.parametrize(
    ("markup", "reason"),
    [
        ('<entity type="banana" name="jose"/>', "outside the vocabulary; use one of file, function"),
        ('<entity name="jose"/>', "<entity> has no type"),
        ('<entity type="library"/>', "<entity> has no name"),
        ('<entity type="library" name="\u200b"/>', "no visible character"),
        (f'<entity type="library" name="{"j" * 1001}"/>', "at most 1000 characters"),
        ('<entity type="library" name="passport"/>', "neither the name 'passport' nor an alias"),
        ('<entity type="library" name="jos"/>', "neither the name"),
        ('<entity type="decision" name="PEP 57"/>', "neither the name"),
        ('<entity type="library" name="node-jose"><alias>josef</alias></entity>', "neither the name"),
    ],
)
def test_an_entity_that_is_not_valid_is_quarantined_raw(markup: str, reason: str):
    found = parsed(markup)

    assert found.entities == ()
    assert [q.element for q in found.quarantined] == [markup]
    assert reason in found.quarantined[0].reason


def test_names_may_stand_in_the_document_id_or_the_metadata_but_quotes_may_not():
    seen = NewObservation("Status: Final", 0, document_id="PEP 572", metadata={"files": [{"path": "src/a.py"}]})

    assert (
        len(parsed('<entity type="decision" name="PEP 572"/><entity type="file" name="src/a.py"/>', seen).entities) == 2
    )
    assert relation(inner="<quote>src/a.py</quote>", text=seen).startswith("the quote is not in the observation")


def test_a_record_may_name_its_siblings_by_number_alone():
    seen = NewObservation("PEP: 249\nReplaces: 0248\nPython-Version: 3.12", 0)

    listed = "".join(f'<entity type="decision" name="{name}"/>' for name in ("PEP 248", "PEP 24", "PEP 12", "ADR 248"))
    assert [entity.name for entity in parsed(listed, seen).entities] == ["PEP 248"]


def test_an_entity_listed_twice_is_one():
    found = parsed(
        """<entity type="library" name="jose"><property key="a">edge</property></entity>
        <entity type="library" name="Jose"><alias>panva/jose</alias><property key="b">edge</property></entity>
        <entity type="concept" name="jose"/>"""
    )

    assert [(e.type, e.name, e.aliases, len(e.properties)) for e in found.entities] == [
        ("library", "jose", ("panva/jose",), 2),
        ("concept", "jose", (), 0),
    ]


# -- quotes ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        ("moved the auth middleware", "moved the auth middleware"),
        ("the Edge runtime needs Web Crypto", "the Edge runtime\n    needs Web Crypto"),
        ("\n  because the   Edge\nruntime ", "because the Edge runtime"),
        ('"runs on edge."', "runs on edge."),
        ("...used regex…", "used regex"),
        ("caf&eacute;", "café"),
        ("cafe\u0301", "café"),
    ],
)
def test_a_quote_is_exact_words_but_for_white_space(quote: str, words: str):
    found = relation(inner=f"<quote>{quote}</quote>")

    assert found.why.quote == words
    assert TEXT[slice(*found.why.span)] == words


def test_a_quote_of_decomposed_text_is_found_composed():
    text = unicodedata.normalize("NFD", "회의에서  배포를 미뤘다. café")

    found = Passage(text).quote("배포를 미뤘다. café")

    assert found is not None
    assert unicodedata.normalize("NFC", found.words) == "배포를 미뤘다. café"
    assert text[slice(*found.span)] == found.words


@pytest.mark.parametrize("quote", ["moved the Auth middleware", "we chose jose", "jose is the best library"])
def test_what_was_not_said_is_quarantined(quote: str):
    assert relation(inner=f"<quote>{quote}</quote>").startswith("the quote is not in the observation")


def test_the_example_of_a_prompt_leaves_nothing():
    example = """<entities><entity type="library" name="express"><property key="a">node</property></entity></entities>
    <relationships><relationship type="uses" source="billing" target="express"><quote>billing runs on express</quote>
    </relationship></relationships>"""

    found = parsed(example)

    assert (found.entities, found.relations) == ((), ())
    assert len(found.quarantined) == 2


def test_without_a_quote_both_names_must_be_in_the_text():
    assert relation(inner="").why.quote is None
    assert relation(inner="<quote> </quote>").why.quote is None
    found = parsed('<relationship type="uses" source="billing" target="jose"/>')
    assert "'billing' is not" in found.quarantined[0].reason
    listed = parsed(
        '<entity type="project" name="billing"><alias>auth middleware</alias></entity>'
        '<relationship type="uses" source="billing" target="jose"/>'
    )
    assert len(listed.relations) == 1


# -- relations ---------------------------------------------------------------------------------------------


def test_a_relation_with_everything():
    found = relation(
        'weight="0.5" evidence="Observed" replaces="jsonwebtoken" source_type="project" target_type="library"'
        ' phrase_from="on 2025-03-01" valid_from="2025-03-01" valid_to="current"',
        """<quote>moved the auth middleware</quote><reasoning> Edge
        runtime </reasoning><sentiment>Positive</sentiment>
        <alternatives><alt>jsonwebtoken</alt><alt> jsonwebtoken </alt><alt/></alternatives>""",
    )

    assert isinstance(found, ExtractedRelation)
    assert (found.source.name, found.source.type, found.target.type) == ("auth middleware", "project", "library")
    assert (found.why.weight, found.why.evidence, found.why.sentiment) == (0.5, "observed", "positive")
    assert (found.why.reasoning, found.why.alternatives) == ("Edge runtime", ("jsonwebtoken",))
    assert (found.times.saying, found.times.start, found.times.end) == ("assert", day("2025-03-01"), None)
    assert (found.replaces, found.why.phrase_from, found.why.phrase_to) == ("jsonwebtoken", "on 2025-03-01", None)


@pytest.mark.parametrize(
    ("attributes", "saying", "start", "end"),
    [
        ("", "assert", None, None),
        ('valid_from="unknown" valid_to="unknown"', "assert", None, None),
        ('valid_from="" valid_to="Current"', "assert", None, None),
        ('valid_from="2021"', "assert", "2021", None),
        ('valid_from="2021-05-06T07:08:09"', "assert", "2021-05-06T07:08:09+09:00", None),
        ('valid_from="2021" valid_to="2023-02"', "assert", "2021", "2023-02"),
        ('valid_from="2021" valid_to="2021"', "assert", "2021", "2021"),
        ('valid_from="unknown" valid_to="2023"', "end", None, "2023"),
        ('valid_from="unknown" valid_to="2030"', "end", None, "2030"),
        ('valid_to="2023"', "end", None, "2023"),
        ('valid_to="2025"', "end", None, "2025"),
        ('valid_to="2030"', "assert", None, "2030"),
        ('valid_from="unknown" valid_to="2025-03-05T01:00:00Z"', "end", None, None),
        ('valid_from="2025-03-05T01:00:00Z"', "assert", None, None),
    ],
)
def test_times(attributes: str, saying: str, start: str | None, end: str | None):
    times = relation(attributes).times

    assert times.saying == saying
    assert times.start == (day(start) if start else None)
    assert times.end == (day(end) if end else None)


def test_an_end_at_the_observation_is_assumed():
    end = relation('valid_from="2021" valid_to="2025-03-05T10:00:00+09:00"').times.end

    assert (end.start, end.grain) == (SEEN.occurred_at, "assumed")


def test_dates_are_of_the_observations_own_zone():
    assert relation('valid_from="2022-01-01T00:30+09:00"').times.start.start == micros(
        moment(period("2021-12-31T15:30:00Z", UTC).start)
    )
    assert relation('valid_from="2022-01-01"').times.start.start == period("2021-12-31T15:00:00Z", UTC).start


@pytest.mark.parametrize(
    ("attributes", "reason"),
    [
        ('valid_from="last March"', "valid_from: 'last March' is no date"),
        ('valid_from="2021-02-30"', "not in the calendar"),
        ('valid_to="now"', "valid_to: 'now' is no date"),
        ('valid_from="2030" valid_to="2020"', "before it starts"),
        ('weight="1.5"', "no number from 0.1 to 1.0"),
        ('weight="0"', "no number"),
        ('weight="nan"', "no number"),
        ('weight="high"', "no number"),
        ('evidence="guessed"', "evidence 'guessed' is outside the vocabulary; use one of planned, stated, observed"),
        ('source_type="banana"', "source_type 'banana' is outside"),
        ('replaces="\u200b"', "no visible character"),
        ('valid_from="unknown" valid_to="2020" replaces="jsonwebtoken"', "only what holds from now on"),
    ],
)
def test_a_relation_that_is_not_valid_is_quarantined(attributes: str, reason: str):
    assert reason in relation(attributes)


@pytest.mark.parametrize(
    ("markup", "reason"),
    [
        ('<relationship type="hates" source="jose" target="regex"/>', "type 'hates' is outside the vocabulary"),
        ('<relationship source="jose" target="regex"/>', "has no type"),
        ('<relationship type="uses" target="regex"/>', "has no source"),
        ('<relationship type="uses" source="jose" target=" "/>', "has no target"),
    ],
)
def test_a_relation_lacks_something(markup: str, reason: str):
    found = parsed(markup)

    assert found.relations == ()
    assert found.quarantined[0].element == markup
    assert reason in found.quarantined[0].reason


def test_a_bad_sentiment_costs_itself_only():
    found = parsed(
        '<relationship type="uses" source="auth middleware" target="jose"><sentiment>angry</sentiment></relationship>'
    )

    assert found.relations[0].why.sentiment is None
    assert found.quarantined[0].element == "<sentiment>angry</sentiment>"


def test_what_replaces_itself_replaces_nothing():
    assert relation('replaces="JOSE"').replaces is None


def test_a_retraction():
    found = parsed(
        '<retraction type="uses" source="parser" target="regex" valid_from="2020" valid_to="2021">'
        "<quote>The parser never used regex.</quote><reasoning>r</reasoning></retraction>"
    ).relations[0]

    assert (found.times.saying, found.times.start, found.times.end) == ("retract", day("2020"), day("2021"))
    assert found.why.reasoning == "r"
    whole = parsed('<retraction type="uses" source="parser" target="regex"/>').relations[0]
    assert (whole.times.saying, whole.times.start, whole.times.end) == ("retract", None, None)


def test_the_basic_form_needs_no_root_and_no_times():
    reply = """<entities><entity name="jose" type="library"/></entities>
    <relationships><relationship source="auth middleware" type="uses" target="jose" weight="1.0"/></relationships>"""

    found = parse(read(reply), SEEN)

    assert (len(found.entities), len(found.relations), found.quarantined, found.partial) == (1, 1, (), False)


def test_what_could_not_be_read_is_passed_on():
    reading = read('<temporal_graph><entity type="library" type="x" name="jose"/><entity type="libr')

    found = parse(reading, SEEN)

    assert found.partial
    assert found.quarantined == reading.broken
    assert found.notes == reading.notes


def test_nothing_read_is_a_valid_extraction():
    assert parse(Reading(()), replace(SEEN, content="")) == Extraction((), ())


@pytest.mark.parametrize(
    ("name", "text", "stands"),
    [
        ("we", "However, we did", True),
        ("we", "However", False),
        ("R", "written in R.", True),
        ("R", "React", False),
        ("jose", "jose를 쓴다", True),
        ("인증", "사용자인증서비스", True),
        ("hazard", "the hazards", True),
        ("C++", "in C++ now", True),
        ("parse()", "parse fails", True),
        ("ASR1603", "ASR1605", False),
        ("30", "130 seconds", False),
        ("redis", "redis_client", True),
    ],
)
def test_a_name_stands_in_a_text_as_whole_words(name: str, text: str, stands: bool):
    assert Passage(text).names(name) is stands


def test_a_quote_alone_proves_nothing_of_names_that_the_text_lacks():
    element = Element(
        "relationship", {"type": "uses", "source": "auth", "target": "redis"}, children=(Element("quote", text="ok"),)
    )
    extraction = parse(Reading((element,)), NewObservation("hello world, build ok", 10**15))

    assert extraction.relations == ()
    assert "neither 'auth' nor 'redis' is in the text" in extraction.quarantined[0].reason
