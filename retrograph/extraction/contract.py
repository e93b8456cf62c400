"""What a valid extraction is: from elements that were read to typed values that may be stored; pure.

The XML that every extractor emits (`elements.graph_markup` writes it, `xml.read` reads it, `schema.relax_ng`
states it formally)::

    <temporal_graph>
      <entities>
        <entity type="library" name="jose">
          <alias>panva/jose</alias>
          <property key="runtime" valid_from="2025-03">edge<quote>runs on the edge since March</quote></property>
        </entity>
      </entities>
      <relationships>
        <relationship type="uses" source="auth middleware" target="jose" weight="1.0"
                      valid_from="2025-03-01" valid_to="current" evidence="stated" replaces="jsonwebtoken">
          <quote>exact words of the observation</quote>
          <reasoning>Edge runtime needs Web Crypto</reasoning>
          <sentiment>positive</sentiment>
          <alternatives><alt>jsonwebtoken</alt></alternatives>
        </relationship>
        <retraction type="uses" source="parser" target="regex"><quote>...</quote><reasoning>...</reasoning></retraction>
      </relationships>
    </temporal_graph>

**entity**: `type` and `name`; the name or one alias must stand in the text, and an alias that does not is left out.
Of several spellings of one name (`ADR 7`, `ADR-0007`) it is the one in the text that names it.
Only organization `team` and person `user` need not: they are the unnamed "we" and "I" of whoever speaks.
**relationship**: `type`, `source`, `target`; optional `source_type`, `target_type` where a name has several types.
An end is named as it is listed (name or alias), or as it is known already. One of the two must stand in the text (a
quote may say "it" of the other); without a quote, both must. `replaces` names the earlier target that ends where this
one starts. Where the text only says that something changed ("now we use Y"), `change` holds the words that say so; an
earlier target of the same source and type then ends if the record ties the two (`graph/succession.py`).
**retraction**: the same without `replaces`; it says that the relation was never so (between its dates, if any).
**property**: `key` (kept in lower case) and the value as its text. Without a quote the value must stand in the text.

Times, on relationship, retraction and property. A date is `2025`, `2025-03`, `2025-03-15` or a date-time; without an
offset it is read in the observation's zone.

=============  =================  ==========================================================================
`valid_from`   `valid_to`         meaning
=============  =================  ==========================================================================
none, unknown  none, unknown,     it is so from the observation's time on, until further notice (start assumed)
               current
date           the same           it is so from that date on, until further notice
date           date               it is so between them
unknown        date               it stopped being so then; nothing is said of its start
none           date               the same; only where the date lies after the observation it is so until then
=============  =================  ==========================================================================

A bound that is exactly the observation's own instant counts as assumed, not as stated; so "we no longer use X" is
`valid_from="unknown"` and `valid_to` = the observation's instant. `phrase_from` and `phrase_to` may keep the words a
date was read from ("last March"); they must stand in the text.

`weight` is a number from 0.1 to 1.0 (default 1.0), `evidence` one of planned, stated, observed (default stated), on
relationship, retraction and property. A quote is exact words of the observation, but for white space.

Whatever breaks a rule is quarantined with its raw text and the reason. Nothing invalid is returned.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final, TypeVar

from retrograph.errors import InvalidInput
from retrograph.extraction.elements import Element, Quarantined, Reading
from retrograph.extraction.extracted import (
    ExtractedEntity,
    ExtractedProperty,
    ExtractedRelation,
    Extraction,
    Mention,
    Times,
    joined,
)
from retrograph.extraction.passage import Passage, strings_in
from retrograph.graph.identity import display_name, fold, normal_form
from retrograph.graph.intervals import Period, bounds, period, zone_named
from retrograph.graph.model import Evidenced, NewObservation, Observation
from retrograph.graph.vocabulary import (
    ENTITY_TYPES,
    EVIDENCE,
    RELATION_TYPES,
    SENTIMENTS,
    SPEAKERS,
    WEIGHT_RANGE,
    EntityType,
    Sentiment,
)

__all__ = ["parse"]

KEY_LIMIT: Final = 100
"""Longest key of a property, in characters."""

_NUMBER: Final = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,9})?")
_T = TypeVar("_T")
_Word = TypeVar("_Word", bound=str)


def parse(reading: Reading, observation: NewObservation | Observation) -> Extraction:
    """The valid part of what was read, checked against the vocabulary and the observation's own words.

    Raises nothing for what a reply holds: what is not valid is in `quarantined`.
    """
    return _Parser(observation, reading).extraction()


class _Refused(Exception):
    """This element is not valid; the message says why."""


class _Parser:
    def __init__(self, observation: NewObservation | Observation, reading: Reading) -> None:
        also = [observation.document_id or "", *strings_in(dict(observation.metadata))]
        self._passage = Passage(observation.content, also)
        self._occurred = observation.occurred_at
        self._zone = zone_named(observation.zone)
        self._reading = reading
        self._quarantined = list(reading.broken)
        self._notes = list(reading.notes)
        self._listed: dict[EntityType, set[str]] = {}

    def extraction(self) -> Extraction:
        elements = self._reading.elements
        entities = list(self._each(self._entity, (e for e in elements if e.tag == "entity")))
        relations = list(self._each(self._relation, (e for e in elements if e.tag != "entity")))
        return Extraction(
            joined(entities), tuple(relations), self._reading.partial, tuple(self._quarantined), tuple(self._notes)
        )

    def _each(self, make: Callable[[Element], _T], elements: Iterable[Element]) -> Iterator[_T]:
        for element in elements:
            try:
                yield make(element)
            except (_Refused, InvalidInput) as refused:
                self._quarantined.append(Quarantined(element.raw or element.markup(), str(refused)))

    # -- entities ------------------------------------------------------------------------------------------

    def _entity(self, element: Element) -> ExtractedEntity:
        type_ = _one_of(element, "type", ENTITY_TYPES)
        aliases = [display_name(child.text) for child in element.named("alias")]
        name = self._as_spelled(type_, display_name(_required(element, "name")), aliases)
        names = {normal_form(type_, name): name}
        standing = self._passage.names(name, type_) or (type_, fold(name)) in SPEAKERS
        for alias in aliases:
            form = _form(type_, alias)
            if form is None or form in names:
                continue
            if self._passage.names(alias, type_):
                names[form] = alias
            else:
                self._notes.append(f"alias {alias!r} of {name!r} is not in the text and was left out")
        if not standing and len(names) == 1:
            raise _Refused(f"neither the name {name!r} nor an alias of it is in the text")
        self._listed.setdefault(type_, set()).update(names)
        properties = tuple(self._each(self._property, element.named("property")))
        return ExtractedEntity(type_, name, tuple(names.values())[1:], properties, element.raw)

    def _as_spelled(self, type_: EntityType, name: str, aliases: Iterable[str]) -> str:
        """The name, or an alias that is the same name (`ADR-0007` for `ADR 7`) where only that one is in the text."""
        form = normal_form(type_, name)
        others = [alias for alias in aliases if alias != name and _form(type_, alias) == form]
        return next((spelled for spelled in (name, *others) if self._passage.says(spelled)), name) if others else name

    def _property(self, element: Element) -> ExtractedProperty:
        key = " ".join(_required(element, "key").lower().split())
        if len(key) > KEY_LIMIT:
            raise _Refused(f"a property's key has at most {KEY_LIMIT} characters; this one has {len(key)}")
        value = display_name(element.text)
        if not value:
            raise _Refused(f"the property {key!r} has no value")
        why = self._why(element)
        if why.quote is None and not self._passage.says(value):
            raise _Refused(f"without a quote the value must be in the text, and {value[:80]!r} is not")
        return ExtractedProperty(key, value, self._times(element), why, element.raw)

    # -- relations -----------------------------------------------------------------------------------------

    def _relation(self, element: Element) -> ExtractedRelation:
        type_ = _one_of(element, "type", RELATION_TYPES)
        source, target = self._mention(element, "source"), self._mention(element, "target")
        why = self._why(element)
        absent = [m for m in (source, target) if not (self._is_listed(m) or self._passage.names(m.name, m.type))]
        if absent and why.quote is None:
            raise _Refused(f"without a quote both names must be in the text, and {absent[0].name!r} is not")
        if len(absent) == 2:
            raise _Refused(f"neither {source.name!r} nor {target.name!r} is in the text")
        times = self._times(element)
        replaces = self._replaces(element, target, times)
        change = None if replaces else self._change(element, times)
        return ExtractedRelation(source, type_, target, times, why, replaces, change, element.raw)

    def _mention(self, element: Element, end: str) -> Mention:
        name = display_name(_required(element, end))
        given = element.attributes.get(f"{end}_type", "").strip()
        type_ = _one_of(element, f"{end}_type", ENTITY_TYPES) if given else None
        normal_form(type_ or "concept", name, field=end)
        return Mention(name, type_)

    def _replaces(self, element: Element, target: Mention, times: Times) -> str | None:
        name = display_name(element.attributes.get("replaces", ""))
        if not name:
            return None
        if times.saying != "assert":
            raise _Refused("only what holds from now on can replace something")
        if normal_form("concept", name, field="replaces") == normal_form("concept", target.name):
            self._notes.append(f"{target.name!r} cannot replace itself: replaces was left out")
            return None
        return name

    def _change(self, element: Element, times: Times) -> str | None:
        words = element.attributes.get("change", "").strip()
        if not words or times.saying != "assert":
            return None
        found = self._passage.quote(words)
        if found is None:
            self._notes.append(f"change {words[:80]!r} is not in the text and was left out")
        return found.words if found else None

    def _is_listed(self, mention: Mention) -> bool:
        return any(
            _form(type_, mention.name) in forms
            for type_, forms in self._listed.items()
            if mention.type in (None, type_)
        )

    # -- what every statement has --------------------------------------------------------------------------

    def _times(self, element: Element) -> Times:
        start, said = self._date(element, "valid_from", ("unknown",))
        end, _ = self._date(element, "valid_to", ("unknown", "current"))
        if start and end:
            bounds(start, end, self._occurred, field="valid_to")
        if element.tag == "retraction":
            return Times("retract", start, end)
        if end and not start and (said == "unknown" or end.start <= self._occurred):
            return Times("end", None, None if self._is_now(end) else end)
        if end and self._is_now(end):
            end = replace(end, grain="assumed")
        return Times("assert", None if start and self._is_now(start) else start, end)

    def _date(self, element: Element, name: str, words: tuple[str, ...]) -> tuple[Period | None, str]:
        text = element.attributes.get(name, "").strip()
        if not text or text.lower() in words:
            return None, text.lower()
        return period(text, self._zone, field=name, naive=True), text

    def _is_now(self, stated: Period) -> bool:
        return stated.grain == "instant" and stated.start == self._occurred

    def _why(self, element: Element) -> Evidenced:
        evidence = _one_of(element, "evidence", EVIDENCE, default="stated")
        why = Evidenced(_weight(element), evidence)
        if element.tag == "relationship":
            why = replace(why, sentiment=self._sentiment(element), alternatives=_alternatives(element))
        quotes = []
        for child in element.named("quote"):
            if not child.text.strip():
                continue
            found = self._passage.quote(child.text)
            if found is None:
                raise _Refused(f"the quote is not in the observation: {child.text.strip()[:80]!r}")
            quotes.append(found)
        if quotes:
            why = replace(why, quote=quotes[0].words, span=quotes[0].span)
        reasoning = " ".join(" ".join(child.text.split()) for child in element.named("reasoning")).strip() or None
        return replace(
            why, reasoning=reasoning, phrase_from=self._phrase(element, "from"), phrase_to=self._phrase(element, "to")
        )

    def _phrase(self, element: Element, bound: str) -> str | None:
        words = element.attributes.get(f"phrase_{bound}", "").strip()
        found = self._passage.quote(words) if words else None
        return found.words if found else None

    def _sentiment(self, element: Element) -> Sentiment | None:
        said: Sentiment | None = None
        for child in element.named("sentiment"):
            text = child.text.strip().lower()
            if text in SENTIMENTS:
                said = text
            elif text:
                reason = f"sentiment {text[:40]!r} is not one of {', '.join(SENTIMENTS)}"
                self._quarantined.append(Quarantined(child.raw or child.markup(), reason))
        return said


def _required(element: Element, name: str) -> str:
    text = element.attributes.get(name, "").strip()
    if not text:
        raise _Refused(f"<{element.tag}> has no {name}")
    return text


def _one_of(element: Element, name: str, allowed: tuple[_Word, ...], default: str = "") -> _Word:
    text = element.attributes.get(name, default).strip().lower() or default
    for word in allowed:
        if word == text:
            return word
    missing = f"<{element.tag}> has no {name}" if not text else f"{name} {text[:40]!r} is outside the vocabulary"
    raise _Refused(f"{missing}; use one of {', '.join(allowed)}")


def _weight(element: Element) -> float:
    text = element.attributes.get("weight", "").strip()
    if not text:
        return 1.0
    low, high = WEIGHT_RANGE
    if not _NUMBER.fullmatch(text) or not low <= float(text) <= high:
        raise _Refused(f"weight {text[:40]!r} is no number from {low} to {high}")
    return float(text)


def _alternatives(element: Element) -> tuple[str, ...]:
    named = (alt for child in element.named("alternatives") for alt in child.named("alt"))
    return tuple(dict.fromkeys(name for alt in named if (name := display_name(alt.text))))


def _form(entity_type: str, name: str) -> str | None:
    try:
        return normal_form(entity_type, name)
    except InvalidInput:
        return None
