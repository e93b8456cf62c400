"""Which names are one entity, which never are, and what a merge means at each moment."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from retrograph.errors import InvalidInput
from retrograph.graph.identity import NAME_LIMIT, Canonical, Merge, display_name, fold, normal_form
from retrograph.graph.intervals import OPEN
from retrograph.graph.vocabulary import ENTITY_TYPES

types = st.sampled_from(ENTITY_TYPES)
names = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=30)
visible_names = names.filter(lambda name: fold(name) != "")
UNSEEN = ("\u200b", "\u200d", "\ufeff", "\u00ad", "\ufe0f", "\u034f", "\u2060", "\u3164", "\x07", "\U000e0001")


@given(names)
def test_folding_what_is_folded_changes_nothing(name: str) -> None:
    assert fold(fold(name)) == fold(name)


@given(names, st.sampled_from(("NFC", "NFD", "NFKC", "NFKD")))
def test_composed_or_decomposed_is_one(name: str, form: str) -> None:
    assert fold(unicodedata.normalize(form, name)) == fold(name)


@given(types, visible_names, st.sampled_from(UNSEEN), st.integers(0, 30), st.sampled_from((" ", "\t", "\u3000", "\n ")))
def test_what_cannot_be_seen_makes_no_other_name(kind: str, name: str, unseen: str, place: int, space: str) -> None:
    plain = fold(name)
    assume(normal_possible(kind, plain))
    at = place % (len(plain) + 1)
    assert normal_form(kind, f"{space}{plain[:at]}{unseen}{plain[at:]}{space}") == normal_form(kind, plain)


@given(types, visible_names)
def test_a_normal_form_is_its_own_normal_form(kind: str, name: str) -> None:
    assume(normal_possible(kind, name))
    form = normal_form(kind, name)
    assert normal_form(kind, form) == form
    assert form == form.strip() != ""


@given(visible_names)
def test_a_shown_name_is_the_same_entity(name: str) -> None:
    assert fold(display_name(name)) == fold(name)


def normal_possible(kind: str, name: str) -> bool:
    """A file name may be nothing but `./`."""
    return kind != "file" or fold(name).strip("./\\") != ""


ONE = [
    ("concept", "caf\u00e9", "cafe\u0301"),
    ("concept", "인증", unicodedata.normalize("NFD", "인증")),
    ("concept", "Systems thinking", "Systems  Thinking"),
    ("concept", "Straße", "STRASSE"),
    ("library", "❤️ jose", "❤ jose"),
    ("decision", "PEP 572", "pep-0572"),
    ("decision", "ADR-7", "adr_0007"),
    ("decision", "RFC 2119", "RFC2119"),
    ("file", "./src/auth.ts", "src/auth.ts"),
    ("file", r"src\auth.ts", "src/auth.ts"),
    ("file", "src/./auth.ts", "src/auth.ts"),
    ("file", "/./src/././auth.ts", "/src/auth.ts"),
    ("file", "././src//auth.ts", "SRC/Auth.ts"),
]

TWO = [
    ("concept", "Hazard", "Hazards"),
    ("concept", "ASR1603", "ASR1605"),
    ("decision", "ASR1603", "ASR1605"),
    ("library", "jest-native", "react-native"),
    ("library", "PEP 572", "PEP-572"),
    ("file", "auth.ts", "src/auth.ts"),
    ("file", "../src/auth.ts", "src/auth.ts"),
    ("decision", "ADR 7: use jose", "ADR 7"),
    ("decision", "v1.2", "v12"),
    ("concept", "C", "C++"),
    ("concept", "한", "하"),
    ("concept", "\ue000", "\ue001"),
]


@pytest.mark.parametrize(("kind", "first", "second"), ONE)
def test_these_are_one(kind: str, first: str, second: str) -> None:
    assert normal_form(kind, first) == normal_form(kind, second)


@pytest.mark.parametrize(("kind", "first", "second"), TWO)
def test_these_are_two(kind: str, first: str, second: str) -> None:
    assert normal_form(kind, first) != normal_form(kind, second)


def test_the_type_is_part_of_the_key_and_not_of_the_form() -> None:
    assert normal_form("person", "Washington") == normal_form("location", "Washington") == "washington"


@pytest.mark.parametrize("name", ["", "  ", "\u200b", " \u200d\ufeff ", "\u3164", "\u00ad\n", "\ud800"])
@pytest.mark.parametrize("kind", ["concept", "file", "decision"])
def test_a_name_that_nobody_can_see_is_refused(kind: str, name: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        normal_form(kind, name, field="ops.0.source.name")
    assert refused.value.errors[0].field == "ops.0.source.name"


@given(types, visible_names)
def test_long_names_are_never_cut(kind: str, tail: str) -> None:
    stem = "x" * 200
    assert normal_form(kind, stem + "a") != normal_form(kind, stem + "b")
    with pytest.raises(InvalidInput, match="at most"):
        normal_form(kind, tail * (NAME_LIMIT + 1))


IDS = "abcdefg"


@st.composite
def histories(draw: st.DrawFn) -> tuple[list[Merge], list[dict[str, str]]]:
    """Merges and undos as a writer makes them, with the canonical id of every id after each."""
    merges: list[Merge] = []
    states = [{name: name for name in IDS}]
    for tx in range(1, draw(st.integers(0, 8)) + 1):
        in_force = [m for m in merges if m.undone == OPEN]
        roots = sorted(set(states[-1].values()))
        if in_force and (len(roots) < 2 or draw(st.booleans())):
            undone = draw(st.sampled_from(in_force))
            merges[merges.index(undone)] = Merge(undone.seq, undone.tx, undone.loser, undone.winner, tx)
        else:
            loser, winner = draw(st.lists(st.sampled_from(roots), min_size=2, max_size=2, unique=True))
            merges.append(Merge(tx, tx, loser, winner))
        links = {m.loser: m.winner for m in merges if m.undone == OPEN}
        states.append({name: followed(links, name) for name in IDS})
    return merges, states


def followed(links: dict[str, str], name: str) -> str:
    while name in links:
        name = links[name]
    return name


@given(histories())
def test_an_id_means_at_every_moment_what_it_meant_then(history: tuple[list[Merge], list[dict[str, str]]]) -> None:
    merges, states = history
    canonical = Canonical(merges)
    for known, expected in enumerate(states):
        assert {name: canonical.of(name, known) for name in IDS} == expected
        for name in IDS:
            group = {other for other in IDS if expected[other] == expected[name]}
            assert canonical.members(name, known) == group
        assert [m.seq for m in canonical.in_force(known)] == sorted(m.seq for m in merges if m.tx <= known < m.undone)


@given(histories())
def test_adding_one_by_one_is_the_same_as_all_at_once(history: tuple[list[Merge], list[dict[str, str]]]) -> None:
    merges, states = history
    canonical = Canonical()
    for merge in merges:
        canonical.add(Merge(merge.seq, merge.tx, merge.loser, merge.winner))
    for merge in merges:
        canonical.add(merge)
    for known, expected in enumerate(states):
        assert {name: canonical.of(name, known) for name in IDS} == expected
