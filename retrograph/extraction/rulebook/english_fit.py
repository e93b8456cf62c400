"""From a pattern that fits an English clause to the things it speaks of."""

from __future__ import annotations

import re
from typing import Final

from retrograph.extraction.rulebook import english_mood as mood
from retrograph.extraction.rulebook import english_slots as slots
from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.english_reading import Hit, Reading
from retrograph.extraction.rulebook.talk import Said

_SCOPE: Final = re.compile(
    r"(?<![\w'’-])(?:in|for|on|within|inside|across|throughout)[\s\x01\x02]+"
    r"(?P<scope>(?:the|our|its|this)?[\s\x01\x02]*[\w@`][\w@`./-]*(?: [\w@`][\w@`./-]*){0,4})",
    re.IGNORECASE,
)
_NEXT_PREPOSITION: Final = re.compile(r"[\s\x01\x02]+(?:to|with|by|because|since|using|at|on|in|for)\b")
_PLACED: Final = re.compile(r"(?:located|hosted|based|situated|living|lives?)\b", re.IGNORECASE)
_LOOSE: Final = frozenset({"avoids", "prefers"})
_DOERS: Final = frozenset({"person", "organization", "event", "decision", "function", "file"})
_OWN_DOING: Final = frozenset({"use", "start_using", "stop_using", "prefer", "avoid", "employ", "move", "settle", "be"})
"""What a person does for themselves; other deeds change a component, and count only where that is known."""

_SENTIENT: Final = frozenset({"person", "organization"})


def fit(reading: Reading, hit: Hit) -> list[Said]:
    """The statements of a pattern that fits; none where its slots hold something else."""
    pattern = hit.pattern
    source = source_of(reading, hit)
    if source is None or (pattern.strict and source.type in _SENTIENT):
        return []
    targets = _targets(reading, hit)
    if pattern.proper:
        targets = [target for target in targets if re.search("[A-Z0-9]", target.name)]
    if not _plausible(reading, hit, source, targets):
        return []
    left = hit.words(pattern.replaces) if pattern.replaces else None
    replaced = slots.product(left) if left else None
    if left and left.casefold() in ("it", "them"):
        current = reading.talk.current(source, pattern.relation)
        replaced = current.target if current else None
    if left and replaced is None and (pattern.name.startswith("moved") or left.casefold() in ("it", "them")):
        return []
    others = names(hit.words(pattern.over)) if pattern.over else ()
    sources = slots.causes(hit.words("C") or "") if pattern.source == "C" and pattern.relation == "causes" else [source]
    return [
        Said(one, pattern.relation, target, "", replaces=replaced, alternatives=others)
        for one in sources
        for target in targets
    ]


def _plausible(reading: Reading, hit: Hit, source: Name, targets: list[Name]) -> bool:
    """Whether the source can be what a pattern of use speaks of."""
    pattern = hit.pattern
    if hit.verb.family == "introduce" and pattern.source != "S" and not hit.words("S") and source.type not in _SENTIENT:
        return not hit.subject.words
    if pattern.relation in ("fixes", "modifies"):
        return source.type in _DOERS
    if pattern.relation == "rejected":
        return source.type in (*_SENTIENT, "decision")
    if pattern.relation == "blocked_by" and source.type in _SENTIENT:
        return False
    if pattern.relation == "related_to":
        return all(naming.is_component(target.name) for target in targets)
    if pattern.relation in ("avoids", "blocked_by", "optimizes_for") and source.type in ("project", "concept"):
        return source == reading.talk.topic or naming.is_component(source.name)
    if pattern.relation not in ("uses", "depends_on", "imports") or source.type not in (
        "project",
        "library",
        "concept",
    ):
        return True
    if source == reading.talk.topic:
        return True
    part = hit.words("S") if "S" in pattern.source else None
    if part and hit.verb.family == "introduce" and slots.is_person(part, reading.talk):
        return False
    words = part or (hit.subject.words if pattern.form.startswith("{A}") else "")
    if naming.bare(words) != source.name:
        words = source.name if part else ""
    if pattern.relation == "imports":
        return naming.is_component(source.name)
    switching = bool(pattern.replaces and hit.words(pattern.replaces))
    plain = next((target for target in targets if not re.search(r"[A-Z0-9@/._]", target.name)), None)
    return not words or slots.is_plausible(words, reading.talk, None if switching else plain)


def names(words: str | None) -> tuple[str, ...]:
    """The names in a list of what else was considered."""
    return tuple(name.name for name in slots.things(words, loose=True)) if words else ()


def source_of(reading: Reading, hit: Hit) -> Name | None:
    """What a pattern speaks of."""
    pattern, talk = hit.pattern, reading.talk
    part = hit.words("S") if "S" in pattern.source else None
    if part:
        found = slots.component(part, talk)
        if found or pattern.source == "S" or naming.head(part) not in slots.ROLES:
            _note_actor(reading, hit)
            return found
    if pattern.source == "S":
        return None
    if pattern.source == "we":
        return _we(reading, hit)
    if pattern.source == "E":
        words = hit.subject.words
        return slots.error_of_cause(words) if "{R}" in pattern.form else slots.error(hit.words("E") or "")
    if pattern.source == "C":
        return slots.cause(hit.words("C") or "")
    if pattern.source == "P":
        name = slots.subject(hit.subject.words, talk)
        talk.person = name if name and name.type == "person" and name.name != "user" else talk.person
        return name if name and name.type == "person" else None
    return slots.product(hit.words("X") or "") if pattern.source == "X" else _actor(reading, hit)


def _we(reading: Reading, hit: Hit) -> Name | None:
    if "{R}" in hit.pattern.form and not re.match(r"our[\s\x01\x02]", hit.subject.words, re.IGNORECASE):
        return None
    return reading.talk.we


def _note_actor(reading: Reading, hit: Hit) -> None:
    """A person who acts on a component is worth listing, though nothing else is said of them."""
    words = hit.subject.words
    if hit.pattern.form.startswith("{A}") and slots.is_person(words, reading.talk):
        reading.talk.person = Name("person", naming.bare(words))
        reading.talk.sheet.name(reading.talk.person)


def _actor(reading: Reading, hit: Hit) -> Name | None:
    """Of whom or what a clause with a free subject speaks."""
    talk, pattern = reading.talk, hit.pattern
    if not hit.subject.words and not talk.commit:
        return _scope(reading, hit)
    if talk.commit and not hit.subject.words:
        return talk.commit if pattern.relation in ("fixes", "modifies") else _scope(reading, hit) or talk.topic
    if not pattern.form.startswith("{A}"):
        we = re.search(r"\bwe\b", reading.text, re.IGNORECASE)
        return _scope(reading, hit) or talk.topic or (naming.team(we[0]) if we else None)
    name = slots.subject(hit.subject.words, talk, reading.view[: hit.subject.span[0]])
    if name is None or name.type not in _SENTIENT:
        return name
    if name.name != "user":
        _note_actor(reading, hit)
    if pattern.relation in ("prefers", "works_at") or (name.name == "user" and pattern.relation != "uses"):
        return name
    scope = _scope(reading, hit)
    if scope:
        return scope
    elsewhere = mood.ELSEWHERE.search(reading.text, hit.verb.start) is not None
    if talk.topic and (reading.last or elsewhere or _continues(reading, hit)):
        return talk.topic
    return (
        name if name.name in ("team", "user") or name.type == "organization" or hit.verb.family in _OWN_DOING else None
    )


def _continues(reading: Reading, hit: Hit) -> bool:
    """Whether what is left behind, or come back to, is what the topic was said to use."""
    topic = reading.talk.topic
    words = hit.words(hit.pattern.replaces) if hit.pattern.replaces else hit.words(hit.pattern.target)
    target = slots.product(words) if words else None
    return bool(topic and target and reading.talk.uses(topic, target))


def _scope(reading: Reading, hit: Hit) -> Name | None:
    """The component that a clause names beside its subject: "in the ledger project", "for orders-api"."""
    end, topic = reading.clause_end(hit.right.end()), reading.talk.topic
    parts = ((hit.right.end(), end), (hit.verb.start, hit.right.end()), (reading.clause, hit.subject.span[0]))
    for start, stop in parts:
        for found in _SCOPE.finditer(reading.view, start, stop):
            words = _NEXT_PREPOSITION.split(found["scope"])[0]
            if naming.is_component(words) or (topic and naming.bare(words) == topic.name):
                return slots.component(words, reading.talk)
    return None


def _targets(reading: Reading, hit: Hit) -> list[Name]:
    pattern, words = hit.pattern, hit.words(hit.pattern.target)
    if words is None:
        return []
    if pattern.relation == "prefers":
        return [Name("preference", name.name, name.aliases) for name in slots.things(words, loose=True)]
    if pattern.target == "T":
        return slots.things(words, loose=pattern.relation in _LOOSE)
    if pattern.target == "C":
        return slots.causes(words)
    readers = {"E": slots.error, "O": slots.organization, "F": slots.path}
    if pattern.target == "S":
        found = slots.component(words, reading.talk)
    elif pattern.target == "L":
        found = slots.named_place(words) if _PLACED.match(hit.verb.text) else slots.place(words)
    else:
        found = readers.get(pattern.target, slots.product)(words)
    return [found] if found else []
