"""A change told in the present tense with a date is one to come; a record is named by its file, in any folder."""

from __future__ import annotations

from datetime import UTC

import pytest

from retrograph.extraction.extractor import NOTHING_KNOWN, FromMarkup
from retrograph.extraction.pipeline import Pipeline
from retrograph.extraction.rules import RulesExtractor
from retrograph.graph.intervals import bound_text, period
from retrograph.graph.model import Assert, NewObservation, Observation, Property, Relation

PIPELINE = Pipeline(FromMarkup(RulesExtractor()))


def read(text: str, document_id: str | None = None) -> list[Assert]:
    new = NewObservation(text, period("2025-03-20", UTC).start, "document" if document_id else "note", "Z")
    seen = Observation(
        "obs_1", 1, 1, new.content, new.occurred_at, new.kind, "Z", None, None, "session", document_id, {}
    )
    findings = PIPELINE.run(seen, NOTHING_KNOWN)
    assert findings.quarantined == ()
    return [op for op in findings.ops if isinstance(op, Assert)]


@pytest.mark.parametrize(
    ("text", "start", "evidence"),
    [
        ("Kim joins Globex in June.", "2025-06", "planned"),
        ("I join Globex in June.", "2025-06", "planned"),
        ("We switch the API to jose in May.", "2025-05", "planned"),
        ("나는 6월에 Globex에 합류한다.", "2025-06", "planned"),
        ("나는 6월에 Globex에 합류합니다.", "2025-06", "planned"),
        ("Kim joined Globex in June.", "2024-06", "stated"),
        ("나는 6월에 Globex에 합류했다.", "2024-06", "stated"),
        ("Kim works at Acme since 2020.", "2020", "stated"),
        ("On 2025-03-01 we switch the API to jose.", "2025-03-01", "stated"),
    ],
)
def test_a_change_in_the_present_tense_with_a_date_is_to_come(text: str, start: str, evidence: str) -> None:
    (op,) = [op for op in read(text) if isinstance(op.subject, Relation) and op.subject.type in ("works_at", "uses")]
    assert op.start is not None
    assert (bound_text(op.start.start, op.start.grain), op.why.evidence) == (start, evidence)


@pytest.mark.parametrize("folder", ["docs/adr", "docs/decisions", "doc/architecture/decisions", "decisions", "adrs"])
def test_a_record_is_named_by_the_number_of_its_file_in_any_folder(folder: str) -> None:
    text = "# 12. Use PostgreSQL\n\nDate: 2025-03-01\n\n## Status\n\nAccepted\n"
    said = [op.subject for op in read(text, f"{folder}/0012-use-postgresql.md") if isinstance(op.subject, Property)]
    assert {s.name: s.value for s in said}["status"] == "Accepted"
    assert {s.entity.name for s in said} == {"ADR 12"}


@pytest.mark.parametrize("text", ["In June 2023 Alice moved to Hooli.", "Bob moved to Berlin in 2022."])
def test_a_person_who_moves_somewhere_does_not_use_it(text: str) -> None:
    assert [op for op in read(text) if isinstance(op.subject, Relation) and op.subject.type == "uses"] == []
