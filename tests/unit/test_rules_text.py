"""Passages of the kind that agents observe: what is read from them, and texts that state nothing."""

from __future__ import annotations

import json
import unicodedata

import pytest
from lxml import etree

from retrograph.extraction.rulebook.runs import KINDS, ROWS
from tests.data import ROOT
from tests.said import RULES, changes, kept, listed, observed, reasons, said

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


def _shown(path, before, after):
    lines = [f"-{line}\n" for line in before] + [f"+{line}\n" for line in after]
    return f"diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1,4 +1,4 @@\n" + "".join(lines)


@pytest.mark.parametrize(
    ("path", "before", "after", "expected"),
    [
        ("package.json", '    "react": "^18.2.0",', '    "react": "^19.0.0",', ["react", "^18.2.0", "^19.0.0"]),
        ("requirements.txt", "flask==2.3.0", "flask==3.0.0", ["flask", "2.3.0", "3.0.0"]),
        ("go.mod", "\tx.org/lib/pq v1.10.8", "\tx.org/lib/pq v1.10.9", ["x.org/lib/pq", "v1.10.8", "v1.10.9"]),
        ("Cargo.toml", 'serde = "1.0.1"', 'serde = "1.0.2"', ["serde", "1.0.1", "1.0.2"]),
        ("Dockerfile", "FROM node:18-alpine", "FROM node:20-alpine", ["node", "18-alpine", "20-alpine"]),
        ("api/.nvmrc", "18.2.0", "20.1.0", ["Node.js", "18.2.0", "20.1.0"]),
    ],
)  # fmt: skip
def test_a_diff_of_a_manifest_dates_the_versions(path, before, after, expected):
    name, old, new = expected
    found = kept(_shown(path, [before], [after]), "tool_result")
    assert found == sorted([f"{name} version {new}", f"{name} version {old} [unknown, now)"])


def test_a_diff_of_a_lock_file_dates_the_versions():
    lines = ' [[package]]\n name = "tokio"\n-version = "1.37.0"\n+version = "1.38.0"\n'
    text = f"diff --git a/Cargo.lock b/Cargo.lock\n--- a/Cargo.lock\n+++ b/Cargo.lock\n@@ -1,4 +1,4 @@\n{lines}"
    assert kept(text, "tool_result") == ["tokio version 1.37.0 [unknown, now)", "tokio version 1.38.0"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_line_of_a_run_is_read_by_its_row(row):
    text = f"$ cargo uv pip npm FAIL\n{row.example}\n"
    names = {entity.split(":", 1)[0] for entity in listed(text, "tool_result")}
    parts = {part for source, _, target, _ in row.says for part in (source, target)}
    assert {KINDS[part] for part in parts} <= names
    assert len(said(text, "tool_result")) == len(row.says)
    assert names or kept(text, "tool_result")


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("Now we use jsonwebtoken.", "Now"),
        ("We use Vitest these days.", "these days"),
        ("We switched to Biome last week.", "switched"),
        ("We switched from ESLint to Biome.", None),
        ("We use Biome.", None),
        ("We will switch to Biome in March 2026.", None),
    ],
)
def test_words_that_tell_of_a_change_are_kept_where_nothing_is_named_that_went(text, change):
    (relation,) = etree.fromstring(RULES.extract(observed(text))).iter("relationship")
    assert relation.get("change") == change


def test_korean_letters_taken_apart_are_read_as_they_are():
    text = "지난달에 우리는 Redis를 Valkey로 교체했다."
    assert said(unicodedata.normalize("NFD", text)) == said(text) == ["team uses Valkey [2025-08, ) for Redis"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "인증 미들웨어는 엣지 런타임이 Web Crypto를 요구하기 때문에 jsonwebtoken 대신 jose를 쓴다.",
            "엣지 런타임이 Web Crypto를 요구하기 때문에",
        ),
        ("비용이 너무 많이 나와서 로그 저장소를 Datadog에서 Loki로 옮겼습니다.", "비용이 너무 많이 나와서"),
        ("원장 서비스는 트랜잭션이 필요하므로 PostgreSQL을 쓴다.", "트랜잭션이 필요하므로"),
        ("라이선스 문제로 Redis를 Valkey로 교체했다.", "라이선스 문제로"),
        ("gRPC는 브라우저 지원이 약해 제외했다.", "브라우저 지원이 약해"),
        (
            "인증 서버를 Auth0에서 Keycloak으로 옮겼다. 왜냐하면 비용이 너무 많이 나왔기 때문이다.",
            "비용이 너무 많이 나왔기 때문이다",
        ),
        ("Vite로 갈아탔어요. 빌드가 느려서요.", "빌드가 느려서요"),
    ],
)
def test_a_korean_reason_is_told_in_whole_words(text, why):
    assert reasons(text) == [why]


def test_the_words_of_a_change_are_kept_where_nothing_is_named_that_it_replaces():
    assert changes("이제 jsonwebtoken을 쓴다.") == ["이제"]
    assert changes("앞으로는 pnpm을 씁니다.") == ["앞으로는"]
    assert changes("Redis 대신 이제 Valkey를 쓴다.") == []
