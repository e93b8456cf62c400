"""When words of an earlier version still stand in a later one, and what a version's silence ends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from retrograph.graph.documents import stands
from retrograph.graph.intervals import OPEN
from retrograph.graph.model import Assert, EntityRef, Evidenced, Findings, NewObservation, Property, Relation
from retrograph.graph.project import Project
from retrograph.graph.vocabulary import Outcome
from tests.stores import KINDS

RECORD = EntityRef("decision", "ADR 7")


@pytest.mark.parametrize(
    ("quote", "old", "new", "expected"),
    [
        ("we use jose", "today we use jose.", "since then we use jose, still", True),
        ("we use jose", "today we use jose.", "we use josephine", False),
        ("we use jose", "today we use jose.", "", False),
        ("Superseded-By: 44", "Status: Final\nSuperseded-By: 44\n", "Superseded-By: 446\n", False),
        ("Author: A", "Author: A\nStatus: Draft", "Author: A, B\nStatus: Draft", False),
        ("Author: A", "Author: A\nStatus: Draft", "Title: T\nAuthor: A", True),
        ("Author: A", "Author: A\r\nStatus: Draft", "Author: A\r\n", True),
        ("Jose", "by Jose and Ann", "by Josette, later by Jose", True),
        ("배포", "오늘 배포 완료", "배포를 미뤘다", False),
        ("jose.", "We use jose.", "We use jose. And zod.", True),
    ],
)
def test_words_stand_whole_and_lines_stand_whole(quote: str, old: str, new: str, expected: bool) -> None:
    assert stands(quote, old, new) is expected


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with Project.open(tmp_path / "p", kind=KINDS[0][1], clock=lambda: 0) as opened:
        yield opened


def version(project: Project, at: int, text: str, *said: Assert, outcome: Outcome = "complete") -> None:
    seen = NewObservation(text, at, "document", document_id="ADR 7")
    recorded = project.observe([seen], extract=False)[0]
    project.extraction(recorded.observation_id, Findings((), said, outcome, "test"))


def status(value: str) -> Assert:
    return Assert(Property(RECORD, "status", value), why=Evidenced(quote=f"Status: {value}"))


def rows(project: Project, name: str = "status") -> list[tuple[str | None, int, int]]:
    known = project.ledger.reached()[1]
    entity = project.ledger.find("ADR 7", known)[0].entity.id
    return [(f.value, f.valid_from, f.valid_to) for f in project.ledger.facts_of(entity, known) if f.type == name]


def test_a_version_that_is_silent_ends_what_an_earlier_one_stated(project: Project) -> None:
    version(project, 10, "Status: Draft", status("Draft"))
    version(project, 20, "Title: T")
    assert rows(project) == [("Draft", 10, 20)]


def test_a_late_version_falls_into_its_place(project: Project) -> None:
    version(project, 30, "Status: Final", status("Final"))
    version(project, 10, "Status: Draft", status("Draft"))
    version(project, 20, "no header at all")
    assert rows(project) == [("Draft", 10, 20), ("Final", 30, OPEN)]


def test_a_partial_reading_ends_nothing_by_silence(project: Project) -> None:
    version(project, 10, "Status: Draft", status("Draft"))
    version(project, 20, "Title: T", outcome="partial")
    assert rows(project) == [("Draft", 10, OPEN)]


def test_what_still_stands_in_the_text_is_not_silent(project: Project) -> None:
    version(project, 10, "Status: Draft", status("Draft"))
    version(project, 20, "Title: T\nStatus: Draft")
    version(project, 30, "Title: T")
    assert rows(project) == [("Draft", 10, 30)]


def test_the_later_recorded_of_two_at_the_same_time_replaces(project: Project) -> None:
    version(project, 10, "Status: Draft", status("Draft"))
    version(project, 10, "Status: Accepted", status("Accepted"))
    assert rows(project) == [("Accepted", 10, OPEN)]


def test_an_empty_version_states_nothing_any_more(project: Project) -> None:
    version(project, 10, "Status: Draft", status("Draft"))
    version(project, 20, "")
    assert rows(project) == [("Draft", 10, 20)]


def test_what_another_source_states_is_not_ended_by_silence(project: Project) -> None:
    uses = Relation(RECORD, "uses", EntityRef("library", "jose"))
    version(project, 10, "we use jose", Assert(uses, why=Evidenced(quote="we use jose")))
    project.write([Assert(uses)], actor="somebody", observation_id=None)
    version(project, 20, "nothing")
    known = project.ledger.reached()[1]
    jose = project.ledger.find("jose", known)[0].entity.id
    (fact,) = project.ledger.facts_of(jose, known)
    assert fact.valid_to == OPEN


def test_the_same_reading_twice_changes_nothing(project: Project) -> None:
    version(project, 10, "Status: Draft", status("Draft"))
    seen = project.ledger.events(0, 10)[0].payload
    assert seen is not None
    before = project.status()
    findings = Findings((), (status("Draft"),), "complete", "test")
    settled = project.extraction(seen["id"], findings)
    after = project.status()
    assert (after.statements, after.facts) == (before.statements, before.facts)
    assert rows(project) == [("Draft", 10, OPEN)]
    assert settled.quarantined == ()
