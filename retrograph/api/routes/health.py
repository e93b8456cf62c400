"""Whether the server is well, and which projects it has."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request
from starlette.responses import Response

from retrograph.api import responses, shown
from retrograph.api.calls import NO_PARAMETERS, Desk, ProjectName, desk_of, dumped
from retrograph.api.metrics import MEDIA_TYPE
from retrograph.api.naming import checked_name
from retrograph.api.responses import documented
from retrograph.api.results import Health, ProjectHealth, ProjectList
from retrograph.api.version import version
from retrograph.errors import InvalidInput

server = APIRouter(tags=["server"])


@server.get("/healthz", responses=documented(Health) | documented(Health, 503))
async def healthz(request: Request) -> Response:
    """Liveness, with the state of the model and the lag of every open project; 503 while a projection is rebuilt."""
    desk = desk_of(request)
    health = await desk.run(desk.readers, lambda: _health(desk))
    return responses.written(dumped(health), 503 if health.status == "rebuilding" else 200)


def _health(desk: Desk) -> Health:
    found = desk.stats()
    state = desk.projects.model()
    reachable = state is None or state.condition in ("unused", "ok")
    rebuilding = any(stats.rebuilding for stats in found.values())
    return Health(
        status="rebuilding" if rebuilding else "ok" if reachable else "degraded",
        version=version(),
        model=None if state is None else shown.model(state),
        projects={
            name: ProjectHealth(seq=stats.basis.seq, lag=stats.lag, jobs=stats.jobs) for name, stats in found.items()
        },
    )


@server.get(
    "/metrics", dependencies=NO_PARAMETERS, responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}
)
async def metrics(request: Request) -> Response:
    """Numbers for Prometheus."""
    desk = desk_of(request)
    body = await desk.run(desk.readers, desk.metrics.text)
    return Response(body, 200, {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}, MEDIA_TYPE)


class DeleteParams(BaseModel):
    """A deletion is for good, so it names its project twice."""

    model_config = ConfigDict(extra="forbid")
    confirm: str = Field(description="The project's name once more.")


@server.get("/v1/projects", dependencies=NO_PARAMETERS, responses=documented(ProjectList))
async def projects(request: Request) -> Response:
    """The projects in the data directory."""
    desk = desk_of(request)
    names = await desk.run(desk.readers, desk.projects.names)
    return responses.read(dumped(ProjectList(projects=tuple(names))), responses.JSON, None)


@server.delete("/v1/projects/{project}", status_code=204, responses={204: {"description": "It is gone"}})
async def delete_project(request: Request, project: ProjectName, params: Annotated[DeleteParams, Query()]) -> Response:
    """Remove a project with all its files, for good."""
    if params.confirm != checked_name(project):
        raise InvalidInput("confirm", "must be the project's name once more")
    desk = desk_of(request)
    await desk.run(desk.writers, lambda: desk.projects.delete(project))
    return Response(status_code=204)
