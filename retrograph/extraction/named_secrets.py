"""Secrets that only their surroundings give away: what stands under a secret's name; pure and linear.

Every pattern is bounded or possessive, and each finding is skipped past, so that no text makes it slow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from retrograph.extraction.credentials import Cut
from retrograph.extraction.naming import (
    Family,
    family,
    is_code,
    is_placeholder,
    is_sentence,
    looks_chosen,
    looks_made,
    looks_random,
)

_JUDGED: Final = 120
"""As much of a value as is looked at to tell what it is, in characters; what is cut is the whole of it."""

_NOUN: Final = re.compile(
    r"p(?:ass(?:w(?:or)?d|wort|phrase|code)?|wd?)|secret|token|key|cred(?:entials?|s)|_auth"  # searched in lower case
)
_AFTER: Final = re.compile(
    r"""(?P<tail>[A-Za-z0-9_]{0,40}+)(?:(?P<close>\\{0,4}["'`]?[\])]?)(?P<gap>\s{0,20})"""
    r"(?P<op>,?\s{0,20}[\"']?value[\"']?\s{0,4}[:=]"
    r"|:=|=>|={1,3}(?![=>~])|!==?|:(?![:/]{2}|:)|,(?=\s{0,20}[\"'])|\((?=[\"'])"
    r"|(?P<xml>(?<![=\-])>)|(?P<prose>(?<=\s)(?:(?:is|was)(?:[ ]now)?|to)(?=\s)))"
    r"|(?P<flag>(?=[ ]{1,4}[^\s\-])))",
    re.IGNORECASE,
)
_BEFORE: Final = re.compile(r"(?:api|access|secret|private|auth|master|account|license)[ ]\Z", re.IGNORECASE)
_ANNOTATION: Final = re.compile(r"\s{0,4}[A-Za-z_][\w.]{0,60}(?:\[[^\]\n]{0,60}\])?(?:\s?\|\s?None)?\s{0,4}=(?!=)")
_QUOTE: Final = re.compile(r"""\s{0,40}(?:[bruf@]{0,2})(\\{0,4}(?:["'`]{3}|["'`]|[“”‘’]))""", re.IGNORECASE)
_QUOTED: Final = {
    '"': re.compile(r'(?:[^"\\\n]|\\[^\n])*+'),
    "'": re.compile(r"(?:[^'\\\n]|\\[^\n])*+"),
    "`": re.compile(r"(?:[^`\\\n]|\\[^\n])*+"),
}
_ESCAPED: Final = re.compile(r"[^\"'`\\\n]*+")
_CURLY: Final = re.compile(r"[^“”‘’\n]*+")
_BLOCK: Final = re.compile(r"[ \t]*[|>][+\-]?[0-9]?[ \t]*\n[ \t]+")
_BARE: Final = re.compile(rf"[ \t]{{0,20}}([^\s\"'`<]{{1,{_JUDGED}}}+)")
_BARE_REST: Final = re.compile(r"[^\s\"'`<&;]*+")
_LINE: Final = re.compile(r"[^\n]++")
_ELEMENT: Final = re.compile(r"([^<>]{1,2000})</")
_BARE_END: Final = re.compile(r"\\[nrt\"']|&(?=[A-Za-z_\-.]{1,40}=)|;(?=[A-Za-z_ ]{1,40}=)|[,;)}\].]+\Z")
_IDENTIFIER = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"


def by_name(text: str) -> Iterator[Cut]:
    """Every value that stands under a secret's name: in code, settings, JSON, YAML, headers, flags, and in words."""
    position = 0
    for noun in _NOUN.finditer(_lowered(text)):
        if noun.start() < position or not (match := _AFTER.match(text, noun.end())):
            continue
        before = text[max(0, noun.start() - 80) : noun.start()]
        lead = before[len(before.rstrip(_IDENTIFIER)) :]
        beside = match["flag"] is not None and not lead.startswith("--")
        if not lead and (owner := _BEFORE.search(before[-9:])):
            lead = owner[0]
        start = noun.start() - len(lead)
        promised = family(text[start : match.end("tail")])
        if (
            promised is None
            or text.endswith("[redacted:", 0, start)
            or (match["xml"] and text[start - 1 : start] != "<")
        ):
            continue
        cut = _beside(text, match, promised) if beside else _value(text, match, promised)
        if cut and cut.end > cut.start:
            yield cut
            position = cut.end


def _lowered(text: str) -> str:
    """In lower case, with every character in its place."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text.translate(_ASCII_LOWER)


_ASCII_LOWER: Final = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}


def _value(text: str, match: re.Match[str], promised: Family) -> Cut | None:
    at = match.end()
    op = match["op"] or ""
    if match["xml"]:
        element = _ELEMENT.match(text, at)
        sure = element is not None and _is_secret(element[1], promised, strict=False)
        return Cut(*element.span(1), promised.kind) if element and sure else None
    if op == ":" and (annotation := _ANNOTATION.match(text, at)):
        at = annotation.end()
    quote = _QUOTE.match(text, at)
    strict = op in (",", "(") or match["prose"] is not None
    if quote:
        start, end = _quoted(text, quote)
        value = text[start : min(end, start + _JUDGED)]
        return Cut(start, end, promised.kind) if _is_secret(value, promised, strict=op in (",", "(")) else None
    if op in (",", "(") or op.startswith(("!", "==")):
        return None
    if op == ":" and (block := _BLOCK.match(text, at)):
        line = _LINE.match(text, block.end())
        return Cut(line.start(), line.end(), promised.kind) if line and not is_placeholder(line[0][:_JUDGED]) else None
    bare = _BARE.match(text, at)
    if bare is None:
        return None
    return _unquoted(text, bare, match, promised, strict=strict or match["flag"] is not None)


def _beside(text: str, match: re.Match[str], promised: Family) -> Cut | None:
    """A value right behind the name, with no word or sign between: only one that nobody would write as a word."""
    bare = _BARE.match(text, match.end())
    if bare is None:
        return None
    value = bare[1].rstrip(".,;:!?)]}")
    return Cut(bare.start(1), bare.start(1) + len(value), promised.kind) if looks_made(value) else None


def _quoted(text: str, quote: re.Match[str]) -> tuple[int, int]:
    """Where a quoted value stands; one that is not closed goes to the end of its line."""
    mark, start = quote[1], quote.end()
    if len(mark.lstrip("\\")) == 3:
        end = text.find(mark, start, start + 8192)
        return start, end if end >= 0 else min(len(text), start + 8192)
    inner = _ESCAPED if mark.startswith("\\") else _QUOTED.get(mark, _CURLY)
    found = inner.match(text, start)
    return (start, found.end()) if found else (start, start)


def _is_secret(value: str, promised: Family, *, strict: bool) -> bool:
    if is_placeholder(value) or is_sentence(value):
        return False
    if promised.sure and not strict:
        return True
    return looks_chosen(value) if promised.kind == "password" else looks_random(value)


def _unquoted(text: str, bare: re.Match[str], match: re.Match[str], promised: Family, *, strict: bool) -> Cut | None:
    ending = _BARE_END.search(bare[1])
    value = bare[1][: ending.start()] if ending else bare[1]
    if is_placeholder(value) or is_code(bare[1]):
        return None
    if promised.sure and not strict:
        fits = looks_chosen(value) or _stands_alone(text, bare, match, value)
    else:
        fits = looks_random(value) or (promised.kind == "password" and looks_chosen(value))
    if not fits:
        return None
    start, end = bare.start(1), bare.start(1) + len(value)
    if len(value) == _JUDGED and (rest := _BARE_REST.match(text, end)):
        end = rest.end()
    return Cut(start, end, promised.kind)


def _stands_alone(text: str, bare: re.Match[str], match: re.Match[str], value: str) -> bool:
    """Whether letters alone are a value: right after `=`, or the last word of a `name: value` line."""
    if len(value) < 4 or bare[1].startswith((",", ")"), len(value)):
        return False
    tight = match["op"] == "=" and not match["gap"] and bare.start() == bare.start(1)
    last = text[bare.end() : bare.end() + 1] in ("", "\n", "\r")
    return tight or (last and not (match["op"] == ":" and value[0].isupper()))


_KOREAN: Final = re.compile(
    r"(?P<noun>비밀\s?번호|비번|패스워드|암호|API\s?키|액세스\s?키|시크릿(?:\s?키)?|인증\s?키|키\s값|토큰"
    r"|(?:접속|로그인|계정)(?:\s?정보)?\s{0,2}[:=]\s{0,2}[^\s/]{1,60}\s{0,2}/)\s{0,4}"
    r"(?:은|는|이|가|를|을|도|로|:|=|->|→|\s){0,3}\s{0,4}[\"'`“‘「]?(?P<value>[!-~]{3,200})(?P<next>[가-힣]?)"
)
_KOREAN_KINDS: Final = {
    **dict.fromkeys("비패암접로계", "password"),
    "토": "token",
    "시": "secret",
}
"""By the first syllable of the name; others are keys."""
_COUNTED: Final = re.compile(r"[0-9]{1,4}\Z")


def by_korean_name(text: str) -> Iterator[Cut]:
    """The same in Korean: `비밀번호는 abc123!`, `API 키: ...`, `토큰은 ... 입니다`."""
    for match in _KOREAN.finditer(text):
        value = match["value"].rstrip(".,;)]}\"'`")
        kind = _KOREAN_KINDS.get(match["noun"][0], "api_key")
        counted = _COUNTED.fullmatch(value) and match["next"]
        if not value or is_placeholder(value) or counted or is_code(value):
            continue
        if looks_random(value) or (kind == "password" and looks_chosen(value) and not _is_algorithm(value)):
            yield Cut(match.start("value"), match.start("value") + len(value), kind)


def _is_algorithm(value: str) -> bool:
    return (
        re.fullmatch(r"(?i:AES|RSA|SHA|MD|DES|HMAC|TLS|SSL|PBKDF|ARGON|UTF)[A-Za-z]*-?[0-9A-Za-z\-]{0,12}", value)
        is not None
    )


_URL: Final = re.compile(r"(?<=[A-Za-z0-9])://([^\s/:@\"'<>\\]{0,128}+)(?::([^\s/\"'<>\\]{1,256})@(?=[\w\[$<{.\-])|@)")
_HEADER: Final = re.compile(
    r"authorization[\"']?\s{0,4}[:=]\s{0,4}\\{0,4}[\"']?(?P<scheme>(?:bearer|basic|token|digest|apikey|api-key)\s{1,4})?"
    r"(?P<value>[A-Za-z0-9._~+/=\-:]{6,}+)",
    re.IGNORECASE,
)
_BEARER: Final = re.compile(r"\bbearer\s{1,4}(?P<value>[A-Za-z0-9._~+/=\-]{16,}+)", re.IGNORECASE)
_COOKIE: Final = re.compile(
    r"\bcookie[\"']?\s{0,4}:\s{0,4}[\"']?(?P<value>[\w.\-]{1,64}=[^\s;\"']{8,}[^\"'\n\r]*+)", re.IGNORECASE
)
_COMMANDS: Final = (
    ("curl", re.compile(r"\s(?:-u|--user)[ =]?[\"']?[^\s:\"']{1,100}:(?P<value>[^\s\"']{3,200})")),
    ("mysql", re.compile(r"\s-p[\"']?(?P<value>[^\s\"'\-][^\s\"']{2,200})")),
    ("redis-cli", re.compile(r"\s-a[ =]?[\"']?(?P<value>[^\s\"'\-][^\s\"']{2,200})")),
    ("sshpass", re.compile(r"\s-p\s{0,4}[\"']?(?P<value>[^\s\"']{3,200})")),
    ("machine", re.compile(r"\slogin\s{1,9}\S{1,200}\s{1,9}password\s{1,9}(?P<value>\S{1,200})")),
)
"""Commands and their arguments that hold a password; both stand in one line, at most `_NEAR` characters apart."""
_NEAR: Final = 300


def by_place(text: str) -> Iterator[Cut]:
    """Secrets in places made for them: a URL's user part, Authorization and Cookie headers, some command lines."""
    if "://" in text:
        yield from _in_urls(text)
    yield from _in_headers(text)
    for name, argument in _COMMANDS:
        for match in argument.finditer(text) if name in text else ():
            line = text[max(0, match.start() - _NEAR) : match.start() + 1].rpartition("\n")[2]
            if name in line and not is_placeholder(match["value"]) and not match["value"].isdigit():
                yield Cut(*match.span("value"), "password")


def _in_headers(text: str) -> Iterator[Cut]:
    if "uthorization" in text or "UTHORIZATION" in text:
        for match in _HEADER.finditer(text):
            fits = _looks_encoded(match["value"]) if match["scheme"] else looks_random(match["value"])
            if fits and not is_placeholder(match["value"]):
                yield Cut(*match.span("value"), "authorization")
    if "earer" in text or "EARER" in text:
        for match in _BEARER.finditer(text):
            if re.search(r"[0-9]", match["value"]) and not is_placeholder(match["value"]):
                yield Cut(*match.span("value"), "authorization")
    if "ookie" in text or "COOKIE" in text:
        for match in _COOKIE.finditer(text):
            if not is_placeholder(match["value"].partition("=")[2][:_JUDGED]):
                yield Cut(*match.span("value"), "cookie")


def _in_urls(text: str) -> Iterator[Cut]:
    for match in _URL.finditer(text):
        if match[2] is not None:
            if not is_placeholder(match[2]):
                yield Cut(*match.span(2), "url_password")
        elif len(match[1]) >= 20 and looks_random(match[1]):
            yield Cut(*match.span(1), "url_password")


def _looks_encoded(value: str) -> bool:
    return re.search(r"[0-9=]|[a-z][A-Z]", value) is not None
