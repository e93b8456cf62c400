"""Bodies that are read while they arrive."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrograph.api.limits import Disconnected, SlowBody, check_json, read_body
from retrograph.errors import InvalidInput, TooLarge


class Sender:
    """A client that sends these chunks, then waits."""

    def __init__(self, chunks: list[bytes], *, ends: bool = True, leaves: bool = False) -> None:
        self.messages: list[dict[str, Any]] = [
            {"type": "http.request", "body": chunk, "more_body": not ends or number < len(chunks) - 1}
            for number, chunk in enumerate(chunks)
        ]
        if leaves:
            self.messages.append({"type": "http.disconnect"})

    async def receive(self) -> dict[str, Any]:
        if not self.messages:
            await asyncio.sleep(3600)
        return self.messages.pop(0)


def read(sender: Sender, limit: int, announced: int | None = None, seconds: float = 5.0) -> bytes:
    return asyncio.run(read_body(sender.receive, limit, seconds, announced))


@given(st.lists(st.binary(max_size=20), min_size=1, max_size=10), st.integers(0, 100))
def test_a_body_is_whole_or_too_large(chunks: list[bytes], limit: int) -> None:
    whole = b"".join(chunks)
    if len(whole) <= limit:
        assert read(Sender(chunks), limit) == whole
    else:
        with pytest.raises(TooLarge):
            read(Sender(chunks), limit)


def test_what_is_announced_as_too_large_is_not_kept() -> None:
    with pytest.raises(TooLarge):
        read(Sender([b"x"], ends=False), 10, announced=11)


def test_what_is_announced_as_far_too_large_is_not_waited_for() -> None:
    with pytest.raises(TooLarge):
        read(Sender([], ends=False), 10, announced=1000, seconds=0.5)


def test_the_rest_of_a_large_body_is_dropped_while_it_comes() -> None:
    sender = Sender([b"x" * 100] * 50)
    with pytest.raises(TooLarge):
        read(sender, 10)
    assert not sender.messages


def test_dropping_has_an_end() -> None:
    sender = Sender([b"x" * 1024 * 1024] * 40, ends=False)
    with pytest.raises(TooLarge):
        read(sender, 10)
    assert 20 <= len(sender.messages) <= 25


def test_a_client_that_goes_away_or_sleeps() -> None:
    with pytest.raises(Disconnected):
        read(Sender([b"x"], ends=False, leaves=True), 10)
    with pytest.raises(TooLarge):
        read(Sender([b"x" * 20], ends=False, leaves=True), 10)
    with pytest.raises(SlowBody):
        read(Sender([b"x"], ends=False), 10, seconds=0.05)


_json = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
)  # fmt: skip


@given(_json)
def test_json_passes(value: Any) -> None:
    check_json(json.dumps(value).encode())
    check_json(json.dumps(value, ensure_ascii=False).encode())


@given(st.binary(max_size=40))
def test_other_bytes_are_json_or_refused_in_words(body: bytes) -> None:
    try:
        check_json(body)
    except InvalidInput as error:
        message = str(error)
        assert message.startswith("body: is not")
    else:
        json.loads(body)
