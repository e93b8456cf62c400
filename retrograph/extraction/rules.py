"""The embedded extractor: deterministic, no model, no key, no network.

    RulesExtractor().extract(observation)   # the XML of an extraction

It reads what agents and decision records say, in English and Korean. Precision comes before recall: a question, a
hypothesis, a negation or an order planted in the text yields no positive fact.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from retrograph.extraction.dates.reference import Reference
from retrograph.extraction.headers import Record, read_record
from retrograph.extraction.rulebook.changes import read_commit, read_diffs
from retrograph.extraction.rulebook.code import read_imports
from retrograph.extraction.rulebook.drafts import Name, Sheet
from retrograph.extraction.rulebook.header_fields import Line, lines_of
from retrograph.extraction.rulebook.history import read_history
from retrograph.extraction.rulebook.layout import blocks, legible
from retrograph.extraction.rulebook.mail import document_file, read_mail
from retrograph.extraction.rulebook.manifests import read_manifest
from retrograph.extraction.rulebook.other_names import say_other_names
from retrograph.extraction.rulebook.prose import read_prose
from retrograph.extraction.rulebook.record_claims import record_date, state_header
from retrograph.extraction.rulebook.runs import read_runs
from retrograph.extraction.rulebook.tables import read_lists, read_tables
from retrograph.extraction.rulebook.talk import Talk
from retrograph.extraction.rulebook.traces import read_traces
from retrograph.graph.intervals import zone_named
from retrograph.graph.model import NewObservation, Observation

_SOURCES: Final = ("rules.py", "headers.py", "times.py", "rulebook/**/*.py", "dates/*.py")


LINE_LIMIT: Final = 2_000
"""Longer lines are no code, log or table row that anything is read from."""

_PROPOSED: Final = re.compile(
    r"\W*(?:proposed|proposal|draft|rfc|open|pending|in\s+review|wip|제안|초안|검토|논의)", re.IGNORECASE
)
_VOID: Final = re.compile(
    r"\W*(?:rejected|superseded|replaced|deprecated|withdrawn|obsolete|retired|기각|대체|폐기|철회|반려)", re.IGNORECASE
)


class RulesExtractor:
    """Reads one observation at a time; holds no state, so that it may be shared between threads.

    `version` changes whenever a pattern or the code that applies it does.
    """

    name: Final = "rules"

    @property
    def version(self) -> str:
        """Twelve hex digits over the patterns and the code."""
        return _version()

    def extract(self, observation: NewObservation | Observation) -> str:
        """The XML of what the observation states; `<temporal_graph/>` where that is nothing."""
        sheet = Sheet()
        seen = Reference(observation.occurred_at, zone_named(observation.zone))
        content = unicodedata.normalize("NFC", observation.content)  # Korean letters may come taken apart
        talk = Talk(content, seen, sheet, kind=observation.kind)
        talk.evidence = "observed" if observation.kind == "commit" else "stated"
        record = read_record(talk.content, observation.document_id)
        if record:
            state_header(record, talk.content, seen, sheet)
        if record is None or not record.formal:
            _read_text(observation, record, talk)
        talk.finish()
        say_other_names(talk.content, sheet)
        return sheet.markup()


def _read_text(observation: NewObservation | Observation, record: Record | None, talk: Talk) -> None:
    """What stands below a header, or in a text that has none: code and logs, tables and lists, prose."""
    content, sheet = talk.content, talk.sheet
    lines = [line if len(line.text) <= LINE_LIMIT else Line("", line.start) for line in lines_of(content)]
    taken = list(record.read if record else ())
    change = read_commit(lines, sheet, observation.metadata)
    file = document_file(observation)
    mail = read_mail(lines, sheet)
    diffs = read_diffs(lines, talk.seen, sheet)
    code = read_imports(lines, sheet, file) | read_traces(lines, content, talk.seen, sheet)
    code |= read_runs(lines, content, talk.seen, sheet)
    read_manifest(lines, sheet, file)
    code |= read_history(lines, talk)
    taken += [(lines[i].start, lines[i].end) for i in sorted(change.lines | diffs | mail | code)]
    text = legible(content, taken)
    found = blocks(text)
    talk.commit = change.name if observation.kind == "commit" else None
    if change.scope:
        talk.topic = Name("project", change.scope)
    if record and not _weigh_status(record, talk):
        return
    read_tables(found, talk)
    listed = read_lists(found, talk, talk.decision)
    read_prose(found, text, talk, listed)


def _weigh_status(record: Record, talk: Talk) -> bool:
    """Whether a record's text may be read as what is so; a proposal's as what is planned."""
    status = record.field("status")
    value = status.value if status else ""
    talk.decision = record.name
    talk.default_start = record_date(record, talk.seen)
    talk.all_planned = _PROPOSED.match(value) is not None
    return _VOID.match(value) is None


@cache
def _version() -> str:
    digest = blake2b(digest_size=6)
    folder = Path(__file__).parent
    for pattern in _SOURCES:
        for path in sorted(folder.glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()
