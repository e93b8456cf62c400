"""Secrets in files whose format says where they are: Kubernetes secrets, Dockerfiles, PuTTY keys; pure and linear."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from retrograph.extraction.credentials import Cut
from retrograph.extraction.naming import family, is_placeholder

_KIND: Final = re.compile(r"(?m)^[ \t]*kind:[ \t]*[\"']?Secret[\"']?[ \t\r]*$")
_DATA: Final = re.compile(r"^([ \t]*)(?:data|stringData):[ \t\r]*$")
_ENTRY: Final = re.compile(r"^([ \t]+)[\w.\-\"']{1,200}:[ \t]*[\"']?([^\s\"'|>][^\n\"']*)?")
_ENV: Final = re.compile(r"(?m)^[ \t]*(?:ENV|ARG)[ \t]+([A-Za-z_][A-Za-z0-9_]{0,100})[ \t]+[\"']?([^\s\"'=]{3,}+)")
_PUTTY: Final = re.compile(
    r"Private-Lines:[ \t]*[0-9]{1,4}[ \t\r]*\n((?:[A-Za-z0-9+/=]{4,100}[ \t\r]*(?:\n|\Z)){1,200})"
)


def by_file(text: str) -> Iterator[Cut]:
    """Every secret that the format of its file gives away."""
    if "Secret" in text and "kind:" in text:
        yield from _kubernetes(text)
    if "ENV " in text or "ARG " in text:
        for match in _ENV.finditer(text):
            promised = family(match[1])
            if promised and promised.sure and not is_placeholder(match[2]):
                yield Cut(*match.span(2), promised.kind)
    if "Private-Lines:" in text:
        for match in _PUTTY.finditer(text):
            yield Cut(match.start(1), match.start(1) + len(match[1].rstrip()), "private_key")


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
