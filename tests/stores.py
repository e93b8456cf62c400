"""The graph stores that every suite runs on."""

from __future__ import annotations

from typing import Final

from retrograph.graph.kuzu_store import kuzu_kind
from retrograph.graph.memory_store import MemoryStore
from retrograph.graph.store import StoreKind

KINDS: Final = [
    ("memory", StoreKind(lambda _: MemoryStore(), lambda _: [])),
    ("kuzu", kuzu_kind()),
]
