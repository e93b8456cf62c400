"""The laws of time on the whole stack: journal, tables and graph, for every store.

Each case runs the same random history through a project and through a model made of nothing but the definition
(`bitemporal.visible`), on small integers: the clock stands at 0, so transaction times are 1, 2, 3 ... and valid
times lie between 0 and 9.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrograph.clock import random_id
from retrograph.graph.bitemporal import Kind, Statement, visible
from retrograph.graph.intervals import BEGINNING, OPEN, AsOf, Period
from retrograph.graph.model import (
    Assert,
    Correct,
    End,
    EntityRef,
    Evidenced,
    Fact,
    Findings,
    NewObservation,
    Property,
    Relation,
    Retract,
)  # fmt: skip
from retrograph.graph.project import Project
from tests.stores import KINDS

HORIZON = range(-1, 11)
times = st.integers(0, 9)
ends = st.one_of(st.none(), st.integers(1, 10))


def at(instant: int | None) -> Period | None:
    return None if instant is None else Period(instant, instant + 1, "instant")


def still() -> int:
    return 0


@pytest.fixture(scope="module", params=KINDS, ids=lambda k: k[0])
def project(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with Project.open(tmp_path_factory.mktemp("laws") / "p", kind=request.param[1], clock=still) as opened:
        yield opened


@dataclass(frozen=True)
class Step:
    """One request about `a`: `kind` of relation (many, one) or property, target or value `to`, and an interval."""

    verb: str
    topic: str
    to: int
    start: int
    end: int | None = None
    planned: bool = False
    late: int = 0
    lines: tuple[int, ...] = ()
    mute: tuple[int, ...] = ()
    complete: bool = True

    @property
    def finish(self) -> int:
        return OPEN if self.end is None else self.end


def bounded(draw: st.DrawFn) -> tuple[int, int | None]:
    start = draw(times)
    end = draw(st.one_of(st.none(), st.integers(start + 1, start + 4)))
    return start, end


@st.composite
def steps(
    draw: st.DrawFn, verbs: tuple[str, ...] = ("assert", "assert", "assert", "end", "retract", "document")
) -> Step:
    verb = draw(st.sampled_from(verbs))
    start, end = bounded(draw)
    topic = draw(st.sampled_from(("uses", "works_at", "status")))
    to = draw(st.integers(0, 2))
    if verb == "document":
        lines = draw(st.sets(st.integers(0, 2), max_size=3))
        mute = draw(st.sets(st.integers(0, 2), max_size=1)) - lines
        return Step(verb, topic, draw(st.integers(0, 1)), start, lines=tuple(sorted(lines)), mute=tuple(mute),
                    complete=draw(st.booleans()) or draw(st.booleans()))  # fmt: skip
    late = draw(st.sampled_from((0, 0, 2))) if verb == "end" else 0
    return Step(
        verb, topic, to, start, None if verb == "end" else end, draw(st.sampled_from((False, False, True))), late
    )


@dataclass
class Model:
    """What a history means by the definition alone."""

    said: dict[tuple[str, str | None, bool], list[Statement]] = field(default_factory=dict)
    versions: list[tuple[Step, int, int]] = field(default_factory=list)
    quoted: list[tuple[tuple[str, str | None, bool], Statement, str, Step, int]] = field(default_factory=list)

    def key(self, topic: str, to: int, planned: bool) -> tuple[str, str | None, bool]:
        return (topic, f"t{to}" if topic == "uses" else None, planned)

    def say(self, step: Step, tx: int) -> None:
        if step.verb == "document":
            self.versions.append((step, tx, len(self.versions)))
            for part, to in enumerate(step.lines):
                statement = Statement(tx, tx, part, Kind.ASSERT, step.start, OPEN, f"t{to}")
                self.quoted.append((self.key(step.topic, to, False), statement, f"t{to}", step, len(self.versions) - 1))
            return
        kind = {"assert": Kind.ASSERT, "end": Kind.ENDED, "retract": Kind.VOID}[step.verb]
        late = step.start + step.late if step.verb == "end" else BEGINNING
        statement = Statement(tx, tx, 0, kind, step.start, step.finish, f"t{step.to}", late)
        self.said.setdefault(self.key(step.topic, step.to, step.planned), []).append(statement)

    def keys(self) -> dict[tuple[str, str | None, bool], list[Statement]]:
        found = {key: list(statements) for key, statements in self.said.items()}
        for key, statement, line, version, number in self.quoted:
            silences = []
            for later, tx, order in self.versions:
                if (later.topic, later.to) != (version.topic, version.to) or not later.complete or order == number:
                    continue
                if (later.start, order) < (version.start, number):
                    continue
                restated = line in {f"t{n}" for n in later.lines}
                stands = line in {f"t{n}" for n in (*later.lines, *later.mute)} and not restated
                if not stands:
                    silences.append((tx, later.start if later.start > version.start else BEGINNING))
            found.setdefault(key, []).append(replace(statement, silences=tuple(silences)))
        return found


class History:
    """Runs steps on a project under fresh names, and remembers what it answered."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.name = random_id("a")
        self.source = EntityRef("concept", self.name)
        self.model = Model()
        self.seen: dict[int, dict[tuple[int, str, bool], frozenset[str]]] = {}
        self.first = project.ledger.reached()[1]

    def subject(self, step: Step) -> Relation | Property:
        if step.topic == "status":
            return Property(self.source, "status", f"t{step.to}")
        return Relation(self.source, step.topic, EntityRef("concept", f"{self.name} t{step.to}"))

    def op(self, step: Step) -> Assert | End | Retract:
        why = Evidenced(evidence="planned" if step.planned else "stated")
        start, end = at(step.start), at(step.end)
        if step.verb == "end":
            period = Period(step.start, step.start + step.late, "day") if step.late else start
            return End(self.subject(step), period, why)
        return (Assert if step.verb == "assert" else Retract)(self.subject(step), start, end, why)

    def run(self, step: Step) -> int:
        if step.verb == "document":
            self.document(step)
        else:
            self.project.write([self.op(step)], actor="law")
        tx = self.project.ledger.reached()[1]
        self.model.say(step, tx)
        return tx

    def document(self, step: Step) -> None:
        text = "\n".join(f"t{n}" for n in (*step.lines, *step.mute))
        name = f"{self.name} {step.topic} {step.to}"
        observation = NewObservation(text, step.start, "document", document_id=name)
        recorded = self.project.observe([observation], extract=False)[0]
        ops = tuple(Assert(self.subject(replace(step, to=n)), None, None, Evidenced(quote=f"t{n}")) for n in step.lines)
        outcome = "complete" if step.complete else "partial"
        self.project.extraction(recorded.observation_id, Findings((), ops, outcome, "law"))

    # -- answers -------------------------------------------------------------------------------------------

    def entity(self) -> str:
        found = self.project.ledger.find(self.name, OPEN - 1)
        return found[0].entity.id if found else ""

    def names(self) -> dict[str, str]:
        facts = self.project.ledger.facts_of(self.entity(), None)
        ids = {f.target for f in facts if f.target}
        return {id_: e.name.rpartition(" ")[2] for id_, e in self.project.ledger.entities(ids).items()}

    def tables(self, valid: int, known: int) -> dict[tuple[str, bool], frozenset[str]]:
        """What the rows say holds, by topic."""
        names = self.names()
        return self._grouped(
            (f.type, f.planned, names[f.target] if f.target else f.value)
            for f in self.project.ledger.facts_of(self.entity(), None)
            if f.valid_from <= valid < f.valid_to and f.recorded_from <= known < f.recorded_to
        )

    def graph(self, valid: int, known: int) -> dict[tuple[str, bool], frozenset[str]]:
        """What the graph says holds, and the properties beside it."""
        point = AsOf(valid, known)
        edges = [
            (s.edge.type, s.edge.planned, s.target.name.rpartition(" ")[2])
            for s in self.project.graph.hop(self.entity(), point)
        ]
        rows = [(f.type, f.planned, f.value) for f in self.project.ledger.properties(self.entity(), point)]
        return self._grouped([*edges, *rows])

    def defined(self, valid: int, known: int) -> dict[tuple[str, bool], frozenset[str]]:
        """What the definition says holds."""
        return self._grouped(
            (key[0], key[2], payload)
            for key, statements in self.model.keys().items()
            if (payload := visible(statements, valid, known)) is not None
        )

    @staticmethod
    def _grouped(triples: object) -> dict[tuple[str, bool], frozenset[str]]:
        found: dict[tuple[str, bool], set[str]] = {}
        for name, planned, value in triples:
            group = found.setdefault((name, planned), set())
            assert value not in group, f"{name} {value} holds twice"
            group.add(value)
        return {key: frozenset(values) for key, values in found.items()}


@given(history=st.lists(steps(), min_size=1, max_size=7))
def test_rows_and_graph_equal_the_definition_at_every_point(project: Project, history: list[Step]) -> None:
    run = History(project)
    known = [run.first, *(run.run(step) for step in history)]
    for k in known:
        for v in HORIZON:
            assert run.tables(v, k) == run.defined(v, k), (v, k)
    for v in HORIZON:
        for k in (known[-1], known[len(known) // 2]):
            assert run.graph(v, k) == run.defined(v, k), (v, k)


@given(history=st.lists(steps(), min_size=2, max_size=6))
def test_answers_at_a_past_transaction_time_never_change(project: Project, history: list[Step]) -> None:
    run = History(project)
    before: list[tuple[int, dict[int, object]]] = []
    for step in history:
        k = run.run(step)
        before.append((k, {v: run.tables(v, k) for v in HORIZON}))
    for k, seen in before:
        assert {v: run.tables(v, k) for v in HORIZON} == seen


@given(history=st.lists(steps(), min_size=1, max_size=7))
def test_rows_never_overlap_and_are_never_empty(project: Project, history: list[Step]) -> None:
    run = History(project)
    for step in history:
        run.run(step)
    rows = run.project.ledger.facts_of(run.entity(), None)
    by_key: dict[str, list[Fact]] = {}
    for row in rows:
        assert row.valid_from < row.valid_to
        assert row.recorded_from < row.recorded_to
        by_key.setdefault(row.key, []).append(row)
    for same in by_key.values():
        for i, a in enumerate(same):
            for b in same[i + 1 :]:
                apart = a.valid_to <= b.valid_from or b.valid_to <= a.valid_from
                assert apart or a.recorded_to <= b.recorded_from or b.recorded_to <= a.recorded_from


@given(
    history=st.lists(
        steps(verbs=("assert", "assert", "end", "document")), min_size=2, max_size=5, unique_by=lambda s: s.start
    ),
    data=st.data(),
)
def test_what_starts_at_different_times_commutes(project: Project, history: list[Step], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(history))
    one, other = History(project), History(project)
    for step in history:
        one.run(step)
    for step in shuffled:
        other.run(step)
    for v in HORIZON:
        assert one.tables(v, OPEN - 1) == other.tables(v, OPEN - 1), v


@given(pair=st.tuples(steps(verbs=("assert", "end", "retract")), steps(verbs=("assert", "end", "retract"))))
def test_two_writes_in_one_transaction_are_both_kept_and_order_decides(
    project: Project, pair: tuple[Step, Step]
) -> None:
    run = History(project)
    written = project.write([run.op(step) for step in pair], actor="law")
    tx = project.ledger.reached()[1]
    event = project.ledger.event(written.basis.seq)
    assert event.payload is not None
    assert len(event.payload["statements"]) == 2
    for part, step in enumerate(pair):
        run.model.say(step, tx)
        key = run.model.key(step.topic, step.to, step.planned)
        run.model.said[key][-1] = replace(run.model.said[key][-1], part=part)
    for v in HORIZON:
        assert run.tables(v, tx) == run.defined(v, tx)


@given(before=st.lists(steps(), max_size=4), after=st.lists(steps(), max_size=3), data=st.data())
def test_merge_anything_unmerge_is_as_if_never_merged(
    project: Project, before: list[Step], after: list[Step], data: st.DataObject
) -> None:
    merged, plain, other = History(project), History(project), History(project)
    first = Step("assert", "uses", 0, 0)
    for run in (merged, plain, other):
        run.run(first)
    for step in before:
        merged.run(step)
        plain.run(step)
        if data.draw(st.booleans()):
            other.run(step)
    seq, _ = project.merge(other.entity(), merged.entity(), actor="law", reason="the same")
    assert other.entity() == merged.entity()
    for step in after:
        merged.run(step)
        plain.run(step)
    project.unmerge(seq, actor="law", reason="not the same")
    for v in HORIZON:
        assert merged.tables(v, OPEN - 1) == plain.tables(v, OPEN - 1) == plain.defined(v, OPEN - 1)
        assert other.tables(v, OPEN - 1) == other.defined(v, OPEN - 1)


def test_a_merge_joins_two_histories_from_its_own_time_on(project: Project) -> None:
    one, other = History(project), History(project)
    one.run(Step("assert", "status", 0, 1))
    other.run(Step("assert", "status", 1, 3))
    before = project.ledger.reached()[1]
    loser, winner = other.entity(), one.entity()
    project.merge(loser, winner, actor="law", reason="the same")
    values = [(f.value, f.valid_from, f.valid_to) for f in project.ledger.facts_of(loser, OPEN - 1)]
    assert values == [("t0", 1, 3), ("t1", 3, OPEN)]
    assert [f.value for f in project.ledger.facts_of(loser, before)] == ["t1"]
    assert [f.value for f in project.ledger.facts_of(winner, before)] == ["t0"]


@given(history=st.lists(steps(verbs=("assert", "end")), min_size=1, max_size=4), start=times, end=ends)
def test_a_correction_overrules_what_starts_later(
    project: Project, history: list[Step], start: int, end: int | None
) -> None:
    run = History(project)
    for step in history:
        run.run(step)
    facts = project.ledger.facts_of(run.entity(), OPEN - 1)
    if not facts or (end is not None and end <= start):
        return
    fact = facts[0]
    names = run.names()
    project.write([Correct(fact.id, "the contract says so", at(start), at(end), reopen=end is None)], actor="law")
    tx = project.ledger.reached()[1]
    payload = names[fact.target] if fact.target else str(fact.value)
    key = run.model.key(fact.type, int(payload[1:]), fact.planned)
    run.model.said[key] += [
        Statement(tx, tx, 0, Kind.VOID, fact.valid_from, fact.valid_to, payload),
        Statement(tx, tx, 1, Kind.ASSERT, start, OPEN if end is None else end, payload),
    ]
    for v in HORIZON:
        assert run.tables(v, tx) == run.defined(v, tx), v
        assert run.tables(v, tx - 1) == run.defined(v, tx - 1), v


@pytest.mark.parametrize("kind", KINDS, ids=lambda k: k[0])
def test_replay_rebuilds_identical_rows_and_the_same_head(kind: tuple, tmp_path: Path) -> None:
    with Project.open(tmp_path / "p", kind=kind[1], clock=still) as project:
        runs = [History(project) for _ in range(3)]
        for n, run in enumerate(runs):
            run.run(Step("assert", "uses", 0, n))
            run.run(Step("assert", "status", 1, 2))
            run.run(Step("document", "status", 0, 3, lines=(2,)))
            run.run(Step("retract", "status", 1, 2, 4))
            run.run(Step("end", "uses", 0, 6))
            run.run(Step("document", "status", 0, 5))
        project.merge(runs[0].entity(), runs[1].entity(), actor="law", reason="the same")
        before, head = dump(tmp_path / "p"), project.ledger.reached()[0]
        assert project.rebuild() == head
        assert dump(tmp_path / "p") == before
        assert project.ledger.reached()[0] == head
        assert runs[2].graph(4, OPEN - 1) == runs[2].defined(4, OPEN - 1)


@pytest.mark.parametrize("kind", KINDS, ids=lambda k: k[0])
def test_replay_up_to_a_time_answers_like_known_at_that_time(kind: tuple, tmp_path: Path) -> None:
    with Project.open(tmp_path / "p", kind=kind[1], clock=still) as project:
        run = History(project)
        history = [
            Step("assert", "works_at", 0, 0),
            Step("assert", "works_at", 1, 3),
            Step("document", "status", 0, 2, lines=(1,)),
            Step("retract", "works_at", 1, 0),
            Step("document", "status", 0, 4, lines=(2,)),
            Step("end", "works_at", 0, 8),
        ]
        known = [run.run(step) for step in history]
        expected = {(v, k): run.tables(v, k) for v in HORIZON for k in known}
        entity = run.entity()
    for k in known:
        copy = tmp_path / f"copy-{k}"
        copy.mkdir()
        shutil.copy(tmp_path / "p" / "journal.sqlite", copy)
        db = sqlite3.connect(copy / "journal.sqlite")
        db.execute("DELETE FROM events WHERE tx > ?", (k,))
        db.commit()
        db.close()
        with Project.open(copy, kind=kind[1], clock=still) as cut:
            cut.rebuild()
            run.project = cut
            assert run.entity() == entity
            for v in HORIZON:
                assert run.tables(v, OPEN - 1) == expected[v, k]


def dump(directory: Path) -> dict[str, list[tuple[object, ...]]]:
    db = sqlite3.connect(directory / "journal.sqlite")
    try:
        return {
            table: sorted(db.execute(f"SELECT * FROM {table}").fetchall(), key=repr)
            for table in ("observations", "entities", "aliases", "merges", "silences", "versions", "facts")
        }
    finally:
        db.close()
