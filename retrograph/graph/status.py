"""How big a project is and how far its parts have come: counts, lags, ages."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from retrograph.graph.intervals import OPEN
from retrograph.graph.jobs import Jobs
from retrograph.graph.projector import Projector
from retrograph.graph.sqlite import Record


@dataclass(frozen=True, slots=True)
class Status:
    """How big a project is and how far its graph has come. Sizes in bytes, times in microseconds.

    `oldest_job` is how long the job that was queued first among those not settled has been waiting; 0 where none is.
    """

    seq: int
    graph_seq: int
    rebuilding: bool
    problem: str | None
    entities: int
    facts: int
    open_facts: int
    statements: int
    observations: int
    events: int
    jobs: dict[str, int]
    settled: dict[str, int]
    oldest_job: int
    clock_ahead: int
    bytes_on_disk: int


_COUNTS: Final = {
    "entities": "SELECT count(*) FROM entities",
    "facts": "SELECT count(*) FROM facts",
    "open_facts": f"SELECT count(*) FROM facts WHERE recorded_to = {OPEN}",
    "statements": "SELECT count(*) FROM statements",
    "observations": "SELECT count(*) FROM observations WHERE erased IS NULL",
    "events": "SELECT count(*) FROM events",
}


def measured(record: Record, jobs: Jobs, projector: Projector, now: int) -> Status:
    """The status of the project that has these parts."""
    counts: dict[str, Any] = {}
    with record.reading() as db:
        for name, query in _COUNTS.items():
            counts[name] = db.execute(query).fetchone()[0]
        last = db.execute("SELECT seq, tx FROM events ORDER BY seq DESC LIMIT 1").fetchone() or (0, 0)
    oldest = jobs.oldest_waiting()
    return Status(
        seq=last[0],
        graph_seq=projector.reached()[0].seq,
        rebuilding=not projector.graph.in_place,
        problem=projector.problem,
        jobs=jobs.counts(),
        settled=jobs.settlements(),
        oldest_job=0 if oldest is None else max(0, now - oldest),
        clock_ahead=max(0, last[1] - now),
        bytes_on_disk=sum(_size(file) for file in record.path.parent.rglob("*")),
        **counts,
    )


def _size(file: Path) -> int:
    try:
        return file.stat().st_size if file.is_file() else 0
    except OSError:
        return 0
