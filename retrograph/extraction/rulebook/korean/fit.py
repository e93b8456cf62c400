"""From a Korean pattern whose phrases are found to the things it speaks of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.korean.clauses import Clause
from retrograph.extraction.rulebook.korean.grammar import Chunk, Part
from retrograph.extraction.rulebook.korean.matching import Hit
from retrograph.extraction.rulebook.korean.names import (
    TEAM_NAME,
    bare,
    component,
    is_component,
    is_place,
    is_role,
    place,
    product,
)
from retrograph.extraction.rulebook.korean.sources import NO_PART, owner_of_part, source_of
from retrograph.extraction.rulebook.korean.troubles import cause, error
from retrograph.extraction.rulebook.patterns import Pattern
from retrograph.extraction.rulebook.talk import Said, Talk

_NO_EMPLOYER: Final = re.compile(
    r"(?:회사|직장|팀|것|그곳|곳|여기|거기|일|집|학교|세상|밖|안|앞|뒤|말|왕|측|중|자신|함께|현장|회의|모임|자리|퇴각"
    r"|[을를이가은는]\s.*|.*[\"'“”‘’].*)$"
)
_EMPLOYER: Final = re.compile(
    r".*(?:사|테크|소프트|웨어|랩스?|은행|전자|그룹|대학교?|연구소|컴퍼니|회사|스튜디오|네트웍스|시스템즈|웍스"
    r"|솔루션|[A-Za-z]+)$"
)
_VERSION: Final = re.compile(r"(?:^|\s)v?(?P<number>[0-9]+(?:\.[0-9x]+)*)(?:\s?버전)?$")
_CHOOSING: Final = ("도입하다", "정하다")
"""Families of verbs by which one thing is taken and another passed over, not replaced."""

_PATTERN: Final = re.compile(
    r"(?!(?:새|기존|이|그|다른|같은|이런|그런|해당|현재)\s)[가-힣A-Za-z-]+(?:\s[가-힣A-Za-z-]+)?\s?(?:패턴"
    r"|아키텍처|캐싱|폴링|샤딩|파티셔닝|소싱"
    r"|프로그래밍|페어링|렌더링)|(?:블루\s?그린|카나리|롤링|무중단|수동|자동)\s?배포"
)
_PLAIN_NOUN: Final = re.compile(r"[가-힣 ]{2,20}")


def fit(talk: Talk, hit: Hit) -> list[Said]:
    """The statements of a pattern whose slots are filled; none where a slot holds something else."""
    clause, pattern, taken = hit.clause, hit.pattern, hit.taken
    if pattern.version:
        return _upgrade(talk, hit)
    renamed = any(chunk.part in ("object", "topic") and NO_PART.search(chunk.words) for chunk in hit.free)
    targets = [] if renamed else _targets(talk, hit)
    replaced: Name | None = None
    if pattern.replaces:
        left = taken[pattern.replaces]
        replaced = _replaced(talk, clause, left, pattern)
        if replaced is None and left.part == "object" and pattern.source == "A":
            moved = owner_of_part(talk, hit, left)
            return _built(moved, targets, hit) if moved else []
        targets = targets if replaced else []
        if replaced and "decision" in (replaced.type, *(target.type for target in targets)):
            return [Said(replaced, "succeeded_by", target, "") for target in targets if target.type == replaced.type]
    source = source_of(talk, hit)
    if source is None or not targets or not _plausible(talk, source, targets, clause, pattern):
        return []
    return _built(source, targets, hit, replaced)


def _built(source: Name, targets: list[Name], hit: Hit, replaced: Name | None = None) -> list[Said]:
    clause, pattern, taken = hit.clause, hit.pattern, hit.taken
    others = tuple(bare(taken[pattern.over].words).split(", ")) if pattern.over else ()
    beside = _beside(hit)
    if beside and (clause.family in _CHOOSING or beside[1] == "than"):
        others = others or (beside[0].name,)
    elif beside:
        replaced = replaced or beside[0]
    return [Said(source, pattern.relation, target, "", replaces=replaced, alternatives=others) for target in targets]


def _beside(hit: Hit) -> tuple[Name, Part] | None:
    """What a clause names beside the thing that is used: "X 대신", "X 말고", "X보다"."""
    pattern = hit.pattern
    if pattern.relation not in ("uses", "imports", "depends_on") or pattern.aspect == "ends":
        return None
    for chunk in hit.free:
        if chunk.part in ("instead", "than") and (named := product(chunk.words)):
            return named, chunk.part
    return None


def _replaced(talk: Talk, clause: Clause, left: Chunk, pattern: Pattern) -> Name | None:
    if pattern.relation == "located_in":
        return place(left.words)
    if pattern.relation == "works_at":
        return next(iter(_employer(talk, clause, left, pattern)), None)
    return None if left.part == "object" and is_role(left.words) else product(left.words)


def _upgrade(talk: Talk, hit: Hit) -> list[Said]:
    """A product that goes from one version to another."""
    pattern, taken = hit.pattern, hit.taken
    thing, number = product(hit.target.words), _number(taken[pattern.version])
    source = source_of(talk, hit) if thing and number else None
    if thing is None or source is None:
        return []
    left = (_number(taken[pattern.left]) if pattern.left else None) or thing.version
    return [Said(source, "uses", replace(thing, version=number), "", upgrade=True, left=left)]


def _number(chunk: Chunk) -> str | None:
    found = _VERSION.search(chunk.words)
    return found["number"] if found else None


def _plausible(talk: Talk, source: Name, targets: list[Name], clause: Clause, pattern: Pattern) -> bool:
    """Whether source and targets can stand in this relation, or the words only look like it."""
    if pattern.relation == "related_to":
        return source.type == "person" and all(is_component(target.name) for target in targets)
    if pattern.relation == "works_at":
        return source.type == "person"
    if pattern.relation == "blocked_by":
        topical = any(chunk.part == "topic" and chunk.words.endswith(source.name) for chunk in clause.found)
        return topical or source == talk.topic or is_component(source.name) or source.type in ("event", "decision")
    if pattern.relation == "optimizes_for":
        return source != TEAM_NAME
    return not (source.type == "project" and len(source.name.split()) > 5)


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


def _targets(talk: Talk, hit: Hit) -> list[Name]:
    clause, pattern, chunk, found = hit.clause, hit.pattern, hit.target, hit.clause.found
    if pattern.relation == "prefers":
        return _preference(chunk)
    if pattern.target == "O":
        return _employer(talk, clause, chunk, pattern)
    if pattern.target == "S":
        one = component(chunk.words, talk, found, chunk)
        if one and pattern.relation == "depends_on":
            return _components(talk, found, chunk, one)
    elif pattern.target == "L":
        one = place(chunk.words)
    elif pattern.target == "E":
        one = error(chunk.words)
    elif pattern.target == "C":
        one = cause(re.sub(r"\s대기$", "", chunk.words))
    elif pattern.relation == "avoids" and _PLAIN_NOUN.fullmatch(chunk.words):
        one = Name(naming.kind_of(bare(chunk.words), "library"), bare(chunk.words))
        one = Name("concept", one.name) if one.type == "library" else one
    elif pattern.relation == "depends_on" and is_component(chunk.words):
        one = component(chunk.words, talk)
        return _components(talk, found, chunk, one) if one else []
    elif pattern.relation == "uses" and _PATTERN.fullmatch(bare(chunk.words)):
        one = Name("pattern", bare(chunk.words))
    else:
        one = product(chunk.words)
        return _listed(found, chunk, one) if one else []
    return [one] if one else []


def _components(talk: Talk, found: Sequence[Chunk], last: Chunk, one: Name) -> list[Name]:
    """ "A와 B에": both."""
    before = [c for c in found if c.part == "with" and c.end <= last.start <= c.end + 2 and is_component(c.words)]
    return [one, *(named for chunk in before if (named := component(chunk.words, talk)))]


def _listed(found: Sequence[Chunk], last: Chunk, one: Name) -> list[Name]:
    """ "A와 B를": what stands right before a product with "와" is listed with it."""
    names = [one]
    for chunk in reversed(found):
        if chunk.end <= last.start and last.start - chunk.end <= 2 and chunk.part == "with":
            named = product(chunk.words)
            names = [named, *names] if named else names
            last = chunk
    return names


def _employer(talk: Talk, clause: Clause, chunk: Chunk, pattern: Pattern) -> list[Name]:
    text = bare(chunk.words)
    if not text or len(text.split()) > 3 or is_component(text) or is_place(text) or _NO_EMPLOYER.search(text):
        return []
    person_known = talk.person is not None and talk.current(talk.person, "works_at") is not None
    strict = pattern.aspect == "ends" and clause.verb[0][:2] not in ("퇴사", "퇴직")
    if strict and not _EMPLOYER.fullmatch(text) and not person_known:
        return []
    return [Name("organization", text)]


def _preference(chunk: Chunk) -> list[Name]:
    text = bare(chunk.words)
    if re.fullmatch(r"(?:\S{1,3}\s)?(?:쪽|것|편|거|방법)", text) or len(text) > 40:
        return []
    return [Name("preference", text)] if text else []
