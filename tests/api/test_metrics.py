"""What Prometheus is told: every metric is documented, true, and free of what clients say."""

from __future__ import annotations

import re
import threading

import httpx

from tests.data import ROOT
from tests.serving import Served

Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


def read(http: httpx.Client) -> tuple[Samples, dict[str, str]]:
    """The samples by name and labels, and the type of each family."""
    response = http.get("/metrics")
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/plain; version=")
    samples: Samples = {}
    types: dict[str, str] = {}
    for line in response.text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split()
            types[name] = kind
        elif not line.startswith("#"):
            name, labels, value = re.fullmatch(r"(\w+)(?:\{(.*)\})? (\S+)", line).groups()  # type: ignore[union-attr]
            samples[name, frozenset(re.findall(r'(\w+)="([^"]*)"', labels or ""))] = float(value)
    return samples, types


def value(samples: Samples, name: str, **labels: str) -> float:
    return samples.get((name, frozenset(labels.items())), 0.0)


def test_every_metric_is_on_the_page_with_its_labels(http: httpx.Client, base: str) -> None:
    http.post(f"{base}/observations?wait=true", json={"content": "We use jose.", "occurredAt": "2025"})
    samples, types = read(http)
    page = (ROOT / "docs" / "http.md").read_text(encoding="utf-8")
    section = page.partition("### `GET /metrics`")[2].partition("\n### ")[0]
    told = {
        name: set(re.findall(r"`(\w+)`", labels))
        for names, labels in re.findall(r"^\| (`[a-z].*?) \| (.*?) \|", section, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", names)
    }
    assert set(told) == {name for name in types if not name.endswith("_created")}
    for (sample, labels), _ in samples.items():
        family = re.sub(r"_(bucket|count|sum)$", "", sample)
        if family in told:
            assert {name for name, _ in labels} <= told[family], sample
    kinds = {name: "counter" if name.endswith("_total") else "gauge" for name in told}
    kinds["retrograph_http_request_seconds"] = "histogram"
    assert kinds == {name: kind for name, kind in types.items() if not name.endswith("_created")}


def test_jobs_and_what_is_held_are_counted(http: httpx.Client, base: str, project: str) -> None:
    for number in range(3):
        body = {"content": f"We use lib{number}.", "occurredAt": "2025"}
        assert http.post(f"{base}/observations?wait=true", json=body).json()["job"]["status"] == "complete"
    http.post(f"{base}/observations?extract=false", json={"content": "Only kept."})
    job = http.get(f"{base}/jobs").json()["jobs"][0]["id"]
    assert http.post(f"{base}/jobs/{job}/retry").status_code == 200
    while http.get(f"{base}/jobs/{job}").json()["status"] != "complete":
        pass
    samples, _ = read(http)
    assert value(samples, "retrograph_jobs", project=project, status="complete") == 3
    assert value(samples, "retrograph_jobs", project=project, status="queued") == 0
    assert value(samples, "retrograph_jobs_settled_total", project=project, outcome="complete") == 4
    assert value(samples, "retrograph_oldest_job_seconds", project=project) == 0
    assert value(samples, "retrograph_observations", project=project) == 4
    assert value(samples, "retrograph_facts", project=project) == 3
    stats = http.get(f"{base}/stats").json()
    assert value(samples, "retrograph_events_total", project=project) == stats["events"]


def test_requests_are_counted_by_the_template_of_their_route(http: httpx.Client, served: Served) -> None:
    before, _ = read(http)
    secret = "sk-not-in-a-label"
    http.get(f"/v1/projects/default/entities/{secret}/with/parts")
    http.get(f"/v1/projects/default/facts/{secret}/why")
    http.get(f"/{secret}")
    http.request(f"X{secret}", "/healthz")
    http.get("/healthz", headers={"host": f"{secret}.example"})
    http.post("/v1/projects/default/facts", content=b"{", headers={"content-type": "application/json"})
    after, _ = read(http)

    def more(route: str, method: str, status: str) -> float:
        labels = {"route": route, "method": method, "status": status}
        return value(after, "retrograph_http_requests_total", **labels) - value(
            before, "retrograph_http_requests_total", **labels
        )

    base = "/v1/projects/{project}"
    assert more(f"{base}/entities/{{entity}}", "GET", "404") == 1
    assert more(f"{base}/facts/{{fact_id}}/why", "GET", "404") == 1
    assert more("other", "GET", "404") == 1
    assert more("other", "other", "405") + more("/healthz", "other", "405") == 1
    assert more("other", "GET", "403") == 1
    assert more("other", "POST", "422") == 1
    assert more("/metrics", "GET", "200") == 1
    assert secret not in http.get("/metrics").text
    assert value(after, "retrograph_http_requests_running") == 1
    counted = value(after, "retrograph_http_request_seconds_count", route="/metrics", method="GET")
    assert counted >= value(after, "retrograph_http_requests_total", route="/metrics", method="GET", status="200")


def test_reading_them_disturbs_nothing(http: httpx.Client, base: str, served: Served) -> None:
    stop = threading.Event()
    failed: list[int] = []

    def scrape() -> None:
        with served.http() as other:
            while not stop.is_set():
                status = other.get("/metrics").status_code
                if status != 200:
                    failed.append(status)

    thread = threading.Thread(target=scrape)
    thread.start()
    for number in range(20):
        http.post(f"{base}{number % 3}/observations", json={"content": f"note {number}"})
    stop.set()
    thread.join()
    assert failed == []
