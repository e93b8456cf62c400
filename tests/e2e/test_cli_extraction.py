"""`retrograph extract` and `retrograph eval extraction` as a person meets them."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import orjson
import pytest

from retrograph.api import cli, composition
from retrograph.errors import ModelError, ModelRefused, ModelUnavailable
from retrograph.extraction.contract import parse
from retrograph.extraction.extracted import Extraction
from retrograph.extraction.extractor import Extracted, Known
from retrograph.extraction.xml import read, validate
from retrograph.graph.model import NewObservation, Observation
from tests import model_server as model
from tests.e2e.commands import COMMAND, SECONDS, environment
from tests.e2e.test_cli import Cap, here, refused_here
from tests.model_server import model_server
from tests.unit.test_scoring import PASSAGE, USES, write

TEXT = (
    "We moved the auth middleware from jsonwebtoken to jose on 2025-03-14 because of the edge runtime. "
    "The parser no longer uses regex. The token is ghp_0123456789abcdefghij0123456789abcdef."
)
SEEN = ("--occurred-at", "2025-03-17T16:45:00+09:00")


@pytest.fixture(autouse=True)
def no_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory that does not exist, and must not after."""
    monkeypatch.setenv("RETROGRAPH_DATA", str(tmp_path / "none"))
    return tmp_path / "none"


@pytest.fixture
def note(tmp_path: Path) -> Path:
    path = tmp_path / "note.txt"
    path.write_text("\ufeff" + TEXT, encoding="utf-8")
    return path


def test_a_person_sees_what_would_be_stored(note: Path, capsys: Cap, no_data: Path):
    said = " ".join(here(capsys, "extract", note, *SEEN).split())
    for words in (
        "note of 2025-03-17 16:45:00",
        "Cut first: 1 github_token.",
        "auth middleware [project]",
        "auth middleware uses jose 2025-03-14 on stated replaces jsonwebtoken because",
        "“The parser no longer uses regex”",
        "parser uses regex to ~2025-03-17",
    ):
        assert words in said
    assert "ghp_" not in said
    assert not no_data.exists()


def test_json_has_the_shapes_of_the_api(note: Path, capsys: Cap, no_data: Path):
    found = orjson.loads(here(capsys, "extract", note, *SEEN, "--format", "json"))
    assert orjson.loads(here(capsys, "extract", note, *SEEN, "--json")) == found
    assert found["redactions"] == {"github_token": 1}
    assert (found["occurredAt"], found["zone"], found["outcome"]) == (
        "2025-03-17T07:45:00.000000Z",
        "+09:00",
        "complete",
    )
    moved, ended = found["facts"]
    assert moved | {"reasoning": None, "quote": None, "span": None, "alternatives": [], "sentiment": None} == {
        "verb": "assert",
        "type": "uses",
        "source": {"type": "project", "name": "auth middleware"},
        "target": {"type": "library", "name": "jose"},
        "replaces": {"type": "library", "name": "jsonwebtoken"},
        "change": False,
        "validFrom": "2025-03-13T15:00:00.000000Z",
        "validTo": None,
        "grain": {"from": "day", "to": "instant", "fromPhrase": "on 2025-03-14", "toPhrase": None},
        "weight": 1.0,
        "evidence": "stated",
        "reasoning": None,
        "sentiment": None,
        "alternatives": [],
        "quote": None,
        "span": None,
    }
    assert TEXT[slice(*moved["span"])] == moved["quote"]
    assert (ended["verb"], ended["validFrom"], ended["validTo"]) == ("end", None, "2025-03-17T07:45:00.000000Z")
    assert ended["grain"]["to"] == "assumed"
    assert not no_data.exists()


def test_xml_is_an_extraction_that_the_contract_takes(note: Path, capsys: Cap):
    assert cli_says_on_stderr(capsys, "extract", note, *SEEN, "--format", "xml") == "Cut first: 1 github_token.\n"
    note.write_text(TEXT.partition(" The token")[0], encoding="utf-8")
    document = here(capsys, "extract", note, *SEEN, "--format", "xml")
    assert validate(document) == []
    seen = NewObservation(note.read_text(encoding="utf-8"), 1_742_197_500_000_000, zone="+09:00")
    found = parse(read(document), seen)
    assert [(r.source.name, r.type, r.target.name, r.replaces) for r in found.relations] == [
        ("auth middleware", "uses", "jose", "jsonwebtoken"),
        ("parser", "uses", "regex", None),
    ]
    assert found.quarantined == ()


def test_properties_and_a_record_of_its_own_name(tmp_path: Path, capsys: Cap):
    record = tmp_path / "record.md"
    record.write_text("# Use jose\n\n- Status: Accepted\n- Date: 2025-03-03\n", encoding="utf-8")
    words = ("extract", record, "--kind", "document", "--document-id", "docs/adr/0007-use-jose.md")
    said = here(capsys, *words)
    assert "ADR 7  [decision]" in said
    assert "status = Accepted" in said
    stated = orjson.loads(here(capsys, *words, "--json"))["entities"][0]["properties"]
    assert ("status", "Accepted", "assert") in [(p["property"], p["value"], p["verb"]) for p in stated]


def test_nothing_is_said_as_such_and_a_zone_is_taken(tmp_path: Path, capsys: Cap):
    (tmp_path / "quiet.txt").write_text("It rained all day.", encoding="utf-8")
    said = here(capsys, "extract", tmp_path / "quiet.txt", "--occurred-at", "2025-03-17", "--tz", "Asia/Seoul")
    assert re.fullmatch(r"note of 2025-03-17, read by rules@[0-9a-f]{12}\nNothing is extracted\.\n", said)


def test_standard_input_is_read(no_data: Path):
    done = subprocess.run(
        [COMMAND, "extract", "-", *SEEN, "--json"],
        input=TEXT.encode(),
        capture_output=True,
        env=environment(RETROGRAPH_DATA=str(no_data)),
        timeout=SECONDS,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(orjson.loads(done.stdout)["facts"]) == 2
    assert not no_data.exists()


@pytest.mark.parametrize(
    ("raw", "said", "words"),
    [
        (b"", "is empty", []),
        (b" \n", "is empty", []),
        (b"caf\xe9", "is not UTF-8 (byte 3)", []),
        (b"PK\x03\x04\0\0", "is no text: byte 4 is zero", []),
        (b"x" * 1_048_577, "has more than 1,048,576 bytes; RETROGRAPH_BODY_LIMIT", []),
        (b"text", "--kind: 'poem' is not one of", ["--kind", "poem"]),
        (b"text", "--occurred-at: 'soon' is no date", ["--occurred-at", "soon"]),
        (b"text", "is no time zone", ["--tz", "Mars/Base"]),
        (b"text", "--format: 'yaml' is not one of table, json, xml", ["--format", "yaml"]),
        (b"text", "--extractor: ", ["--extractor", "magic"]),
        (b"text", "--extractor: is off", ["--extractor", "off"]),
    ],
)
def test_a_text_that_cannot_be_read_says_why(
    tmp_path: Path, capsys: Cap, no_data: Path, raw: bytes, said: str, words: list[str]
):
    (tmp_path / "text").write_bytes(raw)
    assert said in refused_here(capsys, 2, "extract", tmp_path / "text", *words)
    assert not no_data.exists()


def test_a_file_that_is_not_there_and_a_folder(tmp_path: Path, capsys: Cap):
    assert "there is no file" in refused_here(capsys, 2, "extract", tmp_path / "none.txt")
    assert "is a folder" in refused_here(capsys, 2, "extract", tmp_path)
    assert "there is no file" in refused_here(capsys, 2, "eval", "extraction", tmp_path / "none.jsonl")
    assert "is a folder" in refused_here(capsys, 2, "eval", "extraction", tmp_path)


# -- evaluating --------------------------------------------------------------------------------------------


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    entities = [{"name": "auth middleware", "type": "project"}, {"name": "jose", "type": "library"}]
    told: dict[str, Any] = PASSAGE | {"entities": entities, "relations": [USES]}
    asked = PASSAGE | {"id": "two", "kind": "user_message", "text": "Should the parser use lark?"}
    korean = PASSAGE | {"id": "셋", "lang": "ko", "text": "아무 일도 없었다.", "relations": [USES]}
    return write(tmp_path / "gold.jsonl", told, asked, korean)


def test_figures_by_slice_with_the_misses_below(gold: Path, capsys: Cap, no_data: Path):
    said = here(capsys, "eval", "extraction", gold, "--slices", "lang")
    assert "3 passages" in said
    assert "Relations found in passages that state none (1): 0." in said
    assert "by lang\n  en " in said
    assert "셋\n  relation missed auth middleware uses jose" in said
    assert "by kind" not in said
    assert not no_data.exists()
    for words in (["--no-misses"], ["-q"]):
        assert "relation missed" not in here(capsys, "eval", "extraction", gold, *words)
    whole = here(capsys, "eval", "extraction", gold)
    assert all(f"by {name}\n" in whole for name in ("kind", "lang", "difficulty"))
    assert all(len(line) <= 80 for line in whole.splitlines())


def test_figures_as_json(gold: Path, capsys: Cap):
    found = orjson.loads(here(capsys, "eval", "extraction", gold, "--json", "--slices", "lang,kind"))
    assert (found["passages"], found["silent"], found["invented"], found["failed"]) == (3, 1, 0, 0)
    assert [(row["by"], row["value"], row["passages"]) for row in found["scores"]] == [
        (None, None, 3), ("lang", "en", 2), ("lang", "ko", 1), ("kind", "note", 2), ("kind", "user_message", 1),
    ]  # fmt: skip
    every = found["scores"][0]["relations"]
    assert every == {"right": 1, "wrong": 0, "missed": 1, "precision": 1.0, "recall": 0.5, "f1": 2 / 3}
    assert {"passage": "셋", "fault": "relation missed"}.items() <= found["misses"][-1].items()


def test_one_language_alone(gold: Path, capsys: Cap):
    found = orjson.loads(here(capsys, "eval", "extraction", gold, "--only", "ko", "--json"))
    assert found["passages"] == 1
    assert "has no passage in 'de'; it has en, ko" in refused_here(
        capsys, 2, "eval", "extraction", gold, "--only", "de"
    )


def test_answers_are_written_and_read_again(gold: Path, tmp_path: Path, capsys: Cap):
    out = tmp_path / "answers.jsonl"
    first = orjson.loads(here(capsys, "eval", "extraction", gold, "--predictions-out", out, "--json"))
    again = orjson.loads(here(capsys, "eval", "extraction", gold, "--predictions", out, "--json"))
    assert again["extractor"] == str(out)
    assert (again["scores"], again["misses"]) == (first["scores"], first["misses"])


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("--slices: 'colour' is not one of kind, lang, difficulty", ["--slices", "lang,colour"]),
        ("goes without --extractor", ["--predictions", "gold.jsonl", "--extractor", "rules"]),
        ("there is no file missing.jsonl", ["--predictions", "missing.jsonl"]),
        ("--extractor: is off", ["--extractor", "off"]),
        ("--predictions-out: there is no folder elsewhere", ["--predictions-out", "elsewhere/out.jsonl"]),
    ],
)
def test_a_mistake_says_what_to_do(
    gold: Path, capsys: Cap, monkeypatch: pytest.MonkeyPatch, said: str, words: list[str]
):
    monkeypatch.chdir(gold.parent)
    assert said in refused_here(capsys, 2, "eval", "extraction", gold, *words)


class Moody:
    """An extractor that cannot use the reply to some passages, and has none to others."""

    def __init__(self, raised: Exception | None = None) -> None:
        self._raised = raised

    def extract(self, observation: NewObservation | Observation, known: Known) -> Extracted:
        if self._raised is not None and "lark" in observation.content:
            raise self._raised
        nothing = Extraction((), ())
        return Extracted(nothing, "moody@1", "the reply holds no XML" if "lark" in observation.content else None)


@pytest.mark.parametrize("raised", [None, ModelError("the reply holds no XML")])
def test_a_passage_without_an_answer_is_told(
    gold: Path, capsys: Cap, monkeypatch: pytest.MonkeyPatch, raised: Exception | None
):
    monkeypatch.setattr(composition, "extractor_of", lambda settings: Moody(raised))
    said = here(capsys, "eval", "extraction", gold)
    assert "moody@1, 3 passages" in said
    assert "1 passage has no answer." in said
    assert "two\n  no answer       the reply holds no XML" in said
    out = gold.with_name("answers.jsonl")
    here(capsys, "eval", "extraction", gold, "--predictions-out", out)
    assert orjson.loads(here(capsys, "eval", "extraction", gold, "--predictions", out, "--json"))["failed"] == 1


@pytest.mark.parametrize(
    ("raised", "code"), [(ModelUnavailable("the model is away"), 3), (ModelRefused("no such key", "RETROGRAPH_X"), 3)]
)
def test_where_the_model_cannot_be_asked_nothing_is_scored(
    gold: Path, capsys: Cap, monkeypatch: pytest.MonkeyPatch, raised: Exception, code: int
):
    monkeypatch.setattr(composition, "extractor_of", lambda settings: Moody(raised))
    assert str(raised) in refused_here(capsys, code, "eval", "extraction", gold)


def test_a_reply_that_cannot_be_used_is_told(tmp_path: Path, capsys: Cap, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(composition, "extractor_of", lambda settings: Moody())
    (tmp_path / "note.txt").write_text("The parser uses lark.", encoding="utf-8")
    assert "the reply holds no XML" in refused_here(capsys, 2, "extract", tmp_path / "note.txt")


MODEL_SAYS = (
    '<temporal_graph><entities><entity type="project" name="parser"/><entity type="library" name="lark"/></entities>'
    '<relationships><relationship type="uses" source="parser" target="lark" evidence="planned"><quote>hopes for lark'
    "</quote></relationship></relationships></temporal_graph>"
)


@pytest.mark.parametrize("extractor", ["llm", "both"])
def test_a_model_is_asked_outside_any_project(
    tmp_path: Path, capsys: Cap, monkeypatch: pytest.MonkeyPatch, no_data: Path, extractor: str
):
    (tmp_path / "note.txt").write_text("The parser hopes for lark.", encoding="utf-8")
    with model_server(model.says(MODEL_SAYS)) as server:
        settings = {"MODEL": "openai/scripted", "MODEL_BASE_URL": server.url, "MODEL_KEY": "k-123"}
        for name, value in settings.items():
            monkeypatch.setenv(f"RETROGRAPH_{name}", value)
        found = orjson.loads(here(capsys, "extract", tmp_path / "note.txt", "--extractor", extractor, "--json"))
    assert [(f["source"]["name"], f["target"]["name"], f["evidence"]) for f in found["facts"]] == [
        ("parser", "lark", "planned")
    ]
    assert found["extractor"].startswith("llm:openai/scripted@")
    assert len(server.asked) == 1
    assert not no_data.exists()


def test_damage_is_named_by_its_line(gold: Path, capsys: Cap):
    gold.write_bytes(gold.read_bytes() + b'{"id": \n')
    assert f"{gold}:4: not JSON" in refused_here(capsys, 2, "eval", "extraction", gold)


def test_fields_that_are_not_known_are_told(gold: Path, capsys: Cap):
    write(gold, PASSAGE | {"also_okay": []})
    said = cli_says_on_stderr(capsys, "eval", "extraction", gold)
    assert said == f"{gold}: passed over fields that are not known: also_okay (1)\n"


def cli_says_on_stderr(capsys: Cap, *words: str | Path) -> str:
    assert cli.run(list(map(str, words))) == 0
    return capsys.readouterr().err
