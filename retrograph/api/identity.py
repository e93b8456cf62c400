"""Use cases of identity: other names, merges and their undoing, and what may be merged."""

from __future__ import annotations

from retrograph.api import shown
from retrograph.api.cases import Cases
from retrograph.api.results import Done, Merged, SuggestionList
from retrograph.api.wire import AliasIn, DismissIn, MergeIn, UnmergeIn
from retrograph.errors import NotFound
from retrograph.graph.suggestions import Wanted
from retrograph.retrieval.naming import entity_view
from retrograph.retrieval.query import EntityQuery, SuggestionsQuery


class IdentityCases(Cases):
    """Which entities are one, and what they are called."""

    def add_alias(self, entity: str, body: AliasIn, *, key: str | None) -> Done:
        """Another name for an entity."""

        def add() -> Done:
            intake = self._intake()
            alias, actor, reason = intake.text(body.alias), intake.text(body.actor), intake.maybe(body.reason)
            return shown.done(self._project.add_alias(self._known(entity), alias, actor=actor, reason=reason))

        return self._repeats.once(key, (entity, body), add)

    def remove_alias(self, entity: str, body: AliasIn, *, key: str | None) -> Done:
        """Take an alias back."""

        def remove() -> Done:
            intake = self._intake()
            alias, actor, reason = intake.text(body.alias), intake.text(body.actor), intake.maybe(body.reason)
            return shown.done(self._project.remove_alias(self._known(entity), alias, actor=actor, reason=reason))

        return self._repeats.once(key, (entity, body, "remove"), remove)

    def merge(self, body: MergeIn, *, key: str | None) -> Merged:
        """One entity is another from now on."""

        def join() -> Merged:
            intake = self._intake()
            actor, reason = intake.text(body.actor), intake.text(body.reason)
            loser, winner = self._known(body.entity, "entity"), self._known(body.into, "into")
            number, basis = self._project.merge(loser, winner, actor=actor, reason=reason)
            entity = self._questions.entity(EntityQuery(entity=winner)).entity
            return Merged(merge=number, entity=entity, basis=shown.basis(basis))

        return self._repeats.once(key, body, join)

    def unmerge(self, body: UnmergeIn, *, key: str | None) -> Done:
        """Undo a merge."""

        def part() -> Done:
            intake = self._intake()
            actor, reason = intake.text(body.actor), intake.text(body.reason)
            return shown.done(self._project.unmerge(body.merge, actor=actor, reason=reason))

        return self._repeats.once(key, body, part)

    def suggestions(self, question: SuggestionsQuery) -> SuggestionList:
        """Entities that may be one."""
        entity = question.entity
        if entity is not None:
            entity = self._questions.entity(EntityQuery(entity=entity)).entity.id
        wanted = Wanted(question.entity_type, entity, question.cursor, question.limit)
        page = self._project.suggestions(wanted)
        ledger = self._project.ledger
        reached, known = ledger.reached()
        entities = ledger.entities({id_ for s in page.suggestions for id_ in (s.entity, s.into)})
        views = {id_: entity_view(entity, ledger.aliases(id_, known)) for id_, entity in entities.items()}
        return SuggestionList(
            suggestions=tuple(
                shown.suggestion(s, views[s.entity], views[s.into], self._name) for s in page.suggestions
            ),
            next_cursor=page.cursor,
            basis=shown.basis(reached),
        )

    def dismiss(self, body: DismissIn, *, key: str | None) -> Done:
        """Two entities are not one, and are not suggested again."""

        def drop() -> Done:
            intake = self._intake()
            actor, reason = intake.text(body.actor), intake.text(body.reason)
            one, other = self._known(body.entity, "entity"), self._known(body.other, "other")
            return shown.done(self._project.dismiss(one, other, actor=actor, reason=reason))

        return self._repeats.once(key, body, drop)

    def _known(self, entity: str, field: str = "") -> str:
        """The id of an entity there is; ids only, since a change of identity must not guess."""
        if self._project.ledger.entity(entity) is None:
            _, known = self._project.ledger.reached()
            near = [e.id for e in self._project.ledger.nearest(entity, known)]
            raise NotFound(f"{field + ': ' if field else ''}no entity has the id {entity!r}; name it by its id", near)
        return entity
