"""Families of English verbs. A pattern names a family in angle brackets; each member stands for all its forms.

use*                    use uses used using (regular forms; `mov(e)*` drops its e, `drop(p)*` doubles its p)
go/goes/went back       alternatives of one word, separated by slashes
optimi[sz](e)*          is written out as two words
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final

FAMILIES: Final[dict[str, str]] = {
    "go_back": (
        "go/goes/going/went/gone back, switch* back, mov(e)* back, chang(e)* back, roll* back, fall/falls/fell back"
        ", come/comes/came back, revert*, return*"
    ),
    "take_over": "take/takes/took/taken/taking over",
    "yield": "make/makes/made/making way for, give/gives/gave/given way to",
    "stop_using": "stop(p)* using, quit/quits using, ceas(e)* using, no longer use/uses/using",
    "turn_off": (
        "turn* off, switch* off, shut/shuts/shutting down, shut/shuts/shutting off, decommission*, retir(e)*, "
        "sunset/sunsets/sunsetted"
        ", phas(e)* out, rip(p)* out, uninstall*, get/gets/got/getting rid of, abandon*, ditch*, drop(p)*, "
        "give/gives/gave/given/giving up on, remov(e)*, delet(e)*"
        ", kill*, scrap(p)*, discontinu(e)*, throw/throws/threw/thrown out"
    ),
    "rip": "rip(p)*, tear/tore/torn/tearing, yank*, take/takes/took/taken",
    "put": "put/puts/putting",
    "turn": "turn*, shut/shuts/shutting",
    "move_off": "mov(e)*/migrat(e)* off, mov(e)*/migrat(e)* off of, mov(e)*/migrat(e)* away from",
    "move": (
        "mov(e)*, switch*, migrat(e)*, port*, transition*, upgrad(e)*, cut/cuts, convert/converted/converting"
        ", change/changed/changing, shifted/shifting, relocat(e)*, transfer(r)*"
    ),
    "bump": "bump*, downgrad(e)*",
    "replace": "replac(e)*, swap(p)*, swap(p)* out, exchang(e)*, trad(e)*, substitut(e)*, supplant*"
    ", displac(e)*, take/takes/took/taken the place of",
    "placed": "located/hosted/deployed/based/placed/situated/stored/kept in/at/under/to",
    "place": "run/runs/running/ran/live/lives/living/lived/sit/sits/sitting/resid(e)*/stay/stays in/at/under",
    "behind": "sit/sits/sat/run/runs/ran/is/are/was/were/been/stays behind",
    "settle": (
        "choose/chooses/chose/chosen/choosing, pick*, pick* up, select*, adopt*, settl(e)* on, go/goes/going/went "
        "with, opt/opts/opted for"
        ", land* on, standardiz(e)*/standardis(e)* on, end* up with/using/on, decid(e)* on, decid(e)* to use"
        ", commit/commits/committed to, bet/bets on"
    ),
    "introduce": (
        "introduc(e)*, add*, install*, integrat(e)*, roll* out, deploy*, wir(e)* in, plug(g)* in, "
        "bring/brings/brought in"
    ),
    "implement": "implement*/wrote/written",
    "nominal": (
        "the/our/their/its migration/switch/move/transition/changeover/cutover/switchover/port"
    ),
    "then": "then on/with/to/using, then back to/on/with, after that/afterwards/later on/with/to, and/later back to/on",
    "try": "tr(y)*, trial*, experiment* with",
    "start_using": "start*/begin/begins/began/beginning using, start*/begin/begins/began/beginning to use",
    "talk": (
        "talk*/connect*/speak/speaks/delegat(e)*/integrat(e)* to/with, go/goes/going/went through"
    ),
    "run_on": (
        "run/runs/ran/running/build/builds/sit/sits/sat/rel(y)* on, run/runs/ran/running/sit/sits/sat on top of"
        ", ship/ships with"
    ),
    "made_with": (
        "built/based/hosted/run/deployed on, deployed to, built/based on top of, built with, powered/backed/driven by"
        ", written/rewritten/implemented/reimplemented in/with, coded in"
    ),
    "run": "run/runs/ran/running, host*",
    "operate": "track*, keep/keeps/kept, manage/manages/managed, do/does",
    "avoid": "avoid*, steer* clear of, stay* away from, stay* clear of",
    "prefer": "prefer(r)*, favor*/favour*, rather use/have/keep/write, rather go with",
    "reject": (
        "reject*, dismiss*, discard*, veto/vetoes/vetoed, rul(e)* out, turn* down, vot(e)* down, decid(e)* against"
        ", decid(e)* against using, pass/passed on, ruled against, said no to"
    ),
    "optimize": "optimizes/optimized/optimizing/optimises/optimised/optimising/tuned/designed for",
    "depend": "depend* on, requires/require, needs/need",
    "responsible": "responsible for",
    "raise": "rais(e)*/throw/throws/threw, fail*/crash*/die/dies/died with",
    "wait": (
        "blocked/stalled/gated by/on, held up by, waiting/wait/waits on/for, stuck on/behind"
        ", stuck waiting on/for, blocked/paused until"
        ", on hold until"
    ),
    "block": "block*, stall*, hold/holds/held up",
    "like": "like/likes/liked/love/loves",
    "dislike": "dislik(e)*, hat(e)*, can not stand",
    "bring": "bring/brings/brought/bringing/pull/pulls/pulled/pulling",
    "cause": (
        "caus(e)*, trigger*, lead/leads/led to, produc(e)*, provok(e)*, result* in"
    ),
    "stem": "come/comes/came/stem/stems/stemmed/result/results/resulted/arise/arises/arose from, due to, the result "
            "of, because of",
    "fix": "fix*, resolv(e)*, solv(e)*, cur(e)*, patch*, address*, clos(e)*",
    "edit": "modif(y)*, edit*, updat(e)*, refactor*, rewrite/rewrites/rewrote/rewritten/rewriting, touch*",
    "import": "import*",
    "go": "go/goes/going/went/gone, head*/heads over",
    "leave": (
        "leave/leaves/left/leaving, quit/quits/quitting, resign*/depart*/retir(e)* from, step(p)* down from"
        ", part* ways with, laid off from/by"
    ),
    "join": (
        "join*, rejoin*, started/starts/start/starting/began/begins at/with, sign* on with"
        ", take/takes/took a job at/with, started/starts/starting/began working at/for, started/starts a new job at"
        ", started/starts a job at"
    ),
    "hire": "hir(e)*, recruit*, poached, headhunted, employed",
    "employ": (
        "work* at/for, employed at, work* as a/an/the"
    ),
    "own": "own/owns/owned, maintain/maintains/maintained, lead/leads/led, in charge of, look/looks/looking after"
           ", run/runs by",
    "supersede": "superseded/succeeded/obsoleted by, deprecated in favor/favour of",
    "fetch": (
        "read/reads, stor(e)*, keep/keeps/kept/keeping, write/writes/wrote/written, send/sends/sent/sending, "
        "publish*, post*, push*, pull*"
        ", get/gets/got/getting, load*, cach(e)*, sav(e)*, persist*, fetch*, deliver*, rout(e)*, receiv(e)*, "
        "stream*, log(g)*"
        ", emit(t)*, ship(p)*, queu(e)*, buffer*"
    ),
    "do": (
        "validat(e)*, render*, retr(y)*, pars(e)*, compil(e)*, sign*, verif(y)*, hash*, encrypt*, serializ(e)*, "
        "serialis(e)*, handl(e)*"
        ", schedul(e)*, build/builds/built/building, test*, format(t)*, lint*, bundl(e)*, deploy*, authenticat(e)*, "
        "authoriz(e)*"
        ", authoris(e)*, generat(e)*, index*, search*, process*, resiz(e)*, convert*, monitor*, "
        "guard*, protect*"
        ", provision*"
    ),
    "drive": "drives/driving, wraps, embeds",
    "call": "call*, invok(e)*",
    "use": "us(e)*, utiliz(e)*, utilis(e)*, leverag(e)*",
    "be": "'s/'re/’s/’re/is/are/was/were/been/remains/remained/becomes/became",
}  # fmt: skip
"""Family to its phrases. Where several phrases fit at one place the longest counts, then the family named first."""

_TOKEN: Final = re.compile(
    r"(?i:(?<=\bit)|(?<=\bhe)|(?<=\bshe)|(?<=\bwe)|(?<=\bthey))['’](?:s|re)(?![\w'’])"
    r"|(?<![\w'’@#/.-])[A-Za-z][A-Za-z-]*(?![\w'’-])"
)


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb phrase in a sentence: its family, its words and where they stand."""

    family: str
    text: str
    start: int
    end: int


def forms(word: str) -> list[str]:
    """All forms that a word of a phrase stands for.

    >>> forms("mov(e)*")
    ['move', 'moves', 'moved', 'moving']
    """
    return [form for choice in word.split("/") for form in _inflected(choice)]


def _inflected(word: str) -> list[str]:
    regular = re.fullmatch(r"(?P<stem>[a-z]+)(?:\((?P<last>[a-z])\))?\*", word)
    if regular is None:
        return [word]
    stem, last = regular["stem"], regular["last"]
    if last == "e":
        return [f"{stem}e", f"{stem}es", f"{stem}ed", f"{stem}ing"]
    if last == "y":
        return [f"{stem}y", f"{stem}ies", f"{stem}ied", f"{stem}ying"]
    if last:
        return [stem, f"{stem}s", f"{stem}{last}ed", f"{stem}{last}ing"]
    plural = f"{stem}es" if stem.endswith(("s", "x", "ch", "sh")) else f"{stem}s"
    return [stem, plural, f"{stem}ed", f"{stem}ing"]


def _by_first_word() -> dict[str, tuple[tuple[tuple[str, ...], str], ...]]:
    found: dict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
    for family, phrases in FAMILIES.items():
        for phrase in phrases.split(", "):
            for words in product(*map(forms, phrase.split())):
                found[words[0]].append((words[1:], family))
    return {first: tuple(sorted(rest, key=lambda entry: -len(entry[0]))) for first, rest in found.items()}


_BY_FIRST_WORD: Final = _by_first_word()


def verbs(view: str, start: int = 0, end: int | None = None) -> Iterator[Verb]:
    """The verb phrases of a sentence, from left to right, none overlapping. Masks may stand between their words."""
    tokens = [(found[0].casefold(), *found.span()) for found in _TOKEN.finditer(view, start, end or len(view))]
    over = 0
    for index, token in enumerate(tokens):
        phrases = _BY_FIRST_WORD.get(token[0]) if index >= over else None
        length, family = _longest(view, tokens, index, phrases) if phrases else (0, "")
        if family:
            finish = tokens[index + length - 1][2]
            yield Verb(family, view[token[1] : finish], token[1], finish)
            over = index + length


def is_verb(text: str) -> bool:
    """Whether a text is a verb phrase and nothing else; "Go" is none."""
    if text[:1].isupper():
        return False
    found = next(verbs(text), None)
    return found is not None and found.text == text


def _longest(
    view: str, tokens: list[tuple[str, int, int]], index: int, phrases: tuple[tuple[tuple[str, ...], str], ...]
) -> tuple[int, str]:
    for rest, family in phrases:
        if not rest:
            return 1, family
        words = tokens[index + 1 : index + 1 + len(rest)]
        if tuple(word[0] for word in words) == rest and all(
            not view[before[2] : word[1]].strip(" \n\t\x01\x02")
            for word, before in zip(words, tokens[index:], strict=False)
        ):
            return 1 + len(rest), family
    return 0, ""
