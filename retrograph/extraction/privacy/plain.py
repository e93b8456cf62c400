"""A text as patterns read it, with the way back: full-width letters, Korean in parts, and characters that show nothing.

>>> plain = read("ｔｏｋｅｎ\\u200b: \\u1107\\u1175")
>>> plain.text, plain.place(5), plain.place(7), plain.place(8)
('token: 비', 6, 8, 10)

Patterns then need one spelling only. Pure, and linear.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

_LIKE: Final = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {
    0x3000: 0x20, 0xA0: 0x20, 0x2007: 0x20, 0x202F: 0x20,
    0x201C: 0x22, 0x201D: 0x22, 0x201E: 0x22, 0x2018: 0x27, 0x2019: 0x27, 0x201A: 0x27,
}  # fmt: skip
"""What is read as a plain letter, sign, blank or quotation mark, each in its place."""
_STRANGE: Final = re.compile("[\u00a0\u2007\u2018-\u201e\u202f\u3000\uff01-\uff5e]")
_FOLDED: Final = re.compile(
    "(?P<syllable>[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?)|[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+"
)
"""Of several characters one, or of any number none."""


@dataclass(frozen=True, slots=True)
class Plain:
    """`text` to be read; `places` are pairs of where a stretch of it begins and where that stands in the original."""

    text: str
    begins: tuple[int, ...]
    places: tuple[int, ...]

    def place(self, at: int) -> int:
        """Where a character of `text` stands in the original. For its length: where the original ends."""
        index = bisect_right(self.begins, at) - 1
        return at - self.begins[index] + self.places[index]


def read(text: str) -> Plain:
    """The text as patterns read it."""
    if text.isascii():
        return Plain(text, (0,), (0,))
    if _STRANGE.search(text):
        text = text.translate(_LIKE)
    parts: list[str] = []
    begins, places = [0], [0]
    last = length = 0
    for match in _FOLDED.finditer(text):
        composed = unicodedata.normalize("NFC", match[0]) if match["syllable"] else ""
        parts += (text[last : match.start()], composed)
        length += match.start() - last + len(composed)
        last = match.end()
        begins.append(length)
        places.append(last)
    return Plain("".join((*parts, text[last:])), tuple(begins), tuple(places)) if parts else Plain(text, (0,), (0,))
