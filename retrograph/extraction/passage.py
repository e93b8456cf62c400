"""The text of one observation, asked whether it really says what an extraction quotes from it; pure.

>>> seen = Passage("We moved to jose\\n  on 2025-09-12.")
>>> seen.quote("moved to jose on 2025-09-12")
Quoted(words='moved to jose\\n  on 2025-09-12', span=(3, 32))
>>> seen.names("Jose"), seen.names("jos")
(True, False)
"""

from __future__ import annotations

import html
import re
import unicodedata
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from retrograph.extraction.elements import legal
from retrograph.graph.identity import fold, normal_form
from retrograph.graph.standing import stands

_BLANKS: Final = re.compile(r"\s+")
_CLUSTERS: Final = re.compile(
    r"\s+|[\u1100-\u115f][\u1160-\u11a7]*[\u11a8-\u11ff]*|.[\u0300-\u036f\u3099\u309a]*", re.DOTALL
)
_WRAPPING: Final = " \t\r\n\"'“”‘’`…"
_NUMBERED: Final = re.compile(r"(?<![^\W\d_])([^\W\d_]++)[\s_\-#:.]*+([0-9]{1,18}+)(?![0-9])")
_WORDS: Final = re.compile(r"[^\W\d_]++")
_NUMBERS: Final = re.compile(r"(?<![0-9.])[0-9]{1,18}+(?![0-9])")


@dataclass(frozen=True, slots=True)
class Quoted:
    """Exact words of a text and their place in it: `text[span[0]:span[1]] == words`."""

    words: str
    span: tuple[int, int]


_SERIES = "adr"


class Passage:
    """A text to quote from. `also` are further texts in which a name may stand (a document's id, metadata).

    Each question takes time linear in the text. What it needs of the text is made when first asked for.
    """

    def __init__(self, text: str, also: Iterable[str] = ()) -> None:
        self.text = text
        self._also = tuple(also)

    def quote(self, words: str) -> Quoted | None:
        """The place of these words, which may differ in white space, composition of letters, and wrapping marks."""
        bare = words.strip(_WRAPPING).removeprefix("...").removesuffix("...").strip(_WRAPPING)
        for wording in dict.fromkeys((words, words.strip(), bare, html.unescape(bare), html.escape(bare, quote=False))):
            if wording.strip() and (found := self._find(wording)):
                return found
        return None

    def _find(self, wording: str) -> Quoted | None:
        start = self.text.find(wording)
        if start >= 0:
            return Quoted(wording, (start, start + len(wording)))
        squeezed, places = self._squeezed
        needle = _squeeze(wording)[0].strip()
        start = squeezed.find(needle) if needle else -1
        if start < 0:
            return None
        span = (places[start], places[start + len(needle)])
        return Quoted(self.text[span[0] : span[1]], span)

    @cached_property
    def _squeezed(self) -> tuple[str, array[int]]:
        return _squeeze(self.text)

    def names(self, name: str, entity_type: str | None = None) -> bool:
        """Whether the name stands in the text as whole words; a plural ending may follow.

        Paths may be written either way round (`src\\\\auth.ts`), decisions in any of their spellings (`PEP: 0572`), and
        also in two places: in a record of the series PEP, `Replaces: 248` names PEP 248. A record whose file has a
        number and no series (`decisions/0001-database.md`) is an ADR of that number.
        """
        folded = fold(name)
        if entity_type == "file":
            return stands(normal_form("file", name), self._folded.replace("\\", "/"))
        if entity_type == "decision" and (numbered := _NUMBERED.fullmatch(folded)):
            series, number = numbered[1], int(numbered[2])
            spelled, words, numbers = self._numbered
            own = series == _SERIES and number in self._numbers_beside
            return own or (series, number) in spelled or (number in numbers and series in words)
        return stands(folded, self._folded) or (folded.endswith("()") and stands(folded[:-2], self._folded))

    @cached_property
    def _numbers_beside(self) -> frozenset[int]:
        """Numbers of the record's identity and what else is known of it, not of its text."""
        return frozenset(int(n) for also in self._also for n in _NUMBERS.findall(fold(also)))

    @cached_property
    def _numbered(self) -> tuple[frozenset[tuple[str, int]], frozenset[str], frozenset[int]]:
        spelled = frozenset((match[1], int(match[2])) for match in _NUMBERED.finditer(self._folded))
        return spelled, frozenset(_WORDS.findall(self._folded)), frozenset(map(int, _NUMBERS.findall(self._folded)))

    def says(self, value: str) -> bool:
        """Whether the value stands in the text itself, without regard to case and white space."""
        return stands(fold(value), self._folded_text)

    @cached_property
    def _folded_text(self) -> str:
        return fold(self.text)

    @cached_property
    def _folded(self) -> str:
        return "\n".join((self._folded_text, *map(fold, self._also)))


def strings_in(value: object, depth: int = 8) -> Iterator[str]:
    """All strings inside a JSON-like value, keys left out, down to `depth`."""
    if isinstance(value, str):
        yield value
    elif depth and isinstance(value, dict):
        for item in value.values():
            yield from strings_in(item, depth - 1)
    elif depth and isinstance(value, list | tuple):
        for item in value:
            yield from strings_in(item, depth - 1)


def _squeeze(text: str) -> tuple[str, array[int]]:
    """The text with runs of white space as one blank and letters composed, and where each character came from."""
    legal_text = legal(text)
    composed = unicodedata.is_normalized("NFC", legal_text)
    pieces: list[str] = []
    places = array("q")
    for start, end, piece in _spans(legal_text) if composed else _clusters(legal_text):
        pieces.append(piece)
        places.extend(range(start, end) if len(piece) == end - start else [start] * len(piece))
    places.append(len(text))
    return "".join(pieces), places


def _spans(text: str) -> Iterator[tuple[int, int, str]]:
    last = 0
    for blank in _BLANKS.finditer(text):
        yield last, blank.start(), text[last : blank.start()]
        yield blank.start(), blank.end(), " "
        last = blank.end()
    yield last, len(text), text[last:]


def _clusters(text: str) -> Iterator[tuple[int, int, str]]:
    for piece in _CLUSTERS.finditer(text):
        yield piece.start(), piece.end(), " " if piece[0].isspace() else unicodedata.normalize("NFC", piece[0])
