"""What is special to the graph over Kùzu: its files, its handles, its errors, and kills at any moment."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn

import pytest

from retrograph.errors import Damaged, Locked, StoreError, Unavailable
from retrograph.graph import cypher, kuzu_engine, kuzu_files
from retrograph.graph.intervals import AsOf
from retrograph.graph.kuzu_store import KuzuStore, kuzu_kind
from retrograph.graph.model import Entity
from retrograph.graph.store import Counts, Delta, Edge, EdgeFilter

HERE = AsOf(0, 0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "graph.kuzu"


def opened(path: Path, *, hold: int = 0, buffer_pool_bytes: int = 1 << 28) -> closing[KuzuStore]:
    """A store that holds nothing back in memory."""
    return closing(KuzuStore(path, hold=hold, buffer_pool_bytes=buffer_pool_bytes))


@pytest.fixture
def store(path: Path) -> Iterator[KuzuStore]:
    with opened(path) as there:
        yield there


def delta(seq: int, size: int = 1) -> Delta:
    """Event `seq` adds so many entities, each related to `root`, and ends one edge of the event before."""
    made = [Entity(f"e{seq}-{i}", "concept", f"number {seq}-{i}", "", 0) for i in range(size)]
    roots = [Entity("root", "concept", "root", "", 0)]
    opened = [Edge(e.id, e.id, "root", e.id, "uses", 1.0, False, 0, 9, 0) for e in made]
    ended = Edge(f"e{seq - 1}-0", "", "root", f"e{seq - 1}-0", "uses", 1.0, False, 0, 9, 0, recorded_to=1)
    return Delta(seq, f"hash {seq}", [*roots, *made], opened, [ended] if seq > 1 else [])


def check(store: KuzuStore, seq: int, size: int = 1) -> None:
    """The store holds exactly the first `seq` deltas."""
    assert store.applied() == (seq, f"hash {seq}" if seq else "")
    edges = {s.edge.fact for s in store.hop("root", HERE)}
    assert edges == {f"e{n}-{i}" for n in range(1, seq + 1) for i in range(size)}
    still = {s.edge.fact for s in store.hop("root", AsOf(0, 1))}
    assert edges - still == {f"e{n}-0" for n in range(1, seq)}
    assert store.counts() == Counts(seq * size + bool(seq), seq * size - max(seq - 1, 0), seq * size)


# -- files and handles -----------------------------------------------------------------------------------------


def test_what_was_applied_is_there_after_closing_and_opening(path: Path) -> None:
    for seq in range(1, 4):
        with opened(path) as store:
            check(store, seq - 1)
            store.apply(delta(seq))
    with opened(path) as store:
        check(store, 3)
        store.checkpoint()
        check(store, 3)
    with opened(path) as store:
        check(store, 3)


def test_its_file_is_not_touched_between_checkpoints(path: Path) -> None:
    with opened(path) as store:
        store.apply(delta(1, 100))
        store.checkpoint()
        assert store.log_bytes == 0
    before = path.read_bytes()
    with opened(path) as store:
        store.apply(delta(2, 100))
        assert store.log_bytes > 0
    assert path.read_bytes() == before


def test_a_checkpoint_leaves_one_file_and_nothing_else(store: KuzuStore, path: Path) -> None:
    store.apply(delta(1))
    store.checkpoint()
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert not Path(str(path) + ".wal").exists()


def test_a_loaded_graph_can_be_renamed_once_it_is_closed(path: Path, tmp_path: Path) -> None:
    first = delta(1, 50)
    with opened(path) as store:
        store.load(first.entities, first.opened, 1, "hash 1")
    moved = tmp_path / "moved"
    for file, place in zip(KuzuStore.files(path), KuzuStore.files(moved), strict=True):
        if file.exists():
            file.rename(place)
    with opened(moved) as store:
        check(store, 1, 50)
    assert [file.name for file in tmp_path.iterdir()] == ["moved"]


def test_every_file_of_a_graph_is_named(path: Path) -> None:
    named = {file.name for file in KuzuStore.files(path)}
    seen: set[str] = set()
    done = threading.Event()

    def look() -> None:
        while not done.is_set():
            seen.update(os.listdir(path.parent))

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        with closing(kuzu_kind().open(path)) as store:
            first = delta(1, 3000)
            store.load(first.entities, first.opened, 1, "hash 1")
            store.apply(delta(2, 100))
            store.checkpoint()
            store.apply(delta(3, 1))
    finally:
        done.set()
        watcher.join()
    assert {path.name, f"{path.name}.wal", f"{path.name}.next"} < seen <= named
    assert kuzu_kind().files(path) == KuzuStore.files(path)


def test_a_second_handle_in_one_process_is_refused(store: KuzuStore, path: Path, tmp_path: Path) -> None:
    store.apply(delta(1))
    (tmp_path / "link").symlink_to(path)
    for same in (path, tmp_path / "link", tmp_path / "." / path.name):
        with pytest.raises(StoreError, match="open in this process already"):
            KuzuStore(same)
    store.apply(delta(2))
    store.close()
    with opened(path) as again:
        check(again, 2)


def test_a_handle_in_another_process_is_refused(store: KuzuStore, path: Path) -> None:
    code = (
        f"from pathlib import Path\nfrom retrograph.graph.kuzu_store import KuzuStore\nKuzuStore(Path({str(path)!r}))"
    )
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert f"{Locked.__module__}.Locked" in other.stderr
    store.apply(delta(1))
    check(store, 1)


def test_a_closed_store_says_so(store: KuzuStore) -> None:
    store.close()
    store.close()
    with pytest.raises(Unavailable):
        store.hop("root", HERE)
    with pytest.raises(Unavailable):
        store.apply(delta(1))


@pytest.mark.parametrize("name", ["with space", "quo'te", "back\\slash", "br[ab]x", "st*r", "마당", "{a,b}", "$p"])
def test_a_directory_may_have_any_name(tmp_path: Path, name: str) -> None:
    directory = tmp_path / name
    directory.mkdir()
    with opened(directory / "g") as store:
        store.apply(delta(1))
        store.checkpoint()
        check(store, 1)
        first = delta(1, 3)
        store.load(first.entities, first.opened, 1, "hash 1")
        check(store, 1, 3)


def test_few_rows_are_held_in_memory_until_there_are_more(path: Path) -> None:
    with opened(path, hold=10) as store:
        before = store.log_bytes
        for seq in range(1, 5):
            store.apply(delta(seq))
        assert store.log_bytes == before
        check(store, 4)
        store.apply(delta(5, 1))
        assert store.log_bytes > before
        check(store, 5)
        store.apply(delta(6))
        check(store, 6)
    with opened(path, hold=100) as store:
        check(store, 6)
        store.apply(delta(7))
        store.checkpoint()
        assert store.log_bytes == 0
        check(store, 7)
        store.apply(delta(8))
    with opened(path) as store:
        check(store, 8)


def test_a_write_that_fails_holds_what_was_held(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(path, hold=5) as store:
        store.apply(delta(1))
        with monkeypatch.context() as patched:
            patched.setattr(cypher, "OPEN", "UNWIND $rows AS x CREATE (:Nowhere {id: x.fact})")
            with pytest.raises(StoreError, match="refused"):
                store.apply(delta(2, 9))
        check(store, 1)
        store.apply(delta(2))
        check(store, 2)
    with opened(path) as store:
        check(store, 2)


def test_a_checkpoint_is_due_after_many_writes_also_of_an_earlier_process(path: Path) -> None:
    with opened(path, buffer_pool_bytes=1) as store:
        seq = 0
        while not store.due():
            seq += 1
            store.apply(delta(seq))
        assert 50 < seq < 400
    with opened(path, buffer_pool_bytes=1) as store:
        check(store, seq)
        assert store.due()
        store.checkpoint()
        assert not store.due()
    with opened(path) as store:
        assert not store.due()
        check(store, seq)


# -- damage ----------------------------------------------------------------------------------------------------


def test_a_file_that_is_no_graph_is_damaged(path: Path) -> None:
    path.write_bytes(b"something else " * 1000)
    with pytest.raises(Damaged, match=r"graph\.kuzu does not open"):
        KuzuStore(path)
    path.unlink()
    KuzuStore(path).close()


def test_a_file_that_was_cut_is_damaged(path: Path) -> None:
    with opened(path) as store:
        store.apply(delta(1, 100))
        store.checkpoint()
    whole = path.read_bytes()
    for size in (1, 4096, len(whole) // 2, len(whole) - 8192):  # the last page is spare
        path.write_bytes(whole[:size])
        with pytest.raises(Damaged):
            KuzuStore(path)


def test_a_log_that_was_cut_gives_an_older_graph_that_can_be_written(path: Path) -> None:
    with opened(path) as store:
        for seq in range(1, 6):
            store.apply(delta(seq))
    log = Path(str(path) + ".wal")
    database, whole = path.read_bytes(), log.read_bytes()
    rng = random.Random(1)
    for size in sorted(rng.sample(range(len(whole)), 12)):
        path.write_bytes(database)
        log.write_bytes(whole[:size])
        with opened(path) as store:
            old = store.applied()[0]
            check(store, old)
            store.apply(delta(old + 1))
        with opened(path) as store:
            check(store, old + 1)


def test_a_log_of_another_graph_is_damage(path: Path, tmp_path: Path) -> None:
    with opened(tmp_path / "other") as other:
        other.apply(delta(1))
        other.checkpoint()
        other.apply(delta(2, 5))
    with opened(path) as store:
        store.apply(delta(1, 7))
        store.apply(delta(2, 7))
        store.checkpoint()
    shutil.copy(tmp_path / "other.wal", str(path) + ".wal")
    with pytest.raises(Damaged):
        KuzuStore(path)


def test_a_log_that_was_taken_in_already_is_damage(path: Path) -> None:
    edges_only = Delta(2, "hash 2", [], [replace(delta(1).opened[0], fact="again")], [])
    with opened(path) as store:
        store.apply(delta(1))
        store.checkpoint()
        store.apply(edges_only)
        log = Path(str(path) + ".wal").read_bytes()
        store.checkpoint()
    Path(str(path) + ".wal").write_bytes(log)
    with pytest.raises(Damaged, match="rebuild it"):
        KuzuStore(path)


def test_a_graph_of_another_layout_is_damaged(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    KuzuStore(path).close()
    monkeypatch.setattr(cypher, "LAYOUT", cypher.LAYOUT + 1)
    with pytest.raises(Damaged, match="layout"):
        KuzuStore(path)


@pytest.mark.parametrize("place", ["no/such/directory", "file/graph"])
def test_a_place_that_cannot_be_written_is_said(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="cannot be") as raised:
        KuzuStore(tmp_path / place)
    assert not isinstance(raised.value, Damaged)


# -- the engine ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [{}, {"id": "a"}, {"id": "a", "valid": 0, "known": 0, "more": 1}])
def test_a_parameter_too_many_or_too_few_is_refused(store: KuzuStore, given: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="named in"):
        store._engine.read(cypher.hop(EdgeFilter()), given)


@pytest.mark.parametrize(
    ("text", "kind", "says"),
    [
        ("Buffer manager exception: Unable to allocate memory!", StoreError, "graph_memory"),
        ("IO exception: Cannot write to file.", StoreError, "cannot be read or written"),
        ("Binder exception: Table X does not exist.", StoreError, "refused"),
    ],
)
def test_errors_of_the_engine_are_told_in_our_words(text: str, kind: type[StoreError], says: str) -> None:
    told = kuzu_engine.mapped(RuntimeError(text))
    assert type(told) is kind
    assert says in str(told)


def test_no_text_asks_for_a_whole_scan_of_edges_to_hop(store: KuzuStore) -> None:
    for where in (EdgeFilter(), EdgeFilter(("uses",), "out", True)):
        given: dict[str, object] = {"id": "a", "valid": 0, "known": 0}
        given |= {"types": ["uses"], "planned": True} if where.types else {}
        plan = str(store._engine.read(f"EXPLAIN {cypher.hop(where)}", given))
        assert "PRIMARY_KEY_SCAN_NODE_TABLE" in plan


def test_a_small_page_cache_is_raised_to_what_a_batch_needs(path: Path) -> None:
    with opened(path, buffer_pool_bytes=1) as store:
        store.apply(delta(1, 5000))
        store.checkpoint()
        check(store, 1, 5000)


def test_a_disk_that_is_nearly_full_is_left_alone(store: KuzuStore, monkeypatch: pytest.MonkeyPatch) -> None:
    store.apply(delta(1))
    with monkeypatch.context() as patched:
        patched.setattr(kuzu_files.shutil, "disk_usage", lambda _: SimpleNamespace(free=1000))
        for attempt in (lambda: store.apply(delta(2)), store.checkpoint):
            with pytest.raises(StoreError, match="nearly full"):
                attempt()
        check(store, 1)
    store.apply(delta(2))
    store.checkpoint()
    check(store, 2)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit on the size of files to set")
def test_a_write_that_the_disk_refuses_is_undone_and_the_process_lives(path: Path) -> None:
    code = f"""
        import resource
        import sys
        from pathlib import Path
        sys.path.append({str(Path(__file__).parents[2])!r})
        from retrograph.errors import StoreError
        from retrograph.graph.kuzu_store import KuzuStore
        from tests.unit.test_kuzu_store import check, delta

        path = Path({str(path)!r})
        store = KuzuStore(path, hold=0)
        store.apply(delta(1, 50))
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (store.log_bytes + 3000, hard))
        try:
            store.apply(delta(2, 50))
        except StoreError as error:
            print("refused:", error)
        check(store, 1, 50)
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        store.apply(delta(2, 50))
        store.close()
        store = KuzuStore(path, hold=0)
        check(store, 2, 50)
        store.checkpoint()
        check(store, 2, 50)
        store.close()
        print("alive")
    """
    child = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (child.returncode, child.stderr) == (0, "")
    assert child.stdout.startswith("refused: the graph's file cannot be read or written")
    assert child.stdout.endswith("alive\n")


# -- kills -----------------------------------------------------------------------------------------------------


class Killed(BaseException):
    """What a kill is to code that runs on: nothing more happens."""


STEPS = (("_sync", kuzu_files), ("replace", Path), ("unlink", Path), ("touch", Path))


def die_at(monkeypatch: pytest.MonkeyPatch, number: int) -> list[int]:
    """From the step `number` on, no file is synced, renamed, removed or made any more. Returns the count so far."""
    count, touch = [0], Path.touch

    def guarded(real: object) -> object:
        def step(*args: object, **more: object) -> object:
            count[0] += (isinstance(args[0], Path) and args[0].exists()) or real is touch
            if count[0] >= number:
                raise Killed
            return real(*args, **more)  # type: ignore[operator]

        return step

    for name, owner in STEPS:
        monkeypatch.setattr(owner, name, guarded(getattr(owner, name)))
    return count


@pytest.mark.parametrize("what", ["checkpoint", "load"])
def test_a_kill_at_any_step_of_an_exchange_leaves_the_old_graph_or_the_new(path: Path, what: str) -> None:
    both = [delta(1, 3), delta(2, 3)]
    for number in range(1, 60):
        for file in KuzuStore.files(path):
            file.unlink(missing_ok=True)
        store = KuzuStore(path, hold=0)
        store.apply(both[0])
        store.checkpoint()
        store.apply(both[1])
        with pytest.MonkeyPatch.context() as patched:
            steps = die_at(patched, number)
            try:
                if what == "checkpoint":
                    store.checkpoint()
                else:
                    loaded = {e.fact: e for d in (*both, delta(3, 3)) for e in (*d.opened, *d.closed)}
                    entities = {e.id: e for d in (*both, delta(3, 3)) for e in d.entities}
                    store.load(entities.values(), loaded.values(), 3, "hash 3")
            except Killed:
                pass
        store.close()
        with opened(path) as again:
            seq = again.applied()[0]
            assert seq in ({2} if what == "checkpoint" else {2, 3})
            check(again, seq, 3)
            assert {f.name for f in path.parent.iterdir()} <= {path.name, f"{path.name}.wal"}
        if steps[0] < number:
            break
    else:
        pytest.fail("it never came to its end")


def test_an_exchange_that_fails_is_told_and_the_store_lives_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> NoReturn:
        raise OSError(28, "No space left on device")

    with opened(path) as store:
        store.apply(delta(1))
        with monkeypatch.context() as patched:
            patched.setattr(Path, "touch", refuse)
            with pytest.raises(StoreError, match="No space left"):
                store.checkpoint()
        check(store, 1)
        store.apply(delta(2))
        store.checkpoint()
        check(store, 2)


WRITER = """
import sys
from pathlib import Path
from retrograph.graph.kuzu_store import KuzuStore
from tests.unit.test_kuzu_store import delta

store = KuzuStore(Path(sys.argv[1]), hold=int(sys.argv[2]))
seq = store.applied()[0]
print("open", seq, flush=True)
while True:
    seq += 1
    store.apply(delta(seq, 20))
    print("applied", seq, flush=True)
    if seq % 4 == 0:
        print("checkpoint", seq, flush=True)
        store.checkpoint()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_killed_process_leaves_all_that_was_applied(path: Path) -> None:
    rng = random.Random(7)
    for number in range(6):
        hold = 0 if number < 4 else 50
        child = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), str(hold)], stdout=subprocess.PIPE, text=True
        )  # fmt: skip
        assert child.stdout is not None
        last = 0
        wanted = "checkpoint" if number % 2 else "applied"
        for line in child.stdout:
            word, seq = line.split()
            last = int(seq)
            if word == wanted and rng.random() < 0.3:
                break
        time.sleep(rng.uniform(0, 0.15))
        child.send_signal(signal.SIGKILL)
        rest = child.stdout.read().split("\\n")
        child.stdout.close()
        child.wait()
        last = max([last, *(int(line.split()[1]) for line in rest if len(line.split()) == 2)])
        with opened(path) as store:
            assert store.applied()[0] >= last - hold // 20
            check(store, store.applied()[0], 20)
