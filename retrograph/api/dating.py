"""When a file was written: its last commit, else a date in its text or its name, else the file system's word.

history = git_history(Path("docs/adr"))
dated = date_of(Path("docs/adr/0007.md"), text, history, UTC)
dated.by      # "git", "text", "name" or "file"
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from pathlib import Path
from typing import Final, Literal

from retrograph.errors import InvalidInput
from retrograph.extraction import times
from retrograph.graph.intervals import SECOND, period

DatedBy = Literal["git", "text", "name", "file"]

DATED_BY: Final[Mapping[DatedBy, str]] = {
    "git": "by their last commit",
    "text": "by a date in their text",
    "name": "by the date in their name",
    "file": "by the file's modification time",
}
"""What to tell a person about where dates come from."""

LABELS: Final = (
    "last-modified", "last modified", "last updated", "updated", "date", "decided on", "decided", "created",
)  # fmt: skip
"""Fields that date a record, the one that speaks of the present text first."""

_HEAD_LINES: Final = 60
_GIT_SECONDS: Final = 120
_LABEL = r"(?P<label>[A-Za-z][A-Za-z -]{2,13}?)"
_FIELD = re.compile(rf"\s*(?:[-*+>|]\s+)?[*_]{{0,2}}{_LABEL}[*_]{{0,2}}\s*[:|][*_]{{0,2}}(?P<value>.{{4,100}})")
_HEADING = re.compile(rf"#{{1,6}}\s*{_LABEL}\s*:?\s*#*")
_YEAR = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")
_NAMED = re.compile(r"(?<![0-9])((?:19|20)[0-9]{2})([-_.]?)([0-9]{2})\2([0-9]{2})(?![0-9])")


@dataclass(frozen=True, slots=True)
class Dated:
    """An instant (microseconds since the epoch) and where it was found."""

    at: int
    by: DatedBy


@dataclass(frozen=True, slots=True)
class History:
    """What git knows of a folder: the root of its tree, the files that are not ignored, and when each file that is
    as it was committed was last committed."""

    root: Path
    files: tuple[Path, ...]
    committed: Mapping[Path, int]


def date_of(path: Path, text: str, history: History | None, zone: tzinfo) -> Dated:
    """The date of a file's present content. A file changed since its last commit is not dated by that commit.

    Raises:
        OSError: the file is gone.
    """
    committed = history.committed.get(path) if history else None
    if committed is not None:
        return Dated(committed, "git")
    written = date_in_text(text, zone)
    if written is not None:
        return Dated(written, "text")
    named = date_in_name(path.name, zone)
    return Dated(path.stat().st_mtime_ns // 1000, "file") if named is None else Dated(named, "name")


def date_in_text(text: str, zone: tzinfo) -> int | None:
    """The date that a record's head gives itself: front matter, `Date:` lines, list items or a `## Date` section.

    >>> from datetime import UTC
    >>> date_in_text("# 7. Use jose\\n\\nDate: 2025-03-01\\n", UTC)
    1740787200000000
    """
    found: dict[str, int] = {}
    for label, value in _fields(text.splitlines()[:_HEAD_LINES]):
        if label in LABELS and label not in found and _YEAR.search(value):
            when = times.read(value, 0, zone)
            if when is not None:
                found[label] = when.start
    return next((found[label] for label in LABELS if label in found), None)


def date_in_name(name: str, zone: tzinfo) -> int | None:
    """The date in a file's name: `2025-03-01-use-jose.md`, `20250301.md`."""
    match = _NAMED.search(name)
    if match is None:
        return None
    try:
        return period(f"{match[1]}-{match[3]}-{match[4]}", zone).start
    except InvalidInput:
        return None


def git_history(folder: Path) -> History | None:
    """What git knows of `folder`, in four calls whatever the number of files; None where git lists nothing."""
    top = _git(folder, "rev-parse", "--show-toplevel")
    listed = _git(folder, "ls-files", "-z", "--full-name", "--cached", "--others", "--exclude-standard", "--", ".")
    changed = _git(folder, "status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--", ".")
    if top is None or changed is None or not listed:
        return None
    root = Path(os.fsdecode(top.removesuffix(b"\n"))).resolve()
    log = _git(folder, "log", "-z", "--no-renames", "--name-only", "--format=%x01%ct", "--", ".") or b""
    dirty = {os.fsdecode(entry[3:]) for entry in changed.split(b"\0") if len(entry) > 3}
    committed = {root / name: at for name, at in _last_commits(log).items() if name not in dirty}
    names = dict.fromkeys(os.fsdecode(name) for name in listed.split(b"\0") if name)
    return History(root, tuple(root / name for name in names), committed)


def _last_commits(log: bytes) -> dict[str, int]:
    """File to the time of the newest commit that touched it, from a log that is newest first."""
    found: dict[str, int] = {}
    at = 0
    for token in log.split(b"\0"):
        name = token.removeprefix(b"\n")
        if name.startswith(b"\x01"):
            at = int(name[1:]) * SECOND
        elif name:
            found.setdefault(os.fsdecode(name), at)
    return found


def _git(folder: Path, *arguments: str) -> bytes | None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    command = ["git", "--no-optional-locks", "--literal-pathspecs", "-C", str(folder), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, env=environment, timeout=_GIT_SECONDS, check=False)  # noqa: S603 - no shell
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def _fields(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(lines):
        if heading := _HEADING.fullmatch(line.strip()):
            following = next((text for text in lines[number + 1 : number + 4] if text.strip()), "")
            yield heading["label"].casefold(), following
        elif field := _FIELD.match(line):
            yield field["label"].strip().casefold(), field["value"]
