"""Two extractors on one text: the model's reading first, then what the rules find besides."""

from __future__ import annotations

from dataclasses import replace

from retrograph.extraction.extractor import Extracted, Extractor, Known
from retrograph.extraction.merging import first_and_second, read_by
from retrograph.graph.model import NewObservation, Observation


class BothExtractors:
    """Reads with a model and with the rules. Each statement keeps the name of who read it.

    Where the model cannot be reached the job waits, as with the model alone. Where its reply cannot be used, the
    rules' reading counts and the extraction is partial.
    """

    def __init__(self, model: Extractor, rules: Extractor) -> None:
        self._model = model
        self._rules = rules

    def extract(self, observation: NewObservation | Observation, known: Known) -> Extracted:
        """Both readings as one. Raises what the model's extractor raises."""
        first = self._model.extract(observation, known)
        second = self._rules.extract(observation, known)
        by = f"{first.by} + {second.by}"
        both = first_and_second(read_by(first.extraction, first.by), read_by(second.extraction, second.by))
        if first.failure is not None and second.failure is None:
            note = f"the model's reply could not be used, this is the rules' reading alone: {first.failure}"
            both = replace(both, partial=True, notes=(*both.notes, note))
        failure = first.failure if second.failure is not None else None
        return Extracted(both, by, failure, first.usage + second.usage)
