"""A valid extraction as the XML of `contract`, so that reading it again gives the same extraction; pure.

contract.parse(xml.read(markup(extraction, seen)), seen) == extraction   # its valid part
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import tzinfo

from retrograph.extraction.elements import Element
from retrograph.extraction.extracted import (
    ExtractedEntity,
    ExtractedProperty,
    ExtractedRelation,
    Extraction,
    Mention,
    Times,
)
from retrograph.graph.intervals import Period, bound_text, instant_text, zone_named
from retrograph.graph.model import Evidenced, NewObservation, Observation


def markup(extraction: Extraction, observation: NewObservation | Observation) -> str:
    """The extraction as one document, an entity or a relation a line. What was quarantined is no part of it.

    A bound that is the observation's own time, and dates without one, are written as its time and zone need.
    """
    writer = _Writer(observation.occurred_at, zone_named(observation.zone))
    entities = [writer.entity(entity) for entity in extraction.entities]
    relations = [writer.relation(relation) for relation in extraction.relations]
    lines = [line for tag, part in (("entities", entities), ("relationships", relations)) for line in _part(tag, part)]
    return "\n".join(("<temporal_graph>", *lines, "</temporal_graph>\n"))


def _part(tag: str, elements: Sequence[Element]) -> Iterator[str]:
    if elements:
        yield f"  <{tag}>"
        yield from (f"    {element.markup()}" for element in elements)
        yield f"  </{tag}>"


class _Writer:
    def __init__(self, occurred: int, zone: tzinfo) -> None:
        self._occurred = occurred
        self._zone = zone

    def entity(self, entity: ExtractedEntity) -> Element:
        aliases = [Element("alias", text=alias) for alias in entity.aliases]
        properties = [self._property(each) for each in entity.properties]
        return Element("entity", {"type": entity.type, "name": entity.name}, children=(*aliases, *properties))

    def _property(self, stated: ExtractedProperty) -> Element:
        attributes = {"key": stated.name, **self._times(stated.times), **_why(stated.why)}
        return Element("property", attributes, stated.value, tuple(_words(stated.why)))

    def relation(self, relation: ExtractedRelation) -> Element:
        attributes: dict[str, str] = {"type": relation.type}
        for end, mention in (("source", relation.source), ("target", relation.target)):
            attributes |= _mention(end, mention)
        attributes |= self._times(relation.times) | _why(relation.why)
        if relation.replaces:
            attributes["replaces"] = relation.replaces
        if relation.change:
            attributes["change"] = relation.change
        tag = "retraction" if relation.times.saying == "retract" else "relationship"
        return Element(tag, attributes, children=tuple(_words(relation.why)))

    def _times(self, times: Times) -> dict[str, str]:
        """The two attributes. What is not stated is left out, but where leaving it out would mean something else:
        an end without a start, and a start that is the observation's time beside an end."""
        now = instant_text(self._occurred)
        start = self._date(times.start) if times.start else None
        end = self._date(times.end) if times.end else None
        if times.saying == "end":
            start, end = "unknown", end or now
        elif times.saying == "assert" and end and not start:
            start = now
        return {name: text for name, text in (("valid_from", start), ("valid_to", end)) if text}

    def _date(self, stated: Period) -> str:
        if stated.grain in ("instant", "assumed"):
            return instant_text(stated.start)
        return bound_text(stated.start, stated.grain, self._zone)


def _mention(end: str, mention: Mention) -> dict[str, str]:
    return {end: mention.name} | ({f"{end}_type": mention.type} if mention.type else {})


def _why(why: Evidenced) -> dict[str, str]:
    """The attributes that say how sure it is, and the words that its dates were read from."""
    phrases = {"phrase_from": why.phrase_from, "phrase_to": why.phrase_to}
    found = {} if why.weight == 1.0 else {"weight": f"{why.weight:.9g}"}
    if why.evidence != "stated":
        found["evidence"] = why.evidence
    return found | {name: words for name, words in phrases.items() if words}


def _words(why: Evidenced) -> Iterator[Element]:
    for tag, text in (("quote", why.quote), ("reasoning", why.reasoning), ("sentiment", why.sentiment)):
        if text:
            yield Element(tag, text=text)
    if why.alternatives:
        yield Element("alternatives", children=tuple(Element("alt", text=other) for other in why.alternatives))
