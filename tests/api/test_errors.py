"""One shape of error on every route, and bad input of every kind."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from retrograph.api.problems import KINDS
from tests.serving import Served

USES = {"source": {"type": "concept", "name": "auth"}, "type": "uses", "target": {"type": "library", "name": "jose"}}


def problem(response: httpx.Response, status: int) -> dict[str, Any]:
    """The problem a response is; every error anywhere must pass here."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers["x-content-type-options"] == "nosniff"
    body: dict[str, Any] = response.json()
    assert {"type", "title", "status", "detail"} <= set(body)
    assert body["status"] == status
    assert body["type"].startswith("urn:retrograph:problem:")
    assert body["detail"]
    assert "Traceback" not in response.text
    assert 'File "' not in response.text
    if status == 422:
        assert body["errors"]
        assert all(set(e) == {"field", "message"} and e["message"] for e in body["errors"])
    return body


def fields(response: httpx.Response) -> list[str]:
    return [e["field"] for e in problem(response, 422)["errors"]]


def operations(http: httpx.Client) -> Iterator[tuple[str, str]]:
    for path, methods in http.get("/openapi.json").json()["paths"].items():
        for method in methods:
            yield method.upper(), path


def filled(path: str, project: str) -> str:
    return re.sub(r"\{\w+\}", "x", path.replace("{project}", project))


@pytest.fixture(scope="module")
def made(http: httpx.Client) -> str:
    """A project with one fact, for tests that store nothing."""
    base = "/v1/projects/made"
    answer = http.post(f"{base}/facts", json={"ops": [{"op": "assert", **USES, "validFrom": "2025"}]})
    assert answer.status_code == 200
    return base


# -- every route -------------------------------------------------------------------------------------------


def test_every_route_has_the_one_shape(http: httpx.Client, project: str) -> None:
    every = list(operations(http))
    assert len(every) >= 24
    for method, path in every:
        if "{project}" in path:
            body = {} if method == "POST" else None
            assert fields(http.request(method, filled(path, "Not-A-Name"), json=body)) == ["project"], path
        if method == "POST" and not path.endswith(("/rebuild", "/{job_id}/retry")):
            for body in (b"{", b"\xff\xfe", b'{"a": NaN}', b"[]", b'"x"', b"", b'{"nonsense": 1}'):
                sent = http.post(filled(path, project), content=body, headers={"content-type": "application/json"})
                problem(sent, 422)
            problem(http.post(filled(path, project), content=b"a=b"), 415)
        if method == "GET" and "{project}" in path:
            asked = {"entity": "x", "from": "x", "to": "x"} if path.count("/") == 4 else {}
            own = {name: "x" for name in asked if name in _parameters(http, method, path)}
            assert project in problem(http.get(filled(path, project), params=own), 404)["detail"], path


def _parameters(http: httpx.Client, method: str, path: str) -> set[str]:
    operation = http.get("/openapi.json").json()["paths"][path][method.lower()]
    return {p["name"] for p in operation.get("parameters", ()) if p["in"] == "query"}


def test_a_parameter_that_a_route_has_not(http: httpx.Client, project: str) -> None:
    for method, path in operations(http):
        if path != "/healthz":
            named = fields(http.request(method, filled(path, project), params={"nonsense": "1"}))
            assert "nonsense" in named, (method, path)


def test_a_method_that_a_route_has_not(http: httpx.Client, project: str) -> None:
    every = set(operations(http))
    for _, path in every:
        allowed = {method for method, other in every if other == path}
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - allowed:
            refused = http.request(method, filled(path, project))
            if not any(part in path for part in ("/entities/", "/observations/", "/jobs/")):
                assert set(refused.headers.get("allow", "").split(", ")) <= allowed
                problem(refused, 405)
            else:
                problem(refused, refused.status_code)


@pytest.mark.parametrize(
    "path", ["/", "/nope", "/v1", "/v1/projects/x/nope", "/v1/projects/x", "/v1/projects/x/facts/"]
)
def test_what_is_not_there(http: httpx.Client, path: str) -> None:
    response = http.get(path)
    assert problem(response, 405 if path == "/v1/projects/x" else 404)


def test_a_project_that_is_not_there(http: httpx.Client, project: str) -> None:
    for path in ("stats", "temporalQuery?entity=x", "journal", "journal/verify", "observations/o", "facts/f/why"):
        assert project in problem(http.get(f"/v1/projects/{project}/{path}"), 404)["detail"]
    body = {"observationId": "o", "xml": "<temporal_graph/>"}
    problem(http.post(f"/v1/projects/{project}/extractions", json=body), 404)
    assert project not in http.get("/v1/projects").json()["projects"]


@pytest.mark.parametrize(
    "name",
    [
        "a%0A",
        "..%2Fx",
        "%2e%2e",
        "..",
        "A",
        "a%20b",
        "a%00",
        "%EF%BC%A1",
        "a%2Fb",
        "team'a",
        "x" * 65,
        "%60x%60%20SET%20n",
    ],
)
def test_a_wrong_project_name_is_a_422_however_it_is_written(served: Served, http: httpx.Client, name: str) -> None:
    raw = _raw(
        served, f"GET /v1/projects/{name}/stats HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode()
    )
    assert raw.startswith(b"HTTP/1.1 422 "), raw[:200]
    assert json.loads(raw.partition(b"\r\n\r\n")[2])["errors"][0]["field"] == "project"
    for path in ("observations", "facts"):
        sent = http.post(f"/v1/projects/{name}/{path}", json={"content": "x", "ops": []})
        problem(sent, 404 if name == ".." else 422)
    assert "x" not in http.get("/v1/projects").json()["projects"]


def _raw(served: Served, request: bytes) -> bytes:
    parts = urlsplit(served.url)
    with socket.create_connection((parts.hostname, parts.port), 10) as connection:
        connection.sendall(request)
        received = b""
        while chunk := connection.recv(65536):
            received += chunk
    return received


# -- bodies ------------------------------------------------------------------------------------------------


def test_a_megabyte_is_too_large_in_one_piece_or_in_chunks(http: httpx.Client, served: Served, base: str) -> None:
    limit = served.settings.body_limit
    large = json.dumps({"content": "x" * limit}).encode()

    def chunks() -> Iterator[bytes]:
        for start in range(0, len(large), 50_000):
            yield large[start : start + 50_000]

    headers = {"content-type": "application/json"}
    for content in (large, chunks()):
        response = http.post(f"{base}/observations", content=content, headers=headers)
        assert str(limit) in problem(response, 413)["detail"]
    just = {"content": "x" * (limit - 100)}
    assert http.post(f"{base}/observations?extract=false", json=just).status_code == 202


def test_a_length_that_lies_is_refused_at_once(served: Served) -> None:
    head = b"POST /v1/projects/p/observations HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    raw = _raw(served, head + b"Connection: close\r\nContent-Length: 99999999999\r\n\r\n{}")
    assert raw.startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b'{"content": "caf\xe9"}', "UTF-8"),
        (b"\xff\xfe{\x00}\x00", "UTF-8"),
        (b'{"content": "x", "metadata": {"a": NaN}}', "JSON"),
        (b'{"content": "x", "metadata": {"a": Infinity}}', "JSON"),
        (b'{"content": "\\ud800"}', "JSON"),
        (b'{"content": "x"', "JSON"),
        (b"content=x", "JSON"),
        (b"[" * 100_000, "JSON"),
        (b'{"content": "x", "metadata": ' + b'{"a":' * 300 + b"1" + b"}" * 300 + b"}", "nested"),
    ],
    ids=["latin-1", "utf-16", "nan", "infinity", "surrogate", "cut", "form", "deep", "deep-metadata"],
)  # fmt: skip
def test_what_is_not_strict_json(http: httpx.Client, base: str, body: bytes, says: str) -> None:
    response = http.post(f"{base}/observations", content=body, headers={"content-type": "application/json"})
    assert says in problem(response, 422)["detail"]


def test_camel_case_only_and_no_further_fields(http: httpx.Client, base: str) -> None:
    assert fields(http.post(f"{base}/observations", json={"content": "x", "occurred_at": "2025"})) == ["occurred_at"]
    assert fields(http.post(f"{base}/observations", json={"content": "x", "extra": 1})) == ["extra"]
    given = {"ops": [{"op": "assert", **USES, "validfrom": "2025"}]}
    answer = problem(http.post(f"{base}/facts", json=given), 422)
    assert answer["errors"] == [{"field": "ops.0.validfrom", "message": "is no field here; did you mean validFrom?"}]


@pytest.mark.parametrize(
    ("op", "field"),
    [
        ({"op": "assert", **USES, "validFrom": "2025-03-01T09:00:00"}, "ops.0.validFrom"),
        ({"op": "assert", **USES, "validFrom": "2030", "validTo": "2020"}, "ops.0.validTo"),
        ({"op": "assert", **USES, "type": "hates"}, "ops.0.type"),
        ({"op": "assert", **USES, "source": {"type": "banana", "name": "x"}}, "ops.0.source.type"),
        ({"op": "assert", **USES, "source": {"name": "nobody knows"}}, "ops.0.source.type"),
        ({"op": "assert", **USES, "source": {"type": "concept", "name": "\u200b"}}, "ops.0.source.name"),
        ({"op": "assert", **USES, "weight": 0}, "ops.0.weight"),
        ({"op": "assert", **USES, "quote": "never said"}, "ops.0.quote"),
        ({"op": "assert", **USES, "target": {"type": "concept", "name": "AUTH"}}, "ops.0.target"),
    ],
)
def test_a_verb_that_cannot_be_stores_nothing(http: httpx.Client, made: str, op: dict[str, Any], field: str) -> None:
    before = http.get(f"{made}/stats").json()["basis"]
    good = {"op": "assert", **USES, "target": {"type": "library", "name": "other"}}
    number = field.split(".")[1]
    assert number == "0"
    assert fields(http.post(f"{made}/facts", json={"ops": [op]})) == [field]
    assert fields(http.post(f"{made}/facts", json={"ops": [good, op]})) == [field.replace("ops.0", "ops.1")]
    assert http.get(f"{made}/stats").json()["basis"] == before


def test_verbs_about_what_is_not_there(http: httpx.Client, made: str) -> None:
    for op in (
        {"op": "end", "fact": "fact_none"},
        {"op": "correct", "fact": "fact_none", "reason": "r", "validFrom": "2024"},
        {"op": "assert", **USES, "source": {"id": "ent_none"}},
    ):
        problem(http.post(f"{made}/facts", json={"ops": [op]}), 404)
    problem(http.post(f"{made}/facts", json={"ops": [{"op": "assert", **USES}], "observationId": "obs_none"}), 404)


def test_more_than_a_batch_may_hold(http: httpx.Client, served: Served, base: str) -> None:
    many = served.settings.batch_limit + 1
    problem(http.post(f"{base}/observations/batch", json={"observations": [{"content": "x"}] * many}), 413)
    problem(http.post(f"{base}/facts", json={"ops": [{"op": "end", "fact": "f"}] * many}), 413)


# -- extractions -------------------------------------------------------------------------------------------


@pytest.fixture
def observed(http: httpx.Client, base: str) -> str:
    text = "AT&T and Tom & Jerry use jose. The parser uses regex."
    answer = http.post(f"{base}/observations?extract=false", json={"content": text, "occurredAt": "2025-03-01"})
    return str(answer.json()["observationId"])


def extract(http: httpx.Client, base: str, observation: str, xml: str) -> httpx.Response:
    return http.post(f"{base}/extractions", json={"observationId": observation, "xml": xml})


def test_a_doctype_bomb_is_refused(http: httpx.Client, base: str, observed: str) -> None:
    bomb = (
        '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
        + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
        + ']><temporal_graph><entities><entity type="library" name="&j;"/></entities></temporal_graph>'
    )
    assert fields(extract(http, base, observed, bomb)) == ["xml"]
    outside = '<!DOCTYPE x SYSTEM "file:///etc/passwd"><temporal_graph>&x;</temporal_graph>'
    response = extract(http, base, observed, outside)
    assert response.status_code == 422
    assert "root:" not in response.text


def test_prose_is_no_extraction(http: httpx.Client, base: str, observed: str) -> None:
    response = extract(http, base, observed, "I could not find anything, sorry.")
    assert fields(response) == ["xml"]


def test_cut_xml_keeps_its_whole_siblings(http: httpx.Client, base: str, observed: str) -> None:
    xml = (
        '<temporal_graph><entities><entity type="library" name="jose"/><entity type="organization" name="AT&T"/>'
        '</entities><relationships><relationship type="uses" source="AT&T" target="jose"/><relationship type="us'
    )
    answer = extract(http, base, observed, xml)
    assert answer.status_code == 200, answer.text
    assert answer.json()["outcome"] == "partial"
    assert len(answer.json()["facts"]) == 1
    found = http.get(f"{base}/temporalQuery", params={"entity": "AT&T"}).json()
    assert found["facts"][0]["target"]["name"] == "jose"


def test_what_breaks_the_vocabulary_is_quarantined(http: httpx.Client, base: str, observed: str) -> None:
    xml = (
        '<temporal_graph><entities><entity type="banana" name="jose"/></entities><relationships>'
        '<relationship type="hates" source="parser" target="regex"/></relationships></temporal_graph>'
    )
    answer = extract(http, base, observed, xml).json()
    assert answer["facts"] == []
    assert len(answer["quarantined"]) >= 2
    assert all(q["element"] and q["reason"] for q in answer["quarantined"])


# -- questions ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({}, "entity"),
        ({"entity": ""}, "entity"),
        ({"entity": "\u200b"}, "entity"),
        ({"entity": "x" * 1001}, "entity"),
        ({"entity": "auth", "asOf": "2025-03-01T09:00:00"}, "asOf"),
        ({"entity": "auth", "asOf": "tomorrow"}, "asOf"),
        ({"entity": "auth", "asOf": "0000"}, "asOf"),
        ({"entity": "auth", "asOf": "10000"}, "asOf"),
        ({"entity": "auth", "knownAt": "2025-02-30"}, "knownAt"),
        ({"entity": "auth", "tz": "Mars/Olympus"}, "tz"),
        ({"entity": "auth", "basis": "1"}, "basis"),
        ({"entity": "auth", "basis": "1:abcd"}, "basis"),
        ({"entity": "auth", "cursor": "rubbish"}, "cursor"),
        ({"entity": "auth", "depth": "4"}, "depth"),
        ({"entity": "auth", "depth": "two"}, "depth"),
        ({"entity": "auth", "limit": "0"}, "limit"),
        ({"entity": "auth", "limit": "99999999999999999999999"}, "limit"),
        ({"entity": "auth", "types": "hates"}, "types"),
        ({"entity": "auth", "evidence": "sure"}, "evidence"),
        ({"entity": "auth", "direction": "up"}, "direction"),
        ({"entity": "auth", "order": "random"}, "order"),
        ({"entity": "auth", "entityType": "banana"}, "entityType"),
        ({"entity": "auth", "asof": "2025"}, "asof"),
        ({"entity": "auth", "as_of": "2025"}, "as_of"),
        ([("entity", "auth"), ("asOf", "2025"), ("asOf", "2024")], "asOf"),
    ],
)  # fmt: skip
def test_a_wrong_parameter_is_named(http: httpx.Client, made: str, query: Any, field: str) -> None:
    assert fields(http.get(f"{made}/temporalQuery", params=query)) == [field]


@pytest.mark.parametrize(
    ("path", "query", "field"),
    [
        ("diff", {"entity": "auth", "fromAsOf": "2026", "toAsOf": "2025"}, None),
        ("diff", {"entity": "auth", "fromAsOf": "x"}, "fromAsOf"),
        ("path", {"from": "auth"}, "to"),
        ("path", {"from": "auth", "to": "jose", "depth": "9"}, "depth"),
        ("timeline", {"entity": "auth", "axis": "third"}, "axis"),
        ("timeline", {"entity": "auth", "since": "x"}, "since"),
        ("entities", {"limit": "-1"}, "limit"),
        ("entities", {"entityType": "banana"}, "entityType"),
        ("journal", {"after": "-1"}, "after"),
        ("journal", {"limit": "1001"}, "limit"),
        ("facts/f", {"asOf": "x"}, "asOf"),
    ],
)
def test_other_questions_name_their_parameters(
    http: httpx.Client, made: str, path: str, query: dict[str, str], field: str | None
) -> None:
    named = fields(http.get(f"{made}/{path}", params=query))
    assert field is None or named == [field]


def test_an_unknown_entity_offers_near_names(http: httpx.Client, made: str) -> None:
    body = problem(http.get(f"{made}/temporalQuery", params={"entity": "jsoe"}), 404)
    assert "jose" in body["nearest"]


def test_an_ambiguous_name_is_answered_with_its_candidates(http: httpx.Client, base: str) -> None:
    said = [
        {"op": "assert", "source": {"type": "person", "name": "Washington"}, "type": "related_to",
         "target": {"type": kind, "name": "Washington"}} for kind in ("location", "project")
    ]  # fmt: skip
    assert http.post(f"{base}/facts", json={"ops": said}).status_code == 200
    answer = http.get(f"{base}/temporalQuery", params={"entity": "Washington"}).json()
    assert {c["type"] for c in answer["candidates"]} == {"person", "location", "project"}
    assert answer["note"]
    untyped = {"op": "end", "source": {"name": "Washington"}, "type": "related_to", "target": {"id": "ent_none"}}
    assert fields(http.post(f"{base}/facts", json={"ops": [untyped]})) == ["ops.0.source.type"]


@pytest.mark.parametrize("as_of", ["0001", "0001-01-01T00:00:00Z", "9999", "9999-12-31T23:59:59.999999Z"])
def test_the_ends_of_time(http: httpx.Client, made: str, as_of: str) -> None:
    for path in ("temporalQuery", "timeline"):
        answer = http.get(f"{made}/{path}", params={"entity": "auth", "asOf": as_of})
        assert answer.status_code == 200, answer.text
    early = as_of.startswith("0001")
    answer = http.get(f"{made}/temporalQuery", params={"entity": "auth", "asOf": as_of}).json()
    assert len(answer["facts"]) == (0 if early else 1)
    assert bool(answer["note"]) == early


def test_known_in_the_future_is_known_now(http: httpx.Client, made: str) -> None:
    now = http.get(f"{made}/temporalQuery", params={"entity": "auth"}).json()
    later = http.get(f"{made}/temporalQuery", params={"entity": "auth", "knownAt": "9999"}).json()
    assert later["asOf"]["knownAt"] == now["asOf"]["knownAt"]
    assert later["facts"] == now["facts"]
    before = http.get(f"{made}/temporalQuery", params={"entity": "auth", "knownAt": "2001"})
    assert problem(before, 404)


def test_what_was_erased_is_gone(http: httpx.Client, base: str) -> None:
    answer = http.post(f"{base}/observations?extract=false", json={"content": "a telling tale"}).json()
    path = f"{base}/observations/{answer['observationId']}"
    erased = http.post(f"{base}/erase", json={"observations": [answer["observationId"]], "reason": "asked to"})
    assert erased.status_code == 200, erased.text
    assert problem(http.get(path), 410)["tombstone"] == erased.json()["tombstone"]
    assert fields(http.post(f"{base}/erase", json={"reason": "asked to"})) == ["observations"]


def test_every_kind_of_problem_is_one_of_the_table(http: httpx.Client) -> None:
    assert problem(http.get("/nope"), 404)["title"] in {kind.title for kind in KINDS.values()}
