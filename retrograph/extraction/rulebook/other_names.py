"""Two names that a text gives one thing: "JSON Web Token (JWT)", "Elastic, aka ES", "결제 서비스(이하 PAY)"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from retrograph.extraction.rulebook.drafts import Sheet

_LONG: Final = r"(?P<long>[^\W_][\w+#.'/-]*(?:[ ][\w+#.'/&-]+){0,6})"
_BRACKETS: Final = re.compile(rf"{_LONG}[ ]?\((?P<short>[^()\n]{{2,60}})\)")
_ALSO: Final = re.compile(
    r"(?:aka|a\.k\.a\.?|also\s(?:known\sas|called)|formerly(?:\sknown\sas)?|previously|short\sfor|or\ssimply"
    r"|이하|약칭|일명|별칭|줄여서)[:\s]+[\"'“‘]?(?P<name>[^\"'”’]{2,60}?)[\"'”’]?",
    re.IGNORECASE,
)
_COMMA_ALSO: Final = re.compile(
    rf"{_LONG},?\s(?:aka|a\.k\.a\.|also\s(?:known\sas|called))\s[\"'“‘]?(?P<short>[\w@/+#.-]+(?:[ ][A-Z][\w+#.-]*)*)",
    re.IGNORECASE,
)
_SCOPED: Final = re.compile(r"@?[\w.-]+/(?P<name>[\w.-]+)")
_SMALL: Final = frozenset(["a", "an", "and", "for", "in", "of", "on", "or", "the", "to", "with"])


def say_other_names(text: str, sheet: Sheet) -> None:
    """Give each thing on the sheet the other name that the text gives it. Nothing is listed that was not."""
    for candidates, short in _pairs(text):
        any(sheet.same(long, short) for long in candidates)


def _pairs(text: str) -> Iterator[tuple[list[str], str]]:
    """A short name with what it may be short for: the words before it, then fewer of them."""
    for match in _BRACKETS.finditer(text):
        words, short = match["long"].split(), match["short"].strip()
        also = _ALSO.fullmatch(short)
        if also:
            yield _tails(words), also["name"].strip()
            continue
        fitting = [
            long
            for long in _tails(words)
            if _abbreviates(short, long.split()) or _abbreviates(long, short.split()) or _scoped(long, short)
        ]
        yield fitting, short
    for match in _COMMA_ALSO.finditer(text):
        yield _tails(match["long"].split()), match["short"].rstrip(".")


def _tails(words: list[str]) -> list[str]:
    return [" ".join(words[i:]) for i in range(len(words))]


def _abbreviates(short: str, words: list[str]) -> bool:
    """Whether `short` is made of the first letters of the words, small ones left out or not: JWT, RoW, CI."""
    bare = re.sub(r"[^A-Za-z0-9]", "", short)
    letters = bare[:-1] if bare.endswith("s") and bare[:-1].isupper() else bare
    if len(letters) < 2 or len(words) < 2 or not re.search(r"[A-Z]", letters) or " " in short:
        return False
    parts = [part for word in words for part in re.split(r"[-/]", word) if part]
    every = "".join(part[0] for part in parts).lower()
    great = "".join(part[0] for part in parts if part.lower() not in _SMALL).lower()
    return letters.lower() in (every, great)


def _scoped(one: str, other: str) -> bool:
    """Whether one is a package and the other the same with its scope: `jose` and `@panva/jose`."""
    for whole, bare in ((one, other), (other, one)):
        match = _SCOPED.fullmatch(whole)
        if match and match["name"] == bare:
            return True
    return False
