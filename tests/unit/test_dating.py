"""Dates of files: from git, from the text's head, from the name, from the file system; in this order."""

from __future__ import annotations

import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from retrograph.api.dating import Dated, date_in_name, date_in_text, date_of, git_history
from retrograph.graph.intervals import micros


def at(text: str) -> int:
    return micros(datetime.fromisoformat(text).replace(tzinfo=UTC))


@pytest.mark.parametrize(
    ("head", "date"),
    [
        ("# 7. Use jose\n\nDate: 2025-03-01\n", "2025-03-01"),
        ("---\nstatus: accepted\ndate: 2024-01-02\n---\n# Use jose\n", "2024-01-02"),
        ("# Use jose\n\n* Status: accepted\n* Date: 12 March 2024\n", "2024-03-12"),
        ("# Use jose\n\n- **Date**: March 3rd, 2023\n", "2023-03-03"),
        ("**Date:** 2023-03-03\n", "2023-03-03"),
        ("# Use jose\n\n## Date\n\n2020-02-03\n", "2020-02-03"),
        ("| Status | accepted |\n| Date | 2022-02-02 |\n", "2022-02-02"),
        ("PEP: 1\nCreated: 13-Jul-2000\n", "2000-07-13"),
        ("created: 2024-01-01\nlast updated: 2024-05-01\ndate: 2024-02-01\n", "2024-05-01"),
        ("PEP: 1\nLast-Modified: $Date: 2009-01-18 11:14:27 +0100$\n", "2009-01-18T10:14:27"),
        ("date: 2024년 3월 5일\n", "2024-03-05"),
        ("Date: 2024-03\n", "2024-03-01"),
    ],
)
def test_the_head_of_a_record_dates_it(head: str, date: str) -> None:
    assert date_in_text(head, UTC) == at(date)


@pytest.mark.parametrize(
    "head",
    [
        "",
        "# Use jose\n\nWe decided on 2025-03-01 that it is time.\n",
        "Date: yesterday\n",
        "Date: 2024-13-45\n",
        "Update: 2024-01-01\n",
        "\n" * 80 + "Date: 2024-01-01\n",
    ],
)
def test_what_is_no_date_of_the_record_is_not_taken_for_one(head: str) -> None:
    assert date_in_text(head, UTC) is None


def test_a_day_is_read_in_the_zone_that_was_asked_for() -> None:
    assert date_in_text("Date: 2025-03-01\n", ZoneInfo("Asia/Seoul")) == at("2025-02-28T15:00:00")


def test_names_date_records_too() -> None:
    assert date_in_name("2025-03-01-use-jose.md", UTC) == at("2025-03-01")
    assert date_in_name("20250301.md", UTC) == at("2025-03-01")
    assert date_in_name("2025-13-01.md", UTC) is None
    assert date_in_name("0007-use-jose.md", UTC) is None


def test_without_history_the_text_wins_over_the_name_and_the_name_over_the_file(tmp_path: Path) -> None:
    named, plain = tmp_path / "2021-05-05-x.md", tmp_path / "x.md"
    for path in (named, plain):
        path.write_text("x")
        os.utime(path, (1_600_000_000, 1_600_000_000))
    assert date_of(named, "Date: 2020-01-01\n", None, UTC) == Dated(at("2020-01-01"), "text")
    assert date_of(named, "no date", None, UTC) == Dated(at("2021-05-05"), "name")
    assert date_of(plain, "no date", None, UTC) == Dated(1_600_000_000_000_000, "file")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with two commits; file names with blanks, quotes and Hangul; one file ignored."""
    root = tmp_path / "repo"
    (root / "docs" / "결정 1").mkdir(parents=True)
    (root / "docs" / "a.md").write_text("a\n")
    (root / "docs" / "결정 1" / 'b "q".md').write_text("b\n")
    (root / ".gitignore").write_text("ignored.md\n")
    (root / "docs" / "ignored.md").write_text("Date: 2001-01-01\n")
    git(root, "init", "-q", ".")
    commit(root, "2020-01-02T03:04:05Z")
    (root / "docs" / "a.md").write_text("a, changed\n")
    commit(root, "2021-01-02T03:04:05+09:00")
    return root


def git(root: Path, *arguments: str, **environment: str) -> None:
    identity = ("-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false")
    clean = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    subprocess.run(["git", *identity, *arguments], cwd=root, env=clean | environment, check=True, capture_output=True)


def commit(root: Path, when: str) -> None:
    git(root, "add", ".")
    git(root, "commit", "-qm", "x", GIT_COMMITTER_DATE=when)


def test_git_dates_each_file_by_its_last_commit(repository: Path) -> None:
    history = git_history(repository / "docs")
    assert history is not None
    assert {path.name for path in history.files} == {"a.md", 'b "q".md'}
    a, b = history.root / "docs" / "a.md", history.root / "docs" / "결정 1" / 'b "q".md'
    assert date_of(a, "Date: 1999-01-01\n", history, UTC) == Dated(at("2021-01-01T18:04:05"), "git")
    assert date_of(b, "", history, UTC) == Dated(at("2020-01-02T03:04:05"), "git")


def test_a_file_changed_since_its_commit_or_not_committed_is_not_dated_by_git(repository: Path) -> None:
    (repository / "docs" / "a.md").write_text("changed again\n")
    (repository / "docs" / "new.md").write_text("Date: 2022-02-02\n")
    history = git_history(repository / "docs")
    assert history is not None
    assert date_of(history.root / "docs" / "a.md", "changed again\n", history, UTC).by == "file"
    assert date_of(history.root / "docs" / "new.md", "Date: 2022-02-02\n", history, UTC).by == "text"


def test_the_environment_of_a_git_hook_does_not_lead_to_another_repository(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    assert git_history(repository / "docs") is not None


def test_outside_a_repository_and_without_git_there_is_no_history(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert git_history(tmp_path) is None
    monkeypatch.setenv("PATH", str(tmp_path))
    assert git_history(tmp_path) is None


def test_a_repository_without_commits_lists_its_files(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", ".")
    (tmp_path / "a.md").write_text("x")
    history = git_history(tmp_path)
    assert history is not None
    assert (len(history.files), dict(history.committed)) == (1, {})
