"""A model's reply as plain elements, however it is wrapped, and safely. The only module that knows lxml.

>>> reading = read('Sure!\\n```xml\\n<entities><entity type="library" name="AT&T kit"/></entities>\\n```')
>>> [(e.tag, e.attributes["name"]) for e in reading.elements], reading.partial
([('entity', 'AT&T kit')], False)
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from lxml import etree

from retrograph.errors import ModelError
from retrograph.extraction.elements import Element, Quarantined, Reading
from retrograph.extraction.scanner import payload
from retrograph.extraction.schema import relax_ng

SIZE_LIMIT: Final = 8 * 1024 * 1024
"""Longest reply, in characters (or bytes, where it comes as bytes); a longer one is refused unread."""
DEPTH_LIMIT: Final = 8
"""Deepest nesting inside one element. The vocabulary needs three."""


def read(reply: str | bytes) -> Reading:
    """The elements of the payload in a reply: in prose, code fences or `<think>` blocks, whole or cut off.

    Repairs bare `&` and `<` first, so that no text is lost; then each element is parsed on its own, without
    entities, document types or network, so that a broken one costs no other.

    Raises:
        ModelError: over `SIZE_LIMIT`, no payload in it, or a document type or entity declared.
    """
    if len(reply) > SIZE_LIMIT:
        raise ModelError(f"the reply has {len(reply):,} characters; at most {SIZE_LIMIT:,} are read")
    text = reply.decode("utf-8-sig", errors="replace") if isinstance(reply, bytes) else reply.removeprefix("\ufeff")
    region = payload(text)
    parser = _parser()
    elements: list[Element] = []
    broken: list[Quarantined] = []
    for item in region.items:
        if item.fault is None:
            try:
                elements.append(_plain(etree.fromstring(item.markup, parser), item.raw))
                continue
            except (etree.XMLSyntaxError, ValueError) as error:
                fault = str(error)
        else:
            fault = item.fault
        broken.append(Quarantined(item.raw, fault))
    return Reading(tuple(elements), not region.whole, tuple(broken), (region.cut,) if region.cut else ())


def validate(document: str | bytes) -> list[str]:
    """What the schema finds wrong with a strict document, line by line; empty when it is valid.

    For writers of extractors. `read` accepts more than this.
    """
    try:
        root = etree.fromstring(document.encode() if isinstance(document, str) else document, _parser())
    except (etree.XMLSyntaxError, ValueError) as error:
        return [str(error)]
    schema = _schema()
    if schema.validate(root):
        return []
    return [f"line {entry.line}: {entry.message}" for entry in schema.error_log]


def _parser() -> etree.XMLParser:
    return etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False, huge_tree=False,
        remove_comments=True, remove_pis=True,
    )  # fmt: skip


@lru_cache(maxsize=1)
def _schema() -> etree.RelaxNG:
    return etree.RelaxNG(etree.fromstring(relax_ng().encode(), _parser()))


def _plain(element: etree._Element, raw: str, depth: int = 1) -> Element:
    if depth > DEPTH_LIMIT:
        raise ValueError(f"nested deeper than {DEPTH_LIMIT}")
    children = tuple(_plain(child, "", depth + 1) for child in element)
    text = "".join((element.text or "", *(child.tail or "" for child in element)))
    return Element(str(element.tag), {str(k): str(v) for k, v in element.attrib.items()}, text, children, raw)
