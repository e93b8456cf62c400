"""Who or what a verb speaks of: the phrase before it, found by walking back word by word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.english.grammar import STOP_WORDS
from retrograph.extraction.rulebook.lists import words

REACH: Final = 160
"""Characters before a verb in which its subject is looked for."""

_AUXILIARIES: Final = words(
    "has have had is are was were be been being am do does did will would shall should can could may might must "
    "cannot not never to got get gets plan plans planned planning intend intends want wants hope hopes need needs "
    "decide decided agreed scheduled expect expected going used about ought continue continues began started longer "
    "no propose proposes proposed proposing finish finished completed done"
)
_NOUNS_TOO: Final = words("plan plans need needs hope hopes")
_PRONOUNS: Final = words("we i they it he she this that which who you there nobody everyone someone")
_DETERMINERS: Final = words("the a an our my your his her its their this that these those some both all")
_STOPS: Final = frozenset(STOP_WORDS.split("|"))
_LINKS: Final = frozenset({"in", "on", "from", "with", "behind", "inside"})
_TOKEN: Final = re.compile(
    r"(?P<negated>\w+n['’]t\b)|(?P<short>['’](?:ve|re|ll|d|m)\b)|(?P<owner>['’]s?\b(?=[\s\x01\x02]))"
    r"|(?P<code>`[^`\n]{1,80}`)"
    r"|(?P<word>[@#$]?\w(?:[\w@#$+./:&<>()\[\]*=~-]{0,78}[\w)+#>\]*])?)|(?P<mask>[\x01\x02]+)|(?P<mark>[^\w\s])"
)
_MOST_WORDS: Final = 5


@dataclass(frozen=True, slots=True)
class Subject:
    """What stands before a verb: its words and their place, and the auxiliaries between. A commit's has no words."""

    words: str
    span: tuple[int, int]
    aux: str


@dataclass(slots=True)
class _Walk:
    """Tokens before a verb, and how many of them are still to be looked at."""

    tokens: list[re.Match[str]]
    left: int

    def word(self) -> str:
        """The next token to the left, in lower case; empty at the start."""
        return self.tokens[self.left - 1][0].casefold() if self.left else ""

    def kind(self) -> str:
        return (self.tokens[self.left - 1].lastgroup or "") if self.left else ""

    def skip_masks(self) -> bool:
        """Step over masked dates and adverbs and the commas around them; True if there were any."""
        before = self.left
        while self.kind() == "mask" or (self.word() == "," and self.left > 1 and self._mask_beside()):
            self.left -= 1
        return self.left < before

    def _mask_beside(self) -> bool:
        beside = (self.left - 2, self.left)
        return any(0 <= i < len(self.tokens) and self.tokens[i].lastgroup == "mask" for i in beside)


def subject_before(view: str, start: int, stop: int) -> Subject | None:
    """The subject of a verb that begins at `stop`; nothing before `start` is looked at."""
    begin = max(start, stop - REACH)
    tokens = list(_TOKEN.finditer(view, begin, stop))
    if begin > start and tokens and begin > 0 and view[begin - 1].isalnum() and view[begin].isalnum():
        tokens = tokens[1:]
    walk = _Walk(tokens, len(tokens))
    aux = _step_over_auxiliaries(walk, stop)
    if not walk.left:
        return None
    if walk.word() in _PRONOUNS | {"let"} and walk.kind() == "word":
        return _pronoun(tokens[walk.left - 1], view[aux:stop])
    _step_over_brackets(walk)
    apposed = walk.word() == ","
    walk.left -= apposed
    if not walk.left:
        return None
    end = tokens[walk.left - 1].end()
    first = _phrase(walk)
    if first is None:
        return None
    if apposed:
        apart = _outer(walk)
        if apart is None:
            return None
        first, end = apart
    if walk.word() in _LINKS:
        saved = walk.left
        walk.left -= 1
        outer_end = tokens[walk.left - 1].end() if walk.left else 0
        outer = _phrase(walk)
        if outer is None:
            walk.left = saved
        else:
            first, end = outer, outer_end
    elif walk.word() in ("that", "which") and walk.left > 1:
        walk.left -= 1
        outer_end = tokens[walk.left - 1].end()
        outer = _phrase(walk)
        if outer is not None and naming.is_component(view[tokens[outer].start() : outer_end]):
            first, end = outer, outer_end
    words = view[tokens[first].start() : end]
    return Subject(words, (tokens[first].start(), end), view[aux:stop])


def _pronoun(token: re.Match[str], aux: str) -> Subject:
    """A pronoun as the subject; "let's" is a plan of "we"."""
    return (
        Subject("we", token.span(), f"let{aux}")
        if token[0].casefold() == "let"
        else Subject(token[0], token.span(), aux)
    )


def _step_over_brackets(walk: _Walk) -> None:
    """Step over what stands in brackets behind a name: "Noor Haddad (Platform) joined"."""
    left = walk.left
    if walk.word().endswith(")") and "(" not in walk.word():
        while left and walk.tokens[left - 1][0] != "(":
            left -= 1
        walk.left = left - 1 if left > 1 else walk.left


def _outer(walk: _Walk) -> tuple[int, int] | None:
    """The phrase before an apposition, "Maria" in "Maria, our tech lead, joined ...": its first token, its end."""
    if walk.word() != "," or walk.left < 2:
        return None
    walk.left -= 1
    end = walk.tokens[walk.left - 1].end()
    first = _simple(walk)
    return (first, end) if first is not None and walk.word() in ("", ":") else None


def carried_before(view: str, start: int, stop: int) -> str | None:
    """The auxiliaries of a verb that shares its subject with the verb before it ("... and then moved"), else None."""
    tokens = list(_TOKEN.finditer(view, max(start, stop - REACH), stop))
    walk = _Walk(tokens, len(tokens))
    aux = _step_over_auxiliaries(walk, stop)
    if walk.word() in ("and", "then", "but", "or", ",", "before"):
        return view[aux:stop]
    return None


def _step_over_auxiliaries(walk: _Walk, stop: int) -> int:
    """Step over auxiliaries; where the first of them begins, or `stop` where there are none."""
    at = stop
    while True:
        walk.skip_masks()
        word, kind = walk.word(), walk.kind()
        auxiliary = kind in ("negated", "short") or (kind == "word" and word in _AUXILIARIES)
        is_s = kind == "owner" and walk.left > 1 and walk.tokens[walk.left - 2][0].casefold() in _PRONOUNS | {"let"}
        noun = word in _NOUNS_TOO and walk.left > 1 and walk.tokens[walk.left - 2][0].casefold() in _DETERMINERS
        no = word == "no" and at == stop
        if not (auxiliary or is_s) or noun or no:
            return at
        walk.left -= 1
        at = walk.tokens[walk.left].start()


def _phrase(walk: _Walk) -> int | None:
    """Step over a noun phrase, with "X of Y", "X's Y" and "X or Y" as one; the index of its first token."""
    first = _simple(walk)
    while first is not None and walk.left:
        saved = walk.left
        joined = walk.word() in ("of", "and", "or") or (walk.kind() == "owner" and walk.word() != "")
        if not joined:
            break
        walk.left -= 1
        if walk.word() == ",":
            walk.left -= 1
        outer = _simple(walk)
        if outer is None:
            walk.left = saved
            break
        first = outer
    return first


def _simple(walk: _Walk) -> int | None:
    """Up to five words that are no function words, with the determiner before them."""
    count = 0
    first: int | None = None
    while walk.left and count < _MOST_WORDS:
        word, kind = walk.word(), walk.kind()
        if kind not in ("word", "code") or (kind == "word" and word in _STOPS):
            break
        count += 1
        walk.left -= 1
        first = walk.left
    relative = walk.word() == "that" and walk.left > 1 and walk.tokens[walk.left - 2][0].casefold() not in _STOPS
    if first is not None and walk.kind() == "word" and walk.word() in _DETERMINERS and not relative:
        walk.left -= 1
        first = walk.left
    return first
