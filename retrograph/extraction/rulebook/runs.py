"""Reads what a run prints, line by line: tests that fail, compilers that complain, package managers that install.

Each row of the table is one way in which a tool writes a line. The named parts of a form are things (`file`, `test`,
`function`, `error`, `package`, `other`, `commit`); `version` is kept as a property of the package.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from retrograph.extraction.dates.reference import Reference
from retrograph.extraction.rulebook.drafts import UNDATED, Claim, Name, Sheet, Trait, ended_now
from retrograph.extraction.rulebook.header_fields import Line
from retrograph.graph.vocabulary import INFERRED_WEIGHT, STATED_WEIGHT, EntityType, RelationType

KINDS: Final[dict[str, EntityType]] = {
    "file": "file", "test": "function", "function": "function", "error": "error", "package": "library",
    "other": "library",
}  # fmt: skip

_FILE: Final = r"(?P<file>(?:[A-Za-z]:)?[\w@./\\-]*[\w-]\.[A-Za-z]\w{0,5})"
_PACKAGE: Final = r"(?P<package>@?[A-Za-z][\w./-]*?)"
_VERSION: Final = r"v?(?P<version>[0-9][\w.+-]*)"


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of line. `says` is (source, relation, target, weight) by part; `below` is the form of a following line.

    `tools`: a word that must stand somewhere in the text for the form to count.
    """

    name: str
    form: str
    says: tuple[tuple[str, RelationType, str, float], ...]
    example: str
    below: str = ""
    tools: str = ""


_IN_FILE: Final = (("error", "located_in", "file", STATED_WEIGHT),)
_TEST: Final = (("test", "located_in", "file", STATED_WEIGHT),)

ROWS: Final[tuple[Row, ...]] = (
    Row(
        "pytest: a test that failed",
        rf"(?:FAILED|ERROR)\s{_FILE}::(?:\w+::)*(?P<test>\w+)(?:\[[^\]\n]*\])?"
        r"(?:\s-\s(?P<error>(?:\w+\.)*[A-Z]\w+)(?::.*)?)?",
        (*_TEST, ("error", "caused_by", "test", INFERRED_WEIGHT)),
        "FAILED tests/test_cart.py::test_total - AssertionError: assert 10 == 12",
    ),
    Row(
        "pytest: a file that could not be read",
        rf"ERROR\s{_FILE}\s-\s(?P<error>(?:\w+\.)*[A-Z]\w+)(?::.*)?",
        (("error", "caused_by", "file", INFERRED_WEIGHT),), "ERROR tests/test_api.py - ImportError: no module",
    ),
    Row(
        "pytest -v: a test that failed",
        rf"{_FILE}::(?:\w+::)*(?P<test>\w+)(?:\[[^\]\n]*\])?\s(?:FAILED|ERROR)\b.*",
        _TEST, "tests/test_cart.py::test_total FAILED   [ 50%]",
    ),
    Row(
        "pytest: where a test failed",
        rf"{_FILE}:[0-9]+:\s(?P<error>[A-Z]\w*(?:Error|Exception|Warning|Exit))",
        _IN_FILE, "tests/test_refund.py:8: AssertionError",
    ),
    Row(
        "vitest: where a test failed",
        r"(?P<error>[A-Z]\w*(?:Error|Exception)):\s.*",
        _IN_FILE, "AssertionError: expected 402 to be 400\n ❯ src/pay/charge.test.ts:41:22",
        below=rf"\s*❯\s{_FILE}:[0-9:]+\s*", tools="FAIL",
    ),
    Row(
        "go test: a test that failed, and where",
        r"\s*--- FAIL: (?P<test>\w[\w/]*)\s\(.*\)",
        _TEST, "--- FAIL: TestParse (0.00s)\n    parse_test.go:23: got 3, want 4",
        below=r"\s+(?P<file>[\w./-]+\.go):[0-9]+:\s.*",
    ),
    Row(
        "cargo test: a test that failed",
        r"test\s(?P<test>[\w:]+)\s\.\.\.\sFAILED",
        (), "test parser::tests::nested ... FAILED",
    ),
    Row(
        "JUnit: a test that failed",
        r"\[ERROR\]\s+(?P<test>[A-Z]\w+\.\w+):[0-9]+.*",
        (), "[ERROR] CartTest.testTotal:42 expected:<10> but was:<12>",
    ),
    Row(
        "TypeScript: an error in a file",
        rf"\s*{_FILE}(?:\([0-9,]+\)|:[0-9:]+)(?::|\s-)\serror\s(?P<error>TS[0-9]+):\s.*",
        _IN_FILE, "src/app.ts(12,7): error TS2322: Type 'string' is not assignable to type 'number'.",
    ),
    Row(
        "C#: an error in a file",
        rf"\s*{_FILE}\([0-9,]+\):\serror\s(?P<error>CS[0-9]+):\s.*",
        _IN_FILE, "Shop/Cart.cs(12,7): error CS0103: The name 'x' does not exist",
    ),
    Row(
        "rustc: an error in a file",
        r"error\[(?P<error>E[0-9]{4})\]:\s.*",
        _IN_FILE, "error[E0382]: borrow of moved value: `cfg`\n  --> src/config.rs:21:10",
        below=r"\s*-->\s(?P<file>\S+\.rs):[0-9:]+\s*",
    ),
    Row(
        "mypy: an error in a file",
        rf"{_FILE}:[0-9:]+:\serror:\s[^\[\n]*\[(?P<error>[a-z][a-z-]+)\]",
        _IN_FILE, "app/db.py:12: error: Incompatible types in assignment  [assignment]",
    ),
    Row(
        "ruff, flake8: a rule that a file breaks",
        rf"{_FILE}:[0-9]+:[0-9]+:\s(?P<error>[A-Z]{{1,4}}[0-9]{{3,4}})\s.*",
        _IN_FILE, "app/db.py:1:8: F401 `os` imported but unused",
    ),
    Row(
        "Node: a module that is missing",
        r"(?:Error:\s)?Cannot find (?:module|package) '(?P<package>@?[A-Za-z][\w./-]*)'.*",
        (("file", "imports", "package", STATED_WEIGHT),),
        "Error: Cannot find module 'left-pad'\nRequire stack:\n- /app/src/util.js",
        below=r"-\s(?P<file>\S+\.\w+)\s*",
    ),
    Row(
        "Python: a module that is missing",
        r"ModuleNotFoundError: No module named '(?P<package>[A-Za-z]\w*)[\w.]*'",
        (), "ModuleNotFoundError: No module named 'pandas'",
    ),
    Row(
        "npm: a package that needs another",
        r"npm\s(?:ERR!|error)\s+(?:peer\s|dev\s)?(?P<other>@?[a-z][\w./-]*)@\"[^\"]*\"\sfrom\s(?P<package>@?[a-z][\w./-]*)@[0-9]\S*",
        (("package", "depends_on", "other", STATED_WEIGHT),),
        'npm error peer react@"^17.0.0" from react-sortable@0.9.2',
    ),
    Row(
        "npm: the code of an error",
        r"npm\s(?:ERR!|error)\scode\s(?P<error>E[A-Z0-9_]+)",
        (), "npm ERR! code ERESOLVE",
    ),
    Row(
        "pip: what was installed",
        r"Successfully installed(?P<many>(?:\s[A-Za-z][\w.-]*-[0-9][\w.!+]*)+)\s*",
        (), "Successfully installed anyio-4.4.0 httpx-0.27.0",
    ),
    Row(
        "pip: a package that needs another",
        rf"\s*(?:Collecting|Requirement already satisfied:|Downloading)\s(?P<other>[A-Za-z][\w.-]*?)"
        rf"(?:[<>=!~][^\s(]*)?(?:\sin\s\S+)?\s\(from\s{_PACKAGE}(?:[=<>!~-].*)?\)(?:\s\(.*\))?",
        (("package", "depends_on", "other", STATED_WEIGHT),), "Collecting urllib3<3,>=1.21.1 (from requests)",
    ),
    Row(
        "pip: a package that another is too old for",
        rf"(?:ERROR:\s)?{_PACKAGE}\s{_VERSION}\srequires\s(?P<other>[A-Za-z][\w.-]*?)(?:\[[^\]]*\])?(?:[<>=!~].*)?,\sbut.*",
        (("package", "depends_on", "other", STATED_WEIGHT),),
        "ERROR: moto 4.2.0 requires werkzeug<3, but you have werkzeug 3.0.1 which is incompatible.",
    ),
    Row(
        "a package that was added, with its version",
        rf"\s*(?:Adding|Added|Installing|Installed|Compiling|Locking|\+|=>\sFound)\s{_PACKAGE}"
        rf"(?:\s\(?|==|@){_VERSION}\)?(?:\s.*)?",
        (), "      Adding serde v1.0.203 to dependencies",
        tools=r"cargo|poetry|uv|pnpm|yarn|npm|pip|bun|composer|bundle|Compiling",
    ),
    Row(
        "a package that got another version",
        rf"\s*(?:Updating|Updated|Upgrading|Upgraded|Bumping)\s{_PACKAGE}\s\(?v?(?P<old>[0-9][\w.+-]*)\s?(?:->|=>|→)"
        rf"\s?{_VERSION}\)?(?:\s.*)?",
        (), "    Updating tokio v1.37.0 -> v1.38.0",
    ),
)  # fmt: skip

_BELOW: Final = 3
"""Lines within which the line below another is looked for."""

_ROWS: Final = tuple(
    (row, re.compile(rf"(?:{row.form})$"), re.compile(f"(?:{row.below})$") if row.below else None) for row in ROWS
)
_NOTABLE: Final = re.compile(
    r"FAIL|ERR|Cannot find|No module|[Ee]rror|Successfully|Collecting|Requirement|Downloading|requires|Add"
    r"|Install|Compil|Lock|\+|Found|Updat|Upgrad|Bump|:[0-9]+:\s[A-Z]"
)
_STAMP: Final = re.compile(r"\s*\[?[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.,]+(?:Z|[+-][0-9]{2}:?[0-9]{2})?\]?\s")


def read_runs(lines: Sequence[Line], content: str, seen: Reference, sheet: Sheet) -> set[int]:
    """What the lines of a run say; the numbers of the lines that say it."""
    read: set[int] = set()
    counted = {row.tools: re.search(rf"\b(?:{row.tools})\b", content) is not None for row in ROWS}
    for index, line in enumerate(lines):
        if not _NOTABLE.search(line.text):
            continue
        stamp = _STAMP.match(line.text)
        text = line.text[stamp.end() :] if stamp else line.text
        for row, form, below in _ROWS:
            found = form.match(text) if counted[row.tools] else None
            if found:
                named = {part: words for part, words in found.groupdict().items() if words}
                more, last = _below(below, lines[index + 1 : index + 1 + _BELOW])
                _state(row, named | more, content[line.start : (last or line).end].strip(), sheet, seen)
                read.add(index)
                break
    return read


def _below(form: re.Pattern[str] | None, following: Sequence[Line]) -> tuple[dict[str, str], Line | None]:
    """The parts that a line below names, and that line."""
    for line in following if form else ():
        found = form.match(line.text) if form else None
        if found:
            return found.groupdict(), line
    return {}, None


def _state(row: Row, named: dict[str, str], quote: str, sheet: Sheet, seen: Reference) -> None:
    things = {part: Name(kind, named[part]) for part, kind in KINDS.items() if part in named}
    for name in things.values():
        sheet.name(name)
    for source, relation, target, weight in row.says:
        if source in things and target in things:
            sheet.claim(Claim(things[source], relation, things[target], quote, weight=weight, evidence="observed"))
    package = things.get("package")
    if package and "version" in named:
        state_version(package, named["version"], quote, sheet)
    if package and "old" in named:
        state_version(package, named["old"], quote, sheet, seen)
    for one in named.get("many", "").split():
        installed, _, number = one.rpartition("-")
        state_version(Name("library", installed), number, quote, sheet)


def state_version(package: Name, version: str, quote: str, sheet: Sheet, ended: Reference | None = None) -> None:
    """A package is at a version, as a run or a manifest shows; `ended`: it was, until now."""
    dates = ended_now(ended) if ended else UNDATED
    sheet.trait(Trait(package, "version", version, quote, dates, evidence="observed"))
