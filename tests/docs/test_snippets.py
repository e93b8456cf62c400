"""Blocks of the pages that are marked to run do run, and print what the page says.

A `python` block may hold prompts (`>>>`), whose output is compared, or plain code, which must not fail. A `console`
block holds commands after `$ `, run by one shell, each followed by what it prints; ids, hashes and times of recording
may be those of another run. In both, `...` stands for anything. The blocks of one page share their names, their
directory and their data (`./tour`), in the order of the page.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import Block, blocks, name_of, pages

END = "\036"
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.REPORT_NDIFF
RUNNABLE = [page for page in pages() if any(block.runs for block in blocks(page))]


@pytest.mark.parametrize("page", RUNNABLE, ids=name_of)
def test_the_marked_blocks_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RETROGRAPH_DATA", str(tmp_path / "tour"))
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
    told = sessions(block.text)
    script = f"printf '{END}'\n".join(command for command, _ in told)
    done = subprocess.run(
        ["bash", "-c", script], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        encoding="utf-8", check=False, timeout=100,
    )  # fmt: skip
    for (command, expected), printed in zip(told, done.stdout.split(END), strict=True):
        wanted, got = without_chance(expected), without_chance(printed)
        checker = doctest.OutputChecker()
        assert checker.check_output(wanted, got, FLAGS), f"{where}: $ {command}" + checker.output_difference(
            doctest.Example(command, wanted), got, FLAGS
        )


def without_chance(text: str) -> str:
    """The text with ids, hashes, times of recording and durations made equal, so that pages can show real ones, and
    without the lines of progress that only a slow machine prints."""
    text = re.sub(r"^(?:extracting: [\d,]+ observations to go|.+: [\d,]+ of [\d,]+)\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"\b([a-z]+)_[0-9a-hjkmnp-tv-z]{20}\b", r"\1_ID", text)
    text = re.sub(r"\b[0-9a-f]{64}\b", "HASH", text)
    text = re.sub(r"\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z\b", "INSTANT", text)
    return re.sub(r"\b\d+\.\d s\b", "SECONDS", text)


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
