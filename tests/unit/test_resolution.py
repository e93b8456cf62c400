"""From names to entities, and from what an extraction says to verbs."""

from __future__ import annotations

from collections.abc import Sequence

from retrograph.extraction.contract import parse
from retrograph.extraction.resolution import resolve
from retrograph.extraction.xml import read
from retrograph.graph.identity import normal_form
from retrograph.graph.intervals import period, zone_named
from retrograph.graph.model import (
    Assert,
    End,
    Entity,
    EntityRef,
    Findings,
    NewEntity,
    NewObservation,
    Property,
    Relation,
    Retract,
)
from retrograph.graph.vocabulary import EntityType

UTC = zone_named("Z")
TEXT = (
    "The auth middleware uses jose, no longer jsonwebtoken. Washington went to Washington. The parser never used regex."
)
SEEN = NewObservation(TEXT, period("2025-06-01T00:00:00Z", UTC).start)

AUTH = EntityRef("project", "auth middleware")
JOSE = EntityRef("library", "jose")
LISTED = '<entity type="project" name="auth middleware"/><entity type="library" name="jose"/>'


def entity(type_: EntityType, name: str, id_: str = "") -> Entity:
    return Entity(id_ or f"ent_{name}", type_, name, normal_form(type_, name), 0)


def resolved(body: str, *known: Entity, aliases: Sequence[tuple[str, Entity]] = ()) -> Findings:
    def lookup(name: str) -> list[Entity]:
        named = [e for e in known if name == e.id or e.form == normal_form(e.type, name)]
        return named + [e for alias, e in aliases if alias == name]

    found = parse(read(f"<temporal_graph>{body}</temporal_graph>"), SEEN)
    return resolve(found, SEEN, lookup, extractor="test@1")


def uses(attributes: str = 'source="auth middleware" target="jose"', inner: str = "<quote>uses jose</quote>") -> str:
    return f'<relationship type="uses" {attributes}>{inner}</relationship>'


def test_listed_names_become_references_to_find_or_make():
    findings = resolved(LISTED.replace("/>", "><property key='runtime'>parser</property></entity>", 1) + uses())

    assert findings.entities == (NewEntity(AUTH), NewEntity(JOSE))
    assert [op.subject for op in findings.ops] == [Property(AUTH, "runtime", "parser"), Relation(AUTH, "uses", JOSE)]
    assert all(isinstance(op, Assert) for op in findings.ops)
    assert (findings.outcome, findings.extractor, findings.quarantined) == ("complete", "test@1", ())


def test_an_end_may_be_named_by_an_alias_or_in_another_spelling():
    body = '<entity type="project" name="auth middleware"><alias>Washington</alias></entity>'
    findings = resolved(body + LISTED + uses('source="washington" target="JOSE"'))

    assert findings.ops[0].subject == Relation(AUTH, "uses", JOSE)
    assert findings.entities[0] == NewEntity(AUTH, ("Washington",))


def test_what_is_known_need_not_be_listed_again():
    findings = resolved(uses(), entity("project", "auth middleware"), entity("library", "Jose"))

    assert findings.ops[0].subject == Relation(AUTH, "uses", JOSE)
    assert findings.entities == ()


def test_what_is_known_by_an_alias_or_an_id_is_named_by_its_id():
    service = entity("project", "login service", "ent_1")
    findings = resolved(uses('source="auth middleware" target="ent_2"'), entity("library", "jose", "ent_2"),
                        aliases=[("auth middleware", service)])  # fmt: skip

    assert findings.ops[0].subject == Relation(EntityRef(id="ent_1"), "uses", EntityRef(id="ent_2"))


def test_a_listing_goes_before_what_is_known():
    washington = '<entity type="person" name="Washington"/>'
    findings = resolved(
        washington + LISTED + uses('source="Washington" target="jose"'), entity("location", "Washington")
    )

    assert findings.ops[0].subject.source == EntityRef("person", "Washington")  # type: ignore[union-attr]


def test_a_name_with_several_types_needs_one():
    both = '<entity type="person" name="Washington"/><entity type="location" name="Washington"/>' + LISTED

    ambiguous = resolved(both + uses('source="Washington" target="jose"'))
    typed = resolved(both + uses('source="Washington" source_type="location" target="jose"'))
    known = resolved(LISTED + uses('source="Washington" target="jose"'), entity("person", "Washington"),
                     entity("location", "Washington"))  # fmt: skip

    assert ambiguous.ops == known.ops == ()
    for findings in (ambiguous, known):
        assert (
            "may be one of several entities (location, person); give source_type" in findings.quarantined[0]["reason"]
        )
        assert findings.quarantined[0]["element"].startswith("<relationship")
        assert findings.outcome == "partial"
    assert typed.ops[0].subject.source == EntityRef("location", "Washington")  # type: ignore[union-attr]


def test_what_is_neither_listed_nor_known_is_quarantined():
    findings = resolved(LISTED + uses() + uses('source="auth middleware" target="regex"') + uses(
        'source="auth middleware" target="jose" target_type="file"'))  # fmt: skip

    assert len(findings.ops) == 1
    assert [q["reason"].split(" is ")[0] for q in findings.quarantined] == ["target 'regex'", "target 'jose'"]


def test_a_thing_does_not_relate_to_itself():
    findings = resolved(LISTED + uses('source="jose" target="JOSE"'))

    assert "same entity" in findings.quarantined[0]["reason"]


def test_replaces_names_what_is_listed_known_or_in_the_text():
    listed = '<entity type="library" name="jsonwebtoken"/>' + LISTED
    replacing = uses('source="auth middleware" target="jose" replaces="{}"')
    old = EntityRef("library", "jsonwebtoken")

    def replaced(findings: Findings) -> EntityRef | None:
        (op,) = findings.ops
        assert isinstance(op, Assert)
        return op.replaces

    assert replaced(resolved(listed + replacing.format("jsonwebtoken"))) == old
    assert replaced(resolved(LISTED + replacing.format("jsonwebtoken"))) == old
    assert replaced(resolved(LISTED + replacing.format("passport"), entity("library", "passport"))) == EntityRef(
        "library", "passport"
    )
    unknown = resolved(LISTED + replacing.format("passport"))
    assert replaced(unknown) is None
    assert unknown.notes == ("replaces 'passport' is not in the text and was left out",)
    assert unknown.outcome == "complete"
    several = resolved(LISTED + replacing.format("x"), entity("file", "x"), entity("person", "x"))
    assert replaced(several) is None
    assert several.notes == ("replaces 'x' may mean several entities and was left out",)


def test_what_is_said_becomes_its_verb():
    regex = '<entity type="concept" name="parser"/><entity type="library" name="regex"/>'
    findings = resolved(
        LISTED + regex
        + uses('source="auth middleware" target="jose" valid_from="2025-03" valid_to="2025-05"')
        + uses('source="auth middleware" target="jose" valid_from="unknown" valid_to="2025-05"')
        + uses('source="auth middleware" target="jose" valid_from="unknown" valid_to="2025-06-01T00:00:00Z"')
        + '<retraction type="uses" source="parser" target="regex"><quote>never used regex</quote></retraction>'
    )  # fmt: skip
    bounded, ended, ended_now, retracted = findings.ops

    assert isinstance(bounded, Assert)
    assert (bounded.start, bounded.end) == (period("2025-03", UTC), period("2025-05", UTC))
    assert isinstance(ended, End)
    assert ended.at == period("2025-05", UTC)
    assert isinstance(ended_now, End)
    assert ended_now.at is None
    assert isinstance(retracted, Retract)
    assert (retracted.start, retracted.end, retracted.why.quote) == (None, None, "never used regex")


def test_the_same_words_twice_are_one_verb():
    assert len(resolved(LISTED + uses() + uses()).ops) == 1


def test_evidence_travels_with_the_verb():
    inner = """<quote>uses jose</quote><reasoning>edge</reasoning><sentiment>positive</sentiment>
    <alternatives><alt>jsonwebtoken</alt></alternatives>"""
    why = (
        resolved(LISTED + uses('source="auth middleware" target="jose" evidence="planned" weight="0.5"', inner))
        .ops[0]
        .why
    )

    assert (why.weight, why.evidence, why.reasoning, why.sentiment) == (0.5, "planned", "edge", "positive")
    assert why.alternatives == ("jsonwebtoken",)
    assert TEXT[slice(*(why.span or (0, 0)))] == why.quote == "uses jose"


def test_a_reply_that_was_cut_off_is_partial():
    found = parse(read(f"<temporal_graph><entities>{LISTED}"), SEEN)

    assert resolve(found, SEEN, lambda name: []).outcome == "partial"
