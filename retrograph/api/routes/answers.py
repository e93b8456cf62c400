"""What was true then, as far as was known then."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from retrograph.api.calls import ReadCall
from retrograph.api.queries import DiffParams, PathParams, TemporalParams, TimelineParams
from retrograph.api.responses import documented
from retrograph.retrieval.answers import DiffAnswer, PathAnswer, TemporalAnswer, TimelineAnswer
from retrograph.retrieval.render import markdown

router = APIRouter(tags=["answers"])


@router.get("/temporalQuery", responses=documented(TemporalAnswer, markdown=True))
async def temporal_query(ask: Annotated[TemporalParams, Query()], call: ReadCall) -> Response:
    """What held of an entity at `asOf`, as far as was known at `knownAt`."""
    return await call.answer(lambda service: service.temporal_query(ask.question()), markdown)


@router.get("/timeline", responses=documented(TimelineAnswer, markdown=True))
async def timeline(ask: Annotated[TimelineParams, Query()], call: ReadCall) -> Response:
    """Every version of an entity's facts and properties, and what ended each."""
    return await call.answer(lambda service: service.timeline(ask.question()), markdown)


@router.get("/diff", responses=documented(DiffAnswer, markdown=True))
async def diff(ask: Annotated[DiffParams, Query()], call: ReadCall) -> Response:
    """What changed of an entity between two points: added, ended, corrected, retracted."""
    return await call.answer(lambda service: service.diff(ask.question()), markdown)


@router.get("/path", responses=documented(PathAnswer, markdown=True))
async def path(ask: Annotated[PathParams, Query()], call: ReadCall) -> Response:
    """The shortest chain of facts between two entities."""
    return await call.answer(lambda service: service.path(ask.question()), markdown)
