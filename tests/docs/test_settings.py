"""docs/settings.md is the table in retrograph/settings.py, to the letter."""

from __future__ import annotations

from retrograph.settings import listed
from tests.data import ROOT

PAGE = ROOT / "docs" / "settings.md"


def table() -> str:
    """The table as it must stand in the page."""
    rows = ["| setting | environment variable | default | what it is |", "|---|---|---|---|"]
    rows += [
        f"| `{s.name}` | `{s.variable}` | {f'`{s.default}`' if s.default else 'none'} | {s.description} |"
        for s in listed()
    ]
    return "\n".join(rows) + "\n"


def test_the_page_holds_the_table_of_settings() -> None:
    assert table() in PAGE.read_text(encoding="utf-8"), "put this into docs/settings.md:\n" + table()
