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

ENTITY_MEANING: Final[dict[EntityType, str]] = {
    "file": "a file or folder, by its path",
    "function": "a function, method, class, route or other symbol of code",
    "concept": "an idea, topic, part or kind of work that no other type fits",
    "error": "an error, exception, failure or defect",
    "decision": "a decision record or proposal: ADR-7, PEP 572",
    "pattern": "a way of building or working: retry with back-off, code review",
    "library": "a package, database, language, tool or other product that somebody else makes",
    "person": "a human being",
    "project": "a service, application, repository or named component of one's own",
    "preference": "something somebody likes to have in a certain way: dark mode, short answers",
    "location": "a place: city, country, region, data centre",
    "organization": "a company, team or institution",
    "event": "something that happened once: a commit, pull request, incident, release, meeting",
}
"""What is meant by each type, for whoever reads a text: a person, or a model."""

RELATION_MEANING: Final[dict[RelationType, str]] = {
    "uses": "it works with that, or has chosen it",
    "imports": "code imports that file or package",
    "modifies": "a change alters that file, function or thing",
    "causes": "it brings that about",
    "fixes": "it repairs that error or problem",
    "depends_on": "it needs that in order to work",
    "related_to": "they belong together, in no way that another relation says",
    "works_at": "a person is employed by that organization or belongs to that team",
    "prefers": "somebody would rather have that",
    "blocked_by": "it cannot go on until that is done or gone",
    "caused_by": "it comes from that",
    "optimizes_for": "it is made to be best at that",
    "rejected": "somebody considered that and decided against it",
    "avoids": "somebody keeps away from that on purpose, as a rule",
    "located_in": "it is in that place",
    "succeeded_by": "that came after it and took its place",
}

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
