"""What goes wrong in a Korean text, and what brings it about."""

from __future__ import annotations

import re
from typing import Final

from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.korean.names import bare, product
from retrograph.extraction.rulebook.lists import endings

_SETTING: Final = re.compile(r"[\w.$()-]+(?: [\w.$()-]+){0,3}")
_TROUBLES: Final = endings(
    "타임아웃 장애 지연 유실 누락 실패 중단 다운 먹통 고갈 폭주 급증 불일치 깨짐 오작동 버그 경합 충돌 멈춤 끊김 "
    "초과 로그아웃 중복"
)
_INCIDENT: Final = re.compile(r"(?:장애\s?(?:보고서?|리포트)?\s|사고\s|인시던트\s)?(?P<id>(?:INC|SEV|IM|OPS)-[0-9]+)")
_ERROR_MENTION: Final = re.compile(
    r"(?<![\w.])(?:[\w.$]*[A-Z]\w*(?:Error|Exception|Timeout)|OOM(?:Killed)?|ERR_[A-Z_]+|E[A-Z]{4,14}|SIG[A-Z]{3,6}"
    r"|[45][0-9]{2}(?:\s?(?:에러|오류|응답))?)(?![A-Za-z0-9])|[가-힣]+\s(?:누수|크래시|데드락|오류|에러|타임아웃)"
)
_IDENTIFIER: Final = re.compile(r"[A-Za-z_][\w.$()-]+")


def last_incident(text: str) -> Name | None:
    """The incident by its number that a text named last."""
    found = list(_INCIDENT.finditer(text))
    if not found:
        return None
    last = found[-1]
    return Name("event", last["id"], (last[0],) if last[0] != last["id"] else ())


def last_error(text: str) -> Name | None:
    """The error that a text named last."""
    found = list(_ERROR_MENTION.finditer(text))
    return Name("error", found[-1][0]) if found else None


def error(words: str) -> Name | None:
    """An error: by its name, behind whatever describes it."""
    text = bare(words)
    last = text.split()[-1] if text.split() else ""
    name = last if naming.is_error(last) and re.search("[A-Za-z]", last) else text
    plain = re.sub(r"(?<=[A-Za-z0-9])\s(?:에러|오류|예외)$", "", text)
    if plain != text and naming.is_error(plain):
        return Name("error", plain, (text,))
    if (
        not naming.is_error(name)
        and not _is_trouble(name)
        and not re.fullmatch(
            r"[A-Z]\w*(?:Operation"
            r"|NotFound|Refused|Exceeded|Denied)",
            name,
        )
    ):
        return None
    return Name("error", name)


def _is_trouble(name: str) -> bool:
    """Whether a phrase says what went wrong with something: "결제 실패"; "실패" alone does not."""
    return name.endswith(_TROUBLES) and name not in _TROUBLES


def cause(words: str) -> Name | None:
    """What brings something about; the part itself where its owner is named before it ("nginx의 keepalive 설정")."""
    text = bare(words)
    if len(text) < 2 or len(text) > 80:
        return None
    of = text.rpartition("의 ")[2]
    short = re.sub(r"\s(?:설정|값|옵션|문제|버그|함수|누락)$", "", of)
    setting = of != text and _SETTING.fullmatch(short) and re.search("[A-Za-z]", short)
    name = short if setting or _IDENTIFIER.fullmatch(short) else text
    kind = naming.kind_of(name, "concept")
    return Name(kind, name, tuple(dict.fromkeys(other for other in (text, of) if other != name)))


def owner_of(words: str) -> Name | None:
    """The product that a part is named with: "nginx의 keepalive 설정"."""
    owner, of, _ = bare(words).rpartition("의 ")
    return product(owner) if of else None
