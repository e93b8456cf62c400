"""One observation, the steps in order: extract, read, check against its words, resolve names.

pipeline = Pipeline(FromMarkup(RulesExtractor()))
findings = pipeline.run(observation, known)         # an extractor of ours
findings = pipeline.read(xml, observation, known)   # XML that somebody else made
"""

from __future__ import annotations

from retrograph.errors import InvalidInput, ModelError, TooLarge
from retrograph.extraction import xml
from retrograph.extraction.completion import NOTHING, Usage
from retrograph.extraction.contract import parse
from retrograph.extraction.extractor import Extractor, Known
from retrograph.extraction.privacy import SECRETS_ONLY, Policy, redact
from retrograph.extraction.resolution import resolve
from retrograph.graph.model import Findings, NewObservation, Observation


class Pipeline:
    """From one observation to findings that the writer takes. Holds no state; any thread may use it.

    `policy` says what is cut from XML that somebody else made."""

    def __init__(self, extractor: Extractor, policy: Policy = SECRETS_ONLY) -> None:
        self._extractor = extractor
        self._policy = policy

    def run(self, observation: Observation, known: Known) -> Findings:
        """What the extractor finds. A reply that cannot be used is `failed`, with its reason and its text.

        Raises whatever the extractor raises.
        """
        found = self._extractor.extract(observation, known)
        usage = _usage(found.usage)
        if found.failure is not None:
            kept = tuple({"element": q.element, "reason": q.reason} for q in found.extraction.quarantined)
            notes = found.extraction.notes
            return Findings((), (), "failed", found.by, kept, notes, error=found.failure, usage=usage)
        return resolve(found.extraction, observation, known.find, extractor=found.by, usage=usage)

    def read(
        self,
        markup: str | bytes,
        observation: NewObservation | Observation,
        known: Known,
        *,
        extractor: str = "agent",
    ) -> Findings:
        """What XML that somebody else made of the observation comes to, by the same contract.

        Secrets are cut from it first, as they are from every text: from what was sent, and again from what it means,
        where character references and CDATA are resolved.

        Raises:
            TooLarge: it is over `xml.SIZE_LIMIT`.
            InvalidInput: there is no payload in it, or it declares a document type.
        """
        if len(markup) > xml.SIZE_LIMIT:
            raise TooLarge(f"the XML has {len(markup):,} characters; at most {xml.SIZE_LIMIT:,} are read")
        text = markup.decode("utf-8", errors="replace") if isinstance(markup, bytes) else markup
        try:
            reading = xml.read(redact(text, self._policy).text).mapped(lambda value: redact(value, self._policy).text)
        except ModelError as error:
            raise InvalidInput("xml", str(error)) from error
        return resolve(parse(reading, observation), observation, known.find, extractor=extractor)


def _usage(usage: Usage) -> dict[str, float]:
    if usage == NOTHING:
        return {}
    return {
        "calls": usage.calls,
        "inputTokens": usage.input_tokens,
        "outputTokens": usage.output_tokens,
        "cost": usage.cost,
        "seconds": usage.seconds,
    }
