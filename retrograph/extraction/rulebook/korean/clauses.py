"""A Korean sentence in view: what is masked in it, and the clauses that its verbs close."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.korean.grammar import ADVERBS, Chunk, chunks
from retrograph.extraction.rulebook.korean.verbs import VERBS
from retrograph.extraction.times import Phrase

_VERB: Final = re.compile(
    "|".join(
        rf"(?P<v{index}>(?:{forms}))" if family == "이다" else rf"(?P<v{index}>(?<![가-힣A-Za-z`])(?:{forms}))"
        for index, (family, forms) in enumerate(VERBS.items())
    )
)
_FAMILIES: Final = tuple(VERBS)
_SUBORDINATE: Final = re.compile(r"(?:(?<!면)서|니까|므로|[은을]|(?<!자)(?<!였)(?<!이)는)$")
"""Endings of verbs that give a reason, or belong to the noun behind them: no clause ends there."""

_ADNOMINAL_FINALS: Final = frozenset({4, 8})
"""Final consonants (n, l) of a verb that describes the noun behind it."""

_NOUN_AFTER: Final = re.compile(
    r"\s+(?!적|것|거|겁|예정|계획|수\s|줄|지\s|듯|뒤|후|다음|상태|중|때|바\s|건|게|이유|배경|까닭|계기|생각|셈|모양|채"
    r"|지\s?\d)[가-힣A-Za-z`]"
)
_AUXILIARY: Final = re.compile(r"\s*(?:(?:있|않|했|하|됐|되|못했)[가-힣]*[\s,]+)+")
_CARRIED: Final = re.compile(r"(?:[가-힣][고아어여해혀돼져려와]|(?:적|일|수|리)(?:이|은|도|는|가)?|중)\s*$")
_TOLD_AS_SO: Final = re.compile(r"\s(?:(?:것|거)\s?(?:같|으로)|듯|모양|중|편(?:이|입))")
"""What a verb may describe and still tell what is so: "쓰는 중이다", "쓰는 것 같다"."""

_LIKED: Final = re.compile(r"[가-힣]\s(?:걸|것을|게|것이|편을|편이|쪽을|쪽이)[\s\x02]*$")
_ASIDE: Final = re.compile(r"\([^()\n]*\)")
_ARROW_ALONE: Final = re.compile(r"[^→⇒➜.!?다]{2,60}(?:→|⇒|➜|->|=>)[^→⇒➜.!?다]{2,60}")
"""A note that says no more than "A: X → Y"."""

_END: Final = re.compile(r"$")
_TAIL: Final = 30
"""Characters behind a verb that can still say how it is meant."""


@dataclass(slots=True)
class Clause:
    """A clause up to its verb: phrases, the verb with what follows it, and where it starts.

    `carried` is what the clause before it in the sentence speaks of.
    """

    family: str
    verb: re.Match[str]
    found: list[Chunk]
    start: int
    before: str
    tail: str
    carried: Name | None = None


def view_of(text: str, phrases: Sequence[Phrase]) -> str:
    """The sentence with its dates as \\x01, adverbs and asides as \\x02, and asides inside a word as \\x03."""
    view = list(text)
    for phrase in phrases:
        view[slice(*phrase.span)] = "\x01" * (phrase.span[1] - phrase.span[0])
    masked = ADVERBS.sub(lambda match: "\x02" * len(match[0]), "".join(view))
    return _ASIDE.sub(lambda match: _blank(match, masked), masked) if "(" in masked else masked


def _blank(aside: re.Match[str], view: str) -> str:
    before, after = view[: aside.start()], view[aside.end() :][:1]
    within = before[-1:].strip() != ""
    runs_on = within and after.strip() != "" and after not in ".,;:!?)'\"→" and not "가" <= after <= "힣"
    if aside[0] == "()" or before.count("`") % 2 or runs_on:
        return aside[0]
    inside = within and ("가" <= after <= "힣" or not after.strip())
    mask = "\x03" if inside and "\x01" not in aside[0] else "\x02"
    return "".join(letter if letter == "\x01" else mask for letter in aside[0])


def clauses(view: str, text: str, start: int) -> list[Clause]:
    """The clauses from `start` on that end with a verb of the table."""
    verbs = [v for v in _VERB.finditer(view) if v.start() >= start and not _is_auxiliary(v, view)]
    if not verbs and _ARROW_ALONE.fullmatch(view, start) and (end := _END.search(view)):
        return [Clause("바꾸다", end, chunks(view[start:], start), start, view[start:], "")]
    found: list[Clause] = []
    for index, verb in enumerate(verbs):
        following = verbs[index + 1].start() if index + 1 < len(verbs) else len(view)
        tail = text[verb.start() : min(following, verb.end() + _TAIL)]
        family = _FAMILIES[int((verb.lastgroup or "v0")[1:])]
        before = view[start : verb.start()]
        tail = re.split(r"[,.(]", tail)[0]
        begins = _segments(before, start)
        for left, right in zip(begins, [*begins[1:], verb.start()], strict=True):
            words = view[left:right]
            phrases = chunks(words, left)
            if family == "선호하다" and _LIKED.search(words):
                phrases = _whole(phrases, words, left)
            found.append(Clause(family, verb, phrases, left, words, tail))
        auxiliary = _AUXILIARY.match(view, verb.end())
        start = auxiliary.end() if auxiliary else verb.end()
    return found


def _segments(before: str, start: int) -> list[int]:
    """Where the parts begin that share one verb: "문자에는 A를, 메일에는 B를 쓴다"; one, where there is only one."""
    ends = [comma.end() for comma in re.finditer(r"[를을로],\s", before)]
    if not ends:
        return [start]
    begins = [0, *ends]
    parts = [chunks(before[left:right], left) for left, right in zip(begins, [*ends, len(before)], strict=True)]
    kinds = {part[-1].part if part else "bare" for part in parts}
    alone = len(kinds) == 1 and kinds <= {"object", "to"} and all(len(part) > 1 for part in parts)
    return [start + begin for begin in begins] if alone else [start]


def _whole(phrases: list[Chunk], before: str, start: int) -> list[Chunk]:
    """What is liked is a clause of its own, "답변을 한국어로 받는 것을": one phrase from its beginning on."""
    begin = max((chunk.end for chunk in phrases if chunk.part in ("topic", "than")), default=start)
    words = re.sub(r"[\x02\s]+(?:더|훨씬)?[\x02\s]*$", "", before[begin - start :].strip())
    words = re.sub(r"(?<=것|편|쪽)[을이]$", "", words)
    kept = [chunk for chunk in phrases if chunk.end <= begin]
    return [*kept, Chunk(words, "object", begin, begin + len(words))]


def _is_auxiliary(verb: re.Match[str], view: str) -> bool:
    """A verb that carries another one's tense ("쓰고 있다", "쓴 적이 없다"), or describes a reason or a noun."""
    if _SUBORDINATE.search(verb[0]):
        return not (verb[0][-1] in "는은" and _TOLD_AS_SO.match(view, verb.end()))
    final = (ord(verb[0][-1]) - 0xAC00) % 28 if "가" <= verb[0][-1] <= "힣" else 0
    if final in _ADNOMINAL_FINALS and not verb[0].endswith("자는") and _NOUN_AFTER.match(view, verb.end()):
        return True
    return verb[0][:1] in "있없" and _CARRIED.search(view, max(0, verb.start() - 12), verb.start()) is not None
