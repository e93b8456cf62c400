"""The links at the root make it read as the architecture; nothing depends on them."""

from __future__ import annotations

import pytest

from tests.data import ROOT

PARTS = ("graph", "extraction", "retrieval", "api", "prompts")


@pytest.mark.parametrize("part", PARTS)
def test_the_root_links_lead_into_the_package(part: str) -> None:
    link = ROOT / part
    assert link.is_symlink()
    assert not link.readlink().is_absolute()
    assert link.resolve() == (ROOT / "retrograph" / part).resolve()
    assert (link / "__init__.py").is_file()


def test_no_other_link_is_at_the_root() -> None:
    assert {path.name for path in ROOT.iterdir() if path.is_symlink()} == set(PARTS)
