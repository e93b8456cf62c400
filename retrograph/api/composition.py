"""The composition root: the one place that names a concrete store and a concrete extractor."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from retrograph.api.projects import Projects
from retrograph.api.service import Parts, Rules, Service
from retrograph.clock import Clock, IdSource, random_id, system_clock
from retrograph.errors import InvalidInput
from retrograph.extraction.extractor import Extractor, FromMarkup
from retrograph.extraction.pipeline import Pipeline
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


def extractor_of(settings: Settings) -> Extractor:
    """The extractor that is set, for use outside a project.

    Raises:
        InvalidInput: none is: it is `off`.
    """
    if settings.extractor == "off":
        raise InvalidInput("extractor", "is off, so nothing is extracted; name another, as `rules`")
    return FromMarkup(Rulebook())


class OpenProject:
    """A project with its workers and its service."""

    def __init__(self, project: Project, workers: Sequence[Worker], service: Service) -> None:
        self.service = service
        self._project = project
        self._workers = workers
        for worker in workers:
            worker.start()

    def busy(self) -> bool:
        """Whether something waits for extraction."""
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
    )
    pipeline = Pipeline(FromMarkup(Rulebook()))
    zone_named(settings.tz)

    def opener(name: str, directory: Path) -> OpenProject:
        project = Project.open(directory, kind=store, clock=clock, ids=ids)
        questions = Questions(project.ledger, project.graph, clock, settings.tz)
        service = Service(Parts(name, project, questions, pipeline, clock), rules)
        workers = [
            Worker(project, pipeline, name=f"{name}/{number}", lease_seconds=settings.lease_seconds)
            for number in range(settings.workers if rules.extracts else 0)
        ]
        return OpenProject(project, workers, service)

    return Projects(settings.data, opener, limit=settings.max_open_projects, url=url)
