"""What an extractor is: it takes one observation and what is known already, and gives what the contract let through.

extractor = FromMarkup(RulesExtractor())
extractor.extract(observation, NOTHING_KNOWN).extraction.relations
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from retrograph.errors import ModelError
from retrograph.extraction import xml
from retrograph.extraction.completion import NOTHING, Usage
from retrograph.extraction.contract import parse
from retrograph.extraction.elements import Quarantined
from retrograph.extraction.extracted import Extraction
from retrograph.graph.model import Entity, NewObservation, Observation

KEPT_REPLY: Final = 100_000
"""As much of an unusable reply as is kept with its job, in characters."""


@dataclass(frozen=True, slots=True)
class KnownEntity:
    """An entity that a text may mention, with the facts that held of it when the text was observed, in words."""

    entity: Entity
    aliases: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()


class Known(Protocol):
    """What the record knows of names."""

    def find(self, name: str) -> Sequence[Entity]:
        """The entities known under an id, a name or an alias, best first."""
        ...

    def mentioned(self, text: str, at: int) -> Sequence[KnownEntity]:
        """The known entities whose names stand in a text, with what held of them at `at`."""
        ...


class _NothingKnown:
    def find(self, name: str) -> Sequence[Entity]:
        return ()

    def mentioned(self, text: str, at: int) -> Sequence[KnownEntity]:
        return ()


NOTHING_KNOWN: Final[Known] = _NothingKnown()
"""An empty record."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """What an extractor made of one observation. `failure` says why, where nothing of its reply could be used.

    `by` is the extractor with its version, as it is kept with each support; `usage` is what a model took.
    """

    extraction: Extraction
    by: str
    failure: str | None = None
    usage: Usage = NOTHING


class Extractor(Protocol):
    """Reads one observation. Shared between threads, so it keeps no state of an observation.

    Whatever it raises gives the job back, to be tried again later; the observation is safe.
    """

    def extract(self, observation: NewObservation | Observation, known: Known) -> Extracted: ...


class Reader(Protocol):
    """An extractor that needs nothing but the text, and writes XML. `version` changes with its answers."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    def extract(self, observation: NewObservation | Observation) -> str: ...


class FromMarkup:
    """A reader as an extractor: its XML is read and checked like everybody's."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def extract(self, observation: NewObservation | Observation, known: Known) -> Extracted:
        """What the reader's XML comes to; `known` plays no part in it."""
        reply = self._reader.extract(observation)
        by = f"{self._reader.name}@{self._reader.version}"
        try:
            return Extracted(parse(xml.read(reply), observation), by)
        except ModelError as error:
            return Extracted(unusable(reply, str(error)), by, str(error))


def unusable(reply: str, reason: str) -> Extraction:
    """Nothing, but for the reply itself in quarantine."""
    return Extraction((), (), quarantined=(Quarantined(reply[:KEPT_REPLY], reason),))
