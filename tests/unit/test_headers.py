"""Decision records: every style of header, real dirt, and texts that only look like one."""

from __future__ import annotations

import pytest

from retrograph.extraction.headers import read_record
from retrograph.extraction.rulebook.people import author_value, people
from retrograph.extraction.rulebook.record_names import name_of_document, record_name, references


def fields_of(text, document_id=None):
    record = read_record(text, document_id)
    assert record is not None
    for field in record.fields:
        assert text[slice(*field.span)].strip()
    return record.name.name, {field.name: field.value for field in record.fields}


def test_an_rfc_822_header_gives_every_field():
    text = (
        "PEP: 572\nTitle: Assignment Expressions\nAuthor: Chris Angelico, Tim Peters,\n        Guido van Rossum\n"
        "Status: Accepted\nReplaced-By: 999\nResolution:\n\nBody: not a field\n"
    )
    name, fields = fields_of(text)
    assert name == "PEP 572"
    assert fields == {
        "pep": "572",
        "title": "Assignment Expressions",
        "author": "Chris Angelico, Tim Peters, Guido van Rossum",
        "status": "Accepted",
        "superseded-by": "999",
    }


def test_the_documents_id_names_a_record_before_its_text_does():
    assert fields_of("PEP: 203\nTitle: Range Literals\nStatus: Draft\n", "pep-0204.txt")[0] == "PEP 204"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("PEP: 563 Title: Postponed\nStatus: Draft\n", {"pep": "563", "title": "Postponed", "status": "Draft"}),
        ("PEP 225\nTitle: Operators\nStatus: Draft\n", {"pep": "225", "title": "Operators", "status": "Draft"}),
        ("PEP: 1\nVersion $Rev$\nStatus: Final\n", {"pep": "1", "version": "$Rev$", "status": "Final"}),
        (
            "PEP: 1\nPython-Version: 2.6\nPython-Version: 3.0\nStatus: Final\n",
            {"pep": "1", "python-version": "2.6, 3.0", "status": "Final"},
        ),
        ("PEP: 1\nStatus: Draft\nType: X\nStatus: Incomplete\n", {"pep": "1", "status": "Incomplete", "type": "X"}),
        ("PEP: 1\nSTATUS: Acepted\n", {"pep": "1", "status": "Acepted"}),
    ],
)
def test_dirt_is_read_as_a_person_would(text, expected):
    assert fields_of(text)[1] == expected


MARKDOWN = [
    ("# ADR-7: Use jose\n\nStatus: Accepted\n\nText", None, "ADR 7", {"title": "Use jose", "status": "Accepted"}),
    (
        "# 7. Use jose\n\nDate: 2025-03-01\n\n## Status\n\nAccepted\n\n## Context\n\nx",
        None,
        "ADR 7",
        {"title": "Use jose", "date": "2025-03-01", "status": "Accepted"},
    ),
    (
        "# Use jose\n\n- **Status**: accepted\n",
        "docs/adr/0007-use-jose.md",
        "ADR 7",
        {"title": "Use jose", "status": "accepted"},
    ),
    (
        "---\nstatus: accepted\ndeciders: [Ann, Bo]\n---\n# Use jose\n\n## Context\n",
        None,
        "Use jose",
        {"title": "Use jose", "status": "accepted", "deciders": "Ann, Bo"},
    ),
    (
        "---\nstatus: accepted\ndeciders:\n  - Ann\n  - Bo\n---\n# ADR 7\n",
        None,
        "ADR 7",
        {"status": "accepted", "deciders": "Ann, Bo"},
    ),
    (
        "# ADR-7 Use jose\n\n| Field | Value |\n|---|---|\n| Status | Accepted |\n",
        None,
        "ADR 7",
        {"title": "Use jose", "field": "Value", "status": "Accepted"},
    ),
    (
        "ADR-0003: Keep sessions\n\nStatus: Superseded by ADR-0012 (2025-06-30)\nRelated: ADR-5\n\nContext: why",
        None,
        "ADR 3",
        {
            "title": "Keep sessions",
            "status": "Superseded",
            "superseded-by": "ADR-0012 (2025-06-30)",
            "related": "ADR-5",
        },
    ),
    (
        "# ADR-4 세션\n\n## 상태\n\n승인됨\n\n## 작성자\n\n김민서, 이도현\n\n"
        "## 날짜\n\n2025년 3월 2일\n\n## 대체\n\nADR-1\n",
        None,
        "ADR 4",
        {
            "title": "세션",
            "status": "승인됨",
            "author": "김민서, 이도현",
            "date": "2025년 3월 2일",
            "replaces": "ADR-1",
        },
    ),
    ("ADR-0031 Status: Proposed. 세션 토큰", None, "ADR 31", {"status": "Proposed"}),
    (
        "# 2. X\n\n## Status\n\nAccepted\n\nSuperseded by [9. Y](0009-y.md)\n\n## Context\n",
        None,
        "ADR 2",
        {"title": "X", "status": "Superseded", "superseded-by": "[9. Y](0009-y.md)"},
    ),
]


@pytest.mark.parametrize(("text", "document_id", "name", "fields"), MARKDOWN)
def test_markdown_headers(text, document_id, name, fields):
    assert fields_of(text, document_id) == (name, fields)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Hello: world",
        "Status: done\nOwner: Priya\n\nhello",
        "# Python 3 migration\n\nStatus: ongoing\n",
        "# My library\n\nStatus: beta\nLicense: MIT\n",
        "From: a@b\nTo: c@d\nSubject: x\nStatus: y\n\nhello",
        "commit 4be91d7\nAuthor: Tomas\nDate:   Wed Jul 9\n\n    fix",
        "| Status | Accepted |\n|---|---|\n",
    ],
)
def test_what_is_no_record(text):
    assert read_record(text) is None


def test_line_ends_of_other_systems():
    assert fields_of("PEP: 1\r\nTitle: A\r\n b\r\nStatus: Final\r\n\r\nx")[1] == {
        "pep": "1",
        "title": "A b",
        "status": "Final",
    }


@pytest.mark.parametrize(
    ("document_id", "name"),
    [
        ("PEP 572", "PEP 572"),
        ("pep-0572", "PEP 572"),
        ("peps/pep-0572.rst", "PEP 572"),
        ("ADR-7", "ADR 7"),
        ("docs/adr/0007-use-jose.md", "ADR 7"),
        ("docs\\decisions\\12.md", "ADR 12"),
        ("notes/2025-plan.md", None),
        ("README.md", None),
        (None, None),
        ("decisions/2024-03-01-use-redis.md", None),
        ("decisions/20240301-use-redis.md", None),
    ],
)
def test_names_from_document_ids(document_id, name):
    named = name_of_document(document_id)
    assert (named and named.name) == name


def test_one_record_has_one_name_however_it_is_written():
    assert {record_name(way).name for way in ("PEP 572", "PEP-572", "pep-0572", "PEP: 572", "PEP572")} == {"PEP 572"}


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("245, 246, 3124", ["PEP 245", "PEP 246", "PEP 3124"]),
        ("PEP 287", ["PEP 287"]),
        ("PEP 257 Docstring Conventions PEP 258 DPS", ["PEP 257", "PEP 258"]),
        ("[9. Use X](0009-use-x.md)", ["PEP 9"]),
        ("[ADR-9](0009-x.md)", ["ADR 9"]),
        ("by 12 and 13", ["PEP 12", "PEP 13"]),
        ("nothing in 2021 of 3.0", []),
    ],
)
def test_references_to_other_records(value, names):
    assert [name.name for name, _ in references(value, "PEP")] == names


@pytest.mark.parametrize(
    ("lines", "value", "names"),
    [
        (["(Fred L. Drake, Jr.)"], "Fred L. Drake, Jr.", ["Fred L. Drake, Jr."]),
        (["(A B),", "  (C D)"], "A B, C D", ["A B", "C D"]),
        (
            ["Łukasz Langa", "   Mariatta Wijaya, Tim Peters,"],
            "Łukasz Langa, Mariatta Wijaya, Tim Peters",
            ["Łukasz Langa", "Mariatta Wijaya", "Tim Peters"],
        ),
        (["Guido van", "  Rossum"], "Guido van Rossum", ["Guido van Rossum"]),
        (["(James) Eric Pruitt, Bo"], "(James) Eric Pruitt, Bo", ["(James) Eric Pruitt", "Bo"]),
        (["G. Warnes (Pfizer, Inc.)"], "G. Warnes (Pfizer, Inc.)", ["G. Warnes"]),
        (["Ann <ann@x.org>, bo@y.org (Bo Li)"], "Ann, Bo Li", ["Ann", "Bo Li"]),
        ([", (Paul Prescod)"], "Paul Prescod", ["Paul Prescod"]),
    ],
)
def test_author_fields(lines, value, names):
    assert author_value(lines) == value
    assert [name for name, _ in people(lines)] == names
