"""Reads what version control prints: commits with their files, diffs of manifests and of imports."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Final

from retrograph.extraction.dates.reference import Reference
from retrograph.extraction.rulebook import code, naming
from retrograph.extraction.rulebook.drafts import Claim, Name, Sheet, ended_now
from retrograph.extraction.rulebook.header_fields import Line
from retrograph.extraction.rulebook.manifests import (
    LOCKED_VERSION,
    LOCKS,
    Dependency,
    dependency,
    manifest_line,
    owner_of,
)
from retrograph.extraction.rulebook.runs import state_version
from retrograph.graph.vocabulary import RelationType

_COMMIT: Final = re.compile(r"commit\s(?P<sha>[0-9a-f]{7,40})\b")
_AUTHOR: Final = re.compile(r"Author:\s+(?P<who>[^<\n]+?)\s*(?:<[^>\n]*>)?\s*$")
_STAT: Final = re.compile(r"\s(?P<path>[\w@./\\-]+(?:\s[\w@./\\-]+)*?)\s+\|\s+(?:[0-9]+(?:\s[+-]+)?|Bin\b.*)\s*$")
_NAME_STATUS: Final = re.compile(r"[AMDT]\t(?P<path>\S+)$")
_DIFF: Final = re.compile(r"diff --git a/(?P<old>\S+) b/(?P<new>\S+)$")
_TRAILER: Final = re.compile(
    r"\s*(?:(?:Date|AuthorDate|Commit|CommitDate|Merge|Co-authored-by|Signed-off-by|Reviewed-by|Change-Id):|index "
    r"[0-9a-f]+\.\.)"
)
_CLOSES: Final = re.compile(
    r"\b(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?):?\s+(?P<issue>(?:[\w.-]+/[\w.-]+)?#[0-9]+)\b", re.IGNORECASE
)
_SUBJECT: Final = re.compile(
    r"\s*(?:feat|fix|chore|refactor|perf|build|ci|docs|test|style|revert)(?:\((?P<scope>[\w./@-]+)\))?!?:\s+\S"
)

_NO_PART: Final = frozenset({"deps", "deps-dev", "dev-deps", "dependencies", "release", "main", "readme", "changelog"})
"""Scopes of commits that name no part of a project."""


@dataclass(slots=True)
class Change:
    """A commit as its text shows it. `scope` is the part that its subject line names; `lines` were read here."""

    name: Name | None = None
    scope: str | None = None
    lines: set[int] = field(default_factory=set)


def read_commit(lines: Sequence[Line], sheet: Sheet, metadata: Mapping[str, object]) -> Change:
    """The commits of a text: who made them, which files they touch, which issues they close."""
    change = Change()
    sha = next((str(metadata[key]) for key in ("sha", "commit", "hash") if metadata.get(key)), "")
    if re.fullmatch("[0-9a-f]{7,40}", sha):
        change.name = naming.commit_name(sha)
    for index, line in enumerate(lines):
        if len(line.text) < 4:
            continue
        commit = _COMMIT.match(line.text)
        if commit:
            change.name = naming.commit_name(commit["sha"])
            sheet.name(change.name)
        elif change.name:
            _read_line(change, line, sheet)
        if commit or (
            change.name and (_AUTHOR.match(line.text) or _TRAILER.match(line.text) or _STAT.match(line.text))
        ):
            change.lines.add(index)
        change.scope = change.scope or scope_of(line.text)
    return change


def scope_of(line: str) -> str | None:
    """The part of a project that a conventional subject line names: "mailer" in "fix(mailer): ..."."""
    subject = _SUBJECT.match(line)
    return subject["scope"] if subject and subject["scope"] not in _NO_PART else None


def _read_line(change: Change, line: Line, sheet: Sheet) -> None:
    if change.name is None:
        return
    author = _AUTHOR.match(line.text)
    touched = _STAT.match(line.text) or _NAME_STATUS.match(line.text) or _DIFF.match(line.text)
    if author:
        sheet.claim(
            Claim(Name("person", author["who"]), "related_to", change.name, line.text.strip(), evidence="observed")
        )
    elif touched:
        path = touched.groupdict().get("path") or touched.groupdict()["new"]
        if naming.is_path(path):
            sheet.claim(Claim(change.name, "modifies", Name("file", path), line.text, evidence="observed"))
    for closed in _CLOSES.finditer(line.text):
        sheet.claim(Claim(change.name, "fixes", Name("event", closed["issue"]), closed[0], evidence="observed"))


@dataclass(slots=True)
class _Hunk:
    """Neighbouring removed and added lines of a diff."""

    removed: list[tuple[Dependency, str]] = field(default_factory=list)
    added: list[tuple[Dependency, str]] = field(default_factory=list)


def read_diffs(lines: Sequence[Line], seen: Reference, sheet: Sheet) -> set[int]:
    """Dependencies and imports that a diff adds, removes or leaves standing, and files that it renames.

    Gives the numbers of the lines it takes up.
    """
    read: set[int] = set()
    for first, last, path in _files(lines):
        body = lines[first:last]
        read.update(range(first, last))
        _read_rename(body, sheet)
        line, locked = manifest_line(path), manifest_line(path, LOCKS)
        if line:
            owner = owner_of(body, path)
            _Dependent(owner, "depends_on", partial(dependency, pattern=line, owner=owner), sheet, seen).read(body)
        elif locked:
            _read_lock(body, locked, seen, sheet)
        else:
            file = Name("file", path)
            _Dependent(file, "imports", partial(_imported, file=file), sheet, seen).read(body)
    return read


def _read_rename(body: Sequence[Line], sheet: Sheet) -> None:
    """A file that a diff renames is succeeded by the file of the new name."""
    for old, new in pairwise(body):
        if old.text.startswith("rename from ") and new.text.startswith("rename to "):
            names = (Name("file", old.text[12:].strip()), Name("file", new.text[10:].strip()))
            quote = f"{old.text}\n{new.text}"
            if new.start - old.end == 1:
                sheet.claim(Claim(names[0], "succeeded_by", names[1], quote, evidence="observed"))


def _read_lock(body: Sequence[Line], named: re.Pattern[str], seen: Reference, sheet: Sheet) -> None:
    """Versions of the packages that a lock file's diff changes."""
    package: Name | None = None
    for line in body:
        sign, text = line.text[:1], line.text[1:]
        found = named.match(text)
        version = None if found else LOCKED_VERSION.match(text)
        if found:
            package = Name("library", found["name"].rpartition("node_modules/")[2])
        elif version and package and sign in "+-":
            state_version(package, version["version"], text.strip(), sheet, seen if sign == "-" else None)


def _files(lines: Sequence[Line]) -> Iterator[tuple[int, int, str]]:
    starts = [
        (index, match["new"])
        for index, line in enumerate(lines)
        if line.text.startswith("diff ") and (match := _DIFF.match(line.text))
    ]
    if not starts:
        starts = [
            (index - 1, match[1])
            for index, line in enumerate(lines)
            if index
            and (match := re.match(r"\+\+\+ (?:b/)?(\S+)", line.text))
            and lines[index - 1].text.startswith("--- ")
        ]
    for number, (first, path) in enumerate(starts):
        limit = starts[number + 1][0] if number + 1 < len(starts) else len(lines)
        last = first + 1
        while last < limit and re.match(
            r"[ +\-@\\]|index |new file|deleted file|similarity|rename|old mode|new mode|Binary|$", lines[last].text
        ):
            last += 1
        yield first, last, path


def _imported(text: str, file: Name) -> Dependency | None:
    found = code.import_of(text, file.name)
    return Dependency(code.module_name(found[0], file.name)) if found else None


@dataclass(frozen=True, slots=True)
class _Dependent:
    """What a diff changes the dependencies of: a project, or a file by its imports."""

    name: Name
    relation: RelationType
    named: Callable[[str], Dependency | None]
    sheet: Sheet
    seen: Reference

    def read(self, body: Sequence[Line]) -> None:
        """State what the lines add, remove and leave standing."""
        hunk = _Hunk()
        for line in body:
            sign, text = line.text[:1], line.text[1:]
            found = None if line.text.startswith(("+++", "---", "@@")) else self.named(text)
            if found and sign in "+-":
                (hunk.added if sign == "+" else hunk.removed).append((found, line.text))
            elif sign not in "+-":
                self._state(hunk)
                hunk = _Hunk()
                if found:
                    self._hold(found, text.strip())
        self._state(hunk)

    def _state(self, hunk: _Hunk) -> None:
        added, removed = ({one.name.key for one, _ in lines} for lines in (hunk.added, hunk.removed))
        gone = [(one, quote) for one, quote in hunk.removed if one.name.key not in added]
        new = [(one, quote) for one, quote in hunk.added if one.name.key not in removed]
        swapped = len(gone) == len(new) == 1
        for one, quote in hunk.removed:
            if one.version and one.name.key in added:
                state_version(one.name, one.version, quote, self.sheet, self.seen)
        for one, quote in hunk.added:
            old = gone[0][0].name if swapped and (one, quote) == new[0] else None
            if old:
                self.sheet.name(old)
            self._hold(one, quote, old.name if old else None)
        for one, quote in () if swapped else gone:
            claim = Claim(self.name, self.relation, one.name, quote, ended_now(self.seen), evidence="observed")
            self.sheet.claim(claim)

    def _hold(self, one: Dependency, quote: str, replaces: str | None = None) -> None:
        self.sheet.claim(Claim(self.name, self.relation, one.name, quote, evidence="observed", replaces=replaces))
        if one.version:
            state_version(one.name, one.version, quote, self.sheet)
