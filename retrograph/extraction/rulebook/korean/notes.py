"""What stands in Korean notes beside clauses: labels before a colon, causes, what was weighed."""

from __future__ import annotations

import re
from typing import Final

from retrograph.extraction.rulebook.korean import mood, names
from retrograph.extraction.rulebook.talk import Said, Talk

_LABEL: Final = re.compile(r"^\W*(?P<label>[^\s:：][^:：\n(){}\"'“”]{0,28}?)\s*(?:\([^()]*\)\s*)?[:：]\s+(?=\S)")
_OTHERS: Final = re.compile(r"(?:검토한?\s?)?(?:대안|후보|비교\s?대상|기각안|검토안)(?:군|들)?")


def read_label(text: str, talk: Talk) -> int:
    """Where the sentence goes on behind its label; a component as label is what the rest is about."""
    note = mood.NOTE.match(text)
    if note:
        return note.end()
    label = _LABEL.match(text)
    if label is None:
        return 0
    words = label["label"]
    if _OTHERS.fullmatch(words.strip()):
        _take_others(text[label.end() :], talk)
        return len(text)
    if names.is_component(words) and len(words.split()) <= 4:
        named = names.component(words, talk)
        if named:
            talk.topic = named
    return label.end()


def _take_others(text: str, talk: Talk) -> None:
    others = listed(text)
    last = next((said for said in reversed(talk.said) if said.type == "uses"), None)
    if last and others and not last.alternatives:
        last.alternatives = tuple(other for other in others if other != last.target.name)


def listed(text: str) -> tuple[str, ...]:
    """The names of a list in a sentence: "A, B와 C"."""
    pieces = re.split(r"\s*,\s*|\s+및\s+|\s*/\s*|(?:와|과|랑|하고)\s+", re.sub(r"\([^()]*\)", "", text).strip(" .:"))
    return tuple(piece.strip("`*\"' .") for piece in pieces if 0 < len(piece.strip()) <= 40)


def considered_aside(text: str, start: int) -> tuple[str, ...]:
    """What a sentence says in parentheses was looked at too: "(jsonwebtoken도 검토)"."""
    found = mood.WEIGHED_ASIDE.search(text, start)
    return listed(found["others"] or found["named"]) if found else ()


def read_options(view: str, talk: Talk) -> None:
    """ "캐시 계층 후보로 A와 B를 검토" says what is being decided."""
    found = mood.CONSIDERED.search(view) if mood.WEIGHED.search(view) else None
    if found:
        part = names.component(found["part"], talk)
        if part:
            talk.topic = part


def read_causes(view: str) -> tuple[tuple[Said, ...], tuple[int, int]] | None:
    """ "E의 원인은 C였다" and "C가 E의 원인이다": what they say, and where it stands."""
    for pattern in (mood.CAUSE_IS, mood.IS_CAUSE) if "원인" in view else ():
        note = mood.NOTE.match(view)
        found = pattern.search(view, note.end() if note else 0)
        if found:
            error, cause = names.error(found["error"]), names.cause(found["cause"])
            if error and cause:
                owner = names.owner_of(found["cause"])
                others = (Said(cause, "related_to", owner, ""),) if owner else ()
                return (Said(error, "caused_by", cause, ""), *others), found.span()
    return None
