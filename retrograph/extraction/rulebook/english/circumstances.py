"""What a clause tells of a statement besides: when, why, over what else, in which file, in which words."""

from __future__ import annotations

import re
from typing import Final

from retrograph.extraction.rulebook.english import mood, slots, whereabouts
from retrograph.extraction.rulebook.english.fit import names
from retrograph.extraction.rulebook.english.grammar import PLACE
from retrograph.extraction.rulebook.english.reading import Hit, Reading
from retrograph.extraction.rulebook.talk import Said
from retrograph.extraction.times import Phrase

_CHOICES: Final = frozenset({"settle", "introduce", "move", "use"})
_DEPLOYED: Final = frozenset({"made_with", "run_on", "run", "operate", "placed"})
_IN_PLACE: Final = re.compile(rf"[\s\x01\x02]+(?:in|from|at)[\s\x01\x02]+(?P<place>{PLACE})", re.IGNORECASE)
_IN_FILE: Final = re.compile(r"[\s\x01\x02](?:in|from|of)[\s\x01\x02]+(?P<file>\S+)[\s\x01\x02]+$")
_NO_OPTION: Final = re.compile(
    r",?[\s\x01\x02]+(?:but|for|before|because|since|in|as|(?:and[\s\x01\x02]+)?(?:then|finally|we|it|chose|went|took"
    r"|[a-z]+ed))\b"
)


def phrase_of(reading: Reading, hit: Hit) -> Phrase | None:
    """The date that belongs to a verb: after it, else before it, else one that opens the sentence."""
    end = reading.clause_end(hit.right.end())
    following = reading.verb_in(hit.right.end(), end)
    if following and re.search(r"\band\b|\bthen\b|\bbefore\b|,", reading.view[hit.right.end() : following.start]):
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


def explain(reading: Reading, hit: Hit, said: Said) -> None:
    """Why, and what else was considered."""
    end = hit.right.end()
    later = reading.verb_in(end, reading.reason_at) is not None
    purpose = mood.PURPOSE.match(reading.view, end)
    said.reasoning = reading.why if reading.why and not later else purpose["why"] if purpose else None
    considered = mood.CONSIDERED.search(reading.view, end)
    if considered and not said.alternatives:
        said.alternatives = names(considered["others"])
    aside = mood.NOT_OTHER.match(reading.view, end) if hit.verb.family == "settle" else None
    if (aside or reading.fronted) and not said.alternatives and not said.replaces:
        said.alternatives = names(aside["other"] if aside else reading.fronted)
    if hit.verb.family in _CHOICES and not said.alternatives:
        weighed = mood.WEIGHED.search(reading.view, 0, hit.verb.start)
        options = names(_options(weighed["others"])) if weighed else reading.talk.options
        said.alternatives = tuple(name for name in options if name.casefold() != said.target.name.casefold())
        reading.talk.options = ()


def weigh_options(reading: Reading) -> None:
    """ "We looked at A and B." goes with the choice that the next sentence tells."""
    weighed = mood.WEIGHED.search(reading.view)
    if weighed and reading.last is None:
        reading.talk.options = names(_options(weighed["others"]))


def _options(words: str) -> str:
    return re.sub(r"[\s,]*(?:\b(?:and|but|or))?[\s,]*$", "", _NO_OPTION.split(words, maxsplit=1)[0])


def locate(reading: Reading, hit: Hit, found: list[Said]) -> None:
    """ "The TypeError in exporter.py": an error, its cause or a function is in a file that is named with it."""
    where = _IN_PLACE.match(reading.view, hit.right.end()) if hit.verb.family in _DEPLOYED else None
    town = whereabouts.where(where["place"], found[0].source) if where else None
    if town and town.type == "location":
        reading.talk.add(Said(found[0].source, "located_in", town, found[0].quote))
    inside = _IN_FILE.search(reading.view, hit.subject.span[0], hit.verb.start)
    place = slots.path(inside["file"]) if inside else None
    if place and found[0].source.type == "function":
        reading.talk.add(Said(found[0].source, "located_in", place, reading.verbatim(*_extent(hit))))
    for slot, end in (("E", "error"), ("C", "concept")):
        where = re.search(r"[\s\x01\x02]in[\s\x01\x02]+(\S+)", hit.words(slot) or "")
        name = next((n for said in found for n in (said.source, said.target) if n.type == end), None)
        file = slots.path(where[1]) if where else None
        if name and file:
            quote = reading.verbatim(*_extent(hit))
            reading.talk.add(Said(name, "located_in", file, quote))


def quote_of(reading: Reading, hit: Hit, phrase: Phrase | None) -> str:
    start, end = _extent(hit)
    if phrase:
        start, end = min(start, phrase.span[0]), max(end, phrase.span[1])
    opening = reading.text[reading.clause : start]
    if opening.strip() and re.fullmatch(r"[\s\w,'’]{0,24}", opening):
        start = reading.clause
    return reading.verbatim(start, end)


def _extent(hit: Hit) -> tuple[int, int]:
    return min(hit.subject.span[0], hit.verb.start), hit.right.end()
