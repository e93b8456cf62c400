"""Errors as problems and back."""

from __future__ import annotations

import pytest

from retrograph import errors
from retrograph.api.problems import HTTP_KINDS, KINDS, error_of, for_status, internal, problem_of
from retrograph.errors import (
    BudgetSpent,
    CallerError,
    FieldError,
    Gone,
    InvalidInput,
    Locked,
    ModelRefused,
    ModelUnavailable,
    NotFound,
    Owner,
    RetrographError,
    Unavailable,
)


def every_error() -> list[type[RetrographError]]:
    found, waiting = [], [RetrographError]
    while waiting:
        cls = waiting.pop()
        if cls.__module__ == errors.__name__:
            found.append(cls)
            waiting.extend(cls.__subclasses__())
    return found


def example(cls: type[RetrographError]) -> RetrographError:
    match cls.__name__:
        case "InvalidInput":
            return InvalidInput(
                "ops.0.validTo", "too early", [FieldError("ops.0.validTo", "early"), FieldError("x", "y")]
            )
        case "NotFound":
            return NotFound("no entity 'jsoe'", ["jose"])
        case "Gone":
            return Gone("erased", 7)
        case "Locked":
            return Locked("in use", Owner(12, "http://127.0.0.1:3111"))
        case "ModelUnavailable":
            return ModelUnavailable("overloaded", 2.5)
        case "BudgetSpent":
            return BudgetSpent("spent", 1_740_787_200_000_001, 3600.0)
        case "ModelRefused":
            return ModelRefused("wrong key", "RETROGRAPH_MODEL_KEY")
    return cls("what happened")


@pytest.mark.parametrize("cls", every_error(), ids=lambda c: c.__name__)
def test_no_error_is_unmapped(cls: type[RetrographError]) -> None:
    assert cls in KINDS


@pytest.mark.parametrize("cls", every_error(), ids=lambda c: c.__name__)
def test_an_error_is_the_same_on_the_other_side(cls: type[RetrographError]) -> None:
    error = example(cls)
    problem = problem_of(error)
    again = error_of(problem.status, problem.body())
    assert type(again) is cls
    assert again.__dict__ == error.__dict__
    assert problem_of(again).body() == {**problem.body(), "detail": str(again)}


def test_statuses_say_whose_fault_it_is() -> None:
    for cls, kind in KINDS.items():
        if issubclass(cls, CallerError) or cls is errors.ModelError:
            assert 400 <= kind.status < 500
        else:
            assert kind.status >= 500
    assert len({kind.name for kind in (*KINDS.values(), *HTTP_KINDS)}) == len(KINDS) + len(HTTP_KINDS)


def test_an_error_that_is_not_ours_tells_nothing_but_its_instance() -> None:
    body = internal("urn:uuid:1").body()
    assert body["instance"] == "urn:uuid:1"
    assert set(body) == {"type", "title", "status", "detail", "instance"}


@pytest.mark.parametrize(
    ("status", "cls"),
    [(404, CallerError), (418, CallerError), (502, Unavailable), (503, Unavailable), (500, RetrographError)],
)
def test_what_is_no_problem_of_ours_is_still_an_error_of_the_right_branch(
    status: int, cls: type[RetrographError]
) -> None:
    assert type(error_of(status, {})) is cls
    assert type(error_of(status, {"errors": 3, "type": 4, "detail": None})) is cls


@pytest.mark.parametrize("status", [400, 401, 404, 405, 413, 415, 422, 500, 503])
def test_the_framework_s_statuses_have_a_kind(status: int) -> None:
    problem = for_status(status, "so")
    assert problem.status == status
    assert problem.body()["type"].startswith("urn:retrograph:problem:")


def test_the_end_of_a_budget_s_day_arrives_as_it_was() -> None:
    for free_at in (1_740_787_200_000_000, 1_740_787_200_500_000, 0):
        problem = problem_of(BudgetSpent("spent", free_at))
        again = error_of(problem.status, problem.body())
        assert isinstance(again, BudgetSpent)
        assert again.free_at == free_at
    assert isinstance(error_of(503, {"type": "urn:retrograph:problem:budget-spent", "freeAt": "soon"}), BudgetSpent)


@pytest.mark.parametrize(("wait", "header"), [(None, "1"), (0.0, "1"), (2.1, "3"), (3600.0, "3600")])
def test_a_model_that_says_when_to_ask_again_is_quoted(wait: float | None, header: str) -> None:
    assert problem_of(ModelUnavailable("busy", wait)).headers == {"Retry-After": header}
