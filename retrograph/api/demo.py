"""`retrograph demo`: a short history told to a new project, then asked what held when, and who said so.

Everything goes the way it always goes: observations are recorded, the embedded extractor reads them, questions are
answered from the graph. The times of knowing that are shown are those of this run.
"""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from retrograph.api import story
from retrograph.api.cli import output
from retrograph.api.cli.logs import log_briefly
from retrograph.api.memory import Memory
from retrograph.errors import InvalidInput, ModelError
from retrograph.retrieval.answers import TemporalAnswer
from retrograph.retrieval.views import FactView
from retrograph.settings import Settings

_EXTRACTION_SECONDS: Final = 60.0
_SHOWN_CHARACTERS: Final = 160
_DATES: Final = ("2025-01-15", "2025-05-15", "2025-10-15")
_DISPUTED: Final = "2025-09-05"


def run_demo(data: Path | None, project: str | None, out: Console) -> Path:
    """Tell the story to a new project in `data` (None: a fresh temporary directory), print questions and answers.

    Returns the directory, which is kept.

    Raises:
        InvalidInput: there is something in `data` already.
    """
    if data is not None and data.exists() and any(data.iterdir()):
        raise InvalidInput("data", f"{data} is not empty; give a new directory, or none for a temporary one")
    directory = data or Path(tempfile.mkdtemp(prefix="retrograph-demo-"))
    settings = Settings.load(data=directory, project=project or "default", tz="UTC")
    log_briefly(settings)
    with Memory.of(settings, settings.project) as memory:
        _Demo(memory, out).run()
    _farewell(out, settings)
    return settings.data


_Point = tuple[str, datetime | None]
"""A date, and the time of knowing (None: now)."""


class _Demo:
    def __init__(self, memory: Memory, out: Console) -> None:
        self._memory = memory
        self._out = out

    def run(self) -> None:
        self._title("A team writes down what it does. Nothing but these texts is told:")
        self._tell(story.FIRST)
        self._title("What did the auth middleware use? Three dates, three answers.")
        for date in _DATES:
            self._ask(story.SUBJECT, as_of=date, relation="uses")
        before = self._memory.temporal_query(story.SUBJECT).as_of.known_at
        self._title("Later, an audit turns up a line of the deploy log: the last switch was earlier than noted.")
        self._tell(story.LATER)
        self._correct()
        self._title(f"The same day, {_DISPUTED}: as it was known before the audit, and as it is known now.")
        self._ask(story.SUBJECT, as_of=_DISPUTED, relation="uses", known_at=before)
        corrected = self._ask(story.SUBJECT, as_of=_DISPUTED, relation="uses")
        self._title("What did the audit change in what is known of that day?")
        self._diff((_DISPUTED, before), (_DISPUTED, corrected.as_of.known_at))
        self._title("Every version, and what ended it:")
        self._command("timeline", story.SUBJECT)
        output.print_timeline(self._out, self._memory.timeline(story.SUBJECT))
        self._title("What changed between two dates:")
        self._diff((_DATES[0], None), (_DATES[2], None))
        self._title("A decision record is a document; each of its versions holds until the next.")
        self._command("timeline", story.RECORD, **{"--property": "status"})
        output.print_timeline(self._out, self._memory.timeline(story.RECORD, properties=("status",)))
        self._title("Korean is read as well.")
        self._ask(story.IN_KOREAN, as_of="2025-12-31")
        self._title("A plan is a plan, also after its date: nobody said that it was done.")
        self._ask(story.PLANNED, as_of="2026-02-01")
        self._title("On whose words? All that was said of one fact:")
        self._why(corrected)

    def _tell(self, told: Sequence[story.Told]) -> None:
        accepted = self._memory.observe_many(told)
        if not self._memory.drain(_EXTRACTION_SECONDS):
            raise ModelError(f"the observations were not extracted within {_EXTRACTION_SECONDS:.0f} seconds")
        self._told = [one.observation_id for one in accepted.observations]
        for one in told:
            what = " ".join(str(one[name]) for name in ("kind", "documentId") if name in one)
            who = f" by {one['agent']}" if "agent" in one else ""
            self._out.print(Text(f"{one['occurredAt'][:10]}  {what}{who}", style="dim"))
            self._out.print(Padding(Text(_shortened(one["content"])), (0, 0, 0, 12)))

    def _correct(self) -> None:
        correction = story.CORRECTION
        versions = self._memory.timeline(story.SUBJECT, types=("uses",)).versions
        facts = {version.target.name: version.id for version in versions if isinstance(version, FactView)}
        shared = {"op": "correct", "reason": correction["reason"], "quote": correction["quote"], "evidence": "observed"}
        self._memory.facts(
            [
                {**shared, "fact": facts[correction["left"]], "validTo": correction["at"]},
                {**shared, "fact": facts[correction["taken"]], "validFrom": correction["at"]},
            ],
            observation_id=self._told[-1],
            actor="auditor",
        )

    def _ask(
        self, entity: str, *, as_of: str, relation: str | None = None, known_at: datetime | None = None
    ) -> TemporalAnswer:
        known = _written(known_at)
        self._command("ask", entity, **{"--as-of": as_of, "--known-at": known, "--relation": relation})
        answer = self._memory.temporal_query(
            entity, as_of=as_of, known_at=known_at, types=(relation,) if relation else ()
        )
        output.print_temporal(self._out, answer)
        return answer

    def _diff(self, first: _Point, second: _Point) -> None:
        self._command(
            "diff",
            story.SUBJECT,
            **{
                "--from": first[0],
                "--from-known-at": _written(first[1]),
                "--to": second[0],
                "--to-known-at": _written(second[1]),
            },
        )
        answer = self._memory.diff(
            story.SUBJECT,
            from_as_of=first[0],
            from_known_at=first[1],
            to_as_of=second[0],
            to_known_at=second[1],
        )
        output.print_diff(self._out, answer)

    def _why(self, answer: TemporalAnswer) -> None:
        for fact in answer.facts[:1]:
            self._command("why", fact.id)
            output.print_why(self._out, self._memory.why(fact.id))

    def _title(self, text: str) -> None:
        self._out.print()
        self._out.rule(style="dim")
        self._out.print(Text(text, style="bold"))

    def _command(self, *words: str, **options: str | None) -> None:
        given = [word for name, value in options.items() if value for word in (name, value)]
        self._out.print()
        self._out.print(Text(f"$ retrograph {shlex.join([*words, *given])}", style="green"))


def _written(moment: datetime | None) -> str | None:
    return moment.isoformat().replace("+00:00", "Z") if moment else None


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN_CHARACTERS else line[: _SHOWN_CHARACTERS - 1] + "…"


def _farewell(out: Console, settings: Settings) -> None:
    data = shlex.quote(str(settings.data))
    project = "" if settings.project == "default" else f" --project {settings.project}"
    out.print()
    out.rule(style="dim")
    out.print(Text(f"The history is kept in {settings.data}. Go on with it:", style="bold"), soft_wrap=True)
    for command in (
        f"retrograph serve --data {data}",
        f"retrograph ask 'auth middleware' --as-of 2025-05 --data {data}{project}",
        f"curl 'http://127.0.0.1:3111/v1/projects/{settings.project}/temporalQuery?entity=auth+middleware&asOf=2025-05'",
    ):
        out.print(Text("  " + command), soft_wrap=True)
