"""Reads English sentences with the pattern tables."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.english import mood, slots
from retrograph.extraction.rulebook.english.fit import fit, names
from retrograph.extraction.rulebook.english.grammar import Form, compiled
from retrograph.extraction.rulebook.english.moves import MOVES
from retrograph.extraction.rulebook.english.reading import Hit, Reading, open_sentence
from retrograph.extraction.rulebook.english.relations import CAUSES, OPINIONS, STRUCTURE
from retrograph.extraction.rulebook.english.subject import Subject
from retrograph.extraction.rulebook.english.switches import ENDS, SWITCHES
from retrograph.extraction.rulebook.english.topics import hear, introduce_topic, mention_topic
from retrograph.extraction.rulebook.english.uses import USES
from retrograph.extraction.rulebook.english.verbs import Verb, verbs
from retrograph.extraction.rulebook.english.versions import VERSIONS
from retrograph.extraction.rulebook.lists import words
from retrograph.extraction.rulebook.patterns import Pattern
from retrograph.extraction.rulebook.sentences import Sentence
from retrograph.extraction.rulebook.talk import EXCLUSIVE, Said, Talk
from retrograph.extraction.times import Phrase

PATTERNS: Final[tuple[Pattern, ...]] = (*VERSIONS, *MOVES, *SWITCHES, *ENDS, *USES, *OPINIONS, *CAUSES, *STRUCTURE)


@cache
def rows_of(family: str) -> tuple[tuple[Pattern, Form], ...]:
    """The patterns of a family of verbs, compiled when the first such verb is met."""
    return tuple((p, form) for p in PATTERNS if family in (form := compiled(p.form)).verbs)


_SIMPLE_PAST: Final = re.compile(r"(?:used|utilized|utilised|ran\son|relied\son)$", re.IGNORECASE)
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
    before = talk.topic
    for verb in verbs(reading.view):
        if verb.start >= reading.floor:
            _read_verb(reading, verb)
    if reading.last is None and talk.topic is before:
        mention_topic(reading)


def _read_verb(reading: Reading, verb: Verb) -> None:
    rows = rows_of(verb.family)
    rights = [(pattern, right) for pattern, form in rows if (right := form.right.match(reading.view, verb.end))]
    subject = reading.subject_of(verb) if rights else None
    if subject is None:
        return
    reading.enter_clause(subject)
    doubt = mood.TENTATIVE.search(reading.view, reading.clause, verb.start)
    rather = verb.family == "prefer" and doubt is not None and doubt[0].casefold() == "would"
    if doubt and not rather and not (reading.talk.all_planned and mood.PROPOSED.fullmatch(doubt[0])):
        return
    if not _is_finite(verb, subject):
        return
    passive = mood.PASSIVE.search(subject.aux) is not None and not verb.text.casefold().endswith("ing")
    denied = mood.DENIED.search(subject.aux) is not None
    for pattern, right in rights:
        if pattern.voice == "any" or (pattern.voice == "passive") == passive:
            hit = Hit(pattern, subject, verb, right, denied)
            found = fit(reading, hit)
            if found:
                _state(reading, hit, found)
                return


def _is_finite(verb: Verb, subject: Subject) -> bool:
    """Whether the verb tells something of its subject: no bare -ing form, no infinitive that nobody plans, no title."""
    word = re.split(r"[\s\x01\x02]+", verb.text)[0]
    if word.casefold().endswith("ing") and subject.words and not mood.BE.search(subject.aux):
        return False
    if mood.TO.search(subject.aux) and not mood.TO_BE_DONE.search(subject.aux):
        return False
    if (
        mood.BASE_FORM.match(word)
        and subject.words
        and not subject.aux.strip()
        and not mood.PLURAL.match(subject.words.strip())
    ):
        return False
    return word[:1].islower() or not subject.words


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
        and not anymore
        and not mood.NO_LONGER.search(hit.subject.aux)
        and not _denial_states(reading, hit, found)
    ):
        for said in found:
            talk.sheet.name(said.source)
            talk.sheet.name(said.target)
        return
    phrase = _phrase(reading, hit)
    previous, aux = reading.last, hit.subject.aux
    to_come = False
    if phrase and phrase.role == "at" and _changes_now(hit):
        phrase = talk.ahead(reading.text, phrase)
        to_come = phrase.start is not None and phrase.start.start > talk.seen.at
    for said in found:
        said.planned = reading.planned or to_come or mood.PLANNED.search(f"{aux} {hit.verb.text}") is not None
        said.hearsay = reading.hearsay
        said.past = bool(_SIMPLE_PAST.match(hit.verb.text)) and not mood.PERFECT.search(aux)
        left = mood.USED_TO.search(aux) or mood.NO_LONGER.search(aux)
        over = hit.pattern.aspect == "ends" or bool(left) or anymore
        if hit.pattern.name == "was at O":
            if not (_was_before(reading, hit, said) or _is_there(reading, hit)):
                continue
            over = over and not _is_there(reading, hit)
        said.date(phrase, ends=over)
        if said.past and phrase and phrase.role == "at" and phrase.exact:
            said.end, said.phrase_to = said.start, phrase.text
        said.ended = over and said.end is None and not said.planned
        _infer(reading, hit, said, previous, since=phrase is not None and phrase.role == "since")
        if hit.verb.family in _CONTINUING and said.replaces is None:
            continue
        _explain(reading, hit, said)
        said.quote = _quote(reading, hit, phrase)
        talk.add(said)
        reading.last = said
    if found[0].source.key != found[0].target.key:
        _turn_to(found[0], talk)
    if hit.pattern.relation in ("causes", "caused_by", "fixes"):
        _locate(reading, hit, found)


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


def _locate(reading: Reading, hit: Hit, found: list[Said]) -> None:
    """ "The TypeError in exporter.py": an error or its cause is in a file that is named with it."""
    for slot, end in (("E", "error"), ("C", "concept")):
        where = re.search(r"[\s\x01\x02]in[\s\x01\x02]+(\S+)", hit.words(slot) or "")
        name = next((n for said in found for n in (said.source, said.target) if n.type == end), None)
        file = slots.path(where[1]) if where else None
        if name and file:
            quote = reading.verbatim(*_extent(hit))
            reading.talk.add(Said(name, "located_in", file, quote))


def _extent(hit: Hit) -> tuple[int, int]:
    return min(hit.subject.span[0], hit.verb.start), hit.right.end()


def _was_before(reading: Reading, hit: Hit, said: Said) -> bool:
    """ "She was at Contoso" tells of work only where it is told with it, as what was before."""
    told = reading.talk.current(said.source, "works_at") is not None
    before = mood.BEFORE.search(reading.text, 0, hit.verb.start) is not None
    return told and before and hit.verb.text.casefold() == "was"


def _is_there(reading: Reading, hit: Hit) -> bool:
    """ "Dev is at Globex now" tells of work: the place is new, or he has long been there."""
    return hit.verb.text.casefold() in ("is", "are", "been") and mood.NOWADAYS.search(reading.text) is not None


def _denial_states(reading: Reading, hit: Hit, found: list[Said]) -> bool:
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


def _turn_to(said: Said, talk: Talk) -> None:
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


def _infer(reading: Reading, hit: Hit, said: Said, previous: Said | None, *, since: bool) -> None:
    """What goes without saying: what "went back", "tried" and "now uses" put an end to."""
    if (
        said.type not in EXCLUSIVE
        or said.retracted
        or said.planned
        or said.ended
        or (said.end and not said.start and hit.verb.family != "then")
    ):
        return
    clause = reading.text[max(0, reading.clause - 8) : hit.right.end()]
    onward = mood.ONWARD.search(clause + reading.text[hit.right.end() : hit.right.end() + 14]) is not None
    changed = mood.CHANGE.search(clause) is not None
    instead = mood.INSTEAD_OF.match(reading.view, hit.right.end())
    if instead and not said.alternatives:
        said.alternatives = names(instead["other"])
    if (changed or since) and (hit.pattern.over or instead) and said.alternatives and not said.replaces:
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
    gone = previous and previous.type == said.type and not previous.open and previous.target.key != said.target.key
    if changed and previous and gone and said.replaces is None:
        said.replaces = previous.target


def _explain(reading: Reading, hit: Hit, said: Said) -> None:
    """Why, and what else was considered."""
    end = hit.right.end()
    later = next(verbs(reading.view, end, reading.reason_at), None) is not None
    purpose = mood.PURPOSE.match(reading.view, end)
    said.reasoning = reading.why if reading.why and not later else purpose["why"] if purpose else None
    considered = mood.CONSIDERED.search(reading.view, end)
    if considered and not said.alternatives:
        said.alternatives = names(considered["others"])


def _phrase(reading: Reading, hit: Hit) -> Phrase | None:
    """The date that belongs to a verb: after it, else before it, else one that opens the sentence."""
    end = reading.clause_end(hit.right.end())
    following = next(verbs(reading.view, hit.right.end(), end), None)
    if following and re.search(r"\band\b|\bthen\b|,", reading.view[hit.right.end() : following.start]):
        end = following.start
    after = reading.phrases_in(hit.verb.start, end)
    before = reading.phrases_in(reading.clause, hit.verb.start)
    if after:
        return after[0]
    if before:
        reading.shared = before[-1] if before[-1].role == "at" else reading.shared
        return before[-1]
    opening = reading.phrases_in(0, reading.clause) if reading.last is None else []
    if opening and not reading.view[: opening[0].span[0]].strip():
        return opening[0]
    onward = mood.ONWARD.search(reading.text, reading.clause, hit.verb.end)
    return None if onward else reading.shared


def _quote(reading: Reading, hit: Hit, phrase: Phrase | None) -> str:
    start, end = _extent(hit)
    if phrase:
        start, end = min(start, phrase.span[0]), max(end, phrase.span[1])
    opening = reading.text[reading.clause : start]
    if opening.strip() and re.fullmatch(r"[\s\w,'’]{0,24}", opening):
        start = reading.clause
    return reading.verbatim(start, end)
