"""Identity as a person meets it: names, merges and what may be one, on the command line and over HTTP."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import httpx
import orjson
import pytest

from retrograph import Memory
from tests.e2e.commands import served
from tests.e2e.test_cli import Cap, here, refused_here


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two entities that are one thing, and two that share a name."""
    with Memory(tmp_path) as memory:
        for source, target in (("auth middleware", "jose"), ("gateway", "panva/jose"), ("Washington", "jose")):
            memory.facts([_uses("person" if source == "Washington" else "concept", source, target)])
        memory.facts([_uses("location", "Washington", "jose")])
    return tmp_path


def _uses(type_: str, source: str, target: str) -> dict[str, object]:
    return {
        "op": "assert",
        "source": {"type": type_, "name": source},
        "type": "uses",
        "target": {"type": "library", "name": target},
        "validFrom": "2025",
    }


def targets(capsys: Cap, data: Path, *words: str) -> set[str]:
    """The names of what uses jose, at a point."""
    told = orjson.loads(here(capsys, "ask", "jose", *words, "--data", data, "--json"))
    return {fact["source"]["name"] for fact in told["facts"]}


def test_a_merge_is_so_from_when_it_was_recorded_and_can_be_undone(data: Path, capsys: Cap) -> None:
    apart = {"auth middleware", "Washington"}
    before = orjson.loads(here(capsys, "ask", "jose", "--data", data, "--json"))["asOf"]["knownAt"]
    assert targets(capsys, data) == apart
    said = here(capsys, "merge", "panva/jose", "library:jose", "--reason", "one package", "--data", data)
    assert "library:panva/jose" in said
    number = re.search(r"unmerge (\d+)", " ".join(said.split()))
    assert number is not None
    between = orjson.loads(here(capsys, "ask", "jose", "--data", data, "--json"))["asOf"]["knownAt"]
    assert targets(capsys, data) == apart | {"gateway"}
    assert targets(capsys, data, "--known-at", before) == apart
    listed = here(capsys, "alias", "list", "jose", "--data", data)
    assert "also called panva/jose" in listed
    assert f"merge {number[1]}" in listed
    assert "no other names" in here(capsys, "alias", "list", "jose", "--known-at", before, "--data", data)
    here(capsys, "unmerge", number[1], "--reason", "they are two", "--data", data)
    assert targets(capsys, data) == apart
    assert targets(capsys, data, "--known-at", between) == apart | {"gateway"}
    assert "no merge in force" in refused_here(capsys, 1, "unmerge", number[1], "--reason", "again", "--data", data)
    with served(data) as server, httpx.Client(base_url=server.url, trust_env=False) as http:
        for known_at, count in ((before, 3), (between, 4), (None, 3)):
            asked = {"entity": "jose"} | ({"knownAt": known_at} if known_at else {})
            assert len(http.get("/v1/projects/default/temporalQuery", params=asked).json()["facts"]) == count
        entity = http.get("/v1/projects/default/entities/library:jose", params={"knownAt": between}).json()
        assert [(m["name"], m["merge"]) for m in entity["merged"]] == [("panva/jose", int(number[1]))]


def test_a_name_of_several_is_not_guessed(data: Path, capsys: Cap) -> None:
    for words in (
        ("merge", "Washington", "jose", "--reason", "x"),
        ("merge", "jose", "Washington", "--reason", "x"),
        ("alias", "add", "Washington", "DC"),
        ("entities", "suggest", "Washington"),
        ("entities", "dismiss", "jose", "Washington", "--reason", "x"),
    ):
        said = refused_here(capsys, 2, *words, "--data", data)
        assert "means 2 entities: " in said
        assert "person:Washington (ent_" in said
        assert "location:Washington (ent_" in said
    assert "is also called 'DC'" in here(capsys, "alias", "add", "location:Washington", "DC", "--data", data)
    assert "did you mean" in refused_here(capsys, 1, "merge", "jsoe", "jose", "--reason", "x", "--data", data)
    assert "--reason" in refused_here(capsys, 2, "merge", "jose", "panva/jose", "--data", data)


def test_other_names_come_and_go(data: Path, capsys: Cap) -> None:
    here(capsys, "alias", "add", "auth middleware", "authn", "--reason", "short", "--actor", "mina", "--data", data)
    before = orjson.loads(here(capsys, "ask", "authn", "--data", data, "--json"))["asOf"]["knownAt"]
    refused = refused_here(capsys, 2, "alias", "add", "auth middleware", "authn", "--data", data)
    assert "already names this entity" in refused
    here(capsys, "alias", "remove", "authn", "authn", "--data", data)
    assert "no entity 'authn'" in refused_here(capsys, 1, "ask", "authn", "--data", data)
    assert "auth middleware" in here(capsys, "ask", "authn", "--known-at", before, "--data", data)
    assert "has no alias" in refused_here(capsys, 1, "alias", "remove", "auth middleware", "authn", "--data", data)


def test_what_may_be_one_is_listed_followed_or_dismissed(data: Path, capsys: Cap) -> None:
    assert "jose" in here(capsys, "entities", "jose", "--type", "library", "--data", data)
    assert here(capsys, "entities", "nothing like it", "--data", data) == "There are none.\n"
    told = orjson.loads(here(capsys, "entities", "suggest", "--data", data, "--json"))
    (suggestion,) = told["suggestions"]
    assert (suggestion["reason"], suggestion["into"]["name"]) == ("package", "jose")
    assert suggestion["command"] in here(capsys, "entities", "suggest", "jose", "--data", data)
    program, *command = shlex.split(suggestion["command"])
    assert program == "retrograph"
    merged = orjson.loads(here(capsys, *command, "--data", data, "--json"))
    assert "Nothing looks as if" in here(capsys, "entities", "suggest", "--data", data)
    here(capsys, "unmerge", str(merged["merge"]), "--reason", "a fork", "--data", data)
    here(capsys, "entities", "dismiss", "panva/jose", "jose", "--reason", "a fork", "--data", data)
    assert "Nothing looks as if" in here(capsys, "entities", "suggest", "--data", data)


def test_a_name_that_the_text_gives_is_one_to_ask_by(data: Path, capsys: Cap) -> None:
    with Memory(data) as memory:
        seen = memory.observe("JSON Web Token (JWT) is used by the gateway.", occurred_at="2025", extract=False)
        xml = (
            '<temporal_graph><entities><entity type="concept" name="JSON Web Token"><alias>JWT</alias></entity>'
            '<entity type="concept" name="gateway"/></entities><relationships>'
            '<relationship type="uses" source="gateway" target="JSON Web Token"/></relationships></temporal_graph>'
        )
        assert len(memory.extractions(seen.observation_id, xml).facts) == 1
    assert "gateway uses JSON Web Token" in here(capsys, "ask", "JWT", "--data", data)
