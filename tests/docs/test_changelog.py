"""The changelog tells of the version that the package has."""

from __future__ import annotations

import re
import tomllib

from tests.data import ROOT

TEXT = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
RELEASES = re.findall(r"^## \[(?P<version>[^\]]+)\](?: - (?P<day>\d{4}-\d{2}-\d{2}))?$", TEXT, flags=re.MULTILINE)
GROUPS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")


def test_the_current_version_is_in_it() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert version in [found for found, _ in RELEASES]


def test_every_heading_is_a_version_or_a_kind_of_change() -> None:
    headings = re.findall(r"^##+ (.+)$", TEXT, flags=re.MULTILINE)
    versions = [f"[{version}]" + (f" - {day}" if day else "") for version, day in RELEASES]
    assert set(headings) <= {*versions, *GROUPS}
    assert all(day or version == "Unreleased" for version, day in RELEASES)
