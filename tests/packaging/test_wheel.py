"""What a user installs: all of our package, only our package, with true metadata."""

from __future__ import annotations

import email
import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.message import Message
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from tests.data import ROOT

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
STEM = f"retrograph-{PROJECT['version']}"


def ours(folder: Path) -> set[str]:
    """Every file of the package in `folder`, as `retrograph/...`."""
    return {
        path.relative_to(folder).as_posix()
        for path in (folder / "retrograph").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean copy of the checkout, root links included; building in the checkout would leave files there."""
    copy = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy / name)
    shutil.copytree(ROOT / "retrograph", copy / "retrograph", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "tests", copy / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    for link in ROOT.iterdir():
        if link.is_symlink():
            (copy / link.name).symlink_to(link.readlink())
    return copy


def build(source: Path, hook: str) -> Path:
    """The file that a hook of the build backend makes. Needs no network: setuptools is in the test extra."""
    if importlib.util.find_spec("setuptools") is None or int(version("setuptools").split(".")[0]) < 77:
        pytest.skip("setuptools >= 77 builds the package; it comes with the extra 'test'")
    out = source / "out"
    out.mkdir(exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", f"from setuptools import build_meta as b; print(b.{hook}('out'))"],
        cwd=source, capture_output=True, text=True, check=False, timeout=100,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return out / done.stdout.strip().splitlines()[-1]


@pytest.fixture(scope="module")
def wheel(source: Path) -> Path:
    return build(source, "build_wheel")


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        return email.message_from_bytes(archive.read(f"{STEM}.dist-info/METADATA"))


def test_the_wheel_holds_all_of_the_package(names: set[str]) -> None:
    assert ours(ROOT) - names == set(), "name them in pyproject.toml, [tool.setuptools.package-data]"
    assert "retrograph/py.typed" in names


def test_the_wheel_holds_only_the_package(names: set[str]) -> None:
    assert {name for name in names - ours(ROOT) if not name.startswith(f"{STEM}.dist-info/")} == set()


def test_the_licence_and_the_command_are_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        assert archive.read(f"{STEM}.dist-info/licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()
        commands = archive.read(f"{STEM}.dist-info/entry_points.txt").decode()
    assert "retrograph = retrograph.api.cli:main" in commands


def test_the_metadata_is_that_of_the_project(metadata: Message) -> None:
    assert metadata["Name"] == "retrograph"
    assert metadata["Version"] == PROJECT["version"]
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata["Requires-Python"] == PROJECT["requires-python"]
    assert metadata["Description-Content-Type"] == "text/markdown"
    required = [text for text in metadata.get_all("Requires-Dist", []) if "extra ==" not in text]
    assert len(required) == len(PROJECT["dependencies"])


def test_the_readme_is_readable_where_packages_are_listed(metadata: Message) -> None:
    text = str(metadata.get_payload())
    assert text.startswith("# Retrograph")


def test_the_source_distribution_installs_the_same_files(source: Path, names: set[str], tmp_path: Path) -> None:
    if importlib.util.find_spec("pip") is None:
        pytest.skip("this environment has no pip to install with")
    sdist = build(source, "build_sdist")
    with tarfile.open(sdist) as archive:
        top = {member.split("/")[1] for member in archive.getnames() if "/" in member}
    assert top & {path.name for path in ROOT.iterdir() if path.is_symlink()} == set()
    quiet = [
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--no-index",
        "--no-build-isolation",
        "--no-compile",
    ]
    target = tmp_path / "site"
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *quiet, "--target", str(target), str(sdist)],
        check=True, timeout=100, env={**os.environ, "PIP_ROOT_USER_ACTION": "ignore"},
    )  # fmt: skip
    assert ours(target) == {name for name in names if name.startswith("retrograph/")}
