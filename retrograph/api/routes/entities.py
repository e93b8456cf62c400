"""Entities: listed, read, named otherwise, merged and parted."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from retrograph.api.calls import NO_PARAMETERS, ReadCall, WriteCall
from retrograph.api.checking import checked
from retrograph.api.queries import EntitiesParams, EntityParams, SuggestionsParams
from retrograph.api.responses import documented
from retrograph.api.results import Done, Merged, SuggestionList
from retrograph.api.wire import DEFAULT_ACTOR, AliasIn, DismissIn, MergeIn, UnmergeIn
from retrograph.retrieval.answers import EntityAnswer, EntityList
from retrograph.retrieval.render import markdown

router = APIRouter(tags=["entities"])


class AliasParams(BaseModel):
    """The alias that is taken back."""

    model_config = ConfigDict(extra="forbid")
    alias: str = Field(description="The alias, as it was given.")
    reason: str | None = Field(None, description="Why.")
    actor: str = Field(DEFAULT_ACTOR, description="Who.")


@router.get("/entities", responses=documented(EntityList, markdown=True))
async def entities(ask: Annotated[EntitiesParams, Query()], call: ReadCall) -> Response:
    """The entities known, in the order of their ids."""
    return await call.answer(lambda service: service.entities(ask.question()), markdown)


@router.get("/entities/suggestions", responses=documented(SuggestionList))
async def suggestions(ask: Annotated[SuggestionsParams, Query()], call: ReadCall) -> Response:
    """Entities that may be one, each with the reason. Nothing is merged by this."""
    return await call.answer(lambda service: service.suggestions(ask.question()))


@router.post("/entities/suggestions/dismiss", dependencies=NO_PARAMETERS, responses=documented(Done))
async def dismiss(body: DismissIn, call: WriteCall) -> Response:
    """Two entities are not one, and are not suggested again."""
    return await call.do(lambda service: service.dismiss(body, key=call.key))


@router.post("/entities/merge", dependencies=NO_PARAMETERS, responses=documented(Merged))
async def merge(body: MergeIn, call: WriteCall) -> Response:
    """One entity is the same thing as another, from now on."""
    return await call.do(lambda service: service.merge(body, key=call.key))


@router.post("/entities/unmerge", dependencies=NO_PARAMETERS, responses=documented(Done))
async def unmerge(body: UnmergeIn, call: WriteCall) -> Response:
    """Undo a merge, from now on."""
    return await call.do(lambda service: service.unmerge(body, key=call.key))


@router.post("/entities/{entity_id}/aliases", dependencies=NO_PARAMETERS, responses=documented(Done))
async def add_alias(entity_id: str, body: AliasIn, call: WriteCall) -> Response:
    """Another name for an entity, from now on."""
    return await call.do(lambda service: service.add_alias(entity_id, body, key=call.key))


@router.delete("/entities/{entity_id}/aliases", responses=documented(Done))
async def remove_alias(entity_id: str, params: Annotated[AliasParams, Query()], call: WriteCall) -> Response:
    """Take an alias back, from now on; as of before it is still there."""
    body = checked(AliasIn, params.model_dump())
    return await call.do(lambda service: service.remove_alias(entity_id, body, key=call.key))


@router.get("/entities/{entity:path}", responses=documented(EntityAnswer, markdown=True))
async def entity(entity: str, ask: Annotated[EntityParams, Query()], call: ReadCall) -> Response:
    """One entity, by its id, its name or an alias, or `type:name`."""
    return await call.answer(lambda service: service.entity(ask.question(entity=entity)), markdown)
