"""The names in an author field: `(Fred L. Drake, Jr.), Ka-Ping Yee <a@b>` and what else real files hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

_MAIL: Final = re.compile(r"<[^<>\n]*>|[\w.+-]+(?:@| at )[\w-]+(?:\.[\w-]+)+", re.UNICODE)
_JUNIOR: Final = re.compile(r",(?=\s*(?:Jr|Sr|II|III|IV|Ph\.?D|M\.?D)\b\.?)")
_UNFINISHED: Final = re.compile(r"(?:^|\s)(?:[A-Z]\.|van|von|de|der|den|di|la|le|al|bin|v\.)$|^\S+$")
_AND: Final = re.compile(r"\s+(?:and|&)\s+|\s*;\s*")
_NOT_A_NAME: Final = re.compile(r"https?:|[@<>{}=\[\]|\\]|^\W*$")
_COMMA: Final = "\x00"
"""Stands for a comma that belongs to a name while others are cut at."""


def author_value(lines: Iterable[str]) -> str:
    """An author field as text: names separated by `, `, without e-mails and enclosing parentheses.

    >>> author_value(["(Fred L. Drake, Jr.),", "   (Ka-Ping Yee)"])
    'Fred L. Drake, Jr., Ka-Ping Yee'
    """
    return ", ".join(" ".join(piece.split()) for piece in _pieces(lines))


def people(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each person's name, and the exact words it is in: an affiliation in parentheses is no part of it.

    >>> list(people(["Gregory R. Warnes (Pfizer, Inc.), Tim Peters"]))
    [('Gregory R. Warnes', 'Gregory R. Warnes'), ('Tim Peters', 'Tim Peters')]
    """
    for piece in _pieces(lines):
        for words in _AND.split(piece):
            bare = re.sub(r"\s*\([^()]*\)?\s*$", "", words).strip().removeprefix("@")
            name = " ".join(bare.split())
            if name and len(name) <= 80 and not _NOT_A_NAME.search(name):
                yield name, bare


def _pieces(lines: Iterable[str]) -> Iterator[str]:
    text = ""
    for line in lines:
        kept = _MAIL.sub("", line).rstrip()
        if text and not text.rstrip().endswith(",") and _complete(text) and _complete(kept, first=True):
            text += ","
        text += ("\n" if text else "") + kept
    for piece in _split(text):
        bare = piece.strip()
        if bare.startswith("(") and bare.endswith(")") and bare.count("(") == 1:
            yield from (inner.strip() for inner in _split(bare[1:-1]) if inner.strip())
        elif bare.strip(" ()"):
            yield bare


def _split(text: str) -> list[str]:
    """At commas outside parentheses, but not before "Jr."."""
    depth, kept = 0, []
    for character in _JUNIOR.sub(_COMMA, text):
        depth = max(0, depth + (character == "(") - (character == ")"))
        kept.append("\x01" if character == "," and depth == 0 else character)
    return [piece.replace(_COMMA, ",") for piece in "".join(kept).split("\x01")]


def _complete(text: str, *, first: bool = False) -> bool:
    """Whether a line break there can stand for a comma: a whole name ends before it, and one begins after it."""
    if first:
        return text.lstrip()[:1] == "(" or text.lstrip()[:1].isupper()
    last = text.rsplit(",", 1)[-1].strip()
    return last.endswith(")") or _UNFINISHED.search(last) is None
