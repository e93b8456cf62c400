"""What an English sentence speaks about, apart from what it states: who is heard, what "it" will stand for."""

from __future__ import annotations

import re
from typing import Final

from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.english import mood, slots
from retrograph.extraction.rulebook.english.grammar import PRODUCT
from retrograph.extraction.rulebook.english.reading import Reading
from retrograph.extraction.rulebook.talk import Said

_HEADS: Final = "|".join(sorted(naming.COMPONENT_HEADS))
_MENTION: Final = re.compile(
    rf"(?<![\w'’-])(?P<topic>(?:the|our)[ ](?:[\w-]+[ ]){{0,3}}?(?:\w+-)?(?:{_HEADS}))(?![\w-])",
    re.IGNORECASE,
)
_OPENING: Final = re.compile(
    r"(?:[A-Z]\w*[\s\x01\x02]+){1,3}(?:for|of|on|about)[\s\x01\x02]+(?P<topic>[^:,.]{2,60})(?::[\s\x01\x02]|:?$)"
)

_ONE_THING: Final = re.compile(r"(?:the|our)[ ][\w-]+(?:[ ][\w-]+)?", re.IGNORECASE)
_PIECE: Final = re.compile(
    rf"(?:[,;][\s\x01\x02]*)?(?:(?:and|then)[\s\x01\x02]+)*(?P<all>(?P<name>{PRODUCT})[\s\x02]+\x01+)", re.IGNORECASE
)


def hear(reading: Reading) -> None:
    """Reported speech: what follows is less sure, and who said it is a person."""
    heard = mood.HEARSAY.match(reading.view)
    if heard:
        reading.hearsay = True
        reading.floor = heard.end()
        who = heard["who"] or heard["source"]
        if who and slots.is_person(who, reading.talk):
            reading.talk.person = Name("person", naming.bare(who))
            reading.talk.sheet.name(reading.talk.person)


def introduce_topic(reading: Reading) -> None:
    """What "Timeline for the thumbnail worker:" and the like say the next words are about."""
    opening = _OPENING.match(reading.view)
    if opening and (naming.is_component(opening["topic"]) or _ONE_THING.fullmatch(opening["topic"])):
        reading.talk.topic = slots.component(opening["topic"], reading.talk)


def read_timeline(reading: Reading) -> None:
    """ "History of the geocoder: A from 2023, B between May and July 2024, A again since August": periods in a row."""
    opening = _OPENING.match(reading.view)
    source = reading.talk.topic
    if opening is None or source is None or reading.last:
        return
    before: Said | None = None
    for piece in _PIECE.finditer(reading.view, opening.end()):
        phrase = next(iter(reading.phrases_in(piece.start("name"), piece.end())), None)
        target = slots.product(piece["name"])
        if phrase is None or target is None or not phrase.exact:
            return
        said = Said(
            source, "uses", target, reading.verbatim(*piece.span("all")), replaces=before.target if before else None
        )
        said.date(phrase, ends=False)
        if before and before.end is None and before.start:
            before.end, before.phrase_to = said.start, said.phrase_from
        reading.talk.add(said)
        before = said


_SPOKEN_OF: Final = re.compile(
    r"(?P<topic>(?:The|Our|the|our)[ ](?:[\w-]+[ ]){1,3}?[\w-]+)(?=[\s\x01\x02]+(?:is|was|has|had|keeps|kept|still|does"
    r"|did|never|always|works?|worked|needs?|needed|got|gets|went|goes|started|crashe[sd]|failed|fails|broke)\b)"
)
"""What a sentence opens with and says something of."""


_SOMEBODY: Final = re.compile(
    r"(?P<who>[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?),?\s(?:is|was)\s(?:our|the|a|an|their|my)\s(?:[\w-]+\s){0,3}"
    r"(?:engineer|lead|manager|designer|developer|architect|director|officer|owner|maintainer|boss|colleague|intern|analyst"
    r"|admin|consultant|founder|head|teammate|specialist|expert|contractor)\b"
)
"""A person by what they are: "Elena is our release engineer"."""


def mention_topic(reading: Reading) -> None:
    """A sentence that states nothing may still name the one component that "it" stands for in the next."""
    somebody = _SOMEBODY.match(reading.text)
    if somebody and slots.is_person(somebody["who"], reading.talk):
        reading.talk.person = Name("person", somebody["who"])
    named = {naming.bare(found["topic"]): found["topic"] for found in _MENTION.finditer(reading.view)}
    opening = _SPOKEN_OF.match(reading.view)
    if opening and naming.is_component(opening["topic"]):
        named = {naming.bare(opening["topic"]): opening["topic"]}
    if len(named) == 1:
        reading.talk.topic = slots.component(next(iter(named.values())), reading.talk)
