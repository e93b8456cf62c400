"""Reads Korean sentences with the pattern table."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from retrograph.extraction import times
from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.korean import mood, names
from retrograph.extraction.rulebook.korean.fit import fit, turn_to
from retrograph.extraction.rulebook.korean.grammar import ADVERBS, Chunk, Part, chunks, split
from retrograph.extraction.rulebook.korean.patterns import PATTERNS, VERBS
from retrograph.extraction.rulebook.patterns import Pattern
from retrograph.extraction.rulebook.sentences import Sentence
from retrograph.extraction.rulebook.talk import EXCLUSIVE, Said, Talk
from retrograph.extraction.times import Phrase

_VERB: Final = re.compile(
    "|".join(rf"(?P<v{index}>(?<![가-힣A-Za-z`])(?:{forms}))" for index, forms in enumerate(VERBS.values()))
)
_FAMILIES: Final = tuple(VERBS)
_SUBORDINATE: Final = re.compile(r"(?:(?<!면)서|니까|므로|[은을]|(?<!자)는)$")
"""Endings of verbs that give a reason, or belong to the noun behind them: no clause ends there."""

_ADNOMINAL_FINALS: Final = frozenset({4, 8})
"""Final consonants (n, l) of a verb that describes the noun behind it."""

_NOUN_AFTER: Final = re.compile(
    r"\s+(?!적|것|거|겁|예정|계획|수\s|줄|지\s|듯|뒤|후|다음|상태|중|때|바\s|건|게|생각|셈)[가-힣A-Za-z`]"
)
_AUXILIARY: Final = re.compile(r"\s*(?:(?:있|않|했|하|됐|되|못했)[가-힣]*[\s,]+)+")
_CARRIED: Final = re.compile(r"(?:[가-힣][고아어여해혀돼져려와]|(?:적|일|수|리)(?:이|은|도|는|가)?|중)\s*$")

_SLOT: Final = re.compile(r"(?P<slot>[A-Z])(?P<particle>\s(?:대신|때문에)|[가-힣]*)(?=\s)")


@dataclass(frozen=True, slots=True)
class Row:
    """A pattern with its form taken apart: which slot is filled by the phrase that plays which part."""

    pattern: Pattern
    parts: tuple[tuple[str, Part], ...]


def row_of(pattern: Pattern) -> tuple[str, Row]:
    """A pattern's verb family and its row.

    Raises:
        ValueError: the form has no verb.
    """
    before, _, verb = pattern.form.partition("<")
    if not verb.endswith(">"):
        raise ValueError(f"a form ends with its verb, <...>: {pattern.form!r}")
    parts: list[tuple[str, Part]] = []
    for found in _SLOT.finditer(before):
        particle = found["particle"].strip()
        special: dict[str, Part] = {"대신": "instead", "때문에": "because", "": "bare"}
        part = special.get(particle) or split(f"`x`{particle}")[1] or "bare"
        parts.append((found["slot"], part))
    return verb[:-1], Row(pattern, tuple(parts))


def _by_family() -> dict[str, tuple[Row, ...]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for pattern in PATTERNS:
        family, row = row_of(pattern)
        found[family].append(row)
    return {family: tuple(rows) for family, rows in found.items()}


_ROWS: Final = _by_family()


@dataclass(slots=True)
class Clause:
    """A clause up to its verb: phrases, the verb with what follows it, and where it starts."""

    family: str
    verb: re.Match[str]
    found: list[Chunk]
    start: int
    before: str
    tail: str


@dataclass(slots=True)
class Reading:
    """A sentence while it is read."""

    talk: Talk
    start: int
    text: str
    phrases: Sequence[Phrase]
    hearsay: bool
    shared: Phrase | None = None
    fresh: list[Said] = field(default_factory=list)

    def verbatim(self, start: int, end: int) -> str:
        return self.talk.content[self.start + start : self.start + end].strip(" ,\n\t")


def read(sentence: Sentence, talk: Talk) -> None:
    """Take in what one sentence states."""
    text = sentence.text
    talk.correcting = mood.CORRECTION.search(text) is not None or talk.correcting
    if mood.QUESTION.search(text) or mood.SUPPOSED.search(text):
        return
    if _explains(text, talk):
        return
    future = mood.PLANNED.search(text) is not None
    phrases = times.find(text, talk.seen.at, talk.seen.zone, future=future)
    view = list(text)
    for phrase in phrases:
        view[slice(*phrase.span)] = "\x01" * (phrase.span[1] - phrase.span[0])
    masked = ADVERBS.sub(lambda match: "\x02" * len(match[0]), "".join(view))
    heard = mood.HEARSAY.match(masked)
    reading = Reading(talk, sentence.start, text, phrases, heard is not None)
    if heard:
        talk.sheet.name(Name("person", heard["who"]))
    _causes(reading, masked)
    _options(reading, masked)
    for clause in _clauses(masked, text, heard.end() if heard else 0):
        _read_clause(reading, clause)


def _explains(text: str, talk: Talk) -> bool:
    """ "...기 때문입니다" gives the reason of what was said before it."""
    reason = mood.REASON_AT_END.search(text)
    if not reason or not talk.said or talk.said[-1].reasoning:
        return False
    talk.said[-1].reasoning = text[: reason.start()].strip() or None
    return True


def _clauses(view: str, text: str, start: int) -> list[Clause]:
    verbs = [v for v in _VERB.finditer(view) if v.start() >= start and not _is_auxiliary(v, view)]
    note = mood.NOTE.match(view)
    start = max(start, note.end() if note else 0)
    found: list[Clause] = []
    for index, verb in enumerate(verbs):
        following = verbs[index + 1].start() if index + 1 < len(verbs) else len(view)
        tail = text[verb.start() : min(following, verb.end() + 30)]
        family = _FAMILIES[int((verb.lastgroup or "v0")[1:])]
        before = view[start : verb.start()]
        found.append(Clause(family, verb, chunks(before, start), start, before, re.split(r"[,.]", tail)[0]))
        auxiliary = _AUXILIARY.match(view, verb.end())
        start = auxiliary.end() if auxiliary else verb.end()
    return found


def _is_auxiliary(verb: re.Match[str], view: str) -> bool:
    """A verb that carries another one's tense ("쓰고 있다", "쓴 적이 없다"), or describes a reason or a noun."""
    if _SUBORDINATE.search(verb[0]):
        return True
    final = (ord(verb[0][-1]) - 0xAC00) % 28 if "가" <= verb[0][-1] <= "힣" else 0
    if final in _ADNOMINAL_FINALS and not verb[0].endswith("자는") and _NOUN_AFTER.match(view, verb.end()):
        return True
    return verb[0][:1] in "있없" and _CARRIED.search(view, max(0, verb.start() - 12), verb.start()) is not None


def _read_clause(reading: Reading, clause: Clause) -> None:
    family = clause.family
    if (
        family == "돌다"
        and clause.verb[0].startswith("돌아")
        and mood.AGAIN.search(reading.text, clause.start, clause.verb.start())
    ):
        family = "돌아오다"
    if mood.TENTATIVE.search(clause.tail) and not (reading.talk.all_planned and mood.PROPOSED.search(clause.tail)):
        return
    for row in _ROWS.get(family, ()):
        found = _fit(reading, clause, row)
        if found:
            _state(reading, clause, row.pattern, found)
            return


def _fit(reading: Reading, clause: Clause, row: Row) -> list[Said]:
    taken: dict[str, Chunk] = {}
    for slot, part in row.parts:
        chunk = next((c for c in reversed(clause.found) if c.part == part and c not in taken.values()), None)
        if chunk is None:
            return []
        taken[slot] = chunk
    return fit(reading.talk, clause.found, taken, row.pattern)


def _state(reading: Reading, clause: Clause, pattern: Pattern, found: list[Said]) -> None:
    talk = reading.talk
    for said in found:
        said.planned = mood.PLANNED.search(clause.tail) is not None
        said.hearsay = reading.hearsay or mood.HEARD.search(clause.tail) is not None
    if pattern.source == "before" and mood.BEFORE_THAT.search(reading.text, clause.start, clause.verb.start()) is None:
        return
    denied = mood.DENIED.search(clause.tail) is not None or mood.BEFORE_DENIED.search(clause.before) is not None
    no_more = mood.NO_MORE.search(reading.text, clause.start, clause.verb.start()) is not None
    never = mood.NEVER.search(clause.tail) is not None
    resolved = denied and mood.RESOLVED.search(clause.tail) is not None and pattern.relation == "uses"
    for said in found if resolved else ():
        said.type, said.planned = "avoids", False
    if pattern.source == "none" or (denied and not (no_more or never or resolved)):
        for said in found:
            talk.sheet.name(said.source)
            talk.sheet.name(said.target)
        return
    phrase = _phrase(reading, clause)
    if phrase and phrase.role == "at" and pattern.aspect != "holds" and mood.PRESENT.match(clause.tail):
        phrase = talk.ahead(reading.text, phrase)
        for said in found:
            said.planned = said.planned or (phrase.start is not None and phrase.start.start > talk.seen.at)
    over = pattern.aspect == "ends" or (denied and no_more and not never)
    for said in found:
        said.retracted = denied and never and said.type in EXCLUSIVE
        said.past = (
            pattern.aspect == "holds"
            and mood.FORMERLY.search(reading.text, clause.start, clause.verb.start()) is not None
        )
        said.date(phrase, ends=over)
        said.ended = over and said.end is None and not said.planned
        _infer(reading, clause, pattern, said)
        why = mood.BECAUSE.search(clause.before)
        said.reasoning = said.reasoning or (re.sub(r"[\x01\x02]+", " ", why["why"]).strip() if why else None)
        considered = mood.WEIGHED_ASIDE.search(reading.text, clause.verb.end())
        if considered and not said.alternatives:
            said.alternatives = tuple(re.split(r"\s*,\s*|(?:와|과|랑)\s+", considered["others"]))
        said.quote = _quote(reading, clause, phrase)
        talk.add(said)
        reading.fresh.append(said)
    turn_to(found[0], talk)


def _infer(reading: Reading, clause: Clause, pattern: Pattern, said: Said) -> None:
    formerly = mood.BEFORE_THAT.search(reading.text, clause.start, clause.verb.start()) is not None
    if said.type == "works_at" and formerly:
        later = reading.talk.current(said.source, "works_at")
        if later and later.start:
            said.end, said.phrase_to, said.ended = later.start, later.phrase_from, False
            later.replaces = said.target
        else:
            said.past = True
        return
    earlier = reading.talk.current(said.source, said.type)
    moving = clause.family in ("돌아오다", "바꾸다") and pattern.replaces == "" and pattern.aspect == "starts"
    if moving and said.replaces is None and earlier and earlier.target.key != said.target.key and not said.planned:
        said.replaces = earlier.target


def _phrase(reading: Reading, clause: Clause) -> Phrase | None:
    """The date in the clause, else the one that opened the sentence."""
    own = [phrase for phrase in reading.phrases if clause.start <= phrase.span[0] < clause.verb.end()]
    if own:
        if not reading.fresh and own[0].role == "at":
            reading.shared = own[0]
        return own[-1]
    return reading.shared if mood.BEFORE_THAT.search(reading.text, clause.start, clause.verb.start()) is None else None


def _quote(reading: Reading, clause: Clause, phrase: Phrase | None) -> str:
    start = min(clause.start, phrase.span[0]) if phrase else clause.start
    end = clause.verb.start() + len(clause.tail)
    return reading.verbatim(start, end)


def _causes(reading: Reading, view: str) -> None:
    """ "E의 원인은 C였다" and "C가 E의 원인이다"."""
    for pattern in (mood.CAUSE_IS, mood.IS_CAUSE) if "원인" in view else ():
        note = mood.NOTE.match(view)
        found = pattern.search(view, note.end() if note else 0)
        if found:
            error, cause = names.error(found["error"]), names.cause(found["cause"])
            if error and cause:
                quote = reading.verbatim(*found.span())
                reading.talk.add(Said(error, "caused_by", cause, quote))
                owner = names.owner_of(found["cause"])
                if owner:
                    reading.talk.add(Said(cause, "related_to", owner, quote))
                return


def _options(reading: Reading, view: str) -> None:
    """ "캐시 계층 후보로 A와 B를 검토" says what is being decided."""
    found = mood.CONSIDERED.search(view) if mood.WEIGHED.search(view) else None
    if found:
        part = names.component(found["part"], reading.talk)
        if part:
            reading.talk.topic = part
