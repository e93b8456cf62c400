"""One observation, the steps in order: extract, read, check against its words, resolve names.

pipeline = Pipeline(RulesExtractor())
findings = pipeline.run(observation, lookup)      # an extractor of ours
findings = pipeline.read(xml, observation, lookup)  # XML that somebody else made
"""

from __future__ import annotations

from typing import Final, Protocol

from retrograph.errors import InvalidInput, ModelError, TooLarge
from retrograph.extraction import xml
from retrograph.extraction.contract import parse
from retrograph.extraction.privacy import redact
from retrograph.extraction.resolution import Lookup, resolve
from retrograph.graph.model import Findings, NewObservation, Observation

KEPT_REPLY: Final = 100_000
"""As much of an unusable reply as is kept with its job, in characters."""


class Extractor(Protocol):
    """Turns what an observation says into the XML of `contract`. Shared between threads, so it keeps no state.

    Whatever it raises fails the job, which is tried again later; the observation is safe.
    """

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str:
        """Changes with whatever can change its answers."""
        ...

    def extract(self, observation: Observation) -> str: ...


class Pipeline:
    """From one observation to findings that the writer takes. Holds no state; any thread may use it."""

    def __init__(self, extractor: Extractor) -> None:
        self._extractor = extractor

    def run(self, observation: Observation, lookup: Lookup) -> Findings:
        """What the extractor finds. A reply that cannot be used is `failed`, with its reason and its text.

        `lookup` gives the entities known under a name. Raises whatever the extractor raises.
        """
        reply = self._extractor.extract(observation)
        extractor = f"{self._extractor.name}@{self._extractor.version}"
        try:
            reading = xml.read(reply)
        except ModelError as error:
            kept = {"element": reply[:KEPT_REPLY], "reason": str(error)}
            return Findings((), (), "failed", extractor, (kept,), error=str(error))
        return resolve(parse(reading, observation), observation, lookup, extractor=extractor)

    def read(
        self,
        markup: str | bytes,
        observation: NewObservation | Observation,
        lookup: Lookup,
        *,
        extractor: str = "agent",
    ) -> Findings:
        """What XML that somebody else made of the observation comes to, by the same contract.

        Secrets are cut from it first, as they are from every text.

        Raises:
            TooLarge: it is over `xml.SIZE_LIMIT`.
            InvalidInput: there is no payload in it, or it declares a document type.
        """
        if len(markup) > xml.SIZE_LIMIT:
            raise TooLarge(f"the XML has {len(markup):,} characters; at most {xml.SIZE_LIMIT:,} are read")
        text = markup.decode("utf-8", errors="replace") if isinstance(markup, bytes) else markup
        try:
            reading = xml.read(redact(text).text)
        except ModelError as error:
            raise InvalidInput("xml", str(error)) from error
        return resolve(parse(reading, observation), observation, lookup, extractor=extractor)
