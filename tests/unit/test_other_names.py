"""Two names that a text gives one thing become one entity with an alias, and nothing else does."""

from __future__ import annotations

from pathlib import Path

import pytest

from retrograph import Memory
from retrograph.extraction.rulebook.drafts import Claim, Name, Sheet
from retrograph.extraction.rulebook.other_names import say_other_names


def aliases(text: str, *names: Name) -> dict[str, tuple[str, ...]]:
    sheet = Sheet()
    for name in names:
        sheet.name(name)
    say_other_names(text, sheet)
    return {known.name: known.aliases for known in sheet._names.values()}


@pytest.mark.parametrize(
    ("text", "listed", "other"),
    [
        ("The JSON Web Token (JWT) is short.", "JSON Web Token", "JWT"),
        ("We use a JWT (JSON Web Token) here.", "JWT", "JSON Web Token"),
        ("uses the Role-Based Access Control (RBAC) model", "Role-Based Access Control", "RBAC"),
        ("Single Page Applications (SPAs) load once", "Single Page Applications", "SPAs"),
        ("jose (@panva/jose) signs it", "jose", "@panva/jose"),
        ("panva/jose (jose) signs it", "panva/jose", "jose"),
        ("Postgres (aka PG) is up", "Postgres", "PG"),
        ("Elastic, also known as ES, is down", "Elastic", "ES"),
        ("결제 서비스(이하 PAY)를 옮겼다", "결제 서비스", "PAY"),
        ("Twilio (formerly Authy) sends it", "Twilio", "Authy"),
    ],
)
def test_the_other_name_becomes_an_alias(text: str, listed: str, other: str):
    assert aliases(text, Name("library", listed)) == {listed: (other,)}


@pytest.mark.parametrize(
    "text",
    [
        "The JSON Web Token (see RFC) is short.",
        "JSON Web Token (JWS) is another",
        "Postgres (15) is up",
        "Postgres (our database) is up",
        "React Native (Jest Native) are two",
        "panva/jose (hapi) differ",
        "Redis (not Valkey) is kept",
    ],
)
def test_what_only_stands_in_brackets_is_no_other_name(text: str):
    names = ("JSON Web Token", "Postgres", "React Native", "panva/jose", "Redis")

    assert not any(aliases(text, *(Name("library", name) for name in names)).values())


def test_nothing_is_listed_that_was_not():
    assert aliases("The JSON Web Token (JWT) is short.") == {}


def test_two_listed_names_of_one_thing_become_one_with_all_that_was_said():
    sheet = Sheet()
    team = Name("organization", "team")
    sheet.claim(Claim(team, "uses", Name("library", "JSON Web Token"), "we use"))
    sheet.claim(Claim(team, "prefers", Name("library", "JWT"), "we like"))
    sheet.same("JSON Web Token", "JWT")

    assert [(claim.type, claim.target.name) for claim in sheet.claims()] == [
        ("uses", "JSON Web Token"),
        ("prefers", "JSON Web Token"),
    ]


def test_two_types_stay_two_things():
    names = (Name("library", "JSON Web Token"), Name("concept", "JWT"))

    assert aliases("JSON Web Token (JWT)", *names) == {"JSON Web Token": (), "JWT": ()}


def test_who_asks_by_the_short_name_is_answered(tmp_path: Path):
    with Memory(tmp_path) as memory:
        memory.observe("The auth service uses JSON Web Token (JWT).", occurred_at="2025-03-01T00:00:00Z", wait=True)
        answer = memory.temporal_query("JWT")

    assert (answer.entity.name, answer.entity.aliases) == ("JSON Web Token", ("JWT",))
    assert [fact.source.name for fact in answer.facts] == ["auth service"]
