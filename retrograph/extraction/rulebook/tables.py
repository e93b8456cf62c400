"""Reads what is laid out rather than told: Markdown tables, lists of a stack, options with their verdicts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from retrograph.extraction import times
from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.english import slots
from retrograph.extraction.rulebook.layout import Block
from retrograph.extraction.rulebook.lists import words
from retrograph.extraction.rulebook.talk import Said, Talk
from retrograph.extraction.times import Phrase
from retrograph.graph.vocabulary import RelationType

COLUMNS: Final[dict[str, frozenset[str]]] = {
    "subject": words(
        "service services component app application project module system name microservice package job worker site "
        "서비스 컴포넌트 앱 애플리케이션 모듈 프로젝트 시스템 이름 서버 배치 구성요소"
    ),
    "uses": words(
        "language languages datastore database databases db framework library libraries runtime queue broker cache "
        "storage "
        "stack technology tech orm bundler tool tools ci platform store frontend backend front-end back-end ui web "
        "server "
        "search auth monitoring logging messaging engine compiler linter testing proxy gateway container orchestration "
        "언어 데이터베이스 디비 저장소 프레임워크 라이브러리 런타임 큐 메시지큐 브로커 캐시 스택 기술 도구 "
        "프런트엔드 프론트엔드 "
        "백엔드 화면 서버 검색 인증 모니터링 로깅 배포도구 빌드 테스트 번들러"
    ),
    "located_in": words("region location zone datacenter office 리전 위치 지역 존 배포리전 배포지역 데이터센터"),
    "depends_on": words("dependencies dependency requires 의존성 의존"),
    "owner": words("owner owners maintainer lead contact 담당 담당자 책임자 관리자 소유자"),
    "since": words("since date introduced adopted 도입일 시작일 도입 날짜 일자"),
    "option": words("option options candidate candidates alternative alternatives 후보 대안 옵션 선택지"),
    "verdict": words("verdict decision result outcome status 결과 판정 결정 결론 상태"),
    "reason": words("reason why rationale notes note comment 이유 사유 근거 비고"),
}
"""What the heading of a column, or the word before a colon, says of the value below or behind it."""

_STACK: Final = re.compile(
    r"\b(?:tech(?:nology|nical)?\s+stack|stack|built\s+with|technolog(?:y|ies)|architecture|infrastructure)\b"
    r"|기술\s*스택|사용\s*기술|구성|인프라|아키텍처",
    re.IGNORECASE,
)
_OPTIONS: Final = re.compile(
    r"\b(?:alternatives?|options?|considered|rejected)\b|대안|후보|검토|기각|선택지", re.IGNORECASE
)
_REJECTED: Final = re.compile(
    r"(?:rejected|ruled\s+out|discarded|dismissed|not\s+chosen|turned\s+down|dropped|기각|탈락|제외|배제|반려)(?:됨"
    r"|함|했다|했음)?\b",
    re.IGNORECASE,
)
_VERDICT_ITEM: Final = re.compile(
    rf"(?P<option>[^:;—–\n]{{1,60}}?)\s*(?::|—|–|\s-\s"
    rf"|\()\s*(?P<verdict>{_REJECTED.pattern})[,;:.)—–-]?\s*(?:(?:because|since|due\s+to)\s+)?(?P<why>[^\n]*)$",
    re.IGNORECASE,
)
_KOREAN_VERDICT: Final = re.compile(
    r"(?P<option>[^:;—–\n]{1,60}?)\s*(?::|—|–|\s-\s)\s*(?P<why>[^\n]{2,200}?)[,\s]*(?:기각|탈락|제외|배제"
    r"|반려)(?:됨|함|했다|했음|했습니다)?[.\s]*$"
)
"""An option with its verdict at the end, as Korean has it: "CAS: 모바일 지원이 약해 기각"."""

_PAIR: Final = re.compile(
    r"(?:\*\*)?(?P<key>[^\W\d_][\w /·-]{0,30}?)(?:\*\*)?\s*[:：](?:\*\*)?\s+(?P<value>\S[^\n]{0,100})$"
)
_EMPTY: Final = re.compile(r"(?i)(?:[-–—.]+|n/?a|none|no|tbd|\?+|없음|미정|해당\s*없음|)$")
_RULE: Final = re.compile(r"[|:\s-]+")
_MARK: Final = re.compile(r"\s*(?:[-*+•]|[0-9]{1,3}[.)])\s+")


def read_tables(found: Iterable[Block], talk: Talk) -> None:
    """Tables whose headings say what their columns hold."""
    for block in found:
        if block.kind == "table" and len(block.lines) >= 3:
            _read_table(block, talk)


def read_lists(found: Sequence[Block], talk: Talk, decision: Name | None) -> set[int]:
    """Stacks and options in lists; gives the starts of the items that were read here."""
    read: set[int] = set()
    heading, subject, dated = "", None, None
    for block in found:
        text = talk.content[block.start : block.end]
        if block.kind == "heading":
            heading = text
            title = re.sub(r"\(.*?\)|#", "", text).strip()
            if re.match(r"\s*#\s", text) and naming.is_component(title):
                subject = naming.component(title)
            dated = _date(text, talk)
        elif block.kind in ("item", "prose") and len(block.lines) == 1 and _MARK.match(text + " "):
            item = _MARK.sub("", text, count=1).strip()
            if _read_option(item, heading, decision, talk) or (
                subject and _read_pair(item, heading, subject, dated, talk)
            ):
                read.add(block.start)
    return read


def role_of(heading: str) -> str | None:
    """The role of a column or key, by its words: "Main datastore" holds what is used."""
    words = re.sub(r"[*_`]", "", heading).casefold().split()
    joined = "".join(words)
    for role, names in COLUMNS.items():
        if joined in names or (words and words[-1] in names):
            return role
    return None


def _read_table(block: Block, talk: Talk) -> None:
    head, rule, *rows = block.lines
    if not _RULE.fullmatch(rule.text):
        return
    roles = [role_of(cell) for cell in _cells(head.text)]
    key = next((roles.index(role) for role in ("subject", "option") if role in roles), None)
    if key is None:
        return
    for row in rows:
        cells = _cells(row.text)
        if len(cells) != len(roles) or _EMPTY.fullmatch(cells[key]):
            continue
        quote = talk.content[row.start : row.end].strip()
        if roles[key] == "option":
            _state_verdict(dict(zip(roles, cells, strict=True)), cells[key], quote, talk)
        else:
            _state_row(roles, cells, naming.component(cells[key]), quote, talk)


def _cells(row: str) -> list[str]:
    return [cell.strip().strip("`*") for cell in row.strip().strip("|").split("|")]


def _state_row(roles: Sequence[str | None], cells: Sequence[str], subject: Name, quote: str, talk: Talk) -> None:
    since = next((_date(cell, talk) for role, cell in zip(roles, cells, strict=True) if role == "since"), None)
    for role, cell in zip(roles, cells, strict=True):
        if role in ("uses", "depends_on", "located_in"):
            for target in _values(cell, role):
                _say(Said(subject, role, target, quote), since, talk)  # type: ignore[arg-type]
        elif role == "owner" and not _EMPTY.fullmatch(cell):
            for person in re.split(r",\s*|\s+and\s+|\s*/\s*", cell):
                _say(
                    Said(Name("person", naming.bare(person).removeprefix("@")), "related_to", subject, quote),
                    None,
                    talk,
                )


def _values(cell: str, relation: str) -> list[Name]:
    if _EMPTY.fullmatch(cell):
        return []
    pieces = [piece for piece in re.split(r",\s+|\s+/\s+|\s+and\s+|;\s*|\s*\+\s+", cell) if not _EMPTY.fullmatch(piece)]
    if relation == "located_in":
        return [Name("location", naming.bare(piece)) for piece in pieces]
    return [naming.product(piece) for piece in pieces if len(piece) <= 60 and naming.is_product(piece)]


def _say(said: Said, when: Phrase | None, talk: Talk) -> None:
    if when and when.start:
        said.start, said.phrase_from = when.start, when.text
    talk.add(said)


def _date(text: str, talk: Talk) -> Phrase | None:
    return next((p for p in times.find(text, talk.seen.at, talk.seen.zone) if p.exact and p.start), None)


def _state_verdict(row: dict[str | None, str], option: str, quote: str, talk: Talk) -> None:
    if _REJECTED.match(row.get("verdict", "")):
        target = slots.product(option)
        if target:
            talk.rejected(target, quote, row.get("reason") or None)


def _read_option(item: str, heading: str, decision: Name | None, talk: Talk) -> bool:
    verdict = _VERDICT_ITEM.match(item) or _KOREAN_VERDICT.match(item)
    if not verdict or not (decision or _OPTIONS.search(heading)):
        return False
    target = slots.product(verdict["option"])
    if target is None:
        return False
    talk.rejected(target, item, verdict["why"].rstrip(". ") or None)
    return True


def _read_pair(item: str, heading: str, subject: Name, dated: Phrase | None, talk: Talk) -> bool:
    pair = _PAIR.match(item)
    role = role_of(pair["key"]) if pair else None
    if pair and role in (None, "subject") and _STACK.search(heading):
        role = "uses"
    if pair is None or role not in ("uses", "depends_on", "located_in"):
        return False
    relation: RelationType = role  # type: ignore[assignment]
    for target in _values(pair["value"], role):
        _say(Said(subject, relation, target, item), dated, talk)
    return True
