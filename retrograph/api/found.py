"""What an observation came to: the facts that rest on it."""

from __future__ import annotations

import time
from typing import Final

from retrograph.graph.bitemporal import Kind
from retrograph.graph.ledger import Event, Ledger, StatementRow
from retrograph.graph.model import Fact, Observation

_EVENTS: Final = 1000
"""How many events after an observation are looked through for its extraction."""

_PATIENCE: Final = 10.0
_PAUSE: Final = 0.002


def facts_from(ledger: Ledger, observation: Observation) -> list[str]:
    """The ids of the facts believed now that the extraction of this observation asserted, in order of their start.

    The extraction has been settled; this waits for the graph to reflect it.
    """
    applied = _applied(ledger, observation)
    if applied is None:
        return []
    _wait_for(ledger, applied.seq)
    _, known = ledger.reached()
    mentioned = {ledger.canonical.of(entity, known) for entity in (applied.payload or {}).get("entities", ())}
    between = {
        fact.id: fact
        for entity in sorted(mentioned)
        for fact in ledger.facts_of(entity, known)
        if fact.source in mentioned and (fact.target is None or fact.target in mentioned)
    }
    rows = ledger.statements(list(between.values()), known)
    stated = [f for f in between.values() if any(_says(row, f, observation.id) for row in rows.get(f.id, ()))]
    return [f.id for f in sorted(stated, key=lambda f: (f.valid_from, f.id))]


def _applied(ledger: Ledger, observation: Observation) -> Event | None:
    for event in ledger.events(observation.seq, _EVENTS):
        if event.kind == "extraction.applied" and (event.payload or {}).get("observation") == observation.id:
            return event
    return None


def _wait_for(ledger: Ledger, seq: int) -> None:
    deadline = time.monotonic() + _PATIENCE
    while ledger.reached()[0].seq < seq and time.monotonic() < deadline:
        time.sleep(_PAUSE)


def _says(row: StatementRow, fact: Fact, observation: str) -> bool:
    said = row.statement
    return (
        row.support.observation_id == observation
        and said.kind is Kind.ASSERT
        and said.start < fact.valid_to
        and fact.valid_from < said.end
        and (row.value == fact.value if fact.target is None else said.payload == fact.target)
    )
