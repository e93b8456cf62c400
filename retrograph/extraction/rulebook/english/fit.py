"""From a pattern that fits an English clause to the things it speaks of."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.english import mood, slots, troubles, whereabouts
from retrograph.extraction.rulebook.english.before import cause_told, it_is_over, it_replaced, of_what_went
from retrograph.extraction.rulebook.english.reading import Hit, Reading
from retrograph.extraction.rulebook.english.targets import HELD_UP, each_of, own_part, targets_of
from retrograph.extraction.rulebook.talk import Said
from retrograph.graph.vocabulary import RelationType

_SCOPE: Final = re.compile(
    r"(?<![\w'’-])(?:in|for|on|within|inside|across|throughout)[\s\x01\x02]+"
    r"(?P<scope>(?:the|our|its|this)?[\s\x01\x02]*[\w@`][\w@`./-]*"
    r"(?: (?!(?:in|for|on|to|with|by|at|as|since|using|because)\b)[\w@`][\w@`./-]*){0,4})",
    re.IGNORECASE,
)
_NEXT_PREPOSITION: Final = re.compile(r"[\s\x01\x02]+(?:to|with|by|because|since|using|at|on|in|for)\b")
_TROUBLE: Final = frozenset({"E was caused by C"})
_PROCESS: Final = re.compile(
    r"[\w-]+(?: [\w-]+){0,2}[ ](?:\w{3,}(?:tion|sion|ment|ing)|sign-?off|sign-?up|handover|cleanup|renewal)"
)
"""Work that can be held up, by its noun: "certificate rotation"."""

_SORRY: Final = re.compile(
    r"\b(?:flak\w+|slow\w*|duplicat\w+|fail\w*|broken|stuck|dropp?(?:s|ed|outs?)?|lost|spikes?|latency|downtime|delays?|corrupt\w*"
    r"|mismatch\w*|lag|missing|wrong|stale|glitch\w*|stutter\w*)\b",
    re.IGNORECASE,
)
"""Words that make a thing one that went wrong: "the flaky login test"."""

_EVERYWHERE: Final = re.compile(r"(?:all|every|most|both|everywhere)\b", re.IGNORECASE)
_PLAN: Final = re.compile(r"(?:the|our|my)[\s\x01\x02]+(?:[\w-]+[ ])?(?:plan|goal|intention|aim|idea)", re.IGNORECASE)
_SYSTEMS: Final = frozenset({"project", "library", "concept"})
_DOERS: Final = frozenset({"person", "organization", "event", "decision", "function", "file"})
_SOURCES: Final[dict[str, frozenset[str]]] = {
    "fixes": _DOERS,
    "modifies": _DOERS,
    "rejected": frozenset({"person", "organization", "decision"}),
}
"""Relations whose source must be of certain types."""

_OWN_ONLY: Final = frozenset({"avoids", "blocked_by", "optimizes_for", "imports"})
"""Relations that a system's source has only where it is a component of one's own."""

_ROLE_WILL_DO: Final = frozenset({"replaced X with Y", "X was replaced by Y", "uses Y instead of X"})
"""Patterns in which what is left behind may be called by its part: "replaced our old queue with Kafka"."""

_COMPONENTS_ONLY: Final = frozenset({"X is out, Y is in", "runs X in a component", "runs a component on X"})
"""Patterns that say of people what they say of products, so that only the component tells them apart."""

_ROLE: Final = re.compile(
    r"\b(?:engineer|lead|manager|designer|developer|architect|director|officer|owner|maintainer|boss|colleague|intern|analyst"
    r"|admin|administrator|consultant|founder|contact|head|hire|teammate|specialist|expert|vendor|customer|client)s?\b",
    re.IGNORECASE,
)
"""What a person is to a team: "Elena is our release engineer"."""

_OWN_DOING: Final = frozenset(
    {"use", "start_using", "stop_using", "prefer", "avoid", "employ", "place", "placed", "move", "settle", "be"}
)
"""What a person does for themselves; other deeds change a component, and count only where that is known."""

_SENTIENT: Final = frozenset({"person", "organization"})


def fit(reading: Reading, hit: Hit) -> list[Said]:
    """The statements of a pattern that fits; none where its slots hold something else."""
    pattern = hit.pattern
    told = _fit_version(reading, hit) if pattern.version else it_is_over(reading, hit) or it_replaced(reading, hit)
    if told or pattern.version:
        return told
    source = source_of(reading, hit)
    if source is None and pattern.target == "Y" and (versioned := slots.product(hit.words("Y") or "")):
        return [Said(versioned, "uses", versioned, "", upgrade=True)] if versioned.version else []
    wrong = source and pattern.name in _COMPONENTS_ONLY and not naming.is_component(source.name)
    if source is None or wrong or (pattern.strict and source.type in _SENTIENT):
        return []
    targets = targets_of(reading, hit, source)
    if pattern.proper:
        targets = [target for target in targets if re.search("[A-Z0-9]", target.name)]
    is_role = hit.verb.family == "be" and pattern.relation == "uses" and _ROLE.search(hit.words("N") or "")
    if is_role or not _plausible(reading, hit, source, targets):
        return []
    left = hit.words(pattern.replaces) if pattern.replaces else None
    replaced = _left(left, pattern.relation, source) if left else None
    if left and left.casefold() in ("it", "them"):
        current = reading.talk.current(source, pattern.relation)
        replaced = current.target if current else None
    if left and replaced is None and (pattern.name not in _ROLE_WILL_DO or left.casefold() in ("it", "them")):
        return []
    others = names(hit.words(pattern.over)) if pattern.over else ()
    sources = each_of(hit, reading) or [source]
    if pattern.source == "C" and pattern.relation == "causes":
        sources = [source] if hit.subject.words.casefold() == "which" else troubles.causes(hit.words("C") or "")
    return [
        Said(one, pattern.relation, target, "", replaces=replaced, alternatives=others)
        for one in sources
        for target in targets
    ]


def _fit_version(reading: Reading, hit: Hit) -> list[Said]:
    """A thing at another version, whoever uses it."""
    target = slots.product(hit.words("X") or "")
    if target is None:
        return []
    target = replace(target, version=_number(hit.words(hit.pattern.version)))
    source = source_of(reading, hit) or target
    if source.type not in _SYSTEMS | _SENTIENT:
        source = target
    return [Said(source, "uses", target, "", upgrade=True, left=_number(hit.words(hit.pattern.left)))]


def _number(words: str | None) -> str | None:
    """The number in "version 5.0"."""
    return words.split()[-1] if words else None


def _left(words: str, relation: RelationType, source: Name) -> Name | None:
    """What is left behind: an employer, a place, else a product."""
    if relation == "works_at":
        return whereabouts.organization(words)
    if relation == "located_in":
        return whereabouts.where(words, source)
    return slots.product(words) or slots.package(words)


def _plausible(reading: Reading, hit: Hit, source: Name, targets: list[Name]) -> bool:
    """Whether source and targets can stand in the relation, or the words only look like it."""
    relation, topic = hit.pattern.relation, reading.talk.topic
    allowed = _SOURCES.get(relation)
    if allowed is not None:
        return source.type in allowed
    if relation == "related_to":
        return all(target.type == "organization" or naming.is_component(target.name) for target in targets)
    if hit.verb.family == "introduce" and hit.pattern.name == "introduced X":
        return source.type in _SENTIENT or not hit.subject.words
    if source.type not in _SYSTEMS or source == topic:
        return relation != "blocked_by" or source.type != "person"
    if relation in _OWN_ONLY:
        determined = relation == "blocked_by" and re.match(r"(?:the|our)[\s\x01\x02]", hit.subject.words, re.IGNORECASE)
        process = relation == "blocked_by" and _PROCESS.fullmatch(hit.subject.words) is not None
        return naming.is_component(source.name) or process or bool(determined and len(source.name.split()) <= 3)
    return relation not in ("uses", "depends_on") or _can_use(reading, hit, source, targets)


def _can_use(reading: Reading, hit: Hit, source: Name, targets: list[Name]) -> bool:
    pattern = hit.pattern
    if hit.subject.words.casefold() in ("that", "which", "who"):
        return naming.is_component(source.name)
    part = hit.words("S") if "S" in pattern.source else None
    if part and hit.verb.family == "introduce" and slots.is_person(part, reading.talk):
        return False
    words = part or (hit.subject.words if pattern.form.startswith("{A}") else "")
    if naming.bare(words) != source.name:
        words = source.name if part else ""
    switching = bool(pattern.replaces and hit.words(pattern.replaces))
    plain = next((target for target in targets if not re.search(r"[A-Z0-9@/._]", target.name)), None)
    return not words or slots.is_plausible(words, reading.talk, None if switching else plain)


def names(words: str | None) -> tuple[str, ...]:
    """The names in a list of what else was considered."""
    return tuple(name.name for name in slots.things(words, loose=True)) if words else ()


def source_of(reading: Reading, hit: Hit) -> Name | None:
    """What a pattern speaks of."""
    code, talk = hit.pattern.source, reading.talk
    whom = HELD_UP.search(hit.words("C") or "") if hit.pattern.name == "blocked by C" else None
    if whom and hit.subject.words.casefold() in ("we", "i", "the team"):
        return slots.component(whom["what"], talk)
    part = hit.words("S") if "S" in code else None
    if part and not _EVERYWHERE.match(part):
        found = slots.component(part, talk)
        if found or code == "S" or naming.head(part) not in slots.ROLES:
            _note_actor(reading, hit)
            return found
    readers = {"gone": of_what_went, "C": cause_told, "we": _we, "E": _error, "P": _person, "SA": _actor, "A": _actor}
    if code in readers:
        return readers[code](reading, hit)
    words = hit.words(code) or ""
    if code == "S":
        return None
    return slots.product(words) or own_part(words, hit.pattern)


def _error(_: Reading, hit: Hit) -> Name | None:
    words = hit.subject.words
    if "{R}" in hit.pattern.form:
        return troubles.error_of_cause(words)
    return troubles.error(hit.words("E") or "") or (
        troubles.trouble(words) if hit.pattern.name in _TROUBLE or _SORRY.search(words) else None
    )


def _person(reading: Reading, hit: Hit) -> Name | None:
    words = hit.words("P") or ""
    before = reading.view[: hit.subject.span[0]] if words == hit.subject.words else ""
    name = slots.subject(words, reading.talk, before)
    team = name is not None and name.type == "organization" and hit.pattern.relation == "related_to"
    if name is None or (name.type != "person" and not team):
        return None
    if name.name != "user" and not team:
        reading.talk.person = name
    return name


def _we(reading: Reading, hit: Hit) -> Name | None:
    if "{R}" in hit.pattern.form and not re.match(r"our[\s\x01\x02]", hit.subject.words, re.IGNORECASE):
        return None
    return reading.talk.somebody if hit.pattern.relation == "rejected" else reading.talk.we


def _note_actor(reading: Reading, hit: Hit) -> None:
    """A person who acts on a component is worth listing, though nothing else is said of them."""
    words = hit.subject.words
    if hit.pattern.form.startswith("{A}") and slots.is_person(words, reading.talk):
        reading.talk.person = Name("person", naming.bare(words))
        reading.talk.sheet.name(reading.talk.person)


def _actor(reading: Reading, hit: Hit) -> Name | None:
    """Of whom or what a clause with a free subject speaks."""
    talk, relation = reading.talk, hit.pattern.relation
    if hit.verb.family == "nominal":
        return _scope(reading, hit) or talk.somebody
    if not hit.subject.words:
        doing = relation in ("fixes", "modifies")
        topic = talk.topic if talk.kind == "commit" else None
        return talk.commit if doing else _scope(reading, hit) or topic or _whoever(reading, hit)
    if not hit.pattern.form.startswith("{A}") or is_plan(hit):
        return _scope(reading, hit) or talk.topic or talk.somebody
    name = slots.subject(hit.subject.words, talk, reading.view[: hit.subject.span[0]])
    if name is None and hit.subject.words.casefold() == "i":
        topic = talk.topic if reading.last or _continues(reading, hit) else None
        return _scope(reading, hit) or topic or _whoever(reading, hit)
    if name is None or name.type not in _SENTIENT:
        return name
    if name.name != "user":
        _note_actor(reading, hit)
    own = relation in ("prefers", "works_at", "located_in") or (name.name == "user" and relation != "uses")
    return name if own else _scope(reading, hit) or _spoken_of(reading, hit, name)


def _whoever(reading: Reading, hit: Hit) -> Name | None:
    """Who uses what an unnamed "I", or a commit, put in the place of another thing, or took away."""
    pattern = hit.pattern
    taken_away = pattern.aspect == "ends" and reading.talk.kind == "commit"
    chosen = pattern.over and hit.words(pattern.over) and reading.talk.kind == "commit"
    told = pattern.relation == "uses" and (taken_away or chosen or (pattern.replaces and hit.words(pattern.replaces)))
    return reading.talk.somebody if told else None


def is_plan(hit: Hit) -> bool:
    """ "The plan is to move to Y"."""
    return _PLAN.fullmatch(hit.subject.words.strip()) is not None


def _spoken_of(reading: Reading, hit: Hit, name: Name) -> Name | None:
    """What somebody's deed concerns where the clause does not say: the topic, or what they do for themselves."""
    topic = reading.talk.topic
    elsewhere = mood.ELSEWHERE.search(reading.text, hit.verb.start) is not None
    if topic and (reading.last or elsewhere or _continues(reading, hit)):
        return topic
    own = name.name in ("team", "user") or name.type == "organization" or hit.verb.family in _OWN_DOING
    return name if own else None


def _continues(reading: Reading, hit: Hit) -> bool:
    """Whether what is left behind, or come back to, is what the topic was said to use."""
    topic = reading.talk.topic
    words = hit.words(hit.pattern.replaces) if hit.pattern.replaces else hit.words(hit.pattern.target)
    target = slots.product(words) if words else None
    return bool(topic and target and reading.talk.uses(topic, target))


def _scope(reading: Reading, hit: Hit) -> Name | None:
    """The component that a clause names beside its subject: "in the ledger project", "for orders-api"."""
    end, topic = reading.clause_end(hit.right.end()), reading.talk.topic
    parts = ((hit.right.end(), end), (hit.verb.end, hit.right.end()), (reading.clause, hit.subject.span[0]))
    for start, stop in parts:
        for found in _SCOPE.finditer(reading.view, start, stop):
            words = _NEXT_PREPOSITION.split(found["scope"])[0]
            path = naming.is_path(words) and not hit.subject.words
            if path or naming.is_component(words) or (topic and naming.bare(words) == topic.name):
                return slots.component(words, reading.talk)
    return None
