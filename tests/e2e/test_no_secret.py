"""No byte of a secret in any file of a data directory, whichever way it was sent."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.privacy_cases import cases
from tests.serving import serving

BASE = "/v1/projects/default"
SECRETS = {
    start: next(case.secret for case in cases(99) if case.secret and case.secret.startswith(start))
    for start in (
        "ghp_",
        "github_pat_",
        "sk_live_",
        "sk-ant-",
        "xoxb-",
        "AKIA",
        "eyJhbGciOi",
        "glpat-",
        "hvs.",
    )
}


def spellings(secret: str) -> Iterator[bytes]:
    """The secret as files may hold it: plain, in wide letters, encoded at each of the three offsets, escaped."""
    plain = secret.encode()
    yield plain
    yield secret.encode("utf-16-le")
    yield plain.hex().encode()
    for offset in range(3):
        encoded = base64.b64encode(b"x" * offset + plain)
        yield encoded[4:-4]
    yield secret.replace("/", "\\/").encode()
    yield secret[6:-2].encode()


def found(directory: Path) -> list[tuple[str, str]]:
    """Which secrets stand in which files."""
    return [
        (name, str(file.relative_to(directory)))
        for file in directory.rglob("*")
        if file.is_file()
        for content in [file.read_bytes()]
        for name, secret in SECRETS.items()
        if any(spelled in content for spelled in spellings(secret))
    ]


def send(http: httpx.Client, secret: str) -> list[httpx.Response]:
    """The secret by every way in; also in requests that are refused."""
    entity = {"type": "concept", "name": f"auth {secret}"}
    library = {"type": "library", "name": "jose"}
    post = http.post
    seen = post(
        f"{BASE}/observations?wait=true",
        json={
            "content": f"We use jose because {secret} leaked. 토큰은 {secret}입니다.",
            "occurredAt": "2025-03-01T00:00:00Z",
            "sessionId": f"s {secret}",
            "agent": f"a {secret}",
            "documentId": f"docs/{secret}.md",
            "kind": "document",
            "metadata": {"token": secret, secret: "name", "deep": [{"api_key": secret}]},
        },
    )
    assert seen.status_code == 200, seen.text
    id_ = seen.json()["observationId"]
    xml = (
        f'<temporal_graph><entities><entity type="concept" name="auth {secret}"/></entities><relationships>'
        f'<relationship type="uses" source="{secret}" target="jose"><quote>{secret}</quote></relationship>'
        "</relationships></temporal_graph>"
    )
    facts = {"op": "assert", "source": entity, "type": "uses", "target": library, "reasoning": secret}
    written = post(f"{BASE}/facts", json={"ops": [facts], "actor": f"me {secret}"})
    assert written.status_code == 200, written.text
    auth = http.get(f"{BASE}/entities", params={"limit": 100}).json()["entities"][0]["id"]
    return [
        seen,
        written,
        post(f"{BASE}/extractions", json={"observationId": id_, "xml": xml}),
        post(f"{BASE}/facts", json={"ops": [facts | {"alternatives": [secret], "sentiment": "positive"}]}),
        post(
            f"{BASE}/facts",
            json={"ops": [{"op": "assert", "entity": library, "property": "note", "value": f"see {secret}"}]},
        ),
        post(f"{BASE}/entities/{auth}/aliases", json={"alias": f"x {secret}", "reason": secret, "actor": secret}),
        post(f"{BASE}/observations", json={"content": "fine"}, headers={"Idempotency-Key": secret}),
        post(f"{BASE}/observations/batch", json={"observations": [{"content": secret, "idempotencyKey": secret}]}),
        # refused
        post(f"{BASE}/observations", json={"content": secret, "kind": secret}),
        post(f"{BASE}/facts", json={"ops": [{"op": secret}]}),
        post(f"{BASE}/entities/merge", json={"entity": secret, "into": secret, "reason": secret}),
        post(f"{BASE}/erase", json={"observations": [secret], "reason": secret}),
        http.get(f"{BASE}/temporalQuery", params={"entity": secret}),
        http.get(f"{BASE}/jobs/{secret}"),
        post(f"/v1/projects/{secret}/observations", json={"content": "x"}),
        post(f"{BASE}/observations", content=b'{"content": "' + secret.encode()),
    ]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A directory that was told every secret in every way, and the answers to what was taken in."""
    data = tmp_path_factory.mktemp("told")
    answers: list[str] = []
    with serving(data) as served, served.http() as http:
        for secret in SECRETS.values():
            answers += [answer.text for answer in send(http, secret) if answer.is_success]
        assert found(data) == []
    return data, answers


PHRASES = {
    "password": ("the password is {}.", "cor7ect-h0rse!"),
    "korean": ("비밀번호는 {}입니다", "kim0chi-jj1gae!"),
    "url": ("postgres://app:{}@db/app", "s3cr3t/with+signs"),
    "wide": ("the key {} is typed wide", "".join(chr(ord(c) + 0xFEE0) for c in SECRETS["ghp_"])),
    "pem": ("{}", next(case.secret for case in cases(7) if case.secret and case.secret.startswith("-----BEGIN RSA"))),
}
"""A secret that only its surroundings give away, and what they are."""


def tell(http: httpx.Client, told: str) -> list[httpx.Response]:
    """A text with a secret in it, in every field that keeps text; changes and their reasons among them."""
    post = http.post
    seen = post(f"{BASE}/observations?wait=true", json={"content": told, "metadata": {"deep": [{told: told}]}})
    said = {"observationId": seen.json()["observationId"]}
    uses = {"type": "uses", "source": {"type": "project", "name": "api"}, "target": {"type": "library", "name": "jose"}}
    fact = post(f"{BASE}/facts", json=said | {"ops": [{"op": "assert", **uses, "reasoning": told, "quote": told}]})
    assert fact.status_code == 200, fact.text
    id_ = fact.json()["results"][0]["facts"][0]
    noted = [{"op": "assert", "entity": {"type": "concept", "name": name}, "property": "note", "value": told}
             for name in ("one", "other")]  # fmt: skip
    notes = post(f"{BASE}/facts", json={"ops": noted})
    found = http.get(f"{BASE}/entities", params={"limit": 100}).json()["entities"]
    one, other = (next(entity["id"] for entity in found if entity["name"] == name) for name in ("one", "other"))
    merged = post(f"{BASE}/entities/merge", json={"entity": one, "into": other, "reason": told})
    spelt = "".join(f"&#{ord(c)};" for c in told)
    xml = f'<temporal_graph><entities><entity type="concept" name="{spelt}"/></entities></temporal_graph>'
    cdata = f"<temporal_graph><entities><entity type='concept' name='x'><alias><![CDATA[{told}]]></alias></entity>"
    changes = [
        post(f"{BASE}/entities/{other}/aliases", json={"alias": f"alias {told}", "reason": told}),
        http.delete(f"{BASE}/entities/{other}/aliases", params={"alias": f"alias {told}"}),
        post(f"{BASE}/entities/unmerge", json={"merge": merged.json()["merge"], "reason": told}),
        post(
            f"{BASE}/facts", json=said | {"ops": [{"op": "correct", "fact": id_, "reason": told, "validFrom": "2024"}]}
        ),
        post(f"{BASE}/facts", json={"ops": [{"op": "end", "fact": id_, "reason": told}]}),
        post(f"{BASE}/facts", json={"ops": [{"op": "retract", "fact": id_, "reason": told}]}),
        post(f"{BASE}/extractions", json=said | {"xml": xml}),
        post(f"{BASE}/extractions", json=said | {"xml": cdata}),
    ]
    erased = post(f"{BASE}/erase", json={"documents": [told[:200]], "sessions": ["told"], "reason": told})
    return [seen, fact, notes, merged, *changes, erased]


@pytest.mark.parametrize("kind", PHRASES)
def test_no_file_holds_what_a_sentence_told(tmp_path: Path, kind: str):
    phrase, secret = PHRASES[kind]
    with serving(tmp_path) as served, served.http() as http:
        answers = tell(http, phrase.format(secret))
        assert [answer.text for answer in answers[:-5] if not answer.is_success] == []
    files = [file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()]
    lines = [line for line in secret.split("\n") if "PRIVATE" not in line]

    assert [line for line in lines for file in files if any(spelled in file for spelled in spellings(line))] == []
    assert [answer.text for answer in answers if answer.is_success and lines[0] in answer.text] == []


def test_what_is_personal_is_cut_by_a_setting(tmp_path: Path):
    sent = {"content": "Ask jane@acme.io, 010-1234-5678.", "metadata": {"by": "jane@acme.io"}, "agent": "jane@acme.io"}
    with serving(tmp_path, redact_personal=True) as served, served.http() as http:
        answer = http.post(f"{BASE}/observations?wait=true", json=sent)

    assert answer.json()["redactions"] == {"email": 3, "phone": 1}
    assert [file for file in tmp_path.rglob("*") if file.is_file() and b"jane@acme" in file.read_bytes()] == []


def test_no_project_is_called_after_a_credential(tmp_path: Path):
    name = "sbp_" + "0123456789abcdef" * 2 + "01234567"
    with serving(tmp_path) as served, served.http() as http:
        refused = http.post(f"/v1/projects/{name}/observations", json={"content": "x"})

    assert refused.status_code == 422
    assert name not in refused.text
    assert [file for file in tmp_path.rglob("*") if name in file.name] == []


def test_no_file_holds_a_byte_of_a_secret(told: tuple[Path, list[str]]):
    data, _ = told

    assert found(data) == []
    assert any(b"[redacted:" in file.read_bytes() for file in data.rglob("*") if file.is_file())


def test_nothing_that_was_taken_in_comes_back(told: tuple[Path, list[str]]):
    _, answers = told

    assert [name for name, secret in SECRETS.items() if any(secret in answer for answer in answers)] == []


def test_the_search_of_files_finds_a_secret(tmp_path: Path):
    for number, spelled in enumerate(spellings(SECRETS["sk_live_"])):
        (tmp_path / f"{number}.bin").write_bytes(b"\x00\xff" + spelled + b"\x00")

    assert len(found(tmp_path)) == len(list(tmp_path.iterdir()))
