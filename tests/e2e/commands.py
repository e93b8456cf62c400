"""Real `retrograph` processes for tests: run one, or serve a directory while a block runs."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

COMMAND = str(Path(sys.executable).with_name("retrograph"))
SECONDS = 60
WARNINGS = "error,default::DeprecationWarning,default::PendingDeprecationWarning"


def environment(**changes: str | None) -> dict[str, str]:
    """The environment without what would lead a command elsewhere, with `changes` (None: left out)."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("RETROGRAPH_", "GIT_", "PYTHON", "LC_"))}
    kept |= {"LANG": "C.UTF-8", "PYTHONWARNINGS": WARNINGS}
    return {k: v for k, v in (kept | changes).items() if v is not None}


def run(*words: str | Path, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """One command to its end; what it printed is read as UTF-8."""
    return subprocess.run(
        [COMMAND, *map(str, words)],
        capture_output=True,
        encoding="utf-8",
        env=env or environment(),
        timeout=SECONDS,
        check=False,
    )


def done(*words: str | Path) -> str:
    """The output of a command that must go well and say nothing on stderr."""
    finished = run(*words)
    assert (finished.returncode, finished.stderr) == (0, ""), finished
    return finished.stdout


def refused(code: int, *words: str | Path, env: dict[str, str] | None = None) -> str:
    """The one line that a command which must fail with `code` says on stderr."""
    finished = run(*words, env=env)
    assert finished.returncode == code, finished
    assert finished.stdout == ""
    assert re.fullmatch(r"retrograph: [^\n]+\n", finished.stderr), finished.stderr
    return finished.stderr


@dataclass(frozen=True, slots=True)
class Served:
    """A server that runs: its URL and its process."""

    url: str
    process: subprocess.Popen[str]


@contextmanager
def served(data: Path, **changes: str) -> Iterator[Served]:
    """A server on a free port of loopback, stopped with SIGTERM if it still runs at the end; `changes` are further
    variables of its environment."""
    with subprocess.Popen(
        [COMMAND, "serve", "--data", str(data), "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(**changes),
    ) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            found = re.search(r"at (http://127\.0\.0\.1:\d+) ", said)
            if found is None:
                process.kill()
                raise AssertionError(f"{said!r}, {process.communicate()}")
            yield Served(found[1], process)
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
            process.communicate(timeout=SECONDS)
