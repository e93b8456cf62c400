"""Reads the history that `git log` prints: each message as what its own commit did, on the day of that commit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from retrograph.errors import InvalidInput
from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.changes import scope_of
from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.english import reader as english
from retrograph.extraction.rulebook.header_fields import Line
from retrograph.extraction.rulebook.layout import injected
from retrograph.extraction.rulebook.sentences import is_korean, sentences
from retrograph.extraction.rulebook.talk import Talk
from retrograph.graph.intervals import Period, period

_ONE_LINE: Final = re.compile(
    r"(?:[*|\\/ ]+ )?(?P<sha>(?=[0-9a-f]*[0-9])[0-9a-f]{7,12}) (?:\([^)\n]*\) )?"
    r"(?:(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2}) )?(?P<subject>[A-Za-z].*)$"
)
_COMMIT: Final = re.compile(r"commit (?P<sha>[0-9a-f]{7,40})\b")
_DATE: Final = re.compile(r"(?:Author|Commit)?Date:\s+(?P<date>\S.*?)\s*$")
_LOG: Final = re.compile(r"\bgit\s+(?:\S+\s+)*?(?:log|shortlog|reflog)\b")
_STAMPS: Final = ("%a %b %d %H:%M:%S %Y %z", "%Y-%m-%d %H:%M:%S %z", "%a, %d %b %Y %H:%M:%S %z", "%Y-%m-%dT%H:%M:%S%z")


@dataclass(slots=True)
class _Entry:
    """A commit of a log: its hash, when it was made, its message line by line with the number of each line."""

    sha: str
    day: str | None = None
    message: list[tuple[int, str, int]] = field(default_factory=list)


def read_history(lines: Sequence[Line], talk: Talk) -> set[int]:
    """Take in the messages of a log; the numbers of the lines they stand on. One commit by itself is no log."""
    entries = [*_one_liners(lines, talk), *_commits(lines)]
    if talk.kind == "commit" and len(entries) < 2:
        return set()
    kind, evidence, commit, topic = talk.kind, talk.evidence, talk.commit, talk.topic
    for entry in entries:
        _read_entry(entry, talk)
    talk.kind, talk.evidence, talk.commit, talk.topic = kind, evidence, commit, topic
    return {index for entry in entries for index, _, _ in entry.message}


def _one_liners(lines: Sequence[Line], talk: Talk) -> Iterator[_Entry]:
    found = [(index, line, match) for index, line in enumerate(lines) if (match := _ONE_LINE.match(line.text))]
    if len(found) < 2 and not _LOG.search(talk.content):
        return
    for index, line, match in found:
        message = (index, match["subject"], line.start + match.start("subject"))
        yield _Entry(match["sha"], match["date"], [message])


def _commits(lines: Sequence[Line]) -> Iterator[_Entry]:
    entry: _Entry | None = None
    for index, line in enumerate(lines):
        commit = _COMMIT.match(line.text)
        dated = _DATE.match(line.text)
        if commit:
            if entry:
                yield entry
            entry = _Entry(commit["sha"])
        elif entry and dated:
            entry.day = _day(dated["date"]) or entry.day
        elif entry and line.text[:4] == "    " and line.text.strip():
            entry.message.append((index, line.text.strip(), line.start + line.text.index(line.text.strip())))
    if entry:
        yield entry


def _day(stamp: str) -> str | None:
    """The day of a commit where it was made."""
    for form in _STAMPS:
        with suppress(ValueError):
            return datetime.strptime(stamp, form).date().isoformat()
    return stamp[:10] if re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\b", stamp) else None


def _read_entry(entry: _Entry, talk: Talk) -> None:
    talk.kind, talk.evidence, talk.commit = "commit", "observed", naming.commit_name(entry.sha)
    scope = next((scope_of(text) for _, text, _ in entry.message), None)
    talk.topic = Name("project", scope) if scope else None
    count = len(talk.said)
    for _, text, start in entry.message:
        if not is_korean(text) and not injected(text):
            for sentence in sentences(text, start):
                english.read(sentence, talk)
    when = _when(entry.day, talk)
    for said in talk.said[count:] if when else ():
        if said.ended and said.end is None:
            said.end = when
        elif said.open and said.start is None:
            said.start = when


def _when(day: str | None, talk: Talk) -> Period | None:
    """The day of a commit, unless it is the day on which the log was seen."""
    with suppress(InvalidInput):
        when = period(day, talk.seen.zone) if day else None
        return None if when and when.start <= talk.seen.at < when.end else when
    return None
