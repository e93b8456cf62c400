"""The record: its chain, what verify names, what an erase leaves, and what other processes are told."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from retrograph.errors import Conflict, Damaged, Gone, InvalidInput, Locked, NotFound, StoreError
from retrograph.graph.intervals import period, zone_named
from retrograph.graph.journal import Basis
from retrograph.graph.lock import DirectoryLock
from retrograph.graph.model import Assert, EntityRef, Evidenced, Findings, NewObservation, Property, Relation
from retrograph.graph.project import Project
from tests.stores import KINDS

UTC = zone_named("Z")
AUTH = EntityRef("concept", "auth middleware")
KIND = KINDS[0][1]


def uses(name: str, **why: object) -> Assert:
    return Assert(Relation(AUTH, "uses", EntityRef("library", name)), period("2025", UTC), why=Evidenced(**why))  # type: ignore[arg-type]


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with Project.open(tmp_path / "p", kind=KIND) as opened:
        yield opened


def tampered(directory: Path, change: Callable[[sqlite3.Connection], object]) -> None:
    db = sqlite3.connect(directory / "journal.sqlite")
    change(db)
    db.commit()
    db.close()


@pytest.mark.parametrize(
    ("statement", "seq", "problem"),
    [
        (
            "UPDATE events SET payload = CAST(replace(payload, 'jose', 'jost') AS BLOB) WHERE seq = 4",
            4,
            "not what was recorded",
        ),
        ("UPDATE events SET payload = replace(payload, 'jose', 'jost') WHERE seq = 4", 4, "columns"),
        ("UPDATE events SET tx = tx + 1 WHERE seq = 2", 2, "hash"),
        ("UPDATE events SET kind = 'erased' WHERE seq = 3", 3, "hash"),
        ("DELETE FROM events WHERE seq = 3", 3, "missing"),
        ("UPDATE events SET payload = NULL, salt = NULL WHERE seq = 2", 2, "no erase event names it"),
        ("UPDATE events SET salt = zeroblob(16) WHERE seq = 5", 5, "not what was recorded"),
    ],
)
def test_verify_names_the_first_bad_event(project: Project, statement: str, seq: int, problem: str) -> None:
    for name in ("jsonwebtoken", "jose", "paseto"):
        project.write([uses(name)], actor="me")
    assert project.verify().ok
    tampered(project.directory, lambda db: db.execute(statement))
    found = project.verify()
    assert not found.ok
    assert found.bad_seq == seq
    assert found.problem is not None
    assert problem in found.problem


def test_verify_sees_events_cut_off_at_the_end(project: Project) -> None:
    project.write([uses("jose")], actor="me")
    project.write([uses("paseto")], actor="me")
    tampered(project.directory, lambda db: db.execute("DELETE FROM events WHERE seq > 2"))
    found = project.verify()
    assert not found.ok
    assert found.bad_seq == 3


def test_a_basis_is_of_this_journal_only(project: Project) -> None:
    basis = project.write([uses("jose")], actor="me").basis
    assert project.ledger.tx_of(basis) == project.ledger.reached()[1]
    for wrong in (Basis(basis.seq, "00" * 32), Basis(99, basis.hash), Basis(0, "ff")):
        with pytest.raises(InvalidInput, match="basis"):
            project.ledger.tx_of(wrong)


def test_an_idempotency_key_gives_the_same_ids_and_stores_nothing_twice(project: Project) -> None:
    first = project.write([uses("jose")], actor="me", key="k")
    again = project.write([uses("jose")], actor="me", key="k")
    assert again.repeated
    assert (again.results, again.observation_id, again.basis) == (first.results, first.observation_id, first.basis)
    with pytest.raises(Conflict):
        project.write([uses("paseto")], actor="me", key="k")
    seen = NewObservation("we use jose", 1, "note")
    one, two = project.observe([seen, seen], keys=["a", "a"])
    assert two.repeated
    assert one.observation_id == two.observation_id
    with pytest.raises(Conflict):
        project.observe([NewObservation("we use zod", 1, "note")], keys=["a"])
    undated = [NewObservation("no date", moment, "note", dated=False) for moment in (3, 9)]
    three, four = project.observe(undated, keys=["b", "b"])
    assert four.repeated
    assert three.observation_id == four.observation_id
    assert project.status().observations == 3


def test_a_batch_is_all_or_nothing(project: Project) -> None:
    before = project.status()
    with pytest.raises(InvalidInput, match=r"ops\.1\.target"):
        project.write([uses("jose"), Assert(Relation(AUTH, "uses", AUTH))], actor="me")
    with pytest.raises(NotFound, match=r"ops\.1"):
        project.write([uses("jose"), Assert(Relation(AUTH, "uses", EntityRef(id="ent_none")))], actor="me")
    with pytest.raises(InvalidInput, match=r"ops\.0\.validTo"):
        project.write(
            [Assert(uses("jose").subject, period("2030", UTC), period("2020", UTC))],
            actor="me",
        )
    after = project.status()
    assert (after.seq, after.entities, after.facts) == (before.seq, before.entities, before.facts)
    assert project.write([uses("jose")], actor="me").results[0].opened


def test_a_quote_must_stand_in_its_observation(project: Project) -> None:
    seen = project.observe([NewObservation("we use jose now", 1, "note")])[0].observation_id
    with pytest.raises(InvalidInput, match=r"ops\.0\.quote"):
        project.write([uses("jose", quote="we use zod")], actor="me", observation_id=seen)
    with pytest.raises(InvalidInput, match="observationId"):
        project.write([uses("jose", quote="we use jose")], actor="me")
    with pytest.raises(NotFound):
        project.write([uses("jose")], actor="me", observation_id="obs_none")
    project.write([uses("jose", quote="use jose")], actor="me", observation_id=seen)
    entity = project.ledger.find("jose", project.ledger.reached()[1])[0].entity.id
    fact = project.ledger.facts_of(entity, None)[0]
    (row,) = project.ledger.statements([fact], project.ledger.reached()[1])[fact.id]
    assert row.support.span == (3, 11)


def files_with(directory: Path, text: bytes) -> list[str]:
    return [f.name for f in directory.rglob("*") if f.is_file() and text in f.read_bytes()]


@pytest.mark.parametrize("kind", KINDS, ids=lambda k: k[0])
def test_an_erase_leaves_no_byte_and_keeps_what_others_support(kind: tuple, tmp_path: Path) -> None:
    with Project.open(tmp_path / "p", kind=kind[1]) as project:
        secret, shared = "Zanzibarquux", "jose"
        text = f"auth middleware uses {secret} and {shared}; codename Operation Xylograph"
        one, other = project.observe(
            [
                NewObservation(text, 5, "note", session_id="s"),
                NewObservation(f"auth middleware uses {shared}", 7, "note"),
            ],
            keys=["a", "b"],
        )
        for recorded, names in ((one, (secret, shared)), (other, (shared,))):
            ops = tuple(
                Assert(Relation(AUTH, "uses", EntityRef("library", n)), None, None, Evidenced(quote=n)) for n in names
            )
            value = Assert(Property(AUTH, "codename", "Operation Xylograph")) if secret in names else None
            project.extraction(
                recorded.observation_id, Findings((), (*ops, value) if value else ops, "complete", "x@1")
            )
        known = project.ledger.reached()[1]
        (fact,) = (f for f in project.ledger.facts_of(project.ledger.find(secret, known)[0].entity.id, None))
        project.write([Assert(Property(EntityRef(id=fact.source), "reviewed", "yes"))], actor="reviewer")
        project.checkpoint()
        assert files_with(tmp_path / "p", secret.encode())

        erased = project.erase(observations=[one.observation_id], actor="admin", reason="asked to")

        assert erased.observations == 1
        assert files_with(tmp_path / "p", secret.encode()) == []
        assert files_with(tmp_path / "p", b"Xylograph") == []
        assert project.verify().ok
        known = project.ledger.reached()[1]
        assert project.ledger.find(secret, known) == []
        jose = project.ledger.find(shared, known)[0].entity.id
        (left,) = project.ledger.facts_of(jose, known)
        assert left.valid_from == 7
        with pytest.raises(Gone) as gone:
            project.ledger.observation(one.observation_id)
        assert gone.value.tombstone == erased.tombstone
        assert project.ledger.erased_since(Basis(1, ""), [jose]) == erased.tombstone
        assert project.observe([NewObservation(text, 5, "note", session_id="s")], keys=["a"])[0].repeated
        for wrong in ({"observations": [one.observation_id]}, {"documents": ["none"]}, {"sessions": ["none"]}):
            with pytest.raises(NotFound):
                project.erase(**wrong, actor="admin", reason="again")
        with pytest.raises(InvalidInput):
            project.erase(actor="admin", reason="nothing")
    with Project.open(tmp_path / "p", kind=kind[1]) as again:
        assert again.verify().ok
        assert files_with(tmp_path / "p", secret.encode()) == []
        assert len(again.graph.hop(jose, _now(again))) == 1


def _now(project: Project):
    from retrograph.graph.intervals import AsOf  # noqa: PLC0415

    return AsOf(period("2025-06", UTC).start, project.ledger.reached()[1])


def test_an_erase_that_was_interrupted_is_finished_at_the_next_start(tmp_path: Path) -> None:
    name, kind = KINDS[-1]
    with Project.open(tmp_path / "p", kind=kind) as project:
        seen = project.observe([NewObservation("uses Zanzibarquux", 5, "note")])[0].observation_id
        ops = (Assert(Relation(AUTH, "uses", EntityRef("library", "Zanzibarquux"))),)
        project.extraction(seen, Findings((), ops, "complete", "x@1"))
    shutil.copytree(tmp_path / "p", tmp_path / "before")
    with Project.open(tmp_path / "p", kind=kind) as project:
        project.erase(observations=[seen], actor="admin", reason="asked to")
    for file in (tmp_path / "before").glob("graph.kuzu*"):
        shutil.copy(file, tmp_path / "p" / file.name)
    tampered(tmp_path / "p", lambda db: db.execute("INSERT INTO meta VALUES ('sweep', '3')"))
    assert files_with(tmp_path / "p", b"Zanzibarquux") or name == "memory"
    with Project.open(tmp_path / "p", kind=kind):
        assert files_with(tmp_path / "p", b"Zanzibarquux") == []


def test_a_second_handle_and_a_second_process_are_told_who_owns_the_directory(project: Project) -> None:
    with pytest.raises(Locked) as locked:
        Project.open(project.directory, kind=KIND)
    assert locked.value.owner.pid == os.getpid()
    code = f"""
from pathlib import Path
from retrograph.errors import Locked
from retrograph.graph.lock import DirectoryLock
try:
    DirectoryLock(Path({str(project.directory)!r})).acquire()
except Locked as error:
    print(error.owner.pid, error)
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.startswith(f"{os.getpid()} ")
    assert "stop it" in said


def test_a_lock_says_where_its_owner_answers_and_is_let_go(tmp_path: Path) -> None:
    one, other = DirectoryLock(tmp_path / "d"), DirectoryLock(tmp_path / "d")
    one.acquire("http://127.0.0.1:3111")
    with pytest.raises(Locked, match=r"127\.0\.0\.1:3111"):
        other.acquire()
    one.release()
    other.acquire()
    other.release()


def test_a_file_that_is_no_database_is_said_to_be_damaged(tmp_path: Path) -> None:
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "journal.sqlite").write_bytes(b"no database at all, but long enough" * 100)
    with pytest.raises(Damaged, match=r"journal\.sqlite"):
        Project.open(tmp_path / "p", kind=KIND)
    DirectoryLock(tmp_path / "p").acquire()


def test_a_journal_of_a_later_format_is_refused(tmp_path: Path) -> None:
    Project.open(tmp_path / "p", kind=KIND).close()
    tampered(tmp_path / "p", lambda db: db.execute("PRAGMA user_version = 99"))
    with pytest.raises(Damaged, match="format 99"):
        Project.open(tmp_path / "p", kind=KIND)


@pytest.mark.parametrize("tail", [b"\0" * 999, b"garbage" * 50, None], ids=["zeros", "garbage", "cut"])
def test_a_stray_or_cut_log_loses_nothing_that_was_checkpointed(tmp_path: Path, tail: bytes | None) -> None:
    with Project.open(tmp_path / "p", kind=KIND) as project:
        project.write([uses("jose")], actor="me")
        wal = tmp_path / "p" / "journal.sqlite-wal"
        kept = wal.read_bytes()
    copy = tmp_path / "copy"
    shutil.copytree(tmp_path / "p", copy)
    (copy / "journal.sqlite-wal").write_bytes(tail if tail is not None else kept[: len(kept) // 2])
    with Project.open(copy, kind=KIND) as again:
        assert again.verify().ok
        assert again.ledger.find("jose", again.ledger.reached()[1])


def test_a_clock_that_jumps_back_keeps_transaction_times_in_order(tmp_path: Path) -> None:
    moments = iter([5_000_000, 4_000_000, 4_000_000, 3, 3, 3, 3, 3, 3, 3, 3])
    with Project.open(tmp_path / "p", kind=KIND, clock=lambda: next(moments, 3)) as project:
        for name in ("a", "b", "c"):
            project.write([uses(name)], actor="me")
        recorded = [e.tx for e in project.ledger.events(0, 100)]
        assert recorded == sorted(recorded)
        assert project.status().clock_ahead > 0
        assert project.verify().ok


def test_a_graph_that_is_gone_or_damaged_is_made_anew(tmp_path: Path) -> None:
    kind = KINDS[-1][1]
    with Project.open(tmp_path / "p", kind=kind) as project:
        project.write([uses("jose")], actor="me")
        jose = project.ledger.find("jose", project.ledger.reached()[1])[0].entity.id
    for damage in ("gone", "garbage"):
        for file in (tmp_path / "p").glob("graph.kuzu*"):
            file.unlink() if damage == "gone" else file.write_bytes(b"garbage" * 1000)
        with Project.open(tmp_path / "p", kind=kind) as project:
            assert len(project.graph.hop(jose, _now(project))) == 1
            assert project.verify().ok


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("mount"), reason="mounting a small tmpfs needs root")
def test_a_full_disk_refuses_the_write_and_loses_nothing(tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(small)], check=False).returncode:
        pytest.skip("a tmpfs cannot be mounted here")
    try:
        with Project.open(small / "p", kind=KIND) as project:
            kept, refused = [], list[str]()
            for number in range(400):
                try:
                    seen = project.observe([NewObservation(f"{number} " + "x" * 40_000, 1, "note")], extract=False)
                    kept.append(seen[0].observation_id)
                except StoreError as error:
                    refused.append(str(error))
                    if len(refused) > 2:
                        break
            assert refused
            assert all("room" in text for text in refused)
            assert len(kept) > 3
            assert project.verify().ok
            assert all(project.ledger.observation(id_).content for id_ in kept)
        with Project.open(small / "p", kind=KIND) as again:
            assert again.status().observations == len(kept)
    finally:
        subprocess.run(["umount", "-l", str(small)], check=True)


def test_a_directory_that_cannot_be_written_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="cannot be written"):
        Project.open(tmp_path / "file" / "p", kind=KIND)
