"""Passages of the kind that agents observe: what is read from them, and texts that state nothing."""

from __future__ import annotations

import json

import pytest

from tests.data import ROOT
from tests.said import listed, said

PASSAGES = [json.loads(line) for line in (ROOT / "tests" / "passages.jsonl").read_text(encoding="utf-8").splitlines()]
"""One passage a line: its kind, its text, and every relation that is to be read from it."""


@pytest.mark.parametrize("passage", PASSAGES, ids=lambda passage: passage["text"][:40])
def test_a_passage_says_this_and_no_more(passage):
    assert said(passage["text"], passage["kind"]) == passage["said"]


def test_what_is_denied_is_named_but_not_stated():
    assert said("We do not use Docker in the ledger project.") == []
    assert listed("We do not use Docker in the ledger project.") == ["library:Docker", "project:ledger project"]


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("Accepted", ["quote service uses Postgres [2025-03-01, )"]),
        ("Proposed", ["planned: quote service uses Postgres [2025-03-01, )"]),
        ("Rejected", []),
        ("Superseded by ADR-9", ["ADR 7 succeeded_by ADR 9"]),
    ],
)
def test_a_records_status_weighs_its_text(status, expected):
    text = f"# ADR-7: Store\n\nStatus: {status}\nDate: 2025-03-01\n\n## Decision\n\nThe quote service uses Postgres.\n"
    assert said(text, "document") == expected


def test_the_same_thing_in_other_writing_is_one_thing():
    text = "auth-gateway uses Keycloak. AUTH-GATEWAY uses ｋｅｙｃｌｏａｋ 24."
    assert said(text) == ["auth-gateway uses Keycloak"]
    assert listed(text) == ["library:Keycloak", "project:auth-gateway"]


def test_an_assistants_own_steps_are_no_facts_about_the_user():
    assert said("I use grep to find the usages.", "assistant_message") == []
    assert said("I use vim.", "user_message") == ["user uses vim"]


def test_a_version_is_no_part_of_a_name():
    assert listed("The map widget requires Node 20.") == ["library:Node", "project:map widget"]


def test_an_end_before_its_beginning_leaves_the_beginning_unknown():
    assert said("The map widget used Leaflet from 2030-01-01. The map widget no longer uses Leaflet.") == [
        "map widget uses Leaflet [unknown, now)"
    ]
