"""`retrograph import`: every source in turn, then what it came to."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from retrograph.api.cli.progress import ImportProgress
from retrograph.api.dating import DatedBy
from retrograph.api.door import Door
from retrograph.api.importing import Source, open_source
from retrograph.api.loading import Report, load, settle
from retrograph.api.results import Stats
from retrograph.errors import NotFound
from retrograph.graph.intervals import zone_named
from retrograph.retrieval.views import Shape
from retrograph.settings import Settings

_OUTCOMES: Final = ("complete", "partial", "failed", "parked")


class RejectedView(Shape):
    """A line or a file that was passed over."""

    where: str
    problem: str


class ImportSummary(Shape):
    """What an import came to. `repeated` were there before; `jobs` counts the extractions that this run settled.

    `entities` and `facts` are what the project holds now; `dated` counts where the dates of records came from.
    """

    recorded: int
    repeated: int
    rejected: tuple[RejectedView, ...]
    redactions: dict[str, int]
    dated: dict[DatedBy, int]
    jobs: dict[str, int]
    observations: int
    entities: int
    facts: int
    seconds: float


def open_sources(paths: Sequence[Path], settings: Settings) -> list[Source]:
    """All that is to be imported, looked at before anything is recorded.

    Raises:
        InvalidInput: there is nothing to import at a path.
        OSError: it cannot be read.
    """
    return [open_source(path, zone_named(settings.tz)) for path in paths]


def import_all(door: Door, sources: Sequence[Source], progress: ImportProgress, *, strict: bool) -> ImportSummary:
    """Record all that the sources hold and wait until it is extracted.

    Raises:
        Rejection: with `strict`, at the first entry that cannot be taken in.
    """
    began = time.monotonic()
    before = _held(door)
    report = Report()
    for source in sources:
        progress.begin(source.name, source.total)
        load(door, source, report, progress, strict=strict)
    if report.recorded or report.repeated:
        settle(door, progress)
    after = _held(door)
    jobs = {name: _jobs(after, name) - _jobs(before, name) for name in _OUTCOMES}
    return ImportSummary(
        recorded=report.recorded,
        repeated=report.repeated,
        rejected=tuple(RejectedView(where=r.where, problem=r.problem) for r in report.rejected),
        redactions=dict(report.redactions),
        dated=dict(report.dated),
        jobs=jobs,
        observations=after.observations if after else 0,
        entities=after.entities if after else 0,
        facts=after.facts if after else 0,
        seconds=round(time.monotonic() - began, 3),
    )


def _held(door: Door) -> Stats | None:
    """What the project holds; None where a server has none of that name yet."""
    with suppress(NotFound):
        return door.stats()
    return None


def _jobs(stats: Stats | None, status: str) -> int:
    return stats.jobs.get(status, 0) if stats else 0
