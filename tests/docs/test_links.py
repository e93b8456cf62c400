"""Every link in the pages that leads to a file or a heading leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.data import ROOT
from tests.docs.pages import name_of, pages, prose

_LINK = re.compile(r"!?\[(?:[^\]\[]|\[[^\]]*\])*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:")


def anchors(page: Path) -> set[str]:
    """The fragments that a page's headings can be reached by."""
    headings = re.findall(r"^#+\s+(.+?)\s*$", prose(page), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_links_resolve(page: Path) -> None:
    for link in _LINK.findall(prose(page)):
        if _ELSEWHERE.match(link):
            continue
        path, _, fragment = unquote(link).partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{name_of(page)} links to {link}"
        assert target.is_relative_to(ROOT), f"{name_of(page)} links out of the checkout: {link}"
        if fragment and target.suffix == ".md":
            assert fragment in anchors(target), f"{name_of(page)} links to {link}"


def test_every_page_of_the_documentation_is_in_its_index() -> None:
    index = ROOT / "docs" / "README.md"
    linked = {(index.parent / link.partition("#")[0]).resolve() for link in _LINK.findall(prose(index))}
    assert {page for page in pages() if "docs" in page.relative_to(ROOT).parts and page != index} - linked == set()
