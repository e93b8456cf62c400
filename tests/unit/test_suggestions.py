"""What may be one is offered with its reason, what is not one never, and nothing is merged by it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrograph.errors import Conflict, InvalidInput, NotFound
from retrograph.graph.alike import Named, why_alike
from retrograph.graph.model import EntityRef, Findings, NewEntity, NewObservation
from retrograph.graph.project import Project
from retrograph.graph.suggestions import Names, Suggestion, Wanted
from tests.stores import KINDS

KIND = KINDS[0][1]


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with Project.open(tmp_path / "p", kind=KIND) as opened:
        yield opened


def know(project: Project, *names: str, aliases: tuple[str, ...] = ()) -> list[str]:
    """Entities by `type:name`, in a project; their ids."""
    seen = project.observe([NewObservation("a text", 1, "note")], extract=False)[0]
    refs = [EntityRef(*name.split(":", 1)) for name in names]
    new = tuple(NewEntity(ref, aliases if number == 0 else ()) for number, ref in enumerate(refs))
    project.extraction(seen.observation_id, Findings(new, (), "complete", "test@1"))
    known = project.ledger.reached()[1]
    return [project.ledger.find(ref.name or "", known, ref.type)[0].mentioned.id for ref in refs]


def offered(project: Project, **wanted: object) -> list[tuple[str, frozenset[str]]]:
    found = project.suggestions(Wanted(**wanted)).suggestions  # type: ignore[arg-type]
    return [(s.reason, frozenset(_names(project, s))) for s in found]


def _names(project: Project, suggestion: Suggestion) -> list[str]:
    entities = project.ledger.entities([suggestion.entity, suggestion.into])
    return [f"{e.type}:{e.name}" for e in entities.values()]


def paired(names: str) -> list[tuple[str, frozenset[str]]]:
    """What the names by themselves are offered for; an underscore stands for a space."""
    index = Names()
    for name in names.split():
        type_, text = name.replace("_", " ").split(":", 1)
        index.add(Named(name, type_, text))
    return [(found.reason, frozenset((one, other))) for one, other, found in index.pairs()]


@pytest.mark.parametrize(
    ("reason", "names"),
    [
        ("spelling", "concept:auth-middleware concept:Auth_Middleware"),
        ("spelling", "concept:authMiddleware concept:auth.middleware"),
        ("spelling", "project:결제_서비스 project:결제서비스"),
        ("spelling", "person:José person:Jose"),
        ("spelling", "function:parse() function:parse"),
        ("type", "concept:jwt library:JWT"),
        ("plural", "concept:webhook concept:webhooks"),
        ("plural", "concept:retry-policy concept:retry-policies"),
        ("plural", "concept:토큰 concept:토큰들"),
        ("acronym", "concept:JWT concept:JSON_Web_Token"),
        ("acronym", "library:JWT concept:JSON-Web-Token"),
        ("acronym", "organization:DOJ organization:Department-of-Justice"),
        ("package", "library:@panva/jose library:panva/jose"),
        ("package", "library:jose library:@panva/jose"),
        ("package", "library:panva/jose library:github.com/panva/jose"),
        ("path", "file:auth.ts file:src/auth.ts"),
        ("path", "file:src/auth.ts file:/home/u1/repo/src/auth.ts"),
        ("typo", "concept:authentication-flow concept:authentcation-flow"),
        ("typo", "library:typescript-eslint library:typescirpt-eslint"),
    ],
)
def test_what_may_be_one_is_offered(reason: str, names: str) -> None:
    assert paired(names) == [(reason, frozenset(names.split()))]


@pytest.mark.parametrize(
    "names",
    [
        "error:ASR1603 error:ASR1605", "library:jest-native library:react-native",
        "person:Washington location:Washington",
        "organization:Washington person:Washington", "concept:v1 concept:v2", "library:api-v1 library:api-v2",
        "concept:API_v1.2 concept:API_v12", "library:request library:requests", "library:C++ library:C",
        "concept:C# concept:C", "concept:결제서비스 concept:결재서비스", "project:staging-db-a project:staging-db-b",
        "concept:authentication concept:authorization", "concept:encode-stream concept:decode-stream",
        "person:Martin_Fowler person:Martin_Fowles", "function:getUsers function:getUser",
        "library:@angular/core library:@babel/core library:core", "library:@types/node library:node",
        "file:src/index.ts file:lib/index.ts file:index.ts", "file:src/auth.ts file:src/auth.js",
        "concept:redis concept:redi", "concept:AI concept:artificial_intelligence", "person:JWT concept:JSON-Web-Token",
        "concept:compiler-pass concept:compiled-pass", "library:react library:react/jsx-runtime library:jsx-runtime",
        "concept:가나 concept:가노", "location:Paris location:Parys",
    ],
)  # fmt: skip
def test_what_is_not_one_is_never_offered(names: str) -> None:
    assert paired(names) == []


@given(st.text(max_size=24), st.text(max_size=24), st.sampled_from(["concept", "library", "person", "location"]))
def test_numbers_that_differ_rule_a_pair_out(one: str, other: str, type_: str) -> None:
    assert why_alike(Named("a", type_, one + "1603"), Named("b", type_, other + "1605")) is None


@given(st.text(min_size=1, max_size=40), st.text(min_size=1, max_size=40))
def test_either_way_round_the_same_is_said(one: str, other: str) -> None:
    a, b = Named("a", "concept", one), Named("b", "concept", other)
    there, back = why_alike(a, b), why_alike(b, a)
    assert (there and (there.reason, there.score)) == (back and (back.reason, back.score))


def test_an_alias_that_names_another_is_offered_until_it_is_taken_back(project: Project) -> None:
    ids = know(project, "concept:JSON tokens", "library:JWT", aliases=("JWT",))
    assert [reason for reason, _ in offered(project)] == ["alias"]
    project.remove_alias(ids[0], "JWT", actor="me")
    assert offered(project) == []


def test_first_letters_of_several_names_say_less(project: Project) -> None:
    know(project, "concept:ADR", "concept:architecture decision record", "concept:automated data reader")
    found = project.suggestions(Wanted()).suggestions
    assert [(s.reason, s.score) for s in found] == [("acronym", 0.4)] * 2
    know(project, "concept:any dull reason", "concept:a direct route")
    assert offered(project) == []


def test_what_is_merged_or_dismissed_is_offered_no_more(project: Project) -> None:
    a, b, c = know(project, "concept:auth middleware", "concept:auth-middleware", "concept:auth_middleware")
    assert len(offered(project)) == 3
    number, _ = project.merge(a, b, actor="me", reason="same")
    assert len(offered(project)) == 1
    basis = project.dismiss(a, c, actor="me", reason="another thing")
    assert offered(project) == []
    event = project.ledger.event(basis.seq)
    assert (event.kind, event.payload["reason"]) == ("suggestion.dismissed", "another thing")  # type: ignore[index]
    with pytest.raises(Conflict, match="dismissed this already"):
        project.dismiss(c, b, actor="me", reason="again")
    with pytest.raises(Conflict, match="one entity already"):
        project.dismiss(a, b, actor="me", reason="x")
    with pytest.raises(NotFound):
        project.dismiss(a, "ent_none", actor="me", reason="x")
    project.unmerge(number, actor="me", reason="not the same")
    assert len(offered(project)) == 2
    project.rebuild()
    assert len(offered(project)) == 2
    assert project.verify().ok


def test_pages_fit_together_and_filters_hold(project: Project) -> None:
    know(project, *(f"concept:thing {n} {word}" for n in range(4) for word in ("alpha beta", "alpha-beta")))
    know(project, "library:jose", "library:@panva/jose")
    every = project.suggestions(Wanted(limit=100))
    assert (len(every.suggestions), every.cursor) == (5, None)
    first = project.suggestions(Wanted(limit=3))
    second = project.suggestions(Wanted(limit=3, cursor=first.cursor))
    assert (*first.suggestions, *second.suggestions) == every.suggestions
    assert second.cursor is None
    assert [reason for reason, _ in offered(project, type="library")] == ["package"]
    last = every.suggestions[-1]
    assert project.suggestions(Wanted(entity=last.into)).suggestions == (last,)
    for cursor in ("x", "1:a", "x:a:b", ":::"):
        with pytest.raises(InvalidInput, match="another list"):
            project.suggestions(Wanted(cursor=cursor))


def test_what_is_erased_is_offered_no_more(project: Project) -> None:
    know(project, "concept:auth middleware")
    know(project, "concept:auth-middleware")
    assert len(offered(project)) == 1
    seen = project.ledger.events(0, 10)[0].payload
    assert seen is not None
    project.erase(observations=[seen["id"]], actor="me", reason="asked to")
    assert offered(project) == []
