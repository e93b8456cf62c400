"""What a label before a colon says of the words behind it: "Root cause: ...", "Owner: ...", "Rejected: ..."."""

from __future__ import annotations

import re
from typing import Final

from retrograph.extraction import times
from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.english import slots, troubles
from retrograph.extraction.rulebook.english.grammar import ANYTHING
from retrograph.extraction.rulebook.english.reading import Reading
from retrograph.extraction.rulebook.talk import Said, Talk
from retrograph.graph.intervals import Period

_LABEL: Final = re.compile(
    r"[^\w]*(?P<label>(?:(?:root|underlying|direct|actual|confirmed)\s)?cause|root\scause\s\(confirmed\)|what\swent\swrong"
    r"|owner|maintainer|owned\sby|maintained\sby|dri|lead|rejected|ruled\sout|discarded)(?:\*\*)?\s*[:–—](?:\*\*)?\s+",
    re.IGNORECASE,
)
_UNKNOWN: Final = re.compile(
    r"\W*(?:un(?:known|clear|confirmed|determined)|tbd|tba|n/?a|none|nothing|nobody|no\b|not\b|pending|still|under|to\sbe"
    r"|we\b|see\b|possibly|probably|maybe|perhaps|likely|suspected|\?)|.*\b(?:not|never|n['’]t|might|may|could|possibly|probably)\b",
    re.IGNORECASE,
)
_INCIDENT: Final = re.compile(
    r"\b(?P<id>(?:INC|SEV|IR|PM|OUT|INCIDENT)-?[0-9]{1,6}(?:-[0-9]{1,5})?|(?i:incident)\s#?[0-9]+)\b"
)
_MISHAP: Final = re.compile(r"\b[\w-]+(?:\s[\w-]+)?\s(?:outage|incident)\b")
_ERROR: Final = re.compile(r"(?:HTTP\s)?[45][0-9]{2}s?\b|[\w.]*[A-Z]\w*(?:Error|Exception|Timeout)\b|\bE[A-Z]{4,14}\b")
_COMPONENT: Final = re.compile(
    r"^\W{0,4}(?:component|service|project|system|app|application|repo|repository|module)(?:\*\*)?\s*:(?:\*\*)?\s*"
    r"(?P<name>[^\n]{2,60})$",
    re.IGNORECASE | re.MULTILINE,
)
_TASKS: Final = re.compile(r"\b(?:action items?|todo|next steps?|follow-?ups?|task)\b", re.IGNORECASE)


def read_label(reading: Reading) -> bool:
    """Take in what a label says; whether there was one that says all there is to say."""
    found = _LABEL.match(reading.text)
    if found is None:
        return False
    words = reading.text[found.end() :].strip().rstrip(".!")
    if not words or _UNKNOWN.match(words):
        return "cause" in found["label"].casefold()
    label = found["label"].casefold()
    if "cause" in label or "wrong" in label:
        return _cause(reading, words, found.end())
    if label in ("rejected", "ruled out", "discarded"):
        for name in slots.things(words):
            reading.talk.rejected(name, reading.text, None)
        return True
    return _owner(reading, words)


def _cause(reading: Reading, words: str, start: int) -> bool:
    if any(verb.family in ("cause", "stem") and verb.start >= start for verb in reading.verbs):
        return False
    source, when = _mishap(reading.talk, reading.start)
    name = troubles.clause(re.split(r"[;.]\s|\s[—–-]\s|,\s(?:which|so|and|because)\b", words)[0])
    if source and name:
        said = Said(source, "caused_by", name, reading.text)
        if when:
            said.start, said.phrase_from = when
        reading.talk.add(said)
    return False


_HAPPENS: Final = re.compile(
    rf"(?P<what>{ANYTHING})[\s\x01\x02]+(?:was|is|are|were|kept|keeps?)?[\s\x01\x02]*(?:happen(?:s|ed|ing)?|occur(?:s|red"
    r"|ring)?|appear(?:s|ed|ing)?|(?:comes?|came|shows?|showed)[ ]up|started|began)(?:[\s\x01\x02]+again)?"
    r"[\s\x01\x02]+because[\s\x01\x02]+(?!of\b)(?P<why>[^.;\n]+)",
    re.IGNORECASE,
)


def read_happening(reading: Reading) -> None:
    """ "The TimeoutError happened because the resolver was slow": a clause that tells why something went wrong."""
    found = _HAPPENS.search(reading.view)
    words = reading.text[slice(*found.span("why"))] if found else ""
    if found is None or _UNKNOWN.match(words):
        return
    source = troubles.error(found["what"]) or troubles.trouble(found["what"])
    name = troubles.clause(re.split(r",\s|\s[—–-]\s", words)[0].rstrip(".! "))
    if source and name:
        quote = reading.verbatim(found.start(), found.end())
        reading.talk.add(said := Said(source, "caused_by", name, quote))
        reading.last = said


def _mishap(talk: Talk, before: int) -> tuple[Name | None, tuple[Period, str] | None]:
    """What went wrong: the incident that the text is about, with its day, else the one error that it has named."""
    told = talk.content[:before]
    incident = _INCIDENT.search(told)
    if incident is None:
        title = told.lstrip().split("\n", 1)[0]
        mishap = _MISHAP.search(title)
        errors = {found[0] for found in _ERROR.finditer(told)}
        if mishap:
            return Name("event", mishap[0]), _day(title, talk)
        return (Name("error", errors.pop()), None) if len(errors) == 1 else (None, None)
    line = told[told.rfind("\n", 0, incident.start()) + 1 :].split("\n", 1)[0]
    return Name("event", incident["id"]), _day(line, talk)


def _day(line: str, talk: Talk) -> tuple[Period, str] | None:
    phrase = next(iter(times.find(line, talk.seen.at, talk.seen.zone)), None)
    return (phrase.start, phrase.text) if phrase and phrase.exact and phrase.start and phrase.role == "at" else None


def _owner(reading: Reading, words: str) -> bool:
    talk = reading.talk
    named = _COMPONENT.search(talk.content)
    if named is None and _TASKS.search(talk.content):
        return True
    component = naming.component(named["name"].strip().strip("`*.")) if named else talk.topic
    for who in re.split(r",\s*|\s+and\s+|\s*/\s*|\s*&\s*", re.sub(r"\s*\([^)]*\)", "", words)):
        team = re.fullmatch(r"(?:the\s)?[\w -]{2,30}\s(?:team|guild|squad)", who, re.IGNORECASE) is not None
        if component and (team or slots.is_person(who, talk)):
            talk.add(
                Said(
                    Name("organization" if team else "person", naming.bare(who)), "related_to", component, reading.text
                )
            )
    return True
