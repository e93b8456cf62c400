"""The steps of one observation, and the outcomes they may have."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from retrograph.errors import InvalidInput, TooLarge
from retrograph.extraction.extractor import NOTHING_KNOWN, FromMarkup
from retrograph.extraction.pipeline import Pipeline
from retrograph.extraction.rules import RulesExtractor
from retrograph.graph.model import EntityRef, NewEntity, Observation

SEEN = Observation("obs_1", 1, 0, "auth uses jose", 1_700_000_000_000_000, "note", "Z", None, None, "session", None, {})
REPLY = """<temporal_graph><entities><entity type="project" name="auth"/><entity type="library" name="jose"/></entities>
<relationships><relationship type="uses" source="auth" target="jose"><quote>auth uses jose</quote></relationship>
</relationships></temporal_graph>"""


@dataclass(frozen=True)
class Replying:
    """An extractor whose reply is fixed."""

    reply: str
    name: str = "fixed"
    version: str = "1"

    def extract(self, observation: Observation) -> str:
        return self.reply


def test_a_good_reply_is_complete():
    findings = Pipeline(FromMarkup(Replying(REPLY))).run(SEEN, NOTHING_KNOWN)

    assert (findings.outcome, findings.extractor, findings.error) == ("complete", "fixed@1", None)
    assert findings.entities == (NewEntity(EntityRef("project", "auth")), NewEntity(EntityRef("library", "jose")))
    assert findings.ops[0].why.span == (0, 14)


def test_nothing_found_is_complete_too():
    findings = Pipeline(FromMarkup(Replying("<temporal_graph/>"))).run(SEEN, NOTHING_KNOWN)

    assert (findings.outcome, findings.ops, findings.quarantined) == ("complete", (), ())


@pytest.mark.parametrize("reply", ["", "I found nothing.", "<!DOCTYPE x>" + REPLY])
def test_a_reply_that_cannot_be_used_is_failed_and_kept(reply: str):
    findings = Pipeline(FromMarkup(Replying(reply))).run(SEEN, NOTHING_KNOWN)

    assert (findings.outcome, findings.ops, findings.entities) == ("failed", (), ())
    assert findings.error
    assert findings.quarantined == ({"element": reply, "reason": findings.error},)


def test_a_huge_reply_is_failed_and_kept_in_part():
    findings = Pipeline(FromMarkup(Replying("x" * 20_000_000))).run(SEEN, NOTHING_KNOWN)

    assert findings.outcome == "failed"
    assert len(findings.quarantined[0]["element"]) == 100_000


@pytest.mark.parametrize(
    "reply", [REPLY[:-40], REPLY.replace('"uses"', '"hates"'), REPLY.replace("auth uses jose", "auth likes jose")]
)
def test_a_reply_of_which_something_was_lost_is_partial(reply: str):
    assert Pipeline(FromMarkup(Replying(reply))).run(SEEN, NOTHING_KNOWN).outcome == "partial"


def test_the_embedded_extractor_keeps_the_contract():
    extractor = RulesExtractor()
    findings = Pipeline(FromMarkup(extractor)).run(SEEN, NOTHING_KNOWN)

    assert findings.outcome == "complete"
    assert findings.extractor == f"rules@{extractor.version}"


def test_xml_of_somebody_else_passes_by_the_same_contract():
    pipeline = Pipeline(FromMarkup(Replying("")))

    findings = pipeline.read(REPLY.encode(), SEEN, NOTHING_KNOWN, extractor="me")

    assert findings == Pipeline(FromMarkup(Replying(REPLY, "me"))).read(REPLY, SEEN, NOTHING_KNOWN, extractor="me")
    assert (findings.extractor, len(findings.ops)) == ("me", 1)


def test_xml_of_somebody_else_that_cannot_be_read_is_refused():
    pipeline = Pipeline(FromMarkup(Replying("")))

    for markup in ("nothing", "<!DOCTYPE x>" + REPLY, ""):
        with pytest.raises(InvalidInput, match=r"^xml: "):
            pipeline.read(markup, SEEN, NOTHING_KNOWN)
    with pytest.raises(TooLarge):
        pipeline.read("x" * 20_000_000, SEEN, NOTHING_KNOWN)


def test_secrets_in_xml_of_somebody_else_are_cut():
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2
    reply = REPLY.replace("</quote>", f"</quote><reasoning>with {secret}</reasoning>").replace(
        '<entity type="library"', f'<entity type="banana" name="{secret}"/><entity type="library"'
    )

    findings = Pipeline(FromMarkup(Replying(""))).read(reply, SEEN, NOTHING_KNOWN)

    assert findings.ops[0].why.reasoning == "with [redacted:github_token]"
    assert secret not in str(findings)
