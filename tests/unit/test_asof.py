"""What the texts of a request resolve to, and cursors."""

from __future__ import annotations

import string
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrograph.errors import InvalidInput
from retrograph.graph.intervals import EARLIEST, LATEST, AsOf, instant_text
from retrograph.graph.journal import Basis
from retrograph.retrieval.asof import Cursor, Resolver, parse_basis, read_cursor
from retrograph.retrieval.query import (
    DiffQuery,
    EntitiesQuery,
    EntityQuery,
    PathQuery,
    TemporalQuery,
    TimelineQuery,
    When,
)
from retrograph.retrieval.views import AsOfView, instant
from tests.stores import KINDS
from tests.world import FIRST, World, start_of, uses, world


@pytest.fixture
def w(tmp_path: Path) -> Iterator[World]:
    with world(tmp_path, KINDS[0][1]) as made:
        yield made


def resolver(w: World, zone: str = "UTC") -> Resolver:
    return Resolver(w.project.ledger, lambda: FIRST, zone)


# -- instants ----------------------------------------------------------------------------------------------


def test_nothing_said_means_now_and_what_is_known(w: World) -> None:
    assert resolver(w).resolve(When()).at == AsOf(FIRST, 0)
    w.write(uses("A", "B", "2020"))
    found = resolver(w).resolve(When())
    assert found.at == AsOf(FIRST, w.project.ledger.reached()[1])
    assert (found.basis, found.pinned) == (w.project.ledger.reached()[0], None)


def test_a_date_is_its_last_microsecond_in_the_zone(w: World) -> None:
    seoul = resolver(w, "Asia/Seoul")
    assert seoul.resolve(When(as_of="2025-03")).at.valid == start_of("2025-03-31T15:00:00Z") - 1
    assert seoul.resolve(When(as_of="2025-03", tz="UTC")).at.valid == start_of("2025-04") - 1
    assert seoul.resolve(When(as_of="2025-03-15T10:00:00 09:00")).at.valid == start_of("2025-03-15T01:00:00Z")
    assert resolver(w).resolve(When(as_of="0001")).at.valid == start_of("0002") - 1
    assert resolver(w).resolve(When(as_of="9999")).at.valid == LATEST


def test_a_datetime_is_taken_as_it_is(w: World) -> None:
    at = datetime(2025, 3, 1, 9, tzinfo=timezone(timedelta(hours=9)))
    assert resolver(w).resolve(When(as_of=at)).at.valid == start_of("2025-03-01T00:00:00Z")
    with pytest.raises(InvalidInput, match=r"asOf: .*offset"):
        resolver(w).resolve(When(as_of=datetime(2025, 3, 1)))


@pytest.mark.parametrize(
    ("when", "field"),
    [
        (When(as_of="soon"), "asOf"),
        (When(as_of="2025-03-01T10:00:00"), "asOf"),
        (When(as_of="2025-13"), "asOf"),
        (When(known_at="2025-02-30"), "knownAt"),
        (When(tz="Mars/Olympus"), "tz"),
        (When(basis="soon"), "basis"),
        (When(basis="12"), "basis"),
        (When(basis="-1:ab"), "basis"),
        (When(basis="99999999999999999999:ab"), "basis"),
        (When(basis="1:ab"), "basis"),
        (When(basis="0:ab"), "basis"),
    ],
)
def test_a_wrong_text_names_its_field(w: World, when: When, field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        resolver(w).resolve(when)
    assert [e.field for e in refused.value.errors] == [field]


def test_the_known_at_point_never_lies_beyond_what_is_read(w: World) -> None:
    w.write(uses("A", "B", "2020"))
    first, tx = w.project.ledger.reached()
    w.write(uses("A", "C", "2020"))
    between = instant_text(tx + 1)
    asked = resolver(w).resolve(When(known_at=between))
    assert (asked.at.known, asked.basis) == (tx + 1, first)
    again = resolver(w).resolve(When(known_at=between, basis=str(first)))
    assert (again.at.known, again.basis) == (tx + 1, first)
    assert resolver(w).resolve(When(known_at="9999", basis=str(first))).at.known == tx
    present = w.known()
    assert resolver(w).resolve(When(known_at=present, basis=str(first))).at.known == tx
    assert resolver(w).resolve(When(basis=str(first))).at == AsOf(tx, tx)
    before = resolver(w).resolve(When(known_at="2020"))
    assert (before.at.known, before.basis) == (start_of("2021") - 1, Basis(0, ""))
    assert resolver(w).resolve(When(as_of="2020", known_at="asOf")).at.known == start_of("2021") - 1


def test_the_empty_basis_is_one(w: World) -> None:
    w.write(uses("A", "B", "2020"))
    assert resolver(w).resolve(When(basis="0:")).basis == Basis(0, "")
    assert parse_basis(" 12:ab ") == Basis(12, "ab")


# -- cursors -----------------------------------------------------------------------------------------------

cursors = st.builds(
    Cursor,
    st.builds(Basis, st.integers(0, 1 << 50), st.text("0123456789abcdef", max_size=64)),
    st.builds(AsOf, st.integers(EARLIEST, LATEST), st.integers(0, LATEST)),
    st.sampled_from(("UTC", "Asia/Seoul", "+09:00")),
    st.text("0123456789abcdef", min_size=18, max_size=18),
    st.one_of(st.integers(0, 1 << 39), st.text()),
)


@given(cursors)
def test_a_cursor_is_read_as_it_was_written(cursor: Cursor) -> None:
    assert read_cursor(cursor.text()) == cursor
    assert set(cursor.text()) <= set(string.ascii_letters + string.digits + "-_")


@given(cursors, st.data())
def test_a_mangled_cursor_is_refused(cursor: Cursor, data: st.DataObject) -> None:
    text = cursor.text()
    place = data.draw(st.integers(0, len(text) - 2))
    letter = data.draw(st.sampled_from([c for c in string.ascii_letters + string.digits if c != text[place]]))
    for wrong in (text[:place] + letter + text[place + 1 :], text[:place] + text[place + 1 :], text[:-4], text + "!"):
        with pytest.raises(InvalidInput, match="cursor"):
            read_cursor(wrong)


@given(st.one_of(st.text(max_size=60), st.text(string.ascii_letters + string.digits + "-_=", max_size=60)))
def test_anything_else_is_no_cursor(text: str) -> None:
    with pytest.raises(InvalidInput, match="cursor"):
        read_cursor(text)


@pytest.mark.parametrize(
    "cursor",
    [
        Cursor(Basis(1, "ab"), AsOf(0, 0), "UTC", "x", -1),
        Cursor(Basis(1, "ab"), AsOf(LATEST + 1, 0), "UTC", "x", 0),
        Cursor(Basis(1, "ab"), AsOf(0, LATEST + 1), "UTC", "x", 0),
        Cursor(Basis(-1, "ab"), AsOf(0, 0), "UTC", "x", 0),
        Cursor(Basis(1, "ab"), AsOf(0, 0), 7, "x", 0),  # type: ignore[arg-type]
        Cursor(Basis(1, "ab"), AsOf(0, 0), "UTC", "x", 1.5),  # type: ignore[arg-type]
    ],
)
def test_a_forged_cursor_is_refused(cursor: Cursor) -> None:
    with pytest.raises(InvalidInput, match="cursor"):
        read_cursor(cursor.text())


# -- requests ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: TemporalQuery(entity=" "), "entity"),
        (lambda: TemporalQuery(entity="x" * 1001), "entity"),
        (lambda: TemporalQuery(entity="A", entity_type="banana"), "entityType"),
        (lambda: TemporalQuery(entity="A", types=("hates",)), "types"),
        (lambda: TemporalQuery(entity="A", evidence=("sure",)), "evidence"),
        (lambda: TemporalQuery(entity="A", direction="up"), "direction"),
        (lambda: TemporalQuery(entity="A", depth=4), "depth"),
        (lambda: TemporalQuery(entity="A", depth=0), "depth"),
        (lambda: TemporalQuery(entity="A", order="random"), "order"),
        (lambda: TemporalQuery(entity="A", limit=0), "limit"),
        (lambda: TimelineQuery(entity="A", axis="time"), "axis"),
        (lambda: TimelineQuery(entity="A", types=("hates",)), "types"),
        (lambda: TimelineQuery(entity="A", limit=1001), "limit"),
        (lambda: DiffQuery(entity=""), "entity"),
        (lambda: PathQuery(start="", goal="B"), "from"),
        (lambda: PathQuery(start="A", goal=""), "to"),
        (lambda: PathQuery(start="A", goal="B", goal_type="banana"), "toType"),
        (lambda: PathQuery(start="A", goal="B", depth=9), "depth"),
        (lambda: EntityQuery(entity="\u2003"), "entity"),
        (lambda: EntitiesQuery(entity_type="banana"), "entityType"),
        (lambda: EntitiesQuery(limit=-1), "limit"),
    ],
)
def test_a_request_refuses_what_it_cannot_mean(make: object, field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        make()  # type: ignore[operator]
    assert [e.field for e in refused.value.errors] == [field]


def test_an_invisible_name_is_refused_by_its_field(w: World) -> None:
    with pytest.raises(InvalidInput, match="entity"):
        w.at("\u200b", "2020")
    with pytest.raises(InvalidInput, match="from"):
        w.ask.path(PathQuery(start="\u200b", goal="B"))


# -- instants in JSON --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "1970-01-01T00:00:00.000000Z"),
        (EARLIEST - 5, "0001-01-01T00:00:00.000000Z"),
        (LATEST + 5, "9999-12-31T23:59:59.999999Z"),
        (1_500_000, "1970-01-01T00:00:01.500000Z"),
    ],
)
def test_an_instant_in_json(value: int, text: str) -> None:
    view = AsOfView(valid_at=instant(value), known_at=instant(value), tz="UTC")
    assert view.model_dump(mode="json")["validAt"] == text
    assert AsOfView.model_validate_json(view.model_dump_json()) == view


def test_an_offset_is_converted_and_its_absence_refused() -> None:
    seoul = datetime(2025, 1, 1, 9, tzinfo=timezone(timedelta(hours=9)))
    assert AsOfView(valid_at=seoul, known_at=seoul, tz="UTC").valid_at == datetime(2025, 1, 1, tzinfo=UTC)
    assert (
        AsOfView(valid_at=seoul, known_at=seoul, tz="UTC").model_dump_json().count("2025-01-01T00:00:00.000000Z") == 2
    )
    with pytest.raises(ValueError, match="timezone"):
        AsOfView.model_validate_json(
            '{"validAt": "2025-01-01T00:00:00", "knownAt": "2025-01-01T00:00:00Z", "tz": "UTC"}'
        )
