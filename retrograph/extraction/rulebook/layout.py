"""The shape of a text: which lines are prose, and which are lists, tables, code, logs or nobody's words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from retrograph.extraction.rulebook.english.mood import INJECTED
from retrograph.extraction.rulebook.header_fields import Line, lines_of

Kind = Literal["prose", "item", "heading", "table", "code", "blank", "void"]

BLOCK_LIMIT: Final = 400
"""Lines that a block has at most; a longer one goes on in another."""

_FENCE: Final = re.compile(r"[ \t]{0,3}(?:```+|~~~+)[^`]*$")
_TABLE: Final = re.compile(r"[ \t]*\|.*\|[ \t]*$")
_ITEM: Final = re.compile(r"[ \t]*(?:[-*+•]|[0-9]{1,3}[.)])[ \t]+\S")
_HEADING: Final = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+\S")
_QUOTED: Final = re.compile(r"(?m)^[ \t]*(?:>[ \t]?)+")
_COMMENT: Final = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TAG_LINE: Final = re.compile(r"[ \t]*</?[A-Za-z_][\w:.-]*(?:\s[^<>]*)?/?>(?:.*</[A-Za-z_][\w:.-]*>)?[ \t]*$")
_CODE_LINE: Final = re.compile(
    r"[ \t]*(?:[{}()\[\];]+[ \t,;]*$|(?:export|const|let|var|function|def|class|return|import|from|public|private"
    r"|package|async|await|if|for|while|else|try|catch"
    r"|elif|except|with|raise|throw|fn|func|struct|type|interface|enum)\b.*[;{:(=\[,]\s*$|@\w+(?:\(.*\))?$"
    r"|[\w.]+\(.*\)[;,]?\s*$|[\"'][\w./-]+[\"']\s*:)"
)
_SHELL: Final = re.compile(r"[ \t]*(?:\$|%|>>>|\.\.\.)[ \t]\S")
_LOG: Final = re.compile(r"[ \t]*\[?[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.,]+(?:Z|[+-][0-9:]+)?\]?\s")


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together: a paragraph, a list item, a heading, a table, a piece of code."""

    kind: Kind
    lines: tuple[Line, ...]

    @property
    def start(self) -> int:
        return self.lines[0].start

    @property
    def end(self) -> int:
        return self.lines[-1].end


def blocks(text: str) -> list[Block]:
    """The blocks of a text that `legible` has made readable, in order; blank lines and fences are left out."""
    found: list[Block] = []
    fenced = False
    gathered: list[Line] = []
    kind: Kind = "blank"
    for line in lines_of(text):
        marker = _FENCE.match(line.text) if line.text[:6].lstrip()[:1] in "`~" else None
        said: Kind = "blank" if marker or not line.text.strip() else "code" if fenced else _kind(line.text)
        if not gathered or not _continues(kind, said, line, len(gathered)):
            _close(found, kind, gathered)
            gathered, kind = [], said
        if said != "blank":
            gathered.append(line)
        if marker:
            fenced = not fenced
    _close(found, kind, gathered)
    return found


def _close(found: list[Block], kind: Kind, lines: list[Line]) -> None:
    if lines:
        found.append(Block(kind, tuple(lines)))


def legible(content: str, taken: Iterable[tuple[int, int]] = ()) -> str:
    """The text with quotation marks of mail, comments and what was read already turned into blanks; same length."""
    text = _COMMENT.sub(_blank, content) if "<!--" in content else content
    text = _QUOTED.sub(_blank, text) if ">" in text else text
    pieces: list[str] = []
    last = 0
    for start, end in sorted(taken):
        if end > last:
            begin = max(start, last)
            pieces += (text[last:begin], _blank_text(text[begin:end]))
            last = end
    return "".join((*pieces, text[last:]))


def injected(text: str) -> bool:
    """Whether a paragraph gives orders to its reader: then nothing in it is taken for a fact."""
    return INJECTED.search(text) is not None


def paragraphs(found: Iterable[Block], content: str) -> Iterator[tuple[Kind, str, int]]:
    """Prose and list items as (kind, text, start); the text is verbatim but for what `legible` blanked."""
    for block in found:
        if block.kind in ("prose", "item", "heading"):
            yield block.kind, content[block.start : block.end], block.start


def _kind(line: str) -> Kind:
    if _TABLE.match(line):
        return "table"
    if _HEADING.match(line):
        return "heading"
    if _TAG_LINE.match(line):
        return "void"
    if _SHELL.match(line) or _CODE_LINE.match(line) or _LOG.match(line):
        return "code"
    return "item" if _ITEM.match(line) else "prose"


def _continues(kind: Kind, following: Kind, line: Line, count: int) -> bool:
    if kind == following and kind in ("table", "code", "prose"):
        return count < BLOCK_LIMIT
    return kind == "item" and following == "prose" and line.text[:1] in " \t"


def _blank(match: re.Match[str]) -> str:
    return _blank_text(match[0])


def _blank_text(text: str) -> str:
    return "".join(character if character in "\r\n" else " " for character in text)
