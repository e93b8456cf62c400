"""What stands in Korean notes beside clauses: labels before a colon, causes, what was weighed."""

from __future__ import annotations

import re
from typing import Final

from retrograph.extraction import times
from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.korean import mood, names, troubles
from retrograph.extraction.rulebook.talk import Said, Talk
from retrograph.extraction.times import Phrase

_LABEL: Final = re.compile(r"^\W*(?P<label>[^\s:：][^:：\n(){}\"'“”]{0,28}?)\s*(?:\([^()]*\)\s*)?[:：]\s+(?=\S)")
_PEOPLE: Final = re.compile(r"참석자?|참가자?|작성자?|담당자?|발표자?|진행자?|서기|회의\s?주관")
_EVENT: Final = re.compile(r"(?<![가-힣])(?:배포|릴리스|빌드|티켓)\s#?[0-9]{2,}(?![0-9.]|[년월일시분초건개명])")
_SUBJECTS: Final = re.compile(
    r"프로젝트(?:명)?|서비스(?:명)?|앱|시스템(?:명)?|제품(?:명)?|이름|대상|Project"
    r"|Service",
    re.IGNORECASE,
)
_PLANS: Final = re.compile(
    r"^\W*(?:다음\s?(?:달|주|분기|스프린트)\s|향후\s|앞으로\s)?(?:TODO|FIXME|할\s?일|액션\s?아이템|계획|예정"
    r"|다음\s?단계|후속(?:\s?조치)?"
    r"|향후(?:\s?계획)?|Action\s?items?)\s*[:：]",
    re.I,
)
_ASIDE: Final = re.compile(
    r"^(?:.*[가-힣](?:는데|은데|지만)\s)?(?:(?:아마도?|어쩌면|결국|사실은?|이번|그|이|(?:제"
    r"|내)\s(?:짐작|생각|추측)(?:엔|에는|으로는|에))\s)*"
)
"""What stands before the name of an error or cause and is no part of it."""

_REACH: Final = 140
"""Characters before the word for a cause in which cause and error are looked for."""

_BRACKET: Final = re.compile(r"^\W{0,3}\[[^\[\]\n]{1,12}\]\s*(?=\S)")
_LISTED: Final = 80
"""Characters before "비교" in which a list is looked for."""

_OTHERS: Final = re.compile(r"(?:검토한?\s?)?(?:대안|후보|비교\s?대상|기각안|검토안)(?:군|들)?")


def read_label(text: str, talk: Talk) -> int:
    """Where the sentence goes on behind its label; a component as label is what the rest is about."""
    note = _BRACKET.match(text) or mood.NOTE.match(text)
    if note:
        return note.end()
    label = _LABEL.match(text)
    if label is None:
        return 0
    words = label["label"]
    if _PEOPLE.fullmatch(words.strip()):
        for name in (names.plain_person(name) for name in listed(text[label.end() :])):
            if name:
                talk.sheet.name(name)
        return len(text)
    if _OTHERS.fullmatch(words.strip()):
        _take_others(text[label.end() :], talk)
        return len(text)
    players = _products(text[label.end() :]) if names.is_role(words) else []
    for player in players:
        talk.add(Said(talk.topic or talk.we or names.TEAM_NAME, "uses", player, text.strip()))
    if _SUBJECTS.fullmatch(words.strip()) and names.is_component(text[label.end() :].strip()):
        talk.topic = names.component(text[label.end() :].strip(), talk)
        players = players or [names.TEAM_NAME]
    if players:
        return len(text)
    words = re.sub(r"\sv?[0-9.]+$", "", words)
    if names.is_component(words) and len(words.split()) <= 4:
        named = names.component(words, talk)
        if named:
            talk.topic = named
    return label.end()


def _products(text: str) -> list[Name]:
    """The products of a list that holds nothing else; none where it does."""
    pieces = [names.product(piece) for piece in listed(text)]
    found = [piece for piece in pieces if piece]
    return found if len(found) == len(pieces) and not re.search(r"[가-힣]{2}", text) else []


def list_events(text: str, talk: Talk) -> None:
    """Deployments and the like by their number."""
    for event in _EVENT.finditer(text):
        talk.sheet.name(Name("event", event[0]))


def is_plan(text: str) -> bool:
    """Whether a sentence stands behind a label that makes it one of what is to be done."""
    return _PLANS.match(text) is not None


def _take_others(text: str, talk: Talk) -> None:
    others = listed(text)
    last = next((said for said in reversed(talk.said) if said.type == "uses"), None)
    if last and others and not last.alternatives:
        last.alternatives = tuple(other for other in others if other != last.target.name)


def listed(text: str) -> tuple[str, ...]:
    """The names of a list in a sentence: "A, B와 C"."""
    pieces = re.split(
        r"\s*,\s*|\s+(?:및|\+|&)\s+|\s*[/·]\s*|(?:와|과|랑"
        r"|하고)\s+",
        re.sub(r"\([^()]*\)(?![A-Za-z0-9])", "", text).strip(" .:"),
    )
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
    weighed = mood.CANDIDATES.search(view)
    compared = None if weighed else mood.COMPARED.search(view)
    if weighed or compared:
        words = weighed["listed"] if weighed else view[: compared.start() if compared else 0][-_LISTED:]
        options = (names.product(name) for name in listed(words.rpartition(".")[2]))
        talk.options = tuple(option.name for option in options if option)


def read_causes(view: str, told: str) -> tuple[tuple[Said, ...], tuple[int, int]] | None:
    """What brought an error about, and where that is said; `told` is the text before, where the error may stand."""
    found = mood.CAUSE_TOLD.search(view)
    pair = _error_and_cause(view, found) if found else None
    if pair is None:
        return None
    pair = (_ASIDE.sub("", pair[0]), _ASIDE.sub("", pair[1]), *pair[2:])
    error = troubles.error(pair[0]) if pair[0] else _named_before(told + view[: found.start() if found else 0])
    cause = troubles.cause(pair[1])
    if error is None or cause is None:
        return None
    owner = troubles.owner_of(pair[1])
    others = (Said(cause, "related_to", owner, ""),) if owner else ()
    return (Said(error, "caused_by", cause, ""), *others), (pair[2], pair[3])


def _named_before(told: str) -> Name | None:
    return troubles.last_incident(told) or troubles.last_error(told)


def incident_date(talk: Talk, incident: Name, end: int) -> Phrase | None:
    """The date on the line that named an incident last before `end`."""
    told = talk.content[:end]
    at = told.rfind(incident.name)
    line = told[told.rfind("\n", 0, at) + 1 :].partition("\n")[0]
    return next((phrase for phrase in times.find(line, talk.seen.at, talk.seen.zone) if phrase.exact), None)


def _error_and_cause(view: str, found: re.Match[str]) -> tuple[str, str, int, int] | None:
    """The words for an error (none: the one told of before) and for its cause, and their place in the sentence."""
    note = mood.NOTE.match(view)
    start = max(note.end() if note else 0, found.start() - _REACH)
    before = view[start : found.start()].lstrip()
    start = found.start() - len(before)
    if found["is"]:
        behind, error = mood.CAUSE_BEHIND.match(view, found.end()), mood.ERROR_BEFORE.search(before)
        words = error["error"] if error else ""
        return (words, behind["cause"], start if error else found.start(), behind.end()) if behind else None
    both = (mood.ERROR_AND_CAUSE if found["due"] or found["was"] else mood.CAUSE_AND_ERROR).match(before)
    return (both["error"], both["cause"], start, found.end()) if both else None
