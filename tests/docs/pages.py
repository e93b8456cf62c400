"""The Markdown pages of the checkout, and the blocks in them that promise to run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tests.data import ROOT

MARK = "<!-- run -->"
"""On a line of its own before a fenced block: the block is executed by the tests, and its output must be true."""

_FENCE = re.compile(r"^(?P<fence>```+|~~~+)(?P<language>[a-z]*).*$")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, its text, the line of its first line of text, and whether it is marked to run."""

    language: str
    text: str
    line: int
    runs: bool


def pages() -> list[Path]:
    """Every page that a reader of the project meets."""
    return sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page, in order."""
    found: list[Block] = []
    lines = page.read_text(encoding="utf-8").splitlines()
    number, before = 0, ""
    while number < len(lines):
        opening = _FENCE.match(lines[number])
        if not opening:
            before = lines[number].strip() or before
            number += 1
            continue
        start = number = number + 1
        while lines[number].strip() != opening["fence"]:
            number += 1
        text = "\n".join(lines[start:number]) + "\n"
        found.append(Block(opening["language"], text, start + 1, before == MARK))
        number, before = number + 1, ""
    return found


def prose(page: Path) -> str:
    """The page without its fenced blocks."""
    kept: list[str] = []
    fence = None
    for line in page.read_text(encoding="utf-8").splitlines():
        opening = _FENCE.match(line)
        if fence is None and opening:
            fence = opening["fence"]
        elif fence is not None and line.strip() == fence:
            fence = None
        elif fence is None:
            kept.append(line)
    return "\n".join(kept)
