"""The page on the architecture speaks of modules that are there."""

from __future__ import annotations

import re

import pytest

from tests.data import ROOT
from tests.docs.pages import prose

PAGE = prose(ROOT / "docs" / "architecture.md")
SECTIONS = {
    part: re.search(rf"^### {part}\n((?:(?!^#).*\n)*)", PAGE, flags=re.MULTILINE)
    for part in ("graph", "extraction", "retrieval", "api")
}


def named(part: str) -> set[str]:
    section = SECTIONS[part]
    assert section
    return {name for row in re.findall(r"^\| (`[^|]+) \|", section[1], re.M) for name in re.findall(r"`([^`]+)`", row)}


@pytest.mark.parametrize("part", SECTIONS)
def test_every_module_that_is_named_is_there(part: str) -> None:
    assert [name for name in sorted(named(part)) if not (ROOT / "retrograph" / part / name).exists()] == []


@pytest.mark.parametrize("part", SECTIONS)
def test_every_module_that_is_there_is_named_or_too_small_to_be(part: str) -> None:
    folder = ROOT / "retrograph" / part
    large = {path.name for path in folder.glob("*.py") if len(path.read_text(encoding="utf-8").splitlines()) > 150}
    assert large - named(part) == set()
