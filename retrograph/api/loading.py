"""Sending what was read into a project: in batches, around what is refused, until all of it is extracted.

    report = Report()
    load(door, source, report, watch)
    settle(door, watch)

What is refused never holds up the rest: a refused batch is halved until the lines at fault stand alone.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from retrograph.api.dating import DatedBy
from retrograph.api.door import Door
from retrograph.api.importing import Entry, Rejected, Request, Source
from retrograph.errors import CallerError, InvalidInput, RetrographError, Unavailable

BATCH_ENTRIES: Final = 200
BATCH_CHARACTERS: Final = 150_000
"""A batch is sent when it has as many entries or characters; far below a server's default limits in bytes."""

_POLL_SECONDS: Final = 0.5
PATIENCE: Final = 30.0
"""How long an import waits while no extraction comes to an end, in seconds."""


class Rejection(RetrographError):
    """A strict import met something it cannot take in. `rejected` says what."""

    def __init__(self, rejected: Rejected) -> None:
        self.rejected = rejected
        super().__init__(f"{rejected.where}: {rejected.problem}")


class Watch(Protocol):
    """Who is told how an import goes."""

    def taken(self, entries: int) -> None:
        """So many more entries are done with, recorded or rejected."""
        ...

    def rejected(self, rejected: Rejected) -> None: ...

    def waiting(self, jobs: int) -> None:
        """So many observations still wait for extraction."""
        ...


@dataclass(slots=True)
class Report:
    """What an import came to. `redactions` counts what the privacy filter cut, `dated` where dates came from."""

    recorded: int = 0
    repeated: int = 0
    rejected: list[Rejected] = field(default_factory=list)
    redactions: Counter[str] = field(default_factory=Counter)
    dated: Counter[DatedBy] = field(default_factory=Counter)


def load(door: Door, source: Source, report: Report, watch: Watch, *, strict: bool = False) -> None:
    """Record all of a source, adding to `report`. With `strict`, the first rejection ends it.

    Raises:
        Rejection: only with `strict`; what came before is recorded.
        StoreError: the project is unavailable; what came before is recorded.
    """
    for batch in _batches(source.entries()):
        requests = []
        for entry in batch:
            if isinstance(entry, Request):
                requests.append(entry)
                continue
            if strict:
                _send(door, requests, report, watch, strict=strict)
            _reject(entry, report, watch, strict=strict)
        _send(door, requests, report, watch, strict=strict)


def settle(door: Door, watch: Watch, *, patience: float = PATIENCE) -> None:
    """Wait until nothing waits for extraction.

    Raises:
        Unavailable: no job was settled for `patience` seconds. What was recorded is safe.
    """
    before: dict[str, int] = {}
    moved = time.monotonic()
    while not door.drain(_POLL_SECONDS):
        jobs = door.stats().jobs
        waiting = jobs.get("queued", 0) + jobs.get("running", 0)
        watch.waiting(waiting)
        if jobs != before:
            before, moved = jobs, time.monotonic()
        elif time.monotonic() - moved > patience:
            raise Unavailable(
                f"{waiting:,} observations wait for extraction and none was done for {patience:.0f} s; "
                "they are recorded, and the same command waits for them again"
            )
    watch.waiting(0)


def _batches(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    batch: list[Entry] = []
    characters = 0
    for entry in entries:
        size = len(str(entry.body.get("content"))) if isinstance(entry, Request) else 0
        if batch and (len(batch) >= BATCH_ENTRIES or characters + size > BATCH_CHARACTERS):
            yield batch
            batch, characters = [], 0
        batch.append(entry)
        characters += size
    if batch:
        yield batch


def _send(door: Door, requests: Sequence[Request], report: Report, watch: Watch, *, strict: bool) -> None:
    if not requests:
        return
    try:
        accepted = door.observe_many([r.body for r in requests], keys=[r.key for r in requests])
    except CallerError as error:
        if len(requests) == 1:
            _reject(Rejected(requests[0].where, _refusal(error)), report, watch, strict=strict)
            return
        half = len(requests) // 2
        _send(door, requests[:half], report, watch, strict=strict)
        _send(door, requests[half:], report, watch, strict=strict)
        return
    for request, one in zip(requests, accepted.observations, strict=True):
        report.recorded += not one.repeated
        report.repeated += one.repeated
        report.redactions.update({} if one.repeated else one.redactions)
        if request.dated_by:
            report.dated[request.dated_by] += 1
    watch.taken(len(requests))


def _reject(rejected: Rejected, report: Report, watch: Watch, *, strict: bool) -> None:
    if strict:
        raise Rejection(rejected)
    report.rejected.append(rejected)
    watch.rejected(rejected)
    watch.taken(1)


def _refusal(error: CallerError) -> str:
    """Why one observation was refused, without its place in the batch that it was sent in."""
    if not isinstance(error, InvalidInput):
        return str(error)
    faults = ((fault.field.removeprefix("observations.0").lstrip("."), fault.message) for fault in error.errors)
    return "; ".join(f"{name}: {message}" if name else message for name, message in faults)
