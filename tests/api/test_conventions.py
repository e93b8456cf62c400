"""What holds on every route: idempotency, ETags, Markdown, dates and bases, who may ask, how much."""

from __future__ import annotations

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from retrograph.api.limits import RateLimit
from retrograph.api.responses import prefers_markdown
from tests.api.test_errors import problem
from tests.serving import Served, serving

USES = {"source": {"type": "concept", "name": "auth"}, "type": "uses", "target": {"type": "library", "name": "jose"}}
ASSERT = {"ops": [{"op": "assert", **USES, "validFrom": "2025-03-01"}]}


def keyed(http: httpx.Client, path: str, key: str, body: Any) -> httpx.Response:
    return http.post(path, json=body, headers={"Idempotency-Key": key})


# -- writes ------------------------------------------------------------------------------------------------


def test_observations_are_recorded_once_a_key(http: httpx.Client, base: str) -> None:
    body = {"content": "we use jose", "occurredAt": "2025-03-01T00:00:00Z"}
    first = keyed(http, f"{base}/observations", "k1", body)
    again = keyed(http, f"{base}/observations", "k1", body)
    assert (first.status_code, again.status_code) == (202, 200)
    assert again.json()["observationId"] == first.json()["observationId"]
    assert again.json()["jobId"] == first.json()["jobId"]
    assert (first.json()["repeated"], again.json()["repeated"]) == (False, True)
    assert again.headers["idempotent-replayed"] == "true"
    problem(keyed(http, f"{base}/observations", "k1", {**body, "content": "we use paseto"}), 409)
    assert http.get(f"{base}/stats").json()["observations"] == 1


def test_a_repeat_of_what_has_no_date_says_the_same(http: httpx.Client, base: str) -> None:
    first = keyed(http, f"{base}/observations", "k", {"content": "x"})
    again = keyed(http, f"{base}/observations", "k", {"content": "x"})
    assert (first.status_code, again.status_code) == (202, 200)
    assert again.json()["observationId"] == first.json()["observationId"]
    problem(keyed(http, f"{base}/observations", "k", {"content": "x", "occurredAt": "2025-03-01"}), 409)


@pytest.mark.parametrize("key", ["a b", "x" * 201, "\x7f", "caf\xe9"])
def test_what_is_no_key(http: httpx.Client, base: str, key: str) -> None:
    headers = [(b"Idempotency-Key", key.encode("latin-1"))]
    response = http.post(f"{base}/facts", json=ASSERT, headers=headers)
    assert problem(response, 422)["errors"][0]["field"] == "Idempotency-Key"


def test_facts_are_written_once_a_key(http: httpx.Client, base: str) -> None:
    first = keyed(http, f"{base}/facts", "k", ASSERT)
    again = keyed(http, f"{base}/facts", "k", ASSERT)
    assert first.status_code == again.status_code == 200
    assert {**again.json(), "repeated": False} == first.json()
    assert again.headers["idempotent-replayed"] == "true"
    problem(keyed(http, f"{base}/facts", "k", {"ops": [{"op": "retract", **USES}]}), 409)
    assert len(http.get(f"{base}/timeline", params={"entity": "auth"}).json()["versions"]) == 1


def test_one_key_from_many_sides_at_once(http: httpx.Client, base: str) -> None:
    body = {"content": "once", "occurredAt": "2025"}
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: keyed(http, f"{base}/observations", "k", body).json(), range(16)))
    assert len({a["observationId"] for a in answers}) == 1
    assert sum(not a["repeated"] for a in answers) == 1


def test_a_batch_is_one_request(http: httpx.Client, base: str) -> None:
    items = [{"content": f"note {n}", "occurredAt": "2025"} for n in range(3)]
    path = f"{base}/observations/batch?extract=false"
    first = keyed(http, path, "b", {"observations": items})
    again = keyed(http, path, "b", {"observations": items})
    ids = [o["observationId"] for o in first.json()["observations"]]
    assert len(set(ids)) == 3
    assert [o["observationId"] for o in again.json()["observations"]] == ids
    assert all(o["repeated"] for o in again.json()["observations"])
    problem(keyed(http, path, "b", {"observations": items[:2]}), 409)
    broken = [*items, {"content": "", "occurredAt": "2025"}]
    assert (
        problem(http.post(path, json={"observations": broken}), 422)["errors"][0]["field"] == "observations.3.content"
    )
    assert http.get(f"{base}/stats").json()["observations"] == 3


def test_observations_of_a_batch_may_have_their_own_keys(http: httpx.Client, base: str) -> None:
    items = [{"content": f"note {n}", "occurredAt": "2025", "idempotencyKey": f"n{n}"} for n in range(3)]
    path = f"{base}/observations/batch?extract=false"
    first = http.post(path, json={"observations": items[:2]}).json()["observations"]
    second = http.post(path, json={"observations": items}).json()["observations"]
    assert [o["repeated"] for o in second] == [True, True, False]
    assert [o["observationId"] for o in second[:2]] == [o["observationId"] for o in first]


def test_changes_of_identity_are_done_once_a_key(http: httpx.Client, base: str) -> None:
    said = {"op": "assert", **USES, "target": {"type": "library", "name": "panva-jose"}}
    http.post(f"{base}/facts", json={"ops": [*ASSERT["ops"], said]})
    ids = {e["name"]: e["id"] for e in http.get(f"{base}/entities").json()["entities"]}
    path = f"{base}/entities/{ids['auth']}/aliases"
    for _ in range(2):
        assert keyed(http, path, "a", {"alias": "authn"}).status_code == 200
    problem(http.post(path, json={"alias": "authn"}), 409)
    merge = {"entity": ids["panva-jose"], "into": ids["jose"], "reason": "the same"}
    first, again = (keyed(http, f"{base}/entities/merge", "m", merge) for _ in range(2))
    assert first.json() == again.json()
    assert first.json()["entity"]["name"] == "jose"
    problem(keyed(http, f"{base}/entities/merge", "m", {**merge, "reason": "other"}), 409)
    number = first.json()["merge"]
    assert http.post(f"{base}/entities/unmerge", json={"merge": number, "reason": "no"}).status_code == 200
    problem(http.post(f"{base}/entities/unmerge", json={"merge": number, "reason": "no"}), 404)
    gone = http.delete(path, params={"alias": "authn", "reason": "nobody says so"})
    assert gone.status_code == 200
    problem(http.delete(path, params={"alias": "authn"}), 404)
    problem(http.post(f"{base}/entities/ent_none/aliases", json={"alias": "x"}), 404)
    problem(http.post(f"{base}/entities/merge", json={**merge, "into": "jose"}), 404)


# -- reads -------------------------------------------------------------------------------------------------


def test_a_read_that_is_unchanged_is_a_304(http: httpx.Client, base: str) -> None:
    http.post(f"{base}/facts", json=ASSERT)
    params = {"entity": "auth", "asOf": "2025-06", "knownAt": "9999"}
    first = http.get(f"{base}/temporalQuery", params=params)
    tag = first.headers["etag"]
    for given in (tag, f'"other", {tag}', f"W/{tag}", "*"):
        same = http.get(f"{base}/temporalQuery", params=params, headers={"If-None-Match": given})
        assert (same.status_code, same.content, same.headers["etag"]) == (304, b"", tag)
    http.post(f"{base}/facts", json={"ops": [{"op": "end", **USES, "at": "2025-05"}]})
    later = http.get(f"{base}/temporalQuery", params=params, headers={"If-None-Match": tag})
    assert later.status_code == 200
    assert later.headers["etag"] != tag
    assert later.json()["facts"] == []


def test_a_basis_gives_the_same_bytes_again(http: httpx.Client, base: str) -> None:
    http.post(f"{base}/facts", json=ASSERT)
    first = http.get(f"{base}/temporalQuery", params={"entity": "auth", "asOf": "2025-06"})
    basis = first.json()["basis"]
    http.post(f"{base}/facts", json={"ops": [{"op": "end", **USES, "at": "2025-05"}]})
    params = {"entity": "auth", "asOf": "2025-06", "basis": f"{basis['seq']}:{basis['hash']}"}
    assert http.get(f"{base}/temporalQuery", params=params).content == first.content


@pytest.mark.parametrize("path", ["temporalQuery", "timeline", "diff"])
def test_markdown_where_it_is_preferred(http: httpx.Client, base: str, path: str) -> None:
    http.post(f"{base}/facts", json=ASSERT)
    params = {"entity": "auth", "fromAsOf": "2024", "toAsOf": "2025"} if path == "diff" else {"entity": "auth"}
    markdown = http.get(f"{base}/{path}", params=params, headers={"Accept": "text/markdown"})
    assert markdown.headers["content-type"] == "text/markdown; charset=utf-8"
    assert markdown.headers["vary"] == "Accept"
    assert "jose" in markdown.text
    plain = http.get(f"{base}/{path}", params=params, headers={"Accept": "application/json, text/markdown;q=0.5"})
    assert plain.headers["content-type"] == "application/json"
    assert plain.headers["etag"] != markdown.headers["etag"]
    unknown = http.get(f"{base}/{path}", params={**params, "entity": "nobody"}, headers={"Accept": "text/markdown"})
    problem(unknown, 404)


@pytest.mark.parametrize(
    ("accept", "prefers"),
    [
        (None, False), ("*/*", False), ("application/json", False), ("text/markdown", True), ("text/*", False),
        ("text/markdown, application/json", True), ("text/markdown;q=0.1, application/json", False),
        ("text/markdown;q=0", False), ("text/markdown;q=x", False), ("TEXT/Markdown ; q=1", True),
    ],
)  # fmt: skip
def test_which_form_is_preferred(accept: str | None, prefers: bool) -> None:
    assert prefers_markdown(accept and accept.lower() if accept else accept) is prefers


def test_dates_in_a_zone_and_a_plus_that_became_a_blank(http: httpx.Client, base: str) -> None:
    http.post(f"{base}/facts", json=ASSERT)
    day = http.get(f"{base}/temporalQuery?entity=auth&asOf=2025-03-01&tz=Asia/Seoul").json()["asOf"]
    assert day == {**day, "validAt": "2025-03-01T14:59:59.999999Z", "tz": "Asia/Seoul"}
    blank = http.get(f"{base}/temporalQuery?entity=auth&asOf=2025-03-01T00:30:00+09:00").json()["asOf"]
    assert blank["validAt"] == "2025-02-28T15:30:00.000000Z"
    both = http.get(f"{base}/temporalQuery?entity=auth&asOf=9999&knownAt=asOf").json()
    assert both["asOf"]["validAt"].startswith("9999")


def test_an_entity_may_have_slashes_in_its_name(http: httpx.Client, base: str) -> None:
    said = {"op": "assert", "source": {"type": "file", "name": "src/auth.ts"}, "type": "imports",
            "target": {"type": "library", "name": "@scope/jose"}}  # fmt: skip
    http.post(f"{base}/facts", json={"ops": [said]})
    for name in ("src/auth.ts", "src%2Fauth.ts", "file:src/auth.ts", "@scope/jose"):
        assert http.get(f"{base}/entities/{name}").status_code == 200, name


def test_pages_follow_each_other(http: httpx.Client, base: str) -> None:
    many = [{"op": "assert", **USES, "target": {"type": "library", "name": f"lib {n:02}"}} for n in range(25)]
    http.post(f"{base}/facts", json={"ops": many})
    for path, key, extra in (("temporalQuery", "facts", {"entity": "auth"}), ("entities", "entities", {})):
        seen: list[str] = []
        params = {**extra, "limit": "10"}
        while True:
            page = http.get(f"{base}/{path}", params=params).json()
            seen += [thing["id"] for thing in page[key]]
            if page["nextCursor"] is None:
                break
            params["cursor"] = page["nextCursor"]
        assert len(seen) == len(set(seen)) == (25 if path == "temporalQuery" else 26)
    first = http.get(f"{base}/journal", params={"limit": "1"}).json()
    rest = http.get(f"{base}/journal", params={"after": str(first["nextAfter"])}).json()
    assert [e["seq"] for e in (*first["events"], *rest["events"])] == list(range(1, rest["basis"]["seq"] + 1))
    assert rest["nextAfter"] is None


def test_waiting_answers_with_what_was_found(http: httpx.Client, base: str) -> None:
    body = {"content": "We chose jose over jsonwebtoken.", "occurredAt": "2025-03-01"}
    answer = http.post(f"{base}/observations?wait=true", json=body)
    assert answer.status_code == 200
    found = answer.json()
    assert found["job"]["status"] == "complete"
    assert [f["target"]["name"] for f in found["facts"]] == ["jose"]
    assert http.get(f"{base}/jobs/{found['jobId']}").json() == found["job"]
    seen = http.get(f"{base}/observations/{found['observationId']}").json()
    assert seen["content"] == body["content"]
    assert seen["job"] == found["job"]


def test_the_chain_is_verified(http: httpx.Client, base: str) -> None:
    http.post(f"{base}/facts", json=ASSERT)
    verified = http.get(f"{base}/journal/verify").json()
    assert verified["ok"]
    assert verified["head"] == http.get(f"{base}/stats").json()["basis"]
    rebuilt = http.post(f"{base}/rebuild")
    assert rebuilt.json()["basis"] == verified["head"]


def test_a_project_is_deleted_by_naming_it_twice(http: httpx.Client, base: str, project: str) -> None:
    http.post(f"{base}/facts", json=ASSERT)
    assert problem(http.delete(base), 422)["errors"][0]["field"] == "confirm"
    problem(http.delete(base, params={"confirm": "other"}), 422)
    assert project in http.get("/v1/projects").json()["projects"]
    assert http.delete(base, params={"confirm": project}).status_code == 204
    assert project not in http.get("/v1/projects").json()["projects"]
    problem(http.get(f"{base}/stats"), 404)
    problem(http.delete(base, params={"confirm": project}), 404)


# -- who may ask, and how much -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:3111", "127.0.0.1.evil.example", "[::2]", "", "169.254.169.254"]
)
def test_a_host_that_is_not_this_server(http: httpx.Client, base: str, host: str) -> None:
    problem(http.get("/healthz", headers={"Host": host}), 403)
    problem(http.post(f"{base}/facts", json=ASSERT, headers={"Host": host}), 403)


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1:80", "[::1]:3111", "localhost."])
def test_a_host_that_is(http: httpx.Client, host: str) -> None:
    assert http.get("/healthz", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:9999"},
        {"Origin": "file://"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_page_of_another_site_may_not_write(http: httpx.Client, base: str, headers: dict[str, str]) -> None:
    problem(http.post(f"{base}/facts", json=ASSERT, headers=headers), 403)
    problem(http.delete(base, params={"confirm": "x"}, headers=headers), 403)
    preflight = {**headers, "Access-Control-Request-Method": "POST"}
    answer = http.options(f"{base}/facts", headers=preflight)
    assert answer.status_code == 405
    assert not any(name.startswith("access-control") for name in answer.headers)


def test_its_own_page_may_write(http: httpx.Client, served: Served, base: str) -> None:
    headers = {"Origin": served.url, "Sec-Fetch-Site": "same-origin"}
    assert http.post(f"{base}/facts", json=ASSERT, headers=headers).status_code == 200


def test_further_hosts_are_a_setting(tmp_path: Path) -> None:
    with serving(tmp_path, allowed_hosts="box.local") as server, server.http() as http:
        headers = {"Host": "box.local:8080", "Origin": "https://box.local"}
        assert http.post("/v1/projects/p/facts", json=ASSERT, headers=headers).status_code == 200
        problem(http.get("/healthz", headers={"Host": "other.local"}), 403)


def test_too_many_requests(tmp_path: Path) -> None:
    with serving(tmp_path, rate_limit=0.2) as server, server.http() as http:
        statuses = [http.get("/v1/projects").status_code for _ in range(4)]
        assert statuses == [200, 200, 429, 429]
        refused = http.get("/v1/projects")
        assert 1 <= int(refused.headers["retry-after"]) <= 6
        problem(refused, 429)
        assert http.get("/healthz").status_code == 200


def test_a_bucket_fills_again_and_is_a_client_s_own() -> None:
    now = [0.0]
    limit = RateLimit(1.0, lambda: now[0])
    assert [limit.wait("a") for _ in range(11)] == [0.0] * 10 + [1.0]
    assert limit.wait("b") == 0.0
    now[0] = 2.5
    assert [limit.wait("a") > 0 for _ in range(3)] == [False, False, True]
    assert RateLimit(0).wait("a") == 0.0


def test_a_body_that_does_not_arrive(tmp_path: Path) -> None:
    with serving(tmp_path, body_seconds=0.2) as server, server.http() as http:

        def slowly() -> Any:
            yield b'{"content": '
            time.sleep(1)
            yield b'"x"}'

        response = http.post(
            "/v1/projects/p/observations", content=slowly(), headers={"content-type": "application/json"}
        )
        problem(response, 408)


def test_a_server_that_is_busy_says_so(tmp_path: Path) -> None:
    with serving(tmp_path, max_requests=1) as server, server.http() as http:
        release = threading.Event()

        def slowly() -> Any:
            yield b" "
            release.wait(5)
            yield json.dumps({"content": "x"}).encode()

        headers = {"content-type": "application/json"}
        path = "/v1/projects/p/observations?extract=false"
        with ThreadPoolExecutor(1) as pool:
            first = pool.submit(lambda: http.post(path, content=slowly(), headers=headers))
            time.sleep(0.3)
            busy = http.get("/v1/projects")
            assert problem(busy, 503)["type"].endswith("unavailable")
            assert busy.headers["retry-after"]
            assert http.get("/healthz").status_code == 200
            release.set()
            assert first.result().status_code == 202


# -- documents ---------------------------------------------------------------------------------------------


def test_the_documents_need_no_other_host(http: httpx.Client) -> None:
    page = http.get("/docs").text
    assert "http://" not in page
    assert "https://" not in page
    for asset in ("swagger-ui-bundle.js", "swagger-ui.css", "favicon.png"):
        assert f"/static-offline-docs/{asset}" in page
        assert http.get(f"/static-offline-docs/{asset}").status_code == 200
    problem(http.get("/static-offline-docs/../../etc/passwd"), 404)
    problem(http.get("/static-offline-docs/nope.js"), 404)


def test_every_route_documents_its_answer_and_its_problems(http: httpx.Client) -> None:
    document = http.get("/openapi.json").json()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert operation["description"], (method, path)
            responses = operation["responses"]
            assert "application/problem+json" in responses["default"]["content"], path
            answered = [r for status, r in responses.items() if status.startswith("2")]
            assert answered
            assert all("content" in r or r["description"] == "It is gone" for r in answered), path
    assert "HTTPValidationError" not in document["components"]["schemas"]
    verbs = document["components"]["schemas"]["FactsIn"]["properties"]["ops"]["items"]
    assert verbs["discriminator"]["propertyName"] == "op"


def test_a_refused_first_write_makes_no_project(http: httpx.Client) -> None:
    op = {**ASSERT["ops"][0], "validFrom": "2030", "validTo": "2020"}
    ghost = "/v1/projects/ghost"
    problem(http.post(f"{ghost}/facts", json={"ops": [op]}), 422)
    problem(http.post(f"{ghost}/observations", json={"content": " "}), 422)
    assert "ghost" not in str(http.get("/v1/projects").json())
    assert http.post(f"{ghost}/facts", json=ASSERT).status_code == 200
    problem(http.post(f"{ghost}/facts", json={"ops": [op]}), 422)
    assert "ghost" in str(http.get("/v1/projects").json())
