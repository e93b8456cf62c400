"""What writes and audits answer, in the same form as the answers to reads: frozen, camelCase in JSON."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from retrograph.graph.alike import Reason as SuggestionReason
from retrograph.graph.vocabulary import ObservationKind, Source
from retrograph.retrieval.views import BasisView, EntityView, Instant, Shape, VersionAt

JobStatus = Literal["queued", "running", "complete", "partial", "failed", "parked"]


class QuarantinedView(Shape):
    """An element of an extraction that was not believed: as it was written, and why."""

    element: str
    reason: str


class JobView(Shape):
    """How far the extraction of one observation is. `complete`, `partial` and `failed` are settled; `parked` waits
    for a person after too many attempts. `facts` counts those that it found, known before or not."""

    id: str
    observation_id: str
    status: JobStatus
    attempts: int
    extractor: str | None = None
    entities: int
    facts: int
    quarantined: tuple[QuarantinedView, ...] = ()
    notes: tuple[str, ...] = ()
    error: str | None = None
    usage: dict[str, float] = Field(default_factory=dict)
    """What a model took for it: calls, inputTokens, outputTokens, cost in US dollars, seconds."""
    queued_at: Instant
    settled_at: Instant | None = None


class JobSummary(Shape):
    """A job in a list. `error` is the last reason it was not done; the job itself has what was quarantined."""

    id: str
    observation_id: str
    status: JobStatus
    attempts: int
    extractor: str | None
    entities: int
    facts: int
    quarantined_count: int
    error: str | None
    queued_at: Instant
    settled_at: Instant | None


class JobPage(Shape):
    """Jobs, those of the newest observations first. It is read as it is now, and so has no basis."""

    jobs: tuple[JobSummary, ...]
    next_cursor: str | None


class Retried(Shape):
    """How many jobs were queued anew."""

    retried: int


class Accepted(Shape):
    """An observation is recorded, for good. `job` and `facts` are there where the request waited for them.

    `redactions` counts what the privacy filter cut, by kind. `repeated`: this key was used before for the same.
    """

    observation_id: str
    job_id: str | None
    redactions: dict[str, int] = Field(default_factory=dict)
    repeated: bool = False
    job: JobView | None = None
    facts: tuple[VersionAt, ...] | None = None


class BatchAccepted(Shape):
    """All observations of a batch are recorded, in order."""

    observations: tuple[Accepted, ...]
    basis: BasisView


class ObservationAnswer(Shape):
    """One observation, verbatim but for what the privacy filter cut."""

    observation_id: str
    session_id: str | None
    kind: ObservationKind
    content: str
    occurred_at: Instant
    zone: str
    recorded_at: Instant
    agent: str | None
    source: Source
    document_id: str | None
    metadata: dict[str, Any]
    job: JobView | None


class OpResult(Shape):
    """What one verb did: versions of facts it opened, and versions it closed.

    `facts` are those that now say what it said; `note` tells why nothing changed, where nothing did.
    """

    opened: tuple[str, ...]
    closed: tuple[str, ...]
    facts: tuple[str, ...] = ()
    note: str | None = None


class Written(Shape):
    """All verbs of a batch are done, one result each. `observation_id` is what speaks for them."""

    observation_id: str
    results: tuple[OpResult, ...]
    redactions: dict[str, int] = Field(default_factory=dict)
    repeated: bool = False
    basis: BasisView


class Settled(Shape):
    """What an extraction that was sent in came to. `facts` are those it opened or supports."""

    observation_id: str
    outcome: Literal["complete", "partial", "failed"]
    entities: int
    facts: tuple[str, ...]
    quarantined: tuple[QuarantinedView, ...]
    notes: tuple[str, ...] = ()
    basis: BasisView


class Done(Shape):
    """It is done."""

    basis: BasisView


class Merged(Shape):
    """Two entities are one from now on. `merge` is the number to undo it by."""

    merge: int
    entity: EntityView
    basis: BasisView


class MergeRequest(Shape):
    """The body of a merge."""

    entity: str
    into: str
    reason: str


class SuggestionView(Shape):
    """Two entities that may be one. Nothing is merged until somebody does: `merge` is the body of the request that
    would, `command` the command line. `score` orders the reasons; it is no probability."""

    entity: EntityView
    into: EntityView
    reason: SuggestionReason
    explanation: str
    score: float
    merge: MergeRequest
    command: str


class SuggestionList(Shape):
    """Entities that may be one, the best reasons first."""

    suggestions: tuple[SuggestionView, ...]
    next_cursor: str | None
    basis: BasisView


class Erased(Shape):
    """What was removed for good. `tombstone` is the event that says that it was."""

    tombstone: int
    observations: int
    events: int
    basis: BasisView


class JournalEvent(Shape):
    """One event of the journal. `payload` is None where it was erased."""

    seq: int
    recorded_at: Instant
    kind: str
    payload: dict[str, Any] | None
    digest: str
    hash: str


class JournalPage(Shape):
    """Events in order. `next_after` is where the next page begins, None at the end."""

    events: tuple[JournalEvent, ...]
    next_after: int | None
    basis: BasisView


class VerificationAnswer(Shape):
    """Whether the journal is what was written: every hash and digest was computed anew."""

    ok: bool
    events: int
    head: BasisView
    bad_seq: int | None
    problem: str | None


class Lag(Shape):
    """By how many events a projection is behind the journal."""

    graph: int


class Stats(Shape):
    """What a project holds. `jobs` counts by status, `settled` how often one came to each outcome since the project
    began; `oldest_job_seconds` is how long the one of those not settled that was queued first has been waiting;
    `bytes` is the size on disk."""

    project: str
    entities: int
    facts: int
    open_facts: int
    statements: int
    observations: int
    events: int
    jobs: dict[str, int]
    settled: dict[str, int]
    oldest_job_seconds: float
    lag: Lag
    rebuilding: bool
    problem: str | None
    clock_ahead_seconds: float
    bytes: int
    basis: BasisView


class ProjectHealth(Shape):
    """How one open project is."""

    seq: int
    lag: Lag
    jobs: dict[str, int]


class ModelHealth(Shape):
    """How the model is that reads text. `unused`: not asked yet; `down`: no answer; `refused`: it does not take the key
    or does not exist; `budget`: the day's is spent. `until` is when it is asked again, and jobs wait as long."""

    name: str
    status: Literal["unused", "ok", "down", "refused", "budget"]
    since: Instant | None = None
    until: Instant | None = None
    reason: str | None = None


class Health(Shape):
    """How the server is: `rebuilding` while a projection of an open project is being rebuilt, `degraded` while the
    model cannot be asked: everything is recorded and can be read, but extraction waits."""

    status: Literal["ok", "degraded", "rebuilding"]
    version: str
    model: ModelHealth | None = None
    projects: dict[str, ProjectHealth]


class ProjectList(Shape):
    """The names of the projects in the data directory."""

    projects: tuple[str, ...]
