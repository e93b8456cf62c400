"""Limits on what a client may send: how large, how slowly, how often. Event loop only."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable
from typing import Final

import orjson
from starlette.types import Message, Receive

from retrograph.errors import InvalidInput, TooLarge

_CLIENTS = 10_000
_DISCARDED = 16 * 1024 * 1024
_DISCARD_SECONDS = 5.0
_DISCARD_PAUSE = 0.25


class SlowBody(Exception):
    """A body did not arrive in time."""


class Disconnected(Exception):
    """The client went away while it was sending."""


FAR_OVER: Final = 8
"""A body announced to be so many times too large is refused unread; a client may then not see the answer to the end."""


async def read_body(receive: Receive, limit: int, seconds: float, announced: int | None) -> bytes:
    """The whole body, counted while it arrives, so that a chunked one is bounded as well.

    What a client goes on sending past the limit is read and dropped for a while, so that it sees the answer.

    Raises:
        TooLarge: it has more than `limit` bytes, or says that it will have.
        SlowBody: it took longer than `seconds`.
        Disconnected: the client is gone.
    """
    chunks: list[bytes] = []
    size = 0
    if (announced or 0) > FAR_OVER * limit:
        raise TooLarge(f"the body has {announced} bytes; at most {limit} are taken in")
    try:
        async with asyncio.timeout(seconds):
            async for chunk in _chunks(receive):
                size += len(chunk)
                if size > limit or (announced or 0) > limit:
                    break
                chunks.append(chunk)
            else:
                return b"".join(chunks)
    except TimeoutError:
        raise SlowBody from None
    await _discard(receive, size)
    raise TooLarge(f"the body has more than {limit} bytes, which is the most that is taken in")


async def _chunks(receive: Receive) -> AsyncGenerator[bytes, None]:
    while True:
        message: Message = await receive()
        if message["type"] == "http.disconnect":
            raise Disconnected
        yield message.get("body", b"")
        if not message.get("more_body", False):
            return


async def _discard(receive: Receive, size: int) -> None:
    """Read on while the client is sending: for a while, up to a size, and not past a pause."""
    chunks = _chunks(receive)
    try:
        async with asyncio.timeout(_DISCARD_SECONDS):
            while size < _DISCARDED:
                size += len(await asyncio.wait_for(anext(chunks), _DISCARD_PAUSE))
    except (TimeoutError, Disconnected, StopAsyncIteration):
        return


def check_json(body: bytes) -> None:
    """Refuse what is not JSON, strictly: UTF-8, no NaN, no half of a surrogate pair.

    Raises:
        InvalidInput: it is not.
    """
    try:
        orjson.loads(body)
    except orjson.JSONDecodeError as error:
        try:
            body.decode()
        except UnicodeDecodeError as wrong:
            raise InvalidInput("body", f"is not UTF-8: byte {wrong.start} cannot be read") from None
        raise InvalidInput("body", f"is not JSON: {error}") from None


class RateLimit:
    """A token bucket for each client: `rate` requests a second, in bursts of ten seconds' worth.

    Clients seen longest ago are forgotten first, which only ever gives them a full bucket again.
    """

    def __init__(self, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = max(1.0, rate * 10)
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str) -> float:
        """0 where the request may pass, else in how many seconds it may."""
        if self._rate <= 0:
            return 0.0
        now = self._clock()
        tokens, since = self._buckets.pop(client, (self._burst, now))
        tokens = min(self._burst, tokens + (now - since) * self._rate)
        passes = tokens >= 1
        self._buckets[client] = (tokens - 1 if passes else tokens, now)
        if len(self._buckets) > _CLIENTS:
            self._buckets.popitem(last=False)
        return 0.0 if passes else (1 - tokens) / self._rate
