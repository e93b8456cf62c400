"""A real server on a loopback port, in a thread of the test's process."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from retrograph.api.server import Serving, run_server
from retrograph.settings import Settings


@dataclass(frozen=True)
class Served:
    """Where a server answers, and how it is set."""

    url: str
    settings: Settings

    def http(self) -> httpx.Client:
        return httpx.Client(base_url=self.url, trust_env=False, timeout=30)


@contextmanager
def serving(data: Path, **settings: object) -> Iterator[Served]:
    """A server over `data`, stopped in order at the end; an error of its thread is raised there."""
    chosen = Settings.load(**{"data": data, "port": 0, "log_level": "critical", **settings})
    ready: list[Serving] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            run_server(chosen, ready.append)
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run, name="test-server")
    thread.start()
    while not failed and not (ready and ready[0].server.started):
        time.sleep(0.005)
    try:
        if failed:
            raise failed[0]
        yield Served(ready[0].url, chosen)
    finally:
        if ready:
            ready[0].server.should_exit = True
        thread.join(30)
    if failed:
        raise failed[0]
