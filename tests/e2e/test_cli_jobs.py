"""`retrograph jobs` as a person meets it: what was given up is listed with its reason, and done again."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from retrograph.api import cli
from retrograph.graph.kuzu_store import kuzu_kind
from retrograph.graph.model import Findings, NewObservation
from retrograph.graph.project import Project
from tests.e2e.commands import served
from tests.e2e.test_cli import Cap, here, refused_here


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A directory with one job that is parked, one that is partial, and one that waits."""
    with Project.open(tmp_path / "projects" / "default", kind=kuzu_kind()) as project:
        project.observe([NewObservation(f"The parser uses lib{n}.", n, "note") for n in range(3)])
        for _ in range(2):
            job = project.lease("worker", 60)
            assert job is not None
            if job.observation_id == project.jobs.list()[-1].observation_id:
                project.give_back(job.id, "the model is away", None, attempt=job.attempts)
            else:
                bad = {"element": "<relationship type='hates'/>", "reason": "'hates' is no relation type"}
                project.settle(job.id, Findings((), (), "partial", "test@1", (bad,), ("a note",)))
    return tmp_path


def test_jobs_are_listed_shown_and_done_again(data: Path, capsys: Cap) -> None:
    listed = orjson.loads(here(capsys, "jobs", "--data", data, "--json"))["jobs"]
    parked = next(job for job in listed if job["status"] == "parked")
    partial = next(job for job in listed if job["quarantinedCount"] == 1)
    text = here(capsys, "jobs", "--status", "parked", "--data", data)
    assert "parked" in text
    assert "the model is away" in text
    assert partial["id"] not in text
    shown = here(capsys, "jobs", "show", partial["id"], "--data", data)
    for words in ("'hates' is no relation type", "<relationship type='hates'/>", "a note", "test@1"):
        assert words in shown
    assert cli.run(["jobs", "retry", parked["id"], "--data", str(data)]) == 0
    again = capsys.readouterr().out  # on a slow machine stderr tells how far it is
    assert "complete" in again
    assert "1 fact" in again
    many = here(capsys, "jobs", "retry", "--all", "--status", "partial", "--data", data)
    assert "1 job queued again. Jobs now: 3 complete." in many
    assert here(capsys, "jobs", "--status", "failed", "--data", data) == "No job is failed.\n"
    told = orjson.loads(here(capsys, "jobs", "retry", "--all", "--data", data, "--json"))
    assert told == {"retried": 0}


@pytest.mark.parametrize(
    ("code", "said", "words"),
    [
        (1, "no job has the id 'job_none'", ["show", "job_none"]),
        (1, "no job has the id 'job_none'", ["retry", "job_none"]),
        (2, "one job by its id, or --all", ["retry"]),
        (2, "one job by its id, or --all", ["retry", "job_1", "--all"]),
        (2, "--status: goes with --all", ["retry", "job_1", "--status", "failed"]),
        (2, "--status: 'done' is no status", ["--status", "done"]),
        (2, "--status: 'running' is not one of", ["retry", "--all", "--status", "running"]),
        (2, "--limit: 0 is not from 1", ["--limit", "0"]),
    ],
)
def test_a_mistake_says_what_to_do(data: Path, capsys: Cap, code: int, said: str, words: list[str]) -> None:
    assert said in refused_here(capsys, code, "jobs", *words, "--data", data)


def test_nothing_is_queued_where_nothing_extracts(data: Path, capsys: Cap, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RETROGRAPH_EXTRACTOR", "off")
    assert "RETROGRAPH_EXTRACTOR is off" in refused_here(capsys, 2, "jobs", "retry", "--all", "--data", data)


def test_a_server_goes_on_with_what_is_queued_again(data: Path, capsys: Cap) -> None:
    with served(data):
        here(capsys, "jobs", "retry", "--all", "--no-wait", "--data", data)
        assert cli.run(["jobs", "retry", "--all", "--status", "partial", "--data", str(data)]) == 0
        assert "Jobs now: 3 complete" in capsys.readouterr().out
