"""Projects that are opened when they are asked for and closed when others need the place."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from retrograph.api.naming import checked_name
from retrograph.api.projects import Projects
from retrograph.errors import InvalidInput, Locked, NotFound, StoreError, Unavailable


class Fake:
    """A project that only knows whether it is open; opening it twice at once is an error of the test."""

    opened: set[str]

    def __init__(self, house: House, name: str, directory: Path) -> None:
        assert name not in house.open, "opened twice"
        house.open.add(name)
        house.most = max(house.most, len(house.open))
        directory.mkdir(parents=True, exist_ok=True)
        (directory / "journal.sqlite").touch()
        self.house, self.name, self.work = house, name, False
        self.service: Any = self
        time.sleep(house.pause)

    def empty(self) -> bool:
        return False

    def busy(self) -> bool:
        return self.work

    def close(self) -> None:
        time.sleep(self.house.pause)
        self.house.open.remove(self.name)
        self.house.closed.append(self.name)


class House:
    def __init__(self, data: Path, limit: int = 2) -> None:
        self.open: set[str] = set()
        self.closed: list[str] = []
        self.most = 0
        self.pause = 0.0
        self.projects = Projects(data, lambda name, directory: Fake(self, name, directory), limit=limit)

    def make(self, *names: str) -> None:
        for name in names:
            with self.projects.use(name, create=True):
                pass


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.projects.close(5)
    assert not made.open


@pytest.mark.parametrize("name", ["a", "0", "default", "team-a_2", "x" * 64])
def test_names(name: str) -> None:
    assert checked_name(name) == name


@pytest.mark.parametrize(
    "name",
    ["", "A", "-a", "_a", "a\n", "a b", "../x", "a/b", ".", "..", "x" * 65, "é", "a\x00", "a.b", "team'a", "٣",
     "`x` SET n.admin=true //"],
)  # fmt: skip
def test_what_is_no_name(house: House, name: str) -> None:
    with pytest.raises(InvalidInput) as raised, house.projects.use(name, create=True):
        pass
    assert raised.value.errors[0].field == "project"
    assert house.projects.names() == []


def test_a_project_begins_with_a_write_only(house: House) -> None:
    with pytest.raises(NotFound), house.projects.use("one"):
        pass
    house.make("one")
    with house.projects.use("one"):
        assert house.projects.names() == ["one"]
    with pytest.raises(NotFound) as raised, house.projects.use("ona"):
        pass
    assert raised.value.nearest == ("one",)


def test_the_one_unused_for_longest_makes_room(house: House) -> None:
    house.make("a", "b", "a", "c")
    assert house.open == {"a", "c"}


def test_one_with_work_waiting_stays(house: House) -> None:
    house.make("a", "b")
    with house.projects.use("a") as opened:
        opened.work = True
    house.make("b", "c")
    assert house.open == {"a", "c"}


def test_one_in_use_is_not_closed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("retrograph.api.projects._PATIENCE", 0.2)
    with house.projects.use("a", create=True), house.projects.use("b", create=True):
        with pytest.raises(Unavailable), house.projects.use("c", create=True):
            pass
        assert house.open == {"a", "b"}
    house.make("c")
    assert "c" in house.open


def test_a_failed_opening_leaves_the_place_free(tmp_path: Path) -> None:
    tries = []

    def opener(name: str, directory: Path) -> Any:
        tries.append(name)
        raise StoreError("no")

    projects = Projects(tmp_path, opener, limit=1)
    for _ in range(3):
        with pytest.raises(StoreError), projects.use("a", create=True):
            pass
    assert len(tries) == 3
    projects.close()


def test_many_threads_on_more_projects_than_places(tmp_path: Path) -> None:
    house = House(tmp_path, limit=3)
    house.pause = 0.001
    names = [f"p{n}" for n in range(7)]

    def work(seed: int) -> None:
        random = Random(seed)
        for _ in range(30):
            name = random.choice(names)
            with house.projects.use(name, create=True) as opened:
                assert opened.service.name == name
                assert name in house.open

    with ThreadPoolExecutor(12) as pool:
        list(pool.map(work, range(12)))
    assert house.most <= 3
    house.projects.close()
    assert not house.open


def test_one_process_owns_the_directory(house: House, tmp_path: Path) -> None:
    house.projects.announce("http://127.0.0.1:9")
    with pytest.raises(Locked) as raised:
        House(tmp_path)
    assert raised.value.owner.url == "http://127.0.0.1:9"
    assert str(raised.value.owner.pid) in str(raised.value)


def test_delete_removes_one_and_leaves_the_others(house: House, tmp_path: Path) -> None:
    house.make("a", "b")
    before = {p: p.stat().st_mtime_ns for p in (tmp_path / "projects" / "b").rglob("*")}
    house.projects.delete("a")
    assert house.projects.names() == ["b"]
    assert [p.name for p in (tmp_path / "projects").iterdir()] == ["b"]
    assert {p: p.stat().st_mtime_ns for p in (tmp_path / "projects" / "b").rglob("*")} == before
    with pytest.raises(NotFound):
        house.projects.delete("a")
    house.make("a")
    assert house.projects.names() == ["a", "b"]


def test_delete_waits_for_who_uses_it(house: House) -> None:
    house.make("a")
    with house.projects.use("a"):
        thread = threading.Thread(target=house.projects.delete, args=("a",))
        thread.start()
        time.sleep(0.05)
        assert house.projects.names() == ["a"]
    thread.join(5)
    assert house.projects.names() == []


def test_closing_waits_and_then_refuses(tmp_path: Path) -> None:
    house = House(tmp_path)
    inside, leave = threading.Event(), threading.Event()

    def use() -> None:
        with house.projects.use("a", create=True):
            inside.set()
            leave.wait(5)
            assert "a" in house.open

    thread = threading.Thread(target=use)
    thread.start()
    inside.wait(5)
    closer = threading.Thread(target=house.projects.close)
    closer.start()
    time.sleep(0.05)
    with pytest.raises(Unavailable), house.projects.use("b", create=True):
        pass
    leave.set()
    closer.join(5)
    thread.join(5)
    assert not house.open
    House(tmp_path).projects.close()


def test_resume_opens_each_once(tmp_path: Path) -> None:
    house = House(tmp_path, limit=8)
    house.make("a", "b", "c")
    house.projects.close()
    again = House(tmp_path, limit=2)
    again.projects.resume()
    assert again.closed == ["a"]
    assert again.open == {"b", "c"}
    again.projects.close()
