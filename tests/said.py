"""What the embedded rules read from a text, as lines that are easy to compare."""

from __future__ import annotations

from lxml import etree

from retrograph.extraction.rules import RulesExtractor
from retrograph.graph.intervals import UTC, instant_text, period
from retrograph.graph.model import NewObservation
from retrograph.graph.vocabulary import ObservationKind

SEEN = period("2025-09-17T10:00:00+09:00", UTC).start
"""When the texts are written: a Wednesday morning in Seoul."""

RULES = RulesExtractor()


def observed(text: str, kind: ObservationKind = "note", document_id: str | None = None) -> NewObservation:
    """A text as it is observed at `SEEN`."""
    return NewObservation(text, SEEN, kind, zone="+09:00", document_id=document_id)


def said(text: str, kind: ObservationKind = "note", document_id: str | None = None) -> list[str]:
    """The relations in the text, sorted: `planned: api uses jose [2025-03, ) for bcrypt over jsonwebtoken`.

    `now` is the moment the text is written; `hearsay` stands for any weight below 1, `never` for a retraction.
    """
    root = etree.fromstring(RULES.extract(observed(text, kind, document_id)))
    return sorted(_line(element) for element in root.iter("relationship", "retraction"))


def _line(element: etree._Element) -> str:
    start, end = element.get("valid_from") or "", element.get("valid_to") or ""
    end = "now" if end == instant_text(SEEN) else end
    line = f"{element.get('source')} {element.get('type')} {element.get('target')}"
    line += f" [{start}, {end})" if start or end else ""
    line += f" for {element.get('replaces')}" if element.get("replaces") else ""
    others = [other.text or "" for other in element.iter("alt")]
    line += " over " + ", ".join(others) if others else ""
    if element.tag == "retraction":
        return f"never: {line}"
    if element.get("evidence") == "planned":
        return f"planned: {line}"
    return f"hearsay: {line}" if element.get("weight") else line


def listed(text: str, kind: ObservationKind = "note", document_id: str | None = None) -> list[str]:
    """The things that the text names, sorted: `library:jose`."""
    root = etree.fromstring(RULES.extract(observed(text, kind, document_id)))
    return sorted(f"{element.get('type')}:{element.get('name')}" for element in root.iter("entity"))


def kept(text: str, kind: ObservationKind = "note", document_id: str | None = None) -> list[str]:
    """The properties of what the text names, sorted: `lodash version 4.17.21 [2025-03, )`."""
    root = etree.fromstring(RULES.extract(observed(text, kind, document_id)))
    return sorted(_property(entity, kept) for entity in root.iter("entity") for kept in entity.iter("property"))


def _property(entity: etree._Element, kept: etree._Element) -> str:
    start, end = kept.get("valid_from") or "", kept.get("valid_to") or ""
    end = "now" if end == instant_text(SEEN) else end
    line = f"{entity.get('name')} {kept.get('key')} {kept.text}" + (f" [{start}, {end})" if start or end else "")
    return f"planned: {line}" if kept.get("evidence") == "planned" else line


def reasons(text: str) -> list[str]:
    """Why the relations of the text hold, in its order, where it says so."""
    return [element.text or "" for element in etree.fromstring(RULES.extract(observed(text))).iter("reasoning")]


def changes(text: str) -> list[str]:
    """The words by which the text says that something changed, where it does not name what was before."""
    root = etree.fromstring(RULES.extract(observed(text)))
    return [element.get("change", "") for element in root.iter("relationship") if element.get("change")]
