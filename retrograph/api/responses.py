"""Responses: an answer serialised once with its ETag, Markdown where it is preferred, and problems."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final

import orjson
from starlette.responses import Response

from retrograph.api.problems import MEDIA_TYPE, Problem

JSON: Final = "application/json"
MARKDOWN: Final = "text/markdown; charset=utf-8"
_SAFE: Final = {"X-Content-Type-Options": "nosniff"}


def problem_response(problem: Problem) -> Response:
    """A problem, as every route says it."""
    return Response(
        orjson.dumps(problem.body()),
        problem.status,
        {**_SAFE, "Cache-Control": "no-store", **problem.headers},
        MEDIA_TYPE,
    )


def written(body: bytes, status: int = 200, *, repeated: bool = False) -> Response:
    """The answer to a write. `repeated` marks the first answer to its idempotency key, given again."""
    headers = {**_SAFE, "Cache-Control": "no-store"}
    if repeated:
        headers["Idempotent-Replayed"] = "true"
    return Response(body, status, headers, JSON)


def read(body: bytes, media_type: str, if_none_match: str | None) -> Response:
    """The answer to a read, with the digest of its body as ETag; 304 where the client has it already."""
    tag = f'"{hashlib.blake2b(body, digest_size=16).hexdigest()}"'
    headers = {**_SAFE, "ETag": tag, "Cache-Control": "private, no-cache", "Vary": "Accept"}
    if if_none_match is not None and _matches(if_none_match, tag):
        return Response(None, 304, headers)
    return Response(body, 200, headers, media_type)


def _matches(header: str, tag: str) -> bool:
    return any(part.strip() in ("*", tag, "W/" + tag) for part in header.split(","))


def prefers_markdown(accept: str | None) -> bool:
    """Whether an `Accept` header asks for Markdown before JSON."""
    if not accept or "markdown" not in accept:
        return False
    weights = _weights(accept)
    markdown = weights.get("text/markdown", 0.0)
    return markdown > 0 and markdown >= weights.get(JSON, 0.0)


def _weights(accept: str) -> Mapping[str, float]:
    found: dict[str, float] = {}
    for part in accept.split(","):
        name, *parameters = (piece.strip().lower() for piece in part.split(";"))
        quality = next((p[2:] for p in parameters if p.startswith("q=")), "1")
        try:
            found[name] = float(quality)
        except ValueError:
            found[name] = 0.0
    return found


def documented(model: type[Any], status: int = 200, *, markdown: bool = False) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route, for OpenAPI only: answers are serialised once and not validated again."""
    said: dict[str, Any] = {"model": model}
    if markdown:
        said["content"] = {"text/markdown": {"schema": {"type": "string"}}}
    return {status: said}
