"""Clauses that lean on what was said just before them: what was removed, what replaced something, what took over."""

from __future__ import annotations

import re

from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.english import slots, troubles
from retrograph.extraction.rulebook.english.reading import Hit, Reading
from retrograph.extraction.rulebook.talk import Said


def it_is_over(reading: Reading, hit: Hit) -> list[Said]:
    """ "We removed it in March": what was told just before is what came to an end."""
    it = hit.pattern.aspect == "ends" and (hit.words(hit.pattern.target) or "").casefold() in ("it", "them")
    last = reading.last if it else None
    if last is None or last.type != hit.pattern.relation:
        return []
    return [Said(last.source, last.type, last.target, "")]


def it_replaced(reading: Reading, hit: Hit) -> list[Said]:
    """ "It is built with Y. It replaced X in March": what is used, as was said just before, is what replaced."""
    it = hit.pattern.form.startswith("{Y} <replace>") and hit.subject.words.casefold() in (
        "it",
        "this",
        "that",
        "which",
    )
    last = reading.talk.said[-1] if it and reading.talk.said else None
    left = slots.product(hit.words("X") or "") if last else None
    if last is None or left is None or last.type != "uses" or not (last.open or last.planned):
        return []
    return [] if left.key == last.target.key else [Said(last.source, "uses", last.target, "", replaces=left)]


def of_what_went(reading: Reading, hit: Hit) -> Name | None:
    """Whose product was just said to be over, so that what "takes over" takes over from it."""
    talk = reading.talk
    before = reading.last or (talk.said[-1] if talk.said else None)
    over = before and before.type == "uses" and not (before.open or before.planned or before.retracted)
    name = naming.bare(hit.subject.words)
    someone = (talk.person and talk.person.name == name) or naming.is_component(name)
    return before.source if before and over and not someone and before.target.name != name else None


def cause_told(reading: Reading, hit: Hit) -> Name | None:
    """A cause; for "which", the clause before: "The primary ran out of memory, which caused the outage"."""
    if hit.subject.words.casefold() != "which":
        return troubles.cause(hit.words("C") or "")
    told = reading.text[: hit.subject.span[0]].rstrip()
    words = re.split(r"[;:—–]|\b(?:and|but|so|because|when|after|that)\b", told.rstrip(","))[-1]
    return troubles.clause(words) if told.endswith(",") and "," not in words.rstrip(",") else None
