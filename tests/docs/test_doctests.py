"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import retrograph

MODULES = sorted(
    found.name
    for found in pkgutil.walk_packages(retrograph.__path__, "retrograph.")
    if not found.name.endswith("__main__")
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for test in doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(name), name):
        runner.run(test, out=report.append)
    assert not report, "\n".join(report)


def test_some_modules_have_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    pure = importlib.import_module("retrograph.graph.intervals")
    assert any(test.examples for test in finder.find(pure))
