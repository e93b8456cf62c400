"""Private keys in text: PEM whole or in part, with line ends written out, in base64 once more; PuTTY; JSON Web Keys.

Pure, and linear in the text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from retrograph.extraction.privacy.credentials import Cut

_KEY_BEGIN: Final = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_KEY_END: Final = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_KEY_LINE: Final = re.compile(
    r"(?:\\[nr]|[ \t\r>+|\-#*\"',]|//)*+"  # what quoting, a diff or a comment puts around a line
    r"(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset):[^\n]*+"
    r"|(?:[A-Za-z0-9+/=]|\\[nr]){16,}+|(?=[A-Za-z]{0,15}[0-9+/=])[A-Za-z0-9+/=]{1,15}+)?+"
    r"[ \t\r\"',\\+;]*+(?:\n|\Z)"
)
_KEY_BODY: Final = re.compile(r"(?:\\[nr][A-Za-z0-9+/=]*+)++|[A-Za-z0-9+/=]{16,}+|")
_KEY_TAIL: Final = re.compile(
    r"(?:^|(?<=\n))(?:[ \t>+|]{0,8}[A-Za-z0-9+/=]{16,100}[ \t\r]{0,4}\n){0,200}"
    r"[ \t>+|]{0,8}[A-Za-z0-9+/=]{1,100}[ \t\r]{0,4}\n[ \t>+|]{0,8}\Z"
)


_ENCODED: Final = re.compile(
    r"LS0tLS1CRUdJTiB(?:QUklWQVRF|SU0EgUFJJVkFUR|FQyBQUklWQVRF|PUEVOU1NIIFBSSVZBVEUg|FTkNSWVBURUQgUFJJVkFUR"
    r"|EU0EgUFJJVkFUR|QR1AgUFJJVkFUR)[A-Za-z0-9+/]*+=*+(?:\n[ \t]{0,20}[A-Za-z0-9+/]{16,}+=*+)*+"
)
"""Base64 of `-----BEGIN PRIVATE` and of the same with the name of an algorithm."""
_PUTTY: Final = re.compile(
    r"Private-Lines:[ \t]*[0-9]{1,4}[ \t\r]*\n"
    r"(?P<secret>(?:[A-Za-z0-9+/=]{4,100}[ \t\r]*(?:\n|\Z)){1,200}(?:Private-MAC:[ \t]*[0-9a-f]{16,}+)?)"
)
_JWK: Final = re.compile(r"\"(?:d|p|q|dp|dq|qi|k)\"\s{0,4}:\s{0,4}\"(?P<secret>[A-Za-z0-9_\-]{16,}+)")


def private_keys(text: str) -> Iterator[Cut]:
    """Every private key, or what is left of one."""
    if "PRIVATE KEY" in text:
        yield from _pem(text)
    if "LS0tLS1CRUdJTiB" in text:
        for match in _ENCODED.finditer(text):
            yield Cut(*match.span(), "private_key")
    if "Private-Lines:" in text:
        for match in _PUTTY.finditer(text):
            yield Cut(match.start("secret"), match.start("secret") + len(match["secret"].rstrip()), "private_key")
    if '"kty"' in text:
        for match in _JWK.finditer(text):
            yield Cut(*match.span("secret"), "private_key")


def _pem(text: str) -> Iterator[Cut]:
    """Keys between their lines BEGIN and END, also without one of the two, also with `\\n` written out."""
    begins = list(_KEY_BEGIN.finditer(text))
    ends = list(_KEY_END.finditer(text))
    end_starts = [end.start() for end in ends]
    used = set()
    for number, begin in enumerate(begins):
        following = begins[number + 1].start() if number + 1 < len(begins) else len(text)
        index = bisect_left(end_starts, begin.end())
        if index < len(ends) and end_starts[index] <= following:
            used.add(index)
            yield Cut(begin.start(), ends[index].end(), "private_key")
        else:
            yield Cut(begin.start(), _key_stop(text, begin.end(), following), "private_key")
    last = 0
    for index, end in enumerate(ends):
        if index not in used:
            before = _KEY_TAIL.search(text, max(last, end.start() - 8192), end.start())
            last = end.end()
            yield Cut(before.start() if before else end.start(), end.end(), "private_key")


def _key_stop(text: str, at: int, limit: int) -> int:
    """Where a private key without an end stops: at the first line that is none of it."""
    while at < limit:
        line = _KEY_LINE.match(text, at, limit)
        if line is None or line.end() == at:
            body = _KEY_BODY.match(text, at, limit)
            return body.end() if body else at
        at = line.end()
    return at
