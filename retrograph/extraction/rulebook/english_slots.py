"""What the words in a pattern's slots stand for: names of things, or nothing where they are no such thing."""

from __future__ import annotations

import re
from typing import Final

from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.english_verbs import is_verb
from retrograph.extraction.rulebook.talk import Talk

PERSON: Final = re.compile(r"[A-Z][a-z'’]+(?:[ -][A-Z][a-z'’]+)?")
ROLES: Final = frozenset(
    "bundler logger database db cache queue broker framework library orm linter formatter editor hosting provider monitoring "
    "search storage language runtime ci shell test tests build builds logging tracing setup stack tooling default".split()
)
"""Words for a part that something plays in a system: no name of a component by themselves."""

_PRONOUNS: Final = frozenset("I We It He She They You This That These Those There Here".split())
_NO_NAMES: Final = frozenset("they we it you he she this that which what who here there these those".split())
_GENERIC_HEADS: Final = frozenset(
    "service app application server project system tool module component package api client worker pipeline repo codebase".split()
)
_NO_COMPONENT: Final = frozenset(
    "timeout value limit size name port color colour meeting date deadline number count threshold price interval level button "
    "line text title example function code way lot time page. deploys focus conversation discussion mode state "
    "status type rate budget call file files config settings docs tests approach thing things user users people day week".split()
)
_OF: Final = re.compile(r"^(?P<part>.+?)\s+of\s+(?P<whole>.+)$", re.IGNORECASE | re.DOTALL)
_OWNER: Final = re.compile(r"^(?P<owner>.+?)['’]s?\s+(?P<part>.+)$", re.DOTALL)
_ARTICLE: Final = re.compile(r"(?:an?|some|any|the|our|its|their|this|that|these|those|my)[\s\x01\x02]", re.IGNORECASE)
_INDEFINITE: Final = re.compile(r"(?:an?|some|any)[\s\x01\x02]", re.IGNORECASE)
_SPLIT: Final = re.compile(r"\s*,\s*(?:and\s+|or\s+)?|[\s\x01\x02]+(?:and|or)[\s\x01\x02]+", re.IGNORECASE)
_CAUSE_OF: Final = re.compile(
    r"(?:the[\s\x01\x02]+)?(?:root[\s\x01\x02]+|actual[\s\x01\x02]+|real[\s\x01\x02]+)?(?:cause|culprit|reason)[\s\x01\x02]+(?:of|for|behind)[\s\x01\x02]+(?P<error>.+)",
    re.IGNORECASE | re.DOTALL,
)
_IN_FILE: Final = re.compile(r"[\s\x01\x02]+in[\s\x01\x02]+\S.*$", re.DOTALL)
_QUANTITY: Final = re.compile(
    r"(?:many|most|several|few|various|other|new|no|more|much|such|add|use|when|with|make|remove|fix|update|run|see|note|let|try|change|create)\b",
    re.IGNORECASE,
)
_PLAIN_TARGET: Final = re.compile(
    r"(?!.*(?:ing|tions?|ments?|ness|ity|ities|ances?|ences?|isms?|ures?|ed|ly|able|ible|ous|ful|ive|ical|ers|ors|ches|xes|ies|ion|ions"
    r"|nces|ages|ates)$)[a-z][a-z]+"
)


def is_person(words: str, talk: Talk) -> bool:
    """Whether the words can be a person's name: one or two capitalized words that name nothing else here."""
    text = naming.bare(words)
    if not PERSON.fullmatch(text) or text in _PRONOUNS or naming.is_component(text) or naming.is_error(text):
        return False
    return not talk.is_product(text)


def component(words: str, talk: Talk) -> Name | None:
    """A part of one's own system; its owner where the words name a part of it ("the web client's bundler")."""
    owned = _OWNER.match(words)
    if words.casefold() in ("it", "them"):
        return talk.topic
    if re.match(r"(?:its|their)[\s\x01\x02]", words, re.IGNORECASE):
        return talk.topic
    if owned:
        owner = owned["owner"]
        return component(owner, talk) if not is_person(owner, talk) or naming.is_component(owner) else None
    of = _OF.match(words)
    if of and naming.head(of["part"]) in naming.EVENT_HEADS:
        return Name("event", naming.bare(words))
    if of and naming.is_component(of["whole"]):
        return component(of["whole"], talk)
    text = naming.bare(of["part"] if of else words)
    lowered = text.casefold()
    if naming.head(text) in _NO_COMPONENT - ROLES or not re.search(r"[^\W\d_]", text):
        return None
    if re.match(r"(?:this|that|the same)[\s\x01\x02]", words, re.IGNORECASE):
        return talk.topic if naming.is_component(text) else None
    if lowered in _GENERIC_HEADS and talk.topic and naming.head(talk.topic.name) == lowered:
        return talk.topic
    if lowered in ROLES or (re.match(r"[a-z]+ed\s", text) and not naming.is_component(text)):
        return None
    if naming.head(text) == "team":
        return Name("organization", text)
    if naming.head(text) in ROLES and naming.is_component(text.rpartition(" ")[0]):
        return naming.component(text.rpartition(" ")[0])
    return naming.component(words)


def is_plausible(words: str, talk: Talk, target: Name | None = None) -> bool:
    """Whether the words can name what uses or depends on something, and not just any noun phrase of a text."""
    text = naming.bare(words)
    if (
        naming.is_component(text)
        or naming.is_path(text)
        or naming.kind_of(text, "concept") in ("function", "event", "decision")
    ):
        return True
    if talk.topic and talk.topic.name == text:
        return True
    count = len(text.split())
    if count > 4 or re.search(r"\b(?:and|or)\b", text) or _QUANTITY.match(text):
        return False
    proper = target is None or re.search(r"[A-Z0-9@/._]", target.name) is not None
    if re.match(r"(?:the|our)[\s\x01\x02]", words, re.IGNORECASE):
        return proper and count <= 3
    return proper and re.match(r"[A-Z][\w.-]*$", text) is not None and text.casefold() not in naming.GENERIC_NOUNS


def subject(words: str, talk: Talk, before: str = "") -> Name | None:
    """What a sentence's subject stands for. `before` is the text before it, for "which"."""
    text = naming.bare(words)
    lowered = text.casefold()
    if re.fullmatch(r"(?:we|us|our team|the team|team)", lowered):
        return naming.team("team" if "team" in lowered else lowered)
    if lowered in ("i", "me"):
        return None if talk.kind == "assistant_message" else naming.user("I")
    if lowered == "they":
        return talk.actor or talk.topic
    if lowered in ("it", "this", "that", "there") or words.strip().casefold() in ("this", "that"):
        return talk.topic
    if lowered in ("he", "she"):
        return talk.person
    if lowered in ("which", "who"):
        antecedent = re.search(r"([\w@$`][\w@$./`+# -]{1,60}?),?[\s\x01\x02]*$", before)
        return (
            component(re.split(r"\b(?:to|by|in|with|of|on|is|the|a|our)\s", antecedent[1])[-1], talk)
            if antecedent
            else None
        )
    if lowered in ("you", "nobody", "everyone", "someone") or lowered in naming.GENERIC_NOUNS:
        return None
    if is_person(words, talk):
        return Name("person", text)
    return component(words, talk)


def things(words: str, *, loose: bool = False) -> list[Name]:
    """The products, patterns or techniques of a list; `loose` takes plain phrases too ("small pull requests")."""
    pieces = [piece for piece in _SPLIT.split(words) if piece.strip()] if "`" not in words else [words]
    found = [thing(piece, loose=loose) for piece in pieces]
    return [name for name in found if name] if found and found[0] else []


def thing(words: str, *, loose: bool = False) -> Name | None:
    """One product, pattern or technique."""
    text = naming.core(words)
    if "http" in text or re.search(r"`[^`]*`\s+\w", words) or is_verb(text):
        return None
    plain = re.search(r"[A-Z0-9@/._+#]", text) is None and "`" not in words
    if re.fullmatch(r"(?:e\.g|i\.e|etc)\.?", text, re.IGNORECASE):
        return None
    if not text or text[0].isdigit() or text.casefold() in naming.GENERIC_NOUNS or len(text) > 80:
        return None
    if loose:
        return (
            naming.product(words, "concept" if plain else "library")
            if not plain
            else Name(naming.kind_of(text, "library"), text, _other(words, text))
        )
    if plain:
        if naming.head(text) in naming.PATTERN_HEADS:
            return Name("pattern", text, _other(words, text))
        if len(text.split()) > 1 or _ARTICLE.match(words) or not _PLAIN_TARGET.match(text):
            return None
    elif _INDEFINITE.match(words):
        return None
    return naming.product(words)


def product(words: str) -> Name | None:
    """One product, by its name: no common noun, no number, no place."""
    if "http" in words or re.search(r"`[^`]*`\s+\w", words) or naming.bare(words).casefold() in _NO_NAMES:
        return None
    if _INDEFINITE.match(words) or not naming.is_product(words) or naming.is_region(words):
        return None
    text = naming.core(words)
    if re.fullmatch("[a-z]+", text) and not _PLAIN_TARGET.fullmatch(text):
        return None
    if naming.is_path(text) or text[0].isdigit() or len(text) < 2 or text.casefold() in ROLES | _NO_COMPONENT:
        return None
    if _ARTICLE.match(words) and re.search(r"[A-Z0-9@/._+#`]", words.split(maxsplit=1)[-1]) is None:
        return None
    return naming.product(words)


def cause(words: str) -> Name | None:
    """What brings something about: code, a product, or any phrase of a few words."""
    text = naming.bare(_IN_FILE.sub("", words))
    code = re.search(r"`([^`\n]+)`", words)
    if code and not re.search(r"[\w`]", words[code.end() :]):
        return Name(naming.kind_of(code[1], "concept"), code[1], (text,) if text != code[1] and "`" not in text else ())
    if (
        not text
        or text.casefold() in naming.GENERIC_NOUNS | {"it", "this"}
        or re.fullmatch(r"(?:[0-9]+|[a-z]{1,2})", text)
    ):
        return None
    kind = naming.kind_of(text, "concept")
    if kind == "concept" and naming.is_error(text):
        kind = "error"
    others = dict.fromkeys((naming.core(_IN_FILE.sub("", words)), naming.bare(words)))
    return Name(kind, text, tuple(other for other in others if other != text))


def causes(words: str) -> list[Name]:
    """The causes of a list."""
    found = [cause(piece) for piece in re.split(r"[\s\x01\x02]+(?:and|or)[\s\x01\x02]+|,\s*", words) if piece.strip()]
    return [name for name in found if name]


def error(words: str) -> Name | None:
    """An error: by its name, or a word like "deadlock"."""
    text = naming.core(words)
    name = re.split(r"[\s\x01\x02]+(?:in|of|on|from|at)[\s\x01\x02]+", text)[0]
    if re.fullmatch(r"(?:errors?|exceptions?|bugs?|failures?|crash(?:es)?|timeouts?|issues?)", name, re.IGNORECASE):
        return None
    if naming.is_error(name):
        return Name("error", name, _other(words, name))
    return None


def error_of_cause(words: str) -> Name | None:
    """The error in "the root cause of the deadlock"."""
    found = _CAUSE_OF.fullmatch(words.strip())
    if not found:
        return None
    return error(found["error"]) or Name("error", naming.core(found["error"]))


def place(words: str) -> Name | None:
    """Where something is: a region, a path, or a place by its name."""
    text = naming.bare(words)
    if naming.is_path(text) or text.endswith("/"):
        return Name("file", text)
    if naming.is_region(text):
        return Name("location", text)
    return None


def named_place(words: str) -> Name | None:
    """A place written with a capital: only where the verb speaks of places."""
    text = naming.bare(words)
    return place(words) or (Name("location", text) if re.fullmatch(r"[A-Z][\w .-]+", text) else None)


def organization(words: str) -> Name | None:
    """A company or the like, by its capital."""
    text = naming.bare(words)
    return Name("organization", text) if re.match(r"[A-Z0-9]", text) and not naming.is_path(text) else None


def path(words: str) -> Name | None:
    """A file or a function."""
    text = naming.bare(words)
    kind = naming.kind_of(text, "concept")
    return Name(kind, text) if kind in ("file", "function") else None


def _other(words: str, name: str) -> tuple[str, ...]:
    full = naming.bare(words)
    return (full,) if full != name and len(full) <= 200 else ()
