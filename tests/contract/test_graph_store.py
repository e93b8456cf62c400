"""What every graph store promises, on every filling; the store over lists is what the others are compared with.

All times are small integers. Each case has entities of its own in one store that lives for the module, so that a
hundred cases do not open a hundred files.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrograph.errors import Damaged
from retrograph.graph.intervals import BEGINNING, OPEN, AsOf
from retrograph.graph.kuzu_store import KuzuStore
from retrograph.graph.memory_store import MemoryStore
from retrograph.graph.model import Entity
from retrograph.graph.store import Counts, Delta, Edge, EdgeFilter, GraphStore, Step

Make = Callable[[Path], GraphStore]
STORES: dict[str, Make] = {
    "memory": lambda _: MemoryStore(),
    "kuzu": lambda directory: KuzuStore(directory / "graph", hold=5),
    "kuzu, nothing held back": lambda directory: KuzuStore(directory / "graph", hold=0),
}
TYPES = ("uses", "fixes", "causes")
VALID = range(-1, 5)
FILTERS = [
    EdgeFilter(types, direction, planned)
    for types in ((), ("uses",), ("uses", "causes"))
    for direction in ("both", "out", "in")
    for planned in (None, False, True)
]


@pytest.fixture(scope="module", params=STORES)
def make(request: pytest.FixtureRequest) -> Make:
    return STORES[request.param]


@pytest.fixture
def store(make: Make, tmp_path: Path) -> Iterator[GraphStore]:
    opened = make(tmp_path)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def kept(make: Make, tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphStore]:
    opened = make(tmp_path_factory.mktemp("graph"))
    yield opened
    opened.close()


def entity(id_: str, name: str | None = None) -> Entity:
    return Entity(id_, "concept", name or f"the {id_}", id_, 0)


def entities(ids: str) -> list[Entity]:
    return [entity(id_) for id_ in ids]


def edge(source: str, target: str, fact: str | None = None, **more: object) -> Edge:
    whole: dict[str, object] = {
        "type": "uses", "weight": 1.0, "planned": False, "valid_from": 0, "valid_to": OPEN, "recorded_from": 0,
    }  # fmt: skip
    return Edge(fact or f"{source}{target}", f"{source}>{target}", source, target, **whole | more)  # type: ignore[arg-type]


def believed(steps: list[Step]) -> list[Step]:
    """Steps without what was recorded of them later: when their edges stopped being believed."""
    return [replace(step, edge=replace(step.edge, recorded_to=OPEN)) for step in steps]


def facts(steps: list[Step]) -> list[str]:
    return [step.edge.fact for step in steps]


# -- random histories ------------------------------------------------------------------------------------------


@dataclass
class History:
    """Deltas on a few entities, drawn step by step; transaction times are 2, 4, 6 ..., an end inside a delta is odd."""

    deltas: list[Delta] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    edges: dict[str, Edge] = field(default_factory=dict)


_mark = itertools.count(1)


@st.composite
def histories(draw: st.DrawFn, largest: int = 6) -> History:
    made, mark = History(), next(_mark)
    for number in range(1, draw(st.integers(1, 3)) + 1):
        tx = number * 2
        fresh = [
            f"{mark}-{len(made.ids) + i}" for i in range(draw(st.integers(0, 1) if made.ids else st.integers(2, 3)))
        ]
        made.ids += fresh
        still_open = [e for e in made.edges.values() if e.recorded_to == OPEN]
        ending = draw(st.lists(st.sampled_from(still_open), max_size=3, unique=True)) if still_open else []
        closed = [replace(e, recorded_to=tx) for e in ending]
        opened = [
            _edge(draw, made.ids, f"{mark}-{number}-{i}", tx) for i in range(draw(st.integers(0, largest)))
        ]  # fmt: skip
        for e in (*closed, *opened):
            made.edges[e.fact] = e
        made.deltas.append(Delta(number, f"hash {number}", [entity(id_) for id_ in fresh], opened, closed))
    return made


def _edge(draw: st.DrawFn, ids: list[str], fact: str, tx: int) -> Edge:
    start = draw(st.sampled_from([BEGINNING, 0, 1, 2, 3]))
    return edge(
        draw(st.sampled_from(ids)),
        draw(st.sampled_from(ids)),
        fact,
        type=draw(st.sampled_from(TYPES)),
        weight=draw(st.sampled_from([0.1, 0.5, 1.0])),
        planned=draw(st.booleans()),
        valid_from=start,
        valid_to=draw(st.sampled_from([t for t in (1, 2, 3, 4, OPEN) if t > start])),
        recorded_from=tx,
        recorded_to=draw(st.sampled_from([OPEN, OPEN, OPEN, tx + 1])),
    )


def apply(store: GraphStore, history: History) -> None:
    """Apply the deltas after what the store has already, as later events."""
    for delta in history.deltas:
        store.apply(replace(delta, seq=store.applied()[0] + 1))
    if store.due():
        store.checkpoint()


def oracle(history: History) -> MemoryStore:
    made = MemoryStore()
    apply(made, history)
    return made


def points(history: History) -> list[AsOf]:
    return [AsOf(valid, known) for valid in VALID for known in range(1, 2 * len(history.deltas) + 3)]


@given(history=histories())
@settings(max_examples=settings().max_examples // 2)
def test_every_hop_at_every_point_is_what_the_oracle_says(kept: GraphStore, history: History) -> None:
    apply(kept, history)
    right = oracle(history)
    for at, id_ in itertools.product(points(history), history.ids):
        assert kept.hop(id_, at) == right.hop(id_, at)


@given(history=histories(largest=12), data=st.data())
def test_walks_and_paths_under_every_filter_are_what_the_oracle_says(
    kept: GraphStore, history: History, data: st.DataObject
) -> None:
    apply(kept, history)
    right = oracle(history)
    for at in data.draw(st.lists(st.sampled_from(points(history)), min_size=1, max_size=4, unique=True)):
        where = data.draw(st.sampled_from(FILTERS))
        start, goal = data.draw(st.sampled_from(history.ids)), data.draw(st.sampled_from(history.ids))
        depth = data.draw(st.integers(1, 4))
        assert kept.hop(start, at, where) == right.hop(start, at, where)
        assert kept.walk(start, depth, at, where) == right.walk(start, depth, at, where)
        assert kept.path(start, goal, at, depth, where) == right.path(start, goal, at, depth, where)


@given(history=histories())
@settings(max_examples=20)
def test_what_was_known_then_stays_the_same_whatever_is_written_later(kept: GraphStore, history: History) -> None:
    answers = []
    for number, delta in enumerate(history.deltas, 1):
        kept.apply(replace(delta, seq=kept.applied()[0] + 1))
        seen = [e.id for d in history.deltas[:number] for e in d.entities]
        asked = [(id_, AsOf(valid, 2 * number + 1)) for id_ in seen for valid in VALID]
        answers += [(id_, at, believed(kept.hop(id_, at))) for id_, at in asked]
    for id_, at, said in answers:
        assert believed(kept.hop(id_, at)) == said


@given(history=histories())
@settings(max_examples=8)
def test_loading_gives_what_applying_gives(
    make: Make, tmp_path_factory: pytest.TempPathFactory, history: History
) -> None:
    right = oracle(history)
    loaded = make(tmp_path_factory.mktemp("loaded"))
    try:
        loaded.apply(Delta(1, "before", [entity("gone")], [edge("gone", "gone")], []))
        loaded.load(map(entity, history.ids), iter(history.edges.values()), 7, "hash 7")
        assert loaded.applied() == (7, "hash 7")
        assert loaded.counts() == right.counts()
        for at, id_ in itertools.product(points(history), history.ids):
            assert loaded.walk(id_, 2, at) == right.walk(id_, 2, at)
        loaded.apply(Delta(8, "hash 8", [entity("later")], [edge("later", history.ids[0])], []))
        assert facts(loaded.hop("later", AsOf(0, 0))) == [f"later{history.ids[0]}"]
    finally:
        loaded.close()


@given(names=st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), max_size=20))
@settings(max_examples=10)
def test_any_name_comes_back_as_it_was(make: Make, tmp_path_factory: pytest.TempPathFactory, names: list[str]) -> None:
    names = [*names, "NULL", '"', "\\", ",", "'", "a\nb", " x "]
    named = [Entity(f"e{i}", "concept", name, name, 0) for i, name in enumerate(names)]
    links = [edge("e0", e.id, e.id) for e in named[1:]]
    store = make(tmp_path_factory.mktemp("names"))
    try:
        store.apply(Delta(1, "x", named, links, []))
        assert {s.target.name for s in store.hop("e0", AsOf(0, 0))} == set(names[1:])
        store.checkpoint()
        assert {s.target.name for s in store.hop("e0", AsOf(0, 0))} == set(names[1:])
        store.load(named, links, 2, "y")
        assert {s.target.name for s in store.hop("e0", AsOf(0, 0))} == set(names[1:])
    finally:
        store.close()


# -- one promise at a time -------------------------------------------------------------------------------------


def test_an_empty_store_knows_nothing(store: GraphStore) -> None:
    assert store.applied() == (0, "")
    assert store.counts() == Counts(0, 0, 0)
    assert store.hop("a", AsOf(0, 0)) == store.walk("a", 3, AsOf(0, 0)) == store.path("a", "b", AsOf(0, 0)) == []


def test_bounds_are_half_open_on_both_axes(store: GraphStore) -> None:
    store.apply(Delta(1, "x", entities("ab"), [edge("a", "b", valid_from=2, valid_to=4, recorded_from=3)], []))
    store.apply(Delta(2, "y", [], [], [edge("a", "b", valid_from=2, valid_to=4, recorded_from=3, recorded_to=5)]))
    seen = {(v, k) for v in range(6) for k in range(7) if store.hop("a", AsOf(v, k))}
    assert seen == {(v, k) for v in (2, 3) for k in (3, 4)}


def test_the_filter_applies_before_expanding(store: GraphStore) -> None:
    plan = [edge("a", "b", planned=True), edge("b", "c")]
    detour = [edge("a", "d"), edge("d", "e"), edge("e", "c")]
    store.apply(Delta(1, "x", entities("abcde"), [*plan, *detour], []))
    at, facts_only = AsOf(0, 0), EdgeFilter(planned=False)
    assert facts(store.path("a", "c", at)) == ["ab", "bc"]
    assert facts(store.path("a", "c", at, 4, facts_only)) == ["ad", "de", "ec"]
    assert facts(store.path("a", "c", at, 2, facts_only)) == []
    assert facts(store.walk("a", 2, at, facts_only)) == ["ad", "de"]
    assert facts(store.walk("a", 3, at, facts_only)) == ["ad", "de", "ec"]


@given(
    spans=st.lists(
        st.tuples(st.integers(0, 3), st.integers(1, 4), st.integers(0, 3), st.integers(1, 4)), min_size=1, max_size=4
    )
)
@settings(max_examples=25)
def test_a_path_is_visible_exactly_when_each_edge_on_it_is(
    kept: GraphStore, spans: list[tuple[int, int, int, int]]
) -> None:
    mark = f"chain {next(_mark)} "
    ids = [f"{mark}{i}" for i in range(len(spans) + 1)]
    chain = [
        edge(ids[i], ids[i + 1], f"{mark}{i}", valid_from=v, valid_to=v + dv, recorded_from=k, recorded_to=k + dk)
        for i, (v, dv, k, dk) in enumerate(spans)
    ]
    kept.apply(Delta(kept.applied()[0] + 1, "x", [entity(id_) for id_ in ids], chain, []))
    for at in (AsOf(v, k) for v in range(7) for k in range(7)):
        visible = all(e.holds(at) for e in chain)
        assert facts(kept.path(ids[0], ids[-1], at)) == ([e.fact for e in chain] if visible else [])


def test_parallel_edges_and_edges_back_are_all_there(store: GraphStore) -> None:
    there_and_back = [edge("a", "b", "1"), edge("a", "b", "2", type="fixes"), edge("b", "a", "3"), edge("b", "c", "4")]
    store.apply(Delta(1, "x", entities("abc"), there_and_back, []))
    assert facts(store.hop("a", AsOf(0, 0))) == ["1", "2", "3"]
    assert facts(store.walk("c", 2, AsOf(0, 0))) == ["4", "1", "2", "3"]
    assert [step.depth for step in store.walk("c", 2, AsOf(0, 0))] == [1, 2, 2, 2]
    assert facts(store.hop("a", AsOf(0, 0), EdgeFilter(direction="in"))) == ["3"]
    assert facts(store.path("a", "c", AsOf(0, 0))) == ["1", "4"]


def test_an_edge_between_equally_near_entities_is_on_no_shortest_path(store: GraphStore) -> None:
    store.apply(Delta(1, "x", entities("abc"), [edge("a", "b"), edge("a", "c"), edge("b", "c")], []))
    assert facts(store.walk("a", 3, AsOf(0, 0))) == ["ab", "ac"]


def test_an_edge_to_itself_is_hidden(store: GraphStore) -> None:
    store.apply(Delta(1, "x", entities("ab"), [edge("a", "a"), edge("a", "b")], []))
    assert facts(store.hop("a", AsOf(0, 0))) == facts(store.walk("a", 3, AsOf(0, 0))) == ["ab"]
    assert store.path("a", "a", AsOf(0, 0)) == []
    assert store.counts() == Counts(2, 2, 2)


def test_a_delta_counts_once(store: GraphStore) -> None:
    delta = Delta(3, "x", entities("ab"), [edge("a", "b")], [])
    store.apply(delta)
    store.apply(delta)
    store.apply(replace(delta, seq=2, hash="older"))
    assert store.applied() == (3, "x")
    assert store.counts() == Counts(2, 1, 1)
    assert facts(store.hop("a", AsOf(0, 0))) == ["ab"]


def test_an_entity_that_is_there_stays_as_it_is(store: GraphStore) -> None:
    store.apply(Delta(1, "x", entities("ab"), [edge("a", "b")], []))
    store.apply(Delta(2, "y", [entity("b", "another name"), entity("c")], [edge("b", "c")], []))
    assert store.hop("a", AsOf(0, 0))[0].target.name == "the b"
    assert store.counts() == Counts(3, 2, 2)


def test_an_edge_that_ends_must_be_there(store: GraphStore) -> None:
    store.apply(Delta(1, "x", entities("ab"), [edge("a", "b")], []))

    def write() -> None:
        store.apply(Delta(2, "y", [], [], [edge("a", "b", "unheard of", recorded_to=1)]))
        store.checkpoint()

    with pytest.raises(Damaged):
        write()


def test_a_delta_that_does_not_fit_changes_nothing(store: GraphStore) -> None:
    store.apply(Delta(1, "x", entities("ab"), [edge("a", "b")], []))
    with pytest.raises(Damaged):
        store.apply(Delta(2, "y", entities("c"), [edge("c", "a"), edge("c", "nobody")], []))
    assert store.applied() == (1, "x")
    assert store.counts() == Counts(2, 1, 1)
    assert facts(store.hop("a", AsOf(0, 0))) == ["ab"]
    store.apply(Delta(2, "z", entities("c"), [edge("c", "a")], [edge("a", "b", recorded_to=1)]))
    assert facts(store.hop("a", AsOf(0, 1))) == ["ca"]
    assert facts(store.hop("a", AsOf(0, 0))) == ["ab", "ca"]


@pytest.mark.parametrize("many", [1, 16, 17, 1000, 2500])
def test_a_delta_may_have_any_number_of_rows(store: GraphStore, many: int) -> None:
    at = AsOf(0, 0)
    leaves = [entity(f"leaf {i:04d}") for i in range(many)]
    branches = [edge("root", leaf.id) for leaf in leaves]
    store.apply(Delta(1, "x", [entity("root"), *leaves], branches, []))
    assert facts(store.hop("root", at)) == [e.fact for e in branches]
    store.apply(Delta(2, "y", [], [], [replace(e, recorded_to=5) for e in branches]))
    assert (len(store.hop("root", AsOf(0, 4))), len(store.hop("root", AsOf(0, 5)))) == (many, 0)
    assert store.counts() == Counts(many + 1, 0, many)


def test_a_checkpoint_changes_no_answer_and_writing_goes_on(store: GraphStore) -> None:
    store.apply(Delta(1, "x", entities("abc"), [edge("a", "b"), edge("b", "c", valid_from=BEGINNING)], []))
    store.apply(Delta(2, "y", [], [], [edge("a", "b", recorded_to=4)]))
    before = [store.walk("a", 2, AsOf(v, k)) for v in range(3) for k in range(6)]
    store.checkpoint()
    store.checkpoint()
    assert [store.walk("a", 2, AsOf(v, k)) for v in range(3) for k in range(6)] == before
    assert (store.applied(), store.counts()) == ((2, "y"), Counts(3, 1, 2))
    store.apply(Delta(3, "z", entities("d"), [edge("c", "d")], [edge("b", "c", valid_from=BEGINNING, recorded_to=9)]))
    assert facts(store.walk("d", 2, AsOf(0, 8))) == ["cd", "bc"]
    assert facts(store.walk("d", 2, AsOf(0, 9))) == ["cd"]


def test_readers_at_one_point_see_the_same_while_the_store_is_written_and_checkpointed(store: GraphStore) -> None:
    hub = [entity("hub"), *(entity(f"n{i}") for i in range(400))]
    first = [edge("hub", f"n{i}", recorded_from=1) for i in range(40)]
    store.apply(Delta(1, "x", hub, first, []))
    at = AsOf(0, 1)
    right, done = believed(store.walk("hub", 2, at)), threading.Event()
    wrong: list[list[Step]] = []

    def read() -> None:
        while not done.is_set():
            if (found := believed(store.walk("hub", 2, at))) != right:
                wrong.append(found)

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    try:
        for tx in range(2, 20):
            closed = [replace(first[tx], recorded_to=tx)]
            opened = [edge("hub", f"n{tx * 20 + i}", f"{tx} {i}", recorded_from=tx) for i in range(20 if tx % 2 else 3)]
            store.apply(Delta(tx, "y", [], opened, closed))
            if tx % 6 == 0:
                store.checkpoint()
    finally:
        done.set()
        for reader in readers:
            reader.join()
    assert wrong == []
    assert store.counts() == Counts(401, 40 - 18 + 9 * 20 + 9 * 3, 40 + 9 * 20 + 9 * 3)
