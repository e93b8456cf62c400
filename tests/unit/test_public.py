"""What the package offers, and what importing it costs."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import retrograph
from retrograph import errors

HEAVY = ("fastapi", "uvicorn", "kuzu", "pydantic", "httpx", "lxml", "sqlite3", "orjson")


def loaded_by(statement: str) -> list[str]:
    code = f"import sys, json\n{statement}\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    found: list[str] = json.loads(done.stdout)
    return found


def test_importing_the_package_loads_nothing_of_it() -> None:
    loaded = loaded_by("import retrograph")
    assert not set(HEAVY) & set(loaded)
    assert [name for name in loaded if name.startswith("retrograph")] == ["retrograph"]


def test_a_client_needs_no_engine_and_no_server() -> None:
    loaded = loaded_by("from retrograph import Client; Client('http://127.0.0.1:1').close()")
    assert not {"fastapi", "uvicorn", "kuzu", "lxml"} & set(loaded)


def test_a_memory_needs_no_server() -> None:
    loaded = loaded_by("from retrograph import Memory")
    assert not {"fastapi", "uvicorn", "httpx", "starlette"} & set(loaded)


@pytest.mark.parametrize("name", retrograph.__all__)
def test_everything_that_is_offered_is_there(name: str) -> None:
    assert getattr(retrograph, name).__name__ == name
    assert name in dir(retrograph)


def test_all_errors_are_offered() -> None:
    ours = {n for n, v in vars(errors).items() if isinstance(v, type) and issubclass(v, errors.RetrographError)}
    assert ours <= set(retrograph.__all__)


def test_what_is_not_offered_is_not_there() -> None:
    with pytest.raises(AttributeError, match="Nonsense"):
        _ = retrograph.Nonsense
