"""Reads what version control prints: commits with their files, diffs of manifests and of imports."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from retrograph.extraction.dates.reference import Reference
from retrograph.extraction.rulebook import code, naming
from retrograph.extraction.rulebook.drafts import Claim, Dates, Name, Sheet
from retrograph.extraction.rulebook.header_fields import Line
from retrograph.graph.intervals import instant_text
from retrograph.graph.vocabulary import RelationType

Namer = Callable[[str], Name | None]

MANIFESTS: Final[tuple[tuple[str, str], ...]] = (
    (r"package\.json|composer\.json", r'\s*"(?P<name>@?[\w./-]+)":\s*"(?:[\^~>=<v ]*[0-9][^"]*|\*|latest|next'
                                      r'|(?:workspace|npm|git|github|file):[^"]*)",?'),
    (r"requirements[\w.-]*\.txt|constraints\.txt",
        r"(?P<name>[A-Za-z][\w.-]*)(?:\[[\w,-]+\])?\s*(?:[=<>~!]=?=?\s*[\w.*]+.*)?"),
    (
        r"pyproject\.toml",
        r"""\s*["'](?P<name>[A-Za-z][\w.-]*)(?:\[[\w,-]+\])?\s*(?:[=<>~!][^"']*)?["'],?"""
        r"""|(?P<name2>(?!name|version|description|python|requires|license|readme|line|target)[A-Za-z][\w-]*)"""
        r"""\s*=\s*["'][\^~>=<]*[0-9][^"']*["']""",
    ),
    (
        r"Cargo\.toml",
        r"""(?P<name>(?!name|version|edition|license|description|rust-version)[A-Za-z][\w-]*)"""
        r"""\s*=\s*(?:["'][\^~>=<]*[0-9][^"']*["']|\{.*\bversion\b.*\})""",
    ),
    (r"go\.mod", r"\s*(?:require\s+)?(?P<name>[\w.-]+\.[a-z]{2,}/[\w./-]+)\s+v[0-9]\S*.*"),
    (r"Gemfile", r"""\s*gem\s+["'](?P<name>[\w-]+)["'].*"""),
)  # fmt: skip
"""Files that list dependencies, and how a line of theirs names one."""

_OWN_NAME: Final = re.compile(
    r"""\s*"name"\s*:\s*"(?P<json>[^"]+)"|name\s*=\s*["'](?P<toml>[^"']+)["']|module\s+(?P<go>\S+)"""
)
_NOT_A_PACKAGE: Final = frozenset(
    {
        "version",
        "name",
        "node",
        "npm",
        "yarn",
        "pnpm",
        "license",
        "main",
        "type",
        "description",
        "private",
        "target",
        "module",
    }
)
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
        subject = _SUBJECT.match(line.text)
        if subject and change.scope is None:
            change.scope = subject["scope"]
    return change


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

    removed: list[tuple[Name, str]] = field(default_factory=list)
    added: list[tuple[Name, str]] = field(default_factory=list)


def read_diffs(lines: Sequence[Line], seen: Reference, sheet: Sheet) -> set[int]:
    """Dependencies and imports that a diff adds, removes or leaves standing; the numbers of the lines it takes up."""
    read: set[int] = set()
    for first, last, path in _files(lines):
        body = lines[first:last]
        read.update(range(first, last))
        pattern = _manifest(path)
        if pattern:
            owner = _owner(body, path)
            named = partial(_dependency, pattern=pattern, owner=owner)
            _Dependent(owner, "depends_on", named, sheet, seen).read(body)
        else:
            file = Name("file", path)
            _Dependent(file, "imports", partial(_imported, file=file), sheet, seen).read(body)
    return read


def read_manifest(lines: Sequence[Line], sheet: Sheet, file: str | None = None) -> None:
    """Dependencies of a manifest that the text shows whole."""
    pattern = _manifest(file) if file else None
    owner = _owner(lines, file) if file and pattern else None
    for index, line in enumerate(lines):
        if line.text.startswith("diff --git"):
            return
        shown = code.file_shown(line.text)
        if shown:
            pattern = _manifest(shown)
            owner = _owner(lines[index:], shown) if pattern else None
        elif pattern and owner and (named := _dependency(line.text, pattern, owner)):
            sheet.claim(Claim(owner, "depends_on", named, line.text.strip(), evidence="observed"))


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


def _manifest(path: str) -> re.Pattern[str] | None:
    base = re.split(r"[\\/]", path)[-1]
    return next((re.compile(rf"(?:{line})$") for name, line in MANIFESTS if re.fullmatch(name, base)), None)


def _owner(lines: Sequence[Line], path: str) -> Name:
    for line in lines:
        context = re.match(r"@@[^@]*@@ (.+)", line.text)
        found = _OWN_NAME.match(context[1]) if context else None
        found = (
            found
            or _OWN_NAME.match(line.text[1:] if line.text[:1] in "+ " else line.text)
            or _OWN_NAME.match(line.text)
        )
        if found:
            return Name("project", found["json"] or found["toml"] or found["go"])
    return Name("file", path)


def _dependency(text: str, pattern: re.Pattern[str], owner: Name) -> Name | None:
    found = pattern.match(text)
    name = found and (found["name"] or found.groupdict().get("name2"))
    return Name("library", name) if name and name not in _NOT_A_PACKAGE and name != owner.name else None


def _imported(text: str, file: Name) -> Name | None:
    found = code.import_of(text)
    return code.module_name(found[0], file.name) if found else None


@dataclass(frozen=True, slots=True)
class _Dependent:
    """What a diff changes the dependencies of: a project, or a file by its imports."""

    name: Name
    relation: RelationType
    named: Namer
    sheet: Sheet
    seen: Reference

    def read(self, body: Sequence[Line]) -> None:
        """State what the lines add, remove and leave standing."""
        hunk = _Hunk()
        for line in body:
            sign, text = line.text[:1], line.text[1:]
            name = None if line.text.startswith(("+++", "---", "@@")) else self.named(text)
            if name and sign in "+-":
                (hunk.added if sign == "+" else hunk.removed).append((name, line.text))
            elif sign not in "+-":
                self._state(hunk)
                hunk = _Hunk()
                if name:
                    self.sheet.claim(Claim(self.name, self.relation, name, text.strip(), evidence="observed"))
        self._state(hunk)

    def _state(self, hunk: _Hunk) -> None:
        added, removed = ({name.key for name, _ in lines} for lines in (hunk.added, hunk.removed))
        gone = [(name, quote) for name, quote in hunk.removed if name.key not in added]
        new = [(name, quote) for name, quote in hunk.added if name.key not in removed]
        swapped = len(gone) == len(new) == 1
        for name, quote in hunk.added:
            old = gone[0][0] if swapped and (name, quote) == new[0] else None
            if old:
                self.sheet.name(old)
            replaces = old.name if old else None
            self.sheet.claim(Claim(self.name, self.relation, name, quote, evidence="observed", replaces=replaces))
        for name, quote in () if swapped else gone:
            dates = Dates(start="unknown", end=instant_text(self.seen.at))
            self.sheet.claim(Claim(self.name, self.relation, name, quote, dates, evidence="observed"))
