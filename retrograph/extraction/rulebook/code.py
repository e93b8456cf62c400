"""Reads code and what running it prints: imports of a file, stack traces of an error."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from retrograph.extraction.dates.reference import Reference
from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.drafts import UNDATED, Claim, Dates, Name, Sheet
from retrograph.extraction.rulebook.header_fields import Line
from retrograph.graph.intervals import instant_text
from retrograph.graph.intervals import period as read_iso
from retrograph.graph.vocabulary import INFERRED_WEIGHT

IMPORTS: Final = (
    r"""import\s+(?:type\s+)?(?:(?P<names>[\w$*{}, \t]+?)\s+from\s+)?['"](?P<module>[^'"\s]+)['"]\s*;?""",
    r"""export\s+(?:type\s+)?(?P<names>[\w$*{}, \t]+?)\s+from\s+['"](?P<module>[^'"\s]+)['"]\s*;?""",
    r"""(?:const|let|var)\s+(?P<names>[\w${},: \t]+?)\s*=\s*"""
    r"""(?:await\s+)?(?:require|import)\(['"](?P<module>[^'"\s]+)['"]\)[\w.()]*\s*;?""",
    r"""from\s+(?P<module>\.*[A-Za-z_][\w.]*|\.+)\s+import\s+(?P<names>[\w*, \t()]+?)\s*(?:#.*)?""",
    r"""import\s+(?P<module>[A-Za-z_][\w.]*)(?:\s+as\s+\w+)?\s*(?:#.*)?""",
    r"""use\s+(?P<module>(?!std\b|core\b|crate\b|super\b|self\b)[a-z_]\w*)(?:::[\w:{}*, ]+)?\s*;""",
)
"""How languages spell an import: JavaScript and TypeScript, Python, Rust."""

SHOWN: Final = (
    r"[$%>]\s.*?\b(?:cat|head|tail|less|bat|nl|sed|more|type|view|open|vim?"
    r"|nano)\b.*?\s(?P<path>[\w@./\\-]*[\w-]\.[A-Za-z]\w{0,5})\s*$",
    r"(?://|#|--|/\*)\s*(?:file\s*:\s*)?(?P<path>[\w@./\\-]+\.[A-Za-z]\w{0,5})\s*(?:\*/)?\s*$",
    r"(?:file|path)\s*:\s*`?(?P<path>[\w@./\\-]+\.[A-Za-z]\w{0,5})`?\s*$",
    r"==>\s(?P<path>\S+)\s<==\s*$",
    r"`?(?P<path>(?:[\w@.-]+/)*[\w.-]+\.[A-Za-z]\w{0,5})`?:\s*$",
    r"\+\+\+\s(?:b/)?(?P<path>\S+).*$",
)
"""Lines that say which file the lines below them are from."""

FRAMES: Final = (
    r"\s*at\s(?:async\s|new\s)?(?P<function>[\w$.<>]+)(?:\s\[as\s\w+\])?\s\((?P<file>[^()\s]+?):[0-9]+(?::[0-9]+)?\)\s*",
    r"\s*at\s(?P<function>[\w$.<>]+)\((?P<file>[\w$]+\.(?:java|kt|scala)):[0-9]+\)\s*",
    r"\s*File \"(?P<file>[^\"]+)\", line [0-9]+, in (?P<function>[\w<>.]+)\s*",
    r"\s*(?P<file>[\w./\\-]+\.py):[0-9]+: in (?P<function>[\w<>.]+)\s*",
)
"""A frame of a stack trace: Node and browsers, the JVM, Python, pytest. The last two print the innermost frame last."""

_IMPORTING: Final = re.compile(r"\b(?:import|require|from|use)\b")
_FRAMED: Final = re.compile(r"\bat\s|File \"|\.py:")
_NOTABLE: Final = re.compile(
    rf"{_FRAMED.pattern}|Error|Exception|Interrupt|Fault|Exit|Warning|Operation|NotFound|Timeout|Refused"
    rf"|DoesNotExist|Traceback"
    r"|Stack trace|During handling|The above"
)
"""What a line must hold before it is looked at closely."""

_INNERMOST_LAST: Final = frozenset({2, 3})
_IMPORTS: Final = tuple(re.compile(rf"[ \t]*{pattern}$") for pattern in IMPORTS)
_SHOWN: Final = tuple(re.compile(rf"[ \t]*{pattern}", re.IGNORECASE) for pattern in SHOWN)
_FRAMES: Final = tuple(re.compile(rf"{pattern}$") for pattern in FRAMES)
_RAISED: Final = re.compile(
    r"\s*(?:E\s+|Uncaught\s|Unhandled\s|Caused by:\s|Exception in thread \"[^\"]*\"\s|thrown:\s|\[?ERROR\]?:?\s)?"
    r"(?P<error>(?:[A-Za-z_$][\w$]*\.)*[A-Z]\w*(?:Error|Exception|Interrupt|Fault|Exit|Warning|Operation|NotFound"
    r"|Timeout|Refused|DoesNotExist))(?:\s\[[^\]]*\])?(?::\s?(?P<message>.*))?$"
)
_STAMP: Final = re.compile(
    r"\s*\[?(?P<stamp>[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:]{5,8}(?:[.,][0-9]{1,9})?(?:Z"
    r"|[+-][0-9]{2}:?[0-9]{2})?)\]?\s(?=\s*\S)"
)
_TRACE_HEAD: Final = re.compile(
    r"\s*(?:Traceback \(most recent call last\)|Stack trace|During handling of the above|The above exception)"
)
_FOREIGN: Final = re.compile(
    r"node_modules|site-packages|dist-packages|node:|internal/|/lib/python|<anonymous>|<frozen|\bjava\.|\bjdk\."
)
_RELATIVE: Final = re.compile(r"\.|@/|~/|#/")
_TRACE_GAP: Final = 6
"""Lines between the frames of one trace: source lines that are printed with them."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame: where it stands, what runs, and in which file."""

    line: Line
    function: str
    file: str
    innermost_last: bool


def file_shown(line: str) -> str | None:
    """The file that the following lines are from, where a line says so: `$ cat src/app.ts`, `// src/app.ts`."""
    for pattern in _SHOWN if "." in line else ():
        found = pattern.match(line)
        if found and found["path"] != "/dev/null" and naming.is_path(found["path"]):
            return found["path"]
    return None


def import_of(line: str) -> tuple[str, tuple[str, ...]] | None:
    """The module that a line of code imports, and the names taken from it."""
    for pattern in _IMPORTS if _IMPORTING.search(line) else ():
        found = pattern.match(line)
        if found:
            names = found.groupdict().get("names") or ""
            taken = tuple(re.findall(r"[A-Za-z_$][\w$]*", re.sub(r"\b\w+\s+as\s+", "", names)))
            return found["module"], tuple(name for name in taken if name not in ("as", "type", "default", "import"))
    return None


def module_name(module: str, file: str) -> Name:
    """What an import names: a file by its relative path, or a package by its root."""
    if _RELATIVE.match(module) and not re.match(r"@[\w-]+/", module):
        return Name("file", module)
    if "/" in module:
        parts = module.split("/")
        root = "/".join(parts[: 2 if module.startswith("@") else 1])
        return Name("library", root, (module,) if root != module else ())
    root = module.split(".", maxsplit=1)[0]
    if root != module and root in re.split(r"[\\/]", file)[:-1]:
        return Name("file", module)
    return Name("library", root if file.endswith((".py", ".pyi")) else module, (module,) if root != module else ())


def read_imports(lines: Sequence[Line], sheet: Sheet, file: str | None = None) -> set[int]:
    """Imports of files that the text shows; the numbers of their lines. Those of a diff are read with the diff."""
    read: set[int] = set()
    in_diff = False
    for index, line in enumerate(lines):
        if len(line.text) < 4 and not in_diff:
            continue
        in_diff = (in_diff or line.text.startswith(("diff --git", "--- "))) and bool(line.text.strip())
        shown = None if in_diff else file_shown(line.text)
        if shown:
            file = shown
        elif file and not in_diff and (found := import_of(line.text)):
            state_import(Name("file", file), found, line.text.strip(), sheet)
            read.add(index)
    return read


def state_import(
    file: Name, found: tuple[str, tuple[str, ...]], quote: str, sheet: Sheet, replaces: str | None = None
) -> None:
    """A file imports a module; the functions that come from one's own files are located there."""
    module, names = found
    target = module_name(module, file.name)
    sheet.claim(Claim(file, "imports", target, quote, evidence="observed", replaces=replaces))
    for name in names if target.type == "file" else ():
        if name[:1].islower():
            sheet.claim(Claim(Name("function", name), "located_in", target, quote, evidence="observed"))


def read_traces(lines: Sequence[Line], content: str, seen: Reference, sheet: Sheet) -> set[int]:
    """Stack traces: what was raised comes from the innermost frame of one's own code; a caller uses what it calls."""
    read: set[int] = set()
    frames: list[Frame] = []
    raised: tuple[Line, str] | None = None
    last = -_TRACE_GAP
    if not _FRAMED.search(content):
        return read
    for index, line in enumerate(lines):
        if not _NOTABLE.search(line.text):
            continue
        text = _STAMP.sub("", line.text, count=1)
        frame = _frame(text, line)
        error = None if frame else _RAISED.match(text)
        if frames and (index - last > _TRACE_GAP or (error and raised)):
            _state_trace(raised, frames, content, seen, sheet)
            frames, raised = [], None
        if frame or _TRACE_HEAD.match(text):
            read.add(index)
        if frame:
            frames.append(frame)
            last = index
        elif error and (frames or _near_frame(lines, index)):
            raised = (line, error["error"])
            last = index
            read.add(index)
    if frames:
        _state_trace(raised, frames, content, seen, sheet)
    return read


def _near_frame(lines: Sequence[Line], index: int) -> bool:
    return any(_frame(_STAMP.sub("", line.text, count=1), line) for line in lines[index + 1 : index + _TRACE_GAP])


def _frame(text: str, line: Line) -> Frame | None:
    if not _FRAMED.search(text):
        return None
    for number, pattern in enumerate(_FRAMES):
        found = pattern.match(text)
        if found:
            return Frame(line, found["function"], found["file"], number in _INNERMOST_LAST)
    return None


def _state_trace(
    raised: tuple[Line, str] | None, frames: list[Frame], content: str, seen: Reference, sheet: Sheet
) -> None:
    own = [
        f for f in frames if not _FOREIGN.search(f.file) and not _FOREIGN.search(f.function) and f.function[:1] != "<"
    ]
    if own and own[0].innermost_last:
        own.reverse()
    for frame in own:
        where = Claim(
            _function(frame),
            "located_in",
            Name("file", frame.file),
            frame.line.text,
            _stamped(frame.line, seen),
            evidence="observed",
        )
        sheet.claim(where)
    if own and raised:
        line, error = raised
        short = error.rsplit(".", 1)[-1]
        name = Name("error", error, (short,) if short != error else ())
        quote = _between(line, own[0].line, content)
        dates = _stamped(own[0].line, seen)
        sheet.claim(Claim(name, "caused_by", _function(own[0]), quote, dates, INFERRED_WEIGHT, "observed"))
    for callee, caller in pairwise(own):
        quote = _between(callee.line, caller.line, content)
        sheet.claim(
            Claim(
                _function(caller),
                "uses",
                _function(callee),
                quote,
                _stamped(caller.line, seen),
                INFERRED_WEIGHT,
                "observed",
            )
        )


def _function(frame: Frame) -> Name:
    return Name("function", frame.function)


def _between(one: Line, other: Line, content: str) -> str:
    first, last = sorted((one, other), key=lambda line: line.start)
    quote = content[first.start : last.end]
    return quote if len(quote) <= 800 else last.text


def _stamped(line: Line, seen: Reference) -> Dates:
    """The time that a line of a log gives itself."""
    stamp = _STAMP.match(line.text)
    if not stamp:
        return UNDATED
    try:
        when = read_iso(stamp["stamp"], seen.zone, naive=True)
    except ValueError:
        return UNDATED
    return Dates(start=instant_text(when.start), phrase_from=stamp["stamp"])
