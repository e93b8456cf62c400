"""The closed vocabularies. Everything that lists a type, a relation or a level reads it from here."""

from __future__ import annotations

from typing import Final, Literal, get_args

EntityType = Literal[
    "file", "function", "concept", "error", "decision", "pattern", "library", "person",
    "project", "preference", "location", "organization", "event",
]  # fmt: skip
RelationType = Literal[
    "uses", "imports", "modifies", "causes", "fixes", "depends_on", "related_to",
    "works_at", "prefers", "blocked_by", "caused_by", "optimizes_for", "rejected", "avoids",
    "located_in", "succeeded_by",
]  # fmt: skip
Evidence = Literal["planned", "stated", "observed"]
Grain = Literal["instant", "day", "month", "year", "assumed"]
Sentiment = Literal["positive", "neutral", "negative"]
Verb = Literal["assert", "correct", "end", "retract", "erase"]
ObservationKind = Literal[
    "user_message", "assistant_message", "tool_call", "tool_result", "tool_failure", "test_output", "commit",
    "document", "note", "notification", "subagent", "compaction", "lifecycle",
]  # fmt: skip
Source = Literal[
    "run_ledger", "session", "runtime_index", "topology", "setup", "approved_memory", "notes", "catalog",
    "snapshot",
]  # fmt: skip
Outcome = Literal["complete", "partial", "failed"]

ENTITY_TYPES: Final[tuple[EntityType, ...]] = get_args(EntityType)
RELATION_TYPES: Final[tuple[RelationType, ...]] = get_args(RelationType)
EVIDENCE: Final[tuple[Evidence, ...]] = get_args(Evidence)
GRAINS: Final[tuple[Grain, ...]] = get_args(Grain)
SENTIMENTS: Final[tuple[Sentiment, ...]] = get_args(Sentiment)
OBSERVATION_KINDS: Final[tuple[ObservationKind, ...]] = get_args(ObservationKind)
SOURCES: Final[tuple[Source, ...]] = get_args(Source)
OUTCOMES: Final[tuple[Outcome, ...]] = get_args(Outcome)

BASIC_ENTITY_TYPES: Final = ENTITY_TYPES[:8]
BASIC_RELATION_TYPES: Final = RELATION_TYPES[:7]

SPEAKERS: Final[frozenset[tuple[EntityType, str]]] = frozenset({("organization", "team"), ("person", "user")})
"""Who a text speaks for without a name: "we" is the team, "I" is the user, and Korean often says neither."""

ONE_VALUED: Final[frozenset[str]] = frozenset({"works_at", "located_in"})
"""Relations of which a source has one at a time; all others have many."""

STATED_WEIGHT: Final = 1.0
INFERRED_WEIGHT: Final = 0.5
SPECULATIVE_WEIGHT: Final = 0.1
WEIGHT_RANGE: Final = (0.1, 1.0)
