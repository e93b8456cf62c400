"""Why something was done, in the words of a Korean text: "...기 때문에", "...해서", "... 문제로", "왜냐하면 ..."."""

from __future__ import annotations

import re
from typing import Final

from retrograph.extraction.rulebook.korean.grammar import QUALITY, is_connective, split
from retrograph.extraction.rulebook.talk import Said

_WORD: Final = re.compile(r"`[^`\n]+`[가-힣]*|[^\s,]+")
_CLOSING: Final = re.compile(
    r"(?:때문에|탓에|덕분에|덕에|이유로|이유에서|관계로|인해|인하여)$|[가-힣](?:므로|니까|길래|느라|[하되있없]기에)$"
    r"|(?:문제|이슈|부담|부족|한계|사정|우려|장애|압박|종료)(?:로|으로)$"
)
_NO_REASON: Final = re.compile(
    r"(?:면서|에\s?따라서|대해서|위해서|통해서|걸쳐서|거쳐서|의해서|따라서|그래서|해서는|모여서|가서|이어서"
    r"|아울러서|나눠서|합쳐서|비교해서|검토해서|논의해서|써서|사용해서"
    r"|이용해서|활용해서|만들어서|골라서)$"
)
_OPENING: Final = re.compile(r"^(?:왜냐하면|왜냐면|이유는|그\s?이유는|이는|이유\s?[:：]|사유\s?[:：]|근거\s?[:：])\s*")
_AT_END: Final = re.compile(
    r"(?:때문(?:에요|이다|입니다|이에요|이었다|이었습니다|이었어요|임|이야|이죠)?|거든(?:요)?|덕분(?:이다|입니다)"
    r"|이유(?:입니다|이다|에서다|에서입니다|였다|였습니다|임)"
    r"|[가-힣]서(?:요|다|입니다|예요|이다)|니까요?"
    r"|[가-힣]라서)[\s.!)]*$"
)
_SENTENCE_END: Final = ".!? \n\t"


def reason_before(view: str, text: str, said: Said) -> str | None:
    """The reason in front of a verb, whole; what it is the reason of, where that opens it, is left out.

    `text` is the clause up to its verb, as it is written, and `view` the same with its dates and adverbs masked.
    """
    words = list(_WORD.finditer(view))
    last = next((i for i in range(len(words) - 1, -1, -1) if _closes(words[i][0])), None)
    if words and QUALITY.search(words[-1][0]):
        last = len(words) - 1
    if last is None:
        return None
    first = _start(words, last, view)
    first = _behind_topic(words[first : last + 1], text, said) + first
    reason = text[words[first].start() : words[last].end()].strip(" ,")
    return reason if len(reason) >= 4 and first <= last else None


def _closes(word: str) -> bool:
    if _NO_REASON.search(word):
        return False
    return bool(_CLOSING.search(word)) or (word.endswith("서") and is_connective(word))


def _start(words: list[re.Match[str]], last: int, view: str) -> int:
    """A reason begins behind the clause or the date before it."""
    start = 0
    for index in range(last - 1, -1, -1):
        word = words[index]
        if view[word.end() : word.end() + 1] == "," or is_connective(word[0]) or "\x01" in word[0]:
            start = index + 1
            break
    while start < last and not words[start][0].strip("\x02"):
        start += 1
    return start


def _behind_topic(words: list[re.Match[str]], text: str, said: Said) -> int:
    """How many words open the reason with the topic that the statement itself is about."""
    opening = text[words[0].start() :]
    names = [name for thing in (said.source, said.target) for name in (thing.name, *thing.aliases)]
    if said.source.name != "team" and not any(opening.startswith(name) for name in names):
        return 0
    for index, word in enumerate(words[:-1]):
        part = split(word[0])[1]
        if part in ("topic", "at"):
            return index + 1
        if part not in (None, "of"):
            return 0
    return 0


def reason_alone(text: str) -> str | None:
    """The reason that a sentence of its own gives for what was said before it; None where it gives none."""
    opening = _OPENING.match(text)
    closing = _AT_END.search(text)
    if opening is None and closing is None:
        return None
    body = text[opening.end() if opening else 0 :].strip(_SENTENCE_END)
    return body if len(body) >= 4 else None
