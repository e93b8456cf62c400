"""Reads one tag or one text of a model's markup, mending what is wrong with it; pure and linear.

Only the tags of the vocabulary are markup. Everything else between `<` and `>` is text, and so is whatever stands
between `<quote>` and its `</quote>`. So no text is lost to a bare `&`, to `List<String>` or to a `]]>`.

>>> mended("AT&T &amp; Tom &nbsp; List<int>")
'AT&amp;T &amp; Tom &amp;nbsp; List&lt;int&gt;'
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from retrograph.extraction.elements import legal

VALUE_LIMIT: Final = 4_096
"""Longest value of an attribute, in characters."""
ATTRIBUTE_LIMIT: Final = 64
"""Most attributes of a tag. An XML parser compares each with all before it, so that their number costs its square."""
SECTION_LIMIT: Final = 1 << 18
"""Longest CDATA section, in characters; where none ends within it, `<![CDATA[` is text."""

ROOT: Final = "temporal_graph"
CONTAINERS: Final = ("entities", "relationships")
ITEMS: Final = ("entity", "relationship", "retraction")
LEAVES: Final = ("quote", "reasoning", "sentiment", "alias", "alt")
GROUPS: Final = ("property", "alternatives")

_NAMES = "|".join((ROOT, *CONTAINERS, *ITEMS, *LEAVES, *GROUPS))
MARK: Final = re.compile(
    rf"<(?:(?P<close>/?)(?P<name>{_NAMES})(?=[\s/>]|\Z)|(?P<comment>!--)|(?P<cdata>!\[CDATA\[)"
    r"|(?P<dtd>!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)\b))",
    re.IGNORECASE,
)
"""Where markup starts: a tag of the vocabulary, a comment, a CDATA section or a declaration."""

_TAG_AHEAD: Final = re.compile(rf"\s*+(?:</?(?:{_NAMES})(?=[\s/>]|\Z)|\Z)", re.IGNORECASE)
_ATTRIBUTE: Final = re.compile(r"""\s*+([A-Za-z_][\w:.-]*+)\s*+=\s*+(?:(["'])|([^\s"'<>=/]++))""")
_AFTER_VALUE: Final = re.compile(r"\s*+(?:/?>|[A-Za-z_][\w:.-]*+\s*+(?:=|/?>))")
_TAG_END: Final = re.compile(r"\s*+(/?)\s*+>")
_LEAF_MARK: Final = {
    name: re.compile(rf"<(?:(/){name}\s*>|{name}(?=[\s/>])|!\[CDATA\[)", re.IGNORECASE) for name in LEAVES
}
_PARENT_END: Final = re.compile(r"</(?:entity|relationship|retraction|property|alternatives)\s*>", re.IGNORECASE)
_REFERENCE: Final = r"(?:amp|lt|gt|quot|apos|#(?:[0-9]{1,7}|x[0-9A-Fa-f]{1,6}));"
_BARE: Final = re.compile(rf"&(?!{_REFERENCE})|[<>\"]")
_NUMERIC: Final = re.compile(r"&#(x?)([0-9A-Fa-f]{1,7});")
_SECTION: Final = re.compile(r"<!--(?:.*?)-->|<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
_ESCAPES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}


class Cut(Exception):
    """The text ends inside an element."""


def literal(text: str) -> str:
    """Any text as XML text; nothing in it is markup."""
    return re.sub(r'[&<>"]', lambda match: _ESCAPES[match[0]], legal(text))


def mended(text: str) -> str:
    """Text of a reply as XML text: references of XML stay, every other `&` and all `<` and `>` are escaped."""
    escaped = _BARE.sub(lambda match: _ESCAPES[match[0]], legal(text))
    return _NUMERIC.sub(lambda match: match[0] if _is_legal(match) else "&amp;" + match[0][1:], escaped)


def mixed(text: str) -> str:
    """The same, with CDATA sections taken literally and comments left out."""
    parts, position = [], 0
    for section in _SECTION.finditer(text):
        parts += [mended(text[position : section.start()]), literal(section[1] or "")]
        position = section.end()
    return "".join((*parts, mended(text[position:])))


def _is_legal(reference: re.Match[str]) -> bool:
    try:
        character = chr(int(reference[2], 16 if reference[1] else 10))
    except (ValueError, OverflowError):
        return False
    return legal(character) == character


@dataclass(slots=True)
class Tag:
    """An opening tag: its attributes as written, whether it closes itself, where it ends, what is wrong with it."""

    attributes: dict[str, str] = field(default_factory=dict)
    empty: bool = False
    end: int = 0
    fault: str | None = None

    def opening(self, name: str) -> str:
        """The tag as well-formed XML."""
        return f"<{name}" + "".join(f' {key}="{mended(value)}"' for key, value in self.attributes.items()) + ">"


def read_tag(text: str, at: int) -> Tag:
    """The opening tag whose name ends at `at`. An attribute's value may hold its own kind of quote.

    Raises:
        Cut: the text ends inside the tag.
    """
    tag = Tag()
    while not (end := _TAG_END.match(text, at)):
        attribute = _ATTRIBUTE.match(text, at)
        value_end = _value_end(text, attribute) if attribute else None
        if attribute is None or value_end is None:
            return _unreadable(text, at, tag)
        name = attribute[1].lower()
        if name in tag.attributes:
            tag.fault = tag.fault or f"the attribute {name} is given twice"
        elif len(tag.attributes) == ATTRIBUTE_LIMIT:
            tag.fault = tag.fault or f"it has more than {ATTRIBUTE_LIMIT} attributes"
        if tag.fault is None:
            tag.attributes[name] = attribute[3] or text[attribute.end() : value_end]
        at = value_end + (1 if attribute[2] else 0)
    tag.empty, tag.end = bool(end[1]), end.end()
    return tag


def _value_end(text: str, attribute: re.Match[str]) -> int | None:
    """Where the value ends: at the first closing quote that markup follows, else at the first."""
    if not attribute[2]:
        return attribute.end()
    first: int | None = None
    seen = attribute.end()
    while (found := text.find(attribute[2], seen, attribute.end() + VALUE_LIMIT + 1)) >= 0:
        if _AFTER_VALUE.match(text, found + 1):
            return found if first is None or not MARK.search(text, first, found) else first
        first = found if first is None else first
        seen = found + 1
    return first


def _unreadable(text: str, at: int, tag: Tag) -> Tag:
    end = text.find(">", at)
    if end < 0:
        raise Cut
    tag.fault = "its opening tag cannot be read"
    tag.empty, tag.end = text[end - 1] == "/", end + 1
    return tag


def read_leaf(text: str, name: str, at: int) -> tuple[str | None, int]:
    """The text of a leaf, mended, and where its closing tag ends; None where that is missing and its parent's follows.

    A closing tag counts when markup follows it, so that a quote may hold `</quote>` itself.

    Raises:
        Cut: neither the leaf nor its parent is closed.
    """
    begin = seen = within = at  # no parent ends before `within`
    parts: list[str] = []
    depth = 0
    fallback: tuple[str, int] | None = None
    while mark := _LEAF_MARK[name].search(text, seen):
        seen = mark.end()
        if mark[0].startswith("<!"):
            end = cdata_end(text, name, seen)
            parts += [mended(text[begin : mark.start()]), literal(text[seen:end]) if end else ""]
            begin = seen = within = end + 3 if end else seen
        elif not mark[1]:
            if fallback or _PARENT_END.search(text, within, mark.start()):
                break
            depth += 1
            within = seen
        elif depth:
            depth -= 1
        else:
            ahead = _TAG_AHEAD.match(text, seen) is not None
            if ahead or fallback is None:
                content = "".join(parts) + mended(text[begin : mark.start()])
                if ahead:
                    return content, seen
                fallback = content, seen
    if fallback:
        return fallback
    parent = _PARENT_END.search(text, at)
    if parent is None:
        raise Cut
    return None, parent.start()


def cdata_end(text: str, leaf: str | None, at: int) -> int | None:
    """Where the `]]>` is that ends the CDATA section begun before `at`: the first, or the one before `</leaf>`."""
    first = text.find("]]>", at, at + SECTION_LIMIT)
    if first < 0:
        return None
    following = _LEAF_MARK[leaf].search(text, first + 3) if leaf else None
    if following and following[1]:
        between = text[first + 3 : following.start()].rstrip()
        if between.endswith("]]>"):
            return first + len(between)
    return first
