"""Idempotency of the rare writes, and the outline of a keyed batch: remembered while the project is open.

Observations and facts have theirs in the journal's database and outlive a restart. What is kept here (aliases,
merges, erasures, extractions that are sent in) is refused or changes nothing when it is done twice, so that a key
that was forgotten does no harm.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, TypeVar

from retrograph.errors import Conflict

R = TypeVar("R")
_KEPT: Final = 1000


class Repeats:
    """Answers by key, the latest `_KEPT` of them. Any thread may use it; keyed work is done one at a time."""

    def __init__(self) -> None:
        self._working = threading.Lock()
        self._known: OrderedDict[str, tuple[bytes, Any]] = OrderedDict()

    def once(self, key: str | None, body: object, work: Callable[[], R], *, kept: bool = False) -> R:
        """Do `work`, or give its first answer again where the key has been used for the same body.

        Work that fails leaves the key free. `kept` work remembers its own results and is done again for a repeat.

        Raises:
            Conflict: the key was used for another body.
        """
        if key is None:
            return work()
        digest = hashlib.sha256(repr(body).encode(errors="surrogatepass")).digest()
        with self._working:
            before, answer = self._known.get(key, (digest, None))
            if before != digest:
                raise Conflict("this idempotency key was used for another request; use a new key for a new request")
            if answer is not None and not kept:
                first: R = answer
                return first
            done = work()
            self._known[key] = (digest, None if kept else done)
            if len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return done
