"""Data sets that lie beside the checkout and are too large, or not ours, to be part of it."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
"""The root of the checkout."""


def shared(name: str) -> Path:
    """The folder `../shared/data/NAME`; the test is skipped where it is absent.

    `documents = shared("peps") / "documents.jsonl"`
    """
    path = ROOT.parent / "shared" / "data" / name
    if not path.exists():
        pytest.skip(f"the data set {name!r} is not beside the checkout (looked for {path})")
    return path
