"""English phrase grammar: words, noun phrases, auxiliaries, and how a pattern's form becomes a matcher.

A form reads like a sentence: `{A} <move> {S} from {X} to {Y}`. `<move>` names a family of verbs, `<move|go>` two; what
stands before it is the subject, what follows is matched to the right of the verb. Letters are slots:

====  =============================================================================
A     whoever or whatever acts: a person, "we", a component, a pronoun
S     a part of one's own system        X Y Z  products that are used or left
T     a product, pattern or technique   E      an error            C  a cause
L K   a place    O B W  organizations   F      a file or function  N  any words
G     a function that is called
P     a person   V U  versions
====  =============================================================================

Dates and adverbs are masked by characters of their own before matching, so that they may stand anywhere between words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from retrograph.extraction.rulebook.english.cues import Cue

TIME_MASK: Final = "\x01"
WORD_MASK: Final = "\x02"
GAP: Final = r"[\s\x01\x02]+"

STOP_WORDS: Final = (
    "a|an|the|this|that|these|those|my|our|your|his|her|its|their|some|any|no|each|every|of|in|on|at|to|from|for"
    "|with|without"
    "|by|as|into|onto|over|under|about|against|between|during|before|after|since|until|till|via|per|than|and|or|but"
    "|nor|so|yet"
    "|because|if|when|whenever|where|while|whereas|although|though|which|who|whom|whose|what|why|how|whether|is|are"
    "|was|were|be"
    "|been|being|am|do|does|did|has|have|had|will|would|shall|should|can|could|may|might|must|cannot|not|never|it"
    "|they|we|you"
    "|he|she|i|us|them|me|him|there|here|instead|rather|then|everyone|everybody|nobody|someone|somebody|anyone|nothing"
    "|everything|just|only|even|too|very|more|less|most|least|such|same|other|another|both|either|neither|all|out|up"
    "|off|down"
    "|away|back|through|across|around|within|inside|outside|behind|due|let|please|except|unless|once|ago|now|again"
    "|ever|anymore|anywhere|everywhere|somewhere|nowhere|altogether"
)
_WORD: Final = (
    rf"(?!(?:{STOP_WORDS})(?![\w'’@$+&<>-]|[./:]\w))"
    r"(?:`[^`\n]{1,80}`|[@#$]?\w(?:[\w@#$+./:&<>()\[\]*=~-]{0,78}[\w)+#>\]*])?)"
)
_DETERMINER: Final = r"(?:the|a|an|our|my|your|his|her|its|their|this|that|these|those|some|both|all)"


def _phrase(most: int) -> str:
    return rf"(?:{_DETERMINER}{GAP})?{_WORD}(?:[ \n]{_WORD}){{0,{most - 1}}}"


PRODUCT: Final = _phrase(4)
COMPONENT: Final = rf"{_phrase(5)}(?:['’]s?{GAP}{_WORD}(?:[ ]{_WORD}){{0,2}}|{GAP}of{GAP}{_phrase(4)})?"
ANYTHING: Final = rf"{_phrase(6)}(?:{GAP}(?:in|of|with|from|for|on){GAP}{_phrase(5)})?"
ORGANIZATION: Final = (
    r"(?-i:[A-Z0-9][\w&.'’-]*\w(?:[ ](?:&|of|and|the)(?=[ ][A-Z]))?"
    r"(?:[ ][A-Z0-9&][\w&.'’-]*\w(?:[ ](?:&|of)(?=[ ][A-Z]))?){0,4})"
)
LIST: Final = (
    rf"{PRODUCT}(?:,{GAP}(?!(?-i:[a-z]+s){GAP}(?:on|in|with|to|from|by|at|for)\b){PRODUCT}){{0,4}}"
    rf"(?:,?{GAP}(?:and|or){GAP}(?!(?-i:[a-z]+(?:ed|ing))\b){PRODUCT}(?=[\s]*(?:[.,;:)!]|$|\x01|(?:for|in|on|as|with|because|since|to)\b)))?"
)
PLACE: Final = rf"{_phrase(4)}(?:,[ ](?-i:[A-Z])\w+)?"
VERSION: Final = r"(?:(?:version|release)[ ])?v?[0-9][\w.+-]*(?<![.+-])"
_IT: Final = r"(?:it|them)\b"
SLOTS: Final = {
    "A": COMPONENT, "S": rf"(?:{COMPONENT}(?:{GAP}(?:in|for){GAP}{_phrase(3)})?|{_IT})",
    "X": rf"(?:{PRODUCT}|{_IT})", "Y": PRODUCT, "Z": PRODUCT, "T": LIST,
    "E": ANYTHING, "C": ANYTHING, "L": PLACE, "K": PLACE, "O": ORGANIZATION, "B": ORGANIZATION, "W": ORGANIZATION,
    "F": _phrase(3), "G": _phrase(3), "N": _phrase(4), "P": _phrase(3), "V": VERSION, "U": VERSION,
}  # fmt: skip

MANNER: Final = re.compile(
    r"\b(?>[a-z]{3,})(?<=ly)\b(?<!\bfamily)(?<!\bapply)(?<!\breply)(?<!\bsupply)(?<!\bonly)(?<!\bearly)(?<!\bdaily)"
    r"(?<!\bweekly)(?<!\bmonthly)(?<!\bnightly)(?<!\bassembly)(?<!\bfriendly)(?<!\brely)(?<!\bmultiply)(?<!\bcomply)"
    r"(?<!\banomaly)(?<!\bnearly)(?<!\bhardly)(?<!\bbarely)(?<!\bscarcely)"
)
"""Adverbs in -ly, which are written small; names are not."""

ADVERBS: Final = Cue(
    r"\b(?:already|still|currently|also|just|finally|recently|eventually|simply|always|originally"
    r"|initially|previously"
    r"|officially|fully|completely|entirely|mostly|mainly|quietly|actually|really|silently|successfully|gradually"
    r"|permanently|temporarily|later|now|again|soon|briefly|formerly|definitely|certainly|apparently|reportedly"
    r"|probably"
    r"|basically|essentially|internally|directly|exclusively|long|since\sthen|at\sfirst|at\sthe\smoment|these\sdays"
    r"|for\snow|as\sof\snow|from\snow\son|in\sthe\send|last\ssprint|in\sproduction|sometimes|often|deliberately"
    r"|intentionally|fyi|btw|psa)\b|\*\*|__"
)


@dataclass(frozen=True, slots=True)
class Form:
    """A compiled form: the slot of its subject, its families of verbs, the matcher of what follows the verb.

    `needs`: words that must stand there.
    """

    subject: str
    verbs: tuple[str, ...]
    right: re.Pattern[str]
    needs: tuple[str, ...] = ()

    def after(self, view: str, start: int, low: str) -> re.Match[str] | None:
        """What follows a verb that ends at `start`; `low` is what follows in lower case."""
        if not all(word in low for word in self.needs):
            return None
        return self.right.match(view, start)


_GROUP: Final = re.compile(r"\([^()]*\)[?*+]?|\[[^\]]*\]")


@cache
def compiled(form: str) -> Form:
    """Compile `{A} <move> {S} from {X} to {Y}`.

    Raises:
        ValueError: the form has no verb, or its left side is no single slot.
    """
    parts = re.fullmatch(r"\{(?P<subject>[A-Z])\} <(?P<verb>[a-z_|]+)>(?P<right>.*)", form)
    if parts is None:
        raise ValueError(f"a form reads '{{A}} <verb> ...', not {form!r}")
    plain = re.sub(r"\{[A-Z]\}|\\.", "", parts["right"])
    while (fewer := _GROUP.sub(" ", plain)) != plain:
        plain = fewer
    right = re.sub(r" ", lambda _: GAP, parts["right"])
    right = re.sub(r"\{([A-Z])\}", lambda match: f"(?P<{match[1]}>{SLOTS[match[1]]})", right)
    return Form(
        parts["subject"],
        tuple(parts["verb"].split("|")),
        re.compile(right, re.IGNORECASE),
        tuple(re.findall("[a-z]+", plain)),
    )


def masked(text: str, spans: list[tuple[int, int]]) -> str:
    """The text with dates and adverbs masked, of the same length."""
    view = list(text)
    for begin, end in spans:
        view[begin:end] = TIME_MASK * (end - begin)
    text = "".join(view)
    for pattern in (MANNER, ADVERBS):
        text = pattern.sub(_hide, text)
    return text


def _hide(match: re.Match[str]) -> str:
    return WORD_MASK * len(match[0])
