"""The elements of an extraction as plain values, and how they are written as XML; pure.

An extractor that composes its answer builds elements and lets them escape themselves:

>>> jose = Element("entity", {"type": "library", "name": "jose"}, children=(Element("alias", text="panva/jose"),))
>>> jose.markup()
'<entity type="library" name="jose"><alias>panva/jose</alias></entity>'
>>> graph_markup(entities=[Element("entity", {"type": "library", "name": "R&D"})])
'<temporal_graph><entities><entity type="library" name="R&amp;D"/></entities></temporal_graph>'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from html import unescape
from typing import Final

_ILLEGAL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_SPECIAL: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}
_IN_TEXT: Final = re.compile(r"[&<>\r]")
_IN_ATTRIBUTE: Final = re.compile(r'[&<>"\t\n\r]')


@dataclass(frozen=True, slots=True)
class Element:
    """One element: its tag, its attributes, its own text and its child elements, in order.

    `raw` is the text it was read from; it takes no part in comparing.
    """

    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    text: str = ""
    children: tuple[Element, ...] = ()
    raw: str = field(default="", compare=False)

    def named(self, tag: str) -> list[Element]:
        """The children of that tag, in order."""
        return [child for child in self.children if child.tag == tag]

    def mapped(self, change: Callable[[str], str]) -> Element:
        """The element with every value and text changed; where that makes a difference, its raw text is made anew."""
        children = tuple(child.mapped(change) for child in self.children)
        values = {name: change(value) for name, value in self.attributes.items()}
        mapped = replace(self, attributes=values, text=change(self.text), children=children)
        return self if mapped == self else replace(mapped, raw=mapped.markup())

    def markup(self) -> str:
        """This element as well-formed XML. Characters that XML cannot carry become U+FFFD."""
        attributes = "".join(f' {name}="{_escaped(value, _IN_ATTRIBUTE)}"' for name, value in self.attributes.items())
        inner = _escaped(self.text, _IN_TEXT) + "".join(child.markup() for child in self.children)
        return f"<{self.tag}{attributes}>{inner}</{self.tag}>" if inner else f"<{self.tag}{attributes}/>"


@dataclass(frozen=True, slots=True)
class Quarantined:
    """An element that is not stored as fact: its raw text, and why."""

    element: str
    reason: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read from a reply: its `entity`, `relationship` and `retraction` elements, in order.

    `partial` says that the reply was cut off; `broken` are elements that could not be parsed.
    """

    elements: tuple[Element, ...]
    partial: bool = False
    broken: tuple[Quarantined, ...] = ()
    notes: tuple[str, ...] = ()

    def mapped(self, change: Callable[[str], str]) -> Reading:
        """The reading with every value and text changed; of what could not be parsed, what its references stand for."""
        broken = tuple(replace(part, element=_spelt_out(part.element, change)) for part in self.broken)
        return replace(self, elements=tuple(element.mapped(change) for element in self.elements), broken=broken)


def _spelt_out(raw: str, change: Callable[[str], str]) -> str:
    plain = unescape(raw)
    changed = change(plain)
    return raw if changed == plain else changed


def graph_markup(entities: Iterable[Element] = (), relationships: Iterable[Element] = ()) -> str:
    """A whole answer; `relationships` may hold `retraction` elements too. Empty parts are left out."""
    parts = (("entities", tuple(entities)), ("relationships", tuple(relationships)))
    filled = tuple(Element(tag, children=children) for tag, children in parts if children)
    return Element("temporal_graph", children=filled).markup()


def legal(text: str) -> str:
    """The text with each character that XML cannot carry replaced by U+FFFD; the length stays."""
    return _ILLEGAL.sub("\ufffd", text)


def _escaped(text: str, special: re.Pattern[str]) -> str:
    return special.sub(lambda match: _SPECIAL[match[0]], legal(text))
