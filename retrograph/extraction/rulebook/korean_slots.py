"""What the phrases of a Korean clause stand for: names of things, or nothing where they are no such thing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.korean_grammar import Chunk
from retrograph.extraction.rulebook.patterns import Pattern
from retrograph.extraction.rulebook.talk import Said, Talk

_HONORIFIC: Final = re.compile(r"(?P<name>[가-힣]{2,4}|[A-Z][a-z]+)\s?(?:님|씨|선배|팀장|대표|매니저|책임|수석)$")
_PERSON: Final = re.compile(r"[가-힣]{2,3}|[A-Z][a-z]+")
_NO_PERSON: Final = re.compile(
    r".*(?:팀|우리|저희|회사|모두|누군가|사람|서버|앱|이유|원인|실수|비용|속도|성능|메모리|지연|문제|에러|오류|결과|시간|용량|배포|코드|버전)$"
)
_TEAM: Final = re.compile(r"(?:우리|저희)(?:\s?팀)?(?:는)?|우린|저흰|팀|우리\s?쪽|저희\s?쪽")
_USER: Final = re.compile(r"나|난|저|전|내|제|나는|저는|내가|제가")
_THIS: Final = re.compile(
    r"(?:이|그|해당|본)\s?(?:서비스|서버|앱|모듈|시스템|프로젝트|화면|배치|도구|파이프라인|컴포넌트)|여기|거기|이곳|그것|이것|이건|그건"
)
_THIS_HEAD: Final = re.compile(r"(?:이|그|해당|본)\s(?P<head>\S+)")
_HE: Final = re.compile(r"그분|그녀|그|이분|그\s사람")
_OWN: Final = re.compile(r"^(?:우리|저희|현재|기존|이번|새|신규|각|모든|그|이)\s+")
_GENERIC_AFTER: Final = re.compile(
    r"(?P<name>[A-Za-z][\w .+#/@-]*?)\s(?P<generic>분석기|라이브러리|프레임워크|데이터베이스|디비|서버|클러스터|브로커|엔진|인스턴스|플러그인|드라이버|패키지|사용|기반|큐|캐시|저장소|도구|언어)$"
)
_NO_SOURCE: Final = re.compile(r"[을를이가은는]\s|[\"'“”‘’()\[\]]|^(?:그러나|하지만|또한|당초|이들|여기)")
_NO_EMPLOYER: Final = re.compile(
    r"(?:것|그곳|곳|여기|거기|일|집|학교|세상|밖|안|앞|뒤|말|왕|측|중|자신|함께|현장|회의|모임|자리|퇴각|[을를이가은는]\s.*|.*[\"'“”‘’].*)$"
)
_EMPLOYER: Final = re.compile(
    r".*(?:사|테크|소프트|웨어|랩스?|은행|전자|그룹|대학교?|연구소|컴퍼니|회사|스튜디오|네트웍스|시스템즈|웍스|솔루션|[A-Za-z]+)$"
)
_LATIN: Final = re.compile(r"[A-Za-z]{2,}|[A-Z]")
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
    named = is_component(source.name) or _LATIN.search(source.name) is not None or len(source.name.split()) > 1
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


def bare(words: str) -> str:
    """The phrase without determiners and code marks."""
    return naming.bare(_OWN.sub("", naming.bare(words)))


def product(words: str) -> Name | None:
    """A product by its Latin letters, or code; a generic word behind it is no part of its name."""
    code = re.search(r"`([^`\n]+)`", words)
    text = code[1] if code else bare(words)
    if not code and re.search(r"[\"'“”‘’«»《》<>()]", text):
        return None
    if (
        not _LATIN.search(unicodedata.normalize("NFKC", text))
        or naming.is_region(text)
        or (not code and is_component(text))
        or len(text) > 60
    ):
        return None
    generic = _GENERIC_AFTER.fullmatch(text)
    if generic:
        inner = naming.product(generic["name"])
        full = () if generic["generic"] in ("사용", "기반") else (text,)
        return Name(inner.type, inner.name, (*inner.aliases, *full))
    return None if re.search("[가-힣]", text) and not code else naming.product(text)


def is_component(words: str) -> bool:
    """Whether the words end like the name of a component: "추천 API", "결제 모듈"."""
    return naming.is_component(words) and not re.fullmatch(r"[A-Z][A-Za-z]* (?:API|CLI|SDK)|[A-Z][\w ]*SDK", words)


def component(words: str, talk: Talk, found: Sequence[Chunk] = (), chunk: Chunk | None = None) -> Name | None:
    """A part of one's own system; the owner where the phrase is a part of it ("주문 서비스의 로거")."""
    if chunk is not None:
        owner = next(
            (c for c in found if c.part == "of" and c.end < chunk.start + 1 and chunk.start - c.end <= 1), None
        )
        if owner:
            return component(owner.words, talk)
    text = bare(words)
    if _THIS.fullmatch(naming.bare(words)) or re.match(r"(?:여기|거기|이\s?서비스)\s", words):
        return talk.topic
    if _TEAM.fullmatch(text):
        return naming.team(text)
    this = _THIS_HEAD.fullmatch(naming.bare(words))
    if this and talk.topic and talk.topic.name.endswith(this["head"]):
        return talk.topic
    if text.endswith("팀") and len(text) > 1:
        return Name("organization", text)
    code = re.search(r"`([^`\n]+)`", words)
    if code:
        return Name(naming.kind_of(code[1], "project"), code[1], tuple(dict.fromkeys((text.replace("`", ""),))))
    if text in ("서버", "서비스", "앱", "모듈", "시스템") and talk.topic and talk.topic.name.endswith(text):
        return talk.topic
    commit = re.fullmatch(r"(?:커밋|commit)\s(?P<sha>[0-9a-f]{7,40})", text, re.IGNORECASE)
    if commit:
        name = naming.commit_name(commit["sha"])
        return Name(name.type, name.name, (*name.aliases, text))
    if not text or len(text) > 60 or text.isdigit() or re.search(r"[.!?:]$", text):
        return None
    return naming.component(text)


def person(words: str, talk: Talk) -> Name | None:
    """A person: with an honorific, or "나", or a pronoun for one spoken of before."""
    text = naming.bare(words)
    honoured = _HONORIFIC.fullmatch(text)
    if honoured:
        return Name("person", honoured["name"], (text,))
    if _USER.fullmatch(text):
        return Name("person", "user", (text,))
    if _HE.fullmatch(text):
        return talk.person
    return None


def plain_person(words: str) -> Name | None:
    """A name without an honorific: two or three syllables that name nothing else."""
    text = naming.bare(words)
    if _PERSON.fullmatch(text) and not _NO_PERSON.fullmatch(text) and not is_component(text):
        return Name("person", text)
    return None


def error(words: str) -> Name | None:
    """An error: by its name, behind whatever describes it."""
    text = bare(words)
    last = text.split()[-1] if text.split() else ""
    name = last if naming.is_error(last) and re.search("[A-Za-z]", last) else text
    if not naming.is_error(name) and not re.fullmatch(r"[A-Z]\w*(?:Operation|NotFound|Refused|Exceeded|Denied)", name):
        return None
    return Name("error", name)


def cause(words: str) -> Name | None:
    """What brings something about; the part itself where its owner is named before it ("nginx의 keepalive 설정")."""
    text = bare(words)
    if len(text) < 2 or len(text) > 80:
        return None
    of = text.rpartition("의 ")[2]
    short = re.sub(r"\s(?:설정|값|옵션|문제|버그|함수|누락)$", "", of)
    name = (
        short
        if re.fullmatch(r"[\w.$()-]+(?: [\w.$()-]+){0,3}", short) and re.search("[A-Za-z]", short) and of != text
        else text
    )
    name = short if re.fullmatch(r"[A-Za-z_][\w.$()-]+", short) else name
    kind = naming.kind_of(name, "concept")
    return Name(kind, name, tuple(dict.fromkeys(other for other in (text, of) if other != name)))


def owner_of(words: str) -> Name | None:
    """The product that a part is named with: "nginx의 keepalive 설정"."""
    owner, of, _ = bare(words).rpartition("의 ")
    return product(owner) if of else None


def _source(talk: Talk, found: Sequence[Chunk], taken: dict[str, Chunk], pattern: Pattern) -> Name | None:
    code = pattern.source
    if code in ("S", "C", "E"):
        chunk = taken[code]
        if code == "E":
            return error(chunk.words)
        if code == "C":
            return cause(chunk.words)
        _note_person(talk, found, taken)
        return component(chunk.words, talk, found, chunk)
    free = [c for c in found if c not in taken.values()]
    if code in ("P", "before"):
        return _person(talk, free, taken, pattern.relation, required=code == "before")
    if code == "D":
        return _decider(talk, free)
    if code == "none":
        return _free_component(talk, free)
    if "A" in taken:
        return component(taken["A"].words, talk)
    return _free_component(talk, free) or talk.topic or talk.we


def _free_component(talk: Talk, free: Sequence[Chunk]) -> Name | None:
    """The clause's own topic, place or subject, if one of them can be a component."""
    for part in ("topic", "at", "subject", "from", "to"):
        for chunk in free:
            if chunk.part != part:
                continue
            if part == "topic" and person(chunk.words, talk) is None and chunk.words not in ("것", "점", "거"):
                named = component(chunk.words, talk, free, chunk)
                if named:
                    return named
            elif (
                is_component(chunk.words)
                or chunk.words.endswith(naming.KOREAN_EVENT_HEADS)
                or _THIS.fullmatch(naming.bare(chunk.words))
                or _TEAM.fullmatch(bare(chunk.words))
            ):
                return component(chunk.words, talk, free, chunk)
            elif part == "subject" and (plain := plain_person(chunk.words)):
                talk.sheet.name(plain)
    return None


def _decider(talk: Talk, free: Sequence[Chunk]) -> Name | None:
    named = next((c for c in free if _TEAM.fullmatch(bare(c.words)) or bare(c.words).endswith(" 팀")), None)
    if named:
        return naming.team("팀") if not _TEAM.fullmatch(bare(named.words)) else naming.team(bare(named.words))
    return talk.decision or talk.topic or talk.we


def _person(
    talk: Talk, free: Sequence[Chunk], taken: dict[str, Chunk], relation: str, *, required: bool
) -> Name | None:
    if "P" in taken:
        return person(taken["P"].words, talk) or plain_person(taken["P"].words)
    for chunk in free:
        if (
            chunk.part in ("topic", "subject")
            and bare(chunk.words).endswith("팀")
            and not _TEAM.fullmatch(bare(chunk.words))
        ):
            return Name("organization", bare(chunk.words))
        if chunk.part in ("topic", "subject") and _TEAM.fullmatch(bare(chunk.words) or chunk.words):
            return naming.team("우리" if "우리" in chunk.words else chunk.words)
        named = person(chunk.words, talk) if chunk.part in ("topic", "subject", "bare") else None
        if named:
            return named
    for chunk in free if relation != "prefers" else ():
        if chunk.part in ("topic", "subject") and (plain := plain_person(chunk.words)):
            return plain
    known = talk.person
    return known if known and (not required or talk.current(known, "works_at")) else None


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
