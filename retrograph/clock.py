"""Where time, ids and randomness come from. Passed in everywhere, so that tests decide them."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

Clock = Callable[[], int]
"""Returns microseconds since the epoch, UTC."""

IdSource = Callable[[str], str]
"""`ids("obs")` returns a fresh opaque identifier with that prefix."""

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32: no i, l, o, u


def system_clock() -> int:
    """The machine's clock, in microseconds since the epoch."""
    return time.time_ns() // 1000


def random_id(prefix: str) -> str:
    """`random_id("ent")` -> `"ent_7k2m..."`: 100 random bits, so that an id tells nothing about a name."""
    return spell(prefix, secrets.randbits(100))


def spell(prefix: str, number: int) -> str:
    """The low 100 bits of a number as an identifier."""
    return prefix + "_" + "".join(_ALPHABET[(number >> shift) & 31] for shift in range(0, 100, 5))
