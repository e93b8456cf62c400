"""What a reader keeps in mind over the sentences of one text, and how the sentences bear on each other."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from retrograph.errors import InvalidInput
from retrograph.extraction import times
from retrograph.extraction.dates.reference import Reference
from retrograph.extraction.rulebook.drafts import UNDATED, Claim, Dates, Name, Sheet, Trait
from retrograph.extraction.times import Phrase
from retrograph.graph.intervals import Period, bounds, instant_text
from retrograph.graph.vocabulary import (
    INFERRED_WEIGHT,
    SPECULATIVE_WEIGHT,
    STATED_WEIGHT,
    Evidence,
    ObservationKind,
    RelationType,
    Sentiment,
)

_WE: Final = re.compile(
    r"\b(?:we|our|the team)\b|우리 팀|저희 팀|우리(?=[는가 ])|저희(?=[는가 ])|(?<![가-힣])(?<![가-힣] )팀(?=은|이\s"
    r"|에서)",
    re.IGNORECASE,
)
_SENTIMENTS: Final[Mapping[RelationType, Sentiment]] = {
    "prefers": "positive",
    "rejected": "negative",
    "avoids": "negative",
}
_OF_ONES_OWN: Final = frozenset({"user_message", "assistant_message", "commit", "note"})
"""Observations in which people and agents speak of their own work."""

EXCLUSIVE: Final = frozenset({"uses", "imports", "depends_on", "works_at", "located_in"})
"""Relations in which one target takes the place of another."""


@dataclass(slots=True)
class Said:
    """One relation as a sentence states it. `ended`: over, at an unknown time up to now; `past`: told of the past.

    `change`: the words that tell of a change, where what was before is not named. `upgrade`: only the version changes;
    `left` is the old one. Where the source is the target, nothing else is told.
    """

    source: Name
    type: RelationType
    target: Name
    quote: str
    start: Period | None = None
    end: Period | None = None
    phrase_from: str | None = None
    phrase_to: str | None = None
    ended: bool = False
    past: bool = False
    planned: bool = False
    hearsay: bool = False
    guess: bool = False
    retracted: bool = False
    evidence: Evidence = "stated"
    replaces: Name | None = None
    change: str | None = None
    reasoning: str | None = None
    alternatives: tuple[str, ...] = ()
    upgrade: bool = False
    left: str | None = None

    @property
    def open(self) -> bool:
        """Whether it holds until further notice."""
        return not (self.ended or self.end or self.planned or self.retracted)

    @property
    def identity(self) -> object:
        """What makes two statements of a text one."""
        replaces = self.replaces.key if self.replaces else None
        bounds = (self.start, self.end, self.ended, self.past, self.planned, self.retracted, self.target.version)
        return (self.source.key, self.type, self.target.key, replaces, bounds)

    def date(self, phrase: Phrase | None, *, ends: bool) -> None:
        """Take the bounds that a phrase gives; `ends`: a plain date is the end."""
        if phrase is None or not phrase.exact:
            return
        if phrase.role == "span":
            self.start, self.end = phrase.start, phrase.end
            self.phrase_from = self.phrase_to = phrase.text
        elif phrase.role == "until" or ends:
            self.end, self.phrase_to = phrase.end or phrase.start, phrase.text
        else:
            self.start, self.phrase_from = phrase.start, phrase.text


@dataclass
class Talk:
    """The state of reading one text, `content`. `topic` is what "it" stands for, `person` whom "she" stands for.

    `options` were weighed, and no choice has been told yet.
    """

    content: str
    seen: Reference
    sheet: Sheet
    evidence: Evidence = "stated"
    kind: ObservationKind = "note"
    topic: Name | None = None
    person: Name | None = None
    actor: Name | None = None
    commit: Name | None = None
    decision: Name | None = None
    default_start: Period | None = None
    all_planned: bool = False
    correcting: bool = False
    options: tuple[str, ...] = ()
    said: list[Said] = field(default_factory=list)
    _latest: dict[object, Said] = field(default_factory=dict)
    _by_claim: dict[object, list[Said]] = field(default_factory=lambda: defaultdict(list))
    _seen: set[object] = field(default_factory=set)
    _products: set[str] = field(default_factory=set)

    def deadline(self, text: str, phrase: Phrase) -> Phrase:
        """Until when something is to change, as when it does: "6월까지 옮긴다", "migrated until June"."""
        when = self.ahead(text, phrase)
        return replace(when, role="at", start=when.end or when.start, end=None)

    def ahead(self, text: str, phrase: Phrase) -> Phrase:
        """The phrase of that text as one of what is to come: "in June" is the next one."""
        coming = times.find(text, self.seen.at, self.seen.zone, future=True)
        return next((other for other in coming if other.span == phrase.span), phrase)

    def current(self, source: Name, relation: RelationType) -> Said | None:
        """The latest thing stated to hold, or to have held, in this relation of this source."""
        return self._latest.get((source.key, relation))

    def uses(self, source: Name, target: Name) -> bool:
        """Whether the text has already said that the source uses the target."""
        return bool(self._by_claim.get((source.key, "uses", target.key)))

    @cached_property
    def we(self) -> Name | None:
        """The unnamed team that the text speaks for, if it does; else the decision that the text is."""
        said = _WE.search(self.content)
        return Name("organization", "team", (said[0].casefold(),)) if said else self.decision

    @property
    def somebody(self) -> Name | None:
        """Who does what a text tells without saying who: its "we", or the team of whoever speaks of their own work."""
        return self.we or (Name("organization", "team") if self.kind in _OF_ONES_OWN else None)

    def is_product(self, name: str) -> bool:
        """Whether the text has already spoken of a product of that name."""
        return name in self._products

    def rejected(self, target: Name, quote: str, why: str | None) -> None:
        """An option was turned down: by the decision that the text is, else by what the text speaks of."""
        source = self.decision or self.topic or self.we
        if source:
            self.add(Said(source, "rejected", target, quote, reasoning=why))

    def add(self, said: Said) -> None:
        """Take a statement in: it may end an earlier one of the same text."""
        if said.evidence == "stated":
            said.evidence = self.evidence
        if self.all_planned and not said.retracted:
            said.planned = True
        if said.replaces and said.replaces.key == said.target.key:
            said.upgrade, said.left, said.replaces = True, said.replaces.version, None
        if said.target.type == "library":
            self._products.add(said.target.name)
        if said.identity in self._seen:
            return
        self._seen.add(said.identity)
        if not said.open and not said.planned and not said.retracted and self._ends_earlier(said):
            return
        if said.replaces:
            self._close(said, said.replaces)
            if self._tells_more(said, said.replaces):
                return
        self.said.append(said)
        self._by_claim[said.source.key, said.type, said.target.key].append(said)
        if not said.planned and not said.retracted:
            self._latest[said.source.key, said.type] = said

    def _ends_earlier(self, said: Said) -> bool:
        """An end of something that the text has stated with its beginning: one relation with both bounds."""
        if said.start or (said.end is None and not said.ended):
            return False
        for earlier in reversed(self._by_claim[said.source.key, said.type, said.target.key]):
            over = earlier.ended and earlier.end is None and said.end is not None
            if (earlier.open or over) and not earlier.past and earlier.planned == said.planned:
                earlier.end, earlier.phrase_to, earlier.ended = said.end, said.phrase_to, said.ended
                earlier.reasoning = earlier.reasoning or said.reasoning
                return True
        return False

    def _tells_more(self, said: Said, replaced: Name) -> bool:
        """Whether it only adds to what was said before when that began, and what it replaced."""
        earlier = self._latest.get((said.source.key, said.type))
        if earlier is None or not (earlier.open and said.open) or earlier.target.key != said.target.key:
            return False
        if earlier.start or earlier.replaces or earlier.hearsay or earlier.guess:
            return False
        earlier.start, earlier.phrase_from, earlier.replaces = said.start, said.phrase_from, replaced
        earlier.quote, earlier.reasoning = said.quote, earlier.reasoning or said.reasoning
        return True

    def _close(self, said: Said, replaced: Name) -> None:
        for earlier in reversed(self._by_claim[said.source.key, said.type, replaced.key]):
            if earlier.open and earlier.planned == said.planned:
                if said.start:
                    earlier.end, earlier.phrase_to = said.start, said.phrase_from
                else:
                    earlier.ended = True
                return

    def finish(self) -> None:
        """Put what was said on the sheet."""
        self._weigh_options()
        for said in self.said:
            if not (said.past and said.open):
                claim = self._claim(said)
                self.sheet.claim(replace(claim, dates=UNDATED, evidence=said.evidence) if said.upgrade else claim)
                self._state_versions(said, claim)
                if said.replaces and not said.retracted:
                    self.sheet.name(said.replaces)

    def _state_versions(self, said: Said, claim: Claim) -> None:
        """Which version a thing is at, and which it was at until an upgrade."""
        if said.retracted:
            return
        dates = claim.dates
        told = [(said.target.version, dates)]
        if said.open or said.planned:
            until = dates.start or instant_text(self.seen.at)
            told.append((said.left, Dates("unknown", until, phrase_to=dates.phrase_from)))
        for version, when in told:
            if version:
                trait = Trait(said.target, "version", version, said.quote, when, claim.weight, claim.evidence)
                self.sheet.trait(trait)

    def _weigh_options(self) -> None:
        """In a decision record, what was turned down are the alternatives of what was taken."""
        turned_down = tuple(said.target.name for said in self.said if said.type == "rejected")
        taken = [said for said in self.said if said.type == "uses" and said.open]
        if self.decision and turned_down and len(taken) == 1 and not taken[0].alternatives:
            taken[0].alternatives = turned_down

    def _claim(self, said: Said) -> Claim:
        start = said.start
        if start is None and self.default_start and not said.ended and said.end is None and not said.retracted:
            start = self.default_start
        over = said.end or (Period(self.seen.at, self.seen.at + 1, "instant") if said.ended else None)
        if start and over and not _ends_after(start, over):
            start = None
        dates = Dates(
            start=times.written(start, self.seen.zone) if start else None,
            end=times.written(said.end, self.seen.zone) if said.end else None,
            phrase_from=said.phrase_from if said.start is start else None,
            phrase_to=said.phrase_to if said.end else None,
        )
        if said.end and not start and (said.planned or said.end.start <= self.seen.at):
            dates = replace(dates, start="unknown")
        if said.ended and not said.end:
            dates = replace(dates, start=dates.start or "unknown", end=instant_text(self.seen.at))
        return Claim(
            said.source,
            said.type,
            said.target,
            said.quote,
            dates,
            weight=SPECULATIVE_WEIGHT if said.guess else INFERRED_WEIGHT if said.hearsay else STATED_WEIGHT,
            evidence="planned" if said.planned else said.evidence,
            replaces=said.replaces.name if said.replaces and dates.start != "unknown" and not said.retracted else None,
            change=None if said.replaces or said.planned or dates.end else said.change,
            reasoning=said.reasoning,
            sentiment=None if said.retracted else _SENTIMENTS.get(said.type),
            alternatives=said.alternatives,
            retracted=said.retracted,
        )


def _ends_after(start: Period, end: Period) -> bool:
    """Whether the two bound an interval that is not empty."""
    try:
        bounds(start, end, start.start)
    except InvalidInput:
        return False
    return True
