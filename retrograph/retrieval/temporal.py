"""Questions about what was true then, as far as was known then.

questions = Questions(project.ledger, project.graph, system_clock, "Europe/Berlin")
answer = questions.temporal_query(TemporalQuery(entity="JWT auth", as_of="2025-03", known_at="asOf"))
"""

from __future__ import annotations

from retrograph.clock import Clock
from retrograph.graph.ledger import Ledger
from retrograph.graph.store import GraphStore
from retrograph.retrieval import diff, entities, slices, timeline, why
from retrograph.retrieval.answers import (
    DiffAnswer,
    EntityAnswer,
    EntityList,
    FactAnswer,
    PathAnswer,
    TemporalAnswer,
    TimelineAnswer,
    WhyAnswer,
    WhyNotAnswer,
)
from retrograph.retrieval.asof import Resolver
from retrograph.retrieval.query import (
    DiffQuery,
    EntitiesQuery,
    EntityQuery,
    FactQuery,
    PathQuery,
    TemporalQuery,
    TimelineQuery,
)


class Questions:
    """Answers every read of one project but search. Every method may be called from any thread.

    Each answer is read wholly at one point of the journal. All raise `InvalidInput` for a wrong field, `NotFound`
    for an entity or fact not known then, `Gone` for a basis from before an erase that touches the answer, and
    `Unavailable` while the graph is being rebuilt.

    Args:
        ledger: reads of the record.
        graph: the projection that is walked.
        clock: what "now" is where a question names no time.
        zone: name of the time zone in which dates are read and shown, unless the question gives one.
    """

    def __init__(self, ledger: Ledger, graph: GraphStore, clock: Clock, zone: str = "UTC") -> None:
        self._sources = slices.Sources(ledger, graph, Resolver(ledger, clock, zone))

    def temporal_query(self, query: TemporalQuery) -> TemporalAnswer:
        """What holds of an entity: its properties, its facts in both directions, and the paths in words."""
        return slices.temporal_query(self._sources, query)

    def timeline(self, query: TimelineQuery) -> TimelineAnswer:
        """Every version of an entity's facts and properties, with what ended each."""
        return timeline.timeline(self._sources, query)

    def diff(self, query: DiffQuery) -> DiffAnswer:
        """What was added, ended, corrected and retracted between two points."""
        return diff.diff(self._sources, query)

    def path(self, query: PathQuery) -> PathAnswer:
        """A shortest chain of facts between two entities."""
        return slices.path(self._sources, query)

    def fact(self, query: FactQuery) -> FactAnswer:
        """One version of a fact."""
        return why.fact(self._sources, query)

    def why(self, query: FactQuery) -> WhyAnswer:
        """On whose words a fact is believed."""
        return why.why(self._sources, query)

    def why_not(self, query: FactQuery) -> WhyNotAnswer:
        """What hides a fact at a point."""
        return why.why_not(self._sources, query)

    def entities(self, query: EntitiesQuery) -> EntityList:
        """The entities known."""
        return entities.entities(self._sources, query)

    def entity(self, query: EntityQuery) -> EntityAnswer:
        """One entity and its names."""
        return entities.entity(self._sources, query)
