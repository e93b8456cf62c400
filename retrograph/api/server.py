"""Serving a data directory over HTTP until told to stop."""

from __future__ import annotations

import contextlib
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import uvicorn

from retrograph.api.app import create_app
from retrograph.api.auth import check_address
from retrograph.api.composition import open_projects
from retrograph.api.projects import Projects
from retrograph.errors import StoreError
from retrograph.settings import Settings

_BACKLOG = 2048


@dataclass(frozen=True, slots=True)
class Serving:
    """A server that is ready: where it answers, and the server itself."""

    url: str
    server: uvicorn.Server


def run_server(settings: Settings, ready: Callable[[Serving], None] | None = None) -> None:
    """Serve `settings.data` on `settings.host` and `settings.port`, until SIGTERM or SIGINT.

    Then requests in flight finish, workers stop after what they are at, and the projects are closed. `ready` is
    called once the address is taken: who connects from then on is answered.

    Raises:
        InvalidInput: the address can be reached from other machines.
        Locked: another process owns the directory.
        StoreError: the directory cannot be used, or the address is taken.
    """
    check_address(settings.host)
    with contextlib.ExitStack() as stack:
        listening = stack.enter_context(_listen(settings.host, settings.port))
        url = _url(settings.host, listening.getsockname()[1])
        projects = open_projects(settings, url=url)
        stack.callback(projects.close, settings.shutdown_seconds)
        server = uvicorn.Server(_config(projects, settings))
        if ready is not None:
            ready(Serving(url, server))
        with _stopped_by_signals(server):
            server.run(sockets=[listening])


@contextlib.contextmanager
def _stopped_by_signals(server: uvicorn.Server) -> Iterator[None]:
    """SIGTERM and SIGINT stop the server, also before it listens; a stop in order is no failure of the process.

    uvicorn raises the signal once more when it has stopped, and would so end the process before it lets go of
    the directory.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: object) -> None:
        server.should_exit = True

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _config(projects: Projects, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        create_app(projects, settings),
        log_level=settings.log_level,
        access_log=settings.log_level in ("info", "debug"),
        server_header=False,
        timeout_graceful_shutdown=int(settings.shutdown_seconds) or 1,
        lifespan="on",
    )


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sets TCP_NODELAY only where the protocol is named; without it an answer waits 40 ms for an ack.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host.strip("[]"), port))
        listening.listen(_BACKLOG)
    except OSError as error:
        listening.close()
        raise StoreError(f"cannot listen on {host}:{port}: {error.strerror or error}") from error
    return listening


def _url(host: str, port: int) -> str:
    shown = f"[{host}]" if ":" in host and not host.startswith("[") else host
    return f"http://{shown}:{port}"
