"""What would be extracted from an observation, without a project to keep it in.

    seen = preview(NewObservation("We moved the parser to lark.", now), extractor)
    seen.findings.ops             # the verbs that would be written
    seen.extraction               # the same as it was read, for `writing.markup`

It passes the same contract as everything that is stored. Nothing is known beforehand: an end of a relation that the
extraction does not list is set aside, where a project might know it.
"""

from __future__ import annotations

from dataclasses import dataclass

from retrograph.errors import ModelError
from retrograph.extraction.extracted import Extraction
from retrograph.extraction.extractor import NOTHING_KNOWN, Extractor
from retrograph.extraction.resolution import resolve
from retrograph.graph.model import Findings, NewObservation


@dataclass(frozen=True, slots=True)
class Preview:
    """One observation, the valid part of what was read from it, and what that comes to."""

    observation: NewObservation
    extraction: Extraction
    findings: Findings


def preview(seen: NewObservation, extractor: Extractor) -> Preview:
    """Extract from an observation that is recorded nowhere. Secrets are cut by whoever made it.

    Raises:
        ModelError: nothing of the reply can be used. What the extractor itself raises is raised, too.
    """
    extracted = extractor.extract(seen, NOTHING_KNOWN)
    if extracted.failure is not None:
        raise ModelError(extracted.failure)
    findings = resolve(extracted.extraction, seen, NOTHING_KNOWN.find, extractor=extracted.by)
    return Preview(seen, extracted.extraction, findings)
