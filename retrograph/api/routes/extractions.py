"""Extractions that an agent made itself."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from retrograph.api.calls import NO_PARAMETERS, WriteCall
from retrograph.api.responses import documented
from retrograph.api.results import Settled
from retrograph.api.wire import ExtractionIn

router = APIRouter(tags=["observations"])


@router.post("/extractions", dependencies=NO_PARAMETERS, responses=documented(Settled))
async def extraction(body: ExtractionIn, call: WriteCall) -> Response:
    """Take in the XML that an agent made of an observation. What breaks the contract is quarantined and listed."""
    return await call.do(lambda service: service.extraction(body, key=call.key))
