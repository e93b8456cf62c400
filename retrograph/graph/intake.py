"""What a request writes: observations, verbs, findings. Each function runs inside one writer transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from retrograph.errors import Gone, InvalidInput, NotFound
from retrograph.graph.bitemporal import Kind
from retrograph.graph.facts import Changes
from retrograph.graph.job import Job
from retrograph.graph.jobs import Jobs
from retrograph.graph.journal import Basis, Payload
from retrograph.graph.model import Fact, Findings, NewObservation, VerbOp
from retrograph.graph.planner import Plan
from retrograph.graph.requests import Requests
from retrograph.graph.statements import Said
from retrograph.graph.vocabulary import Outcome
from retrograph.graph.wording import op_line
from retrograph.graph.writer import Transaction


@dataclass(frozen=True, slots=True)
class Recorded:
    """An observation's ids. `repeated`: its idempotency key was known, and nothing was stored."""

    observation_id: str
    job_id: str | None
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """What one verb did to the rows; `facts` are those that now say what it said, `note` why nothing changed."""

    opened: tuple[str, ...]
    closed: tuple[str, ...]
    facts: tuple[str, ...] = ()
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """Outcome of a batch of verbs, in order."""

    results: tuple[Result, ...]
    basis: Basis
    observation_id: str
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Settled:
    """Outcome of an extraction: how many entities it names, the facts it opened or supports, what was refused, and
    in `notes` what a person should look at.

    Where something was refused, a complete reading is partial after all.
    """

    entities: int
    facts: tuple[str, ...]
    quarantined: tuple[Mapping[str, str], ...]
    outcome: Outcome
    basis: Basis
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Batch:
    """Observations to record together, with their idempotency keys."""

    observations: Sequence[NewObservation]
    keys: Sequence[str | None]
    extract: bool


@dataclass(frozen=True, slots=True)
class Request:
    """Verbs to write together."""

    ops: tuple[VerbOp, ...]
    actor: str
    observation_id: str | None
    key: str | None


# -- observations ------------------------------------------------------------------------------------------


def record(t: Transaction, requests: Requests, batch: Batch) -> list[Recorded]:
    """Store a batch of observations and queue them for extraction."""
    done = []
    for observation, key in zip(batch.observations, batch.keys, strict=True):
        body = _observation_body(observation)
        said = body if observation.dated else {**body, "occurredAt": None}
        known = requests.result(key, said) if key else None
        if known is not None:
            done.append(Recorded(known["observationId"], known["jobId"], repeated=True))
            continue
        id_, seq = _store(t, body)
        job = t.new_id("job") if batch.extract else None
        if job:
            Jobs.add(t.db, job, id_, seq, t.tx)
        if key:
            requests.remember(key, said, {"observationId": id_, "jobId": job}, seq)
        done.append(Recorded(id_, job))
    return done


def _observation_body(observation: NewObservation) -> Payload:
    if not observation.content.strip() and not (observation.kind == "document" and observation.document_id):
        raise InvalidInput("content", "there is nothing in it; only a version of a document may be empty")
    return {
        "content": observation.content, "occurredAt": observation.occurred_at, "kind": observation.kind,
        "zone": observation.zone, "sessionId": observation.session_id, "agent": observation.agent,
        "source": observation.source, "documentId": observation.document_id, "metadata": dict(observation.metadata),
    }  # fmt: skip


def _store(t: Transaction, body: Payload) -> tuple[str, int]:
    id_ = t.new_id("obs")
    seq, _ = t.append("observation.recorded", {"id": id_, **body})
    return id_, seq


# -- verbs -------------------------------------------------------------------------------------------------


def write(t: Transaction, requests: Requests, request: Request) -> Written:
    """Plan the verbs and write them as one event; the request itself becomes a note where it cites nothing."""
    body = _request_body(request) if request.key else {}
    known = requests.result(request.key, body) if request.key else None
    if known is not None:
        results = tuple(Result(tuple(r[0]), tuple(r[1]), tuple(r[2]), r[3]) for r in known["results"])
        return Written(results, Basis(*known["basis"]), known["observation"], repeated=True)
    if not request.ops:
        raise InvalidInput("ops", "there is nothing to write")
    observation, occurred_at, ops = _cited(t, request) if request.observation_id else _as_note(t, request)
    plan = t.planner().ops(ops, occurred_at)
    changes, keys = _append(t, "facts.written", observation, plan, {"actor": request.actor, "extractor": "verbs"})
    by_op: dict[int, list[tuple[Said, str]]] = {number: [] for number in range(len(ops))}
    for said, key in zip(plan.statements, keys, strict=True):
        by_op[said.op].append((said, key))
    results = tuple(_result(t, own, changes) for own in by_op.values())
    written = Written(results, t.basis, observation)
    if request.key:
        shown = [[r.opened, r.closed, r.facts, r.note] for r in results]
        remembered = {"results": shown, "basis": [t.basis.seq, t.basis.hash], "observation": observation}
        requests.remember(request.key, body, remembered, t.basis.seq)
    return written


def _request_body(request: Request) -> Payload:
    """What two requests under one key must have in common."""
    return {"ops": [repr(op) for op in request.ops], "actor": request.actor, "observation": request.observation_id}


def _as_note(t: Transaction, request: Request) -> tuple[str, int, list[VerbOp]]:
    """Record the request in words, and quote each verb's line as what speaks for it."""
    lines, ops, place = [], [], 0
    for number, op in enumerate(request.ops):
        if op.why.quote is not None:
            raise InvalidInput(f"ops.{number}.quote", "a quote needs the observationId that it is quoted from")
        line = op_line(op)
        ops.append(replace(op, why=replace(op.why, quote=line, span=(place, place + len(line)))))
        lines.append(line)
        place += len(line) + 1
    note = NewObservation("\n".join(lines), t.tx, "note", agent=request.actor, source="notes")
    id_, _ = _store(t, _observation_body(note))
    return id_, t.tx, ops


def _cited(t: Transaction, request: Request) -> tuple[str, int, list[VerbOp]]:
    id_ = request.observation_id or ""
    content, occurred_at = observed(t, id_)
    ops = []
    for number, op in enumerate(request.ops):
        quote = op.why.quote
        at = content.find(quote) if quote else -1
        if quote and at < 0:
            raise InvalidInput(f"ops.{number}.quote", "these words are not in the observation")
        ops.append(replace(op, why=replace(op.why, span=(at, at + len(quote)))) if quote else op)
    return id_, occurred_at, ops


def observed(t: Transaction, id_: str) -> tuple[str, int]:
    """Content and time of an observation.

    Raises:
        NotFound: there is none with this id. Gone: it was erased.
    """
    row = t.db.execute(
        "SELECT json_extract(CAST(e.payload AS TEXT), '$.content'), o.occurred_at, o.erased FROM observations o "
        "JOIN events e ON e.seq = o.seq WHERE o.id = ?",
        (id_,),
    ).fetchone()
    if row is None:
        raise NotFound(f"no observation has the id {id_!r}")
    if row[2] is not None:
        raise Gone(f"observation {id_} was erased by event {row[2]}", row[2])
    return row[0], row[1]


def _append(t: Transaction, kind: str, observation: str, plan: Plan, fields: Payload) -> tuple[Changes, list[str]]:
    payload = {
        "observation": observation,
        "entities": {id_: [type_, name] for id_, (type_, name) in plan.entities.items()},
        "statements": [said.encode() for said in plan.statements],
        **fields,
    }
    if plan.aliases:
        payload["aliases"] = plan.aliases
    _, changes = t.append(kind, payload)
    canonical = t.desk.projection.facts.canonical_key
    return changes, [canonical(said.key, t.tx) for said in plan.statements]


def _result(t: Transaction, own: Sequence[tuple[Said, str]], changes: Changes) -> Result:
    touched = list(dict.fromkeys(key for _, key in own))
    opened = tuple(f.id for key in touched for f in changes.opened.get(key, ()))
    closed = tuple(f.id for key in touched for f in changes.closed.get(key, ()))
    held = tuple(f.id for f in _held(t, own, changes))
    note = None
    if not opened and not closed:
        note = "known already; one more support" if held else "nothing that is recorded was changed by this"
    return Result(opened, closed, held, note)


def _held(t: Transaction, said: Sequence[tuple[Said, str]], changes: Changes) -> list[Fact]:
    """The current rows that say what these statements assert."""
    found: dict[str, Fact] = {}
    for s, key in said:
        if s.kind is not Kind.ASSERT:
            continue
        current = changes.current.get(key)
        for fact in t.desk.projection.facts.current(key) if current is None else current:
            same = fact.value == s.value if s.is_property else fact.target == t.canonical.of(s.payload, t.tx)
            if same and fact.valid_from < s.end and s.start < fact.valid_to:
                found[fact.id] = fact
    return list(found.values())


# -- findings ----------------------------------------------------------------------------------------------


def apply(t: Transaction, observation: str, findings: Findings) -> Settled:
    """Write what an extractor found in one observation. Nothing that this observation already said is said twice."""
    content, occurred_at = observed(t, observation)
    planner = t.planner()
    planner.entity_list(findings.entities)
    plan = planner.ops(findings.ops, occurred_at, strict=False, text=content)
    fresh: list[Said] = []
    repeated: list[Said] = []
    for said in plan.statements:
        (repeated if _said_before(t, observation, said) else fresh).append(said)
    plan.statements = fresh
    refused = (*findings.quarantined, *plan.refused)
    row = t.db.execute("SELECT kind, document FROM observations WHERE id = ?", (observation,)).fetchone()
    is_version = row[0] == "document" and row[1] is not None and findings.outcome != "failed"
    outcome: Outcome = "partial" if plan.refused and findings.outcome == "complete" else findings.outcome
    if not (plan.statements or plan.entities or is_version):
        return Settled(0, (), refused, outcome, t.basis, tuple(plan.notes))
    canonical = t.desk.projection.facts.canonical_key
    said_again = [(said, canonical(said.key, t.tx)) for said in repeated]
    fields = {"extractor": findings.extractor, "outcome": outcome, "quarantined": len(refused)}
    changes, keys = _append(t, "extraction.applied", observation, plan, fields)
    held = _held(t, [*zip(plan.statements, keys, strict=True), *said_again], changes)
    return Settled(len(plan.entities), tuple(f.id for f in held), refused, outcome, t.basis, tuple(plan.notes))


def _said_before(t: Transaction, observation: str, said: Said) -> bool:
    return (
        t.db.execute(
            "SELECT 1 FROM statements WHERE observation = ? AND key = ? AND kind = ? AND payload = ? AND start = ? "
            "AND end = ? LIMIT 1",
            (observation, said.key, said.kind, said.payload, said.start, said.end),
        ).fetchone()
        is not None
    )


def settle(t: Transaction, job: Job, findings: Findings) -> Settled:
    """Findings and the end of their job, together; a job that ended already stays as it is."""
    row = t.db.execute("SELECT status FROM jobs WHERE id = ?", (job.id,)).fetchone()
    if row is None or row[0] not in ("queued", "running"):
        return Settled(0, (), (), "complete", t.basis)
    settled = apply(t, job.observation_id, findings)
    Jobs.settle(
        t.db,
        replace(
            job, status=settled.outcome, extractor=findings.extractor, entities=settled.entities,
            facts=len(settled.facts), quarantined=settled.quarantined,
            notes=(*findings.notes, *settled.notes), error=findings.error, settled_at=t.tx,
            usage=findings.usage,
        ),
    )  # fmt: skip
    return settled
