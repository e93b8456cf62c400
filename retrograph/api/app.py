"""The HTTP application: its routes, its one shape of error, its documents.

app = create_app(projects, settings)        # an ASGI application; `server.run_server` serves it
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any, Final

from fastapi import APIRouter, FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi_offline import FastAPIOffline
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from retrograph.api import problems, queries, wire
from retrograph.api.calls import Desk
from retrograph.api.checking import invalid, names_of
from retrograph.api.guard import Guard
from retrograph.api.measuring import Measured, templates
from retrograph.api.projects import Projects
from retrograph.api.responses import problem_response
from retrograph.api.routes import answers, audit, entities, extractions, facts, health, jobs, observations
from retrograph.api.version import version
from retrograph.errors import RetrographError
from retrograph.settings import Settings

BASE: Final = "/v1/projects/{project}"

_DESCRIPTION: Final = (
    "What was true then, as far as we knew then, and on whose words. Instants are RFC 3339 with `Z`; a date alone "
    "means its first instant as a bound of a fact, its last as an as-of. Errors are `application/problem+json`."
)

_NAMES: Final = names_of(
    wire.AssertIn, wire.EndIn, wire.RetractIn, wire.CorrectIn, wire.FactsIn, wire.KeyedObservationIn, wire.ExtractionIn,
    wire.EraseIn, wire.RetryIn, wire.AliasIn, wire.MergeIn, queries.TemporalParams, queries.TimelineParams,
    queries.DiffParams, queries.PathParams, queries.EntitiesParams, queries.SuggestionsParams, wire.DismissIn,
)  # fmt: skip
"""Field names to suggest where one is not known."""


class FieldErrorOut(BaseModel):
    """One wrong field of a request."""

    field: str
    message: str


class ProblemOut(BaseModel):
    """What every error looks like (RFC 9457)."""

    type: str = Field(description="What kind of problem; stable.")
    title: str
    status: int
    detail: str = Field(description="What happened, for people.")
    errors: list[FieldErrorOut] | None = Field(None, description="Each wrong field, where the request was not valid.")


def create_app(projects: Projects, settings: Settings) -> FastAPI:
    """The application over `projects`, which it closes when it stops."""
    desk = Desk(projects, settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        resuming = desk.waiters.submit(projects.resume)
        yield
        resuming.cancel()
        desk.close()

    app = FastAPIOffline(
        title="Retrograph",
        version=version(),
        description=_DESCRIPTION,
        lifespan=lifespan,
        redirect_slashes=False,
        redoc_url=None,
        responses=_documented_problems(),
    )
    app.state.desk = desk
    below = APIRouter(prefix=BASE)
    paths = dict(templates(health.server.routes))
    for module in (observations, jobs, extractions, facts, answers, entities, audit):
        below.include_router(module.router)
        paths |= templates(module.router.routes, BASE)
    app.include_router(below)
    app.include_router(health.server)
    app.add_exception_handler(RetrographError, _ours)
    app.add_exception_handler(RequestValidationError, _not_valid)
    app.add_exception_handler(HTTPException, _of_the_framework)
    app.add_middleware(Guard, settings=settings)
    app.add_middleware(Measured, metrics=desk.metrics, templates=paths)
    return app


def _documented_problems() -> dict[int | str, dict[str, Any]]:
    content = {problems.MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemOut"}}}
    return {
        422: {"model": ProblemOut, "description": "The request is not valid", "content": content},
        "default": {"description": "A problem", "content": content},
    }


async def _ours(_: Request, error: Exception) -> Response:
    assert isinstance(error, RetrographError)
    return problem_response(problems.problem_of(error))


async def _not_valid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    given: Mapping[str, Any] = {"body": error.body, "query": dict(request.query_params), "path": request.path_params}
    place = next((str(e["loc"][0]) for e in error.errors()), "body")
    own = [e for e in error.errors() if e["loc"][0] == place]
    within = [{**e, "loc": tuple(e["loc"][1:]) or (place,)} for e in own]
    return problem_response(problems.problem_of(invalid(within, given.get(place), _NAMES)))


async def _of_the_framework(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    detail = str(error.detail)
    if detail == HTTPStatus(error.status_code).phrase:
        path = request.url.path[:200]
        detail = {
            404: f"there is nothing at {path}",
            405: f"{path} has no method {request.method}",
        }.get(error.status_code, detail)
    return problem_response(problems.for_status(error.status_code, detail, error.headers))
