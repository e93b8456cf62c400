"""The facts met on a walk: in which order they are shown, by pages, and the way to each.

What speaks for a fact is only read where it is needed: for the page, and for what it has to be ranked among.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from retrograph.graph.ledger import Ledger
from retrograph.graph.store import Step
from retrograph.retrieval.describe import Backed, back

BLOCK: Final = 100
"""So many facts of one depth are ranked among each other by their supports; beyond, weight and start alone decide."""


@dataclass(frozen=True, slots=True)
class Met:
    """A fact as met on the walk, with what speaks for it."""

    step: Step
    backed: Backed

    @property
    def id(self) -> str:
        return self.step.edge.fact


class Walked:
    """The facts of one walk from `start`, as known at `known`; plans of what also holds as a fact are left out."""

    def __init__(self, steps: Sequence[Step], start: str, ledger: Ledger, known: int) -> None:
        self._ledger = ledger
        self._known = known
        self._start = start
        self._backed: dict[str, Backed] = {}
        self.steps = _without_doubled_plans(steps)

    @property
    def entities(self) -> set[str]:
        """Every entity met, and the start."""
        return {self._start, *(end for s in self.steps for end in (s.edge.source, s.edge.target))}

    def keep(self, evidence: Collection[str]) -> None:
        """Keep only facts of these levels of evidence, and of those what is still reached over the others."""
        reached = {self._start}
        kept = []
        near = self._near_ends()
        for m in self._met(sorted(self.steps, key=lambda s: s.depth)):
            if m.backed.evidence in evidence and near[m.id] in reached:
                reached.update((m.step.edge.source, m.step.edge.target))
                kept.append(m.step)
        self.steps = kept

    def page(self, order: str, offset: int, limit: int) -> list[Met]:
        """The facts of a page in their order: by relevance, or `recent` or `oldest` first."""
        found: list[Met] = []
        for block in self._blocks(order):
            if not found and len(block) <= offset:
                offset -= len(block)
                continue
            met = self._met(block)
            found += sorted(met, key=_relevance) if order == "relevance" else met
            if len(found) >= offset + limit:
                break
        return found[offset : offset + limit]

    def ways(self, shown: Sequence[Met]) -> list[list[Met]]:
        """For each fact the facts that lead to it from the start, itself the last."""
        if all(m.step.depth == 1 for m in shown):
            return [[m] for m in shown]
        near = self._near_ends()
        by: dict[str, Step] = {}
        for s in sorted(self.steps, key=lambda s: (s.depth, s.edge.fact)):
            far = s.edge.target if near[s.edge.fact] == s.edge.source else s.edge.source
            by.setdefault(far, s)
        chains = []
        for m in shown:
            chain = [m.step]
            while chain[0].depth > 1:
                chain.insert(0, by[near[chain[0].edge.fact]])
            chains.append(chain)
        every = {m.id: m for m in self._met({s.edge.fact: s for chain in chains for s in chain}.values())}
        return [[every[s.edge.fact] for s in chain] for chain in chains]

    def _blocks(self, order: str) -> Iterable[list[Step]]:
        ordered = sorted(self.steps, key=_ORDERS[order])
        groups = groupby(ordered, key=_group) if order == "relevance" else [(None, iter(ordered))]
        for _, group in groups:
            steps = list(group)
            for start in range(0, len(steps), BLOCK):
                yield steps[start : start + BLOCK]

    def _met(self, steps: Iterable[Step]) -> list[Met]:
        wanted = list(steps)
        missing = [s.edge for s in wanted if s.edge.fact not in self._backed]
        said = self._ledger.statements_of_edges(missing, self._known)
        for edge in missing:
            self._backed[edge.fact] = back(edge, edge.target, said.get(edge.fact, ()), self._known)
        return [Met(s, self._backed[s.edge.fact]) for s in wanted]

    def _near_ends(self) -> dict[str, str]:
        """For each fact the end at which it was met."""
        distance = {self._start: 0}
        for s in sorted(self.steps, key=lambda s: s.depth):
            for end in (s.edge.source, s.edge.target):
                distance.setdefault(end, s.depth)
        return {s.edge.fact: s.edge.source if distance[s.edge.source] < s.depth else s.edge.target for s in self.steps}


def _without_doubled_plans(steps: Sequence[Step]) -> list[Step]:
    if not any(s.edge.planned for s in steps):
        return list(steps)
    facts = {_triple(s) for s in steps if not s.edge.planned}
    return [s for s in steps if not s.edge.planned or _triple(s) not in facts]


def _triple(step: Step) -> tuple[str, str, str]:
    return (step.edge.source, step.edge.type, step.edge.target)


def _group(step: Step) -> tuple[int, bool]:
    return (step.depth, step.edge.planned)


def _relevance(m: Met) -> tuple[float, int, int, str]:
    return (-m.backed.weight, -len(m.backed.supports), -m.step.edge.valid_from, m.id)


_ORDERS: Final[dict[str, Callable[[Step], tuple[float | str, ...]]]] = {
    "relevance": lambda s: (s.depth, s.edge.planned, -s.edge.weight, -s.edge.valid_from, s.edge.fact),
    "recent": lambda s: (-s.edge.valid_from, s.edge.fact),
    "oldest": lambda s: (s.edge.valid_from, s.edge.fact),
}
