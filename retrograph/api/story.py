"""The history that `retrograph demo` tells: what a small team wrote down about its auth middleware.

Observations are as `POST observations` takes them, in the order in which they were told. `FIRST` is known before
`LATER` is learnt. `CORRECTION` is what a person makes of the last line of `LATER`, in the team's own words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

Told = Mapping[str, Any]

SUBJECT: Final = "auth middleware"
RECORD: Final = "ADR 7"
PLANNED: Final = "session store"
IN_KOREAN: Final = "주문 서비스"

_ADR: Final = """\
# ADR-7: Sign tokens with jose

- Status: {status}
- Date: {date}
- Authors: Mina Park, Tomas Berg

## Context

The login page moves to edge workers, where Node's crypto module does not exist.

## Decision

{decision}
"""

FIRST: Final[tuple[Told, ...]] = (
    {
        "occurredAt": "2024-09-10T08:12:00Z",
        "kind": "note",
        "sessionId": "kickoff",
        "agent": "mina",
        "content": "The auth middleware uses jsonwebtoken since 2024-09-02.",
    },
    {
        "occurredAt": "2025-02-24T10:00:00Z",
        "kind": "document",
        "source": "catalog",
        "documentId": "docs/adr/0007-sign-tokens-with-jose.md",
        "content": _ADR.format(status="Proposed", date="2025-02-24", decision="To be discussed on Monday."),
    },
    {
        "occurredAt": "2025-03-03T15:30:00Z",
        "kind": "document",
        "source": "catalog",
        "documentId": "docs/adr/0007-sign-tokens-with-jose.md",
        "content": _ADR.format(
            status="Accepted", date="2025-03-03", decision="Tokens are signed and checked with jose."
        ),
    },
    {
        "occurredAt": "2025-03-17T16:45:00Z",
        "kind": "user_message",
        "sessionId": "edge-login",
        "agent": "tomas",
        "content": "We moved the auth middleware from jsonwebtoken to jose on 2025-03-14 because edge workers have no "
        "Node crypto.",
    },
    {
        "occurredAt": "2025-06-11T09:20:00Z",
        "kind": "assistant_message",
        "sessionId": "planning",
        "agent": "planner",
        "content": "The session store uses Redis. It will move from Redis to Postgres in January 2026.",
    },
    {
        "occurredAt": "2025-09-15T07:40:00Z",
        "kind": "user_message",
        "sessionId": "test-speed",
        "agent": "mina",
        "content": "On 2025-09-12 we moved the auth middleware from jose to fast-jwt because jose's ESM-only build "
        "broke our Jest setup.",
    },
    {
        "occurredAt": "2025-09-22T11:05:00+09:00",
        "kind": "note",
        "sessionId": "seoul",
        "agent": "지원",
        "content": "2025년 9월 19일부로 주문 서비스의 로거를 winston에서 pino로 교체했습니다. "
        "winston이 초당 로그량을 감당하지 못했기 때문입니다.",
    },
)

LATER: Final[tuple[Told, ...]] = (
    {
        "occurredAt": "2025-10-20T08:00:00Z",
        "kind": "tool_result",
        "source": "run_ledger",
        "sessionId": "audit",
        "agent": "deploy-log",
        "content": "2025-08-29T14:02:11Z deploy auth-middleware build 412: jose removed, fast-jwt 4.0.1 added",
    },
)

CORRECTION: Final[Told] = {
    "left": "jose",
    "taken": "fast-jwt",
    "reason": "the deploy log shows that the switch was live two weeks before the note says",
    "at": "2025-08-29T14:02:11Z",
    "quote": "jose removed, fast-jwt 4.0.1 added",
}
