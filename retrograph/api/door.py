"""The one interface of a project, whichever way it is reached: `Memory` in process, `Client` over HTTP.

    def report(door: Door) -> None:
        print(door.temporal_query("JWT auth", as_of="2025-03").facts)

Both return the same answers and raise the same errors. Requests may be written as in JSON (camelCase) or as in
Python (snake_case). Writes of several things take plain dicts of the shapes that docs/http.md shows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from types import TracebackType
from typing import Any, Protocol, Self, TypedDict, Unpack

from retrograph.api.results import (
    Accepted,
    BatchAccepted,
    Done,
    Erased,
    JobView,
    JournalPage,
    Merged,
    ObservationAnswer,
    Settled,
    Stats,
    VerificationAnswer,
    Written,
)
from retrograph.graph.model import NewObservation
from retrograph.retrieval.answers import (
    DiffAnswer,
    EntityAnswer,
    EntityList,
    FactAnswer,
    PathAnswer,
    TemporalAnswer,
    TimelineAnswer,
    WhyAnswer,
    WhyNotAnswer,
)

Moment = str | datetime
"""A date (`"2025"`, `"2025-03"`, `"2025-03-15"`), a date-time with an offset, or an aware datetime."""
Json = Mapping[str, Any]
Progress = Callable[[int, int], None]
"""Called now and then with how much is done, and of how much."""


class Ask(TypedDict, total=False):
    """The point a question is asked of; `retrieval.query.When` explains."""

    as_of: Moment | None
    known_at: Moment | None
    tz: str | None
    basis: str | None


class AskTemporal(Ask, total=False):
    entity_type: str | None
    types: Sequence[str]
    evidence: Sequence[str]
    direction: str
    depth: int
    order: str
    limit: int
    cursor: str | None


class AskTimeline(Ask, total=False):
    entity_type: str | None
    axis: str
    types: Sequence[str]
    properties: Sequence[str]
    since: Moment | None
    until: Moment | None
    limit: int
    cursor: str | None


class AskDiff(TypedDict, total=False):
    entity_type: str | None
    from_as_of: Moment | None
    to_as_of: Moment | None
    from_known_at: Moment | None
    to_known_at: Moment | None
    tz: str | None
    basis: str | None


class AskPath(Ask, total=False):
    start_type: str | None
    goal_type: str | None
    types: Sequence[str]
    direction: str
    depth: int


class AskEntity(Ask, total=False):
    entity_type: str | None


class AskEntities(AskEntity, total=False):
    prefix: str | None
    limit: int
    cursor: str | None


class Seen(TypedDict, total=False):
    """What may be said of an observation besides its content."""

    occurred_at: str | date | datetime | None
    kind: str
    zone: str | None
    session_id: str | None
    agent: str | None
    source: str
    document_id: str | None
    metadata: Json


class Door(Protocol):
    """One project. `key` is an idempotency key: the same write under the same key happens once."""

    @property
    def project(self) -> str: ...

    @property
    def where(self) -> str:
        """What a person should be told of where this leads: a directory or a URL."""
        ...

    def observe(
        self, content: str, *, key: str | None = None, wait: bool = False, extract: bool = True, **seen: Unpack[Seen]
    ) -> Accepted:
        """Record one observation. With `wait`, the answer has its job as far as it came, and the facts."""
        ...

    def observe_many(
        self,
        observations: Sequence[Json | NewObservation],
        *,
        keys: Sequence[str | None] | None = None,
        extract: bool = True,
    ) -> BatchAccepted:
        """Record several, all or nothing. `keys` are idempotency keys, one each."""
        ...

    def observation(self, observation_id: str) -> ObservationAnswer: ...

    def job(self, job_id: str) -> JobView: ...

    def drain(self, timeout: float) -> bool:
        """Wait until no observation waits for extraction; False if that takes longer than `timeout` seconds."""
        ...

    def extractions(self, observation_id: str, xml: str) -> Settled:
        """Send in the XML an agent made of an observation."""
        ...

    def facts(
        self, ops: Sequence[Json], *, observation_id: str | None = None, actor: str = ..., key: str | None = None
    ) -> Written:
        """Do a batch of verbs, all or nothing; readable when it returns."""
        ...

    def temporal_query(self, entity: str, **ask: Unpack[AskTemporal]) -> TemporalAnswer: ...

    def timeline(self, entity: str, **ask: Unpack[AskTimeline]) -> TimelineAnswer: ...

    def diff(self, entity: str, **ask: Unpack[AskDiff]) -> DiffAnswer: ...

    def path(self, start: str, goal: str, **ask: Unpack[AskPath]) -> PathAnswer: ...

    def fact(self, fact: str, **ask: Unpack[Ask]) -> FactAnswer: ...

    def why(self, fact: str, **ask: Unpack[Ask]) -> WhyAnswer: ...

    def why_not(self, fact: str, **ask: Unpack[Ask]) -> WhyNotAnswer: ...

    def entities(self, **ask: Unpack[AskEntities]) -> EntityList: ...

    def entity(self, entity: str, **ask: Unpack[AskEntity]) -> EntityAnswer: ...

    def add_alias(
        self, entity_id: str, alias: str, *, reason: str | None = None, actor: str = ..., key: str | None = None
    ) -> Done: ...

    def remove_alias(
        self, entity_id: str, alias: str, *, reason: str | None = None, actor: str = ..., key: str | None = None
    ) -> Done: ...

    def merge(self, entity_id: str, into: str, *, reason: str, actor: str = ..., key: str | None = None) -> Merged: ...

    def unmerge(self, merge: int, *, reason: str, actor: str = ..., key: str | None = None) -> Done: ...

    def journal(self, *, after: int = 0, limit: int = ...) -> JournalPage: ...

    def verify(self, progress: Progress | None = None) -> VerificationAnswer:
        """Compute the whole hash chain anew. Only in process is progress told."""
        ...

    def erase(
        self,
        *,
        observations: Sequence[str] = (),
        documents: Sequence[str] = (),
        sessions: Sequence[str] = (),
        reason: str,
        actor: str = ...,
        key: str | None = None,
    ) -> Erased: ...

    def rebuild(self, progress: Progress | None = None) -> Done:
        """Make the graph anew from the journal. Only in process is progress told."""
        ...

    def stats(self) -> Stats: ...

    def close(self) -> None: ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
