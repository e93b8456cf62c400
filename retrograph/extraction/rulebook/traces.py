"""Reads stack traces: what was raised, where, and who called whom."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from retrograph.extraction.dates.reference import Reference
from retrograph.extraction.rulebook.drafts import UNDATED, Claim, Dates, Name, Sheet
from retrograph.extraction.rulebook.header_fields import Line
from retrograph.graph.intervals import instant_text
from retrograph.graph.intervals import period as read_iso
from retrograph.graph.vocabulary import INFERRED_WEIGHT

FRAMES: Final = (
    # Node and browsers: `    at resolveTenant (src/tenant/resolve.ts:41:18)`
    r"\s*at\s(?:async\s"
    r"|new\s)?(?P<function>[\w$.<>]+)(?:\s\[as\s\w+\])?\s\((?P<file>[^()\s]+?):[0-9]+(?::[0-9]+)?\)\s*",
    # the JVM: `	at com.acme.pool.Pool.borrow(Pool.java:88)`
    r"\s*at\s(?:[\w.@]+/)*(?P<function>[\w$.<>]+)\((?P<file>[\w$]+\.(?:java|kt|scala|groovy)):[0-9]+\)\s*",
    # .NET: `   at Shop.Cart.Total(Item[] items) in /src/Shop/Cart.cs:line 42`
    r"\s*at\s(?P<function>[\w$.<>`+]+)\([^()\n]*\)\sin\s(?P<file>\S+):line\s[0-9]+\s*",
    # Ruby: `app/cart.rb:12:in 'total'`
    r"\s*(?:from\s)?(?P<file>[\w./-]+\.rb):[0-9]+:in\s[`'](?P<function>[\w.#:?!<>]+)'.*",
    # Python: `  File "app/db.py", line 40, in fetch_rows`
    r"\s*File \"(?P<file>[^\"]+)\", line [0-9]+, in (?P<function>[\w<>.]+)\s*",
    # pytest: `billing/money.py:27: in parse_amount`
    r"\s*(?P<file>[\w./\\-]+\.py):[0-9]+: in (?P<function>[\w<>.]+)\s*",
)
"""A frame of a stack trace on one line. Python's print the innermost frame last."""

PAIRS: Final = (
    # Go: `main.loadConfig(0x0)`, and below it `	/app/config.go:42 +0x1d`
    (r"(?P<function>[\w./*()-]+)\([^()\n]*\)\s*", r"\s+(?P<file>\S+\.go):[0-9]+(?:\s\+0x[0-9a-f]+)?\s*"),
    # Rust: `   1: reader::read_block`, and below it `             at ./src/reader.rs:41:13`
    (
        r"\s*[0-9]+:\s+(?:0x[0-9a-f]+\s-\s)?(?P<function>[\w:<>{}#]+)\s*",
        r"\s+at\s(?P<file>\S+\.rs):[0-9]+(?::[0-9]+)?\s*",
    ),
)
"""A frame on two lines: the function, and below it the file."""

RAISED: Final = (
    # a class of errors, behind what a log or a runtime prints before it
    r"\s*(?:E\s+|Uncaught\s|Unhandled\s|Unhandled exception\.\s|Caused by:\s|Exception in thread \"[^\"]*\"\s|thrown:\s"
    r"|\[?(?:ERROR|FATAL|CRITICAL|WARN)\]?:?\s(?:\[[^\]\n]*\]\s)?(?:[\w.-]+\s[-:]\s)?)?"
    r"(?P<error>(?:[A-Za-z_$][\w$]*(?:\.|::))*[A-Z]\w*(?:Error|Exception|Interrupt|Fault|Exit|Warning|Operation"
    r"|NotFound"
    r"|Timeout|Refused|DoesNotExist))(?:\s\[[^\]]*\])?(?::\s?.*)?",
    # Ruby: `app/cart.rb:12:in 'total': undefined method (NoMethodError)`
    r"\s*\S+\.rb:[0-9]+:in\s.*\((?P<error>[A-Z][\w:]*Error)\)\s*",
    # Go: `panic: runtime error: index out of range [7]`
    r"(?:panic|fatal error):\s(?P<error>(?:runtime\serror:\s)?[^\[\n]{3,80}?)(?:\s\[.*|:\s.*)?\s*",
    # Rust, old and new: `thread 'main' panicked at 'boom', src/a.rs:4:5`, `thread 'main' panicked at src/a.rs:4:5:`
    r"\s*thread\s'[^'\n]*'\s(?:\([0-9]+\)\s)?panicked\sat\s'(?P<error>[^':\n]{3,80})[^\n]*',\s(?P<file>\S+\.rs):[0-9:]+\s*",
    r"\s*thread\s'[^'\n]*'\s(?:\([0-9]+\)\s)?panicked\sat\s(?P<file>\S+\.rs):[0-9:]+\s*",
)
"""A line that says what was raised."""

_FRAMED: Final = re.compile(r"\bat\s|File \"|\.py:|\.go:|\.rb:|panicked")
_NOTABLE: Final = re.compile(
    rf"{_FRAMED.pattern}|Error|Exception|Interrupt|Fault|Exit|Warning|Operation|NotFound|Timeout|Refused"
    r"|DoesNotExist|Traceback|Stack trace|stack backtrace|During handling|The above|panic:|fatal error:|goroutine"
)
"""What a line must hold before it is looked at closely."""

_INNERMOST_LAST: Final = frozenset({4, 5})
_FRAMES: Final = tuple(re.compile(f"{pattern}$") for pattern in FRAMES)
_PAIRS: Final = tuple((re.compile(f"{one}$"), re.compile(f"{two}$")) for one, two in PAIRS)
_RAISED: Final = tuple(re.compile(f"{pattern}$") for pattern in RAISED)
_STAMP: Final = re.compile(
    r"\s*\[?(?P<stamp>[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:]{5,8}(?:[.,][0-9]{1,9})?(?:Z"
    r"|[+-][0-9]{2}:?[0-9]{2})?)\]?\s(?=\s*\S)"
)
_TRACE_HEAD: Final = re.compile(
    r"\s*(?:Traceback \(most recent call last\)|Stack trace|stack backtrace|goroutine [0-9]+"
    r"|During handling of the above|The above exception)"
)
_FOREIGN: Final = re.compile(
    r"node_modules|site-packages|dist-packages|node:|internal/|/lib/python|<anonymous>|<frozen|\bjava\.|\bjdk\.|/rustc/"
    r"|/usr/local/go/|/gems/|^(?:runtime|testing|net/http|rust_begin_unwind|core::|std::|System\.|Microsoft\."
    r"|org\.junit)"
)
_TRACE_GAP: Final = 6
"""Lines between the frames of one trace: source lines that are printed with them."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame: where it stands, what runs, and in which file."""

    line: Line
    function: str
    file: str
    innermost_last: bool = False


@dataclass(frozen=True, slots=True)
class Raised:
    """An error and the line that names it; `file` where that line says it, as a panic's does."""

    line: Line
    error: str
    file: str | None = None


def read_traces(lines: Sequence[Line], content: str, seen: Reference, sheet: Sheet) -> set[int]:
    """Stack traces: what was raised comes from the innermost frame of one's own code; a caller uses what it calls."""
    if not _FRAMED.search(content):
        return set()
    return _Reader(lines, content, seen, sheet).read()


class _Reader:
    """Gathers frames and what was raised, and states them when the trace is over."""

    def __init__(self, lines: Sequence[Line], content: str, seen: Reference, sheet: Sheet) -> None:
        self._lines, self._content, self._seen, self._sheet = lines, content, seen, sheet
        self._frames: list[Frame] = []
        self._raised: Raised | None = None
        self._last = -_TRACE_GAP
        self._read: set[int] = set()

    def read(self) -> set[int]:
        for index, line in enumerate(self._lines):
            if _NOTABLE.search(line.text):
                self._take(index, line)
        self._close()
        return self._read

    def _take(self, index: int, line: Line) -> None:
        text = _STAMP.sub("", line.text, count=1)
        frame = self._frame(index)
        raised = self._raised_at(index, text)
        over = index - self._last > _TRACE_GAP
        if (self._frames and over) or (raised and self._raised):
            self._close()
        if frame or _TRACE_HEAD.match(text):
            self._read.add(index)
        if frame:
            self._frames.append(frame)
            self._last = index
        if raised and (self._frames or raised.file or self._near_frame(index)):
            self._raised = raised
            self._last = index
            self._read.add(index)

    def _near_frame(self, index: int) -> bool:
        return any(self._frame(near) for near in range(index + 1, min(index + _TRACE_GAP, len(self._lines))))

    def _frame(self, index: int) -> Frame | None:
        line = self._lines[index]
        if not _FRAMED.search(line.text):
            return None
        text = _STAMP.sub("", line.text, count=1)
        for number, pattern in enumerate(_FRAMES):
            found = pattern.match(text)
            if found:
                return Frame(line, found["function"], found["file"], number in _INNERMOST_LAST)
        above = self._lines[index - 1] if index else None
        for first, second in _PAIRS if above else ():
            function, file = first.match(above.text) if above else None, second.match(text)
            if above and function and file:
                both = Line(self._content[above.start : line.end], above.start)
                return Frame(both, function["function"], file["file"])
        return None

    def _raised_at(self, index: int, text: str) -> Raised | None:
        line = self._lines[index]
        for pattern in _RAISED:
            found = pattern.match(text)
            if not found:
                continue
            named = found.groupdict()
            message = named.get("error")
            if message is None and index + 1 < len(self._lines):
                message = self._lines[index + 1].text.split(": ", maxsplit=1)[0].strip()[:80]
            return Raised(line, message, named.get("file")) if message else None
        return None

    def _close(self) -> None:
        """State the trace gathered so far."""
        frames, raised = self._frames, self._raised
        self._frames, self._raised = [], None
        own = [f for f in frames if not _FOREIGN.search(f.file) and not _FOREIGN.search(f.function)]
        if own and own[0].innermost_last:
            own.reverse()
        named = [frame for frame in own if frame.function[:1] != "<"]
        for frame in named:
            self._claim(frame.line, Claim(_function(frame), "located_in", Name("file", frame.file), frame.line.text))
        if raised:
            self._blame(raised, named or own)
        for callee, caller in pairwise(named):
            quote = self._between(callee.line, caller.line)
            claim = Claim(_function(caller), "uses", _function(callee), quote, weight=INFERRED_WEIGHT)
            self._claim(caller.line, claim)

    def _blame(self, raised: Raised, own: list[Frame]) -> None:
        """What was raised comes from the innermost frame, or from the file where no function is named."""
        error = _error(raised.error)
        self._sheet.name(error)
        cause, line = None, raised.line
        if own:
            line = own[0].line
            cause = Name("file", own[0].file) if own[0].function[:1] == "<" else _function(own[0])
        elif raised.file:
            cause = Name("file", raised.file)
        if cause:
            quote = self._between(raised.line, line)
            self._claim(line, Claim(error, "caused_by", cause, quote, weight=INFERRED_WEIGHT))

    def _claim(self, line: Line, claim: Claim) -> None:
        stated = Claim(
            claim.source,
            claim.type,
            claim.target,
            claim.quote,
            _stamped(line, self._seen),
            claim.weight,
            "observed",
        )
        self._sheet.claim(stated)

    def _between(self, one: Line, other: Line) -> str:
        first, last = sorted((one, other), key=lambda line: line.start)
        quote = self._content[first.start : last.end]
        return quote if len(quote) <= 800 else last.text


def _error(text: str) -> Name:
    """An error by its class, which its last part names too, or by its message."""
    message = text.removeprefix("runtime error: ")
    short = message.rsplit("::" if "::" in message else ".", 1)[-1] if " " not in message else message
    return Name("error", message, tuple(other for other in dict.fromkeys((short, text)) if other != message))


def _function(frame: Frame) -> Name:
    return Name("function", frame.function)


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
