"""Decision records: what their headers say, in the RFC-822 style of PEPs and in the Markdown styles of ADRs.

    record = read_record(observation.content, observation.document_id)
    record.name.name                            # "PEP 572", "ADR 7"
    [(f.name, f.value) for f in record.fields]  # [("status", "Accepted"), ...]

A field keeps the exact lines that it stands on, so that it can be quoted. Real dirt is read as a person would read it:
a header line run into another, one without its colon, the same field twice, a misspelt status (kept as it is).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.header_fields import (
    CANONICAL,
    FIELD,
    Field,
    Line,
    continued,
    field_of,
    fields_in,
    lines_of,
    merged,
    status_parts,
)
from retrograph.extraction.rulebook.record_names import TITLE, name_of_document, record_name

HEAD_LIMIT: Final = 40_000
"""Characters at the start of a text in which its header is looked for."""

_PROSE: Final = frozenset(
    {"context", "consequences", "background", "problem", "summary", "note", "notes", "rationale", "reason", "todo"}
    | {"맥락", "배경", "결과", "이유", "메모", "문제", "요약"}
)
"""Words before a colon that begin the text itself."""
_MAIL: Final = frozenset({"from", "to", "subject", "message-id", "received", "reply-to", "cc"})
_SECTIONS: Final = frozenset(
    {"status", "date", "author", "authors", "deciders", "supersedes", "replaces", "related", "decision makers"}
    | {
        "decision-makers",
        "상태",
        "날짜",
        "일자",
        "작성자",
        "결정자",
        "대체",
        "대체됨",
        "대체함",
        "관련",
        "superseded by",
    }
)
_LISTED: Final = re.compile(
    r"[ \t]{0,3}(?:[-*+][ \t]+)?(?:\*\*|__|`)?(?P<name>[^\W\d_](?:[\w ()-]{0,40}[\w)])?)(?:\*\*|__|`)?"
    r"[ \t]*:(?:\*\*|__)?"
    r"(?:[ \t]+(?P<value>.*)|[ \t]*)$"
)
_ROW: Final = re.compile(
    r"[ \t]*\|[ \t]*(?:\*\*)?(?P<name>[^\W\d_][\w -]{0,40}?)(?:\*\*)?:?[ \t]*\|[ \t]*(?P<value>[^|]+?)[ \t]*\|[ \t]*$"
)
_HEADING: Final = re.compile(r"(?P<level>#{1,6})[ \t]+(?P<text>.*?)[ \t]*#*[ \t]*$")
_BARE_TITLE: Final = re.compile(r"[A-Za-z]{2,10}[-_ ]?[0-9]{1,6}[ \t]*[:.–—-][ \t]+\S.*$")
_INLINE: Final = re.compile(
    r"\W{0,4}(?P<title>[A-Z]{2,10}[- ]?[0-9]{1,6})[ \t,:]+"
    r"(?P<line>(?P<name>[Ss]tatus|상태)[ \t]*:[ \t]*(?P<value>[^\s.,;()]+))"
)
_BRACKETED: Final = re.compile(
    r"(?P<title>[A-Z]{2,10}[- ]?[0-9]{1,6})[^()\n]{0,80}\((?P<fields>[^()\n]{3,200})\)[ \t]*(?=\n|$)"
)
_PIECE: Final = re.compile(r"[^,;\s][^,;]*")
_KNOWN: Final = frozenset({"status", "date", "replaces", "superseded-by", "related", "requires"})
_PASSED_OVER: Final = re.compile(r"[ \t]*(?:<!--.*-->|\|[ \t:|-]+\||[-*_ \t]{3,}|\[?!\[.*)?[ \t]*$")
_OWN_SECTIONS: Final = re.compile(
    r"^#{2,3}\s*(?:\d+\.\s*)?(?:context|decision|consequences|considered|맥락|배경|결정|결과|고려)",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Record:
    """A decision record. `series` is "PEP" or "ADR"; `formal`: its header is RFC-822 style.

    `read` are the spans that the header takes; the rest is prose.
    """

    name: Name
    series: str
    fields: tuple[Field, ...]
    formal: bool
    read: tuple[tuple[int, int], ...]

    def field(self, name: str) -> Field | None:
        """The field of that name, if the record has it."""
        return next((field for field in self.fields if field.name == name), None)


def read_record(text: str, document_id: str | None = None) -> Record | None:
    """The decision record that a text is, or None where it is none."""
    head = text[:HEAD_LIMIT]
    start = len(head) - len(head.lstrip("\ufeff \t\r\n"))
    return (
        _formal(head, start, document_id)
        or _markdown(head, start, document_id)
        or _inline(head, start)
        or _bracketed(head, start)
    )


def _formal(head: str, start: int, document_id: str | None) -> Record | None:
    found: list[Field] = []
    strange = 0
    for line in lines_of(head, start):
        if not line.text.strip():
            break
        if line.text[0] in " \t":
            if not found:
                return None
            found[-1] = continued(found[-1], line)
            continue
        fields = list(fields_in(line))
        strange += not fields
        if strange > 1 or (strange and not found):
            return None
        found += fields
    names = {field.name for field in found}
    if len(found) < 2 or len(names & _MAIL) > 1:
        return None
    title = next((field.value for field in found if field.name == "title"), "")
    named = _named(document_id, title, found)
    numbered = found[0].value.isdigit() and re.fullmatch("[a-z]{2,8}", found[0].name)
    if named is None or not ("status" in names or numbered):
        return None
    return Record(named, _series(named), tuple(merged(found, head)), True, ((start, found[-1].span[1]),))


def _named(document_id: str | None, title: str, fields: Iterable[Field]) -> Name | None:
    """A record's name: from its document's id, else from its own number, else its title."""
    named = name_of_document(document_id)
    for field in fields:
        if named is None and re.fullmatch("[a-z]{2,8}", field.name) and re.fullmatch("[0-9]{1,6}", field.value):
            named = record_name(field.value, field.name.upper())
    heading = TITLE.match(title)
    if named is None and heading:
        named = record_name(heading["number"], (heading["series"] or "ADR").upper())
    if named is None:
        return Name("decision", title) if title else None
    written = heading and heading["series"] and f"{heading['series']}{heading['gap']}{heading['number']}"
    same = bool(written) and record_name(str(written)) == named and written != named.name
    return replace(named, aliases=(str(written),)) if same else named


def _series(name: Name) -> str:
    return name.name.split()[0] if re.fullmatch(r"[A-Z]+ [0-9]+", name.name) else "ADR"


def _markdown(head: str, start: int, document_id: str | None) -> Record | None:
    lines = list(lines_of(head, start))
    fields, index = _front_matter(lines)
    while index < len(lines) and not lines[index].text.strip():
        index += 1
    heading = _HEADING.match(lines[index].text) if index < len(lines) else None
    bare = index < len(lines) and not heading and _BARE_TITLE.match(lines[index].text)
    title = heading["text"] if heading else lines[index].text.strip() if bare else ""
    read = [field.span for field in fields]
    if title:
        read.append((lines[index].start, lines[index].end))
        index += 1
    else:
        title = next((field.value for field in fields if field.name == "title"), "")
    fields += _listed(lines[index:])
    fields += _sections(lines[index:])
    fields = [part for field in fields for part in (status_parts(field) if field.name == "status" else (field,))]
    named = _named(document_id, title, ())
    numbered = TITLE.match(title)
    if not fields or named is None or not _is_record(document_id, title, fields, head):
        return None
    rest = numbered["title"].strip() if numbered else title
    if rest and not any(field.name == "title" for field in fields) and read:
        begin = head.find(rest, read[-1][0])
        fields.insert(0, Field("title", rest, read[-1], (Line(rest, begin),)))
    read += [field.span for field in fields if field.name != "decision"]
    return Record(named, _series(named), tuple(merged(fields, head)), False, tuple(read))


def _is_record(document_id: str | None, title: str, fields: list[Field], head: str) -> bool:
    heading = TITLE.match(title)
    series = bool(heading and heading["series"]) or name_of_document(document_id) is not None
    status = any(field.name == "status" for field in fields)
    return series or (status and _OWN_SECTIONS.search(head) is not None)


def _front_matter(lines: list[Line]) -> tuple[list[Field], int]:
    if not lines or lines[0].text.strip() != "---":
        return [], 0
    fields: list[Field] = []
    for index, line in enumerate(lines[1:], start=1):
        if line.text.strip() in ("---", "..."):
            return [_unquoted(field) for field in fields], index + 1
        match = FIELD.match(line.text)
        if match:
            fields.append(field_of(match, line))
        elif fields and line.text.lstrip().startswith("- "):
            item = line.text.lstrip()[2:].strip()
            last = fields[-1]
            value = f"{last.value}, {item}" if last.value else item
            fields[-1] = replace(last, value=value, span=(last.span[0], line.end), lines=(*last.lines, line))
    return [], 0


def _unquoted(field: Field) -> Field:
    """YAML's quotes and flow brackets taken off."""
    bare = field.value
    if bare[:1] == "[" and bare[-1:] == "]":
        bare = bare[1:-1]
    return replace(field, value=", ".join(part.strip().strip("\"'") for part in bare.split(",")))


def _listed(lines: list[Line]) -> list[Field]:
    """`Status: Accepted`, `- **Date**: ...` and table rows before the first section or paragraph."""
    fields: list[Field] = []
    for line in lines:
        match = _ROW.match(line.text) or _LISTED.match(line.text)
        if match and match["name"].casefold() not in _PROSE:
            fields.append(field_of(match, line))
        elif match or not _PASSED_OVER.match(line.text):
            break
    return fields


def _sections(lines: list[Line]) -> list[Field]:
    """`## Status` and the like: a field for each line of text below it."""
    fields: list[Field] = []
    name, begin = "", 0
    for line in lines:
        heading = _HEADING.match(line.text)
        if heading:
            name, begin = heading["text"].casefold().rstrip(": "), line.start
            name = name if name in _SECTIONS else ""
        elif name and line.text.strip() and not _PASSED_OVER.match(line.text):
            value = line.text.strip().removeprefix("- ").removeprefix("* ").strip()
            part = Line(value, line.start + line.text.index(value))
            fields.append(
                Field(
                    CANONICAL.get(name, name),
                    " ".join(value.split()),
                    (line.start if begin < 0 else begin, line.end),
                    (part,),
                )
            )
            begin = -1
    return fields


def _bracketed(head: str, start: int) -> Record | None:
    """`ADR-0031 (Status: Accepted, 관련: ADR-0012)` as the first line of a text."""
    match = _BRACKETED.match(head, start)
    named = record_name(match["title"]) if match else None
    if match is None or named is None:
        return None
    fields: list[Field] = []
    for piece in _PIECE.finditer(head, *match.span("fields")):
        begin, end = piece.span()
        parsed = FIELD.match(piece[0])
        field = field_of(parsed, Line(piece[0], begin)) if parsed else None
        if field and field.name in _KNOWN:
            fields.append(replace(field, span=(match.start(), end)))
    aliases = (match["title"],) if match["title"] != named.name else ()
    named = replace(named, aliases=aliases)
    return Record(named, _series(named), tuple(fields), False, (match.span(),)) if fields else None


def _inline(head: str, start: int) -> Record | None:
    """`ADR-0031 Status: Proposed. ...` at the start of a running text."""
    match = _INLINE.match(head, start)
    named = record_name(match["title"]) if match else None
    if match is None or named is None:
        return None
    line = Line(match["line"], match.start("line"))
    field = Field("status", match["value"], (match.start("title"), match.end("line")), (line,))
    aliases = (match["title"],) if match["title"] != named.name else ()
    return Record(replace(named, aliases=aliases), _series(named), (field,), False, (field.span,))
