"""Finds the payload in a model's reply and cuts it into elements that XML can read; pure and linear in the reply.

A reply may hold several payloads, one after the other (a draft, an echo of the prompt, the answer). Each becomes a
`Region`; `payload` picks the one that is the answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, Literal

from retrograph.errors import ModelError
from retrograph.extraction.mending import (
    CONTAINERS,
    GROUPS,
    ITEMS,
    MARK,
    ROOT,
    Cut,
    Tag,
    cdata_end,
    mixed,
    read_leaf,
    read_tag,
)

ITEM_LIMIT: Final = 20_000
"""Most elements of a reply; one with more is refused."""

_PAYLOAD_START: Final = re.compile(rf"<(?:{ROOT}|entities|relationships)(?=[\s/>])", re.IGNORECASE)
_CLOSING: Final = re.compile(r"\s*+(>|\Z)")
_THINKING: Final = re.compile(r"<(/?)think(?:ing)?\s*>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Item:
    """One entity, relationship or retraction: as it stands in the reply, and mended; `fault` where it cannot be."""

    raw: str
    markup: str
    fault: str | None = None


@dataclass(slots=True)
class Region:
    """One payload, `[start, end)` of the text. `whole`: all that was opened was closed; `cut`: where it breaks off."""

    kind: Literal["root", "containers", "bare"]
    start: int
    end: int
    items: list[Item] = field(default_factory=list)
    opened: set[str] = field(default_factory=set)
    waiting: set[str] = field(default_factory=set)
    cut: str | None = None

    @property
    def whole(self) -> bool:
        return self.cut is None and not self.waiting

    def rank(self) -> int:
        """How likely this is the answer; 0 is never one."""
        if self.items or self.cut:
            return {"root": 5, "containers": 4, "bare": 1}[self.kind]
        if self.whole and self.kind != "bare":
            return 3
        return 2 if self.opened.intersection(CONTAINERS) else 0


def payload(reply: str) -> Region:
    """The answer within a reply: the last and most complete payload, outside of thinking blocks if there is one.

    Raises:
        ModelError: there is no payload, a document type or an entity is declared before its end, or it has more than
            `ITEM_LIMIT` elements.
    """
    thought, spoken = _split_thinking(reply)
    for part, least in ((spoken, 1), (thought, 2)):
        scan = _Scan(part)
        best = max(scan.regions(), key=lambda region: (region.rank(), region.start), default=None)
        if best is None or best.rank() < least:
            continue
        if scan.declared is not None and scan.declared < best.end:
            raise ModelError("the reply declares a document type or entities, which is refused")
        return best
    raise ModelError("the reply holds no <temporal_graph>, <entities> or <relationships>")


def _split_thinking(reply: str) -> tuple[str, str]:
    """What stands in thinking blocks before the answer, and the rest. A block may lack its opening tag."""
    thought: list[str] = []
    position = 0
    while mark := _THINKING.search(reply, position):
        if mark[1]:
            if thought or not _starts_again(reply, position, mark):
                break
            closing = mark
        else:
            found = _THINKING.search(reply, mark.end())
            if found is None or not found[1] or MARK.search(reply, position, mark.start()):
                break
            closing = found
        thought.append(reply[position : closing.start()])
        position = closing.end()
    return "\n".join(thought), reply[position:]


def _starts_again(reply: str, position: int, mark: re.Match[str]) -> bool:
    """Whether the payload starts (anew) after a closing tag, so that what stands before it was a draft."""
    before = _PAYLOAD_START.search(reply, position, mark.start())
    again = re.compile(re.escape(before[0]), re.IGNORECASE) if before else _PAYLOAD_START
    return again.search(reply, mark.end()) is not None


class _Scan:
    """One pass over a text. `at` is how far it has come, `declared` where a document type or entity is declared."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.declared: int | None = None
        self._found: list[Region] = []
        self._open: Region | None = None
        self._items = 0

    def regions(self) -> list[Region]:
        """All payloads of the text, in order."""
        while mark := self._next():
            name = mark["name"].lower()
            try:
                if name in ITEMS and not mark["close"]:
                    self._item(name, mark.start())
                elif name == ROOT or name in CONTAINERS:
                    self._frame(name, mark)
            except Cut:
                if self._open:
                    begun = " ".join(self.text[mark.start() : mark.start() + 200].split())
                    self._open.cut = f"the reply is cut off inside <{name}>: {begun}"
                    self._open.end = len(self.text)
                break
        return self._found

    def _next(self, inside: bool = False) -> re.Match[str] | None:
        """The next tag of the vocabulary, past comments and declarations, and `inside` an item past CDATA too."""
        while mark := MARK.search(self.text, self.at):
            self.at = mark.end()
            if mark["name"]:
                if mark["close"] and (end := _CLOSING.match(self.text, self.at)):
                    if not end[1]:
                        return None
                    self.at = end.end()
                return mark
            if mark["dtd"]:
                self.declared = mark.start() if self.declared is None else self.declared
            elif mark["comment"]:
                ending = self.text.find("-->", self.at)
                if ending < 0:
                    return None
                self.at = ending + 3
            elif inside:
                section = cdata_end(self.text, None, self.at)
                if section is None:
                    return None
                self.at = section + 3
        return None

    def _begin(self, kind: Literal["root", "containers", "bare"], start: int) -> Region:
        self._open = Region(kind, start, self.at)
        self._found.append(self._open)
        return self._open

    def _frame(self, name: str, mark: re.Match[str]) -> None:
        """The root or a container opens or closes."""
        if mark["close"]:
            if self._open:
                self._open.waiting.discard(name)
                self._open.end = self.at
            if name == ROOT:
                self._open = None
            return
        tag = self._tag()
        region = self._open
        if name == ROOT:
            region = self._begin("root", mark.start())
        elif region is None or region.kind == "bare" or (region.kind == "containers" and name in region.opened):
            region = self._begin("containers", mark.start())
        region.opened.add(name)
        region.end = self.at
        if not tag.empty:
            region.waiting.add(name)
        elif name == ROOT:
            self._open = None

    def _item(self, name: str, start: int) -> None:
        tag = self._tag()
        region = self._open
        if region is None:
            if "type" not in tag.attributes:
                return
            region = self._begin("bare", start)
        self._items += 1
        if self._items > ITEM_LIMIT:
            raise ModelError(f"the reply has more than {ITEM_LIMIT} elements")
        inner, fault = ("", tag.fault) if tag.empty else self._content(name, tag.fault)
        region.items.append(Item(self.text[start : self.at], f"{tag.opening(name)}{inner}</{name}>", fault))
        region.end = self.at

    def _content(self, item: str, fault: str | None) -> tuple[str, str | None]:
        """What stands inside an item, mended, up to and past its closing tag, and what is wrong with it."""
        parts: list[str] = []
        groups: list[str] = []
        while True:
            begin = self.at
            mark = self._next(inside=True)
            if mark is None:
                raise Cut
            name = mark["name"].lower()
            if groups and groups[-1] == "property":
                parts.append(mixed(self.text[begin : mark.start()]))
            if name in ITEMS and mark["close"]:
                unclosed = groups[-1] if groups else item
                return "".join(parts), fault or (None if name == unclosed else f"<{unclosed}> is not closed")
            if name in (ROOT, *CONTAINERS, *ITEMS):
                self.at = mark.start()
                return "", fault or f"<{item}> is not closed"
            if not mark["close"]:
                fault = self._child(name, parts, groups) or fault
            elif groups and groups[-1] == name:
                parts.append(f"</{groups.pop()}>")
            else:
                fault = fault or f"</{name}> closes nothing"

    def _child(self, name: str, parts: list[str], groups: list[str]) -> str | None:
        """A leaf with its text, or the opening of a group; what is wrong with it."""
        tag = self._tag()
        parts.append(tag.opening(name))
        if tag.empty:
            parts.append(f"</{name}>")
        elif name in GROUPS:
            groups.append(name)
        else:
            text, self.at = read_leaf(self.text, name, self.at)
            parts.append(f"{text or ''}</{name}>")
            if text is None:
                return f"<{name}> is not closed"
        return tag.fault

    def _tag(self) -> Tag:
        tag = read_tag(self.text, self.at)
        self.at = tag.end
        return tag
