"""Retrograph: what was true then, as far as we knew then, and on whose words.

    from retrograph import Memory            # in this process; Client(url) is the same over HTTP

    with Memory("./memory") as memory:
        memory.observe("We chose jose over jsonwebtoken.", occurred_at="2025-03-01", wait=True)
        memory.temporal_query("jose", as_of="2025-03-15").facts

What is listed here is loaded when it is first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from retrograph.api.client import Client
    from retrograph.api.connect import connect
    from retrograph.api.door import Door
    from retrograph.api.memory import Memory
    from retrograph.api.results import (
        Accepted,
        BatchAccepted,
        Done,
        Erased,
        Health,
        JobView,
        JournalPage,
        Merged,
        ObservationAnswer,
        Settled,
        Stats,
        VerificationAnswer,
        Written,
    )
    from retrograph.errors import (
        BudgetSpent,
        CallerError,
        Conflict,
        Damaged,
        Gone,
        InvalidInput,
        Locked,
        ModelError,
        ModelRefused,
        ModelUnavailable,
        NoRoom,
        NotFound,
        RetrographError,
        StoreError,
        TooLarge,
        Unavailable,
    )
    from retrograph.retrieval.answers import (
        DiffAnswer,
        EntityAnswer,
        EntityList,
        FactAnswer,
        PathAnswer,
        TemporalAnswer,
        TimelineAnswer,
        WhyAnswer,
        WhyNotAnswer,
    )
    from retrograph.settings import Settings

__all__ = [
    "Accepted",
    "BatchAccepted",
    "BudgetSpent",
    "CallerError",
    "Client",
    "Conflict",
    "Damaged",
    "DiffAnswer",
    "Done",
    "Door",
    "EntityAnswer",
    "EntityList",
    "Erased",
    "FactAnswer",
    "Gone",
    "Health",
    "InvalidInput",
    "JobView",
    "JournalPage",
    "Locked",
    "Memory",
    "Merged",
    "ModelError",
    "ModelRefused",
    "ModelUnavailable",
    "NoRoom",
    "NotFound",
    "ObservationAnswer",
    "PathAnswer",
    "RetrographError",
    "Settings",
    "Settled",
    "Stats",
    "StoreError",
    "TemporalAnswer",
    "TimelineAnswer",
    "TooLarge",
    "Unavailable",
    "VerificationAnswer",
    "WhyAnswer",
    "WhyNotAnswer",
    "Written",
    "connect",
]

_HOMES = {
    "Client": "retrograph.api.client",
    "Memory": "retrograph.api.memory",
    "Door": "retrograph.api.door",
    "connect": "retrograph.api.connect",
    "Settings": "retrograph.settings",
    **dict.fromkeys(
        ("DiffAnswer", "EntityAnswer", "EntityList", "FactAnswer", "PathAnswer", "TemporalAnswer", "TimelineAnswer",
         "WhyAnswer", "WhyNotAnswer"),
        "retrograph.retrieval.answers",
    ),
    **dict.fromkeys(
        ("BudgetSpent", "CallerError", "Conflict", "Damaged", "Gone", "InvalidInput", "Locked", "ModelError",
         "ModelRefused", "ModelUnavailable", "NoRoom", "NotFound", "RetrographError", "StoreError", "TooLarge",
         "Unavailable"),
        "retrograph.errors",
    ),
}  # fmt: skip


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES.get(name, "retrograph.api.results")), name)


def __dir__() -> list[str]:
    return sorted(__all__)
