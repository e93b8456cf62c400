"""docs/http.md has every route, and its examples are true."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import httpx

from retrograph.api.problems import HTTP_KINDS, KINDS
from tests.data import ROOT
from tests.docs.pages import blocks
from tests.serving import serving

PAGE = ROOT / "docs" / "http.md"
ANYTHING = "..."


def routes(http: httpx.Client) -> set[str]:
    paths = http.get("/openapi.json").json()["paths"]
    return {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}


def test_every_route_has_its_section_and_its_example(http: httpx.Client) -> None:
    text = PAGE.read_text(encoding="utf-8")
    sections = re.split(r"^### ", text, flags=re.MULTILINE)
    headed = {match[1]: section for section in sections if (match := re.match(r"`([A-Z]+ /[^`]*)`\n", section))}
    assert set(headed) == routes(http)
    for route, section in headed.items():
        method, path = route.split()
        pattern = re.sub(r"\\\{\w+\\\}", "[^/?\n]+", re.escape(path))
        assert re.search(rf"^```http\n{method} {pattern}(?:\?\S*)?$", section, re.MULTILINE), route


def test_every_problem_is_listed() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for kind in (*KINDS.values(), *HTTP_KINDS):
        assert re.search(rf"^\| {kind.status} \|[^|]*`{kind.name}`", text, re.MULTILINE), kind


def test_the_examples_are_true(tmp_path: Path) -> None:
    known: dict[str, str] = {}
    answer: Any = None
    with serving(tmp_path) as server, server.http() as http:
        for block in blocks(PAGE):
            if block.language == "http":
                answer = send(http, fill(block.text, known), f"http.md:{block.line}")
                learn(known, answer, http)
            elif block.language == "json" and answer is not None:
                compare(json.loads(block.text), answer, f"http.md:{block.line}")
        assert http.get("/v1/projects").json() == {"projects": []}


def fill(text: str, known: dict[str, str]) -> str:
    for name, value in known.items():
        text = text.replace("{" + name + "}", value)
    return text


def send(http: httpx.Client, text: str, where: str) -> Any:
    head, _, body = text.partition("\n\n")
    first, *lines = head.strip().splitlines()
    method, path = first.split(" ", 1)
    headers = dict(line.split(": ", 1) for line in lines)
    response = http.request(method, path, headers=headers, json=json.loads(body) if body.strip() else None)
    assert response.is_success, f"{where}: {response.status_code} {response.text}"
    return response.json() if "json" in response.headers.get("content-type", "") else {}


def learn(known: dict[str, str], answer: Any, http: httpx.Client) -> None:
    """Keep the ids that later examples name."""
    if "observationId" in answer and "jobId" in answer:
        known.setdefault("observation", answer["observationId"])
        known.setdefault("job", answer["jobId"])
    if answer.get("results"):
        known.setdefault("fact", answer["results"][0]["opened"][0])
        for name in ("jose", "panva-jose"):
            found = http.get(f"/v1/projects/default/entities/library:{name}")
            if found.is_success:
                known.setdefault(name, found.json()["entity"]["id"])
    if "merge" in answer:
        known["merge"] = str(answer["merge"])


def compare(told: Any, answer: Any, where: str) -> None:
    """What the page tells has the answer's form: its names, its types, and its texts that are not cut short."""
    if isinstance(told, dict):
        assert isinstance(answer, dict), where
        for name, value in told.items():
            assert name in answer, f"{where}: no {name}"
            compare(value, answer[name], f"{where}: {name}")
    elif isinstance(told, list):
        assert isinstance(answer, list), where
        assert bool(told) <= bool(answer), f"{where}: empty"
        if told:
            compare(told[0], answer[0], where)
    elif isinstance(told, str):
        assert isinstance(answer, str), f"{where}: {answer!r}"
        assert answer.startswith(told.split(ANYTHING)[0]), f"{where}: {answer!r}"
    elif told is not None and answer is not None:
        assert type(told) is type(answer), f"{where}: {answer!r}"
