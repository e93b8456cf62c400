"""Reads files that list dependencies: which project needs what, and in which version."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from retrograph.extraction.rulebook import code
from retrograph.extraction.rulebook.drafts import Claim, Name, Sheet
from retrograph.extraction.rulebook.header_fields import Line
from retrograph.extraction.rulebook.lists import words
from retrograph.extraction.rulebook.runs import state_version

MANIFESTS: Final[tuple[tuple[str, str], ...]] = (
    (
        r"package\.json|composer\.json",
        r'\s*"(?P<name>@?[\w./-]+)":\s*"(?:(?P<version>[\^~>=<v ]*[0-9][^"]*)|\*|latest|next'
        r'|(?:workspace|npm|git|github|file):[^"]*)",?',
    ),
    (
        r"requirements[\w.-]*\.(?:txt|in)|constraints\.txt",
        r"(?P<name>[A-Za-z][\w.-]*)(?:\[[\w,-]+\])?\s*(?:[=<>~!]=?=?\s*(?P<version>[0-9][\w.*]*).*)?",
    ),
    (
        r"pyproject\.toml",
        r"""\s*["'](?P<name>[A-Za-z][\w.-]*)(?:\[[\w,-]+\])?\s*(?:(?P<version>[=<>~!][^"';]*)[^"']*)?["'],?"""
        r"""|(?P<name2>(?!name|version|description|python|requires|license|readme|line|target)[A-Za-z][\w-]*)"""
        r"""\s*=\s*["'](?P<version2>[\^~>=<]*[0-9][^"']*)["']""",
    ),
    (
        r"Cargo\.toml",
        r"""(?P<name>(?!name|version|edition|license|description|rust-version)[A-Za-z][\w-]*)"""
        r"""\s*=\s*(?:["'](?P<version>[\^~>=<]*[0-9][^"']*)["']"""
        r"""|\{.*\bversion\s*=\s*["'](?P<version2>[^"']+)["'].*\})""",
    ),
    (r"go\.mod", r"\s*(?:require\s+)?(?P<name>[\w.-]+\.[a-z]{2,}/[\w./-]+)\s+(?P<version>v[0-9]\S*).*"),
    (r"Gemfile", r"""\s*gem\s+["'](?P<name>[\w-]+)["'](?:,\s*["'](?P<version>[^"']+)["'])?.*"""),
    (r"build\.gradle(?:\.kts)?",
     r"""\s*(?:\w+mplementation|api|compileOnly|runtimeOnly|testRuntimeOnly|implementation)[\s(]+["']"""
     r"""(?P<name>[\w.-]+:[\w.-]+)(?::(?P<version>[\w.+-]+))?["']\)?"""),
    (r"pubspec\.yaml", r"  (?P<name>(?!sdk)[a-z]\w*):\s*(?P<version>[\^~>=<]*[0-9]\S*)"),
    (r"(?:[\w.-]+\.)?Dockerfile(?:\.[\w.-]+)?",
     r"(?i:FROM)\s+(?:--platform=\S+\s+)?(?P<name>[\w./-]*[a-z][\w./-]*)(?::(?P<version>[\w.-]+))?(?:\s+(?i:AS)\s+\S+)?"),
    (r"(?:docker-)?compose[\w.-]*\.ya?ml", r"\s*image:\s*[\"']?(?P<name>[\w./-]+?)(?::(?P<version>[\w.-]+))?[\"']?"),
    (r"\.nvmrc|\.node-version", r"(?P<version>v?[0-9][\w.]*)"),
    (r"\.tool-versions", r"(?P<name>[a-z][\w-]*)\s+(?P<version>[0-9]\S*)"),
)  # fmt: skip
"""Files that list dependencies, and how a line of theirs names one."""

LOCKS: Final[tuple[tuple[str, str], ...]] = (
    (r"package-lock\.json", r'\s*"(?:node_modules/)?(?P<name>@?[a-z][\w./-]*)":\s*\{'),
    (r"yarn\.lock", r'"?(?P<name>@?[a-z][\w./-]*)@.*:'),
    (r"(?:Cargo|poetry|uv|composer)\.lock", r'\s*"?name"?\s*[=:]\s*"(?P<name>[\w./-]+)",?'),
)
"""Lock files: the line that names a package; its version stands on a line of its own below it."""

LOCKED_VERSION: Final = re.compile(r'\s*"?version"?\s*(?:[=:]\s*)?"(?P<version>[0-9][^"]*)",?$')

_OWN_NAME: Final = re.compile(
    r"""\s*"name"\s*:\s*"(?P<json>[^"]+)"|name\s*[=:]\s*["']?(?P<toml>[\w@./-]+)["']?\s*$|module\s+(?P<go>\S+)"""
)
_NOT_A_PACKAGE: Final = words("version name license main type description private target module scratch")


@dataclass(frozen=True, slots=True)
class Dependency:
    """A package that a line of a manifest names, and the version it asks for."""

    name: Name
    version: str | None = None


def manifest_line(path: str, table: Sequence[tuple[str, str]] = MANIFESTS) -> re.Pattern[str] | None:
    """How a file of that name lists a dependency; None where it lists none."""
    base = re.split(r"[\\/]", path)[-1]
    return next((re.compile(rf"(?:{line})\s*$") for name, line in table if re.fullmatch(name, base)), None)


def owner_of(lines: Sequence[Line], path: str) -> Name:
    """What a manifest belongs to: the project that it names, else the file itself."""
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


def dependency(text: str, pattern: re.Pattern[str], owner: Name) -> Dependency | None:
    """The package that a line names."""
    found = pattern.match(text)
    if found is None:
        return None
    named = found.groupdict()
    name = named.get("name") or named.get("name2") or ("Node.js" if "name" not in named else None)
    if not name or name in _NOT_A_PACKAGE or name == owner.name:
        return None
    return Dependency(Name("library", name), (named.get("version") or named.get("version2") or "").strip() or None)


def read_manifest(lines: Sequence[Line], sheet: Sheet, file: str | None = None) -> None:
    """Dependencies of a manifest that the text shows whole."""
    pattern = manifest_line(file) if file else None
    owner = owner_of(lines, file) if file and pattern else None
    for index, line in enumerate(lines):
        if line.text.startswith("diff --git"):
            return
        shown = code.file_shown(line.text)
        if shown:
            pattern = manifest_line(shown)
            owner = owner_of(lines[index:], shown) if pattern else None
        elif pattern and owner and (named := dependency(line.text, pattern, owner)):
            sheet.claim(Claim(owner, "depends_on", named.name, line.text.strip(), evidence="observed"))
            if named.version:
                state_version(named.name, named.version, line.text.strip(), sheet)
