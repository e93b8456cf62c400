"""The queue of extractions: listed, read, tried again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from retrograph.api.calls import NO_PARAMETERS, ReadCall, WriteCall
from retrograph.api.door import JOBS_LIMIT
from retrograph.api.responses import documented
from retrograph.api.results import JobPage, JobStatus, JobView, Retried
from retrograph.api.wire import RetryIn

router = APIRouter(tags=["jobs"])


class JobsParams(BaseModel):
    """Which jobs."""

    model_config = ConfigDict(extra="forbid")
    status: JobStatus | None = Field(None, description="Only jobs of this status.")
    limit: int = Field(JOBS_LIMIT, ge=1, le=1000, description="Jobs on a page, 1 to 1000.")
    cursor: str | None = Field(None, description="`nextCursor` of the page before.")


@router.get("/jobs", responses=documented(JobPage))
async def jobs(params: Annotated[JobsParams, Query()], call: ReadCall) -> Response:
    """The extractions, those of the newest observations first."""
    return await call.answer(lambda service: service.jobs(params.status, params.cursor, params.limit))


@router.post("/jobs/retry", dependencies=NO_PARAMETERS, responses=documented(Retried))
async def retry_jobs(body: RetryIn, call: WriteCall) -> Response:
    """Have all jobs of a status done anew; without a status those that are parked or failed."""
    return await call.do(lambda service: service.retry_jobs(body, key=call.key))


@router.get("/jobs/{job_id}", dependencies=NO_PARAMETERS, responses=documented(JobView))
async def job(job_id: str, call: ReadCall) -> Response:
    """How far the extraction of an observation is, and what was quarantined."""
    return await call.answer(lambda service: service.job(job_id))


@router.post("/jobs/{job_id}/retry", dependencies=NO_PARAMETERS, responses=documented(JobView))
async def retry_job(job_id: str, call: WriteCall) -> Response:
    """Have an observation extracted anew, also where that went well; what it said before stays."""
    return await call.do(lambda service: service.retry_job(job_id, key=call.key))
