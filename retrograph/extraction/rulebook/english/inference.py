"""What goes without saying: what a denial takes back, what a change puts an end to, what "it" stands for next."""

from __future__ import annotations

import re
from typing import Final

from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.english import mood, slots
from retrograph.extraction.rulebook.english.fit import names
from retrograph.extraction.rulebook.english.reading import Hit, Reading
from retrograph.extraction.rulebook.talk import EXCLUSIVE, Said, Talk
from retrograph.graph.vocabulary import ONE_VALUED

_MEANT: Final = re.compile(
    r"\b(?:(?:it|that|this)(?:['’]s|\s(?:is|was))|i\smeant(?:\sto\ssay)?|make\sthat)\s(?:actually\s|really\s)?"
    r"(?P<other>(?!not\b)[\w@`][\w@`./+#-]*(?:\s[A-Z0-9][\w.+#-]*){0,3})(?=[\s,]*(?:$|[.!;]|not\b|instead\b))",
    re.IGNORECASE,
)
"""What was meant, said in a sentence without a verb of its own: "Actually no, it's BigQuery"."""

_TURNING: Final = frozenset({"move", "go_back", "start_using"})
"""Families of verbs that tell of a change by themselves."""

_BARE: Final = 60
"""Characters of the longest sentence that takes something back and says nothing else."""


def denial_states(reading: Reading, hit: Hit, found: list[Said]) -> bool:
    """A denial says something where it takes back ("never used"), or tells a policy ("deliberately do not use")."""
    never = reading.talk.correcting or mood.NEVER.search(reading.text, reading.clause) is not None
    deliberate = mood.DELIBERATE.search(reading.text, reading.clause, hit.verb.start) is not None
    deliberate = deliberate or mood.RESOLVED.search(hit.subject.aux) is not None
    if hit.pattern.relation not in EXCLUSIVE or hit.pattern.aspect == "ends" or not (never or deliberate):
        return False
    for said in found:
        said.retracted = never
        said.type = said.type if never else "avoids"
    return True


def was_before(reading: Reading, hit: Hit, said: Said) -> bool:
    """ "She was at Contoso" tells of work only where it is told with it, as what was before."""
    told = reading.talk.current(said.source, "works_at") is not None
    before = mood.BEFORE.search(reading.text, 0, hit.verb.start) is not None
    return told and before and hit.verb.text.casefold() == "was"


def is_there(reading: Reading, hit: Hit) -> bool:
    """ "Dev is at Globex now" tells of work: the place is new, or he has long been there."""
    return (
        hit.verb.text.casefold() in ("is", "are", "been", "'s", "’s") and mood.NOWADAYS.search(reading.text) is not None
    )


def infer(reading: Reading, hit: Hit, said: Said, previous: Said | None, *, since: bool) -> None:
    """What goes without saying: what "went back", "tried" and "now uses" put an end to."""
    _in_passing(reading, hit, said)
    if (
        said.type not in EXCLUSIVE
        or said.retracted
        or said.planned
        or said.ended
        or (said.end and not said.start and hit.verb.family != "then")
    ):
        return
    start = max(0, reading.clause - 8)
    clause = reading.text[start : reading.clause_end(hit.right.end())]
    onward = mood.ONWARD.search(clause + reading.text[hit.right.end() : hit.right.end() + 14]) is not None
    changed = mood.CHANGE.search(clause)
    _told_of_before(reading, hit, said)
    said.change = reading.text[start:][slice(*changed.span())] if changed else None
    if hit.verb.family in _TURNING:
        said.change = said.change or hit.verb.text
    instead = mood.INSTEAD_OF.match(reading.view, hit.right.end())
    if instead and not said.alternatives:
        said.alternatives = names(instead["other"])
    said.replaces = said.replaces or (slots.product(reading.fronted) if changed and reading.fronted else None)
    if (
        (changed or since or reading.talk.kind == "commit" or _takes_over(reading, said))
        and (hit.pattern.over or instead)
        and said.alternatives
        and not said.replaces
    ):
        said.replaces, said.alternatives = Name("library", said.alternatives[0]), ()
    family = hit.verb.family
    moving = (
        (onward and family == "be")
        or family in ("go_back", "move")
        or (onward and family in ("then", "try", "settle", "start_using"))
    )
    earlier = reading.talk.current(said.source, said.type)
    if moving and said.replaces is None and earlier and earlier.target.key != said.target.key:
        said.replaces = earlier.target
        if onward and said.start is None and earlier.end:
            said.start, said.phrase_from = earlier.end, earlier.phrase_to
    instead_of = mood.REPLACING.match(reading.view, hit.right.end())
    if instead_of and said.replaces is None:
        said.replaces = slots.product(mood.PLACE.split(instead_of["other"])[0])
    before = previous or (reading.talk.said[-1] if reading.talk.said else None)
    put = hit.verb.family == "put" or hit.pattern.source == "gone"
    hired = said.type in ONE_VALUED and previous is not None
    if (
        (changed or put or hired or (since and previous is not None))
        and before
        and said.replaces is None
        and _is_over(before, said, apart=previous is None)
    ):
        said.replaces = before.target
        if put and said.start is None:
            said.start, said.phrase_from = before.end, before.phrase_to
        if since and before.end is None and said.start and before.source.key == said.source.key:
            before.end, before.phrase_to = said.start, said.phrase_from


def _in_passing(reading: Reading, hit: Hit, said: Said) -> None:
    """What a clause tells of the thing before, be it over or only planned."""
    if hit.pattern.name == "X is gone":
        _go(said, reading.last)
    if said.planned and said.type == "uses":
        _replaces_in_time(hit, said, reading)


_RUNNING: Final = frozenset({"run_on", "talk", "made_with", "placed", "fetch", "do", "run", "operate", "use"})
"""Families that tell of what is at work in a component."""


def _replaces_in_time(hit: Hit, said: Said, reading: Reading) -> None:
    """ "It will store uploads in Y instead of X": a component that is at work on X will be on Y."""
    instead = mood.INSTEAD_OF.match(reading.view, hit.right.end())
    if said.source.type != "project" or hit.verb.family not in _RUNNING or said.replaces:
        return
    left = instead["other"] if instead else hit.words("X") if hit.pattern.over == "X" else None
    words = re.sub(r"^(?:in|on|to|from|with|through|via)[\s\x01\x02]+", "", left or "")
    words = mood.PLACE.split(words)[0]
    found = slots.product(words) or slots.package(words)
    named = re.match(r"(?:the|our)[\s\x01\x02]", words, re.IGNORECASE) and re.search("[A-Z0-9]", words)
    if found and (named or not words.startswith(("the ", "our ", "a ", "an "))):
        said.replaces, said.alternatives = found, ()


def _takes_over(reading: Reading, said: Said) -> bool:
    """Whether "uses Y instead of X" is told with the day it began."""
    return said.start is not None and said.source.type == "project"


def _go(said: Said, last: Said | None) -> None:
    """ "We're on Y now, X is gone": what has gone made room for what was told just before."""
    if last and last.open and last.type == said.type and last.replaces is None and last.target.key != said.target.key:
        last.replaces = said.target


def _told_of_before(reading: Reading, hit: Hit, said: Said) -> None:
    """ "It was on X before": over since what is so now began."""
    past = said.past or mood.WAS.search(f"{hit.subject.aux} {hit.verb.text}") is not None
    now = reading.talk.current(said.source, said.type) if past and said.open else None
    if now is None or not now.open or now.target.key == said.target.key:
        return
    if mood.BEFORE_NOW.search(reading.text, hit.verb.start) or mood.BEFORE_NOW.match(reading.text, reading.clause):
        said.end, said.phrase_to, said.ended = now.start, now.phrase_from, now.start is None


def _is_over(before: Said, said: Said, *, apart: bool) -> bool:
    """Whether what was told before came to an end, so that this takes its place; `apart`: in another sentence."""
    if before.type != said.type or before.open or before.planned or before.retracted or before.start:
        return False
    return before.target.key != said.target.key and (not apart or before.source.key == said.source.key)


def take_back(earlier: Said, later: list[Said], text: str, talk: Talk) -> None:
    """ "Scratch that, it uses Valkey" says that what was told before was never so."""
    meant = _MEANT.search(text) if not later else None
    target = slots.product(meant["other"]) if meant and re.search("[A-Z0-9`]", meant["other"]) else None
    if target and target.key != earlier.target.key and earlier.type in EXCLUSIVE:
        talk.add(Said(earlier.source, earlier.type, target, text))
        earlier.retracted = True
        return
    same = [said for said in later if said.type == earlier.type and said.source.key == earlier.source.key]
    instead = any(said.open and said.target.key != earlier.target.key for said in same)
    if instead or (not later and len(text) <= _BARE):
        earlier.retracted = True


def turn_to(said: Said, talk: Talk) -> None:
    """What was spoken of last is what "it" stands for."""
    if said.type == "related_to":
        talk.topic = said.target
    elif said.source.type == "organization":
        talk.actor = said.source
    elif said.type not in ("causes", "caused_by") and said.source.type not in (
        "organization",
        "person",
        "error",
        "event",
    ):
        talk.topic = said.source


def not_the_other(reading: Reading, hit: Hit, said: Said) -> None:
    """ "Correction: it runs on Go, not Rust" takes Rust back."""
    other = mood.NOT_OTHER.match(reading.view, hit.right.end()) if reading.talk.correcting else None
    target = slots.product(other["other"]) if other and said.type in EXCLUSIVE and said.open else None
    if target:
        reading.talk.add(Said(said.source, said.type, target, said.quote, retracted=True))
