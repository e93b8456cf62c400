"""Use cases of the queue of extractions: looked at, and tried again."""

from __future__ import annotations

from retrograph.api import shown
from retrograph.api.cases import Cases
from retrograph.api.results import JobPage, JobView, Retried
from retrograph.api.wire import RetryIn
from retrograph.errors import Conflict
from retrograph.graph.job import UNDONE


class JobCases(Cases):
    """The jobs of one project."""

    def job(self, job_id: str) -> JobView:
        """One job."""
        return shown.job(self._project.jobs.get(job_id))

    def jobs(self, status: str | None, cursor: str | None, limit: int) -> JobPage:
        """Jobs, those of the newest observations first."""
        found = self._project.jobs.list(status, cursor, limit + 1)
        page = found[:limit]
        return JobPage(
            jobs=tuple(map(shown.job_summary, page)), next_cursor=page[-1].id if len(found) > limit else None
        )

    def retry_job(self, job_id: str, *, key: str | None) -> JobView:
        """Queue one job anew."""
        self._check_extracts()
        return self._repeats.once(key, ("retry", job_id), lambda: shown.job(self._project.retry(job_id)))

    def retry_jobs(self, body: RetryIn, *, key: str | None) -> Retried:
        """Queue all jobs of a status anew; without a status those that are parked or failed."""
        self._check_extracts()
        statuses = UNDONE if body.status is None else (body.status,)
        return self._repeats.once(key, body, lambda: Retried(retried=self._project.retry_all(statuses)))

    def _check_extracts(self) -> None:
        if not self._rules.extracts:
            raise Conflict(
                "nothing is extracted here, since RETROGRAPH_EXTRACTOR is off; set it to rules and try again"
            )
