"""What can be done with one open project, in wire values: the use cases behind both doors.

    service = Service(Parts(project, questions, pipeline, clock), Rules(tz="UTC", ...))
    service.observe(ObservationIn(content="we use jose"), key=None, wait=True, extract=True)

Every method may be called from any thread. Errors are those of `retrograph.errors`; nothing here knows HTTP.
"""

from __future__ import annotations

from collections.abc import Sequence

from retrograph.api import shown
from retrograph.api.backend import Progress
from retrograph.api.cases import Parts, Rules
from retrograph.api.identity import IdentityCases
from retrograph.api.intake import Intake
from retrograph.api.jobs import JobCases
from retrograph.api.results import (
    Accepted,
    BatchAccepted,
    Done,
    Erased,
    JournalPage,
    ObservationAnswer,
    Settled,
    Stats,
    VerificationAnswer,
    Written,
)
from retrograph.api.wire import (
    BatchIn,
    EraseIn,
    ExtractionIn,
    FactsIn,
    ObservationIn,
)
from retrograph.errors import InvalidInput, TooLarge
from retrograph.extraction.knowledge import Remembered
from retrograph.graph.model import NewObservation
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
from retrograph.retrieval.query import (
    DiffQuery,
    EntitiesQuery,
    EntityQuery,
    FactQuery,
    PathQuery,
    TemporalQuery,
    TimelineQuery,
)
from retrograph.retrieval.views import VersionAt

__all__ = ["Parts", "Rules", "Service"]


class Service(JobCases, IdentityCases):
    """The use cases of one project; a `Backend`."""

    # -- taking in -----------------------------------------------------------------------------------------

    def observe(self, body: ObservationIn, *, key: str | None, wait: bool, extract: bool) -> Accepted:
        """Record one observation; with `wait`, wait for its extraction."""
        intake = self._intake()
        seen = self._observation(intake, body, "")
        intake.finish()
        recorded = self._project.observe([seen], extract=extract and self._rules.extracts, keys=[key])[0]
        accepted = Accepted(
            observation_id=recorded.observation_id,
            job_id=recorded.job_id,
            redactions=dict(intake.redactions),
            repeated=recorded.repeated,
        )
        return self._waited(accepted) if wait and recorded.job_id else accepted

    def _waited(self, accepted: Accepted) -> Accepted:
        job = self._project.jobs.wait(accepted.job_id or "", self._rules.wait_seconds)
        facts = self._found(accepted.observation_id) if job.settled else None
        return accepted.model_copy(update={"job": shown.job(job), "facts": facts})

    def _found(self, observation_id: str) -> tuple[VersionAt, ...]:
        ids = [fact.id for fact in self._project.said_by(observation_id)]
        return tuple(self._questions.fact(FactQuery(fact=id_)).fact for id_ in ids)

    def _observation(self, intake: Intake, body: ObservationIn, at: str) -> NewObservation:
        size = len(body.content.encode(errors="surrogatepass"))
        if size > self._rules.text_limit:
            raise TooLarge(f"{at}content has {size} bytes; at most {self._rules.text_limit} are taken in")
        return intake.observation(body, at)

    def observe_many(self, body: BatchIn, *, key: str | None, extract: bool) -> BatchAccepted:
        """Record a batch, all or nothing."""
        self._check_batch(body.observations)
        return self._repeats.once(key, body, lambda: self._observe_many(body, key, extract=extract), kept=True)

    def _observe_many(self, body: BatchIn, key: str | None, *, extract: bool) -> BatchAccepted:
        count = len(body.observations)
        keys = [o.idempotency_key or (f"{key}#{n}/{count}" if key else None) for n, o in enumerate(body.observations)]
        intake = self._intake()
        batch, cut = [], []
        for number, observation in enumerate(body.observations):
            intake.redactions.clear()
            batch.append(self._observation(intake, observation, f"observations.{number}."))
            cut.append(dict(intake.redactions))
        intake.finish()
        recorded = self._project.observe(batch, extract=extract and self._rules.extracts, keys=keys)
        accepted = tuple(
            Accepted(observation_id=r.observation_id, job_id=r.job_id, redactions=counts, repeated=r.repeated)
            for r, counts in zip(recorded, cut, strict=True)
        )
        return BatchAccepted(observations=accepted, basis=shown.basis(self._project.ledger.reached()[0]))

    def _check_batch(self, things: Sequence[object]) -> None:
        if len(things) > self._rules.batch_limit:
            raise TooLarge(f"a batch has at most {self._rules.batch_limit} parts; this one has {len(things)}")

    def observation(self, observation_id: str) -> ObservationAnswer:
        """One observation, with its job."""
        seen = self._project.ledger.observation(observation_id)
        return shown.observation(seen, self._project.jobs.of_observation(observation_id))

    def extraction(self, body: ExtractionIn, *, key: str | None) -> Settled:
        """Take in an agent's own XML for an observation."""
        return self._repeats.once(key, body, lambda: self._extraction(body))

    def _extraction(self, body: ExtractionIn) -> Settled:
        size = len(body.xml.encode(errors="surrogatepass"))
        if size > self._rules.text_limit:
            raise TooLarge(f"xml has {size} bytes; at most {self._rules.text_limit} are taken in")
        observation = self._project.ledger.observation(body.observation_id)
        findings = self._pipeline.read(body.xml, observation, Remembered(self._project.ledger))
        settled = self._project.extraction(body.observation_id, findings)
        return shown.settled(body.observation_id, findings.outcome, settled, findings.notes)

    def facts(self, body: FactsIn, *, key: str | None) -> Written:
        """Do a batch of verbs, all or nothing."""
        self._check_batch(body.ops)
        intake = self._intake()
        ops = intake.ops(body.ops)
        actor = intake.text(body.actor)
        intake.finish()
        written = self._project.write(ops, actor=actor, observation_id=body.observation_id, key=key)
        return shown.written(written, dict(intake.redactions))

    # -- asking --------------------------------------------------------------------------------------------

    def temporal_query(self, question: TemporalQuery) -> TemporalAnswer:
        return self._questions.temporal_query(question)

    def timeline(self, question: TimelineQuery) -> TimelineAnswer:
        return self._questions.timeline(question)

    def diff(self, question: DiffQuery) -> DiffAnswer:
        return self._questions.diff(question)

    def path(self, question: PathQuery) -> PathAnswer:
        return self._questions.path(question)

    def fact(self, question: FactQuery) -> FactAnswer:
        return self._questions.fact(question)

    def why(self, question: FactQuery) -> WhyAnswer:
        return self._questions.why(question)

    def why_not(self, question: FactQuery) -> WhyNotAnswer:
        return self._questions.why_not(question)

    def entities(self, question: EntitiesQuery) -> EntityList:
        return self._questions.entities(question)

    def entity(self, question: EntityQuery) -> EntityAnswer:
        return self._questions.entity(question)

    # -- audit ---------------------------------------------------------------------------------------------

    def journal(self, after: int, limit: int) -> JournalPage:
        """Events after a seq, in order."""
        events = self._project.ledger.events(after, limit)
        return shown.journal(events, limit, self._project.ledger.reached()[0])

    def verify(self, progress: Progress | None = None) -> VerificationAnswer:
        """Compute the hash chain anew."""
        return shown.verification(self._project.verify(progress))

    def erase(self, body: EraseIn, *, key: str | None) -> Erased:
        """Remove observations for good."""
        if not (body.observations or body.documents or body.sessions):
            raise InvalidInput("observations", "name what to erase: observations, documents or sessions")

        def remove() -> Erased:
            intake = self._intake()
            erased = self._project.erase(
                observations=body.observations,
                documents=[intake.text(document) for document in body.documents],
                sessions=[intake.text(session) for session in body.sessions],
                actor=intake.text(body.actor),
                reason=intake.text(body.reason),
            )
            return shown.erased(erased)

        return self._repeats.once(key, body, remove)

    def rebuild(self, progress: Progress | None = None) -> Done:
        """Make every projection anew from the journal."""
        return shown.done(self._project.rebuild(progress))

    def stats(self) -> Stats:
        """Sizes and lags."""
        return shown.stats(self._name, self._project.status(), self._project.ledger.reached()[0])
