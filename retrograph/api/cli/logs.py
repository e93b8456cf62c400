"""What the parts log, on stderr: in full for a server, one line each and said once for a command."""

from __future__ import annotations

import logging

from retrograph.api.cli.plain import plain
from retrograph.extraction.privacy import redact
from retrograph.settings import Settings

_ROOT = "retrograph"


class _OneLine(logging.Formatter):
    """A record as a sentence with its cause, without a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        cause = record.exc_info[1] if record.exc_info else None
        message = record.getMessage() + (f": {cause}" if cause else "")
        return f"retrograph: {plain(' '.join(message.split()))}"


class _Once(logging.Filter):
    """Lets a message pass the first time it is said."""

    def __init__(self, formatter: logging.Formatter) -> None:
        super().__init__()
        self._formatter = formatter
        self._said: set[str] = set()

    def filter(self, record: logging.LogRecord) -> bool:
        line = self._formatter.format(record)
        new = line not in self._said
        self._said.add(line)
        return new


class _WithoutSecrets(logging.Filter):
    """Cuts secrets from what a record is about: addresses hold what clients ask for."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(redact(arg).text if isinstance(arg, str) else arg for arg in record.args)
        return True


_WITHOUT_SECRETS = _WithoutSecrets()


def log_in_full(settings: Settings) -> None:
    """For a server: every record from `log_level` on, with its time and its traceback."""
    logging.getLogger("uvicorn.access").addFilter(_WITHOUT_SECRETS)
    _handle(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"), settings)


def log_briefly(settings: Settings) -> None:
    """For a command: one line a record, each said once; in full where `log_level` is debug."""
    if settings.log_level == "debug":
        log_in_full(settings)
        return
    formatter = _OneLine()
    _handle(formatter, settings).addFilter(_Once(formatter))


def _handle(formatter: logging.Formatter, settings: Settings) -> logging.Handler:
    handler = logging.StreamHandler()
    handler.setFormatter(formatter)
    handler.addFilter(_WITHOUT_SECRETS)
    logger = logging.getLogger(_ROOT)
    logger.handlers[:] = [handler]
    logger.setLevel(settings.log_level.upper())
    return handler
