"""What the use cases of one project are made of; `Service` puts them together."""

from __future__ import annotations

from dataclasses import dataclass

from retrograph.api.intake import Intake
from retrograph.api.repeats import Repeats
from retrograph.clock import Clock
from retrograph.extraction.pipeline import Pipeline
from retrograph.extraction.privacy import SECRETS_ONLY, Policy
from retrograph.graph.intervals import zone_named
from retrograph.graph.project import Project
from retrograph.retrieval.temporal import Questions


@dataclass(frozen=True, slots=True)
class Parts:
    """What a service is made of. `pipeline` reads extractions that are sent in."""

    name: str
    project: Project
    questions: Questions
    pipeline: Pipeline
    clock: Clock


@dataclass(frozen=True, slots=True)
class Rules:
    """Limits and defaults of a service: the zone of dates without one, bytes of a text, things in a batch,
    seconds to wait for an extraction; `extracts`: whether observations are queued for extraction at all; `policy`:
    what is cut."""

    tz: str
    text_limit: int
    batch_limit: int
    wait_seconds: float
    extracts: bool
    policy: Policy = SECRETS_ONLY


class Cases:
    """The parts and rules that every use case works with. Any thread may use it."""

    def __init__(self, parts: Parts, rules: Rules) -> None:
        self._project = parts.project
        self._name = parts.name
        self._questions = parts.questions
        self._pipeline = parts.pipeline
        self._clock = parts.clock
        self._rules = rules
        self._zone = zone_named(rules.tz)
        self._repeats = Repeats()

    def _intake(self) -> Intake:
        return Intake(self._zone, self._rules.tz, self._clock(), self._rules.policy)
