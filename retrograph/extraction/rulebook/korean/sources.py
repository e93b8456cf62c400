"""Of whom or what a Korean clause speaks, be it named in it or not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.korean.clauses import Clause
from retrograph.extraction.rulebook.korean.grammar import Chunk
from retrograph.extraction.rulebook.korean.matching import Hit
from retrograph.extraction.rulebook.korean.names import (
    CODE,
    TEAM,
    TEAM_NAME,
    bare,
    component,
    is_component,
    is_role,
    person,
    plain_person,
    points_back,
    product,
)
from retrograph.extraction.rulebook.korean.troubles import cause, error
from retrograph.extraction.rulebook.patterns import Pattern
from retrograph.extraction.rulebook.talk import Talk

_NO_SOURCE: Final = re.compile(r"[을를이가은는]\s|[\"'“”‘’()\[\]]|^(?:그러나|하지만|또한|당초|이들|여기)")
_USED: Final = re.compile(r"(?:쓰는|사용하는|사용 중인|이용하는|선택한|채택한|도입한|고른)\s")
_I: Final = re.compile(r"나|난|저|전|내|제|나는|저는|내가|제가")
_HERE: Final = re.compile(r"(?:이|그|저)\S*|우리\S*|저희\S*|여기|거기|나|저|난|전|내|제|모두|다들|현재|지금")
NO_PART: Final = re.compile(
    r"(?:^|\s)(?:이름|값|필드|버전|폴더|경로|브랜치|제목|키|상태|타입|색|색상|문구|단어|표현|순서|위치|주소|번호|포트)$"
    r"|(?:변수|함수|파일|필드|클래스|메서드|컬럼|테이블|패키지|모듈)\s?명$"
)
"""What is renamed, set or moved, but not made of products."""

_CHANGE: Final = re.compile(r"(?i:커밋|commit|PR|MR|이슈)\s?#?[0-9a-f]+")


_FIXERS: Final = ("event", "file", "function", "library", "concept")


def source_of(talk: Talk, hit: Hit) -> Name | None:
    """What the clause speaks of, as its pattern wants it; None where it speaks of somebody unknown."""
    pattern = hit.pattern
    if pattern.source in hit.taken:
        return _named(talk, hit)
    found, free = hit.clause.found, hit.free
    if pattern.source in ("P", "before"):
        return _person(talk, free, pattern.relation, required=pattern.source == "before")
    if pattern.source == "D":
        return _decider(talk, found, free)
    if pattern.source == "T":
        return talk.topic if talk.correcting else None
    return _doer(talk, hit)


def _doer(talk: Talk, hit: Hit) -> Name | None:
    """What does something: named in the clause, else carried over from what was said before, else the team."""
    beside = [c for c in hit.free if c.part == "with" and any(0 <= t.start - c.end <= 2 for t in hit.taken.values())]
    free = [chunk for chunk in hit.free if chunk not in beside or hit.pattern.relation != "depends_on"]
    own = _free_component(talk, hit.clause.found, free, hit.pattern)
    if hit.pattern.relation == "fixes":
        return own if own and own.type in _FIXERS else talk.commit
    if own or hit.pattern.source == "none":
        return own
    stranger = any(chunk.part in ("topic", "subject") and _is_stranger(chunk, talk) for chunk in hit.free)
    return None if stranger else hit.clause.carried or _speaker(talk) or talk.topic or talk.we or TEAM_NAME


def _named(talk: Talk, hit: Hit) -> Name | None:
    """What the phrase names that stands in the slot of the source."""
    pattern, found = hit.pattern, hit.clause.found
    code, chunk = pattern.source, hit.taken[pattern.source]
    if code in ("E", "C"):
        return error(chunk.words) if code == "E" else cause(chunk.words)
    if code == "P":
        return person(chunk.words, talk) or plain_person(chunk.words)
    if code == "R":
        return _player(talk, found, chunk)
    if code == "S":
        _note_person(talk, hit)
        return owner_of_part(talk, hit, chunk)
    return component(chunk.words, talk, found, chunk) if _is_own(chunk, found, talk, pattern) else None


def owner_of_part(talk: Talk, hit: Hit, chunk: Chunk) -> Name | None:
    """The part that is changed, or whose role is filled anew: "로거를 ..." is the logger of what is spoken of."""
    words = bare(chunk.words)
    if NO_PART.search(words):
        return None
    owned = any(c.part == "of" and 0 <= chunk.start - c.end <= 1 for c in hit.clause.found)
    if chunk.part == "topic" and not is_component(words) and (someone := person(words, talk) or plain_person(words)):
        return someone
    if not owned and len(words.split()) == 1 and (is_role(words) or (product(words) and not is_component(words))):
        return _free_component(talk, hit.clause.found, hit.free, None) or talk.topic or talk.we or TEAM_NAME
    return component(chunk.words, talk, hit.clause.found, chunk)


def _player(talk: Talk, found: Sequence[Chunk], chunk: Chunk) -> Name | None:
    """Whose role a product fills: "결제 서비스의 데이터베이스는", "우리 언어는"; None where the words name no role."""
    words = bare(chunk.words)
    if not is_role(words) and not _USED.search(chunk.words):
        return None
    owner = component(chunk.words, talk, found, chunk)
    if owner and (owner.name != words or (is_component(words) and " " in words)):
        return owner
    if any(_I.fullmatch(other.words) and other.part in ("topic", "subject") for other in found):
        return naming.user("제가")
    before = words.rpartition(" ")[0]
    return component(before, talk) if before and is_component(before) else talk.topic or talk.we or TEAM_NAME


def _free_component(talk: Talk, found: Sequence[Chunk], free: Sequence[Chunk], pattern: Pattern | None) -> Name | None:
    """The clause's own topic, place or subject, if one of them can be a component."""
    for part in ("topic", "at", "subject", "also", "of", "from", "to", "with", "bare"):
        fitting = [chunk for chunk in free if chunk.part == part]
        for chunk in reversed(fitting) if part == "topic" else fitting:
            if _is_own(chunk, found, talk, pattern):
                named = component(chunk.words, talk, found, chunk)
                if named:
                    return named
            elif part == "topic" and _is_stranger(chunk, talk):
                return None
            elif part == "subject" and (plain := plain_person(chunk.words)):
                talk.sheet.name(plain)
    return None


def _is_own(chunk: Chunk, found: Sequence[Chunk], talk: Talk, pattern: Pattern | None) -> bool:
    """Whether a phrase names a part of one's own system, not the role that a product plays in it, or a bystander."""
    words = bare(chunk.words)
    if _is_marked(chunk, found, talk):
        return True
    if chunk.part in ("topic", "subject") and _I.fullmatch(words):
        return pattern is not None and pattern.relation == "uses" and pattern.aspect == "holds"
    if words.endswith(naming.KOREAN_EVENT_HEADS) and pattern and pattern.relation == "blocked_by":
        return True
    if is_component(words):
        return not is_role(words) or len(words.split()) > 1
    several = 1 < len(words.split()) <= 4 and not _NO_SOURCE.search(words) and person(words, talk) is None
    if several and is_role(words):
        return chunk.part in ("topic", "subject")
    return several and chunk.part == "topic" and product(chunk.words) is None


def _is_marked(chunk: Chunk, found: Sequence[Chunk], talk: Talk) -> bool:
    """Whether its form alone tells that a phrase is our own: a team, "여기", `code`, a path, a part of a part."""
    words = bare(chunk.words)
    if _is_team(chunk) or words.endswith("팀") or points_back(chunk.words, talk):
        return True
    owned = any(c.part == "of" and 0 <= chunk.start - c.end <= 1 and is_component(c.words) for c in found)
    return owned or naming.is_path(words) or bool(CODE.search(chunk.words) or _CHANGE.fullmatch(words))


def _is_stranger(chunk: Chunk, talk: Talk) -> bool:
    """Whether a subject is somebody or something else, so that the clause is not about us."""
    words = bare(chunk.words)
    if chunk.part == "subject" and (is_role(words) or person(words, talk)):
        return False
    if product(chunk.words) or is_role(words) or words in ("것", "점", "거", "이유", "결정"):
        return False
    return person(words, talk) is None and not _HERE.fullmatch(words)


def topic_of(talk: Talk, clause: Clause) -> Name | None:
    """The part of one's own that a clause names as its topic: the clauses behind it may speak of it too."""
    for chunk in clause.found:
        if chunk.part == "topic" and _is_own(chunk, clause.found, talk, None):
            return component(chunk.words, talk, clause.found, chunk)
    return None


def _speaker(talk: Talk) -> Name | None:
    """ "I", where the sentence before was about what I do or like."""
    last = talk.said[-1].source if talk.said else None
    return last if last and last.type == "person" and last.name == "user" else None


def _is_team(chunk: Chunk) -> bool:
    return TEAM.fullmatch(bare(chunk.words) or chunk.words) is not None


def _decider(talk: Talk, found: Sequence[Chunk], free: Sequence[Chunk]) -> Name | None:
    """Who turned something down: a team or part that the clause names, else the decision, else what is spoken of."""
    named = next((chunk for chunk in free if _is_team(chunk) or bare(chunk.words).endswith("팀")), None)
    if named:
        return _group(named)
    part = next((c for c in free if c.part in ("topic", "at") and is_component(c.words)), None)
    own = component(part.words, talk, found, part) if part else None
    return own or talk.decision or _speaker(talk) or talk.topic or talk.we or TEAM_NAME


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


def _note_person(talk: Talk, hit: Hit) -> None:
    """Who did it is worth listing."""
    for chunk in hit.free:
        if chunk.part in ("subject", "topic"):
            named = person(chunk.words, talk) or (plain_person(chunk.words) if chunk.part == "subject" else None)
            if named and named.name != "user":
                talk.sheet.name(named)
