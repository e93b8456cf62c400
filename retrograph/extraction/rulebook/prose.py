"""Reads the running text of an observation: paragraph by paragraph, sentence by sentence, in its own language."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.english import reader as english
from retrograph.extraction.rulebook.english.slots import is_person
from retrograph.extraction.rulebook.korean import reader as korean
from retrograph.extraction.rulebook.layout import Block, injected, paragraphs
from retrograph.extraction.rulebook.sentences import Sentence, is_korean, sentences
from retrograph.extraction.rulebook.talk import Talk

_MARK: Final = re.compile(r"\s*(?:[-*+•]|[0-9]{1,3}[.)]|#{1,6})\s+")
_WROTE: Final = re.compile(
    r"\s*(?:On\b.{4,80},\s*)?(?P<who>[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?)(?:\s<[^>]*>)?\s+wrote:[ \t]*(?:\n|$)"
)
_CHAT: Final = re.compile(
    r"^[ \t]*(?:[\w.'-]+(?: [\w.'-]+)?[ \t]{1,3}[\[(]?(?:오전 |오후 )?[0-9]{1,2}:[0-9]{2}(?: ?[AP]M)?[\])]?[ \t]*$"
    r"|\[[^\]\n]{1,20}\] \[(?:오전 |오후 )?[0-9]{1,2}:[0-9]{2}(?: ?[AP]M)?\] )",
    re.MULTILINE,
)
"""Who wrote when, above or before a message of a chat."""
_PATH: Final = re.compile(
    rf"(?<![\w@:/.\\-])(?P<path>(?:\.{{0,2}}/)?(?:[\w@.-]+/)+[\w.-]*\w\.(?:{naming.CODE_ENDINGS}"
    rf"|{naming.DATA_ENDINGS}))(?![A-Za-z0-9_/-])"
)
_ENGLISH: Final = re.compile(r"\b(?:the|is|are|was|uses?|from|with|by|our|we)\b", re.IGNORECASE)
_ENGLISH_FIRST: Final = re.compile(
    r"(?:[\w./@-]+\s+){1,4}(?:never\s+)?(?:use[sd]?|is|was|moved|switched"
    r"|runs?)\s[^\uac00-\ud7a3]+?(?=[,;]?\s*[\uac00-\ud7a3])"
)
"""A sentence that goes on in Korean after a clause in English."""
_NOTE: Final = re.compile(r"\s*#*\s*(?:note|memo|메모|참고|비고)\s*:", re.IGNORECASE)


def read_prose(found: list[Block], text: str, talk: Talk, read: Collection[int] = ()) -> None:
    """Take in every paragraph of a text that `layout.legible` has left, but for those that have been read."""
    text = _CHAT.sub(lambda head: " " * len(head[0]), text)
    base, listed = talk.topic, False
    for kind, paragraph, start in paragraphs(found, text):
        item = kind == "item" and is_korean(paragraph)
        if item and listed:
            talk.topic = base  # each item of a list speaks for itself
        base, listed = (base if item and listed else talk.topic), item
        if start in read or injected(paragraph):
            continue
        mark = _MARK.match(paragraph)
        offset = mark.end() if mark else 0
        if kind == "heading":
            _heading(paragraph[offset:], talk)
            if not _NOTE.match(paragraph):
                continue
        wrote = _WROTE.match(paragraph)
        if wrote and is_person(wrote["who"], talk):
            talk.sheet.name(Name("person", wrote["who"]))
            offset = wrote.end()
        talk.correcting = False
        for path in _PATH.finditer(paragraph):
            talk.sheet.name(Name("file", path["path"]))
        for sentence in sentences(paragraph[offset:], start + offset):
            before = len(talk.said)
            if sentence.korean and (first := _ENGLISH_FIRST.match(sentence.text)):
                english.read(Sentence(first[0], sentence.start), talk)
            if sentence.korean:
                korean.read(sentence, talk)
            if not sentence.korean or (len(talk.said) == before and _ENGLISH.search(sentence.text)):
                english.read(sentence, talk)


def _heading(text: str, talk: Talk) -> None:
    title = text.strip().rstrip("#: ").strip()
    if naming.is_component(title) and len(title) <= 60:
        talk.topic = naming.component(title)
