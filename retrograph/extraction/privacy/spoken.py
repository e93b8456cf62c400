"""Secrets that sentences tell, in English and Korean: `비밀번호는 abc123!`, "the token they use, ..., expires"; pure.

What stands right behind the word is judged mildly; what stands further away must look as only a machine writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from retrograph.extraction.privacy.credentials import Cut
from retrograph.extraction.privacy.naming import (
    is_algorithm,
    is_code,
    is_numbered_word,
    is_placeholder,
    looks_chosen,
    looks_issued,
    looks_made,
    looks_random,
)

_KOREAN: Final = re.compile(
    r"(?P<noun>비밀\s?번호|비번|패스워드|패스프레이즈|암호(?:문구)?|(?:API|서비스|액세스|접근|접속|인증|비밀|암호화|개인|라이선스)\s?키|개인\s?키"
    r"|시크릿(?:\s?키)?|토큰|키(?=\s?값)"
    r"|(?:접속|로그인|계정|아이디\s?/\s?비번)(?:\s?정보)?\s{0,2}[:=]\s{0,2}[^\s/]{1,60}\s{0,2}/)"
    r"(?:\s?값)?(?:\([가-힣 ]{1,10}\))?\s{0,4}"
    r"(?:은|는|이|가|를|을|도|로|:|=|->|→|\s){0,3}\s{0,4}[\"'`「]?(?P<value>[!-~]{3,200})(?P<next>[가-힣]?)"
)
_KOREAN_KINDS: Final = dict.fromkeys("비패암접로계아", "password") | {"토": "token", "시": "secret"}
"""By the first syllable of the name; others are keys."""
_MIXED_SCRIPT: Final = re.compile(
    r"(?:비밀\s?번호|비번|패스워드|암호)\s{0,4}[은는:=]\s{0,4}(?P<value>[가-힣]{1,10}[A-Za-z0-9]{2,30}[!@#$%^&*]{1,10})"
)
_COUNTED: Final = re.compile(r"[0-9]{1,4}\Z")

_ANY_WORD: Final = (
    r"(?:passwords?|passphrase|passcode|secret(?:[ -]key)?|(?:api|access|auth|secret|admin)[ -]?(?:key|token)|token)"
)
_PASSWORD: Final = re.compile(
    r"pass(?:words?|phrase|code)(?P<told>(?:\s(?:was\s)?(?:changed|set|reset|rotated))?\s(?:to|from)"
    r"|\s(?:for|of|on|to)(?:\s[\w.\-/]{1,30}){1,4}?\s(?:is|was)(?:\snow|\sstill)?|,?)\s[\"'`]?(?P<value>[!-~]{4,100})"
)
_AS_PASSWORD: Final = re.compile(rf" (?:as|for) (?:the|my|a|our|your|its) (?:\w{{1,20}} ){{0,2}}{_ANY_WORD}\b")
_LOGIN: Final = re.compile(
    r"(?:(?:login|credentials?|creds?|id/pw)\s{0,2}(?:are|is|:|=)\s{0,3}[\"'`]?[\w.@\-]{1,64}(?:\s?/\s?|:)"
    r"|@[a-z0-9\-]{1,40}\.[a-z.]{2,20} / )(?P<value>[^\s\"'`,;]{4,100})"
)
_BELOW: Final = re.compile(
    r"(?:pass(?:word|phrase)|token|secret|비밀번호|비번|패스워드|암호|토큰|시크릿)[^\n]{0,30}?(?:below|follow|아래|다음)[^\n]{0,20}\n"
    r"\s{0,8}[\"'`]{0,3}(?P<value>[!-~]{6,200})[\"'`]{0,3}(?:\s|\Z)"
)
_LOGIN_HINTS: Final = ("login", "cred", "id/pw", "@")
_PIN: Final = re.compile(
    r"\bPIN(?:\s(?:code|number))?(?:\s(?:for|of)(?:\s\w{1,20}){1,3})?\s{0,2}(?:is|:|=)\s{0,3}(?P<value>[0-9]{4,8})(?![0-9.\w])"
)
_TELLING: Final = re.compile(
    r"(?:pass(?:word|phrase)|secret|token|keys?\b|salt\b|credential|비밀번호|토큰|시크릿|키)[\"'`)]{0,3}(?=[^a-z0-9_\-.])"
)
_AWAY: Final = 40
"""How far from a telling word, in characters of the same line, something made by a machine is still its secret."""
_SHORTEST: Final = 20
_STRETCH: Final = re.compile(r"(?<![A-Za-z0-9_\-+/=.~:@#])[A-Za-z0-9_\-+/=.~]{20,}+")
_OTHER_KEYS: Final = re.compile(r"(?:public|publishable|primary|foreign|cache|sort|idempotency)[ _\-]?\Z")


def by_word(text: str, lowered: str) -> Iterator[Cut]:
    """Every secret that a sentence tells. `lowered` is the text in lower case, with every character in its place."""
    if not text.isascii():
        yield from _korean(text)
    if "pass" in lowered:
        for match in _PASSWORD.finditer(lowered):
            start = match.start("value")
            yield from _judged(text, start, match.end("value"), mildly="is" in match["told"] or "was" in match["told"])
    for match in _AS_PASSWORD.finditer(lowered) if " as " in lowered or " for " in lowered else ():
        before = text[max(0, match.start() - 200) : match.start()]
        bare = before.rstrip("\"'`")
        word = re.split(r"[\s\"'`(]", bare)[-1]
        end = match.start() - len(before) + len(bare)
        yield from _judged(text, end - len(word), end)
    for match in _LOGIN.finditer(lowered) if any(hint in lowered for hint in _LOGIN_HINTS) else ():
        yield from _judged(text, *match.span("value"))
    for match in _BELOW.finditer(lowered) if "\n" in text else ():
        yield from _judged(text, *match.span("value"))
    for match in _PIN.finditer(text) if "PIN" in text else ():
        yield Cut(*match.span("value"), "password")
    yield from _near(text, lowered)


def _judged(text: str, start: int, end: int, *, mildly: bool = False) -> Iterator[Cut]:
    value = text[start:end].rstrip(".,;:!?)]}\"'`")
    fits = looks_made(value, 8) or looks_issued(value) or _signed(text[start:end]) or (mildly and looks_random(value))
    if fits and not is_placeholder(value) and not is_code(value) and not is_algorithm(value):
        signs = len(text[start:end].rstrip(".,;:)]}\"'`"))
        yield Cut(start, start + max(len(value), signs), "password")


def _signed(value: str) -> bool:
    """Whether letters, digits and a sign stand together as in a password that a rule asked for."""
    bare = value.rstrip("!?.")
    return (
        len(value) >= 6
        and re.search(r"[A-Za-z]", bare) is not None
        and re.search(r"[0-9]", bare) is not None
        and re.search(r"[!@#$%^&*?]", value) is not None
        and re.search(r"[/\\()<>{}\[\]]", bare) is None
    )


def _korean(text: str) -> Iterator[Cut]:
    for match in _KOREAN.finditer(text):
        value = match["value"]
        if value.endswith("(") and match["next"] in ("으", "이"):
            value = value[:-1]
        value = value.rstrip(".,;)]}\"'`")
        kind = _KOREAN_KINDS.get(match["noun"][0], "api_key")
        counted = _COUNTED.fullmatch(value) and match["next"]
        if not value or is_placeholder(value) or counted or is_code(value) or is_algorithm(value):
            continue
        random = looks_random(value) and (kind == "password" or not is_numbered_word(value))
        if random or (kind == "password" and looks_chosen(value)):
            yield Cut(match.start("value"), match.start("value") + len(value), kind)
    for match in _MIXED_SCRIPT.finditer(text):
        yield Cut(*match.span("value"), "password")


def _near(text: str, lowered: str) -> Iterator[Cut]:
    """What only a machine writes, in the same line as a telling word and close behind it."""
    last = 0
    for word in _TELLING.finditer(lowered):
        limit = lowered.find("\n", word.end(), word.end() + _AWAY)
        limit = limit if limit >= 0 else word.end() + _AWAY
        if _OTHER_KEYS.search(lowered, max(0, word.start() - 12), word.start()):
            continue
        sure = not word[0].startswith(("key", "salt", "키"))
        at = max(last, word.end())
        while found := _STRETCH.search(text, at, limit + _SHORTEST):
            stretch = _STRETCH.match(text, found.start()) or found
            value = stretch[0].rstrip(".")
            direct = sure and found.start() - word.end() <= 3
            at = last = stretch.end()
            if value.startswith("AAAA"):  # a public key, as ssh writes it
                continue
            if looks_made(value) or (direct and looks_issued(value)):
                yield Cut(stretch.start(), stretch.start() + len(value), "secret")
