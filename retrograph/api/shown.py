"""The graph's values as answers."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Literal, cast

from retrograph.api.results import (
    Done,
    Erased,
    JobStatus,
    JobSummary,
    JobView,
    JournalEvent,
    JournalPage,
    Lag,
    MergeRequest,
    ModelHealth,
    ObservationAnswer,
    OpResult,
    QuarantinedView,
    Settled,
    Stats,
    SuggestionView,
    VerificationAnswer,
    Written,
)
from retrograph.extraction.availability import ModelState
from retrograph.graph import project
from retrograph.graph.job import Job
from retrograph.graph.journal import Basis, Event
from retrograph.graph.model import Observation
from retrograph.graph.suggestions import Suggestion
from retrograph.retrieval.views import BasisView, EntityView, instant


def basis(point: Basis) -> BasisView:
    return BasisView(seq=point.seq, hash=point.hash)


def done(point: Basis) -> Done:
    return Done(basis=basis(point))


def quarantined(elements: Sequence[Mapping[str, str]]) -> tuple[QuarantinedView, ...]:
    return tuple(QuarantinedView(element=q.get("element", ""), reason=q.get("reason", "")) for q in elements)


def job(of: Job) -> JobView:
    """A job as the queue has it."""
    return JobView(
        id=of.id,
        observation_id=of.observation_id,
        status=cast(JobStatus, of.status),
        attempts=of.tries,
        extractor=of.extractor,
        entities=of.entities,
        facts=of.facts,
        quarantined=quarantined(of.quarantined),
        notes=of.notes,
        error=of.error,
        usage=dict(of.usage),
        queued_at=instant(of.queued_at),
        settled_at=None if of.settled_at is None else instant(of.settled_at),
    )


def job_summary(of: Job) -> JobSummary:
    """A job as a list shows it: without the texts that were quarantined."""
    return JobSummary(
        id=of.id,
        observation_id=of.observation_id,
        status=cast(JobStatus, of.status),
        attempts=of.tries,
        extractor=of.extractor,
        entities=of.entities,
        facts=of.facts,
        quarantined_count=len(of.quarantined),
        error=of.error,
        queued_at=instant(of.queued_at),
        settled_at=None if of.settled_at is None else instant(of.settled_at),
    )


def model(state: ModelState) -> ModelHealth:
    """How the model is."""
    return ModelHealth(
        name=state.model,
        status=state.condition,
        since=None if state.since is None else instant(state.since),
        until=None if state.until is None else instant(state.until),
        reason=state.reason,
    )


def suggestion(of: Suggestion, entity: EntityView, into: EntityView, project: str) -> SuggestionView:
    """A suggestion with all that it takes to follow it."""
    words = ["retrograph", "merge", of.entity, of.into, "--project", project, "--reason", of.words]
    return SuggestionView(
        entity=entity,
        into=into,
        reason=of.reason,
        explanation=of.words,
        score=of.score,
        merge=MergeRequest(entity=of.entity, into=of.into, reason=of.words),
        command=shlex.join(words),
    )


def observation(seen: Observation, of: Job | None) -> ObservationAnswer:
    """An observation with its job, if it has one."""
    return ObservationAnswer(
        observation_id=seen.id,
        session_id=seen.session_id,
        kind=seen.kind,
        content=seen.content,
        occurred_at=instant(seen.occurred_at),
        zone=seen.zone,
        recorded_at=instant(seen.recorded_at),
        agent=seen.agent,
        source=seen.source,
        document_id=seen.document_id,
        metadata=dict(seen.metadata),
        job=None if of is None else job(of),
    )


def written(outcome: project.Written, redactions: dict[str, int]) -> Written:
    """What a batch of verbs did."""
    return Written(
        observation_id=outcome.observation_id,
        results=tuple(OpResult(opened=r.opened, closed=r.closed, facts=r.facts, note=r.note) for r in outcome.results),
        redactions=redactions,
        repeated=outcome.repeated,
        basis=basis(outcome.basis),
    )


def settled(
    observation_id: str,
    outcome: Literal["complete", "partial", "failed"],
    came_to: project.Settled,
    notes: Sequence[str] = (),
) -> Settled:
    """What an extraction came to."""
    return Settled(
        observation_id=observation_id,
        outcome="partial" if outcome == "complete" and came_to.quarantined else outcome,
        entities=came_to.entities,
        facts=came_to.facts,
        quarantined=quarantined(came_to.quarantined),
        notes=(*notes, *came_to.notes),
        basis=basis(came_to.basis),
    )


def journal(events: Sequence[Event], limit: int, reached: Basis) -> JournalPage:
    """A page of the journal."""
    return JournalPage(
        events=tuple(
            JournalEvent(
                seq=e.seq, recorded_at=instant(e.tx), kind=e.kind, payload=e.payload, digest=e.digest, hash=e.hash
            )
            for e in events
        ),
        next_after=events[-1].seq if len(events) == limit else None,
        basis=basis(reached),
    )


def verification(outcome: project.Verification) -> VerificationAnswer:
    """What reading the whole chain came to."""
    return VerificationAnswer(
        ok=outcome.ok,
        events=outcome.events,
        head=basis(outcome.head),
        bad_seq=outcome.bad_seq,
        problem=outcome.problem,
    )


def erased(outcome: project.Erased) -> Erased:
    """What was removed."""
    return Erased(
        tombstone=outcome.tombstone,
        observations=outcome.observations,
        events=outcome.events,
        basis=basis(outcome.basis),
    )


def stats(name: str, status: project.Status, reached: Basis) -> Stats:
    """How big a project is."""
    return Stats(
        project=name,
        entities=status.entities,
        facts=status.facts,
        open_facts=status.open_facts,
        statements=status.statements,
        observations=status.observations,
        events=status.events,
        jobs=status.jobs,
        settled=status.settled,
        oldest_job_seconds=status.oldest_job / 1_000_000,
        lag=Lag(graph=max(0, status.seq - status.graph_seq)),
        rebuilding=status.rebuilding,
        problem=status.problem,
        clock_ahead_seconds=status.clock_ahead / 1_000_000,
        bytes=status.bytes_on_disk,
        basis=basis(reached),
    )
