"""From files to observations: JSON lines, decision records in a folder, the history of the PEPs.

    source = open_source(Path("docs/adr"), UTC)
    report = run(door, source)
    report.recorded, report.repeated, report.rejected

Reading the same bytes again gives the same idempotency keys: a second import changes nothing, and one that was
interrupted goes on when it is run again.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import tzinfo
from pathlib import Path
from typing import IO, Any, Final

import orjson

from retrograph.api.dating import DatedBy, History, date_of, git_history
from retrograph.errors import InvalidInput, RetrographError
from retrograph.graph.intervals import instant_text

SIZE_LIMIT: Final = 16 * 1024 * 1024
"""The longest line and the largest record read, in bytes. What a project takes in may be less."""

LINES: Final = (".jsonl", ".ndjson")
RECORDS: Final = (".md", ".markdown", ".rst", ".txt")
_BLANK: Final = b" \t\r\n\f\v\xef\xbb\xbf"
"""What a line may hold and still be blank: white space, and the mark at the beginning of a file."""
_PASSED_OVER: Final = ("node_modules", "__pycache__", "site-packages")


@dataclass(frozen=True, slots=True)
class Request:
    """One observation to record, as `POST observations` takes it, and the key that makes it a repeat next time.

    `where` tells a person what it was read from; `dated_by` tells where a file's date was found.
    """

    where: str
    body: Mapping[str, Any]
    key: str
    dated_by: DatedBy | None = None


@dataclass(frozen=True, slots=True)
class Rejected:
    """What cannot be taken in: a line or a file, and why."""

    where: str
    problem: str


Entry = Request | Rejected


@dataclass(frozen=True, slots=True)
class Source:
    """Something to import: how many entries it holds, blank lines apart, and a fresh reading of them."""

    name: str
    total: int
    entries: Callable[[], Iterator[Entry]]


def open_source(path: Path, zone: tzinfo) -> Source:
    """What `path` holds: a file of JSON lines, one record, or a folder of records. Dates without zone are in `zone`.

    Raises:
        InvalidInput: there is nothing at `path`, or nothing in it that can be imported.
        OSError: it cannot be read.
    """
    suffix = path.suffix.casefold()
    if not path.exists():
        raise InvalidInput("", f"there is no file or folder {path}")
    if path.is_dir():
        return _folder(path, zone)
    if suffix in RECORDS:
        folder = path.parent.resolve()
        return _records(str(path), folder, [folder / path.name], git_history(folder), zone)
    if suffix in LINES:
        return Source(str(path), _count_lines(path), lambda: _lines(path))
    expected = ", ".join((*LINES, *RECORDS))
    raise InvalidInput("", f"{path} cannot be imported; give a folder, or a file whose name ends in {expected}")


def content_key(body: Mapping[str, Any]) -> str:
    """The idempotency key of an observation: a digest of all that it says."""
    return "import-" + hashlib.sha256(orjson.dumps(body, option=orjson.OPT_SORT_KEYS)).hexdigest()[:40]


def observation_of(line: Mapping[str, Any]) -> dict[str, Any]:
    """The observation that a JSON line is: one as `POST observations` takes it, or one version of a PEP.

    Raises:
        InvalidInput: it is neither, or an observation without a date.
    """
    if "committedAt" in line and "pep" in line:
        return _pep_version(line)
    if "content" not in line:
        raise InvalidInput("", 'no observation: it has no "content"')
    if line.get("occurredAt") is None:
        raise InvalidInput("occurredAt", "is required in an import: when it happened, a date-time with an offset")
    return dict(line)


def _pep_version(line: Mapping[str, Any]) -> dict[str, Any]:
    """A line `{path, pep, commit, committedAt, text}`. The number is the record's identity over renames."""
    number = line["pep"]
    if not isinstance(number, int) or isinstance(number, bool):
        raise InvalidInput("pep", "must be the number of the PEP")
    if not isinstance(line.get("text"), str):
        raise InvalidInput("text", "must be the text of the PEP")
    return {
        "content": line["text"],
        "occurredAt": line["committedAt"],
        "kind": "document",
        "source": "catalog",
        "documentId": f"PEP {number}",
        "metadata": {name: line[name] for name in ("path", "commit") if name in line},
    }


def json_lines(path: Path) -> Iterator[tuple[str, bytes]]:
    """The lines of a file that are not blank, each with its place as `file:line`.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as opened:
        for number, line in enumerate(_bounded(opened), 1):
            if line.strip(_BLANK):
                yield f"{path}:{number}", line


def json_object(line: bytes) -> dict[str, Any]:
    """The JSON object that a line holds.

    Raises:
        InvalidInput: it is none, is not UTF-8, or is longer than `SIZE_LIMIT`.
    """
    if len(line) > SIZE_LIMIT:
        raise InvalidInput("", f"longer than {SIZE_LIMIT >> 20} MiB")
    try:
        parsed = orjson.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InvalidInput("", f"not UTF-8 (byte {error.start} of the line)") from None
    except orjson.JSONDecodeError as error:
        raise InvalidInput("", f"not JSON: {error.msg} (column {error.colno})") from None
    if not isinstance(parsed, dict):
        raise InvalidInput("", "not a JSON object")
    return parsed


def _lines(path: Path) -> Iterator[Entry]:
    for where, line in json_lines(path):
        try:
            body = observation_of(json_object(line))
        except RetrographError as error:
            yield Rejected(where, str(error))
            continue
        key = body.pop("idempotencyKey", None)
        yield Request(where, body, key if isinstance(key, str) else content_key(body))


def _bounded(opened: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file. Of one that is too long, the first `SIZE_LIMIT + 1` bytes: enough to tell."""
    while line := opened.readline(SIZE_LIMIT + 1):
        rest = line
        while len(rest) > SIZE_LIMIT and not rest.endswith(b"\n"):
            rest = opened.readline(SIZE_LIMIT + 1)
        yield line


def _count_lines(path: Path) -> int:
    return sum(1 for _ in json_lines(path))


def _folder(path: Path, zone: tzinfo) -> Source:
    folder = path.resolve()
    history = git_history(folder)
    found = history.files if history else tuple(_walk(folder))
    files = [file for file in found if file.suffix.casefold() in RECORDS and file.is_file()]
    if not files:
        raise InvalidInput("", f"there is no decision record ({', '.join(RECORDS)}) in {path}")
    return _records(str(path), folder, files, history, zone)


def _walk(folder: Path) -> Iterator[Path]:
    """The files below a folder in a fixed order; no hidden folders, no installed packages, no links to folders."""
    for at, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _PASSED_OVER)
        yield from (Path(at, name) for name in sorted(files) if not name.startswith("."))


def _records(name: str, folder: Path, files: Iterable[Path], history: History | None, zone: tzinfo) -> Source:
    listed = tuple(files)
    root = history.root if history else folder

    def entries() -> Iterator[Entry]:
        for file in listed:
            try:
                yield _record(file, root, history, zone)
            except UnicodeDecodeError as error:
                yield Rejected(str(file), f"not UTF-8 (byte {error.start})")
            except (OSError, RetrographError) as error:
                yield Rejected(str(file), str(error))

    return Source(name, len(listed), entries)


def _record(file: Path, root: Path, history: History | None, zone: tzinfo) -> Request:
    """A record's present text. Its identity is its place below its repository, else below its folder, with that
    one's name, so that the records of two repositories stay two."""
    with file.open("rb") as opened:
        raw = opened.read(SIZE_LIMIT + 1)
    if len(raw) > SIZE_LIMIT:
        raise InvalidInput("", f"larger than {SIZE_LIMIT >> 20} MiB")
    text = raw.decode("utf-8-sig")
    dated = date_of(file, text, history, zone)
    place = file.relative_to(root).as_posix()
    body = {
        "content": text,
        "occurredAt": instant_text(dated.at),
        "kind": "document",
        "source": "catalog",
        "documentId": f"{root.name}/{place}",
        "metadata": {"path": place, "datedBy": dated.by},
    }
    return Request(str(file), body, content_key(body), dated.by)
