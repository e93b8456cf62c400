"""Secrets in files whose format says where they are: Kubernetes, Dockerfiles, a mapping of secrets; pure and linear."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from retrograph.extraction.privacy.credentials import Cut
from retrograph.extraction.privacy.naming import family, is_placeholder, looks_issued

_KIND: Final = re.compile(r"(?m)^[ \t]*kind:[ \t]*[\"']?Secret[\"']?[ \t\r]*$")
_DATA: Final = re.compile(r"^([ \t]*)(?:data|stringData):[ \t\r]*$")
_ENTRY: Final = re.compile(r"^([ \t]+)[\w.\-\"']{1,200}:[ \t]*[\"']?([^\s\"'|>][^\n\"']*)?")
_BLOCK: Final = re.compile(r"(?m)^([ \t]*)secrets:[ \t\r]*\n((?:\1[ \t]+[^\n]*(?:\n|\Z)){1,200})")
_MEMBER: Final = re.compile(r"(?m)^[ \t]+[\w.\-]{1,100}:[ \t]+[\"']?([^\s\"'|>]{8,400})")
_ENV: Final = re.compile(r"(?m)^[ \t]*(?:ENV|ARG)[ \t]+([A-Za-z_][A-Za-z0-9_]{0,100})[ \t]+[\"']?([^\s\"'=]{3,}+)")


def by_file(text: str) -> Iterator[Cut]:
    """Every secret that the format of its file gives away."""
    if "Secret" in text and "kind:" in text:
        yield from _kubernetes(text)
    if "secrets:" in text:
        yield from _blocks(text)
    if "ENV " in text or "ARG " in text:
        for match in _ENV.finditer(text):
            promised = family(match[1])
            if promised and promised.sure and not is_placeholder(match[2]):
                yield Cut(*match.span(2), promised.kind)


def _blocks(text: str) -> Iterator[Cut]:
    """What stands in a mapping called `secrets`, where it looks like one."""
    for block in _BLOCK.finditer(text):
        for member in _MEMBER.finditer(text, block.start(2), block.end(2)):
            if looks_issued(member[1]) and not is_placeholder(member[1]):
                yield Cut(*member.span(1), "secret")


def _kubernetes(text: str) -> Iterator[Cut]:
    """The values below `data` and `stringData` of each document of kind Secret."""
    place = 0
    for document in re.split(r"(?m)(^---[ \t\r]*$)", text):
        if _KIND.search(document):
            for cut in _values(document):
                yield Cut(cut.start + place, cut.end + place, cut.kind)
        place += len(document)


def _values(document: str) -> Iterator[Cut]:
    place = 0
    depth: int | None = None
    for line in document.splitlines(keepends=True):
        if (data := _DATA.match(line)) is not None:
            depth = len(data[1])
        elif depth is not None and line.strip():
            inner = len(line) - len(line.lstrip())
            if inner <= depth:
                depth = None
            elif entry := _ENTRY.match(line):
                value = (entry[2] or "").rstrip()
                if value and not is_placeholder(value):
                    yield Cut(place + entry.start(2), place + entry.start(2) + len(value), "secret")
            elif line.strip():
                start = place + inner
                yield Cut(start, start + len(line.strip()), "secret")
        place += len(line)
