"""pydantic's complaints as ours: `InvalidInput` with a path of JSON names and a sentence that says what to write."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from retrograph.errors import FieldError, InvalidInput

M = TypeVar("M", bound=BaseModel)
Complaint = Mapping[str, Any]


def checked(model: type[M], given: object) -> M:
    """`given` as a `model`; fields may be spelled as in JSON or as in Python.

    Raises:
        InvalidInput: it is not one; every wrong field is named.
    """
    try:
        return model.model_validate(given, by_alias=True, by_name=True)
    except ValidationError as error:
        raise invalid(error.errors(include_url=False), given, names_of(model)) from None


def names_of(*models: type[BaseModel]) -> set[str]:
    """The names of the models' own fields, as written in JSON."""
    return {field.alias or name for model in models for name, field in model.model_fields.items()}


def invalid(complaints: Iterable[Complaint], given: object, known: Collection[str] = ()) -> InvalidInput:
    """The error that pydantic's complaints about `given` come to; `known` are field names to suggest.

    pydantic puts the tag of a union into its paths; what is no place in `given` is left out again.
    """
    errors = [FieldError(_path(c["loc"], given), _sentence(c, known)) for c in complaints]
    first = errors[0] if errors else FieldError("", "not valid")
    return InvalidInput(first.field, first.message, errors)


def _path(loc: Sequence[str | int], given: object) -> str:
    place, kept = given, []
    for position, part in enumerate(loc):
        is_tag = isinstance(place, Mapping) and place.get("op") == part and position < len(loc) - 1
        inside = None if is_tag else _inside(place, part)
        if inside is not None:
            place = inside[0]
        elif position < len(loc) - 1:
            continue
        kept.append(str(part))
    return ".".join(kept)


def _inside(place: object, part: str | int) -> tuple[Any] | None:
    if isinstance(place, Mapping):
        return (place[part],) if part in place else None
    if isinstance(place, list | tuple) and isinstance(part, int) and part < len(place):
        return (place[part],)
    return None


def _sentence(complaint: Complaint, known: Collection[str]) -> str:
    say = _SENTENCES.get(complaint["type"])
    if say is None:
        return str(complaint["msg"]).replace("Input should", "should").replace("String should", "should")
    if complaint["type"] == "extra_forbidden":
        given = str(complaint["loc"][-1])
        alike = {name.casefold(): name for name in known if name != given}
        near = difflib.get_close_matches(given.replace("_", "").casefold(), alike, 1, 0.7)
        return "is no field here" + (f"; did you mean {alike[near[0]]}?" if near else "")
    return say(complaint)


def _context(complaint: Complaint, name: str) -> str:
    return str((complaint.get("ctx") or {}).get(name, ""))


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _not_one_of(complaint: Complaint) -> str:
    expected = _context(complaint, "expected").replace(" or ", ", ").replace("'", "")
    return f"{_shown(complaint.get('input'))} is not one of {expected}"


_SENTENCES: Final[Mapping[str, Callable[[Complaint], str]]] = {
    "missing": lambda c: "is required",
    "extra_forbidden": lambda c: "is no field here",
    "literal_error": _not_one_of,
    "union_tag_invalid": lambda c: f"op {_context(c, 'tag')[:40]!r} is not one of {_context(c, 'expected_tags')}",
    "union_tag_not_found": lambda c: 'needs an "op": assert, end, correct or retract',
    "value_error": lambda c: _context(c, "error") or str(c["msg"]),
    "string_unicode": lambda c: "is not valid Unicode; it holds half of a surrogate pair",
    "json_invalid": lambda c: f"is not JSON: {_context(c, 'error')}",
}
