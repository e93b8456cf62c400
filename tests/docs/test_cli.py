"""docs/cli.md has every command, every option and every example, and no others."""

from __future__ import annotations

import re
from typing import Any

import pytest
import typer.main

from retrograph.api import cli
from retrograph.api.cli.commands import app
from retrograph.api.cli.groups import LIST, Listing
from tests.data import ROOT

PAGE = ROOT / "docs" / "cli.md"


def _commands() -> dict[str, Any]:
    """Every command by its words. The one that a group means by itself goes by the group's."""
    found: dict[str, Any] = {}
    for name, command in typer.main.get_command(app).commands.items():  # type: ignore[attr-defined]
        for word, inner in getattr(command, "commands", {LIST: command}).items():
            alone = word == LIST and (inner is command or isinstance(command, Listing))
            found[name if alone else f"{name} {word}"] = inner
    return found


COMMANDS = _commands()


def sections() -> dict[str, str]:
    """Command to the text of its section; the text before the first command is under the empty name."""
    heading = r"^## `retrograph ([a-z]+(?: [a-z]+)*)[^\n]*\n"
    parts = re.split(heading, PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


def options(command: str) -> set[str]:
    given = [(*param.opts, *param.secondary_opts) for param in COMMANDS[command].params]
    return {opt for opts in given for opt in opts if opt.startswith("--")} - {"--help"}


def test_the_page_has_the_commands_there_are_in_the_order_of_help() -> None:
    assert list(sections())[1:] == list(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_section_names_exactly_the_options_of_its_command(command: str) -> None:
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", sections()[command])) == options(command)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_examples_of_help_are_on_the_page_and_take_options_that_exist(command: str) -> None:
    examples = re.findall(r"^  (retrograph .+)$", COMMANDS[command].epilog or "", flags=re.MULTILINE)
    assert examples, f"retrograph {command} --help has no example"
    for example in examples:
        assert f"    {example}\n" in sections()[command]
        assert f"{example} ".startswith(f"retrograph {command} ")
        assert set(re.findall(r"--[a-z-]+", example)) <= options(command)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_a_directory_and_a_project(command: str) -> None:
    assert {"--data", "--project"} <= options(command)


def test_every_exit_code_is_in_the_table() -> None:
    codes = {value for name, value in vars(cli).items() if name.isupper() and isinstance(value, int)}
    table = {
        int(code) for row in re.findall(r"^\| ([0-9, ]+) \|", sections()[""], re.MULTILINE) for code in row.split(",")
    }
    assert table == codes


def test_every_option_says_what_it_is_for() -> None:
    silent = [
        f"{name} {param.opts[0]}"
        for name, command in COMMANDS.items()
        for param in command.params
        if not getattr(param, "help", None)
    ]
    assert silent == []
