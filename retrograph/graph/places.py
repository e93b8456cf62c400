"""Names that say where a thing stands: a file in its folders, a package in its scope; pure.

>>> parts_of_package("@panva/jose"), parts_of_package("https://github.com/panva/jose.git")
(('panva', 'jose'), ('panva', 'jose'))
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from retrograph.graph.identity import fold, normal_form

_HOST: Final = re.compile(
    r"^(?:[a-z]+\+)?(?:https?://|git@|ssh://git@)?(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)[/:]"
)
_REGISTRY: Final = re.compile(r"^(?:npm|pypi|jsr|cargo|gem|pkg):/?/?")
TOO_COMMON: Final = frozenset(
    {
        "api", "app", "cli", "client", "common", "config", "core", "demo", "docs", "example", "examples", "lib", "main",
        "plugin", "sdk", "server", "shared", "test", "tests", "tools", "types", "ui", "utils", "web",
    }
)  # fmt: skip
"""Names that packages of many scopes have; by themselves they name none of them."""


def parts_of_path(name: str) -> tuple[str, ...]:
    """The parts of a file's path, as they are compared."""
    return tuple(part for part in normal_form("file", name).split("/") if part)


def ends(parts: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every shorter path that this one ends in, longest first."""
    for start in range(1, len(parts)):
        yield parts[start:]


def parts_of_package(name: str) -> tuple[str, ...]:
    """The scope and the name of a package, without `@`, its registry and its host; one part where it has no scope."""
    bare = _REGISTRY.sub("", _HOST.sub("", fold(name))).removesuffix(".git").lstrip("@")
    return tuple(part for part in bare.split("/") if part)


def is_scope(parts: tuple[str, ...]) -> bool:
    """Whether a package's name is known by its last part too: not `@types/node`, not `@angular/core`."""
    return len(parts) == 2 and parts[0] != "types" and parts[1] not in TOO_COMMON
