"""Many writers at once, and how a refused request leaves the others alone."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from retrograph.errors import InvalidInput, Unavailable
from retrograph.graph.model import Assert, EntityRef, NewObservation, Relation
from retrograph.graph.project import Project
from tests.stores import KINDS

KIND = KINDS[0][1]


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with Project.open(tmp_path / "p", kind=KIND) as opened:
        yield opened


def uses(source: str, target: str) -> Assert:
    return Assert(Relation(EntityRef("concept", source), "uses", EntityRef("library", target)))


def note(text: str) -> NewObservation:
    return NewObservation(text, 1, "note")


def test_sixteen_writers_lose_and_double_nothing(project: Project) -> None:
    one = EntityRef("concept", "one")
    itself = Assert(Relation(one, "uses", one))

    def work(number: int) -> int:
        refused = 0
        for turn in range(12):
            key = f"{number % 8}-{turn}"
            project.observe([note(f"seen {key}")], keys=[key])
            project.write([uses("shared", f"lib {turn}")], actor=f"agent {number}")
            with pytest.raises(InvalidInput):
                project.write([uses(f"own {number}", f"own {number}"), itself], actor="x")
            refused += 1
        return refused

    with ThreadPoolExecutor(16) as pool:
        assert sum(pool.map(work, range(16))) == 16 * 12
    status = project.status()
    assert status.observations == 8 * 12 + 16 * 12
    assert status.open_facts == 12
    assert status.jobs["queued"] == 8 * 12
    assert status.graph_seq == status.seq == status.events
    assert project.verify().ok
    known = project.ledger.reached()[1]
    assert [m for m in project.ledger.find("own 3", known) if m.entity.type == "concept"] == []
    assert project.graph.counts().open_edges == 12


def test_every_request_has_a_transaction_time_of_its_own(project: Project) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: project.observe([note(f"n {n}")], extract=False), range(64)))
    recorded = [e.tx for e in project.ledger.events(0, 100)]
    assert len(set(recorded)) == 64
    assert recorded == sorted(recorded)


def test_closing_finishes_what_is_queued_and_refuses_what_comes_after(tmp_path: Path) -> None:
    project = Project.open(tmp_path / "p", kind=KIND)
    done: list[str] = []
    stop = threading.Event()

    def keep_writing() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            try:
                done.append(project.observe([note(f"n {number}")], extract=False)[0].observation_id)
            except Unavailable:
                return

    threads = [threading.Thread(target=keep_writing) for _ in range(4)]
    for thread in threads:
        thread.start()
    time.sleep(0.1)
    project.close()
    project.close()
    stop.set()
    for thread in threads:
        thread.join()
    with pytest.raises(Unavailable):
        project.observe([note("late")])
    with Project.open(tmp_path / "p", kind=KIND) as again:
        assert again.status().observations == len(done)
        assert all(again.ledger.observation(id_) for id_ in done)


def test_a_merge_of_two_types_leaves_both_names_to_ask_by(project: Project) -> None:
    project.write([uses("auth", "jose"), uses("other", "jose")], actor="me")
    known = project.ledger.reached()[1]
    (concept,), (library,) = (project.ledger.find(name, known) for name in ("auth", "jose"))
    project.merge(concept.entity.id, library.entity.id, actor="me", reason="a test")
    known = project.ledger.reached()[1]
    for name, type_ in (("auth", "concept"), ("jose", "library"), ("auth", None)):
        (found,) = project.ledger.find(name, known, type_)
        assert found.entity.id == library.entity.id
    assert project.ledger.find("auth", known, "person") == []
