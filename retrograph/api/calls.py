"""How a route runs: its work on a bounded pool of threads, its project open meanwhile, its answer written once.

@router.get("/timeline")
async def timeline(ask: Annotated[TimelineParams, Query()], call: ReadCall) -> Response:
    return await call.answer(lambda service: service.timeline(ask.question()), render.timeline)
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from typing import Annotated, Any, Final, TypeVar

from fastapi import Depends, Header, Path, Query
from pydantic import BaseModel, ConfigDict
from starlette.requests import Request
from starlette.responses import Response

from retrograph.api import responses
from retrograph.api.checking import checked
from retrograph.api.metrics import Metrics
from retrograph.api.projects import Projects
from retrograph.api.results import Stats
from retrograph.api.service import Service
from retrograph.api.wire import Body, Key
from retrograph.errors import InvalidInput, RetrographError
from retrograph.retrieval.views import Shape
from retrograph.settings import Settings

A = TypeVar("A", bound=Shape)
T = TypeVar("T")

_WAITERS: Final = 64
_REPEATABLE: Final = frozenset({"types", "evidence", "properties"})


class Desk:
    """What all routes share: the projects, and the threads that work for them. Made once, by `create_app`."""

    def __init__(self, projects: Projects, settings: Settings) -> None:
        self.projects = projects
        self.settings = settings
        self.readers = ThreadPoolExecutor(settings.reader_threads, "retrograph-read")
        self.writers = ThreadPoolExecutor(settings.writer_threads, "retrograph-write")
        self.waiters = ThreadPoolExecutor(_WAITERS, "retrograph-wait")
        self.metrics = Metrics(self.stats)

    def stats(self) -> dict[str, Stats]:
        """How each open project is; one that is just being closed is left out."""
        found = {}
        for name, opened in self.projects.opened().items():
            with suppress(RetrographError):
                found[name] = opened.service.stats()
        return found

    async def run(self, pool: Executor, work: Callable[[], T]) -> T:
        """Run `work` on a pool's thread."""
        return await asyncio.get_running_loop().run_in_executor(pool, work)

    def close(self) -> None:
        """Let what runs finish, then close the projects."""
        for pool in (self.waiters, self.writers, self.readers):
            pool.shutdown(wait=True, cancel_futures=True)
        self.projects.close(self.settings.shutdown_seconds)


def desk_of(request: Request) -> Desk:
    """The desk of the app that serves a request."""
    desk: Desk = request.app.state.desk
    return desk


class Reading:
    """A read of one project."""

    def __init__(self, request: Request, project: str) -> None:
        self._request = request
        self._project = project

    async def answer(self, ask: Callable[[Service], A], markdown: Callable[[A], str] | None = None) -> Response:
        """What the service answers, as JSON, or as Markdown where there is such a form and it is preferred."""
        headers = self._request.headers
        render = markdown if markdown and responses.prefers_markdown(headers.get("accept")) else None
        desk = desk_of(self._request)

        def work() -> bytes:
            with desk.projects.use(self._project) as opened:
                answer = ask(opened.service)
            return render(answer).encode() if render else dumped(answer)

        body = await desk.run(desk.readers, work)
        kind = responses.MARKDOWN if render else responses.JSON
        return responses.read(body, kind, headers.get("if-none-match"))


class Writing:
    """A write to one project. `key` is its idempotency key."""

    def __init__(self, request: Request, project: str, key: str | None) -> None:
        self._desk = desk_of(request)
        self._project = project
        self.key = key

    async def do(
        self, write: Callable[[Service], A], *, create: bool = False, waits: bool = False, status: int = 200
    ) -> Response:
        """Do it and say what came of it. `create` makes the project; `waits` is for what waits for an extraction.

        `status` is for the first time; a repeat under the same key is 200.
        """

        def work() -> tuple[bytes, bool]:
            with self._desk.projects.use(self._project, create=create) as opened:
                answer = write(opened.service)
            return dumped(answer), bool(getattr(answer, "repeated", False))

        body, repeated = await self._desk.run(self._desk.waiters if waits else self._desk.writers, work)
        return responses.written(body, 200 if repeated else status, repeated=repeated)


def dumped(answer: BaseModel) -> bytes:
    """An answer as JSON."""
    return answer.model_dump_json().encode()


ProjectName = Annotated[str, Path(description="The project: a-z, 0-9, - and _, beginning with a letter or digit.")]


class _Keyed(Body):
    key: Key | None


async def _reading(request: Request, project: ProjectName) -> Reading:
    _check_repeated(request)
    return Reading(request, project)


async def _writing(
    request: Request,
    project: ProjectName,
    key: Annotated[
        str | None, Header(alias="Idempotency-Key", description="The same write under the same key happens once.")
    ] = None,
) -> Writing:
    _check_repeated(request)
    if key is not None:
        try:
            checked(_Keyed, {"key": key})
        except InvalidInput as error:
            raise InvalidInput("Idempotency-Key", error.errors[0].message) from None
    return Writing(request, project, key)


def _check_repeated(request: Request) -> None:
    names: Any = request.query_params
    for name in names:
        if name not in _REPEATABLE and len(names.getlist(name)) > 1:
            raise InvalidInput(name, "is given more than once")


class _NoParams(BaseModel):
    model_config = ConfigDict(extra="forbid")


async def _no_parameters(_: Annotated[_NoParams, Query()]) -> None:
    """Refuses every parameter."""


NO_PARAMETERS: Final = (Depends(_no_parameters),)
"""For a route that has none: one that is given would be taken for one that counts."""

ReadCall = Annotated[Reading, Depends(_reading)]
WriteCall = Annotated[Writing, Depends(_writing)]
