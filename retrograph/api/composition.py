"""The composition root: the one place that names a concrete store and a concrete extractor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from retrograph.api.projects import Projects
from retrograph.api.service import Parts, Rules, Service
from retrograph.clock import Clock, IdSource, random_id, system_clock
from retrograph.errors import InvalidInput
from retrograph.extraction.availability import Availability, ModelState
from retrograph.extraction.both import BothExtractors
from retrograph.extraction.budget import FILE_NAME, Allowance, Budget, Metered
from retrograph.extraction.completion import Completion
from retrograph.extraction.extractor import Extractor, FromMarkup
from retrograph.extraction.llm import Limits, LlmExtractor
from retrograph.extraction.patience import Patient
from retrograph.extraction.pipeline import Pipeline
from retrograph.extraction.privacy import Policy
from retrograph.extraction.worker import Worker
from retrograph.graph.intervals import zone_named
from retrograph.graph.kuzu_store import kuzu_kind
from retrograph.graph.model import NewObservation, Observation
from retrograph.graph.project import Project
from retrograph.graph.store import StoreKind
from retrograph.retrieval.temporal import Questions
from retrograph.settings import Settings

if TYPE_CHECKING:
    from retrograph.extraction.rules import RulesExtractor


MODEL_LEASE: Final = 3600.0
"""Shortest lease of a job that a model reads, in seconds: a long text takes many calls."""


@cache
def _rules() -> RulesExtractor:
    from retrograph.extraction.rules import RulesExtractor  # noqa: PLC0415 - see `Rulebook`

    return RulesExtractor()


class Rulebook:
    """The embedded extractor, loaded for the first observation that it reads: half a second, which a question
    should not wait for."""

    name: Final = "rules"

    @property
    def version(self) -> str:
        return _rules().version

    def extract(self, observation: NewObservation | Observation) -> str:
        return _rules().extract(observation)


class Extractors:
    """What reads text, as the settings say: one model for all projects, with one budget and one state."""

    def __init__(self, settings: Settings, clock: Clock = system_clock) -> None:
        self._kind = settings.extractor
        self._rules = FromMarkup(Rulebook())
        self._asked = _Model(settings, clock) if settings.extractor in ("llm", "both") else None

    def of(self, project: str | None) -> Extractor:
        """The extractor of a project, which its calls are put down to; None: of no project, and outside the budget."""
        if self._asked is None:
            return self._rules
        model = self._asked.extractor(project)
        return model if self._kind == "llm" else BothExtractors(model, self._rules)

    def state(self) -> ModelState | None:
        """How the model is; None where there is none."""
        return self._asked.availability.state if self._asked else None

    def waiting(self) -> bool:
        """Whether nothing is read now, since the model cannot be asked."""
        state = self.state()
        return state is not None and state.condition not in ("unused", "ok")

    def close(self) -> None:
        """Let go of the budget's file."""
        if self._asked:
            self._asked.budget.close()


class _Model:
    """A model as the settings name it, with what it may take in a day and how it is."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        from retrograph.extraction.litellm_completion import (  # noqa: PLC0415 - not without a model
            Endpoint,
            LitellmCompletion,
        )

        name = settings.model or ""
        key = settings.model_key.get_secret_value() if settings.model_key else None
        self._completion = LitellmCompletion(
            Endpoint(
                name,
                base_url=settings.model_base_url,
                key=key,
                timeout=settings.model_timeout,
                concurrency=settings.model_concurrency,
            ),
            clock=clock,
        )
        self._retries = settings.model_retries
        self._limits = Limits(settings.model_part_tokens, settings.model_overlap_tokens, settings.model_reply_tokens)
        allowance = Allowance(settings.model_tokens_per_day or None, settings.model_cost_per_day or None)
        self.budget = Budget(settings.data / FILE_NAME, allowance, clock)
        self.availability = Availability(name, clock)

    def extractor(self, project: str | None) -> LlmExtractor:
        completion: Completion = self._completion
        if project is not None:
            completion = Metered(completion, self.budget, project, price=self._completion.price)
        return LlmExtractor(Patient(completion, retries=self._retries), self._limits, self.availability)


def extractor_of(settings: Settings) -> Extractor:
    """The extractor that is set, for use outside a project.

    Raises:
        InvalidInput: none is: it is `off`.
    """
    if settings.extractor == "off":
        raise InvalidInput("extractor", "is off, so nothing is extracted; name another, as `rules`")
    return Extractors(settings).of(None)


class OpenProject:
    """A project with its workers and its service."""

    def __init__(
        self, project: Project, workers: Sequence[Worker], service: Service, waiting: Callable[[], bool]
    ) -> None:
        self.service = service
        self._waiting = waiting
        self._project = project
        self._workers = workers
        for worker in workers:
            worker.start()

    def busy(self) -> bool:
        """Whether something is being extracted; what waits for a model that is down is not."""
        if self._waiting():
            return False
        jobs = self._project.jobs.counts()
        return bool(self._workers) and bool(jobs.get("queued") or jobs.get("running"))

    def empty(self) -> bool:
        """Whether nothing was ever recorded in it."""
        return not self._project.ledger.events(0, 1)

    def close(self) -> None:
        """Stop the workers after what they are at, then close the files."""
        for worker in self._workers:
            worker.stop()
        self._project.close()


def open_projects(
    settings: Settings,
    *,
    kind: StoreKind | None = None,
    clock: Clock = system_clock,
    ids: IdSource = random_id,
    url: str | None = None,
) -> Projects:
    """The projects of `settings.data`, owned by this process from now on.

    Raises:
        Locked: another process owns the directory.
        StoreError: it cannot be read or written.
        InvalidInput: the time zone is none.
    """
    store = kind or kuzu_kind(buffer_pool=settings.graph_memory_per_project)
    rules = Rules(
        tz=settings.tz,
        text_limit=settings.body_limit,
        batch_limit=settings.batch_limit,
        wait_seconds=settings.wait_seconds,
        extracts=settings.extractor != "off",
        policy=Policy(personal=settings.redact_personal),
    )
    zone_named(settings.tz)
    extractors = Extractors(settings, clock)
    lease = settings.lease_seconds if extractors.state() is None else max(settings.lease_seconds, MODEL_LEASE)

    def opener(name: str, directory: Path) -> OpenProject:
        project = Project.open(directory, kind=store, clock=clock, ids=ids)
        pipeline = Pipeline(extractors.of(name), rules.policy)
        questions = Questions(project.ledger, project.graph, clock, settings.tz)
        service = Service(Parts(name, project, questions, pipeline, clock), rules)
        workers = [
            Worker(project, pipeline, name=f"{name}/{number}", lease_seconds=lease)
            for number in range(settings.workers if rules.extracts else 0)
        ]
        return OpenProject(project, workers, service, extractors.waiting)

    return Projects(settings.data, opener, limit=settings.max_open_projects, url=url, shared=extractors)
