"""From a Korean pattern whose phrases are found to the things it speaks of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.korean.grammar import Chunk
from retrograph.extraction.rulebook.korean.names import (
    LATIN,
    TEAM,
    bare,
    cause,
    component,
    error,
    is_component,
    person,
    plain_person,
    points_back,
    product,
)
from retrograph.extraction.rulebook.patterns import Pattern
from retrograph.extraction.rulebook.talk import Said, Talk

_NO_SOURCE: Final = re.compile(r"[을를이가은는]\s|[\"'“”‘’()\[\]]|^(?:그러나|하지만|또한|당초|이들|여기)")
_NO_EMPLOYER: Final = re.compile(
    r"(?:것|그곳|곳|여기|거기|일|집|학교|세상|밖|안|앞|뒤|말|왕|측|중|자신|함께|현장|회의|모임|자리|퇴각"
    r"|[을를이가은는]\s.*|.*[\"'“”‘’].*)$"
)
_EMPLOYER: Final = re.compile(
    r".*(?:사|테크|소프트|웨어|랩스?|은행|전자|그룹|대학교?|연구소|컴퍼니|회사|스튜디오|네트웍스|시스템즈|웍스"
    r"|솔루션|[A-Za-z]+)$"
)
_PLAIN_NOUN: Final = re.compile(r"[가-힣 ]{2,20}")


def fit(talk: Talk, found: Sequence[Chunk], taken: dict[str, Chunk], pattern: Pattern) -> list[Said]:
    """The statements of a pattern whose slots are filled; none where a slot holds something else."""
    targets = _targets(talk, found, taken, pattern)
    replaced: Name | None = None
    if pattern.replaces:
        left = taken[pattern.replaces]
        replaced = product(left.words)
        moved = component(left.words, talk, found, left) if left.part == "object" and replaced is None else None
        if moved and pattern.source == "A":
            return [Said(moved, pattern.relation, target, "") for target in targets]
        if replaced is None:
            return []
    source = _source(talk, found, taken, pattern)
    if source is None or not targets or not _plausible(talk, source, targets, pattern):
        return []
    others = tuple(bare(taken[pattern.over].words).split(", ")) if pattern.over else ()
    return [Said(source, pattern.relation, target, "", replaces=replaced, alternatives=others) for target in targets]


def _plausible(talk: Talk, source: Name, targets: list[Name], pattern: Pattern) -> bool:
    """Whether source and targets can stand in this relation, or the words only look like it."""
    if pattern.replaces and source.type == "project" and "S" in pattern.source:
        return True
    own = source == talk.topic or source.type in ("file", "function", "event", "decision")
    if pattern.relation == "related_to":
        return source.type == "person" and all(is_component(target.name) for target in targets)
    if pattern.relation in ("avoids", "blocked_by"):
        return (
            own
            or (source.name == "team" and pattern.relation == "avoids")
            or is_component(source.name)
            or source.name.endswith(naming.KOREAN_EVENT_HEADS)
        )
    if pattern.relation == "located_in" or source.type != "project":
        return True
    named = is_component(source.name) or LATIN.search(source.name) is not None or len(source.name.split()) > 1
    return own or (named and len(source.name.split()) <= 4 and not _NO_SOURCE.search(source.name))


def turn_to(said: Said, talk: Talk) -> None:
    """What was spoken of last is what "이 서비스" and an unnamed subject stand for."""
    if said.type == "related_to":
        talk.topic = said.target
        talk.person = said.source
    elif said.source.type == "person":
        talk.person = said.source
    elif said.type not in ("causes", "caused_by", "rejected", "avoids") and said.source.type not in (
        "organization",
        "error",
    ):
        talk.topic = said.source


def _source(talk: Talk, found: Sequence[Chunk], taken: dict[str, Chunk], pattern: Pattern) -> Name | None:
    code = pattern.source
    if code in taken:
        return _named_source(talk, found, taken, code)
    free = [chunk for chunk in found if chunk not in taken.values()]
    if code in ("P", "before"):
        return _person(talk, free, pattern.relation, required=code == "before")
    if code == "D":
        return _decider(talk, free, pattern.relation)
    own = _free_component(talk, free)
    return own if own or code == "none" else talk.topic or talk.we


def _named_source(talk: Talk, found: Sequence[Chunk], taken: dict[str, Chunk], code: str) -> Name | None:
    chunk = taken[code]
    if code in ("E", "C"):
        return error(chunk.words) if code == "E" else cause(chunk.words)
    if code == "P":
        return person(chunk.words, talk) or plain_person(chunk.words)
    if code == "S":
        _note_person(talk, found, taken)
        return component(chunk.words, talk, found, chunk)
    return component(chunk.words, talk)


def _free_component(talk: Talk, free: Sequence[Chunk]) -> Name | None:
    """The clause's own topic, place or subject, if one of them can be a component."""
    for part in ("topic", "at", "subject", "from", "to"):
        for chunk in (chunk for chunk in free if chunk.part == part):
            named = component(chunk.words, talk, free, chunk) if _is_own(chunk, talk) else None
            if named:
                return named
            if part == "subject" and (plain := plain_person(chunk.words)):
                talk.sheet.name(plain)
    return None


def _is_own(chunk: Chunk, talk: Talk) -> bool:
    if chunk.part == "topic":
        return person(chunk.words, talk) is None and chunk.words not in ("것", "점", "거")
    heads = chunk.words.endswith(naming.KOREAN_EVENT_HEADS)
    return heads or is_component(chunk.words) or points_back(chunk.words, talk) or _is_team(chunk)


def _is_team(chunk: Chunk) -> bool:
    return TEAM.fullmatch(bare(chunk.words) or chunk.words) is not None


def _decider(talk: Talk, free: Sequence[Chunk], relation: str) -> Name | None:
    """Who turned something down: a team that the clause names, else the decision, else what is spoken of."""
    named = next((chunk for chunk in free if _is_team(chunk) or bare(chunk.words).endswith(" 팀")), None)
    if named:
        return naming.team(bare(named.words) if _is_team(named) else "팀")
    return talk.decision or talk.topic or (talk.we if relation == "rejected" else None)


def _person(talk: Talk, free: Sequence[Chunk], relation: str, *, required: bool) -> Name | None:
    """Of whom a clause speaks: a team, a person it names, else the person spoken of before."""
    for chunk in (chunk for chunk in free if chunk.part in ("topic", "subject", "bare")):
        named = (_group(chunk) if chunk.part != "bare" else None) or person(chunk.words, talk)
        if named:
            return named
    for chunk in (chunk for chunk in free if relation != "prefers" and chunk.part in ("topic", "subject")):
        if plain := plain_person(chunk.words):
            return plain
    known = talk.person
    return known if known and (not required or talk.current(known, "works_at")) else None


def _group(chunk: Chunk) -> Name | None:
    text = bare(chunk.words) or chunk.words
    if _is_team(chunk):
        return naming.team("우리" if "우리" in chunk.words else text)
    return Name("organization", text) if text.endswith("팀") else None


def _note_person(talk: Talk, found: Sequence[Chunk], taken: dict[str, Chunk]) -> None:
    """Who did it is worth listing."""
    for chunk in found:
        if chunk.part in ("subject", "topic") and chunk not in taken.values():
            named = person(chunk.words, talk) or (plain_person(chunk.words) if chunk.part == "subject" else None)
            if named and named.name != "user":
                talk.sheet.name(named)


def _targets(talk: Talk, found: Sequence[Chunk], taken: dict[str, Chunk], pattern: Pattern) -> list[Name]:
    chunk = taken[pattern.target]
    if pattern.relation == "prefers":
        return _preference(chunk)
    if pattern.target == "O":
        return _employer(talk, found, chunk, pattern)
    if pattern.target == "S":
        one = component(chunk.words, talk, found, chunk)
    elif pattern.target == "L":
        one = Name("location", bare(chunk.words)) if naming.is_region(chunk.words) else None
    elif pattern.target == "E":
        one = error(chunk.words)
    elif pattern.target == "C":
        one = cause(chunk.words)
    elif pattern.relation == "avoids" and _PLAIN_NOUN.fullmatch(chunk.words):
        one = Name(naming.kind_of(bare(chunk.words), "library"), bare(chunk.words))
        one = Name("concept", one.name) if one.type == "library" else one
    elif chunk.part == "bare" and (len(chunk.words.split()) > 3 or re.search(r"[가-힣]\s\S", chunk.words)):
        return []
    else:
        one = product(chunk.words)
        return _listed(found, chunk, one) if one else []
    return [one] if one else []


def _listed(found: Sequence[Chunk], last: Chunk, one: Name) -> list[Name]:
    """ "A와 B를": what stands right before a product with "와" is listed with it."""
    names = [one]
    for chunk in reversed(found):
        if chunk.end <= last.start and last.start - chunk.end <= 2 and chunk.part == "with":
            named = product(chunk.words)
            names = [named, *names] if named else names
            last = chunk
    return names


def _employer(talk: Talk, found: Sequence[Chunk], chunk: Chunk, pattern: Pattern) -> list[Name]:
    text = bare(chunk.words)
    if not text or len(text.split()) > 3 or is_component(text) or naming.is_region(text) or _NO_EMPLOYER.search(text):
        return []
    person_known = talk.person is not None and talk.current(talk.person, "works_at") is not None
    if pattern.aspect == "ends" and not _EMPLOYER.fullmatch(text) and not person_known:
        return []
    return [Name("organization", text)]


def _preference(chunk: Chunk) -> list[Name]:
    text = bare(chunk.words)
    if re.search(r"(?:쪽|것|편|거|방법)$", text) or len(text) > 40:
        return []
    return [Name("preference", text)] if text else []
