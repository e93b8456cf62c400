"""Many clients at once, processes that are killed, jobs that kill: nothing is lost, and nothing is done twice."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import orjson

from retrograph import Client, Memory
from retrograph.graph.job import CRASHES
from retrograph.graph.kuzu_store import kuzu_kind
from retrograph.graph.model import NewObservation
from retrograph.graph.project import Project
from tests.e2e.commands import environment, served

CLIENTS = 16
BASE = "/v1/projects/default"


def said(key: str) -> dict[str, Any]:
    return {"content": f"The service-{key} uses lib-{key}.", "occurredAt": "2025-03-01"}


def send_and_leave(url: str, key: str) -> None:
    """Post an observation and hang up without waiting for the answer."""
    body = orjson.dumps(said(key))
    head = (
        f"POST {BASE}/observations HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"Idempotency-Key: {key}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    host, _, port = url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        connection.sendall(head.encode() + body)


def post(http: httpx.Client, key: str) -> str:
    """Post an observation until it is acknowledged; its id."""
    while True:
        response = http.post(f"{BASE}/observations", json=said(key), headers={"Idempotency-Key": key})
        if response.status_code in (200, 202):
            return str(response.json()["observationId"])
        assert response.status_code == 503, response.text


def recorded(client: Client) -> Counter[str]:
    """The contents that the journal holds, each with how often."""
    found: Counter[str] = Counter()
    after: int | None = 0
    while after is not None:
        page = client.journal(after=after, limit=1000)
        found.update(e.payload["content"] for e in page.events if e.kind == "observation.recorded" and e.payload)
        after = page.next_after
    return found


def check_once(client: Client, keys: set[str]) -> None:
    """Every observation is there once, its job is done once, its fact is there once."""
    assert client.drain(60)
    assert recorded(client) == Counter({said(key)["content"]: 1 for key in keys})
    stats = client.stats()
    assert stats.jobs == {**dict.fromkeys(stats.jobs, 0), "complete": len(keys)}
    assert stats.settled["complete"] == len(keys)
    assert (stats.facts, stats.open_facts, stats.statements) == (len(keys),) * 3
    for key in sorted(keys)[::17]:
        (fact,) = client.temporal_query(f"lib-{key}").facts
        assert fact.support_count == 1
    assert client.verify().ok


def test_sixteen_clients_at_once_lose_and_double_nothing(tmp_path: Path) -> None:
    def work(number: int, url: str) -> dict[str, set[str]]:
        ids: dict[str, set[str]] = {}
        with httpx.Client(base_url=url, trust_env=False, timeout=60) as http:
            for turn in range(9):
                key = f"{number // 2 if turn % 3 == 0 else number}-{turn}"
                if turn % 3 == 1:
                    send_and_leave(url, key)
                ids.setdefault(key, set()).update(post(http, key) for _ in range(2 if turn % 3 == 2 else 1))
        return ids

    with served(tmp_path, RETROGRAPH_WORKERS="3") as server:
        with ThreadPoolExecutor(CLIENTS) as pool:
            answers = list(pool.map(lambda number: work(number, server.url), range(CLIENTS)))
        every: dict[str, set[str]] = {}
        for answer in answers:
            for key, ids in answer.items():
                every.setdefault(key, set()).update(ids)
        assert len(every) == CLIENTS * 6 + CLIENTS // 2 * 3
        assert all(len(ids) == 1 for ids in every.values())
        with Client(server.url) as client:
            check_once(client, set(every))


def test_a_server_that_is_killed_while_it_extracts_goes_on_where_it_was(tmp_path: Path) -> None:
    keys = {f"k-{number}" for number in range(120)}
    batch = [said(key) | {"idempotencyKey": key} for key in sorted(keys)]
    with served(tmp_path, RETROGRAPH_WORKERS="2") as server, Client(server.url) as client:
        client.observe_many(batch)
        while (done := client.stats().jobs["complete"]) < 15:
            time.sleep(0.005)
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
    assert done < len(keys), "everything was done before the kill; nothing is shown"
    with served(tmp_path, RETROGRAPH_WORKERS="2") as server, Client(server.url) as client:
        check_once(client, keys)


KILLER = """
import os, sys
from pathlib import Path
from retrograph.extraction.extractor import FromMarkup
from retrograph.extraction.pipeline import Pipeline
from retrograph.extraction.rules import RulesExtractor
from retrograph.extraction.worker import Worker
from retrograph.graph.kuzu_store import kuzu_kind
from retrograph.graph.project import Project

class Killed(RulesExtractor):
    def extract(self, observation):
        if "poison" in observation.content:
            os.kill(os.getpid(), 9)
        return super().extract(observation)

with Project.open(Path(sys.argv[1]), kind=kuzu_kind()) as project:
    Worker(project, Pipeline(FromMarkup(Killed()))).drain()
"""


def test_a_job_that_kills_its_process_is_parked_and_the_others_are_done(tmp_path: Path) -> None:
    directory = tmp_path / "projects" / "default"
    with Project.open(directory, kind=kuzu_kind()) as project:
        project.observe([NewObservation("poison", 1, "note"), NewObservation("The parser uses lark.", 2, "note")])
    codes = [
        subprocess.run([sys.executable, "-c", KILLER, str(directory)], env=environment(), check=False).returncode
        for _ in range(CRASHES + 1)
    ]
    assert codes == [*[-signal.SIGKILL] * CRASHES, 0]
    with Memory(tmp_path) as memory:
        (parked,) = memory.jobs(status="parked").jobs
        assert "process ended" in str(parked.error)
        assert [job.status for job in memory.jobs().jobs] == ["complete", "parked"]
        assert memory.temporal_query("lark").facts[0].source.name == "parser"
