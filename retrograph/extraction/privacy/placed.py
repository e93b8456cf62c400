"""Secrets in places made for them: a URL's user part, headers, cookies, arguments of commands; pure and linear.

Every pattern is bounded or possessive. A command's arguments are looked for in its line, up to `_NEAR` characters on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from retrograph.extraction.privacy.credentials import Cut
from retrograph.extraction.privacy.naming import is_placeholder, looks_chosen, looks_issued, looks_random

_JUDGED: Final = 120
_NEAR: Final = 500
_REST_OF_WORD: Final = re.compile(r"[^\s\"'|]++")

_URL: Final = re.compile(r"(?<=[A-Za-z0-9])://([^\s/:@\"'<>\\]{0,128}+)(?::([^\s/\"'<>\\]{1,256})@(?=[\w\[$<{.\-])|@)")
_DATABASE: Final = re.compile(
    r"(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|sqlserver|clickhouse|ldaps?|smtps?|ftps?)(?:\+\w{1,20})?"
    r"://[^\s/:@\"']{0,128}:(?P<value>[^\s@\"'<>]{1,128}/[^\s@\"'<>]{0,128})@(?=[\w.\-]{1,253}(?::[0-9]{1,5})?(?:[/?\s\"']|\Z))"
)
_ORACLE: Final = re.compile(r"jdbc:oracle:[a-z]{2,8}:[\w$#]{1,64}/(?P<value>[^@\s\"']{1,128})@")
_PGPASS: Final = re.compile(
    r"(?m)^[\w.*\-]{1,100}:(?:[0-9]{4,5}|\*):(?:[A-Za-z_][\w\-]{0,63}|\*):(?:[A-Za-z_][\w\-]{0,63}|\*)"
    r":(?P<value>[^\s:]{4,200})[ \t\r]*$"
)
_HEADER: Final = re.compile(
    r"authorization[\"']?\s{0,4}[:=,]\s{0,4}(?:[bruf](?=[\"'`]))?\\{0,4}[\"'`]?"
    r"(?:(?P<scheme>bearer|basic|token|apikey|api-key)\s{1,4}|(?P<other>[a-z][\w\-]{1,24})\s{1,4})?"
    r"(?P<value>[A-Za-z0-9._~+/=\-:]{6,}+)",
    re.IGNORECASE,
)
_SIGNED: Final = re.compile(
    r"authorization[\"']?\s{0,4}[:=]\s{0,4}\\{0,4}[\"']?(?:digest|hawk|oauth|aws4-hmac-sha256|signature)\s{1,4}"
    r"(?P<value>[a-z_]{2,24}=[^\n\r]{16,2000}+)",
    re.IGNORECASE,
)
_BEARER: Final = re.compile(r"\bbearer\s{1,4}(?P<value>[A-Za-z0-9._~+/=\-]{16,}+)", re.IGNORECASE)
_COOKIE: Final = re.compile(
    r"\bcookie[\"']?\s{0,4}[:=]\s{0,4}[\"']?(?P<value>[\w.\-]{1,64}=[^\"'\n\r]*+)", re.IGNORECASE
)
_SESSION: Final = re.compile(
    r"(?:JSESSIONID|PHPSESSID|ASP\.NET_SessionId|connect\.sid|laravel_session|_gitlab_session|sessionid|_session_id)"
    r"[\"']?\s{0,2}[=:]\s{0,2}[\"']?(?P<value>[A-Za-z0-9%._\-]{16,}+)"
)

_SCHEME: Final = re.compile(r"(?:KakaoAK|SSWS|SECRET_KEY)\s{1,4}(?P<value>[A-Za-z0-9_\-=]{20,}+)")

_WORD: Final = r"""(?:'[^'\n]{3,200}'|"[^"\n]{3,200}"|[^\s"'|]{3,200})"""
_USER_AND: Final = (
    r"(?:'[^\s:'\n]{1,100}:(?P<a>[^'\n]{3,200})|\"[^\s:\"\n]{1,100}:(?P<b>[^\"\n]{3,200})"
    r"|[^\s:\"']{1,100}:(?P<c>[^\s\"']{3,200}))"
)
_COMMANDS: Final[Mapping[str, str]] = {
    "curl": rf"(?:-u[ =]?|--user[ =]){_USER_AND}",
    "http ": rf"(?:-a|--auth)[ =]{_USER_AND}",
    "mysql": rf"-p(?![\s\-])(?P<value>{_WORD})",
    "mariadb": rf"-p(?![\s\-])(?P<value>{_WORD})",
    "7z": rf"-p(?![\s\-])(?P<value>{_WORD})",
    "redis-cli": rf"(?:-a|--pass)[ =]?(?P<value>{_WORD})",
    "sshpass": rf"-p[ ]{{0,4}}(?P<value>{_WORD})",
    "mongo": rf"-p[ ]{{1,4}}(?!-)(?P<value>{_WORD})",
    " login": rf"-p[ ]{{1,4}}(?!-)(?P<value>{_WORD})",
    "twine": rf"-p[ ]{{1,4}}(?!-)(?P<value>{_WORD})",
    "zip ": rf"-P[ ]{{1,4}}(?!-)(?P<value>{_WORD})",
    "nuget": rf"(?:-k|-ApiKey)[ ]{{1,4}}(?!-)(?P<value>{_WORD})",
    "ldap": rf"-w[ ]{{1,4}}(?!-)(?P<value>{_WORD})",
    "keytool": rf"-(?:store|key|srcstore|deststore)pass[ ]{{1,4}}(?!-)(?P<value>{_WORD})",
    "openssl": rf"-pass(?:in|out)?[ ]{{1,4}}[\"']?pass:(?P<value>{_WORD})",
    "htpasswd": r"-[a-zA-Z]{0,4}b[a-zA-Z]{0,4}\s{1,4}\S{1,200}\s{1,4}\S{1,100}\s{1,4}(?P<value>\S{3,200})",
    "smbclient": r"-U[ ]?[\"']?[^\s%]{1,64}%(?P<value>[^\s\"']{3,200})",
    "net use": r"\\\\\S{1,200}\s{1,4}(?P<value>[^\s/]\S{2,200})\s{1,4}/user:",
    "create secret": r"--from-literal[ =][\"']?[\w.\-]{1,100}=(?P<value>[^\s\"']{3,400})",
    "config set": r"\S{0,200}_(?:password|auth|authToken)\s{1,4}(?P<value>[^\s\"']{3,400})",
    "machine": r"login\s{1,9}\S{1,200}\s{1,9}password\s{1,9}(?P<value>\S{1,200})",
}
"""How a command is told a secret, by what the command is known by."""
_ARGUMENTS: Final = {name: re.compile(rf"(?<=\s)(?:{pattern})") for name, pattern in _COMMANDS.items()}
_STATEMENTS: Final = {
    "requirepass": re.compile(r"requirepass\s{1,8}(?P<value>[^\s\"']{3,200})"),
    "masterauth": re.compile(r"masterauth\s{1,8}(?P<value>[^\s\"']{3,200})"),
    "IDENTIFIED": re.compile(r"IDENTIFIED\s{1,4}BY\s{1,4}(?:PASSWORD\s{1,4})?'(?P<value>[^'\n]{1,200})'"),
    "PASSWORD": re.compile(r"PASSWORD\s{1,4}'(?P<value>[^'\n]{1,200})'"),
    " -p": re.compile(rf"\s(?:-u|--user|--username)[ =][^\s\-]\S{{0,100}}\s-p[ =]?(?!-)(?P<value>{_WORD})"),
    "auth": re.compile(
        r"(?:auth\s{0,2}=\s{0,2}|BasicAuth)\(\s{0,4}[bruf]?[\"'][^\"'\n]{1,64}[\"']\s{0,4},\s{0,4}[bruf]?[\"'](?P<value>[^\"'\n]{3,200})[\"']"
    ),
    "echo": re.compile(
        r"echo\s{1,4}(?:-n\s{1,4})?[\"']?(?:[\w\-]{1,64}:)?(?P<value>[^\s\"'|:]{4,200})[\"']?\s{0,4}\|"
        r"(?=[^\n]{0,200}(?:--password-stdin|--with-token|sudo -S|chpasswd))"
    ),
}
"""Where a secret stands in a statement, by the word that the statement is known by."""


def by_place(text: str) -> Iterator[Cut]:
    """Secrets in URLs, Authorization and Cookie headers, session cookies, and command lines."""
    if "://" in text:
        yield from _in_urls(text)
    for hint, pattern in (("jdbc:oracle:", _ORACLE), ("://", _DATABASE), (":", _PGPASS)):
        for match in pattern.finditer(text) if hint in text else ():
            if not is_placeholder(match["value"]):
                yield Cut(*match.span("value"), "url_password")
    yield from _in_headers(text)
    yield from _in_cookies(text)
    yield from _in_commands(text)


def _in_commands(text: str) -> Iterator[Cut]:
    for name, argument in _ARGUMENTS.items():
        at = text.find(name)
        while at >= 0:
            end = text.find("\n", at, at + _NEAR)
            end = min(at + _NEAR, len(text)) if end < 0 else end
            for match in argument.finditer(text, at, end):
                yield from _told(text, match)
            at = text.find(name, end)
    for word, statement in _STATEMENTS.items():
        for match in statement.finditer(text) if word in text else ():
            yield from _told(text, match)


def _told(text: str, match: re.Match[str]) -> Iterator[Cut]:
    """The secret that a match holds, to the end of its word, without the quotes around it."""
    start, end = next(match.span(name) for name, value in match.groupdict().items() if value is not None)
    if end - start > 2 and text[start] in "\"'" and text[end - 1] == text[start]:
        start, end = start + 1, end - 1
    elif rest := _REST_OF_WORD.match(text, end):
        end = rest.end()
    value = text[start:end]
    if not is_placeholder(value[:_JUDGED]) and not (value.isdigit() and len(value) < 6):
        yield Cut(start, end, "password")


def _in_urls(text: str) -> Iterator[Cut]:
    for match in _URL.finditer(text):
        user = len(match[1]) >= 20 and looks_random(match[1])
        if match[2] is not None and not is_placeholder(match[2]):
            yield Cut(match.start(1 if user else 2), match.end(2), "url_password")
        elif user and match[2] is None:
            yield Cut(*match.span(1), "url_password")


def _in_headers(text: str) -> Iterator[Cut]:
    if "uthorization" in text or "UTHORIZATION" in text:
        for match in _SIGNED.finditer(text):
            yield Cut(*match.span("value"), "authorization")
        for match in _HEADER.finditer(text):
            if match["scheme"]:
                fits = _looks_encoded(match["value"])
            else:
                fits = looks_random(match["value"]) and (not match["other"] or len(match["value"]) >= 20)
            called = text[match.end() : match.end() + 1] == "("
            if fits and not called and not is_placeholder(match["value"]):
                yield Cut(*match.span("value"), "authorization")
    for match in _SCHEME.finditer(text) if "KakaoAK" in text or "SSWS" in text or "SECRET_KEY" in text else ():
        if looks_issued(match["value"]):
            yield Cut(*match.span("value"), "authorization")
    if "earer" in text or "EARER" in text:
        for match in _BEARER.finditer(text):
            if re.search(r"[0-9]", match["value"]) and not is_placeholder(match["value"]):
                yield Cut(*match.span("value"), "authorization")


def _in_cookies(text: str) -> Iterator[Cut]:
    if "ookie" in text or "COOKIE" in text:
        for match in _COOKIE.finditer(text):
            values = [pair.partition("=")[2] for pair in match["value"].split(";")[:50]]
            if any(
                (len(v) >= 16 or (len(v) >= 8 and looks_chosen(v))) and not is_placeholder(v[:_JUDGED]) for v in values
            ):
                yield Cut(*match.span("value"), "cookie")
    for match in _SESSION.finditer(text) if "ess" in text or "ESS" in text or "sid" in text else ():
        if looks_random(match["value"]):
            yield Cut(*match.span("value"), "cookie")


def _looks_encoded(value: str) -> bool:
    return re.search(r"[0-9=]|[a-z][A-Z]", value) is not None
