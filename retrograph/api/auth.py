"""Who may come in. Without keys that is everybody on this machine, and nobody else."""

from __future__ import annotations

import ipaddress
from typing import Final

from retrograph.errors import InvalidInput

LOOPBACK_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})
"""What a request may call a server that listens on loopback."""


def host_name(host: str) -> str:
    """The name in a Host header, without its port: `[::1]:3111` is `::1`."""
    lowered = host.strip().lower()
    if lowered.startswith("["):
        return lowered[1:].partition("]")[0]
    return lowered.partition(":")[0].rstrip(".")


def is_loopback(host: str) -> bool:
    """Whether an address is reachable from this machine only."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def check_address(host: str) -> None:
    """Refuse to listen where others could come in, since there are no keys.

    Raises:
        InvalidInput: the address is not a loopback one.
    """
    if not is_loopback(host):
        raise InvalidInput(
            "host",
            f"{host!r} is reachable from other machines, and no access keys are set up; listen on 127.0.0.1 "
            "(RETROGRAPH_HOST), and put a tunnel or a proxy that checks who comes in before it",
        )
