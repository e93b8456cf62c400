"""Facts: written by four verbs, read by id, explained."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from retrograph.api.calls import NO_PARAMETERS, ReadCall, WriteCall
from retrograph.api.queries import FactParams
from retrograph.api.responses import documented
from retrograph.api.results import Written
from retrograph.api.wire import FactsIn
from retrograph.retrieval.answers import FactAnswer, WhyAnswer, WhyNotAnswer
from retrograph.retrieval.render import markdown

router = APIRouter(tags=["facts"])


@router.post("/facts", dependencies=NO_PARAMETERS, responses=documented(Written))
async def facts(body: FactsIn, call: WriteCall) -> Response:
    """Assert, end, correct or retract, all or nothing; the facts can be read when this answers."""
    return await call.do(lambda service: service.facts(body, key=call.key), create=True)


@router.get("/facts/{fact_id}", responses=documented(FactAnswer, markdown=True))
async def fact(fact_id: str, ask: Annotated[FactParams, Query()], call: ReadCall) -> Response:
    """One version of a fact."""
    return await call.answer(lambda service: service.fact(ask.question(fact=fact_id)), markdown)


@router.get("/facts/{fact_id}/why", responses=documented(WhyAnswer, markdown=True))
async def why(fact_id: str, ask: Annotated[FactParams, Query()], call: ReadCall) -> Response:
    """Why a fact is believed: all that was said of it, with the words it rests on."""
    return await call.answer(lambda service: service.why(ask.question(fact=fact_id)), markdown)


@router.get("/facts/{fact_id}/whyNot", responses=documented(WhyNotAnswer, markdown=True))
async def why_not(fact_id: str, ask: Annotated[FactParams, Query()], call: ReadCall) -> Response:
    """Why a fact is not visible at a point: the event that hides it."""
    return await call.answer(lambda service: service.why_not(ask.question(fact=fact_id)), markdown)
