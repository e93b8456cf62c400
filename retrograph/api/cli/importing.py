"""`retrograph import`: every source in turn, then what it came to."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from retrograph.api.cli.progress import ImportProgress
from retrograph.api.dating import DatedBy
from retrograph.api.door import Door
from retrograph.api.importing import open_source
from retrograph.api.loading import Report, load, settle
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


def import_all(
    door: Door, paths: Sequence[Path], settings: Settings, progress: ImportProgress, *, strict: bool
) -> ImportSummary:
    """Record all that `paths` hold and wait until it is extracted. Nothing is recorded if one cannot be opened.

    Raises:
        InvalidInput: there is nothing to import at a path.
        Rejection: with `strict`, at the first entry that cannot be taken in.
    """
    began = time.monotonic()
    sources = [open_source(path, zone_named(settings.tz)) for path in paths]
    before = door.stats()
    report = Report()
    for source in sources:
        progress.begin(source.name, source.total)
        load(door, source, report, progress, strict=strict)
    settle(door, progress)
    after = door.stats()
    return ImportSummary(
        recorded=report.recorded,
        repeated=report.repeated,
        rejected=tuple(RejectedView(where=r.where, problem=r.problem) for r in report.rejected),
        redactions=dict(report.redactions),
        dated=dict(report.dated),
        jobs={name: after.jobs.get(name, 0) - before.jobs.get(name, 0) for name in _OUTCOMES},
        observations=after.observations,
        entities=after.entities,
        facts=after.facts,
        seconds=round(time.monotonic() - began, 3),
    )
