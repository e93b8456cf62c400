"""Blocks of the pages that are marked to run do run, and print what the page says.

A `python` block may hold prompts (`>>>`), whose output is compared, or plain code, which must not fail. A `console`
block holds commands after `$ `, each followed by what it prints. In both, `...` stands for anything. The blocks
of one page share their names, their directory and their data, in the order of the page.
"""

from __future__ import annotations

import doctest
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import Block, blocks, name_of, pages

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.REPORT_NDIFF
RUNNABLE = [page for page in pages() if any(block.runs for block in blocks(page))]


@pytest.mark.parametrize("page", RUNNABLE, ids=name_of)
def test_the_marked_blocks_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RETROGRAPH_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PATH", os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])))
    monkeypatch.setenv("COLUMNS", "100")
    names: dict[str, object] = {"__name__": "__page__"}
    for block in blocks(page):
        if not block.runs:
            continue
        where = f"{name_of(page)}:{block.line}"
        if block.language == "console":
            run_console(block, where)
        elif ">>> " in block.text:
            run_prompts(block, names, where)
        else:
            exec(compile("\n" * (block.line - 1) + block.text, str(page), "exec"), names)


def run_prompts(block: Block, names: dict[str, object], where: str) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, names, where, where, block.line - 1)
    report: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS).run(test, out=report.append, clear_globs=False)
    names.update(test.globs)
    assert not report, "\n".join(report)


def run_console(block: Block, where: str) -> None:
    for command, expected in sessions(block.text):
        done = subprocess.run(
            ["bash", "-c", command],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=100,
        )
        example = doctest.Example(command, expected)
        checker = doctest.OutputChecker()
        assert checker.check_output(expected, done.stdout, FLAGS), (
            f"{where}: $ {command}\n" + checker.output_difference(example, done.stdout, FLAGS)
        )


def sessions(text: str) -> list[tuple[str, str]]:
    """The commands of a console block, continuation lines (`> `) included, each with its expected output."""
    found: list[tuple[str, str]] = []
    for line in text.splitlines(keepends=True):
        if line.startswith("$ "):
            found.append((line[2:], ""))
        elif line.startswith("> ") and found and not found[-1][1]:
            found[-1] = (found[-1][0] + line[2:], "")
        elif found:
            found[-1] = (found[-1][0], found[-1][1] + line)
    return found


def test_the_rules_of_time_and_the_tour_are_among_them() -> None:
    assert {"README.md", "docs/time.md"} <= {name_of(page) for page in RUNNABLE}
