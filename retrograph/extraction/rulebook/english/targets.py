"""What a pattern's target slot holds: products, components, errors, causes, places, employers."""

from __future__ import annotations

import re
from typing import Final

from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.english import slots, troubles, whereabouts
from retrograph.extraction.rulebook.english.reading import Hit, Reading
from retrograph.extraction.rulebook.patterns import Pattern

HELD_UP: Final = re.compile(
    r"[\s\x01\x02](?:for|on)[\s\x01\x02]+(?P<what>(?:the|our)[\s\x01\x02].+)$", re.IGNORECASE | re.DOTALL
)
_ARTICLE: Final = re.compile(r"(?:an?|the|this|that|these|those|your|his|her|their|it|how|what|to)\b", re.IGNORECASE)
_LOOSE: Final = frozenset({"avoids", "prefers"})
_SITUATED: Final = re.compile(r"(?:located|based|situated)\b", re.IGNORECASE)
_PLACED: Final = re.compile(r"(?:located|hosted|based|situated|living|lives?)\b", re.IGNORECASE)


def own_part(words: str, pattern: Pattern) -> Name | None:
    """A component where one may stand for a product: as what was superseded."""
    return naming.component(words) if pattern.relation == "succeeded_by" and naming.is_component(words) else None


def targets_of(reading: Reading, hit: Hit, source: Name) -> list[Name]:
    """The things in the target slot of a pattern that fits; none where it holds something else."""
    pattern, words = hit.pattern, hit.words(hit.pattern.target)
    if words is None:
        return []
    if pattern.name == "likes X" and _ARTICLE.match(words):
        return []
    if pattern.relation == "prefers":
        return [Name("preference", name.name, name.aliases) for name in slots.things(words, loose=True)]
    if pattern.target == "T":
        return slots.things(words, loose=pattern.relation in _LOOSE)
    if pattern.target == "C":
        held_up = HELD_UP.search(words) if pattern.name == "blocked by C" else None
        named = held_up and naming.bare(held_up["what"]) == source.name
        return troubles.causes(words[: held_up.start()] if held_up and named else words)
    readers = {
        "E": troubles.wrong,
        "O": whereabouts.employer,
        "B": whereabouts.employer,
        "F": slots.path,
        "G": slots.function,
    }
    if pattern.target == "S":
        found = slots.component(words, reading.talk)
    elif pattern.target == "A":
        found = (
            slots.path(words)
            or slots.function(words)
            or (slots.component(words, reading.talk) if naming.is_component(words) else None)
        )
    elif pattern.target == "L":
        placed = _PLACED.match(hit.verb.text) and (source.type == "person" or _SITUATED.match(hit.verb.text))
        found = whereabouts.named_place(words) if placed else whereabouts.where(words, source)
    else:
        found = readers.get(pattern.target, slots.product)(words) or own_part(words, pattern)
    return [found] if found else []


def each_of(hit: Hit, reading: Reading) -> list[Name]:
    """The components of "both the iOS app and the Android app"; none where the subject is one thing."""
    if " and " not in hit.subject.words or not hit.pattern.form.startswith("{A}"):
        return []
    words = re.sub(r"^(?:both|neither)\b[\s\x01\x02]*", "", hit.subject.words, flags=re.IGNORECASE)
    parts = re.split(r"[\s\x01\x02]+and[\s\x01\x02]+", words)
    found = [slots.component(part, reading.talk) for part in parts if naming.is_component(part)]
    return [name for name in found if name] if len(found) == len(parts) else []
