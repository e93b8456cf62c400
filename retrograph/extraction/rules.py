"""The embedded extractor: deterministic, no model, no key, no network.

    RulesExtractor().extract(observation)   # the XML of an extraction

It reads what agents and decision records say, in English and Korean. Precision comes before recall: a question, a
hypothesis, a negation or an order planted in the text yields no positive fact.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from retrograph.extraction.dates.reference import Reference
from retrograph.extraction.headers import read_record
from retrograph.extraction.rulebook.drafts import Sheet
from retrograph.extraction.rulebook.record_claims import state_header
from retrograph.graph.intervals import zone_named
from retrograph.graph.model import NewObservation, Observation

_SOURCES: Final = ("rules.py", "headers.py", "times.py", "rulebook/*.py", "dates/*.py")


class RulesExtractor:
    """Reads one observation at a time; holds no state, so that it may be shared between threads.

    `version` changes whenever a pattern or the code that applies it does.
    """

    name: Final = "rules"

    @property
    def version(self) -> str:
        """Twelve hex digits over the patterns and the code."""
        return _version()

    def extract(self, observation: NewObservation | Observation) -> str:
        """The XML of what the observation states; `<temporal_graph/>` where that is nothing."""
        sheet = Sheet()
        seen = Reference(observation.occurred_at, zone_named(observation.zone))
        record = read_record(observation.content, observation.document_id)
        if record:
            state_header(record, observation.content, seen, sheet)
        return sheet.markup()


@cache
def _version() -> str:
    digest = blake2b(digest_size=6)
    folder = Path(__file__).parent
    for pattern in _SOURCES:
        for path in sorted(folder.glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()
