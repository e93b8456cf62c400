"""The one table of settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from retrograph.errors import InvalidInput
from retrograph.settings import PREFIX, Settings, listed


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch) -> None:
    for row in listed():
        monkeypatch.delenv(row.variable, raising=False)


def test_an_argument_wins_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RETROGRAPH_PORT", "4000")
    assert Settings.load().port == 4000
    assert Settings.load(port=4001).port == 4001
    assert Settings.load(port=None).port == 4000


def test_an_empty_variable_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RETROGRAPH_PORT", "")
    assert Settings.load().port == 3111


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "70000"),
        ("PORT", "x"),
        ("EXTRACTOR", "magic"),
        ("BODY_LIMIT", "0"),
        ("RATE_LIMIT", "-1"),
        ("WORKERS", "0"),
    ],
)
def test_a_wrong_variable_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(PREFIX + name, value)
    with pytest.raises(InvalidInput, match=PREFIX + name) as raised:
        Settings.load()
    assert raised.value.errors[0].field == name.lower()


def test_a_setting_that_is_not_one_is_refused() -> None:
    with pytest.raises(InvalidInput, match="colour"):
        Settings.load(colour="red")


def test_hosts_are_a_list_with_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RETROGRAPH_ALLOWED_HOSTS", "Box.local, other")
    assert Settings.load().allowed_hosts == ("box.local", "other")


def test_the_data_directory_is_absolute(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert Settings.load(data="here").data == tmp_path / "here"
    assert Settings.load(data="~/x").data == Path.home() / "x"


def test_open_projects_share_the_graph_s_memory() -> None:
    settings = Settings.load(graph_memory=1024**3, max_open_projects=4)
    assert settings.graph_memory_per_project * 4 == 1024**3


def test_every_setting_says_what_it_is() -> None:
    for row in listed():
        assert row.description.endswith("."), row.name
        assert row.variable == PREFIX + row.name.upper()
