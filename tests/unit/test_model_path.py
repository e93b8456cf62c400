"""The whole way of a model's reply: a scripted server, real litellm, the extractor, the contract; and what it cost."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from retrograph.clock import system_clock
from retrograph.errors import BudgetSpent, ModelError, ModelRefused, ModelUnavailable
from retrograph.extraction.availability import Availability
from retrograph.extraction.budget import Allowance, Budget, Metered
from retrograph.extraction.extractor import NOTHING_KNOWN
from retrograph.extraction.litellm_completion import Endpoint, LitellmCompletion
from retrograph.extraction.llm import Limits, LlmExtractor
from retrograph.extraction.patience import Patient, Pauses
from retrograph.extraction.pipeline import Pipeline
from retrograph.graph.model import Assert, Findings, Observation, Relation
from tests import model_server as script
from tests.model_server import ModelServer, model_server

TEXT = "We use jose in the auth service. Kim works at Hooli."
GOOD = (
    '<temporal_graph><entities><entity type="project" name="auth service"/><entity type="library" name="jose"/>'
    '</entities><relationships><relationship type="uses" source="auth service" target="jose">'
    "<quote>use jose in the auth service</quote></relationship></relationships></temporal_graph>"
)
WRONG = GOOD.replace('type="uses"', 'type="adores"')
INVENTED = GOOD.replace("<quote>use jose in the auth service", "<quote>jose is the best library there is")
SEEN = Observation("obs_1", 1, 0, TEXT, 1_750_000_000_000_000, "user_message", "UTC", None, None, "session", None, {})


@pytest.fixture(autouse=True, scope="module")
def loaded() -> None:
    script.warmed_up()


@dataclasses.dataclass(frozen=True)
class Asking:
    """What extracts, what serves it, and what counts."""

    pipeline: Pipeline
    server: ModelServer
    budget: Budget

    def run(self) -> Findings:
        return self.pipeline.run(SEEN, NOTHING_KNOWN)


@contextmanager
def asking(
    folder: Path, *answers: script.Reply, timeout: float = 30.0, tokens: int | None = None, key: str = "k"
) -> Iterator[Asking]:
    with model_server(*answers) as server:
        counted = Budget(folder / "model_usage.sqlite", Allowance(tokens), system_clock)
        endpoint = Endpoint("openai/scripted", server.url, key, timeout=timeout)
        metered = Metered(LitellmCompletion(endpoint), counted, "default")
        patient = Patient(metered, pauses=Pauses(first=0.01, sleep=lambda _: None))
        extractor = LlmExtractor(patient, Limits(), Availability(endpoint.model, system_clock))
        yield Asking(Pipeline(extractor), server, counted)
        counted.close()


def relations(findings: Findings) -> list[tuple[str | None, str, str | None]]:
    subjects = [op.subject for op in findings.ops if isinstance(op, Assert)]
    return [(s.source.name, s.type, s.target.name) for s in subjects if isinstance(s, Relation)]


@pytest.mark.parametrize(
    ("answers", "outcome", "relation", "quarantined", "requests"),
    [
        ([script.says(GOOD)], "complete", True, 0, 1),
        ([script.fenced(GOOD)], "complete", True, 0, 1),
        ([script.thinking(GOOD)], "complete", True, 0, 1),
        ([script.says("<temporal_graph/>")], "complete", False, 0, 1),
        ([script.says(WRONG), script.says(GOOD)], "complete", True, 0, 2),
        ([script.says(WRONG), script.says(WRONG)], "partial", False, 1, 2),
        ([script.says(INVENTED), script.says(INVENTED)], "partial", False, 1, 2),
        ([script.cut(GOOD, GOOD.index("</relationship>"))], "partial", False, 0, 1),
        ([script.prose(), script.fenced(GOOD)], "complete", True, 0, 2),
        ([script.prose(), script.prose()], "failed", False, 1, 2),
        ([script.empty(), script.empty()], "failed", False, 1, 2),
        ([script.null(), script.null()], "failed", False, 1, 2),
        ([script.tool_call(), script.tool_call()], "failed", False, 1, 2),
        ([script.refusal(), script.refusal()], "failed", False, 1, 2),
        ([script.too_many(0), script.says(GOOD)], "complete", True, 0, 2),
        ([script.too_many(), script.says(GOOD)], "complete", True, 0, 2),
        ([script.broken(503), script.RESET, script.says(GOOD)], "complete", True, 0, 3),
        ([script.half_json(), script.says(GOOD)], "complete", True, 0, 2),
        ([script.later(0.2, script.says(GOOD))], "complete", True, 0, 1),
        ([script.too_long()], "failed", False, 1, 1),
        ([script.against_policy()], "failed", False, 1, 1),
        ([script.repeats_the_request], "failed", False, 1, 1),
    ],
)
def test_each_reply_has_its_outcome(
    tmp_path: Path, answers: list[script.Reply], outcome: str, relation: bool, quarantined: int, requests: int
) -> None:
    with asking(tmp_path, *answers) as model:
        findings = model.run()
    assert findings.outcome == outcome
    assert (relations(findings) == [("auth service", "uses", "jose")]) == relation
    assert bool(findings.ops) <= (outcome != "failed")
    assert len(findings.quarantined) == quarantined
    assert len(model.server.asked) == requests
    assert (findings.error is not None) == (outcome == "failed")


def test_instructions_repeated_are_not_believed(tmp_path: Path) -> None:
    with asking(tmp_path, script.echoed) as model:
        findings = model.run()
    assert findings.ops == ()
    assert findings.outcome in ("partial", "failed")


@pytest.mark.parametrize(
    ("answer", "kind", "requests"),
    [
        (script.broken(), ModelUnavailable, 3),
        (script.too_many(90), ModelUnavailable, 1),
        (script.SILENT, ModelUnavailable, 1),
        (script.wrong_key("k"), ModelRefused, 1),
        (script.no_such_model(), ModelRefused, 1),
    ],
)
def test_without_an_answer_the_job_waits(
    tmp_path: Path, answer: script.Reply, kind: type[ModelError], requests: int
) -> None:
    with asking(tmp_path, answer, timeout=0.4 if answer is script.SILENT else 30.0) as model:
        with pytest.raises(kind):
            model.run()
        with pytest.raises(ModelUnavailable):
            model.run()
        assert len(model.server.asked) == requests, "a model that is down was asked again at once"


def test_what_is_counted_is_what_the_server_said(tmp_path: Path) -> None:
    answers = [script.says(WRONG, tokens=(1000, 50)), script.broken(), script.says(GOOD, tokens=(1100, 40))]
    with asking(tmp_path, *answers) as model:
        findings = model.run()
        used = model.budget.today().usage
    assert (used.calls, used.input_tokens, used.output_tokens) == (2, 2100, 90)
    assert (findings.usage["calls"], findings.usage["inputTokens"], findings.usage["outputTokens"]) == (2, 2100, 90)


def test_a_spent_budget_stops_the_asking(tmp_path: Path) -> None:
    with asking(tmp_path, script.says(GOOD, tokens=(9000, 0)), tokens=10_000) as model:
        model.run()
        with pytest.raises(BudgetSpent):
            model.run()
        assert len(model.server.asked) == 1


def test_the_key_goes_to_the_server_and_nowhere_else(tmp_path: Path) -> None:
    key = "sk-aVeryPrivateKey0123456789"
    with asking(tmp_path, script.says(f"{GOOD} Bearer {key}"), key=key) as model:
        findings = model.run()
    assert model.server.asked[0].headers["authorization"] == f"Bearer {key}"
    assert key not in repr(findings)
