"""Changes in a few words: "admin-panel: Redux -> Zustand", "ticket-bot: out with RTM, in with Bolt"."""

from __future__ import annotations

import re
from typing import Final

from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.english import mood, slots
from retrograph.extraction.rulebook.english.cues import Cue
from retrograph.extraction.rulebook.english.grammar import PRODUCT
from retrograph.extraction.rulebook.english.reading import Reading
from retrograph.extraction.rulebook.talk import Said

_ARROW: Final = r"(?:-{1,2}>|=>|→|⇒|➜)"
_PART: Final = r"(?P<part>(?:the |our )?[\w@`./-]+(?: [\w-]+){0,3})"
_FORMS: Final = (
    re.compile(
        rf"\W*(?:[\x01][\s:–—-]*)?{_PART}(?:[:,]| [–—-])[\s\x01\x02]+"
        rf"(?P<left>{PRODUCT})[ ]*{_ARROW}[ ]*(?P<right>{PRODUCT})(?![ ]*{_ARROW})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:\b(?:switch|migrat|mov|swapp|replac|port)(?:e|es|ed|ing)\b|\bswap\b|\bmigration:)[\s\x01\x02]+"
        rf"(?P<left>{PRODUCT})[ ]*{_ARROW}[ ]*(?P<right>{PRODUCT})(?:[ ](?:in|for|on|at)[ ]{_PART})?",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\W*(?:{_PART}(?:[:,]| [–—-])[\s\x01\x02]+)?out with (?P<left>{PRODUCT})[,;]?(?: and)? in with "
        rf"(?P<right>{PRODUCT})"
        rf"(?:[ ](?:in|for|on)[ ](?P<inside>(?:the |our )?[\w@`./-]+(?: [\w-]+){{0,3}}))?",
        re.IGNORECASE,
    ),
)
_NOT_YET: Final = Cue(r"\b(?:not|never|n['’]t|proposed|proposal|idea|maybe|perhaps|could|might|would|example)\b")


def read_swaps(reading: Reading) -> None:
    """Take in a change that is written with an arrow, or as "out with X, in with Y"."""
    if _NOT_YET.search(reading.text):
        return
    for form in _FORMS:
        found = form.search(reading.view) if form is _FORMS[1] else form.match(reading.view)
        if found is None:
            continue
        words = found.groupdict().get("inside") or found["part"]
        if words and not naming.is_component(words):
            return
        source = slots.component(words, reading.talk) if words else reading.talk.topic
        left, right = (slots.product(found[side]) or slots.package(found[side]) for side in ("left", "right"))
        if source is None or left is None or right is None or left.key == right.key:
            return
        said = Said(source, "uses", right, reading.verbatim(found.start(), found.end()), replaces=left)
        phrase = next(iter(reading.phrases), None)
        if phrase and phrase.role == "at":
            ahead = reading.talk.ahead(reading.text, phrase)
            future = ahead.start is not None and ahead.start.start > reading.talk.seen.at
            phrase = ahead if future and mood.PLANNED.search(reading.text) else phrase
        said.date(phrase, ends=False)
        to_come = said.start is not None and said.start.start > reading.talk.seen.at
        said.planned = reading.planned or to_come or mood.PLANNED.search(reading.text) is not None
        reading.talk.add(said)
        reading.last, reading.floor = said, found.end()
        return
