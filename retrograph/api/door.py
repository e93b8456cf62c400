"""The one interface of a project, whichever way it is reached: `Memory` in process, `Client` over HTTP.

    def report(door: Door) -> None:
        print(door.temporal_query("JWT auth", as_of="2025-03").facts)

Both return the same answers and raise the same errors, since both check requests here and differ only in the
`Backend` that serves them. Dicts may be written as in JSON (`validFrom`) or as in Python (`valid_from`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from types import TracebackType
from typing import Final, Self, Unpack

from pydantic import Field

from retrograph.api.asking import (
    Ask,
    AskDiff,
    AskEntities,
    AskEntity,
    AskPath,
    AskSuggestions,
    AskTemporal,
    AskTimeline,
    Erasing,
    Json,
    Seen,
    Told,
    observation_json,
    question,
)
from retrograph.api.backend import Backend, Progress
from retrograph.api.checking import checked
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
    DEFAULT_ACTOR,
    AliasIn,
    BatchIn,
    Body,
    DismissIn,
    EraseIn,
    ExtractionIn,
    FactsIn,
    Key,
    MergeIn,
    ObservationIn,
    RetryIn,
    UnmergeIn,
)
from retrograph.errors import InvalidInput
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

JOURNAL_LIMIT: Final = 100
"""Events on a page, unless a request says otherwise."""
JOBS_LIMIT: Final = 50
"""Jobs on a page, unless a request says otherwise."""


class Door:
    """One project. `key` is an idempotency key: the same write under the same key happens once.

    Every method raises `InvalidInput` naming the field where a request is wrong, `NotFound`, `Conflict` or `Gone`
    where it cannot be, and `Unavailable` where it cannot be now.
    """

    def __init__(self, backend: Backend, project: str, where: str) -> None:
        self._backend = backend
        self.project = project
        self.where = where
        """What a person should be told of where this leads: a directory or a URL."""

    # -- taking in -----------------------------------------------------------------------------------------

    def observe(
        self, content: str, *, key: str | None = None, wait: bool = False, extract: bool = True, **seen: Unpack[Seen]
    ) -> Accepted:
        """Record one observation. With `wait`, the answer has its job as far as it came, and the facts."""
        body = checked(ObservationIn, {"content": content, **seen})
        return self._backend.observe(body, key=_key(key), wait=wait, extract=extract)

    def observe_many(
        self,
        observations: Sequence[Json | NewObservation],
        *,
        keys: Sequence[str | None] | None = None,
        key: str | None = None,
        extract: bool = True,
    ) -> BatchAccepted:
        """Record several, all or nothing. `keys` are idempotency keys, one each; `key` is one for the whole batch."""
        items = [observation_json(o) if isinstance(o, NewObservation) else dict(o) for o in observations]
        if keys is not None:
            if len(keys) != len(items):
                raise InvalidInput("keys", f"{len(keys)} keys for {len(items)} observations")
            items = [item if k is None else {**item, "idempotencyKey": k} for item, k in zip(items, keys, strict=True)]
        body = checked(BatchIn, {"observations": items})
        return self._backend.observe_many(body, key=_key(key), extract=extract)

    def observation(self, observation_id: str) -> ObservationAnswer:
        """One observation, verbatim but for what the privacy filter cut."""
        return self._backend.observation(observation_id)

    def job(self, job_id: str) -> JobView:
        """How far the extraction of an observation is."""
        return self._backend.job(job_id)

    def jobs(self, *, status: str | None = None, cursor: str | None = None, limit: int = JOBS_LIMIT) -> JobPage:
        """The extractions, those of the newest observations first, of one status or all."""
        _check_range("limit", limit, 1, 1000)
        return self._backend.jobs(status, cursor, limit)

    def retry_job(self, job_id: str, *, key: str | None = None) -> JobView:
        """Have one observation extracted anew, also where that went well; its attempts are counted from the start.

        What an extraction said before stays, and what is said again changes nothing.
        """
        return self._backend.retry_job(job_id, key=_key(key))

    def retry_jobs(self, status: str | None = None, *, key: str | None = None) -> Retried:
        """The same for all jobs of a status; without one for those that are parked or failed."""
        return self._backend.retry_jobs(checked(RetryIn, {} if status is None else {"status": status}), key=_key(key))

    def drain(self, timeout: float) -> bool:
        """Wait until nothing waits for extraction and what came of it can be asked for; False if that takes longer
        than `timeout` seconds."""
        deadline = time.monotonic() + timeout
        pause, recorded = 0.005, None
        while True:
            now = self.stats()
            if recorded is None and not now.jobs.get("queued", 0) and not now.jobs.get("running", 0):
                recorded = now.basis.seq + now.lag.graph
            if recorded is not None and now.basis.seq >= recorded:
                return True
            if time.monotonic() >= deadline:
                return False
            time.sleep(pause)
            pause = min(pause * 2, 0.25)

    def extractions(self, observation_id: str, xml: str, *, key: str | None = None) -> Settled:
        """Send in the XML that an agent made of an observation."""
        body = checked(ExtractionIn, {"observationId": observation_id, "xml": xml})
        return self._backend.extraction(body, key=_key(key))

    def facts(
        self,
        ops: Sequence[Json],
        *,
        observation_id: str | None = None,
        actor: str = DEFAULT_ACTOR,
        key: str | None = None,
    ) -> Written:
        """Do a batch of verbs, all or nothing; what they changed can be read when it returns.

        door.facts([{"op": "assert", "source": {"type": "concept", "name": "auth"}, "type": "uses",
                     "target": {"type": "library", "name": "jose"}, "valid_from": "2025-03"}])
        """
        given = {"ops": [dict(op) for op in ops], "observationId": observation_id, "actor": actor}
        body = checked(FactsIn, {name: value for name, value in given.items() if value is not None})
        return self._backend.facts(body, key=_key(key))

    # -- asking --------------------------------------------------------------------------------------------

    def temporal_query(self, entity: str, **ask: Unpack[AskTemporal]) -> TemporalAnswer:
        """What held of an entity at `as_of`, as far as was known at `known_at`."""
        return self._backend.temporal_query(question(TemporalQuery, {"entity": entity, **ask}))

    def timeline(self, entity: str, **ask: Unpack[AskTimeline]) -> TimelineAnswer:
        """Every version of an entity's facts and properties, and what ended each."""
        return self._backend.timeline(question(TimelineQuery, {"entity": entity, **ask}))

    def diff(self, entity: str, **ask: Unpack[AskDiff]) -> DiffAnswer:
        """What changed of an entity between two points."""
        return self._backend.diff(question(DiffQuery, {"entity": entity, **ask}))

    def path(self, start: str, goal: str, **ask: Unpack[AskPath]) -> PathAnswer:
        """The shortest chain of facts between two entities."""
        return self._backend.path(question(PathQuery, {"start": start, "goal": goal, **ask}))

    def fact(self, fact: str, **ask: Unpack[Ask]) -> FactAnswer:
        """One version of a fact, by its id."""
        return self._backend.fact(question(FactQuery, {"fact": fact, **ask}))

    def why(self, fact: str, **ask: Unpack[Ask]) -> WhyAnswer:
        """Why a fact is believed: all that was said of it, with the words it rests on."""
        return self._backend.why(question(FactQuery, {"fact": fact, **ask}))

    def why_not(self, fact: str, **ask: Unpack[Ask]) -> WhyNotAnswer:
        """Why a fact is not visible at a point."""
        return self._backend.why_not(question(FactQuery, {"fact": fact, **ask}))

    def entities(self, **ask: Unpack[AskEntities]) -> EntityList:
        """The entities known."""
        return self._backend.entities(question(EntitiesQuery, dict(ask)))

    def entity(self, entity: str, **ask: Unpack[AskEntity]) -> EntityAnswer:
        """One entity, by id, name or alias."""
        return self._backend.entity(question(EntityQuery, {"entity": entity, **ask}))

    # -- identity ------------------------------------------------------------------------------------------

    def add_alias(self, entity_id: str, alias: str, *, key: str | None = None, **why: Unpack[Told]) -> Done:
        """Another name for an entity, from now on."""
        return self._backend.add_alias(entity_id, checked(AliasIn, {"alias": alias, **why}), key=_key(key))

    def remove_alias(self, entity_id: str, alias: str, *, key: str | None = None, **why: Unpack[Told]) -> Done:
        """Take an alias back, from now on."""
        return self._backend.remove_alias(entity_id, checked(AliasIn, {"alias": alias, **why}), key=_key(key))

    def merge(self, entity_id: str, into: str, *, key: str | None = None, **why: Unpack[Told]) -> Merged:
        """From now on `entity_id` stands for `into`. Needs a `reason`."""
        return self._backend.merge(checked(MergeIn, {"entity": entity_id, "into": into, **why}), key=_key(key))

    def unmerge(self, merge: int, *, key: str | None = None, **why: Unpack[Told]) -> Done:
        """Undo a merge, by its number. Needs a `reason`."""
        return self._backend.unmerge(checked(UnmergeIn, {"merge": merge, **why}), key=_key(key))

    def suggestions(self, **ask: Unpack[AskSuggestions]) -> SuggestionList:
        """Entities that may be one, each with the reason. Nothing is merged by this."""
        return self._backend.suggestions(question(SuggestionsQuery, dict(ask)))

    def dismiss(self, entity_id: str, other: str, *, key: str | None = None, **why: Unpack[Told]) -> Done:
        """These two are not one, and are not suggested again. Needs a `reason`."""
        return self._backend.dismiss(checked(DismissIn, {"entity": entity_id, "other": other, **why}), key=_key(key))

    # -- audit ---------------------------------------------------------------------------------------------

    def journal(self, *, after: int = 0, limit: int = JOURNAL_LIMIT) -> JournalPage:
        """Events after a seq, in order."""
        _check_range("after", after, 0, 1 << 62)
        _check_range("limit", limit, 1, 1000)
        return self._backend.journal(after, limit)

    def verify(self, progress: Progress | None = None) -> VerificationAnswer:
        """Compute the whole hash chain anew. Only in process is progress told."""
        return self._backend.verify(progress)

    def erase(self, *, key: str | None = None, reason: str, **what: Unpack[Erasing]) -> Erased:
        """Remove observations for good, with all that rests on them alone."""
        return self._backend.erase(checked(EraseIn, {"reason": reason, **what}), key=_key(key))

    def rebuild(self, progress: Progress | None = None) -> Done:
        """Make every projection anew from the journal. Only in process is progress told."""
        return self._backend.rebuild(progress)

    def stats(self) -> Stats:
        """How big the project is, and how far its parts have come."""
        return self._backend.stats()

    # -- closing -------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Let go of what this holds. Twice is fine."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _check_range(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise InvalidInput(name, f"{value} is not from {low} to {high}")


def _key(key: str | None) -> str | None:
    return None if key is None else checked(_Keyed, {"Idempotency-Key": key}).key


class _Keyed(Body):
    key: Key = Field(alias="Idempotency-Key")
