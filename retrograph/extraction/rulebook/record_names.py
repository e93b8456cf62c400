"""How decision records are called, and how one record's text names another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from retrograph.extraction.rulebook.drafts import Name

FOLDERS: Final = {
    "adr": "ADR", "adrs": "ADR", "decisions": "ADR", "decision": "ADR", "rfc": "RFC", "rfcs": "RFC",
    "pep": "PEP", "peps": "PEP", "kep": "KEP", "keps": "KEP", "proposals": "RFC",
}  # fmt: skip
"""Folders whose numbered files are records of a series."""

NUMBERED: Final = re.compile(r"(?P<series>[A-Za-z]{2,10})[-_ #:.]{0,3}(?P<number>[0-9]{1,6})")
TITLE: Final = re.compile(
    r"(?:(?P<series>[A-Z]{2,8}|(?i:adr|rfc|pep|kep|decision))(?P<gap>[-_ #]{0,2}))?(?P<number>[0-9]{1,6})(?!\.?[0-9])"
    r"[ \t]*(?:[.:–—-]+[ \t]*|[ \t]|$)(?P<title>.*)$"
)
_EXTENSION: Final = re.compile(r"\.(?:md|markdown|rst|txt|adoc|org)$", re.IGNORECASE)
_STEM: Final = re.compile(
    r"(?P<series>[A-Za-z]{2,10})?[-_ ]?(?!(?:19|20)[0-9]{2}[-_.]?[0-9]{2}[-_.]?[0-9]{2}(?:[-_. ]|$))"
    r"(?P<number>[0-9]{1,6})(?:[-_. ]|$)"
)
"""A file's name without its extension. A date at its start is no number: `2024-03-01-use-jose`."""
_LINK: Final = re.compile(r"\]\([^)\s]*\)")
_REFERENCE: Final = re.compile(
    r"(?<![\w.-])(?:[A-Z]{2,10}|(?i:adr|rfc|pep|kep))[-_ #:.]{0,3}[0-9]{1,6}(?![\w.]*\w)"
    r"|(?<![\w.-])(?P<bare>[0-9]{1,6})(?![\w%]|\.[0-9])"
)
_ONLY_NUMBERS: Final = re.compile(r"(?:by\s+)?\[?[0-9]{1,6}\]?(?:(?:[,;&\s]|\band\b)+\[?[0-9]{1,6}\]?)*[,;\s]*$")
_LINKED_NUMBER: Final = re.compile(r"\[(?P<words>(?P<bare>[0-9]{1,6})(?:[.:]\s[^\]\n]*)?)\]\([^)\s]*\)")


def record_name(text: str, series: str | None = None) -> Name | None:
    """`pep-0572` and `PEP: 572`, or `572` where the series is known, as the decision `PEP 572`."""
    words = text.strip()
    named = NUMBERED.fullmatch(words)
    if named:
        return Name("decision", f"{named['series'].upper()} {int(named['number'])}")
    return Name("decision", f"{series} {int(words)}") if series and re.fullmatch("[0-9]{1,6}", words) else None


def name_of_document(document_id: str | None) -> Name | None:
    """The record that a document's id or path names: `pep-0572.rst`, `ADR-7`, `docs/adr/0007-use-jose.md`."""
    if not document_id:
        return None
    *folders, last = re.split(r"[\\/]+", document_id.strip())
    stem = _EXTENSION.sub("", last)
    named = record_name(stem)
    if named:
        return named
    numbered = _STEM.match(stem)
    if not numbered:
        return None
    folder = next((FOLDERS[name.casefold()] for name in reversed(folders) if name.casefold() in FOLDERS), None)
    series = numbered["series"] or folder
    return record_name(numbered["number"], series.upper()) if series else None


def references(value: str, series: str) -> Iterator[tuple[Name, str]]:
    """The records that a field's text names, each with its exact words.

    >>> [name.name for name, words in references("245, 246", "PEP")]
    ['PEP 245', 'PEP 246']
    """
    numbers_alone = _ONLY_NUMBERS.match(_LINK.sub("", value)) is not None
    for linked in _LINKED_NUMBER.finditer(value):
        if name := record_name(linked["bare"], series):
            yield name, linked["words"]
    for found in _REFERENCE.finditer(_LINK.sub(lambda match: " " * len(match[0]), value)):
        if (found["bare"] is None or numbers_alone) and (name := record_name(found[0], series)):
            yield name, found[0]
