"""One server for the tests of the HTTP door; each test has a project of its own."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import httpx
import pytest

from tests.serving import Served, serving

_NUMBERS = itertools.count()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served"), max_open_projects=32, wait_seconds=10) as server:
        yield server


@pytest.fixture(scope="session")
def http(served: Served) -> Iterator[httpx.Client]:
    with served.http() as client:
        yield client


@pytest.fixture
def project() -> str:
    return f"p{next(_NUMBERS)}"


@pytest.fixture
def base(project: str) -> str:
    return f"/v1/projects/{project}"
