"""What is personal rather than secret: e-mail addresses, phone numbers, Korean resident registration numbers; pure.

Cut only where the policy asks for it. Addresses of the domains that are reserved for examples stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from retrograph.extraction.privacy.credentials import Cut

_EMAIL: Final = re.compile(
    r"(?<![A-Za-z0-9._%+\-/])(?P<local>[A-Za-z0-9._%+\-]{1,64})@"
    r"(?P<domain>(?:[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z]{2,24})(?![A-Za-z0-9\-@/:])"
)
_EXAMPLES: Final = re.compile(
    r"(?:^|\.)(?:example\.(?:com|net|org)|(?:example|test|invalid|localhost))$", re.IGNORECASE
)
_NO_PERSON: Final = frozenset({"git", "noreply", "no-reply", "hg", "svn"})
_NUMBER: Final = re.compile(r"(?<![\w.\-+/#:=])(?:\+|\()?[0-9][0-9 ().\-]{6,18}[0-9](?![\w\-]|\.[0-9])")
_MOBILE: Final = re.compile(r"(?:\+?82[ .\-]?\(?0?\)?|0)1[016789][ .\-]?[0-9]{3,4}[ .\-]?[0-9]{4}")
_LANDLINE: Final = re.compile(r"(?:\+?82[ .\-]?|\(?0)(?:2|[3-6][1-5]|70|50[0-9])\)?[ .\-][0-9]{3,4}[ .\-][0-9]{4}")
_ABROAD: Final = re.compile(r"\+[1-9][0-9]{0,2}(?:[ .\-]?\(?[0-9]{1,4}\)?){2,5}")
_AMERICAN: Final = re.compile(r"\(?[2-9][0-9]{2}\)?[ .\-][2-9][0-9]{2}[.\-][0-9]{4}")
_RESIDENT: Final = re.compile(r"(?<![\w\-])([0-9]{6})[ ]?-?[ ]?([1-8][0-9]{6})(?![\w\-])")
_WEIGHTS: Final = (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)


def by_person(text: str) -> Iterator[Cut]:
    """Every e-mail address, phone number and resident registration number."""
    if "@" in text:
        for match in _EMAIL.finditer(text):
            if not _EXAMPLES.search(match["domain"]) and match["local"].lower() not in _NO_PERSON:
                yield Cut(*match.span(), "email")
    for match in _RESIDENT.finditer(text):
        if is_resident_number(match[1] + match[2]):
            yield Cut(*match.span(), "resident_number")
    for match in _NUMBER.finditer(text):
        if any(form.fullmatch(match[0]) for form in (_MOBILE, _LANDLINE, _AMERICAN)) or _is_abroad(match[0]):
            yield Cut(*match.span(), "phone")


def _is_abroad(number: str) -> bool:
    return _ABROAD.fullmatch(number) is not None and 8 <= len(re.sub(r"[^0-9]", "", number)) <= 15


def is_resident_number(digits: str) -> bool:
    """Whether thirteen digits are a Korean resident registration number: a date of birth, and the checksum.

    Numbers given out since October 2020 have no checksum any more and are told by their date alone only when they
    begin with a year from 2020 on. The sum: weights 2 to 9 and 2 to 5, modulo 11, from 11, modulo 10.

    >>> is_resident_number("9001011234568"), is_resident_number("9013011234568")
    (True, False)
    """
    month, day = int(digits[2:4]), int(digits[4:6])
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return False
    total = sum(int(digit) * weight for digit, weight in zip(digits, _WEIGHTS, strict=False))
    recent = digits[6] in "3478" and digits[:2] >= "20"
    return recent or (11 - total % 11) % 10 == int(digits[12])
