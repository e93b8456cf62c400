"""The door to a data directory, whoever owns it."""

from __future__ import annotations

from retrograph.api.client import Client
from retrograph.api.door import Door
from retrograph.api.memory import Memory
from retrograph.errors import Locked
from retrograph.settings import Settings


def connect(settings: Settings, project: str | None = None) -> Door:
    """A project of `settings.data`: in this process, or through the server that owns the directory.

    Raises:
        Locked: another process owns the directory and answers nowhere; the message names it.
        InvalidInput: the project's name is none.
        StoreError: the directory cannot be read or written.
    """
    name = project or settings.project
    try:
        return Memory.of(settings, name)
    except Locked as error:
        if error.owner.url is None:
            raise
        return Client(error.owner.url, project=name)
