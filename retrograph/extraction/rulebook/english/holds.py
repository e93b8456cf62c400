"""What cannot go on until something else has happened: "The launch can't go ahead until legal has signed the DPA"."""

from __future__ import annotations

import re
from typing import Final

from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.english import slots, troubles
from retrograph.extraction.rulebook.english.grammar import ANYTHING, COMPONENT
from retrograph.extraction.rulebook.english.reading import Reading
from retrograph.extraction.rulebook.talk import Said

_GAP: Final = r"[\s\x01\x02]+"
_CANNOT: Final = (
    rf"(?:can(?:['’]t|{_GAP}?not)|won['’]t|will{_GAP}not|must{_GAP}not|(?:is|are){_GAP}not{_GAP}allowed{_GAP}to)"
)
_PROCEED: Final = (
    r"(?:go[ ]ahead|proceed|start|begin|launch|ship|happen|go[ ]live|go[ ]out|continue|move[ ](?:forward|ahead)|land"
    r"|merge"
    r"|be[ ](?:released|shipped|merged|deployed|launched|started|finished|closed|completed|rolled[ ]out|signed[ ]off))"
)
_DO: Final = (
    r"(?:ship|release|merge|launch|deploy|start|begin|finish|complete|roll[ ]out|cut|publish|close|upgrade|migrate)"
)
_HELD: Final = re.compile(
    rf"(?P<what>{COMPONENT}){_GAP}{_CANNOT}{_GAP}{_PROCEED}{_GAP}(?:until|till|before|unless|without){_GAP}(?P<on>[^.;:!\n]+)",
    re.IGNORECASE,
)
_WE_HOLD: Final = re.compile(
    rf"\b(?:we|i|they){_GAP}{_CANNOT}{_GAP}{_DO}{_GAP}(?P<what>{COMPONENT}){_GAP}(?:until|till|before|unless|without){_GAP}"
    r"(?P<on>[^.;:!\n]+)",
    re.IGNORECASE,
)
_THING: Final = rf"(?P<thing>{ANYTHING})"
_BE: Final = rf"(?:is|are|has{_GAP}been|have{_GAP}been|was|gets?)"
_AWAITED: Final = (
    re.compile(
        rf"{_THING}{_GAP}{_BE}(?:{_GAP}(?:fully|finally|all|properly))?{_GAP}"
        r"(?:done|ready|over|available|through|live|up|in[ ]place|in|back|out|green|[a-z]+(?:ed|lt|nt|wn))\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:[\w’'-]+{_GAP}){{1,4}}?(?:has{_GAP}|have{_GAP})?(?:sign(?:s|ed)?|approv(?:es?|ed)|deliver(?:s|ed)?|finish(?:es|ed)?"
        r"|complet(?:es?|ed)|merg(?:es?|ed)|ships?|shipped|review(?:s|ed)?|fix(?:es|ed)?|clear(?:s|ed)?|sends?|sent"
        r"|provid(?:es?|ed)|publish(?:es|ed)?|releas(?:es?|ed)|renew(?:s|ed)?|grant(?:s|ed)?|accept(?:s|ed)?|gets?|got"
        rf"|ha(?:s|ve)|confirm(?:s|ed)?){_GAP}(?:off{_GAP})?(?:on{_GAP})?{_THING}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_THING}{_GAP}(?:(?:has|have){_GAP})?(?:lands?|landed|ships?|shipped|arriv(?:es?|ed)|pass(?:es|ed)?|works?"
        r"|comes?[ ](?:in|through|back)|goes[ ](?:live|through|out))\b",
        re.IGNORECASE,
    ),
    re.compile(rf"{_THING}[\s\x01\x02]*$", re.IGNORECASE),
)
"""What is waited for: what is to be done, what somebody is to do, what is to come, or the thing itself."""


def read_holds(reading: Reading) -> None:
    """Take in that something is held up by what it waits for."""
    found = _HELD.search(reading.view) or _WE_HOLD.search(reading.view)
    if found is None:
        return
    what = _held(found["what"], reading)
    cause = _awaited(found["on"])
    if what and cause:
        quote = reading.verbatim(found.start(), found.end())
        reading.talk.add(said := Said(what, "blocked_by", cause, quote))
        reading.last = said
        reading.floor = found.end("what")


def _held(words: str, reading: Reading) -> Name | None:
    determined = re.match(r"(?:the|our)[\s\x01\x02]", words, re.IGNORECASE) is not None
    text = naming.bare(words)
    if words.casefold() in ("it", "that", "this"):
        return reading.talk.topic
    named = naming.is_component(text) or naming.head(text) in naming.EVENT_HEADS
    return slots.component(words, reading.talk) if named or (determined and len(text.split()) <= 3) else None


def _awaited(words: str) -> Name | None:
    for form in _AWAITED:
        found = form.match(words)
        if found:
            thing = found["thing"]
            vague = naming.bare(thing).casefold() in naming.GENERIC_NOUNS | {"notice", "further notice", "next week"}
            return None if vague else troubles.cause(thing)
    return None
