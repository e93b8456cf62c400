"""The command line as a person meets it: real processes, real files, no network but loopback."""

from __future__ import annotations

import logging
import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import orjson
import pytest

from retrograph import Client, Memory
from retrograph.api import cli
from retrograph.errors import RetrographError
from tests.e2e.commands import COMMAND, SECONDS, done, environment, refused, run, served

Cap = pytest.CaptureFixture[str]

HISTORY = [
    {
        "content": "We moved the auth middleware from jsonwebtoken to jose on 2025-03-14 because of the edge runtime.",
        "occurredAt": "2025-03-17T16:45:00Z",
        "kind": "user_message",
        "sessionId": "edge",
    },
    {"content": "검색 서비스는 2025-04-01부터 Nori를 쓴다. 🙂", "occurredAt": "2025-04-02T09:00:00+09:00"},
    {
        "path": "pep-0572.rst",
        "pep": 572,
        "commit": "0123456789ab",
        "committedAt": "2018-02-28T12:00:00Z",
        "text": "PEP: 572\nTitle: Assignment Expressions\nAuthor: Chris Angelico\nStatus: Draft\n",
    },
    {
        "path": "pep-0572.rst",
        "pep": 572,
        "commit": "ba9876543210",
        "committedAt": "2018-07-12T12:00:00Z",
        "text": "PEP: 572\nTitle: Assignment Expressions\nAuthor: Chris Angelico\nStatus: Accepted\n",
    },
]


@pytest.fixture(autouse=True)
def logger_as_it_was() -> Iterator[None]:
    """A command sets up logging for its process; in the process of the tests it is taken back."""
    logger = logging.getLogger("retrograph")
    handlers, level = list(logger.handlers), logger.level
    yield
    logger.handlers[:] = handlers
    logger.setLevel(level)


def write_lines(path: Path, rows: list[dict[str, object]]) -> Path:
    path.write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in rows))
    return path


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the history above in its default project; read only by tests."""
    folder = tmp_path_factory.mktemp("cli")
    done("import", write_lines(folder / "history.jsonl", HISTORY), "--data", folder / "data")
    return folder / "data"


def here(capsys: Cap, *words: str | Path) -> str:
    """As `done`, in this process: what a command does, without the second it takes to start one."""
    finished = cli.run(list(map(str, words)))
    out, said = capsys.readouterr()
    assert (finished, said) == (0, "")
    return out


def refused_here(capsys: Cap, code: int, *words: str | Path) -> str:
    """As `refused`, in this process."""
    finished = cli.run(list(map(str, words)))
    out, said = capsys.readouterr()
    assert (finished, out) == (code, ""), said
    assert re.fullmatch(r"retrograph: [^\n]+\n", said)
    return said


# -- asking ------------------------------------------------------------------------------------------------


def test_an_answer_shows_dates_words_and_where_they_stand(data: Path) -> None:
    said = done("ask", "pep-0572", "--as-of", "2018-07-11", "--data", data)
    assert "PEP 572" in said
    assert re.search(r"status = Draft\s+~2018-02-28 12:00:00", said)
    assert "“Status: Draft”" in said
    assert re.search(r"document PEP 572, *\n? *obs_", said)
    assert "status = Accepted" in done("ask", "PEP 572", "--as-of", "2018-07-12", "--data", data)


def test_json_is_the_answer_of_the_api(data: Path, capsys: Cap) -> None:
    answer = orjson.loads(here(capsys, "ask", "PEP 572", "--as-of", "2018-07-12", "--json", "--data", data))
    assert answer["properties"]["status"]["value"] == "Accepted"
    assert answer["asOf"]["validAt"] == "2018-07-12T23:59:59.999999Z"


def test_history_and_difference(data: Path, capsys: Cap) -> None:
    said = here(capsys, "timeline", "PEP 572", "--property", "status", "--data", data)
    assert said.index("status = Draft") < said.index("status = Accepted")
    changed = here(capsys, "diff", "PEP 572", "--from", "2018-07-01", "--to", "2018-08-01", "--data", data)
    assert "status = Accepted" in changed
    fact = orjson.loads(here(capsys, "ask", "PEP 572", "--json", "--data", data))["properties"]["status"]["id"]
    assert "“Status: Accepted”" in here(capsys, "why", fact, "--data", data)


def test_numbers_and_checks(data: Path, capsys: Cap) -> None:
    assert re.search(r"observations +4 *\n", here(capsys, "stats", "--data", data))
    assert "is what was written" in here(capsys, "verify", "--data", data)
    before = here(capsys, "ask", "PEP 572", "--json", "--data", data)
    assert "rebuilt from" in here(capsys, "rebuild", "--data", data)
    answer, again = (orjson.loads(text) for text in (before, here(capsys, "ask", "PEP 572", "--json", "--data", data)))
    assert again["properties"] == answer["properties"]


# -- importing ---------------------------------------------------------------------------------------------


def test_a_second_import_changes_nothing(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "history.jsonl", HISTORY)
    adr = tmp_path / "adr" / "0007-use-jose.md"
    adr.parent.mkdir()
    adr.write_text("# ADR-7: Use jose\n\n- Status: Accepted\n- Date: 2025-03-03\n", encoding="utf-8")
    words = ("import", source, adr.parent, "--json", "--data", tmp_path / "data")
    first, second = (orjson.loads(done(*words)) for _ in range(2))
    assert (first["recorded"], first["repeated"], first["rejected"]) == (5, 0, [])
    assert sum(first["dated"].values()) == 1
    assert (second["recorded"], second["repeated"]) == (0, 5)
    held = ("observations", "entities", "facts")
    assert [first[name] for name in held] == [second[name] for name in held]
    assert first["jobs"]["failed"] == first["jobs"]["parked"] == 0
    assert sum(second["jobs"].values()) == 0
    assert "status = Accepted" in done("ask", "ADR-7", "--as-of", "2025-03-03", "--data", tmp_path / "data")


def test_damage_is_named_and_passed_over_and_strict_stops_there(tmp_path: Path, capsys: Cap) -> None:
    good, late = orjson.dumps(HISTORY[0]), orjson.dumps({**HISTORY[0], "content": "We moved the parser to lark."})
    undated = orjson.dumps({**HISTORY[0], "occurredAt": "2025-03-17T16:45:00"})
    source = tmp_path / "damaged.jsonl"
    source.write_bytes(b"\n".join([good, b'{"content": ', undated, late]))
    finished = run("import", source, "--data", tmp_path / "data")
    assert finished.returncode == 1
    assert f"{source}:2: not JSON" in finished.stderr
    assert f"{source}:3: occurredAt" in finished.stderr
    assert "2 observations recorded, 2 damaged and skipped" in finished.stdout
    said = refused_here(capsys, 1, "import", source, "--strict", "--data", tmp_path / "strict")
    assert f"stopped at {source}:2" in said
    assert re.search(r"observations +1 *\n", here(capsys, "stats", "--data", tmp_path / "strict"))


def test_an_interrupted_import_goes_on_when_it_is_run_again(tmp_path: Path) -> None:
    rows = [{**HISTORY[0], "content": f"The worker-{n} uses redis {n}."} for n in range(400)]
    words = ("import", write_lines(tmp_path / "many.jsonl", rows), "--data", tmp_path / "data")
    owner = tmp_path / "data" / "owner.json"
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        process = subprocess.Popen(
            [COMMAND, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()
        )
        pid = process.pid
        wait_for(lambda: owner.exists() and orjson.loads(owner.read_bytes())["pid"] == pid)  # noqa: B023 - now
        time.sleep(0.5)
        process.send_signal(number)
        _, said = process.communicate(timeout=SECONDS)
        if process.returncode == 0:  # a fast machine was done before the signal came
            continue
        assert process.returncode == code
        assert re.fullmatch(r"retrograph: (interrupted|terminated)\n", said.splitlines(keepends=True)[-1]), said
        assert "Traceback" not in said
    assert "The project holds 400 observations" in run(*words).stdout
    assert "is what was written" in done("verify", "--data", tmp_path / "data")


def wait_for(happened: object) -> None:
    deadline = time.monotonic() + SECONDS
    while not happened():  # type: ignore[operator]
        assert time.monotonic() < deadline
        time.sleep(0.01)


# -- going wrong -------------------------------------------------------------------------------------------


def test_a_process_says_and_returns_the_same(tmp_path: Path) -> None:
    assert "No such command" in refused(2, "frobnicate")
    assert "there is no project" in refused(1, "stats", "--data", tmp_path / "data")


@pytest.mark.parametrize(
    ("code", "words", "said"),
    [
        (2, ["frobnicate"], "No such command 'frobnicate'"),
        (2, ["aks", "PEP 572"], "ask"),
        (2, ["ask"], "ENTITY"),
        (2, ["ask", "x", "--as-off", "2025"], "--as-off"),
        (2, ["import", "no-such-file.jsonl"], "no-such-file.jsonl"),
        (2, ["stats", "--project", "../x"], "--project"),
        (2, ["serve", "--host", "0.0.0.0"], "host"),
        (2, ["serve", "--port", "70000"], "--port"),
        (1, ["stats"], "there is no project 'default'"),
    ],
)
def test_a_mistake_is_one_line_that_says_what_to_do(
    tmp_path: Path, capsys: Cap, code: int, words: list[str], said: str
) -> None:
    assert said in refused_here(capsys, code, *words, "--data", str(tmp_path / "data"))
    assert not (tmp_path / "data" / "projects").exists()


@pytest.mark.parametrize(
    ("code", "words", "said"),
    [
        (1, ["ask", "PEP 573"], "PEP 572"),
        (1, ["why", "fact_of_nothing"], "fact_of_nothing"),
        (1, ["stats", "--project", "other"], "'other'"),
        (2, ["ask", "PEP 572", "--as-of", "2018-02-30"], "--as-of"),
        (2, ["ask", "PEP 572", "--as-of", "2018-02-03T10:00"], "offset"),
        (2, ["ask", "PEP 572", "--known-at", "soon"], "--known-at"),
        (2, ["ask", "PEP 572", "--depth", "9"], "--depth"),
        (2, ["ask", "PEP 572", "--type", "banana"], "--type"),
        (2, ["ask", "PEP 572", "--relation", "hates"], "--relation"),
        (2, ["ask", "PEP 572", "--tz", "Mars/Olympus"], "--tz"),
        (2, ["ask", " "], "ENTITY"),
        (2, ["diff", "PEP 572", "--from", "2019", "--to", "2018"], "--"),
    ],
)
def test_a_question_that_cannot_be_answered_says_why(
    data: Path, capsys: Cap, code: int, words: list[str], said: str
) -> None:
    assert said in refused_here(capsys, code, *words, "--data", str(data))


def test_a_reader_that_stops_reading_is_no_error(data: Path) -> None:
    with subprocess.Popen(
        [COMMAND, "ask", "PEP 572", "--json", "--data", str(data)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.parametrize("locale", [{"LANG": "C"}, {"LC_ALL": "POSIX", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}])
def test_output_is_utf8_whatever_the_locale(data: Path, locale: dict[str, str]) -> None:
    finished = run("ask", "검색 서비스", "--data", data, env=environment(**locale, PYTHONCOERCECLOCALE="0"))
    assert finished.returncode in (0, 1)
    assert "검색 서비스" in finished.stdout + finished.stderr
    said = run("ask", "PEP 572", "--data", data, env=environment(**locale, PYTHONCOERCECLOCALE="0"))
    assert "“Status: Accepted”" in said.stdout


def test_a_pipe_gets_plain_text_of_80_columns(data: Path) -> None:
    said = done("ask", "PEP 572", "--data", data)
    assert "\x1b" not in said
    assert max(map(len, said.splitlines())) <= 80


def test_text_of_others_does_not_control_the_terminal(tmp_path: Path, capsys: Cap) -> None:
    evil = "The \x1b[2Japi\u202e-gateway uses \x9bredis\x07 since 2025-03-01."
    source = write_lines(tmp_path / "evil.jsonl", [{"content": evil, "occurredAt": "2025-03-02", "sessionId": "s"}])
    here(capsys, "import", source, "--data", tmp_path / "data")
    with Memory(tmp_path / "data") as memory:
        names = [entity.name for entity in memory.entities().entities]
    for name in [*names, "\x1b[31m"]:
        cli.run(["ask", name, "--data", str(tmp_path / "data")])
    out, said = capsys.readouterr()
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", out + said)


def test_a_directory_that_cannot_be_written_is_an_error_of_the_environment(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "history.jsonl", HISTORY)
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o555)
    if os.access(folder, os.W_OK):  # root may write anywhere but here
        folder = Path("/proc/retrograph")
    said = refused(3, "import", source, "--data", folder)
    assert str(folder) in said
    assert str(folder) in refused(3, "serve", "--port", "0", "--data", folder)


# -- with a server -----------------------------------------------------------------------------------------


def test_commands_go_through_the_server_that_owns_the_directory(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with served(data) as server:
        source = write_lines(tmp_path / "history.jsonl", HISTORY)
        assert "4 observations recorded" in done("import", source, "--data", data)
        assert server.url in done("stats", "--data", data)
        said = orjson.loads(done("ask", "PEP 572", "--json", "--data", data))
        asked = httpx.get(f"{server.url}/v1/projects/default/temporalQuery", params={"entity": "PEP 572"}).json()
        assert said["properties"] == asked["properties"]
        assert "nothing of that name" not in refused(1, "ask", "PEP 573", "--data", data)
        assert "--as-of" in refused(2, "ask", "PEP 572", "--as-of", "x", "--data", data)
        assert "is what was written" in done("verify", "--data", data)
        assert "rebuilt from" in done("rebuild", "--data", data)
        second = refused(3, "serve", "--port", "0", "--data", data)
        assert str(server.process.pid) in second
        assert server.url in second
    assert server.process.returncode in (0, -signal.SIGTERM, 143)
    assert str(data) in "".join(done("stats", "--data", data).split()), "a long path is folded"


def test_a_taken_port_is_an_error_of_the_environment(tmp_path: Path) -> None:
    with served(tmp_path / "a") as server:
        port = server.url.rpartition(":")[2]
        assert port in refused(3, "serve", "--port", port, "--data", tmp_path / "b")


def test_a_server_that_is_told_to_stop_in_the_middle_of_writes_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    acknowledged: list[str] = []

    def write(number: int, url: str) -> None:
        with Client(url) as client:
            for turn in range(10_000):
                try:
                    seen = client.observe(f"The api-{number} uses redis {turn}.", occurred_at="2025-03-01")
                except RetrographError:
                    return
                acknowledged.append(seen.observation_id)

    with served(tmp_path / "data") as server:
        writers = [threading.Thread(target=write, args=(number, server.url)) for number in range(3)]
        for writer in writers:
            writer.start()
        wait_for(lambda: len(acknowledged) > 30)
        server.process.send_signal(signal.SIGTERM)
        _, said = server.process.communicate(timeout=SECONDS)
        for writer in writers:
            writer.join()
    assert "Traceback" not in said
    with served(tmp_path / "data") as server, Client(server.url) as client:
        assert all(client.observation(one).content for one in acknowledged)
        assert client.verify().ok
        assert client.stats().observations >= len(acknowledged)


# -- the demo ----------------------------------------------------------------------------------------------


def test_the_demo_tells_its_story_in_20_seconds_and_80_columns(tmp_path: Path) -> None:
    began = time.monotonic()
    finished = run("demo", env=environment(TMPDIR=str(tmp_path), LANG="C", NO_COLOR="1"))
    took = time.monotonic() - began
    assert (finished.returncode, finished.stderr) == (0, "")
    assert took < 20
    said = finished.stdout
    kept = re.search(r"kept in (\S+)\.", said)
    assert kept is not None
    data = Path(kept[1])
    assert data.parent == tmp_path
    story, _, farewell = said.partition("The history is kept in")
    assert max(map(len, story.splitlines())) <= 80
    assert f"retrograph serve --data {data}" in farewell
    for expected in ("uses jsonwebtoken", "uses jose", "uses fast-jwt", "uses pino", "planned", "Corrected", "교체"):
        assert expected in story
    assert "uses jose" in done("ask", "auth middleware", "--as-of", "2025-05", "--data", data)
    assert "is not empty" in refused(2, "demo", "--data", data)


def test_the_demo_takes_a_directory_of_ones_own(tmp_path: Path, capsys: Cap) -> None:
    here(capsys, "demo", "--data", tmp_path / "mine", "--project", "story")
    assert "uses jose" in here(
        capsys, "ask", "auth middleware", "--as-of", "2025-05", "--data", tmp_path / "mine", "--project", "story"
    )


# -- help --------------------------------------------------------------------------------------------------


def test_help_and_version() -> None:
    assert re.fullmatch(r"retrograph \d+\.\d+\.\d+\S*\n", done("--version"))
    said = done("--help")
    for command in ("serve", "demo", "import", "ask", "timeline", "diff", "why", "verify", "rebuild", "stats"):
        assert re.search(rf"^. {command} ", said, re.MULTILINE)
    assert "Examples:" in done("ask", "--help")
