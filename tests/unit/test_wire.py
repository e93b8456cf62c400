"""What requests may say, and what they come to."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrograph.api.checking import checked
from retrograph.api.intake import Intake
from retrograph.api.wire import METADATA_LIMIT, BatchIn, EraseIn, FactsIn, MergeIn, ObservationIn
from retrograph.errors import InvalidInput
from retrograph.graph.intervals import period
from retrograph.graph.model import Assert, Correct, End, EntityRef, NewObservation, Property, Relation, Retract, VerbOp
from retrograph.graph.vocabulary import ENTITY_TYPES, EVIDENCE, RELATION_TYPES, SENTIMENTS

NOW = period("2026-01-01T00:00:00Z", UTC).start
TOKEN = "ghp_0123456789abcdefghij0123456789abcdef"
USES = {"source": {"type": "concept", "name": "auth"}, "type": "uses", "target": {"type": "library", "name": "jose"}}


def ops(*given: dict[str, Any], zone: str = "UTC") -> list[VerbOp]:
    intake = Intake(ZoneInfo(zone), zone, NOW)
    read = intake.ops(checked(FactsIn, {"ops": list(given)}).ops)
    intake.finish()
    return read


def wrong(*given: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(InvalidInput) as raised:
        ops(*given)
    return {e.field: e.message for e in raised.value.errors}


def seen(**given: Any) -> NewObservation:
    intake = Intake(ZoneInfo("Asia/Seoul"), "Asia/Seoul", NOW)
    read = intake.observation(checked(ObservationIn, given), "")
    intake.finish()
    return read


def wrongly_seen(**given: Any) -> dict[str, str]:
    with pytest.raises(InvalidInput) as raised:
        seen(**given)
    return {e.field: e.message for e in raised.value.errors}


# -- verbs -------------------------------------------------------------------------------------------------


def test_the_four_verbs() -> None:
    subject = Relation(EntityRef("concept", "auth"), "uses", EntityRef("library", "jose"))
    asserted, valued, ended, corrected, retracted = ops(
        {"op": "assert", **USES, "validFrom": "2025-03-01", "validTo": None, "weight": 1, "reasoning": "edge",
         "sentiment": "positive", "alternatives": ["jsonwebtoken"], "replaces": {"name": "jsonwebtoken"}},
        {"op": "assert", "entity": {"id": "ent_1"}, "property": "status", "value": "accepted"},
        {"op": "end", **USES, "at": "2025-09-12", "reason": "slow"},
        {"op": "correct", "fact": "fact_1", "validTo": None, "reason": "signed in May"},
        {"op": "retract", "fact": "fact_2"},
    )  # fmt: skip
    assert isinstance(asserted, Assert)
    assert (asserted.subject, asserted.start, asserted.end) == (subject, period("2025-03-01", UTC), None)
    assert asserted.replaces == EntityRef(name="jsonwebtoken")
    assert asserted.why.alternatives == ("jsonwebtoken",)
    assert isinstance(valued, Assert)
    assert valued.subject == Property(EntityRef(id="ent_1"), "status", "accepted")
    assert ended == End(subject, period("2025-09-12", UTC), ended.why)
    assert ended.why.reasoning == "slow"
    assert isinstance(corrected, Correct)
    assert corrected.reopen
    assert corrected.reason == corrected.why.reasoning == "signed in May"
    assert retracted == Retract("fact_2", why=retracted.why)


def test_a_correction_that_says_nothing_of_the_end_keeps_it() -> None:
    (corrected,) = ops({"op": "correct", "fact": "f", "validFrom": "2024", "reason": "r"})
    assert isinstance(corrected, Correct)
    assert not corrected.reopen


def test_dates_are_read_in_the_project_s_zone() -> None:
    (asserted,) = ops({"op": "assert", **USES, "validFrom": "2025-03-01"}, zone="Asia/Seoul")
    assert isinstance(asserted, Assert)
    assert asserted.start == period("2025-03-01", ZoneInfo("Asia/Seoul"))


def test_python_may_use_its_own_names_and_dates() -> None:
    body = checked(FactsIn, {"ops": ({"op": "assert", **USES, "valid_from": date(2025, 3, 1)},)})
    assert body.ops[0].valid_from == "2025-03-01"  # type: ignore[union-attr]
    moment = datetime(2025, 3, 1, 9, tzinfo=UTC)
    assert seen(content="x", occurred_at=moment).occurred_at == period("2025-03-01T09:00:00Z", UTC).start
    assert "offset" in wrongly_seen(content="x", occurred_at=datetime(2025, 3, 1))["occurredAt"]


@pytest.mark.parametrize(
    ("op", "field"),
    [
        ({"op": "banana"}, "ops.0"),
        ({}, "ops.0"),
        ({"op": "assert"}, "ops.0.source"),
        ({"op": "assert", **USES, "type": "hates"}, "ops.0.type"),
        ({"op": "assert", **USES, "source": {"type": "banana", "name": "x"}}, "ops.0.source.type"),
        ({"op": "assert", **USES, "source": {"type": "concept", "name": "  "}}, "ops.0.source.name"),
        ({"op": "assert", **USES, "source": {"id": "e", "name": "x"}}, "ops.0.source"),
        ({"op": "assert", **USES, "source": "auth"}, "ops.0.source"),
        ({"op": "assert", **USES, "target": None}, "ops.0.target"),
        ({"op": "assert", **USES, "property": "status"}, "ops.0.property"),
        ({"op": "assert", "entity": {"name": "x"}, "property": "status"}, "ops.0.value"),
        ({"op": "assert", **USES, "validFrom": "2025-03-01T09:00:00"}, "ops.0.validFrom"),
        ({"op": "assert", **USES, "validFrom": "yesterday"}, "ops.0.validFrom"),
        ({"op": "assert", **USES, "validFrom": 2025}, "ops.0.validFrom"),
        ({"op": "assert", **USES, "weight": 7}, "ops.0.weight"),
        ({"op": "assert", **USES, "weight": "1"}, "ops.0.weight"),
        ({"op": "assert", **USES, "weight": float("nan")}, "ops.0.weight"),
        ({"op": "assert", **USES, "weight": True}, "ops.0.weight"),
        ({"op": "assert", **USES, "evidence": "sure"}, "ops.0.evidence"),
        ({"op": "assert", **USES, "sentiment": "angry"}, "ops.0.sentiment"),
        ({"op": "assert", **USES, "alternatives": "jose"}, "ops.0.alternatives"),
        ({"op": "assert", **USES, "fact": "f"}, "ops.0.fact"),
        ({"op": "assert", **USES, "colour": "red"}, "ops.0.colour"),
        ({"op": "assert", **USES, "assert": "red"}, "ops.0.assert"),
        ({"op": "end", **USES, "fact": "f"}, "ops.0.source"),
        ({"op": "end", **USES, "at": "2025-13"}, "ops.0.at"),
        ({"op": "correct", "fact": "f"}, "ops.0.reason"),
        ({"op": "correct", "fact": "f", "reason": " "}, "ops.0.reason"),
        ({"op": "correct", "reason": "r"}, "ops.0.fact"),
        ({"op": "retract", "fact": "a\nb"}, "ops.0.fact"),
        ("end", "ops.0"),
        (None, "ops.0"),
    ],
)  # fmt: skip
def test_a_wrong_field_is_named(op: Any, field: str) -> None:
    assert field in wrong(op)


def test_all_wrong_fields_are_named_at_once() -> None:
    given = {"op": "assert", "source": {"name": ""}, "type": "uses", "validFrom": "x", "validTo": "y"}
    assert set(wrong(given, given)) == {
        f"ops.{n}.{field}" for n in (0, 1) for field in ("target", "validFrom", "validTo")
    }


def test_a_field_that_is_nearly_one_is_suggested() -> None:
    with pytest.raises(InvalidInput, match="did you mean occurredAt"):
        checked(ObservationIn, {"content": "x", "occuredAt": "2025"})


@pytest.mark.parametrize("given", [{"ops": []}, {"ops": {}}, {}, {"ops": None}, [], "x", None, 3])
def test_a_batch_without_verbs_is_refused(given: Any) -> None:
    with pytest.raises(InvalidInput):
        checked(FactsIn, given)


_words = st.text(st.characters(codec="utf-8"), max_size=30)
_entity = st.builds(lambda t, n: {"type": t, "name": n}, st.sampled_from(ENTITY_TYPES), _words)
_dates = st.one_of(st.none(), st.sampled_from(["2025", "2025-03", "2025-03-04", "2025-03-04T05:06:07+09:00"]), _words)


@given(
    st.fixed_dictionaries(
        {"op": st.sampled_from(["assert", "end", "retract"])},
        optional={
            "source": _entity, "type": st.sampled_from(RELATION_TYPES), "target": _entity, "validFrom": _dates,
            "validTo": _dates, "at": _dates, "evidence": st.sampled_from(EVIDENCE), "quote": _words,
            "sentiment": st.sampled_from(SENTIMENTS), "reason": _words, "reasoning": _words, "property": _words,
        },
    )
)  # fmt: skip
def test_whatever_is_said_is_read_or_refused_by_field(op: dict[str, Any]) -> None:
    try:
        came_to: object = ops(op)[0]
    except InvalidInput as error:
        came_to = error
    if isinstance(came_to, InvalidInput):
        assert all(e.field.startswith("ops.0") and e.message for e in came_to.errors)
    else:
        assert isinstance(came_to, Assert | End | Retract)


# -- observations ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "zone", "instant"),
    [
        ("2025-03-01T09:00:00+09:00", "+09:00", "2025-03-01T00:00:00Z"),
        ("2025-03-01T09:00:00-0530", "-05:30", "2025-03-01T14:30:00Z"),
        ("2025-03-01T09:00:00+09", "+09:00", "2025-03-01T00:00:00Z"),
        ("2025-03-01T09:00:00Z", "Z", "2025-03-01T09:00:00Z"),
        ("2025-03-01", "Asia/Seoul", "2025-02-28T15:00:00Z"),
        (None, "Asia/Seoul", "2026-01-01T00:00:00Z"),
    ],
)
def test_an_observation_keeps_the_zone_it_was_seen_in(written: str | None, zone: str, instant: str) -> None:
    read = seen(content="x", **({} if written is None else {"occurredAt": written}))
    assert (read.zone, read.occurred_at) == (zone, period(instant, UTC).start)


def test_a_zone_that_is_named_wins() -> None:
    read = seen(content="x", occurredAt="2025-07-01", zone="America/New_York")
    assert (read.zone, read.occurred_at) == ("America/New_York", period("2025-07-01T04:00:00Z", UTC).start)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({}, "content"),
        ({"content": ""}, "content"),
        ({"content": " \n"}, "content"),
        ({"content": "", "documentId": "d"}, "content"),
        ({"content": "", "kind": "document"}, "content"),
        ({"content": 3}, "content"),
        ({"content": "\ud800"}, "content"),
        ({"content": "x", "occurredAt": "2025-03-01T09:00:00"}, "occurredAt"),
        ({"content": "x", "zone": "Mars/Olympus"}, "zone"),
        ({"content": "x", "kind": "gossip"}, "kind"),
        ({"content": "x", "source": "rumour"}, "source"),
        ({"content": "x", "sessionId": ""}, "sessionId"),
        ({"content": "x", "sessionId": "a\x00b"}, "sessionId"),
        ({"content": "x", "metadata": []}, "metadata"),
        ({"content": "x", "metadata": {"a": {1}}}, "metadata"),
        ({"content": "x", "metadata": {"a": "\ud800"}}, "metadata"),
        ({"content": "x", "metadata": {"a": 1 << 70}}, "metadata"),
        ({"content": "x", "metadata": {"a": "x" * METADATA_LIMIT}}, "metadata"),
        ({"content": "x", "idempotencyKey": "k"}, "idempotencyKey"),
    ],
)
def test_a_wrong_observation(given: dict[str, Any], field: str) -> None:
    assert field in wrongly_seen(**given)


def test_a_document_may_become_empty() -> None:
    assert seen(content="", kind="document", documentId="PEP 1").content == ""


def test_a_batch_names_the_one_that_is_wrong() -> None:
    with pytest.raises(InvalidInput) as raised:
        checked(BatchIn, {"observations": [{"content": "x"}, {"content": 3}]})
    assert raised.value.errors[0].field == "observations.1.content"


# -- what must never be stored -----------------------------------------------------------------------------


def test_no_secret_passes() -> None:
    intake = Intake(ZoneInfo("UTC"), "UTC", NOW)
    everywhere = {
        "content": f"export GITHUB_TOKEN={TOKEN}", "agent": f"a {TOKEN}", "documentId": f"d {TOKEN}",
        "metadata": {"env": {"GITHUB_TOKEN": TOKEN}, "list": [f"x {TOKEN}"], "password": "hunter2-Xy9!"},
    }  # fmt: skip
    entity = {"type": "concept", "name": f"key {TOKEN}"}
    said = [
        {"op": "assert", **USES, "source": entity, "quote": TOKEN, "reasoning": TOKEN, "alternatives": [TOKEN]},
        {"op": "assert", "entity": entity, "property": "password", "value": "hunter2-Xy9!"},
        {"op": "end", **USES, "target": entity, "reason": TOKEN},
        {"op": "correct", "fact": "f", "reason": TOKEN, "value": TOKEN, "target": entity},
    ]
    read = intake.observation(checked(ObservationIn, everywhere), "")
    written = intake.ops(checked(FactsIn, {"ops": said}).ops)
    text = repr((read, written))
    assert TOKEN not in text
    assert "hunter2" not in text
    assert intake.redactions["github_token"] >= 13


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-5, 5) | _words, lambda s: st.lists(s) | st.dictionaries(_words, s)
    )
)
def test_metadata_without_secrets_is_kept_as_it_is(value: Any) -> None:
    given = {"m": value}
    read = seen(content="x", metadata=given)
    if "[redacted" not in repr(read.metadata):
        assert json.loads(json.dumps(read.metadata)) == json.loads(json.dumps(given))


def test_reasons_are_required_where_something_is_undone() -> None:
    for model, body in ((MergeIn, {"entity": "a", "into": "b"}), (EraseIn, {"observations": ["o"]})):
        with pytest.raises(InvalidInput) as raised:
            checked(model, body)
        assert [e.field for e in raised.value.errors] == ["reason"]
