"""What a statement is about: its key, and how that reads after merges; pure.

A key is text, so that engines can index it: `r0:ent_a:uses:ent_b` (a relation of which there can be many),
`o0:ent_a:works_at` (of which there is one), `p0:ent_a:status` (a property). `r1`, `o1`, `p1` are the same for
plans, which never touch what is so.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from retrograph.errors import InvalidInput
from retrograph.graph.vocabulary import ONE_VALUED

PROPERTY_LIMIT = 200


@dataclass(frozen=True, slots=True)
class Topic:
    """The parts of a key. `target` is None for a property and for a one-valued relation's key."""

    source: str
    name: str
    target: str | None
    is_property: bool
    planned: bool

    @property
    def key(self) -> str:
        return key_of(self.source, self.name, self.target, self.planned, is_property=self.is_property)


def key_of(source: str, name: str, target: str | None, planned: bool, *, is_property: bool) -> str:
    """The key of a statement. `target` is ignored where the key does not hold it."""
    mark = "1" if planned else "0"
    if is_property:
        return f"p{mark}:{source}:{name}"
    if name in ONE_VALUED:
        return f"o{mark}:{source}:{name}"
    return f"r{mark}:{source}:{name}:{target}"


def topic_of(key: str) -> Topic:
    """The parts of a key again."""
    head, source, rest = key.split(":", 2)
    planned = head[1] == "1"
    if head[0] == "r":
        name, _, target = rest.partition(":")
        return Topic(source, name, target, False, planned)
    return Topic(source, rest, None, head[0] == "p", planned)


def spellings(topic: Topic, sources: Collection[str], targets: Collection[str]) -> Iterator[str]:
    """The keys under which the same topic was mentioned, given all ids that stand for its ends."""
    for source in sources:
        for target in targets if topic.target is not None else (None,):
            yield key_of(source, topic.name, target, topic.planned, is_property=topic.is_property)


def property_name(name: str, *, field: str = "property") -> str:
    """A property's name as stored: NFKC, lower case, white space collapsed.

    Raises:
        InvalidInput: empty or longer than `PROPERTY_LIMIT`.
    """
    text = " ".join(unicodedata.normalize("NFKC", name).lower().split())
    text = "".join(c for c in text if unicodedata.category(c) not in {"Cc", "Cf", "Cs"})
    if not text:
        raise InvalidInput(field, "the property's name is empty")
    if len(text) > PROPERTY_LIMIT:
        raise InvalidInput(field, f"a property's name has at most {PROPERTY_LIMIT} characters")
    return text
