"""A short run of the kill loop: nothing acknowledged is lost, the project always opens, the chain verifies."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

LOOP = Path(__file__).parents[2] / "benchmarks" / "kill_loop.py"


def test_killed_while_writing_and_while_checkpointing_nothing_is_lost() -> None:
    run = subprocess.run(
        [sys.executable, str(LOOP), "--rounds", "4", "--seed", "7"],
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "4 kills" in run.stdout
    assert "0 lost, 0 unopenable, 0 broken" in run.stdout
