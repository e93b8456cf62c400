"""What every request passes before a route sees it, as one ASGI layer.

In order: does it name this server (a page that rebinds DNS does not), is it from another site's page, is the client
too eager or the server too busy, is the project's name one, is the body small enough and JSON. Whatever is raised
inside and is not ours becomes a problem without its trace; the trace goes to the log under the same instance.
"""

from __future__ import annotations

import logging
import re
import uuid
from typing import Final
from urllib.parse import unquote, urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from retrograph.api.auth import LOOPBACK_NAMES, host_name
from retrograph.api.limits import Disconnected, RateLimit, SlowBody, check_json, read_body
from retrograph.api.naming import checked_name
from retrograph.api.problems import (
    FORBIDDEN,
    TIMEOUT,
    TOO_MANY_REQUESTS,
    UNSUPPORTED_MEDIA_TYPE,
    Problem,
    internal,
    problem_of,
)
from retrograph.api.responses import problem_response
from retrograph.errors import InvalidInput, RetrographError, Unavailable
from retrograph.extraction.privacy import redact
from retrograph.settings import Settings

logger = logging.getLogger("retrograph.http")

_SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_ALWAYS_ANSWERED: Final = frozenset({"/healthz", "/metrics"})
_JSON_TYPE: Final = re.compile(r"application/(?:[\w.+-]+\+)?json\s*(?:;.*)?", re.IGNORECASE)
_PROJECT: Final = "/v1/projects/"


class Refused(Exception):
    """A request that no route will see."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(problem.detail)


class Guard:
    """`app.add_middleware(Guard, settings=settings)`."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._hosts = LOOPBACK_NAMES | set(settings.allowed_hosts) | {settings.host.lower()}
        self._rate = RateLimit(settings.rate_limit)
        self._running = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False

        async def sending(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        self._running += 1
        try:
            await self._app(scope, await self._admit(scope, receive), sending)
        except Refused as refused:
            await problem_response(refused.problem)(scope, receive, send)
        except RetrographError as error:
            await problem_response(problem_of(error))(scope, receive, send)
        except Disconnected:
            return
        except Exception:
            instance = uuid.uuid4().urn
            logger.exception("%s %s failed; instance %s", scope["method"], redact(scope["path"]).text, instance)
            if not started:
                await problem_response(internal(instance))(scope, receive, send)
        finally:
            self._running -= 1

    async def _admit(self, scope: Scope, receive: Receive) -> Receive:
        """Raise what is wrong with a request; else how to receive it."""
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        self._check_site(scope["method"], headers)
        if scope["path"] not in _ALWAYS_ANSWERED:
            self._check_load(scope)
        self._check_project(scope)
        length = headers.get("content-length", "")
        if length in ("", "0") and "transfer-encoding" not in headers:
            return receive
        announced = int(length) if length.isdigit() else None
        try:
            body = await read_body(receive, self._settings.body_limit, self._settings.body_seconds, announced)
        except SlowBody:
            raise Refused(Problem(TIMEOUT, f"no whole body within {self._settings.body_seconds:g} s")) from None
        if body:
            _check_type(headers.get("content-type", ""))
            check_json(body)
        return _given(body, receive)

    def _check_site(self, method: str, headers: dict[str, str]) -> None:
        host = headers.get("host", "")
        if host_name(host) not in self._hosts:
            raise Refused(Problem(
                FORBIDDEN,
                f"this server does not answer to the host {host[:100]!r}; RETROGRAPH_ALLOWED_HOSTS names further ones",
            ))  # fmt: skip
        if method in _SAFE_METHODS:
            return
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        own = origin is not None and self._is_own(origin, host)
        if (origin is not None and not own) or (origin is None and site not in (None, "same-origin", "none")):
            raise Refused(Problem(FORBIDDEN, "a page of another site may not write here"))

    def _is_own(self, origin: str, host: str) -> bool:
        parts = urlsplit(origin)
        return parts.netloc.lower() == host.lower() or (parts.hostname or "") in self._settings.allowed_hosts

    def _check_load(self, scope: Scope) -> None:
        if self._running > self._settings.max_requests:
            raise Unavailable("the server is busy; try again")
        client = scope.get("client")
        wait = self._rate.wait(client[0] if client else "")
        if wait > 0:
            detail = f"more than {self._settings.rate_limit:g} requests a second; try again in {wait:.1f} s"
            raise Refused(Problem(TOO_MANY_REQUESTS, detail, headers={"Retry-After": str(int(wait) + 1)}))

    @staticmethod
    def _check_project(scope: Scope) -> None:
        raw = scope.get("raw_path") or scope["path"].encode()
        path = raw.decode("latin-1")
        if path.startswith(_PROJECT) and (name := path[len(_PROJECT) :].split("/", 1)[0].partition("?")[0]):
            checked_name(unquote(name))


def _check_type(content_type: str) -> None:
    if not _JSON_TYPE.fullmatch(content_type.strip()):
        shown = repr(content_type[:60]) if content_type else "none"
        raise Refused(Problem(UNSUPPORTED_MEDIA_TYPE, f"send application/json; the content type is {shown}"))


def _given(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives the body that was read, then waits for the client as before."""
    given = False

    async def receiving() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receiving


__all__ = ["Guard", "InvalidInput", "Refused"]
