"""The laws of time as the questions show them, on random histories over small integers.

Documents, plans, corrections and merges included; each case runs under fresh names in one project.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrograph.errors import NotFound
from retrograph.graph.intervals import instant_text
from retrograph.graph.model import Correct, EntityRef, Evidenced
from retrograph.graph.project import Project
from retrograph.retrieval.answers import DiffAnswer, TemporalAnswer
from retrograph.retrieval.query import DiffQuery, FactQuery, TemporalQuery, TimelineQuery
from retrograph.retrieval.render import markdown
from retrograph.retrieval.temporal import Questions
from retrograph.retrieval.views import FactView, PropertyView
from tests.property.test_laws import HORIZON, History, Step, at, steps, still
from tests.stores import KINDS

FEW = tuple(range(-1, 11, 3))
few_cases = settings(max_examples=max(20, settings().max_examples // 4))
"""Each case writes and asks many times, so a quarter of the profile's cases is run."""


@pytest.fixture(scope="module", params=KINDS, ids=lambda k: k[0])
def project(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with Project.open(tmp_path_factory.mktemp("questions") / "p", kind=request.param[1], clock=still) as opened:
        yield opened


@dataclass(frozen=True)
class Correction:
    """Overrules one of the facts believed then: its bounds, or its object."""

    which: int
    start: int
    length: int | None
    to: int | None


@dataclass(frozen=True)
class Join:
    """Merges the targets `t0` and `t1`, or undoes that."""


corrections = st.builds(
    Correction, st.integers(0, 5), st.integers(0, 6), st.one_of(st.none(), st.integers(1, 4)),
    st.one_of(st.none(), st.integers(0, 2)),
)  # fmt: skip
histories = st.lists(st.one_of(steps(), steps(), corrections), min_size=1, max_size=6)
merging = st.lists(st.one_of(steps(), steps(), st.just(Join()), corrections), min_size=2, max_size=7)


@dataclass
class Asked:
    """A history with the questions that can be asked of it."""

    project: Project
    run: History = field(init=False)
    known: list[int] = field(default_factory=list)
    merge: int | None = None

    def __post_init__(self) -> None:
        self.run = History(self.project)
        self.ask = Questions(self.project.ledger, self.project.graph, still)

    def play(self, history: list[Step | Correction | Join]) -> None:
        self.tell(Step("assert", "uses", 0, 4))
        for item in history:
            self.tell(item)

    def tell(self, item: Step | Correction | Join) -> None:
        if isinstance(item, Step):
            self.run.run(item)
        elif isinstance(item, Correction):
            self.correct(item)
        else:
            self.join()
        self.known.append(self.project.ledger.reached()[1])

    def correct(self, item: Correction) -> None:
        reached = self.project.ledger.reached()[1]
        believed = self.project.ledger.facts_of(self.run.entity(), reached)
        if not believed:
            return
        fact = believed[item.which % len(believed)]
        target = value = None
        if item.to is not None:
            name = f"t{item.to}"
            target = EntityRef("concept", f"{self.run.name} {name}") if fact.target is not None else None
            value = None if fact.target is not None else name
        end = None if item.length is None else at(item.start + item.length)
        change = Correct(fact.id, "because", at(item.start), end, item.length is None, target, value, Evidenced())
        self.project.write([change], actor="law")

    def join(self) -> None:
        if self.merge is not None:
            self.project.unmerge(self.merge, actor="law", reason="two")
            self.merge = None
            return
        reached = self.project.ledger.reached()[1]
        ids = [self.project.ledger.find(f"{self.run.name} t{n}", reached) for n in (0, 1)]
        if all(ids):
            self.merge, _ = self.project.merge(ids[1][0].entity.id, ids[0][0].entity.id, actor="law", reason="one")

    def slice(self, valid: int, known: int, **more: object) -> TemporalAnswer | None:
        query = TemporalQuery(
            entity=self.run.name, as_of=instant_text(valid), known_at=instant_text(known), limit=1000, **more
        )  # type: ignore[arg-type]
        try:
            return self.ask.temporal_query(query)
        except NotFound:
            return None

    def ids(self, valid: int, known: int) -> frozenset[str]:
        return ids_of(self.slice(valid, known))

    def facts(self) -> list[str]:
        return [f.id for f in self.project.ledger.facts_of(self.run.entity(), None)]


def ids_of(answer: TemporalAnswer | None) -> frozenset[str]:
    """The versions in an answer."""
    if answer is None:
        return frozenset()
    plans = {p.planned.id for p in answer.properties.values() if p.planned}
    return frozenset({f.id for f in answer.facts} | {p.id for p in answer.properties.values()} | plans)


def apply_diff(state: frozenset[str], changes: DiffAnswer) -> frozenset[str]:
    """The state that a diff makes of another."""
    every = (*changes.added, *changes.ended, *changes.corrected, *changes.retracted)
    gone = {c.before.id if c.before else c.id for c in every}
    return (state - gone) | {c.id for c in every if c.holds}


def said(version: FactView | PropertyView) -> tuple[object, ...]:
    """What a version says, whichever version it is."""
    planned = version.evidence == "planned"
    if isinstance(version, FactView):
        return (version.source.id, version.type, version.target.id, planned)
    return (version.entity.id, version.property, version.value, planned)


@few_cases
@given(history=st.lists(steps(), min_size=1, max_size=6))
def test_a_slice_shows_what_the_definition_says(project: Project, history: list[Step]) -> None:
    asked = Asked(project)
    asked.play(list(history))
    known = asked.known[len(asked.known) // 2]
    for valid in HORIZON:
        expected = {
            (name, value, planned)
            for (name, planned), values in asked.run.defined(valid, known).items()
            for value in values
            if not planned or value not in asked.run.defined(valid, known).get((name, False), ())
        }
        answer = asked.slice(valid, known)
        assert answer is not None
        shown = {(f.type, f.target.name.rpartition(" ")[2], f.evidence == "planned") for f in answer.facts}
        for name, prop in answer.properties.items():
            shown |= {(name, p.value, p.evidence == "planned") for p in (prop, prop.planned) if p}
        assert shown == expected


@few_cases
@given(history=merging)
def test_answers_at_a_past_transaction_time_keep_their_bytes(project: Project, history: list[object]) -> None:
    asked = Asked(project)
    first: dict[int, list[str]] = {}
    asked.tell(Step("assert", "uses", 0, 4))

    def bytes_at(known: int) -> list[str]:
        text, then = instant_text(known), instant_text(asked.known[0])
        name = asked.run.name
        axis = TimelineQuery(entity=name, known_at=text, axis="both")
        span = DiffQuery(entity=name, from_as_of=instant_text(2), to_as_of=instant_text(7), from_known_at=then,
                         to_known_at=text)  # fmt: skip
        answers = [asked.ask.timeline(axis), asked.ask.diff(span), *(asked.slice(v, known) for v in FEW)]
        assert all(markdown(a) for a in answers if a)
        assert all(type(a).model_validate_json(a.model_dump_json()) == a for a in answers if a)
        return [a.model_dump_json() if a else "" for a in answers]

    for item in history:
        asked.tell(item)  # type: ignore[arg-type]
        first.setdefault(asked.known[-1], bytes_at(asked.known[-1]))
    for known, seen in first.items():
        assert bytes_at(known) == seen


@few_cases
@given(history=merging)
def test_the_basis_of_an_answer_gives_its_bytes_again(project: Project, history: list[object]) -> None:
    asked = Asked(project)
    asked.tell(Step("assert", "uses", 0, 4))
    seen = []
    for item in history:
        asked.tell(item)  # type: ignore[arg-type]
        query = TemporalQuery(entity=asked.run.name, as_of=instant_text(5))
        seen.append(asked.ask.temporal_query(query))
    for answer in seen:
        again = TemporalQuery(entity=asked.run.name, as_of=instant_text(5), basis=answer.basis.text)
        assert asked.ask.temporal_query(again).model_dump_json() == answer.model_dump_json()


@few_cases
@given(history=merging, data=st.data())
def test_a_diff_applied_to_the_one_state_gives_the_other(
    project: Project, history: list[object], data: st.DataObject
) -> None:
    asked = Asked(project)
    asked.play(history)  # type: ignore[arg-type]
    known = sorted({asked.known[0] - 1, *asked.known})
    for _ in range(6):
        valid = sorted(data.draw(st.tuples(st.sampled_from(HORIZON), st.sampled_from(HORIZON))))
        believed = sorted(data.draw(st.tuples(st.sampled_from(known), st.sampled_from(known[1:]))))
        changes = asked.ask.diff(
            DiffQuery(
                entity=asked.run.name, from_as_of=instant_text(valid[0]), to_as_of=instant_text(valid[1]),
                from_known_at=instant_text(believed[0]), to_known_at=instant_text(believed[1]),
            )
        )  # fmt: skip
        after = asked.ids(valid[1], believed[1])
        assert apply_diff(asked.ids(valid[0], believed[0]), changes) == after
        for change in (*changes.added, *changes.ended, *changes.corrected, *changes.retracted):
            assert change.holds == (change.id in after)
            assert change.event.event is not None
        assert markdown(changes)


@few_cases
@given(history=histories)
def test_why_not_is_silent_exactly_for_what_is_visible(project: Project, history: list[object]) -> None:
    asked = Asked(project)
    asked.play(history)  # type: ignore[arg-type]
    for known in {asked.known[0], asked.known[len(asked.known) // 2], asked.known[-1]}:
        for valid in FEW:
            answer = asked.slice(valid, known)
            assert answer is not None
            shown = {said(f) for f in answer.facts}
            for name, prop in answer.properties.items():
                shown |= {(answer.entity.id, name, p.value, p.evidence == "planned") for p in (prop, prop.planned) if p}
            for id_ in asked.facts():
                query = FactQuery(fact=id_, as_of=instant_text(valid), known_at=instant_text(known))
                reason = asked.ask.why_not(query)
                assert reason.visible == (said(reason.fact) in shown)
                assert reason.visible == (not reason.because)


@few_cases
@given(history=merging)
def test_a_timeline_is_all_slices_laid_end_to_end(project: Project, history: list[object]) -> None:
    asked = Asked(project)
    asked.play(history)  # type: ignore[arg-type]
    for known in {asked.known[0], asked.known[-1]}:
        text = instant_text(known)
        timeline = asked.ask.timeline(TimelineQuery(entity=asked.run.name, known_at=text)).versions
        for version in timeline:
            assert (version.ended_by is None) == (version.valid_to is None)
            assert version.support_count >= 1
        for valid in HORIZON:
            holding = {
                said(v): v.id
                for v in timeline
                if (v.valid_from is None or v.valid_from.microsecond <= valid or v.valid_from.year < 1970)
                and (v.valid_to is None or valid < v.valid_to.microsecond)
            }
            facts = {s: id_ for s, id_ in holding.items() if not s[-1] or (*s[:-1], False) not in holding}
            assert set(facts.values()) == asked.ids(valid, known)


@few_cases
@given(history=histories)
def test_every_believed_fact_can_say_why(project: Project, history: list[object]) -> None:
    asked = Asked(project)
    asked.play(history)  # type: ignore[arg-type]
    for id_ in asked.facts():
        answer = asked.ask.why(FactQuery(fact=id_))
        assert any(e.supports for e in answer.events)
        assert [e.event for e in answer.events] == sorted(e.event for e in answer.events)
        assert markdown(answer)
        fact = asked.ask.fact(FactQuery(fact=id_))
        assert fact.current == (fact.fact.recorded_to is None)
        assert markdown(fact)
