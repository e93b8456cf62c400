"""The fields of a record's header, each with the exact lines it stands on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

CANONICAL: Final = {
    "owner": "author", "authors": "author", "author(s)": "author", "저자": "author", "작성자": "author",
    "replaced-by": "superseded-by", "superseded by": "superseded-by", "replaced by": "superseded-by",
    "succeeded by": "superseded-by", "대체됨": "superseded-by", "후속 결정": "superseded-by",
    "supersedes": "replaces", "대체": "replaces", "대체함": "replaces", "상태": "status", "날짜": "date",
    "일자": "date", "결정일": "date", "작성일": "date", "제목": "title", "결정자": "deciders", "decider": "deciders",
    "decision-makers": "deciders", "decision makers": "deciders", "last modified": "last-modified",
    "관련": "related", "관련 결정": "related", "related to": "related", "결정": "decision",
}  # fmt: skip
"""Fields that go by several names, and the one they are kept under."""

ONE_LINE_COUNTS: Final = frozenset({"status", "title", "type", "created", "version", "date", "last-modified"})
"""Fields of which a record has one: of two such lines the later counts. The values of others are joined."""

_RUN_IN: Final = re.compile(
    r"(?<=\S)[ \t]+(?=(?:Title|Authors?|Status|Type|Created|Version|Last-Modified|Python-Version|Discussions-To"
    r"|Replaces|Superseded-By|Content-Type|Post-History|Resolution):[ \t])"
)
FIELD: Final = re.compile(r"(?P<name>[^\W\d_](?:[\w ()-]{0,40}[\w)])?)[ \t]*:(?:[ \t]+(?P<value>.*)|[ \t]*)$")
_WITHOUT_COLON: Final = re.compile(
    r"(?P<name>[A-Z]{2,8}|Version|Title|Author|Status|Type|Created) (?P<value>[0-9$].*)$"
)
_LINE_ENDS: Final = "\r\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
_SUPERSEDED: Final = re.compile(
    r"(?P<status>superseded|replaced|deprecated|대체됨)"
    r"(?:\s+(?:by|in\s+favou?r\s+of)\s+|\s*[:→]\s*|\s*(?P<open>\()(?=[A-Z]{2,}))(?P<by>\S.*?)(?(open)\))$",
    re.IGNORECASE,
)
_SUPERSEDES: Final = re.compile(r"(?:supersedes|replaces)\s*:?\s+(?P<by>\S.*)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a text, without its line end, and where it stands."""

    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Field:
    """One header field: its name in lower case, its text on one line, its span, and its text line by line."""

    name: str
    value: str
    span: tuple[int, int]
    lines: tuple[Line, ...]


def lines_of(text: str, start: int = 0) -> Iterator[Line]:
    """The lines of a text from `start` on."""
    for line in text[start:].splitlines(keepends=True):
        yield Line(line.rstrip(_LINE_ENDS), start)
        start += len(line)


def fields_in(line: Line) -> Iterator[Field]:
    """The fields that a header line holds: one, none, or more where a line break was lost."""
    offset = 0
    for piece in _RUN_IN.split(line.text):
        begin = line.text.index(piece, offset)
        offset = begin + len(piece)
        field = FIELD.match(piece) or (_WITHOUT_COLON.match(piece) if begin == 0 else None)
        if field:
            yield field_of(field, Line(piece, line.start + begin))


def field_of(match: re.Match[str], line: Line) -> Field:
    """The field that a line with a `name` and a `value` is."""
    name = " ".join(match["name"].casefold().split())
    value = match["value"] or ""
    begin = line.start + (match.start("value") if match["value"] else len(line.text))
    return Field(CANONICAL.get(name, name), " ".join(value.split()), (line.start, line.end), (Line(value, begin),))


def continued(field: Field, line: Line) -> Field:
    """The field with one more line of its value."""
    value = " ".join(f"{field.value} {line.text}".split())
    return replace(field, value=value, span=(field.span[0], line.end), lines=(*field.lines, line))


def merged(fields: Iterable[Field], text: str) -> Iterator[Field]:
    """One field a name, empty ones left out."""
    by_name: dict[str, Field] = {}
    for field in fields:
        if not field.value:
            continue
        known = by_name.get(field.name)
        if known is None or field.name in ONE_LINE_COUNTS:
            by_name[field.name] = field
        elif known.value != field.value:
            adjacent = not text[known.span[1] : field.span[0]].strip()
            span = (known.span[0] if adjacent else field.span[0], field.span[1])
            by_name[field.name] = Field(field.name, f"{known.value}, {field.value}", span, (*known.lines, *field.lines))
    yield from by_name.values()


_NEXT_SENTENCE: Final = re.compile(
    r"(?<=[\w)])\s*[.;,]\s+(?=(?:supersedes|replaces|superseded\s+by|replaced\s+by)\s)", re.IGNORECASE
)


def status_parts(field: Field) -> Iterator[Field]:
    """`Superseded by ADR-9` as the status `Superseded` and the field `superseded-by`; any other status as it is.

    `Accepted. Supersedes ADR-9.` is a status and a field.
    """
    parts = _NEXT_SENTENCE.split(field.value)
    for part in parts:
        yield from _status(replace(field, value=part.rstrip(".") if len(parts) > 1 else part))


def _status(field: Field) -> Iterator[Field]:
    found = _SUPERSEDED.match(field.value)
    if found:
        yield replace(field, value=found["status"])
        yield replace(field, name="superseded-by", value=found["by"])
    elif supersedes := _SUPERSEDES.match(field.value):
        yield replace(field, name="replaces", value=supersedes["by"])
    else:
        yield field
