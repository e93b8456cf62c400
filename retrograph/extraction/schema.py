"""The extraction format as a RELAX NG schema, made from `graph/vocabulary.py`; pure.

>>> relax_ng().startswith('<grammar xmlns="http://relaxng.org/ns/structure/1.0"')
True
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from retrograph.graph.vocabulary import ENTITY_TYPES, EVIDENCE, RELATION_TYPES, SENTIMENTS, WEIGHT_RANGE

DATE_PATTERN: Final = (
    r"[0-9]{4}(-[0-9]{2}(-[0-9]{2}([Tt ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.,][0-9]{1,9})?)?"
    r" ?([Zz]|[+\-][0-9]{2}(:?[0-9]{2})?)?)?)?)?"
)
"""A partial date or a date-time, as `intervals.period` reads it."""


def relax_ng() -> str:
    """The schema in RELAX NG's XML syntax. It states form and closed lists; `contract.parse` also checks the words."""
    low, high = WEIGHT_RANGE
    name = '<data type="string"><param name="pattern">[\\s\\S]*\\S[\\s\\S]*</param></data>'
    weight = (
        f'<data type="decimal"><param name="minInclusive">{low}</param><param name="maxInclusive">{high}</param></data>'
    )
    date = f'<data type="string"><param name="pattern">{DATE_PATTERN}</param></data>'
    times = (
        _optional("valid_from", f"<choice><value>unknown</value>{date}</choice>")
        + _optional("valid_to", f"<choice><value>unknown</value><value>current</value>{date}</choice>")
        + _optional("phrase_from", "<text/>")
        + _optional("phrase_to", "<text/>")
        + _optional("weight", weight)
        + _optional("evidence", _choice(EVIDENCE))
    )
    ends = (
        _attribute("type", _choice(RELATION_TYPES))
        + _attribute("source", name)
        + _attribute("target", name)
        + _optional("source_type", _choice(ENTITY_TYPES))
        + _optional("target_type", _choice(ENTITY_TYPES))
        + times
    )
    words = "".join(f"<optional>{_element(tag, '<text/>')}</optional>" for tag in ("quote", "reasoning"))
    feeling = f"<optional>{_element('sentiment', _choice(SENTIMENTS))}</optional>"
    others = f"<optional>{_element('alternatives', _any(_element('alt', '<text/>')))}</optional>"
    property_ = _element(
        "property",
        _attribute("key", name) + times + f"<mixed><optional>{_element('quote', '<text/>')}</optional></mixed>",
    )
    entity = _element(
        "entity",
        _attribute("type", _choice(ENTITY_TYPES))
        + _attribute("name", name)
        + f"<interleave>{_any(_element('alias', '<text/>'))}{_any(property_)}</interleave>",
    )
    relationship = _element(
        "relationship",
        ends
        + _optional("replaces", "<text/>")
        + _optional("change", "<text/>")
        + f"<interleave>{words}{feeling}{others}</interleave>",
    )
    retraction = _element("retraction", f"{ends}<interleave>{words}</interleave>")
    graph = _element(
        "temporal_graph",
        f"<interleave><optional>{_element('entities', _any(entity))}</optional>"
        f"<optional>{_element('relationships', _any(f'<choice>{relationship}{retraction}</choice>'))}</optional>"
        "</interleave>",
    )
    return (
        '<grammar xmlns="http://relaxng.org/ns/structure/1.0" '
        'datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">'
        f"<start>{graph}</start></grammar>"
    )


def _element(name: str, content: str) -> str:
    return f'<element name="{name}">{content}</element>'


def _attribute(name: str, content: str) -> str:
    return f'<attribute name="{name}">{content}</attribute>'


def _optional(name: str, content: str) -> str:
    return f"<optional>{_attribute(name, content)}</optional>"


def _any(content: str) -> str:
    return f"<zeroOrMore>{content}</zeroOrMore>"


def _choice(values: Iterable[str]) -> str:
    return "<choice>" + "".join(f"<value>{value}</value>" for value in values) + "</choice>"
