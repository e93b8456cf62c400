"""What files become: observations with stable keys, and rejections that name the line."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import UTC
from pathlib import Path

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrograph.api import importing
from retrograph.api.importing import Entry, Rejected, Request, content_key, observation_of, open_source
from retrograph.errors import InvalidInput
from tests.data import shared

SEEN = {"content": "we use jose", "occurredAt": "2025-03-01T09:00:00Z", "sessionId": "s1"}
PEP = {
    "path": "pep-0001.txt",
    "pep": 1,
    "commit": "41021a4bf9c3",
    "committedAt": "2000-07-13T06:33:08Z",
    "text": "PEP: 1\nTitle: PEP Guidelines\nStatus: Draft\n",
}


def read(path: Path) -> list[Entry]:
    return list(open_source(path, UTC).entries())


def lines(path: Path, *rows: object) -> Path:
    path.write_bytes(b"".join((row if isinstance(row, bytes) else orjson.dumps(row)) + b"\n" for row in rows))
    return path


def bodies(entries: Iterable[Entry]) -> list[dict[str, object]]:
    return [dict(entry.body) for entry in entries if isinstance(entry, Request)]


def test_a_line_is_an_observation_as_the_api_takes_it(tmp_path: Path) -> None:
    (entry,) = read(lines(tmp_path / "a.jsonl", SEEN))
    assert isinstance(entry, Request)
    assert dict(entry.body) == SEEN
    assert entry.where.endswith("a.jsonl:1")


def test_a_version_of_a_pep_is_a_document_whose_identity_is_its_number(tmp_path: Path) -> None:
    renamed = PEP | {"path": "peps/pep-0001.rst", "committedAt": "2023-09-01T00:00:00Z"}
    first, second = bodies(read(lines(tmp_path / "d.jsonl", PEP, renamed)))
    assert first == {
        "content": PEP["text"],
        "occurredAt": PEP["committedAt"],
        "kind": "document",
        "source": "catalog",
        "documentId": "PEP 1",
        "metadata": {"path": "pep-0001.txt", "commit": "41021a4bf9c3"},
    }
    assert second["documentId"] == first["documentId"]


def test_damaged_lines_are_named_by_number_and_the_rest_is_read(tmp_path: Path) -> None:
    entries = read(
        lines(
            tmp_path / "a.jsonl",
            SEEN,
            b"",
            b"{not json",
            b"[1, 2]",
            {"text": "no content"},
            {"content": "undated"},
            b'{"content": "\xff\xfe"}',
            PEP | {"pep": "one"},
            {k: v for k, v in PEP.items() if k != "text"},
            SEEN | {"content": "last"},
        )
    )
    assert [e.where.rsplit(":", 1)[1] for e in entries if isinstance(e, Rejected)] == list("3456789")
    assert [body["content"] for body in bodies(entries)] == ["we use jose", "last"]
    problems = [e.problem for e in entries if isinstance(e, Rejected)]
    assert problems[0].startswith("not JSON: ")
    assert "occurredAt" in problems[3]


def test_the_count_for_the_progress_bar_is_the_number_of_entries(tmp_path: Path) -> None:
    path = lines(tmp_path / "a.ndjson", SEEN, b"  ", b"{", SEEN)
    assert open_source(path, UTC).total == len(read(path)) == 3


def test_a_line_over_the_limit_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "SIZE_LIMIT", 200)
    long = SEEN | {"content": "x" * 1000}
    path = lines(tmp_path / "a.jsonl", SEEN, long, SEEN | {"content": "after"})
    entries = read(path)
    assert [type(entry) for entry in entries] == [Request, Rejected, Request]
    assert open_source(path, UTC).total == 3


def test_a_byte_order_mark_and_a_missing_last_newline_are_no_damage(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + orjson.dumps(SEEN))
    assert bodies(read(path)) == [SEEN]


def test_a_key_that_a_line_brings_is_kept(tmp_path: Path) -> None:
    (entry,) = read(lines(tmp_path / "a.jsonl", SEEN | {"idempotencyKey": "mine"}))
    assert isinstance(entry, Request)
    assert (entry.key, "idempotencyKey" in entry.body) == ("mine", False)


@given(st.dictionaries(st.text(), st.one_of(st.none(), st.integers(-(2**53), 2**53), st.text(), st.booleans())))
def test_a_key_depends_on_what_is_said_and_not_on_the_order_of_its_fields(body: dict[str, object]) -> None:
    try:
        key = content_key(body)
    except TypeError:  # half a surrogate pair: no JSON can hold it
        return
    assert content_key(dict(reversed(body.items()))) == key
    assert content_key(body | {"content": repr(body)}) != key


def test_a_key_fits_an_http_header() -> None:
    key = content_key(SEEN)
    assert key.isascii()
    assert key.isprintable()
    assert len(key) <= 64


def test_no_line_changes_what_it_is_read_from() -> None:
    line = dict(SEEN)
    observation_of(line)["content"] = "other"
    assert line == SEEN


@pytest.fixture
def adrs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of records outside any repository."""
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    folder = tmp_path / "adr"
    (folder / "old").mkdir(parents=True)
    (folder / ".hidden").mkdir()
    (folder / "node_modules").mkdir()
    (folder / "0002-b.md").write_text("# 2. B\n\nDate: 2024-02-02\n", encoding="utf-8-sig")
    (folder / "old" / "0001-a.rst").write_text("A, 가나다\n")
    os.utime(folder / "old" / "0001-a.rst", (1_600_000_000, 1_600_000_000))
    (folder / "latin.txt").write_bytes(b"caf\xe9")
    (folder / "logo.png").write_bytes(b"\x89PNG")
    (folder / ".hidden" / "x.md").write_text("x")
    (folder / "node_modules" / "x.md").write_text("x")
    return folder


def test_a_folder_gives_its_records_dated_and_named_by_their_place(adrs: Path) -> None:
    entries = read(adrs)
    found = {body["documentId"]: body for body in bodies(entries)}
    assert set(found) == {"adr/0002-b.md", "adr/old/0001-a.rst"}
    assert found["adr/0002-b.md"]["occurredAt"] == "2024-02-02T00:00:00.000000Z"
    assert found["adr/0002-b.md"]["content"] == "# 2. B\n\nDate: 2024-02-02\n"
    assert found["adr/old/0001-a.rst"]["occurredAt"] == "2020-09-13T12:26:40.000000Z"
    assert {e.dated_by for e in entries if isinstance(e, Request)} == {"text", "file"}
    (damaged,) = [e for e in entries if isinstance(e, Rejected)]
    assert damaged.where.endswith("latin.txt")
    assert "UTF-8" in damaged.problem


def test_one_record_alone_is_the_same_document_as_in_its_folder(adrs: Path) -> None:
    (alone,) = bodies(read(adrs / "0002-b.md"))
    assert alone in bodies(read(adrs))


def test_reading_twice_gives_the_same_keys(adrs: Path) -> None:
    keys = [[e.key for e in read(adrs) if isinstance(e, Request)] for _ in range(2)]
    assert keys[0] == keys[1]
    assert len(set(keys[0])) == len(keys[0])


@pytest.mark.parametrize("name", ["nothing-here", "picture.png", "empty"])
def test_what_cannot_be_imported_is_refused_with_what_can(tmp_path: Path, name: str) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InvalidInput, match=r"there is no|\.jsonl"):
        open_source(tmp_path / name, UTC)


def test_a_file_that_vanishes_is_one_rejection(adrs: Path) -> None:
    source = open_source(adrs, UTC)
    (adrs / "0002-b.md").unlink()
    assert [type(entry) for entry in source.entries()].count(Rejected) == 2


def test_every_line_of_the_pep_history_is_read() -> None:
    path = shared("peps") / "documents.jsonl"
    source = open_source(path, UTC)
    entries = list(source.entries())
    assert all(isinstance(entry, Request) for entry in entries)
    keys = {entry.key for entry in entries if isinstance(entry, Request)}
    assert len(keys) == len(entries) == source.total == 2957
