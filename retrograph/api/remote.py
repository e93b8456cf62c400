"""The backend of a client: checked requests as HTTP calls, problems as the errors they were."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar
from urllib.parse import quote

import httpx
import orjson
from pydantic import BaseModel, ValidationError

from retrograph.api.backend import Progress
from retrograph.api.problems import error_of
from retrograph.api.queries import Question, params
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
    Body,
    DismissIn,
    EraseIn,
    ExtractionIn,
    FactsIn,
    MergeIn,
    ObservationIn,
    RetryIn,
    UnmergeIn,
)
from retrograph.errors import InvalidInput, RetrographError, Unavailable
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

M = TypeVar("M", bound=BaseModel)
Query = Mapping[str, str | Sequence[str]]

LONG: Final = httpx.Timeout(None, connect=10.0)
"""For what takes as long as the journal is."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a write goes, below the project."""

    path: str
    query: Query = field(default_factory=dict)
    method: str = "POST"
    long: bool = False


class Remote:
    """A `Backend` on a server's project."""

    def __init__(self, http: httpx.Client, project: str) -> None:
        self._http = http
        self._base = f"/v1/projects/{project}"

    # -- calls ---------------------------------------------------------------------------------------------

    def get(self, path: str, answer: type[M], *, query: Query | None = None, also: int = 200, long: bool = False) -> M:
        """A read; `also` is a status that has an answer as well."""
        request = self._built("GET", path, params=dict(query or {}), timeout=self._timeout(long))
        return self._received(self._sent(request, repeatable=True), answer, also)

    def _ask(self, path: str, question: Question, answer: type[M], without: tuple[str, ...] = ()) -> M:
        return self.get(f"{self._base}/{path}", answer, query=params(question, without=without))

    def _write(self, place: Place, body: Body | None, answer: type[M], key: str | None) -> M:
        headers = {} if key is None else {"Idempotency-Key": key}
        content = None
        if body is not None:
            content = orjson.dumps(body.model_dump(mode="json", by_alias=True, exclude_unset=True))
            headers["Content-Type"] = "application/json"
        request = self._built(
            place.method,
            f"{self._base}/{place.path}",
            params=dict(place.query),
            content=content,
            headers=headers,
            timeout=self._timeout(place.long),
        )
        return self._received(self._sent(request, repeatable=key is not None), answer)

    def _built(self, method: str, path: str, **parts: Any) -> httpx.Request:  # noqa: ANN401 - httpx's own
        try:
            return self._http.build_request(method, path, **parts)
        except httpx.InvalidURL as error:
            raise InvalidInput("", f"this cannot be asked in an address: {error}") from None

    def _timeout(self, long: bool) -> httpx.Timeout:
        return LONG if long else self._http.timeout

    def _sent(self, request: httpx.Request, *, repeatable: bool) -> httpx.Response:
        try:
            try:
                return self._http.send(request)
            except (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError):
                if not repeatable:
                    raise
                return self._http.send(request)
        except httpx.TimeoutException as error:
            raise Unavailable(f"{request.url} did not answer in time") from error
        except httpx.ConnectError as error:
            raise Unavailable(f"no server answers at {self._http.base_url}: {error}") from error
        except httpx.HTTPError as error:
            raise Unavailable(f"the connection to {self._http.base_url} broke: {error}") from error

    @staticmethod
    def _received(response: httpx.Response, answer: type[M], also: int = 200) -> M:
        if not response.is_success and response.status_code != also:
            try:
                body = orjson.loads(response.content)
            except orjson.JSONDecodeError:
                body = None
            raise error_of(response.status_code, body if isinstance(body, dict) else {})
        try:
            return answer.model_validate_json(response.content)
        except ValidationError as error:
            raise RetrographError(
                f"the answer of {response.url} is not what this version understands; is it a Retrograph server?"
            ) from error

    # -- taking in -----------------------------------------------------------------------------------------

    def observe(self, body: ObservationIn, *, key: str | None, wait: bool, extract: bool) -> Accepted:
        query = _flags(wait=wait) | ({} if extract else {"extract": "false"})
        return self._write(Place("observations", query), body, Accepted, key)

    def observe_many(self, body: BatchIn, *, key: str | None, extract: bool) -> BatchAccepted:
        query: dict[str, str] = {} if extract else {"extract": "false"}
        return self._write(Place("observations/batch", query), body, BatchAccepted, key)

    def observation(self, observation_id: str) -> ObservationAnswer:
        return self.get(f"{self._base}/observations/{_part(observation_id)}", ObservationAnswer)

    def job(self, job_id: str) -> JobView:
        return self.get(f"{self._base}/jobs/{_part(job_id)}", JobView)

    def jobs(self, status: str | None, cursor: str | None, limit: int) -> JobPage:
        given = {"status": status, "cursor": cursor, "limit": str(limit)}
        query = {name: value for name, value in given.items() if value is not None}
        return self.get(f"{self._base}/jobs", JobPage, query=query)

    def retry_job(self, job_id: str, *, key: str | None) -> JobView:
        return self._write(Place(f"jobs/{_part(job_id)}/retry"), None, JobView, key)

    def retry_jobs(self, body: RetryIn, *, key: str | None) -> Retried:
        return self._write(Place("jobs/retry"), body, Retried, key)

    def extraction(self, body: ExtractionIn, *, key: str | None) -> Settled:
        return self._write(Place("extractions"), body, Settled, key)

    def facts(self, body: FactsIn, *, key: str | None) -> Written:
        return self._write(Place("facts"), body, Written, key)

    # -- asking --------------------------------------------------------------------------------------------

    def temporal_query(self, question: TemporalQuery) -> TemporalAnswer:
        return self._ask("temporalQuery", question, TemporalAnswer)

    def timeline(self, question: TimelineQuery) -> TimelineAnswer:
        return self._ask("timeline", question, TimelineAnswer)

    def diff(self, question: DiffQuery) -> DiffAnswer:
        return self._ask("diff", question, DiffAnswer)

    def path(self, question: PathQuery) -> PathAnswer:
        return self._ask("path", question, PathAnswer)

    def fact(self, question: FactQuery) -> FactAnswer:
        return self._ask(f"facts/{_part(question.fact)}", question, FactAnswer, ("fact",))

    def why(self, question: FactQuery) -> WhyAnswer:
        return self._ask(f"facts/{_part(question.fact)}/why", question, WhyAnswer, ("fact",))

    def why_not(self, question: FactQuery) -> WhyNotAnswer:
        return self._ask(f"facts/{_part(question.fact)}/whyNot", question, WhyNotAnswer, ("fact",))

    def entities(self, question: EntitiesQuery) -> EntityList:
        return self._ask("entities", question, EntityList)

    def entity(self, question: EntityQuery) -> EntityAnswer:
        return self._ask(f"entities/{_part(question.entity)}", question, EntityAnswer, ("entity",))

    # -- identity and audit --------------------------------------------------------------------------------

    def add_alias(self, entity: str, body: AliasIn, *, key: str | None) -> Done:
        return self._write(Place(f"entities/{_part(entity)}/aliases"), body, Done, key)

    def remove_alias(self, entity: str, body: AliasIn, *, key: str | None) -> Done:
        query = body.model_dump(by_alias=True, exclude_none=True)
        return self._write(Place(f"entities/{_part(entity)}/aliases", query, "DELETE"), None, Done, key)

    def merge(self, body: MergeIn, *, key: str | None) -> Merged:
        return self._write(Place("entities/merge"), body, Merged, key)

    def unmerge(self, body: UnmergeIn, *, key: str | None) -> Done:
        return self._write(Place("entities/unmerge"), body, Done, key)

    def suggestions(self, question: SuggestionsQuery) -> SuggestionList:
        return self._ask("entities/suggestions", question, SuggestionList)

    def dismiss(self, body: DismissIn, *, key: str | None) -> Done:
        return self._write(Place("entities/suggestions/dismiss"), body, Done, key)

    def journal(self, after: int, limit: int) -> JournalPage:
        return self.get(f"{self._base}/journal", JournalPage, query={"after": str(after), "limit": str(limit)})

    def verify(self, progress: Progress | None) -> VerificationAnswer:
        return self.get(f"{self._base}/journal/verify", VerificationAnswer, long=True)

    def erase(self, body: EraseIn, *, key: str | None) -> Erased:
        return self._write(Place("erase", long=True), body, Erased, key)

    def rebuild(self, progress: Progress | None) -> Done:
        return self._write(Place("rebuild", long=True), None, Done, None)

    def stats(self) -> Stats:
        return self.get(f"{self._base}/stats", Stats)


def _flags(**flags: bool) -> dict[str, str]:
    return {name: "true" for name, on in flags.items() if on}


def _part(text: str) -> str:
    """Text as one part of a path."""
    return quote(text, safe="")
