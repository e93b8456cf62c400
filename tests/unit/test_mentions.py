"""Which known entities a text mentions, and what an extractor is told of them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from retrograph.extraction.knowledge import Remembered
from retrograph.graph.intervals import OPEN
from retrograph.graph.model import Assert, EntityRef, Evidenced, Property, Relation
from tests.stores import KINDS
from tests.world import World, has, ref, start_of, uses
from tests.world import world as opened

NOW = OPEN - 1


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with opened(tmp_path, KINDS[0][1]) as world:
        world.write(
            *(
                Assert(Property(EntityRef(type_, name), "seen", "yes"))
                for type_, name in [
                    ("library", "jose"),
                    ("project", "결제 서비스"),
                    ("file", "src/middleware/auth.ts"),
                    ("decision", "PEP-572"),
                    ("concept", "auth"),
                    ("concept", "auth middleware"),
                    ("library", "Node.js"),
                ]
            )
        )
        yield world


def named(world: World, text: str) -> list[str]:
    return [entity.name for entity in world.project.ledger.mentioned(text, NOW, 20)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("we use jose.", ["jose"]),
        ("JOSE, (jose) and “Jose”", ["jose"]),
        ("jose를 결제 서비스에서 쓴다", ["결제 서비스", "jose"]),
        ("jose에서는", ["jose"]),
        ("see .\\src\\middleware\\auth.ts:", ["src/middleware/auth.ts"]),
        ("as pep 0572 says", ["PEP-572"]),
        ("the auth middleware", ["auth middleware"]),
        ("auth, and the auth middleware", ["auth middleware", "auth"]),
        ("Node.js.", ["Node.js"]),
        ("joseph and authentication", []),
        ("", []),
        ("?!? — ...", []),
    ],
)
def test_the_longest_names_that_stand_in_a_text(world: World, text: str, names: list[str]):
    assert named(world, text) == names


def test_aliases_count_while_they_are_in_force(world: World):
    jose = world.project.ledger.find("jose", NOW)[0].entity.id
    world.project.add_alias(jose, "panva/jose", actor="me")
    assert named(world, "panva/jose it is") == ["jose"]
    world.project.remove_alias(jose, "panva/jose", actor="me")
    assert named(world, "panva/jose it is") == []


def test_a_merged_entity_is_named_as_what_it_stands_for(world: World):
    auth, middleware = (world.project.ledger.find(name, NOW)[0].entity.id for name in ("auth", "auth middleware"))
    world.project.merge(auth, middleware, actor="me", reason="the same")

    assert named(world, "auth") == ["auth middleware"]


def test_an_extractor_is_told_what_held_then(world: World):
    world.write(
        uses("auth", "jsonwebtoken", "2024-01", "2025-03"),
        uses("auth", "jose", "2025-03"),
        Assert(Relation(ref("auth"), "uses", ref("paseto", "library")), why=Evidenced(evidence="planned")),
        has("auth", "owner", "Kim", "2025-01", of="concept"),
    )
    then = Remembered(world.project.ledger).mentioned("what about auth", start_of("2024-06-01T00:00:00Z"))
    later = Remembered(world.project.ledger).mentioned("what about auth", start_of("2025-06-01T00:00:00Z"))

    assert [known.facts for known in then] == [("uses [library] jsonwebtoken, since 2024-01-01",)]
    assert [known.facts for known in later] == [
        ("uses [library] jose, since 2025-03-01", "owner = Kim, since 2025-01-01")
    ]


def test_the_cost_does_not_grow_with_the_number_of_entities(world: World):
    text = "word " * 20_000 + "jose"
    began = time.perf_counter()
    world.project.ledger.mentioned(text, NOW, 20)

    assert time.perf_counter() - began < 5
