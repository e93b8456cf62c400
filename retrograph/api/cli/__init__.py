"""The command line: `main` runs a command and turns what goes wrong into one line and an exit code.

0 done   1 not found, or a check failed   2 wrong usage or input   3 the store or the environment
130 interrupted   141 nobody reads the output any more   143 terminated
"""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from types import FrameType
from typing import Final, NoReturn

from retrograph.api.cli.options import option_of
from retrograph.api.cli.plain import plain
from retrograph.errors import (
    CallerError,
    Gone,
    InvalidInput,
    ModelError,
    ModelRefused,
    ModelUnavailable,
    NotFound,
    RetrographError,
)
from retrograph.settings import PREFIX

DONE: Final = 0
FAILED: Final = 1
WRONG: Final = 2
ENVIRONMENT: Final = 3
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141
TERMINATED: Final = 143


class Terminated(BaseException):
    """The process was told to stop (SIGTERM). Raised in the main thread, so that what is open is closed."""


def main() -> None:
    """Entry point of the `retrograph` command."""
    _speak_utf8()
    signal.signal(signal.SIGTERM, _terminate)
    code = run([_decoded(argument) for argument in sys.argv[1:]])
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code. Everything that goes wrong is told on stderr in one line."""
    try:
        from retrograph.api.cli.commands import app  # noqa: PLC0415 - so that an interrupt while loading ends quietly

        code = app(list(arguments), prog_name="retrograph", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        _abandon_output()
        code = PIPE_CLOSED
    except KeyboardInterrupt:
        code = INTERRUPTED
    except Terminated:
        code = _say("terminated", TERMINATED)
    except SystemExit as leaving:
        code = leaving.code
    except Exception as error:
        code = report(error)
    if code == INTERRUPTED:
        _say("interrupted", INTERRUPTED)
    return code if isinstance(code, int) else DONE


def report(error: Exception) -> int:
    """Say on stderr what went wrong and what to do; the exit code for it."""
    if hasattr(error, "format_message"):  # typer's own: wrong usage
        message = str(error.format_message()).strip().rstrip(".")
        path = getattr(getattr(error, "ctx", None), "command_path", "retrograph")
        return _say(f"{message}. Try '{path} --help'.", WRONG) if message else WRONG
    if isinstance(error, OSError):
        return _say(_system(error), ENVIRONMENT)
    if isinstance(error, RetrographError):
        return _say(_sentence(error), _code(error))
    if os.environ.get(f"{PREFIX}LOG_LEVEL") == "debug":
        traceback.print_exception(error)
    described = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    return _say(f"internal error: {described} (set {PREFIX}LOG_LEVEL=debug to see where)", ENVIRONMENT)


def _code(error: RetrographError) -> int:
    if isinstance(error, NotFound | Gone):
        return FAILED
    if isinstance(error, ModelUnavailable | ModelRefused):
        return ENVIRONMENT
    return WRONG if isinstance(error, CallerError | ModelError) else ENVIRONMENT


def _sentence(error: RetrographError) -> str:
    if isinstance(error, InvalidInput):
        return "; ".join(f"{option_of(e.field)}: {e.message}" if e.field else e.message for e in error.errors)
    near = [repr(name) for name in getattr(error, "nearest", ()) if repr(name) not in str(error)]
    return f"{error}; did you mean {', '.join(near)}?" if near else str(error)


def _system(error: OSError) -> str:
    what = error.strerror or str(error)
    place = f": {error.filename}" if error.filename else ""
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return f"the disk is full{place}; free some space and run it again, what was acknowledged is safe"
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return f"no permission{place} ({what}); choose another directory with --data"
        case errno.EADDRINUSE:
            return f"the address is in use{place}; choose another with --port"
    return f"{what}{place}"


def _say(message: str, code: int) -> int:
    try:
        print(f"retrograph: {plain(message)}", file=sys.stderr, flush=True)
    except BrokenPipeError:
        _abandon_output()
    return code


def _terminate(signum: int, frame: FrameType | None) -> NoReturn:
    raise Terminated


def _speak_utf8() -> None:
    """Write UTF-8 whatever the locale, and never fail over a character; a closed stream is one that drops."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - lives as long as the process
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _decoded(argument: str) -> str:
    """An argument in UTF-8, where the locale took its bytes for something else."""
    try:
        return os.fsencode(argument).decode("utf-8")
    except UnicodeError:
        return argument


def _abandon_output() -> None:
    """Let the interpreter's last flush go nowhere."""
    null = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (BrokenPipeError, ValueError):
            os.dup2(null, stream.fileno())
