"""The extractor that asks a model: one call for each part of an observation, and one more where the reply was wrong.

    extractor = LlmExtractor(completion, Limits(), Availability(completion.model, clock))
    extractor.extract(observation, known).extraction

What comes of a reply:

=============================  =======================================================================
good, fenced, among prose      read, checked by the contract
with elements that are wrong   one repair round with the errors; what is wrong still is quarantined
prose only, empty, no XML      one repair round; then the part failed, its reply kept
cut off                        its whole elements count, and the extraction is partial
no answer, overloaded          `ModelUnavailable`: the job waits; nothing is counted against it
wrong key, no such model       `ModelRefused`: the same, until a person changes the settings
this request is refused        failed, with the provider's reason
=============================  =======================================================================
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from retrograph.errors import ModelError, ModelRefused, ModelUnavailable
from retrograph.extraction import asking, xml
from retrograph.extraction.availability import Availability
from retrograph.extraction.chunking import Part, parts
from retrograph.extraction.completion import NOTHING, Completed, Completion, Message, Usage
from retrograph.extraction.contract import parse
from retrograph.extraction.extracted import Extraction
from retrograph.extraction.extractor import Extracted, Known, KnownEntity, unusable
from retrograph.extraction.merging import together
from retrograph.extraction.privacy import redact
from retrograph.graph.model import NewObservation, Observation

REPLY_LIMIT: Final = 1_000_000
"""Longest reply that is read, in characters: many times what `Limits.reply` tokens come to."""
KEPT: Final = 2_000
"""As much of a longer one as is kept with its job."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Tokens of text in one call, of text that the next call is shown again, and of one reply."""

    part: int = 3000
    overlap: int = 200
    reply: int = 4096


@dataclass(frozen=True, slots=True)
class _Read:
    """What one part came to. `failure`: nothing of its replies could be used."""

    extraction: Extraction
    usage: Usage
    failure: str | None = None


class LlmExtractor:
    """Asks a model. Holds no state of an observation; any thread may use it."""

    def __init__(self, completion: Completion, limits: Limits, availability: Availability) -> None:
        self._completion = completion
        self._limits = limits
        self._availability = availability
        self.by = f"llm:{completion.model}@{asking.version()}"

    def extract(self, observation: NewObservation | Observation, known: Known) -> Extracted:
        """What the model finds. It is told the time, and of what the text may mention all that held then.

        Raises:
            ModelUnavailable: no answer now. ModelRefused: not with these settings.
            ModelError: this call had no answer, though the model answers others.
        """
        limits = self._limits
        cut = parts(observation.content, limits.part, limits.overlap, self._completion.count)
        read: list[_Read] = []
        for number, part in enumerate(cut, 1):
            place = f"{number} of {len(cut)}, which begin with the end of the one before" if cut[1:] else "all of it"
            read.append(self._read(observation, part, place, known.mentioned(part.text, observation.occurred_at)))
        usage = sum((part.usage for part in read), NOTHING)
        whole = together([part.extraction for part in read])
        failures = [part.failure for part in read if part.failure]
        if len(failures) == len(read):
            return Extracted(whole, self.by, failures[0], usage)
        if failures:
            note = f"{len(failures)} of {len(read)} parts could not be read: {failures[0]}"
            whole = replace(whole, partial=True, notes=(*whole.notes, note))
        return Extracted(whole, self.by, usage=usage)

    def _read(
        self, observation: NewObservation | Observation, part: Part, place: str, known: Sequence[KnownEntity]
    ) -> _Read:
        asked = asking.question(observation, part.text, place, known)
        try:
            reply = self._complete(asked)
        except (ModelUnavailable, ModelRefused, _NoAnswer):
            raise
        except ModelError as error:
            return _Read(unusable("", str(error)), NOTHING, str(error))
        first = _checked(reply, observation)
        problems = first.extraction.quarantined
        if reply.cut_off or not problems:
            return first
        try:
            again = self._complete(asking.repair(asked, reply.text, problems))
        except ModelError as error:
            if first.failure:
                raise
            note = f"the repair round had no answer: {error}"
            return replace(first, extraction=replace(first.extraction, notes=(*first.extraction.notes, note)))
        return _mended(first, _checked(again, observation))

    def _complete(self, messages: Sequence[Message]) -> Completed:
        self._availability.check()
        try:
            reply = self._completion.complete(messages, max_output=self._limits.reply)
        except (ModelUnavailable, ModelRefused) as error:
            if self._availability.failed(error):
                raise
            raise _NoAnswer(str(error)) from error
        self._availability.worked()
        return reply


class _NoAnswer(ModelError):
    """One call had no answer, though the model answers others: tried again, and counted."""


def _checked(reply: Completed, observation: NewObservation | Observation) -> _Read:
    if len(reply.text) > REPLY_LIMIT:
        reason = f"the reply has {len(reply.text):,} characters; at most {REPLY_LIMIT:,} are read"
        return _Read(unusable(redact(reply.text[:KEPT]).text, reason), reply.usage, reason)
    text = redact(reply.text).text
    try:
        extraction = parse(xml.read(text), observation)
    except ModelError as error:
        return _Read(unusable(text, str(error)), reply.usage, str(error))
    if reply.cut_off:
        note = "the model's reply was cut off at the limit of its length; what was whole in it counts"
        extraction = replace(extraction, partial=True, notes=(*extraction.notes, note))
    return _Read(extraction, reply.usage)


def _mended(first: _Read, second: _Read) -> _Read:
    """A reply and what the repair round made of its errors: what is right in either, and what is wrong still."""
    usage = first.usage + second.usage
    if second.failure:
        return _Read(first.extraction, usage, first.failure and second.failure)
    if first.failure:
        return _Read(second.extraction, usage)
    answer = second.extraction
    answered = bool(answer.entities or answer.relations or answer.quarantined)
    wrong = answer.quarantined if answered else first.extraction.quarantined
    note = f"repair round: {len(first.extraction.quarantined)} elements sent back, {len(wrong)} not accepted still"
    whole = together([replace(first.extraction, quarantined=()), answer])
    return _Read(replace(whole, quarantined=wrong, notes=(*whole.notes, note)), usage)
