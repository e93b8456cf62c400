"""What a decision record's header states: its fields as properties, its neighbours and its people as relations."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from retrograph.extraction import times
from retrograph.extraction.dates.reference import Reference
from retrograph.extraction.headers import Record
from retrograph.extraction.rulebook.drafts import UNDATED, Claim, Dates, Name, Sheet, Trait
from retrograph.extraction.rulebook.header_fields import Field
from retrograph.extraction.rulebook.people import author_value, people
from retrograph.extraction.rulebook.record_names import references
from retrograph.graph.intervals import Period
from retrograph.graph.vocabulary import EntityType, RelationType

NEIGHBOURS: Final[dict[str, tuple[RelationType, bool]]] = {
    "replaces": ("succeeded_by", False),
    "superseded-by": ("succeeded_by", True),
    "requires": ("depends_on", True),
    "related": ("related_to", True),
}
"""Fields that name other records: the relation, and whether it reads from this record to the other."""

PEOPLE: Final = frozenset({"author", "deciders"})
_DATED_FIELDS: Final = frozenset({"status", "superseded-by", "replaces"})
_GROUP: Final = re.compile(r"\b(?:team|guild|committee|board|council|group|SIG)\b|팀|위원회|그룹", re.IGNORECASE)
_DATE_AT_END: Final = re.compile(r"\s*[,(]\s*(?:on\s+|since\s+)?[^,()]*\)?$")
_LINK: Final = re.compile(r"\[([^\]\n]*)\]\([^)\s]*\)")


def state_header(record: Record, text: str, seen: Reference, sheet: Sheet) -> None:
    """Put a record's header on the sheet. A field is valid from the version's own time unless it gives a date."""
    sheet.name(record.name)
    for field in record.fields:
        quote = text[field.span[0] : field.span[1]]
        dates, phrase = (UNDATED, "") if record.formal or field.name not in _DATED_FIELDS else _dates(field, seen)
        raw = [line.text for line in field.lines]
        value = author_value(raw) if field.name == "author" else field.value
        if phrase:
            value = _DATE_AT_END.sub("", value) or value
        if not record.formal:
            value = _LINK.sub(r"\1", value)
        sheet.trait(Trait(record.name, field.name, value, quote, dates))
        if field.name in NEIGHBOURS:
            _neighbours(record, field, quote, dates, sheet)
        if field.name in PEOPLE:
            for name, words in people(raw):
                kind: EntityType = "organization" if _GROUP.search(name) and not record.formal else "person"
                sheet.claim(Claim(Name(kind, name), "related_to", record.name, words))


def record_date(record: Record, seen: Reference) -> Period | None:
    """The day a record gives itself or its status, for what it decided. A formal one is dated by its versions."""
    if record.formal:
        return None
    field = record.field("date")
    if field:
        return times.read(field.value, seen.at, seen.zone)
    status = record.field("status")
    lines = status.lines if status else ()
    return next((when for line in lines if (when := times.read(line.text, seen.at, seen.zone))), None)


def _neighbours(record: Record, field: Field, quote: str, dates: Dates, sheet: Sheet) -> None:
    relation, onwards = NEIGHBOURS[field.name]
    for named, words in references(field.value, record.series):
        aliases = (words,) if re.fullmatch(r"[A-Za-z]+\W?[0-9]+", words) and words != named.name else ()
        other = replace(named, aliases=aliases)
        source, target = (record.name, other) if onwards else (other, record.name)
        sheet.claim(Claim(source, relation, target, quote, dates))


def _dates(field: Field, seen: Reference) -> tuple[Dates, str]:
    for line in field.lines:
        for phrase in times.find(line.text, seen.at, seen.zone):
            if phrase.start and phrase.exact:
                return Dates(times.written(phrase.start, seen.zone), phrase_from=phrase.text), phrase.text
    return UNDATED, ""
