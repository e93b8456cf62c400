"""Two names that a text gives one thing: "JSON Web Token (JWT)", "Elastic, aka ES", "결제 서비스(이하 PAY)"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from retrograph.extraction.rulebook.drafts import Sheet

_BRACKETS: Final = re.compile(r"[ ]?\((?P<short>[^()\n]{2,60})\)")
_BEFORE: Final = re.compile(r"(?<!\S)[^\W_][\w+#.'/-]*(?:[ ][\w+#.'/&-]+){0,6}\Z")
_REACH: Final = 120
"""As many characters before a bracket as are searched for the name it explains."""
_ALSO: Final = re.compile(
    r"(?:aka|a\.k\.a\.?|also\s(?:known\sas|called)|formerly(?:\sknown\sas)?|previously|short\sfor|or\ssimply"
    r"|이하|약칭|일명|별칭|줄여서)[:\s]+[\"'“‘]?(?P<name>[^\"'”’]{2,60}?)[\"'”’]?",
    re.IGNORECASE,
)
_COMMA_ALSO: Final = re.compile(
    r",?\s(?:aka|a\.k\.a\.|also\s(?:known\sas|called))\s[\"'“‘]?"
    r"(?P<short>[\w@/+#.-]{1,60}(?:[ ][A-Z][\w+#.-]{0,40}){0,4})",
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
        words, short = _words_before(text, match.start()), match["short"].strip()
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
        yield _tails(_words_before(text, match.start())), match["short"].rstrip(".")


def _words_before(text: str, at: int) -> list[str]:
    """The words right before a place that may be a name, at most seven."""
    found = _BEFORE.search(text[max(0, at - _REACH) : at])
    return found[0].split() if found else []


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
