"""What the rules found in one observation, and how it is written down as the XML that every extractor emits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from retrograph.errors import InvalidInput
from retrograph.extraction.dates.reference import Reference
from retrograph.extraction.elements import Element, graph_markup
from retrograph.graph.identity import normal_form
from retrograph.graph.intervals import instant_text
from retrograph.graph.vocabulary import STATED_WEIGHT, EntityType, Evidence, RelationType, Sentiment

Key = tuple[str, str]
QUOTE_LIMIT: Final = 20_000
"""Longest quote, in characters. What would need more is left unsaid."""


@lru_cache(maxsize=10_000)
def _key(entity_type: str, name: str) -> Key | None:
    try:
        return entity_type, normal_form(entity_type, name)
    except InvalidInput:
        return None


@dataclass(frozen=True, slots=True)
class Name:
    """A thing as it is called: `Name("project", "auth middleware")`. Aliases are other names the text gives it.

    `version` is the one the text speaks of here ("Node 20"); it is no part of what makes two names one thing.
    """

    type: EntityType
    name: str
    aliases: tuple[str, ...] = ()
    version: str | None = field(default=None, compare=False)

    @property
    def key(self) -> Key | None:
        """What makes two names one thing; None where nothing visible is left of the name."""
        return _key(self.type, self.name)


@dataclass(frozen=True, slots=True)
class Dates:
    """The bounds a text gives, as they are written in an extraction, and the words they were read from.

    `start="unknown"` with an end: it stopped being so then, and nothing is said of its start.
    """

    start: str | None = None
    end: str | None = None
    phrase_from: str | None = None
    phrase_to: str | None = None

    def attributes(self) -> dict[str, str]:
        """As XML attributes; bounds that the text does not give are left out."""
        named = {
            "valid_from": self.start,
            "valid_to": self.end,
            "phrase_from": self.phrase_from,
            "phrase_to": self.phrase_to,
        }
        return {name: value for name, value in named.items() if value}


UNDATED: Final = Dates()


def ended_now(seen: Reference) -> Dates:
    """The dates of what a text says is over, without saying since when: until it was seen."""
    return Dates(start="unknown", end=instant_text(seen.at))


@dataclass(frozen=True, slots=True)
class Claim:
    """One relation that a text states, with the words that state it. `retracted`: the text says it was never so.

    `change` are the words that say that something is otherwise than before, where the text does not name what was.
    """

    source: Name
    type: RelationType
    target: Name
    quote: str
    dates: Dates = UNDATED
    weight: float = STATED_WEIGHT
    evidence: Evidence = "stated"
    replaces: str | None = None
    change: str | None = None
    reasoning: str | None = None
    sentiment: Sentiment | None = None
    alternatives: tuple[str, ...] = ()
    retracted: bool = False


@dataclass(frozen=True, slots=True)
class Trait:
    """One property of a thing, with the words that state it."""

    owner: Name
    key: str
    value: str
    quote: str
    dates: Dates = UNDATED
    weight: float = STATED_WEIGHT
    evidence: Evidence = "stated"


@dataclass(slots=True)
class Sheet:
    """Collects what is found, once each, in order."""

    _names: dict[Key, Name] = field(default_factory=dict)
    _claims: dict[object, Claim] = field(default_factory=dict)
    _traits: dict[Key, list[Trait]] = field(default_factory=dict)

    def name(self, name: Name) -> None:
        """List a thing, whether or not anything is said of it."""
        key = name.key
        if key is None:
            return
        known = self._names.get(key)
        if known is None:
            self._names[key] = name
            return
        others = (name.name, *name.aliases)
        aliases = dict.fromkeys((*known.aliases, *(other for other in others if other != known.name)))
        self._names[key] = replace(known, aliases=tuple(aliases))

    def same(self, one: str, other: str) -> bool:
        """Two names are one thing's. Of two things of one type that bear them, the first takes the other's place;
        where neither is listed, or they are of two types, nothing is done. Whether anything was."""
        owners, others = self._bearers(one), self._bearers(other)
        if len(owners) + len(others) == 1:
            key = (owners or others)[0]
            known, added = self._names[key], other if owners else one
            self._names[key] = replace(known, aliases=(*known.aliases, added))
            return True
        if len(owners) == len(others) == 1 and owners != others and owners[0][0] == others[0][0]:
            self._join(owners[0], others[0])
            return True
        return False

    def _bearers(self, name: str) -> list[Key]:
        return [
            key
            for key, known in self._names.items()
            if _key(known.type, name) in (key, *(_key(known.type, alias) for alias in known.aliases))
        ]

    def _join(self, kept: Key, gone: Key) -> None:
        name, other = self._names[kept], self._names.pop(gone)
        self._names[kept] = name = replace(name, aliases=(*name.aliases, other.name, *other.aliases))
        claims, self._claims = self._claims, {}
        for claim in claims.values():
            source = name if claim.source.key == gone else claim.source
            target = name if claim.target.key == gone else claim.target
            self.claim(replace(claim, source=source, target=target))
        for trait in self._traits.pop(gone, ()):
            self.trait(replace(trait, owner=name))

    def claim(self, claim: Claim) -> None:
        """State a relation; both its ends are listed."""
        source, target = claim.source.key, claim.target.key
        if source is None or target is None or source[1] == target[1] or not _quotable(claim.quote):
            return
        self.name(claim.source)
        self.name(claim.target)
        said = (source, claim.type, target, claim.dates, claim.evidence, claim.retracted, claim.replaces)
        self._claims.setdefault(said, claim)

    def trait(self, trait: Trait) -> None:
        """State a property; its owner is listed."""
        if trait.owner.key is None or not trait.value.strip() or not _quotable(trait.quote):
            return
        self.name(trait.owner)
        said = self._traits.setdefault(trait.owner.key, [])
        if trait not in said:
            said.append(trait)

    def claims(self) -> tuple[Claim, ...]:
        """The relations stated so far."""
        return tuple(self._claims.values())

    def markup(self) -> str:
        """The XML of everything found; an empty answer where nothing was."""
        types = Counter(name.name for name in self._names.values())
        return graph_markup(
            [self._entity_element(key, name) for key, name in self._names.items()],
            [self._claim_element(claim, types) for claim in self._claims.values()],
        )

    def _entity_element(self, key: Key, name: Name) -> Element:
        aliases = [Element("alias", text=alias) for alias in name.aliases]
        traits = [_trait_element(trait) for trait in self._traits.get(key, ())]
        return Element("entity", {"type": name.type, "name": name.name}, children=(*aliases, *traits))

    def _claim_element(self, claim: Claim, types: Mapping[str, int]) -> Element:
        attributes: dict[str, str] = {"type": claim.type}
        for role, end in (("source", claim.source), ("target", claim.target)):
            listed = self._names.get(end.key or ("", ""), end)
            attributes[role] = listed.name
            if types[listed.name] > 1:
                attributes[f"{role}_type"] = end.type
        if claim.weight != STATED_WEIGHT:
            attributes["weight"] = f"{claim.weight:g}"
        attributes |= claim.dates.attributes() | {"evidence": claim.evidence}
        if claim.replaces and not claim.retracted:
            attributes["replaces"] = claim.replaces
        elif claim.change and not claim.retracted:
            attributes["change"] = claim.change
        said = (("quote", claim.quote), ("reasoning", claim.reasoning), ("sentiment", claim.sentiment))
        children = [Element(tag, text=text) for tag, text in said if text]
        if claim.alternatives:
            others = tuple(Element("alt", text=other) for other in claim.alternatives)
            children.append(Element("alternatives", children=others))
        return Element("retraction" if claim.retracted else "relationship", attributes, children=tuple(children))


def _trait_element(trait: Trait) -> Element:
    attributes = {"key": trait.key, **trait.dates.attributes()}
    if trait.weight != STATED_WEIGHT:
        attributes["weight"] = f"{trait.weight:g}"
    if trait.evidence != "stated":
        attributes["evidence"] = trait.evidence
    return Element("property", attributes, trait.value, (Element("quote", text=trait.quote),))


def _quotable(quote: str) -> bool:
    return bool(quote.strip()) and len(quote) <= QUOTE_LIMIT
