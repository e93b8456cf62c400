"""Secrets that only their surroundings give away: what stands under a secret's name; pure and linear.

Every pattern is bounded or possessive, and each finding is skipped past, so that no text makes it slow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from retrograph.extraction.privacy.credentials import Cut
from retrograph.extraction.privacy.naming import (
    Family,
    family,
    is_camel,
    is_capitalised,
    is_code,
    is_numbered_word,
    is_placeholder,
    is_sentence,
    looks_chosen,
    looks_issued,
    looks_made,
    looks_random,
)

_JUDGED: Final = 120
"""As much of a value as is looked at to tell what it is, in characters; what is cut is the whole of it."""

_WINDOW: Final = 400
"""More than is looked at behind a name to find that there is no secret, in characters."""
_REMEMBERED: Final = 1000
"""What was found to be harmless is not judged again in the same text; at most so many are kept."""

_NOUN: Final = re.compile(  # searched in lower case
    r"p(?:ass(?:w(?:or)?d|wort|phrase|code)?|wd?)|secret|token|key(?:_id)?|cred(?:entials?|s)|(?<=[_\"'])auth|salt"
)
_AFTER: Final = re.compile(
    r"""(?P<tail>[A-Za-z0-9_]{0,40}+)(?:(?P<close>\\{0,4}["'`]?[\])]?)(?P<gap>\s{0,20})"""
    r"(?P<op>,?\s{0,20}[\"']?value[\"']?\s{0,4}[:=]"
    r"|:=|=>|={1,3}(?![=>~])|!==?|:(?![:/]{2}|:)|,(?=\s{0,20}[\"'])|\|(?=[ ])|\((?=[\"'])"
    r"|(?P<xml>(?<![=\-])>)|(?P<prose>(?<=\s)(?:is|was)(?:[ ]now)?(?=\s)))"
    r"|(?P<flag>(?=[ ]{1,4}[^\s\-])))",
    re.IGNORECASE,
)
_BEFORE: Final = re.compile(r"(?:api|access|secret|private|auth|master|account|license|admin|db)[ ]\Z", re.IGNORECASE)
_ANNOTATION: Final = re.compile(r"\s{0,4}[A-Za-z_][\w.]{0,60}(?:\[[^\]\n]{0,60}\])?(?:\s?\|\s?None)?\s{0,4}=(?!=)")
_KEYED: Final = re.compile(r"<\w{1,20} (?:\w{1,20}=\"[^\"<>]{0,20}\" )?(?:key|name)=\"[\w.\-]{0,40}\Z")
_QUOTE: Final = re.compile(r"""\s{0,40}(?:[bruf@]{0,2})(\\{0,4}(?:["'`]{3}|["'`]|[“”‘’]))""", re.IGNORECASE)
_QUOTED: Final = {
    '"': re.compile(r'(?:[^"\\\n]|\\[^\n])*+'),
    "'": re.compile(r"(?:[^'\\\n]|\\[^\n])*+"),
    "`": re.compile(r"(?:[^`\\\n]|\\[^\n])*+"),
}
_ESCAPED: Final = re.compile(r"[^\"'`\\\n]*+")
_CURLY: Final = re.compile(r"[^“”‘’\n]*+")
_BLOCK: Final = re.compile(r"[ \t]*[|>][+\-]?[0-9]?[ \t]*\n[ \t]+")
_NEXT_LINE: Final = re.compile(r"[ \t]*\r?\n[ \t]{1,40}(?P<value>[^\s\"':]{4,200})[ \t\r]*(?:\n|\Z)")
_BARE: Final = re.compile(rf"[ \t]{{0,20}}([^\s\"'`<]{{1,{_JUDGED}}}+)")
_BARE_REST: Final = re.compile(r"[^\s\"'`<&;]*+")
_LINE: Final = re.compile(r"[^\n]++")
_ELEMENT: Final = re.compile(r"([^<>]{1,2000})</")
_BARE_END: Final = re.compile(r"\\[nrt\"']|&(?=[A-Za-z_\-.]{1,40}=)|;(?=[A-Za-z_ ]{1,40}=)|[,;)}\].]+\Z")
_IDENTIFIER = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"


def by_name(text: str, lowered: str) -> Iterator[Cut]:
    """Every value that stands under a secret's name: in code, settings, JSON, YAML, headers, flags, and in words."""
    position = 0
    harmless: set[tuple[str, bool, Family, str]] = set()
    for noun in _NOUN.finditer(lowered):
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
            or text.endswith(("[redacted:", "${"), 0, start)
            or _is_function(text, match)
            or (match["xml"] and not _is_tag(text, start, match["close"]))
            or text[max(0, start - 60) : start].rpartition(" ")[2].startswith("arn:")
        ):
            continue
        seen = (match[0], beside, promised, text[match.end() : match.end() + _WINDOW])
        if seen in harmless:
            continue
        cut = _beside(text, match, promised) if beside else _value(text, match, promised)
        if cut and cut.end > cut.start:
            yield cut
            position = cut.end
        elif not match["xml"]:
            if len(harmless) >= _REMEMBERED:
                harmless.clear()
            harmless.add(seen)


def _is_function(text: str, match: re.Match[str]) -> bool:
    """Whether what follows is a function's body, or an argument of one that lets something pass."""
    head = match["op"] == ":" and match["close"].endswith(")")
    return head or (match["op"] == "(" and text.endswith("pass", 0, match.start("tail")))


def _is_tag(text: str, start: int, close: str) -> bool:
    """Whether a name with `>` behind it is an element's, or the key of one: `<password>`, `<entry key="password">`."""
    before = text[max(0, start - 60) : start]
    return before.endswith("<") or (close != "" and _KEYED.search(before) is not None)


def in_lower_case(text: str) -> str:
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
        return (
            Cut(start, end, promised.kind)
            if _is_secret(value, promised, strict=op in (",", "(", "==", "===", "!=", "!=="))
            else None
        )
    if op in (",", "(") or op.startswith(("!", "==")):
        return None
    if op == ":" and (block := _BLOCK.match(text, at)):
        line = _LINE.match(text, block.end())
        return Cut(line.start(), line.end(), promised.kind) if line and not is_placeholder(line[0][:_JUDGED]) else None
    bare = _BARE.match(text, at)
    if bare is None:
        below = _NEXT_LINE.match(text, at) if op == ":" else None
        fits = below and _is_secret(below["value"], promised, strict=True) and not is_code(below["value"])
        return Cut(*below.span("value"), promised.kind) if below and fits else None
    strict = strict or op == "|"
    return _unquoted(text, bare, match, promised, strict=strict or match["flag"] is not None)


def _beside(text: str, match: re.Match[str], promised: Family) -> Cut | None:
    """A value right behind the name, with no word or sign between: only one that nobody would write as a word."""
    bare = _BARE.match(text, match.end())
    if bare is None:
        return None
    opening = len(bare[1]) - len(bare[1].lstrip("(["))
    value = bare[1][opening:].rstrip(".,;:!?)]}")
    fits = looks_issued(value) if promised.sure else looks_made(value)
    start = bare.start(1) + opening
    return Cut(start, start + len(value), promised.kind) if fits and not is_placeholder(value) else None


def _quoted(text: str, quote: re.Match[str]) -> tuple[int, int]:
    """Where a quoted value stands; one that is not closed goes to the end of its line."""
    mark, start = quote[1], quote.end()
    if len(mark.lstrip("\\")) == 3:
        end = text.find(mark, start, start + 8192)
        whole = end >= 0 and "\n" not in text[start:end]
        return start, end if whole else start  # of several lines it is a text, not a password
    inner = _ESCAPED if mark.startswith("\\") else _QUOTED.get(mark, _CURLY)
    found = inner.match(text, start)
    return (start, found.end()) if found else (start, start)


def _is_secret(value: str, promised: Family, *, strict: bool) -> bool:
    if is_placeholder(value) or is_sentence(value) or value.startswith((";", ",", ")")):
        return False
    if promised.kind != "password" and is_camel(value):
        return not strict and promised.sure and not value.lower().endswith(promised.kind.replace("_", ""))
    if promised.sure and not strict:
        return True
    return looks_chosen(value) if promised.kind == "password" else looks_random(value)


def _unquoted(text: str, bare: re.Match[str], match: re.Match[str], promised: Family, *, strict: bool) -> Cut | None:
    ending = _BARE_END.search(bare[1])
    value = bare[1][: ending.start()] if ending else bare[1]
    is_own_name = len(value) > 4 and text.endswith(value, 0, match.end("tail"))
    if is_own_name or is_placeholder(value) or is_code(bare[1]):
        return None
    if promised.sure and not strict:
        fits = looks_chosen(value) or _stands_alone(text, bare, match, value) or _is_mixed(value)
    else:
        fits = _is_mixed(value) or (promised.kind == "password" and looks_chosen(value))
    if not fits:
        return None
    start, end = bare.start(1), bare.start(1) + len(value)
    if len(value) == _JUDGED and (rest := _BARE_REST.match(text, end)):
        end = rest.end()
    return Cut(start, end, promised.kind)


def _is_mixed(value: str) -> bool:
    return looks_random(value) and not is_numbered_word(value) and not is_camel(value)


def _stands_alone(text: str, bare: re.Match[str], match: re.Match[str], value: str) -> bool:
    """Whether letters alone are a value: right after `=`, or the last word of a `name: value` line."""
    if len(value) < 4 or bare[1].startswith((",", ")"), len(value)):
        return False
    tight = match["op"] == "=" and not match["gap"] and bare.start() == bare.start(1)
    last = text[bare.end() : bare.end() + 1] in ("", "\n", "\r")
    return tight or (last and not (match["op"] == ":" and is_capitalised(value)))
