"""What the words in a pattern's slots stand for where it speaks of errors and of what brings them about."""

from __future__ import annotations

import re
from typing import Final

from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.english import slots
from retrograph.extraction.rulebook.english.grammar import ANYTHING

_CAUSE_OF: Final = re.compile(
    r"(?:the[\s\x01\x02]+)?(?:root[\s\x01\x02]+|actual[\s\x01\x02]+|real[\s\x01\x02]+)?(?:cause|culprit"
    r"|reason)[\s\x01\x02]+(?:of|for|behind)[\s\x01\x02]+(?P<error>.+)",
    re.IGNORECASE | re.DOTALL,
)
_IN_FILE: Final = re.compile(r"[\s\x01\x02]+in[\s\x01\x02]+\S.*$", re.DOTALL)


_PRONOUNS: Final = frozenset(
    {"it", "this", "that", "which", "who", "they", "these", "those", "what", "we", "he", "she"}
)
_PREDICATE: Final = re.compile(
    r"[\s\x01\x02]+(?:(?:was|were|is|are|had|has|have)(?:[\s\x01\x02]+been)?[\s\x01\x02]|(?:ran|went|kept|lost|hit|filled|broke"
    r"|failed|expired|crashed|leaked|timed|deadlocked|grew|exceeded|stopped|overflowed|blocked|dropped)\b)"
)
_LONGEST: Final = 100


def clause(words: str) -> Name | None:
    """What a clause tells as a cause: a thing in a few words, else the whole clause under its own words."""
    split = _PREDICATE.search(words)
    if split is None:
        return cause(words) if re.fullmatch(ANYTHING, words.strip(), re.IGNORECASE) else None
    full, text = words.strip(), naming.bare(words)
    opening = words[: split.start()].strip().casefold()
    if len(words) > _LONGEST or opening in _PRONOUNS | {"someone", "somebody", "people", "i", "there"}:
        return None
    return Name("concept", text, (full,) if full != text else ())


def cause(words: str) -> Name | None:
    """What brings something about: code, a product, or any phrase of a few words."""
    text = naming.bare(_IN_FILE.sub("", words))
    code = re.search(r"`([^`\n]+)`", _IN_FILE.sub("", words))
    if code and not re.search(r"[\w`]", words[code.end() :]):
        return Name(naming.kind_of(code[1], "concept"), code[1], (text,) if text != code[1] and "`" not in text else ())
    if not text or text.casefold() in naming.GENERIC_NOUNS | _PRONOUNS or re.fullmatch(r"(?:[0-9]+|[a-z]{1,2})", text):
        return None
    kind = naming.kind_of(text, "concept")
    if kind == "concept" and naming.is_error(text):
        kind = "error"
    shorter = re.split(r"\s(?:on|at|between|under|from|during|with)\s", text)[0]
    others = dict.fromkeys((naming.core(_IN_FILE.sub("", words)), naming.bare(words)))
    if " " in shorter:
        others[shorter] = None
    return Name(kind, text, tuple(other for other in others if other != text))


def causes(words: str) -> list[Name]:
    """The causes of a list."""
    found = [cause(piece) for piece in re.split(r"[\s\x01\x02]+(?:and|or)[\s\x01\x02]+|,\s*", words) if piece.strip()]
    return [name for name in found if name]


def error(words: str) -> Name | None:
    """An error: by its name, or a word like "deadlock"."""
    text = naming.core(words)
    name = re.split(r"[\s\x01\x02]+(?:in|of|on|from|at)[\s\x01\x02]+", text)[0]
    if re.fullmatch(r"(?:errors?|exceptions?|bugs?|failures?|issues?)", name, re.IGNORECASE):
        return None
    if naming.is_error(name):
        return Name("error", name, slots.other(words, name))
    return None


def wrong(words: str) -> Name | None:
    """What is put right: an error, or an issue by its number."""
    text = naming.bare(words)
    return Name("event", text) if re.fullmatch(r"(?:(?:issue|bug|ticket)\s)?#[0-9]+", text) else error(words)


def trouble(words: str) -> Name | None:
    """What goes wrong without the name of an error: "the duplicate orders", of which a cause is told."""
    text = naming.bare(words)
    named = re.match(r"(?:the|our|these|those|all)[\s\x01\x02]", words, re.IGNORECASE) and len(text.split()) <= 4
    plain = (
        naming.kind_of(text, "concept") == "concept"
        and not naming.is_component(text)
        and text.casefold() not in naming.GENERIC_NOUNS | slots.NO_COMPONENT
    )
    return Name("error", text) if named and plain else None


def error_of_cause(words: str) -> Name | None:
    """The error in "the root cause of the deadlock"."""
    found = _CAUSE_OF.fullmatch(words.strip())
    if not found:
        return None
    return error(found["error"]) or Name("error", naming.core(found["error"]))
