"""Retrograph over HTTP."""

from __future__ import annotations

import httpx

from retrograph.api.door import Door
from retrograph.api.naming import checked_name
from retrograph.api.remote import Remote
from retrograph.api.results import Health, ProjectList

DEFAULT_PROJECT = "default"
DEFAULT_TIMEOUT = 60.0


class Client(Door):
    """A project on a server; the same methods, answers and errors as `Memory`.

        with Client("http://127.0.0.1:3111") as client:
            client.temporal_query("jose", as_of="2025-03").facts

    Any thread may use it. A connection that breaks is tried once more where that is safe: for reads, and for writes
    with an idempotency key.

    Args:
        url: where the server answers.
        key: an access key, sent as a bearer token; a server that listens on loopback only has none.
        project: the project on the server.
        timeout: seconds to wait for an answer.

    Raises:
        InvalidInput: the project's name is none.
    """

    def __init__(
        self, url: str, key: str | None = None, *, project: str = DEFAULT_PROJECT, timeout: float = DEFAULT_TIMEOUT
    ) -> None:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        # The server is the one that is named: no proxy of the environment stands between.
        self._http = httpx.Client(base_url=url.rstrip("/"), headers=headers, timeout=timeout, trust_env=False)
        self._remote = Remote(self._http, checked_name(project))
        super().__init__(self._remote, project, url.rstrip("/"))

    def projects(self) -> list[str]:
        """The names of the projects on the server."""
        return list(self._remote.get("/v1/projects", ProjectList).projects)

    def health(self) -> Health:
        """How the server is."""
        return self._remote.get("/healthz", Health, also=503)

    def close(self) -> None:
        """Close the connections."""
        self._http.close()
