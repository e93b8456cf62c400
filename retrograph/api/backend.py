"""What serves checked requests: the project itself (`Service`), or a server elsewhere (`Remote`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from retrograph.api.results import (
    Accepted,
    BatchAccepted,
    Done,
    Erased,
    JobPage,
    JobView,
    JournalPage,
    Merged,
    ObservationAnswer,
    Retried,
    Settled,
    Stats,
    SuggestionList,
    VerificationAnswer,
    Written,
)
from retrograph.api.wire import (
    AliasIn,
    BatchIn,
    DismissIn,
    EraseIn,
    ExtractionIn,
    FactsIn,
    MergeIn,
    ObservationIn,
    RetryIn,
    UnmergeIn,
)
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
from retrograph.retrieval.query import (
    DiffQuery,
    EntitiesQuery,
    EntityQuery,
    FactQuery,
    PathQuery,
    SuggestionsQuery,
    TemporalQuery,
    TimelineQuery,
)

Progress = Callable[[int, int], None]
"""Called now and then with how much is done, and of how much."""


class Backend(Protocol):
    """One project's use cases, in wire values. `key` is an idempotency key."""

    def observe(self, body: ObservationIn, *, key: str | None, wait: bool, extract: bool) -> Accepted: ...

    def observe_many(self, body: BatchIn, *, key: str | None, extract: bool) -> BatchAccepted: ...

    def observation(self, observation_id: str) -> ObservationAnswer: ...

    def job(self, job_id: str) -> JobView: ...

    def jobs(self, status: str | None, cursor: str | None, limit: int) -> JobPage: ...

    def retry_job(self, job_id: str, *, key: str | None) -> JobView: ...

    def retry_jobs(self, body: RetryIn, *, key: str | None) -> Retried: ...

    def extraction(self, body: ExtractionIn, *, key: str | None) -> Settled: ...

    def facts(self, body: FactsIn, *, key: str | None) -> Written: ...

    def temporal_query(self, question: TemporalQuery) -> TemporalAnswer: ...

    def timeline(self, question: TimelineQuery) -> TimelineAnswer: ...

    def diff(self, question: DiffQuery) -> DiffAnswer: ...

    def path(self, question: PathQuery) -> PathAnswer: ...

    def fact(self, question: FactQuery) -> FactAnswer: ...

    def why(self, question: FactQuery) -> WhyAnswer: ...

    def why_not(self, question: FactQuery) -> WhyNotAnswer: ...

    def entities(self, question: EntitiesQuery) -> EntityList: ...

    def entity(self, question: EntityQuery) -> EntityAnswer: ...

    def add_alias(self, entity: str, body: AliasIn, *, key: str | None) -> Done: ...

    def remove_alias(self, entity: str, body: AliasIn, *, key: str | None) -> Done: ...

    def merge(self, body: MergeIn, *, key: str | None) -> Merged: ...

    def unmerge(self, body: UnmergeIn, *, key: str | None) -> Done: ...

    def suggestions(self, question: SuggestionsQuery) -> SuggestionList: ...

    def dismiss(self, body: DismissIn, *, key: str | None) -> Done: ...

    def journal(self, after: int, limit: int) -> JournalPage: ...

    def verify(self, progress: Progress | None) -> VerificationAnswer: ...

    def erase(self, body: EraseIn, *, key: str | None) -> Erased: ...

    def rebuild(self, progress: Progress | None) -> Done: ...

    def stats(self) -> Stats: ...
