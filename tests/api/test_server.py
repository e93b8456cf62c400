"""Starting and stopping a real process."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from retrograph import Client, Memory
from retrograph.api.auth import check_address, host_name
from retrograph.api.connect import connect
from retrograph.api.results import JournalEvent
from retrograph.api.server import run_server
from retrograph.errors import InvalidInput, Locked, StoreError, Unavailable
from retrograph.settings import Settings
from tests.serving import Served, serving

SERVE = """
import sys
from retrograph.api.server import run_server
from retrograph.settings import Settings
run_server(Settings.load(data=sys.argv[1], port=0), lambda serving: print(serving.url, flush=True))
"""


@contextlib.contextmanager
def process(data: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("RETROGRAPH_")}
    command = [sys.executable, "-c", SERVE, str(data)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as server:
        assert server.stdout
        url = server.stdout.readline().strip()
        try:
            assert url, server.stderr.read() if server.stderr else ""
            yield server, url
        finally:
            if server.poll() is None:
                server.kill()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_in_the_middle_of_writes_loses_nothing(tmp_path: Path, number: signal.Signals) -> None:
    acknowledged: list[str] = []
    refused: list[int] = []

    def write(url: str, writer: int) -> None:
        with httpx.Client(base_url=url, trust_env=False, timeout=20) as http:
            for n in range(10_000):
                try:
                    answer = http.post(
                        "/v1/projects/p/observations?extract=false", json={"content": f"We use lib{writer}x{n}."}
                    )
                except httpx.TransportError:
                    return
                if answer.status_code != 202:
                    refused.append(answer.status_code)
                    return
                acknowledged.append(answer.json()["observationId"])

    with process(tmp_path) as (server, url):
        threads = [threading.Thread(target=write, args=(url, n)) for n in range(6)]
        for thread in threads:
            thread.start()
        time.sleep(0.7)
        server.send_signal(number)
        assert server.wait(30) == 0
        for thread in threads:
            thread.join(30)
        assert server.stderr
        assert "Traceback" not in server.stderr.read()
    assert acknowledged
    assert set(refused) <= {503}
    with Memory(tmp_path, project="p") as memory:
        assert memory.verify().ok
        for id_ in acknowledged:
            memory.observation(id_)
        assert memory.stats().observations >= len(acknowledged)


def test_the_second_on_a_directory_is_told_who_is_the_first(tmp_path: Path) -> None:
    with process(tmp_path) as (server, url):
        for second in (lambda: Memory(tmp_path), lambda: run_server(Settings.load(data=tmp_path, port=0))):
            with pytest.raises(Locked) as raised:
                second()
            assert (raised.value.owner.pid, raised.value.owner.url) == (server.pid, url)
            assert str(server.pid) in str(raised.value)
            assert url in str(raised.value)
        with connect(Settings.load(data=tmp_path), "p") as door:
            assert isinstance(door, Client)
            assert door.where == url
            door.observe("We use jose.", extract=False)
            assert door.stats().observations == 1
        server.kill()
        server.wait(10)
        with connect(Settings.load(data=tmp_path), "p") as door:
            assert isinstance(door, Memory)
            assert door.stats().observations == 1


def test_a_memory_owns_its_directory_alone(tmp_path: Path) -> None:
    with Memory(tmp_path) as memory:
        with pytest.raises(Locked) as raised:
            Memory(tmp_path)
        assert raised.value.owner.pid == os.getpid()
        with pytest.raises(Locked):
            connect(Settings.load(data=tmp_path))
        with memory.at("other") as other:
            other.facts([{"op": "assert", "entity": {"type": "person", "name": "mina"}, "property": "a", "value": "b"}])
        assert memory.projects() == ["default", "other"]
    with Memory(tmp_path) as memory:
        memory.close()
        memory.close()


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "example.org", "", "127.0.0.1.evil.example"])
def test_without_keys_only_loopback_is_served(tmp_path: Path, host: str) -> None:
    with pytest.raises(InvalidInput, match=r"127\.0\.0\.1") as raised:
        run_server(Settings.load(data=tmp_path, port=0).model_copy(update={"host": host}))
    assert raised.value.errors[0].field == "host"
    assert not (tmp_path / "projects").exists()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.8.8.8", "[::1]"])
def test_loopback(host: str) -> None:
    check_address(host)


def test_host_names() -> None:
    names = ["Localhost:80", "127.0.0.1", "[::1]:80", "[::1]", "localhost.", ""]
    assert [host_name(n) for n in names] == ["localhost", "127.0.0.1", "::1", "::1", "localhost", ""]


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(StoreError, match=str(port)):
            run_server(Settings.load(data=tmp_path, port=port))
    with Memory(tmp_path):
        pass


def test_the_address_may_be_of_version_six(tmp_path: Path) -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this machine has no IPv6 loopback")
    with serving(tmp_path, host="::1") as server, Client(server.url) as client:
        assert client.health().status == "ok"


def test_a_directory_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="file"):
        Memory(tmp_path / "file")


def test_a_zone_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput) as raised:
        Memory(tmp_path, tz="Mars/Olympus")
    assert raised.value.errors[0].field == "tz"
    with Memory(tmp_path, tz="Asia/Seoul"):
        pass


def test_nobody_answers(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    with Client(url) as client, pytest.raises(Unavailable, match=url):
        client.stats()


def test_projects_go_on_where_they_stopped(tmp_path: Path) -> None:
    names = ["a", "b", "c", "d"]
    with Memory(tmp_path, project="a", extractor="off") as memory:
        for name in names:
            with memory.at(name) as other:
                other.observe("We use jose.", extract=False)
    with serving(tmp_path, max_open_projects=2) as server:
        for turn, name in enumerate(names * 2):
            with Client(server.url, project=name) as client:
                before = client.stats().observations
                assert before == (1 if turn < len(names) else 2)
                client.observe("We use paseto.", wait=True)
                assert client.stats().observations == before + 1
        with Client(server.url) as client:
            assert client.projects() == names
            assert len(client.health().projects) <= 2


def test_many_writers_on_several_projects_do_not_cross(tmp_path: Path) -> None:
    names = [f"p{n}" for n in range(5)]

    def write(number: int) -> None:
        name = names[number % 5]
        said = {"op": "assert", "source": {"type": "project", "name": name}, "type": "uses"}
        with Client(server.url, project=name) as client:
            for n in range(2):
                client.observe(f"{name} {number} {n}", occurred_at="2025", key=f"{number}-{n}", extract=False)
                client.facts([{**said, "target": {"type": "library", "name": f"{name}-{number}-{n}"}}])

    with serving(tmp_path, max_open_projects=4, extractor="off") as server:
        with ThreadPoolExecutor(50) as pool:
            list(pool.map(write, range(50)))
        records = {name: record(server, name) for name in names}
        for name, events in records.items():
            texts = [e.payload["content"] for e in events if e.kind == "observation.recorded" and e.payload]
            assert len(texts) == 40  # each fact is recorded as a note of its own
            assert all(name in text for text in texts)
            with Client(server.url, project=name) as client:
                assert len(client.temporal_query(name, limit=1000).facts) == 20
        with server.http() as http:
            assert http.delete("/v1/projects/p0", params={"confirm": "p0"}).status_code == 204
        assert not (tmp_path / "projects" / "p0").exists()
        for name in names[1:]:
            assert record(server, name) == records[name]


def record(server: Served, project: str) -> list[JournalEvent]:
    with Client(server.url, project=project) as client:
        return list(client.journal(limit=1000).events)
