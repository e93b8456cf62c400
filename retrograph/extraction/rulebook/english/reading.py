"""One English sentence while it is read: its masked view, its subject so far, where its clauses begin and end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from retrograph.extraction import times
from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.english import mood
from retrograph.extraction.rulebook.english.grammar import STOP_WORDS, masked
from retrograph.extraction.rulebook.english.subject import Subject, carried_before, subject_before
from retrograph.extraction.rulebook.english.verbs import Verb, verbs
from retrograph.extraction.rulebook.patterns import Pattern
from retrograph.extraction.rulebook.sentences import Sentence
from retrograph.extraction.rulebook.talk import Said, Talk
from retrograph.extraction.times import Phrase

_STOPS = frozenset(STOP_WORDS.split("|")) - {"we", "they", "i", "he", "she", "it"}
_FIRST_SUBJECT = re.compile(
    r"[\s\x01\x02,]*(?P<subject>we|they|i|he|she|it|[A-Z][a-z]+)[\s\x01\x02]+[a-z]", re.IGNORECASE
)
_OPENING = re.compile(r"[\s\x01\x02]*(?P<words>(?:the |our )?[\w-]+(?: [\w-]+){0,3})", re.IGNORECASE)
_PRONOUN = re.compile(r"\b(?:we|they|i|he|she|it)\b(?=[\s\x01\x02]+[a-z])", re.IGNORECASE)
_PLAN_PREFIX = re.compile(
    r"\W*(?:todo|plan|note to self|reminder|next steps?|action items?)\b[^:]{0,20}:[\s\x01\x02]*", re.IGNORECASE
)
_TOPIC_PREFIX = re.compile(
    r"\W*(?:[A-Z][\w -]{1,30}:[\s\x01\x02]+)?(?:have\s)?decided[\s\x01\x02]+(?:not\s)?to[\s\x01\x02]+$"
)
_DECIDED_PREFIX = re.compile(
    r"\W*(?:decision|decided|resolution|outcome|agreed|we\sagreed)(?:\s\([^)]*\))?\*{0,2}:[\s\x01\x02*]+(?:to\s)?$",
    re.IGNORECASE,
)
"""What stands before what a decision says is to be done: "Decision: adopt X"."""
_TELEGRAPHIC = re.compile(r"(?:\w+ed|went|chose|took|got|put|ran)\b", re.IGNORECASE)
_COMMIT_PREFIX = re.compile(r"\W*(?:[a-z]+(?:\([\w./@-]+\))?!?:\s+)?(?:[\x01\x02\s]*)$")


@dataclass(slots=True)
class Reading:
    """`view` is the text with dates and adverbs masked; `floor` is up to where it has been read."""

    talk: Talk
    start: int
    text: str
    view: str
    phrases: Sequence[Phrase]
    planned: bool
    reason_at: int
    why: str | None
    floor: int = 0
    hearsay: bool = False
    guess: bool = False
    fronted: str = ""
    offered: bool = False
    subject: Subject | None = None
    clause: int = 0
    shared: Phrase | None = None
    last: Said | None = None
    verbs: Sequence[Verb] = ()
    offers: bool = False
    guesses: bool = False

    def verb_in(self, start: int, stop: int) -> Verb | None:
        """The first verb that stands whole in that part of the sentence."""
        return next((verb for verb in self.verbs if verb.start >= start and verb.end <= stop), None)

    def subject_of(self, verb: Verb) -> Subject | None:
        """Who does what the verb says: the phrase before it, else the sentence's subject so far, else the commit."""
        if verb.family == "then" and self.subject:
            return Subject(self.subject.words, (verb.start, verb.start), self.subject.aux)
        found = None if verb.family == "nominal" else subject_before(self.view, self.floor, verb.start)
        if found:
            self.subject = self._antecedent(found) or found
            return found
        return self._unnamed(verb)

    def _unnamed(self, verb: Verb) -> Subject | None:
        """Who does what a verb says that has no subject of its own."""
        nobody = Subject("", (verb.start, verb.start), "")
        if verb.family == "nominal":
            return nobody
        aux = carried_before(self.view, self.floor, verb.start)
        if aux is not None and self.subject is None:
            self.subject = self._pronoun(verb) or self._opening()
        if self.subject and aux is not None:
            return Subject(self.subject.words, (verb.start, verb.start), aux or self.subject.aux)
        telegraphic = (
            bool(_TELEGRAPHIC.match(verb.text)) or verb.family in ("run", "operate") or self.talk.kind == "commit"
        )
        prefix = self.view[: verb.start]
        if (self.planned and _PLAN_PREFIX.fullmatch(prefix)) or (telegraphic and _COMMIT_PREFIX.fullmatch(prefix)):
            return nobody
        ordered = _DECIDED_PREFIX.fullmatch(prefix) and mood.BASE_FORM.match(verb.text.split()[0])
        if ordered or _TOPIC_PREFIX.fullmatch(prefix):
            self.subject = Subject("we", nobody.span, "decided to")
            return self.subject
        return None

    def _pronoun(self, verb: Verb) -> Subject | None:
        """The last pronoun before a verb that shares somebody's subject: "we looked at A, but went with B"."""
        found = list(_PRONOUN.finditer(self.view, 0, verb.start))
        return Subject(found[-1][0], found[-1].span(), "") if found else None

    def _opening(self) -> Subject | None:
        """The component that a sentence opens with, whatever its first verb is."""
        found = _OPENING.match(self.view)
        words = found["words"].split(" ") if found else []
        for count in range(len(words), 0, -1):
            text = " ".join(words[:count])
            if found and naming.is_component(text):
                return Subject(text, (found.start("words"), found.start("words") + len(text)), "")
        return None

    def _antecedent(self, relative: Subject) -> Subject | None:
        """For "who" and "which", what the main clause goes on to speak of: "Dilek, who was at A, joined B"."""
        if relative.words.casefold() not in ("who", "which"):
            return None
        return subject_before(self.view, 0, len(self.view[: relative.span[0]].rstrip(", \x01\x02")))

    def enter_clause(self, subject: Subject) -> None:
        """Set `clause` to the start of the clause that the subject stands in."""
        self.clause = self.floor
        for boundary in mood.BOUNDARY.finditer(self.view, self.floor, subject.span[0]):
            self.clause = boundary.end()
        if subject.span[0] == subject.span[1]:
            comma = max(self.view.rfind(mark, self.clause, subject.span[0]) for mark in (",", " and ", " then "))
            self.clause = max(self.clause, comma + 1)

    def clause_end(self, start: int) -> int:
        """The end of the clause that goes on at `start`; a reason is no part of it."""
        boundary = mood.BOUNDARY.search(self.view, start)
        return min(boundary.start() if boundary else len(self.view), max(start, self.reason_at))

    def phrases_in(self, start: int, stop: int) -> list[Phrase]:
        """The dates that begin in that part of the sentence."""
        return [phrase for phrase in self.phrases if start <= phrase.span[0] < stop]

    def verbatim(self, start: int, end: int) -> str:
        """Exact words of the text."""
        return self.talk.content[self.start + start : self.start + end].strip()


@dataclass(frozen=True, slots=True)
class Hit:
    """A pattern that fits: where, and the words in its slots."""

    pattern: Pattern
    subject: Subject
    verb: Verb
    right: re.Match[str]
    denied: bool

    def words(self, slot: str) -> str | None:
        """The words in a slot, the subject's included; None where the slot was left out."""
        if self.pattern.form.startswith(f"{{{slot}}}"):
            return self.subject.words
        return self.right.groupdict().get(slot)


def open_sentence(sentence: Sentence, talk: Talk) -> Reading | None:
    """Begin to read a sentence; None where it only asks or supposes."""
    text = sentence.text
    if mood.QUESTION.search(text) or mood.UNTRUE.search(text):
        return None
    planned = mood.PLAN_SENTENCE.search(text) is not None
    future = planned or mood.PLANNED.search(text) is not None
    phrases = times.find(text, talk.seen.at, talk.seen.zone, future=future)
    view = masked(text, [_with_brackets(text, phrase.span) for phrase in phrases])
    reason = mood.REASON.search(view)
    reason_at = reason.start("cue") if reason else len(text)
    if mood.SUPPOSED.search(text, 0, reason_at):
        return None
    why = text[reason.start("why") :].rstrip(" .!") if reason else None
    reading = Reading(talk, sentence.start, text, view, phrases, planned, reason_at, why, verbs=tuple(verbs(view)))
    reading.offers = mood.OFFERED.search(view) is not None
    reading.guesses = mood.GUESS.search(text) is not None
    fronted = mood.FRONTED.match(view)
    if fronted:
        reading.fronted, reading.floor = fronted["other"], fronted.end()
    first = _FIRST_SUBJECT.match(view, reading.floor)
    if first and first["subject"].casefold() not in _STOPS:
        reading.subject = Subject(first["subject"], first.span("subject"), "")
    return reading


def _with_brackets(text: str, span: tuple[int, int]) -> tuple[int, int]:
    """A date's span, with the brackets around it where it stands in brackets by itself."""
    start, end = span
    return (start - 1, end + 1) if text[start - 1 : start] == "(" and text[end : end + 1] == ")" else span
