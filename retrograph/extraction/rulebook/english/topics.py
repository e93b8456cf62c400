"""What an English sentence speaks about, apart from what it states: who is heard, what "it" will stand for."""

from __future__ import annotations

import re
from typing import Final

from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.english import mood, slots
from retrograph.extraction.rulebook.english.reading import Reading

_HEADS: Final = "|".join(sorted(naming.COMPONENT_HEADS))
_MENTION: Final = re.compile(
    rf"(?<![\w'’-])(?P<topic>(?:the|our)[ ](?:[\w-]+[ ]){{0,3}}?(?:\w+-)?(?:{_HEADS}))(?![\w-])",
    re.IGNORECASE,
)
_OPENING: Final = re.compile(
    r"(?:[A-Z]\w*[\s\x01\x02]+){1,3}(?:for|of|on|about)[\s\x01\x02]+(?P<topic>[^:,.]{2,60})(?::[\s\x01\x02]|:?$)"
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
    if opening and naming.is_component(opening["topic"]):
        reading.talk.topic = slots.component(opening["topic"], reading.talk)


def mention_topic(reading: Reading) -> None:
    """A sentence that states nothing may still name the one component that "it" stands for in the next."""
    named = {naming.bare(found["topic"]): found["topic"] for found in _MENTION.finditer(reading.view)}
    if len(named) == 1:
        reading.talk.topic = slots.component(next(iter(named.values())), reading.talk)
