"""Reads what surrounds a text: the header of a mail, and which file an observation is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.drafts import Name, Sheet
from retrograph.extraction.rulebook.header_fields import Line
from retrograph.graph.model import NewObservation, Observation

_FIELD: Final = re.compile(
    r"(?P<name>From|To|Cc|Bcc|Subject|Date|Sent|Message-ID|Reply-To|In-Reply-To|References|Received|List-Id"
    r"|MIME-Version"
    r"|Content-Type|보낸\s?사람|받는\s?사람|제목|날짜)\s?:\s*(?P<value>.*)$",
    re.IGNORECASE,
)
_PERSON: Final = re.compile(r"\"?(?P<who>[^\W\d_][\w .'’-]{0,60}?)\"?\s*(?:<[^<>\s]*>)?$")


def read_mail(lines: Sequence[Line], sheet: Sheet) -> set[int]:
    """The numbers of the lines of a mail's header; its sender is a person."""
    first = next((index for index, line in enumerate(lines) if line.text.strip()), 0)
    read: set[int] = set()
    fields: dict[str, str] = {}
    for index in range(first, min(first + 60, len(lines))):
        found = _FIELD.match(lines[index].text)
        if not found and not (read and lines[index].text[:1] in " \t" and lines[index].text.strip()):
            break
        read.add(index)
        if found:
            fields[found["name"].casefold()] = found["value"].strip()
    sender = fields.get("from") or fields.get("보낸 사람") or fields.get("보낸사람")
    if not sender or len(fields) < 2:
        return set()
    person = _PERSON.fullmatch(sender)
    if person and "@" not in person["who"]:
        sheet.name(Name("person", person["who"].strip()))
    return read


def document_file(observation: NewObservation | Observation) -> str | None:
    """The file that an observation is the content of, if its id or metadata says so."""
    named = (observation.document_id, observation.metadata.get("path"), observation.metadata.get("file"))
    return next((name for name in named if isinstance(name, str) and naming.is_path(name)), None)
