"""Reads English sentences with the pattern tables."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from retrograph.extraction.rulebook.english import mood
from retrograph.extraction.rulebook.english.circumstances import explain, locate, phrase_of, quote_of, weigh_options
from retrograph.extraction.rulebook.english.fit import fit, is_plan
from retrograph.extraction.rulebook.english.grammar import Form, compiled
from retrograph.extraction.rulebook.english.holds import read_holds
from retrograph.extraction.rulebook.english.inference import (
    denial_states,
    infer,
    is_there,
    not_the_other,
    take_back,
    turn_to,
    was_before,
)
from retrograph.extraction.rulebook.english.labels import read_happening, read_label
from retrograph.extraction.rulebook.english.moves import MOVES
from retrograph.extraction.rulebook.english.reading import Hit, Reading, open_sentence
from retrograph.extraction.rulebook.english.relations import CAUSES, OPINIONS, STRUCTURE
from retrograph.extraction.rulebook.english.running import RUNNING
from retrograph.extraction.rulebook.english.subject import Subject
from retrograph.extraction.rulebook.english.swaps import read_swaps
from retrograph.extraction.rulebook.english.switches import ENDS, SWITCHES
from retrograph.extraction.rulebook.english.takeovers import TAKEOVERS
from retrograph.extraction.rulebook.english.topics import hear, introduce_topic, mention_topic, read_timeline
from retrograph.extraction.rulebook.english.uses import USES
from retrograph.extraction.rulebook.english.verbs import Verb
from retrograph.extraction.rulebook.english.versions import VERSIONS
from retrograph.extraction.rulebook.lists import words
from retrograph.extraction.rulebook.patterns import Pattern
from retrograph.extraction.rulebook.sentences import Sentence
from retrograph.extraction.rulebook.talk import Said, Talk
from retrograph.extraction.times import Phrase

PATTERNS: Final[tuple[Pattern, ...]] = (
    *VERSIONS,
    *MOVES,
    *TAKEOVERS,
    *SWITCHES,
    *ENDS,
    *RUNNING,
    *USES,
    *OPINIONS,
    *CAUSES,
    *STRUCTURE,
)


@cache
def rows_of(family: str) -> tuple[tuple[Pattern, Form], ...]:
    """The patterns of a family of verbs, compiled when the first such verb is met."""
    return tuple((p, form) for p in PATTERNS if family in (form := compiled(p.form)).verbs)


_SIMPLE_PAST: Final = re.compile(r"(?:used|utilized|utilised|ran\son|relied\son)$", re.IGNORECASE)
_MEMORY: Final = 20
"""Statements among which the one that is taken back is looked for."""

_CHANGES: Final = words(
    "move go bump move_off replace settle introduce take_over start_using stop_using turn_off go_back join leave hire"
)
"""Families that tell of a change, so that their present tense with a date tells of one to come."""

_NOT_NOW: Final = re.compile(r"\b(?:was|were|been|had|has|have|did|used)\b|['’](?:ve|d)\b", re.IGNORECASE)
_CONTINUING: Final = frozenset({"try", "then"})
"""Families that state something only after what they follow on."""


def read(sentence: Sentence, talk: Talk) -> None:
    """Take in what one sentence states."""
    talk.correcting = mood.CORRECTION.search(sentence.text) is not None or talk.correcting
    reading = open_sentence(sentence, talk)
    if reading is None:
        return
    hear(reading)
    introduce_topic(reading)
    if read_label(reading):
        return
    for read_form in (read_happening, read_holds, read_swaps):
        read_form(reading)
    before, count = talk.topic, len(talk.said)
    taken_back = _latest_open(talk) if mood.TAKES_BACK.search(sentence.text) else None
    for verb in reading.verbs:
        if verb.start >= reading.floor:
            _read_verb(reading, verb)
    read_timeline(reading)
    disowned = mood.DISOWNED.search(sentence.text)
    for said in talk.said[count:] if disowned else ():
        said.retracted = True
    if taken_back and not disowned:
        take_back(taken_back, talk.said[count:], sentence.text, talk)
    weigh_options(reading)
    if reading.last is None and talk.topic is before:
        mention_topic(reading)


def _latest_open(talk: Talk) -> Said | None:
    """What was last said to hold, not long ago."""
    return next((said for said in reversed(talk.said[-_MEMORY:]) if said.open and not said.past), None)


def _read_verb(reading: Reading, verb: Verb) -> None:
    rows = rows_of(verb.family)
    low = reading.view[verb.end :].lower()
    rights = [(pattern, right) for pattern, form in rows if (right := form.after(reading.view, verb.end, low))]
    subject = reading.subject_of(verb) if rights else None
    if subject is None:
        return
    reading.enter_clause(subject)
    if _is_doubtful(reading, verb) or not _is_finite(reading, verb, subject):
        return
    passive = mood.PASSIVE.search(subject.aux) is not None and not verb.text.casefold().endswith("ing")
    denied = mood.DENIED.search(subject.aux) is not None
    for pattern, right in rights:
        if pattern.voice == "any" or (pattern.voice == "passive") == passive:
            if reading.guess and not _may_be_guessed(pattern):
                continue
            hit = Hit(pattern, subject, verb, right, denied)
            found = fit(reading, hit)
            if found:
                _state(reading, hit, found)
                return


def _may_be_guessed(pattern: Pattern) -> bool:
    """A guess tells of what is so, or of what brought something about; not of what one might do."""
    return pattern.aspect == "holds" and pattern.relation not in ("prefers", "avoids")


def _is_doubtful(reading: Reading, verb: Verb) -> bool:
    """Whether what stands before a verb makes it no fact: a possibility, an attempt, a refusal."""
    reading.offered = reading.offers and mood.OFFERED.search(reading.view, reading.clause, verb.start) is not None
    guess = mood.GUESS.search(reading.text, reading.clause, verb.start) if reading.guesses else None
    guess = guess or mood.HUNCH.match(reading.text)
    reading.guess = guess is not None
    last = reading.clause
    while doubt := mood.TENTATIVE.search(reading.view, last, verb.start):
        last = doubt.end()
        word = doubt[0].casefold()
        rather = verb.family == "prefer" and word == "would"
        proposed = reading.talk.all_planned and mood.PROPOSED.fullmatch(word)
        guessed = guess is not None and guess.start() <= doubt.start() < guess.end()
        if not (rather or proposed or guessed or mood.OFFERED.fullmatch(word)):
            return True
    return False


def _is_finite(reading: Reading, verb: Verb, subject: Subject) -> bool:
    """Whether the verb tells something of its subject: no bare -ing form, no infinitive that nobody plans, no title."""
    word = re.split(r"[\s\x01\x02]+", verb.text)[0]
    if word.casefold().endswith("ing") and subject.words and not mood.BE.search(subject.aux):
        return verb.family in _CHANGES and mood.GERUND.search(reading.view, 0, verb.start) is not None
    if mood.TO.search(subject.aux) and not mood.TO_BE_DONE.search(subject.aux):
        return False
    if (
        mood.BASE_FORM.match(word)
        and subject.words
        and not subject.aux.strip()
        and not mood.PLURAL.match(subject.words.strip())
    ):
        return False
    return not word[:1].isupper() or not subject.words


def _state(reading: Reading, hit: Hit, found: list[Said]) -> None:
    """Give the statements of a hit their mood, dates, reason and quote, and take them in."""
    talk = reading.talk
    if hit.verb.family == "move":  # a person who moves to Berlin, or to Hooli, does not use it
        found = [said for said in found if said.type != "uses" or said.source.type != "person"]
        if not found:
            return
    reading.floor = hit.right.end()
    anymore = mood.ANY_MORE.match(reading.text, hit.right.end()) is not None
    if (
        hit.denied
        and not (anymore and not mood.TO.search(hit.subject.aux))
        and not mood.NO_LONGER.search(hit.subject.aux)
        and not denial_states(reading, hit, found)
    ):
        for said in found:
            talk.sheet.name(said.source)
            talk.sheet.name(said.target)
        return
    phrase, to_come = _when(reading, hit)
    previous, aux = reading.last, hit.subject.aux
    to_come = to_come or (mood.DECIDED.match(reading.text) is not None and _changes_now(hit))
    for said in found:
        planned = reading.planned or reading.offered or to_come or is_plan(hit)
        said.planned = planned or mood.PLANNED.search(f"{aux} {hit.verb.text}") is not None
        said.hearsay, said.guess = reading.hearsay, reading.guess
        said.past = bool(_SIMPLE_PAST.match(hit.verb.text)) and not mood.PERFECT.search(aux)
        left = mood.USED_TO.search(aux) or mood.NO_LONGER.search(aux)
        over = hit.pattern.aspect == "ends" or bool(left) or anymore
        if not _leans_well(reading, hit, said):
            continue
        over = over and not (hit.pattern.name == "was at O" and is_there(reading, hit))
        said.date(phrase, ends=over)
        said.planned = said.planned or (said.start is not None and not said.past and said.start.start > talk.seen.at)
        if said.past and phrase and phrase.role == "at" and phrase.exact:
            said.end, said.phrase_to = said.start, phrase.text
        said.ended = over and said.end is None and not said.planned
        if over and said.planned and said.end is None:
            continue
        infer(reading, hit, said, previous, since=phrase is not None and phrase.role == "since")
        if hit.verb.family in _CONTINUING and said.replaces is None:
            continue
        explain(reading, hit, said)
        said.quote = quote_of(reading, hit, phrase)
        talk.add(said)
        reading.last = said
        not_the_other(reading, hit, said)
    if found[0].source.key != found[0].target.key:
        turn_to(found[0], talk)
    locate(reading, hit, found)


def _leans_well(reading: Reading, hit: Hit, said: Said) -> bool:
    """Whether a clause that says nothing by itself ("it was X before") has something to lean on."""
    if hit.pattern.name == "was X before":
        return reading.talk.current(said.source, "uses") is not None
    return hit.pattern.name != "was at O" or was_before(reading, hit, said) or is_there(reading, hit)


def _when(reading: Reading, hit: Hit) -> tuple[Phrase | None, bool]:
    """The date of what a verb states, and whether it is one to come."""
    phrase, talk = phrase_of(reading, hit), reading.talk
    if phrase is None or not phrase.exact:
        return phrase, False
    planned = mood.PLANNED.search(f"{hit.subject.aux} {hit.verb.text}") is not None
    if phrase.role == "until" and hit.verb.family in _CHANGES and planned:
        return talk.deadline(reading.text, phrase), False
    if phrase.role != "at" or not _changes_now(hit):
        return phrase, False
    phrase = talk.ahead(reading.text, phrase)
    return phrase, phrase.start is not None and phrase.start.start > talk.seen.at


def _changes_now(hit: Hit) -> bool:
    """Whether a change is told in the present tense ("joins Globex in June"): with a date, it is one to come."""
    word, aux = hit.verb.text.split()[0].casefold(), hit.subject.aux
    if hit.verb.family not in _CHANGES or _NOT_NOW.search(aux):
        return False
    if word.endswith("ing"):
        return mood.BE.search(aux) is not None
    return (
        word.endswith("s")
        or mood.BASE_FORM.match(word) is not None
        or re.fullmatch(r"join|start|begin|leave|quit|go|transfer|relocate", word) is not None
    )
