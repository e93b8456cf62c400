"""The record itself: read, verified, erased from, and what follows from it made anew."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from retrograph.api.calls import NO_PARAMETERS, ReadCall, WriteCall
from retrograph.api.door import JOURNAL_LIMIT
from retrograph.api.responses import documented
from retrograph.api.results import Done, Erased, JournalPage, Stats, VerificationAnswer
from retrograph.api.wire import EraseIn

router = APIRouter(tags=["audit"])


class JournalParams(BaseModel):
    """Which events."""

    model_config = ConfigDict(extra="forbid")
    after: int = Field(0, ge=0, le=1 << 62, description="The seq after which to begin.")
    limit: int = Field(JOURNAL_LIMIT, ge=1, le=1000, description="The most events to answer with.")


@router.get("/journal", responses=documented(JournalPage))
async def journal(params: Annotated[JournalParams, Query()], call: ReadCall) -> Response:
    """Events in order, with their digests and hashes."""
    return await call.answer(lambda service: service.journal(params.after, params.limit))


@router.get("/journal/verify", dependencies=NO_PARAMETERS, responses=documented(VerificationAnswer))
async def verify(call: ReadCall) -> Response:
    """Compute every digest and hash anew; the first event that does not hold is named."""
    return await call.answer(lambda service: service.verify())


@router.post("/erase", dependencies=NO_PARAMETERS, responses=documented(Erased))
async def erase(body: EraseIn, call: WriteCall) -> Response:
    """Remove observations for good, with all that rests on them alone. A tombstone stays."""
    return await call.do(lambda service: service.erase(body, key=call.key))


@router.post("/rebuild", dependencies=NO_PARAMETERS, responses=documented(Done))
async def rebuild(call: WriteCall) -> Response:
    """Make every projection anew from the journal."""
    return await call.do(lambda service: service.rebuild())


@router.get("/stats", dependencies=NO_PARAMETERS, responses=documented(Stats))
async def stats(call: ReadCall) -> Response:
    """How big the project is, and how far its parts have come."""
    return await call.answer(lambda service: service.stats())
