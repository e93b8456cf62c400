"""Counts and times every request, outside all else that a request passes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from fastapi.routing import APIRoute
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from retrograph.api.metrics import Answered, Metrics

_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_OTHER: Final = "other"
"""Stands for an address or a method that is none of ours, so that a client cannot make up labels."""

Templates = Mapping[Callable[..., Any], str]
"""For each function that answers, the path it answers at, with its parameters in braces."""


def templates(routes: Iterable[BaseRoute], prefix: str = "") -> Templates:
    """The paths of routes that are included below `prefix`."""
    return {route.endpoint: prefix + route.path_format for route in routes if isinstance(route, APIRoute)}


class Measured:
    """`app.add_middleware(Measured, metrics=metrics, templates=templates(router.routes))`."""

    def __init__(self, app: ASGIApp, metrics: Metrics, templates: Templates) -> None:
        self._app = app
        self._metrics = metrics
        self._templates = templates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status: int | None = None

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        began = time.perf_counter()
        self._metrics.running.inc()
        try:
            await self._app(scope, receive, sending)
        finally:
            self._metrics.running.dec()
            method = scope["method"] if scope["method"] in _METHODS else _OTHER
            route = self._templates.get(scope["endpoint"], _OTHER) if "endpoint" in scope else _OTHER
            self._metrics.answered(Answered(route, method, status, time.perf_counter() - began))
