"""What the words in a pattern's slots stand for: names of things, or nothing where they are no such thing."""

from __future__ import annotations

import re
from typing import Final

from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.english.grammar import STOP_WORDS
from retrograph.extraction.rulebook.english.verbs import is_verb
from retrograph.extraction.rulebook.lists import words
from retrograph.extraction.rulebook.talk import Talk

_CAPITAL: Final = "[A-ZÀ-ÖØ-ÞĆČĐŁŃŘŚŠŹŻŽ]"
_SMALL: Final = "[a-zß-öø-ÿāăąćčďđēęěğīıłńņňōőřśşšťūůűųźżž'’]"
PERSON: Final = re.compile(rf"{_CAPITAL}{_SMALL}+(?:[ -](?:de |van |von )?{_CAPITAL}{_SMALL}+)?")
ROLES: Final = words(
    "bundler logger database db cache queue broker framework library orm linter formatter editor hosting provider "
    "monitoring search storage language runtime ci shell test tests build builds logging tracing setup stack tooling "
    "default"
)
"""Words for a part that something plays in a system: no name of a component by themselves."""

_NO_NAMES: Final = words(
    "they we it you he she this that which what who here there these those e.g i.e etc e.g. i.e. etc."
)
_CALENDAR: Final = re.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|august|september|october"
    r"|november|december|weekends?|quarter|q[1-4]",
    re.IGNORECASE,
)
_GENERIC_HEADS: Final = words(
    "service app application server project system tool module component package api client worker pipeline repo "
    "codebase"
)
NO_COMPONENT: Final = words(
    "timeout value limit size name port color colour meeting date deadline number count threshold price interval "
    "level button line text title example function code way lot time page. focus conversation discussion "
    "mode state status type rate budget call file files config settings tests approach thing things user users "
    "people day week"
)
_STANDS_FOR: Final = words("we us team i me it this that there they he she you nobody everyone someone") | {
    "our team",
    "the team",
}
_NO_PERSON: Final = frozenset(STOP_WORDS.split("|")) | words(
    "january february march april may june july august september october november december monday tuesday wednesday "
    "thursday friday saturday sunday today tomorrow yesterday last next first second finally currently previously "
    "payments refunds orders invoices emails notifications logs metrics backups builds tests sessions uploads images "
    "searches jobs events reports users customers developers secrets alerts messages traffic data analytics search "
    "auth authentication please note also maybe perhaps sorry hi hello hey thanks ok okay yes no correction update "
    "everything marketing engineering product sales support legal finance security design operations management both"
)
_NEUTRAL: Final = frozenset({"it", "this", "that", "there"})
_OWN_KINDS: Final = frozenset({"function", "event", "decision"})
_ITS: Final = re.compile(r"(?:its|their)[\s\x01\x02]", re.IGNORECASE)
_KIND_OF_CODE: Final = re.compile(
    r"(?:the|our|a|its)?[\s\x01\x02]*(?:[\w-]+[ ])?(?P<kind>function|method|class|module|service|component|file|script"
    r"|package|app|worker|job)[\s\x01\x02]+`(?P<name>[^`\n]{1,80})`(?:[\s\x01\x02]+(?:in|of|from)[\s\x01\x02].*)?$",
    re.IGNORECASE | re.DOTALL,
)
_THEIR_TEAM: Final = re.compile(r"(?:his|her|their|your|a|another)[\s\x01\x02]team", re.IGNORECASE)
_THIS: Final = re.compile(r"(?:this|that|the same)[\s\x01\x02]", re.IGNORECASE)
_PARTICIPLE: Final = re.compile(r"[a-z]+ed\s")
_RELATIVE: Final = re.compile(r"\w[\s\x01\x02]*$")
_GOES_ON: Final = re.compile(r"`[^`]*`\s+\w")
_JOINED: Final = re.compile(r"\s(?:and|or)\s", re.IGNORECASE)
_OF: Final = re.compile(r"^(?P<part>.+?)\s+of\s+(?P<whole>.+)$", re.IGNORECASE | re.DOTALL)
_INSIDE: Final = re.compile(
    r"^(?P<part>.+?)[\s\x01\x02]+(?:in|for)[\s\x01\x02]+(?P<whole>.+)$", re.IGNORECASE | re.DOTALL
)
_OWNER: Final = re.compile(r"^(?P<owner>.+?)['’]s?\s+(?P<part>.+)$", re.DOTALL)
_ARTICLE: Final = re.compile(r"(?:an?|some|any|the|our|its|their|this|that|these|those|my)[\s\x01\x02]", re.IGNORECASE)
_DEFINITE: Final = re.compile(r"(?:the|our|its|their)[\s\x01\x02]", re.IGNORECASE)
_INDEFINITE: Final = re.compile(r"(?:an?|some|any)[\s\x01\x02]", re.IGNORECASE)
_SPLIT: Final = re.compile(
    r"(?:\s*,\s*(?:and\s+|or\s+)?|[\s\x01\x02]+(?:and|or)[\s\x01\x02]+)(?=[^`]*(?:`[^`]*`[^`]*)*$)", re.IGNORECASE
)
"""Between the things of a list; not inside code."""
_QUANTITY: Final = re.compile(
    r"(?:many|most|several|few|various|other|new|no|more|much|such|add|use|when|with|make|remove|fix|update|run|see"
    r"|note|let|try|change|create)\b",
    re.IGNORECASE,
)
_PLAIN_TARGET: Final = re.compile(
    r"(?!.*(?:ing|tions?|ments?|ness|ity|ities|ances?|ences?|isms?|ures?|ed|ly|able|ible|ous|ful|ive|ical|ers|ors"
    r"|ches|xes|ies|ion|ions|nces|ages|ates)$)[a-z][a-z]+"
)


def is_person(words: str, talk: Talk) -> bool:
    """Whether the words can be a person's name: one or two capitalized words that name nothing else here."""
    text = naming.bare(words)
    if (
        not PERSON.fullmatch(text)
        or text.split()[0].casefold() in _NO_PERSON
        or text.casefold() in naming.EVENT_HEADS | naming.PATTERN_HEADS
        or naming.is_component(text)
        or naming.is_error(text)
    ):
        return False
    return not talk.is_product(text)


def _code_of(words: str) -> Name | None:
    """What a phrase sets as code behind the word for its kind: "the function `parse` in `core.py`"."""
    found = _KIND_OF_CODE.match(words)
    if found is None:
        return None
    name = naming.bare(found["name"])
    kind = naming.kind_of(name, "function" if found["kind"].casefold() in ("function", "method") else "project")
    return Name(kind, name)


def component(words: str, talk: Talk) -> Name | None:
    """A part of one's own system; its owner where the words name a part of it ("the web client's bundler")."""
    if words.casefold() in ("it", "them") or _ITS.match(words):
        return talk.topic
    code = _code_of(words)
    if code or _THEIR_TEAM.fullmatch(words.strip()):
        return code
    inside = _INSIDE.match(words)
    if inside:
        part, whole = inside["part"], inside["whole"]
        named = naming.is_component(whole) or naming.is_path(whole)
        return component(whole if named and not naming.is_component(part) else part, talk)
    of = _OF.match(words)
    if of and naming.head(of["part"]) in naming.EVENT_HEADS:
        return Name("event", naming.bare(words))
    whole = _whole(words, of, talk)
    if whole != words:
        return component(whole, talk) if whole else None
    return _part(words, naming.bare(of["part"] if of else words), talk)


def _whole(words: str, of: re.Match[str] | None, talk: Talk) -> str:
    """The owner's words where one is named before or behind the part; empty where a person owns it."""
    owned = _OWNER.match(words)
    if owned:
        owner = owned["owner"]
        return owner if not is_person(owner, talk) or naming.is_component(owner) else ""
    return of["whole"] if of and naming.is_component(of["whole"]) else words


def _part(words: str, text: str, talk: Talk) -> Name | None:
    lowered, head = text.casefold(), naming.head(text)
    if head in NO_COMPONENT - ROLES or lowered in ROLES or not re.search(r"[^\W\d_]", text):
        return None
    if _THIS.match(words):
        return talk.topic if naming.is_component(text) else None
    if lowered in _GENERIC_HEADS and talk.topic and naming.head(talk.topic.name) == lowered:
        return talk.topic
    if _PARTICIPLE.match(text) and not naming.is_component(text):
        return None
    owner = text.rpartition(" ")[0]
    if head in ROLES and naming.is_component(owner):
        return naming.component(owner)
    return Name("organization", text) if head == "team" else naming.component(words)


def is_plausible(words: str, talk: Talk, target: Name | None = None) -> bool:
    """Whether the words can name what uses or depends on something, and not just any noun phrase of a text."""
    text = naming.bare(words)
    named = naming.is_component(text) or naming.is_path(text) or naming.kind_of(text, "concept") in _OWN_KINDS
    if named or (talk.topic and talk.topic.name == text):
        return True
    count = len(text.split())
    proper = target is None or re.search(r"[A-Z0-9@/._]", target.name) is not None
    if target is None and re.fullmatch(r"[a-z][\w-]+ [a-z]{3,}ing", words):  # "log shipping"
        return True
    if not proper or count > 4 or _QUANTITY.match(text) or re.search(r"\b(?:and|or)\b", text):
        return False
    if re.match(r"(?:the|our)[\s\x01\x02]", words, re.IGNORECASE):
        return count <= 3
    return re.match(r"[A-Z][\w.-]*$", text) is not None and text.casefold() not in naming.GENERIC_NOUNS


def subject(words: str, talk: Talk, before: str = "") -> Name | None:
    """What a sentence's subject stands for. `before` is the text before it, for "which"."""
    text = naming.bare(words)
    lowered = text.casefold() or words.strip().casefold()
    if lowered in ("which", "who") or (lowered == "that" and _RELATIVE.search(before)):
        return _antecedent(before, talk)
    if lowered in _STANDS_FOR and not _THEIR_TEAM.fullmatch(words.strip()):
        return _stands_for(lowered, talk)
    if lowered in naming.GENERIC_NOUNS:
        return None
    return Name("person", text) if is_person(words, talk) else component(words, talk)


def _stands_for(pronoun: str, talk: Talk) -> Name | None:
    """What a pronoun means here; nothing for "you", "nobody" and the like."""
    if pronoun in ("we", "us", "our team", "the team", "team"):
        return naming.team("team" if "team" in pronoun else pronoun)
    if pronoun in ("i", "me"):
        return None if talk.kind == "assistant_message" else naming.user("I")
    named = {"he": talk.person, "she": talk.person, "they": talk.actor or talk.topic}
    return named.get(pronoun, talk.topic if pronoun in _NEUTRAL else None)


def _antecedent(before: str, talk: Talk) -> Name | None:
    """The thing before ", which"."""
    found = re.search(r"([\w@$`][\w@$./`+# -]{1,60}?),?[\s\x01\x02]*$", before)
    person = re.search(rf"(?:^|[\s\x01\x02])({PERSON.pattern}),?[\s\x01\x02]*$", before)
    if person and is_person(person[1], talk):
        return Name("person", person[1])
    return (
        component(re.split(r"\b(?:to|by|in|with|of|on|is|s|the|a|our|about|for|find)\s", found[1])[-1], talk)
        if found
        else None
    )


def things(words: str, *, loose: bool = False) -> list[Name]:
    """The products, patterns or techniques of a list; `loose` takes plain phrases too ("small pull requests")."""
    pieces = [piece for piece in _SPLIT.split(words) if piece.strip()]
    found = [thing(piece, loose=loose) for piece in pieces]
    return [name for name in found if name] if found and found[0] else []


def thing(words: str, *, loose: bool = False) -> Name | None:
    """One product, pattern or technique."""
    text = naming.core(words)
    if _is_no_name(words, text) or is_verb(text) or len(text) > 80:
        return None
    if not loose and naming.is_component(text) and _DEFINITE.match(words) and text[0].islower():
        return naming.component(words)
    if not _is_plain(words, text):
        return None if not loose and _INDEFINITE.match(words) else naming.product(words)
    kind = naming.kind_of(text, "library")
    if loose or naming.head(text) in naming.PATTERN_HEADS:
        return Name(kind if loose else "pattern", text, other(words, text))
    single = len(text.split()) == 1 and not _ARTICLE.match(words) and _PLAIN_TARGET.match(text)
    return naming.product(words) if single else None


def product(words: str) -> Name | None:
    """One product, by its name: no common noun, no number, no place."""
    text = naming.core(words)
    if _is_no_name(words, text) or _INDEFINITE.match(words) or _JOINED.search(words) or not naming.is_product(words):
        return None
    if naming.is_path(text) or naming.is_region(words) or len(text) < 2 or text.casefold() in ROLES | NO_COMPONENT:
        return None
    plain = _is_plain(words, text)
    common = plain and (_ARTICLE.match(words) or (text.isalpha() and not _PLAIN_TARGET.fullmatch(text)))
    return None if common else naming.product(words)


def package(words: str) -> Name | None:
    """A package with a name like any other word, where something takes its place: `moment`, `requests`."""
    text = naming.bare(words)
    common = text in naming.GENERIC_NOUNS | ROLES | NO_COMPONENT | naming.PATTERN_HEADS | naming.COMPONENT_HEADS
    single = re.fullmatch("[a-z][a-z0-9]+", text) is not None and not _ARTICLE.match(words)
    return None if common or not single or is_verb(text) else Name("library", text)


def _is_no_name(words: str, text: str) -> bool:
    """Addresses, numbers, abbreviations, pronouns, and code that goes on in words are no names of things."""
    return (
        not text
        or text[0].isdigit()
        or _CALENDAR.fullmatch(text) is not None
        or "http" in words
        or text.casefold() in naming.GENERIC_NOUNS | _NO_NAMES
        or _GOES_ON.search(words) is not None
    )


def _is_plain(words: str, text: str) -> bool:
    """Written like a common noun: no capital, digit or mark in it, not set as code."""
    return re.search(r"[A-Z0-9@/._+#]", text) is None and "`" not in words


def path(words: str) -> Name | None:
    """A file or a function."""
    text = naming.bare(words)
    kind = naming.kind_of(text, "concept")
    return Name(kind, text) if kind in ("file", "function") else None


def function(words: str) -> Name | None:
    """What is called: code in backticks, or a name with its parentheses."""
    text = naming.bare(words)
    return Name("function", text) if re.fullmatch(r"[\w$.:]+(?:\(\))?", text) and re.search(r"`|\(\)", words) else None


def other(words: str, name: str) -> tuple[str, ...]:
    full = naming.bare(words)
    return (full,) if full != name and len(full) <= 200 else ()
