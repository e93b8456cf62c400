"""Taking in text: observations, one or many."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from retrograph.api.calls import NO_PARAMETERS, ReadCall, WriteCall
from retrograph.api.responses import documented
from retrograph.api.results import Accepted, BatchAccepted, ObservationAnswer
from retrograph.api.wire import BatchIn, ObservationIn

router = APIRouter(tags=["observations"])


class BatchParams(BaseModel):
    """How a batch is taken in."""

    model_config = ConfigDict(extra="forbid")
    extract: bool = Field(True, description="Whether facts are extracted from it.")


class ObserveParams(BatchParams):
    """How an observation is taken in."""

    wait: bool = Field(False, description="Wait for the extraction, and answer with what it found.")


@router.post("/observations", status_code=202, responses=documented(Accepted, 202) | documented(Accepted))
async def observe(body: ObservationIn, params: Annotated[ObserveParams, Query()], call: WriteCall) -> Response:
    """Record one observation. It is durable when this answers; facts follow, or are waited for with `wait=true`."""
    return await call.do(
        lambda service: service.observe(body, key=call.key, wait=params.wait, extract=params.extract),
        create=True,
        waits=params.wait,
        status=200 if params.wait else 202,
    )


@router.post("/observations/batch", status_code=202, responses=documented(BatchAccepted, 202))
async def observe_many(body: BatchIn, params: Annotated[BatchParams, Query()], call: WriteCall) -> Response:
    """Record many observations, all or nothing."""
    return await call.do(
        lambda service: service.observe_many(body, key=call.key, extract=params.extract), create=True, status=202
    )


@router.get("/observations/{observation_id}", dependencies=NO_PARAMETERS, responses=documented(ObservationAnswer))
async def observation(observation_id: str, call: ReadCall) -> Response:
    """One observation, verbatim but for what the privacy filter cut, with its job."""
    return await call.answer(lambda service: service.observation(observation_id))
