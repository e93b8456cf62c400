"""Reads Korean sentences with the pattern table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from retrograph.extraction import times
from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.korean import mood, notes, troubles
from retrograph.extraction.rulebook.korean.clauses import Clause, clauses, view_of
from retrograph.extraction.rulebook.korean.fit import fit, turn_to
from retrograph.extraction.rulebook.korean.matching import ROWS, fill
from retrograph.extraction.rulebook.korean.names import TEAM_NAME, product
from retrograph.extraction.rulebook.korean.reasons import reason_alone, reason_before
from retrograph.extraction.rulebook.korean.sources import topic_of
from retrograph.extraction.rulebook.patterns import Pattern
from retrograph.extraction.rulebook.sentences import Sentence
from retrograph.extraction.rulebook.talk import EXCLUSIVE, Said, Talk
from retrograph.extraction.times import Phrase


@dataclass(slots=True)
class Reading:
    """A sentence while it is read. `shared` is the date that opened it, `fresh` what it has stated so far."""

    talk: Talk
    start: int
    text: str
    view: str
    phrases: Sequence[Phrase]
    hearsay: bool
    planned: bool = False
    shared: Phrase | None = None
    topic: Name | None = None
    fresh: list[Said] = field(default_factory=list)

    def verbatim(self, start: int, end: int) -> str:
        return self.talk.content[self.start + start : self.start + end].strip(" ,\n\t")


def read(sentence: Sentence, talk: Talk) -> None:
    """Take in what one sentence states."""
    text = sentence.text
    talk.correcting = mood.CORRECTION.search(text) is not None or talk.correcting
    if mood.QUESTION.search(text):
        return
    future = mood.PLANNED.search(text) is not None or notes.is_plan(text)
    phrases = times.find(text, talk.seen.at, talk.seen.zone, future=future)
    view = view_of(text, phrases)
    told = notes.read_causes(view, talk.content[: sentence.start])
    if (not told and _explains(text, talk)) or mood.SUPPOSED.search(text):
        return
    if mood.TO_A_MODEL.match(text):
        return
    if mood.ORDERED.search(text) and not (talk.kind == "user_message" and mood.OWN_WORDS.match(text)):
        return
    heard = mood.HEARSAY.match(view)
    reading = Reading(talk, sentence.start, text, view, phrases, heard is not None, planned=notes.is_plan(text))
    if heard and heard["who"]:
        talk.sheet.name(Name("person", heard["who"]))
    start = notes.read_label(text, talk)
    for said in told[0] if told else ():
        said.quote = reading.verbatim(*told[1]) if told else ""
        said.hearsay, said.guess = reading.hearsay, mood.GUESSED_CAUSE.search(text) is not None
        if said.source.type == "event":
            said.date(notes.incident_date(talk, said.source, sentence.start), ends=False)
        talk.add(said)
    notes.read_options(view, talk)
    notes.list_events(text, talk)
    own = mood.OWN_CLAIM.match(view)
    for clause in clauses(view, text, max(start, heard.end() if heard else 0, own.end() if own else 0)):
        _read_clause(reading, clause)


def _explains(text: str, talk: Talk) -> bool:
    """ "...기 때문입니다" gives the reason of what was said before it."""
    if not talk.said or talk.said[-1].reasoning:
        return False
    talk.said[-1].reasoning = reason_alone(text)
    return talk.said[-1].reasoning is not None


def _read_clause(reading: Reading, clause: Clause) -> None:
    family = clause.family
    again = mood.AGAIN.search(reading.text, clause.start, clause.verb.start())
    if family == "만들다" and clause.verb[0].startswith("돌아") and again:
        family = "돌아오다"
    proposed = reading.talk.all_planned and mood.PROPOSED.search(clause.tail)
    if mood.TENTATIVE.search(clause.tail) and not mood.GUESSED.search(clause.tail) and not proposed:
        return
    said = reading.fresh[-1].source if reading.fresh else None
    clause.carried = said if said and said.type in ("project", "organization", "file") else reading.topic
    reading.topic = topic_of(reading.talk, clause) or reading.topic
    for row in ROWS.get(family, ()):
        hit = fill(row, clause)
        found = fit(reading.talk, hit) if hit else []
        if found:
            _state(reading, clause, row.pattern, found)
            return
    if family == "고치다" and reading.talk.commit:
        _fix(reading, clause, reading.talk.commit)


def _fix(reading: Reading, clause: Clause, commit: Name) -> None:
    """A commit that says "해결한다" fixes the error that its text named last."""
    error = troubles.last_error(reading.talk.content[: reading.start + clause.verb.start()])
    if error and not _is_denied(clause):
        reading.talk.add(Said(commit, "fixes", error, _quote(reading, clause, None)))


def _state(reading: Reading, clause: Clause, pattern: Pattern, found: list[Said]) -> None:
    talk = reading.talk
    if pattern.source == "before" and mood.BEFORE_THAT.search(reading.text, clause.start, clause.verb.start()) is None:
        return
    _weigh(reading, clause, found)
    if _is_unsaid(reading, clause, pattern, found):
        for name in (name for said in found for name in (said.source, said.target)):
            if name.name != "team" or name.aliases:
                talk.sheet.name(name)
        return
    phrase = _coming(reading, clause, pattern, found)
    words = (reading.text, clause.start, clause.verb.start())
    ending = mood.NO_MORE.search(*words) and _is_denied(clause) and not mood.NEVER.search(clause.tail)
    formerly = pattern.aspect == "holds" and bool(mood.FORMERLY.search(*words) or mood.PAST_BUT.search(clause.tail))
    if found[0].retracted and mood.MISSAID.search(clause.tail):
        phrase = None  # when it was said, not since when it was so
    for said in found:
        over = said.type != "avoids" and (pattern.aspect == "ends" or bool(ending))
        said.past = formerly
        said.date(phrase, ends=over)
        said.planned = said.planned or (said.start is not None and said.start.start > talk.seen.at)
        said.ended = over and said.end is None and not said.planned
        _infer(reading, clause, pattern, said)
        _explain(reading, clause, said)
        said.quote = _quote(reading, clause, phrase)
        talk.add(said)
        reading.fresh.append(said)
        for other in (product(name) for name in said.alternatives if said.type != "prefers"):
            if other:
                talk.sheet.name(other)
    _take_back(reading, clause, found[0])
    turn_to(found[0], talk)


def _is_denied(clause: Clause) -> bool:
    return mood.DENIED.search(clause.tail) is not None or mood.BEFORE_DENIED.search(clause.before) is not None


def _is_corrected(reading: Reading, clause: Clause) -> bool:
    """Whether a correction says that something is not so, rather than no longer."""
    held = mood.NO_MORE.search(reading.text, clause.start, clause.verb.start()) is None
    return held and _is_denied(clause)


def _weigh(reading: Reading, clause: Clause, found: list[Said]) -> None:
    """How much the words count for: planned, heard from others, guessed, or a mistake that is taken back."""
    taken_back = reading.talk.correcting and mood.MISSAID.search(clause.tail) is not None
    taken_back = taken_back or mood.UNTRUE.search(clause.tail) is not None
    for said in found:
        said.planned = reading.planned or mood.PLANNED.search(clause.tail) is not None
        said.hearsay = reading.hearsay or mood.HEARD.search(clause.tail) is not None
        said.guess = bool(mood.GUESSED.search(clause.tail) or mood.PERHAPS.search(reading.text, 0, clause.verb.end()))
        never = _is_denied(clause) and mood.NEVER.search(clause.tail) is not None
        never = never and (reading.talk.correcting or said.source != TEAM_NAME)
        never = never or (reading.talk.correcting and said.source != TEAM_NAME and _is_corrected(reading, clause))
        said.retracted = said.type in EXCLUSIVE and (taken_back or never)
        if taken_back:
            said.hearsay = said.planned = False


def _is_unsaid(reading: Reading, clause: Clause, pattern: Pattern, found: list[Said]) -> bool:
    """Whether the clause only says that something is not so. A decision against something is a statement."""
    if pattern.source == "none":
        return True
    if not _is_denied(clause) or found[0].retracted:
        return False
    if mood.NO_MORE.search(reading.text, clause.start, clause.verb.start()):
        return pattern.aspect == "ends"
    if pattern.relation != "uses" or pattern.aspect == "ends" or pattern.replaces:
        return True
    turned_down = clause.family == "도입하다" and mood.TURNED_DOWN.search(clause.tail)
    if not turned_down and not mood.RESOLVED.search(f"{clause.before[-3:]}{clause.tail}"):
        return True
    for said in found:
        said.type = "rejected" if clause.family == "도입하다" else "avoids"
        said.planned, said.alternatives = False, ()
    return False


def _coming(reading: Reading, clause: Clause, pattern: Pattern, found: list[Said]) -> Phrase | None:
    """The date of a clause; a change told in the present tense with a date is one to come."""
    phrase = _phrase(reading, clause)
    if phrase and phrase.role == "until" and pattern.aspect == "starts" and phrase.exact:
        return reading.talk.deadline(reading.text, phrase)
    if not phrase or phrase.role != "at" or pattern.aspect == "holds" or not mood.PRESENT.match(clause.tail):
        return phrase
    phrase = reading.talk.ahead(reading.text, phrase)
    for said in found:
        said.planned = said.planned or (phrase.start is not None and phrase.start.start > reading.talk.seen.at)
    return phrase


def _infer(reading: Reading, clause: Clause, pattern: Pattern, said: Said) -> None:
    """What a clause leaves to be understood from what was said before it: what is replaced, and since when."""
    talk = reading.talk
    if said.retracted:
        return
    if said.type in EXCLUSIVE and mood.BEFORE_THAT.search(reading.text, clause.start, clause.verb.start()):
        later = talk.current(said.source, said.type)
        if later and later.start:
            said.end, said.phrase_to, said.ended = later.start, later.phrase_from, False
            later.replaces = said.target
        else:
            said.past = True
        return
    earlier = talk.current(said.source, said.type)
    if earlier and earlier.change and said.ended and earlier.target.key != said.target.key:
        earlier.replaces, earlier.change = said.target, None
    if said.replaces or earlier is None or earlier.target.key == said.target.key or said.type == "avoids":
        _mark_change(reading, clause, said)
        return
    after = mood.AFTER_THAT.search(reading.text, clause.start, clause.verb.start())
    if after and earlier.end and said.start is None and said.open:
        said.start, said.phrase_from, said.replaces = earlier.end, earlier.phrase_to, earlier.target
    instead = mood.CHANGE.search(reading.text, clause.start, clause.verb.start()) and not earlier.open
    fills = clause.family in ("도입하다", "쓰다", "정하다", "만들다") and earlier in reading.fresh
    instead = instead or (fills and earlier.ended)
    instead = instead or (said.type == "works_at" and not earlier.open and not earlier.past)
    instead = instead or (earlier.past and earlier.open)
    moving = clause.family in ("돌아오다", "바꾸다", "입사하다", "살다") and pattern.aspect == "starts"
    if (moving or instead) and (said.open or said.planned):
        said.replaces = earlier.target
    _mark_change(reading, clause, said)


def _mark_change(reading: Reading, clause: Clause, said: Said) -> None:
    """A word like "이제" says that this takes the place of something that the text does not name."""
    marker = mood.CHANGE.search(reading.text, clause.start, clause.verb.start())
    named = any(chunk.part == "instead" for chunk in clause.found)
    if marker and not named and said.type in EXCLUSIVE and said.open and said.replaces is None:
        said.change = marker[0]


def _explain(reading: Reading, clause: Clause, said: Said) -> None:
    start, end = clause.start, clause.verb.start()
    if said.type in ("caused_by", "causes", "blocked_by"):
        return
    said.reasoning = said.reasoning or reason_before(reading.view[start:end], reading.text[start:end], said)
    aside = notes.considered_aside(reading.text, clause.verb.end())
    if said.type == "uses" and said.open and not said.alternatives:
        options = aside or tuple(name for name in reading.talk.options if name != said.target.name)
        said.alternatives, reading.talk.options = options, ()
    elif said.type == "uses" and said.planned:
        said.alternatives = said.alternatives or aside or reading.talk.options


def _take_back(reading: Reading, clause: Clause, said: Said) -> None:
    """ "사실은 X가 아니라 Y를 쓴다": X was never so."""
    denied = next((chunk for chunk in clause.found if chunk.part == "not"), None)
    target = product(denied.words) if denied else None
    if target is None or said.type not in EXCLUSIVE:
        return
    if reading.talk.correcting or mood.IN_FACT.search(reading.text):
        reading.talk.add(Said(said.source, said.type, target, said.quote, retracted=True))
    else:
        reading.talk.sheet.name(target)


def _phrase(reading: Reading, clause: Clause) -> Phrase | None:
    """The date in the clause, else the one that opened the sentence, else one in parentheses behind it."""
    own = [phrase for phrase in reading.phrases if clause.start <= phrase.span[0] < clause.verb.end()]
    if own:
        if not reading.fresh and own[0].role == "at":
            reading.shared = own[0]
        return own[-1]
    if mood.BEFORE_THAT.search(reading.text, clause.start, clause.verb.start()):
        return None
    told_last = mood.TOLD_WHEN.match(reading.view, clause.verb.end())
    if told_last:
        return next((p for p in reading.phrases if told_last.start() < p.span[0] < told_last.end()), None)
    aside = mood.DATED_ASIDE.match(reading.view, clause.verb.end())
    behind = [phrase for phrase in reading.phrases if aside and aside.start() <= phrase.span[0] < aside.end()]
    dated = behind[0] if behind and "(" in reading.text[clause.verb.end() : behind[0].span[0]] else None
    return reading.shared or dated


def _quote(reading: Reading, clause: Clause, phrase: Phrase | None) -> str:
    start = min(clause.start, phrase.span[0]) if phrase else clause.start
    end = clause.verb.start() + len(clause.tail)
    return reading.verbatim(start, max(end, phrase.span[1] if phrase else end))
