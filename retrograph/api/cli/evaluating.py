"""`retrograph eval`: how well extraction does on texts whose right answers are known."""
# ruff: noqa: PLR0913, PLR0917 - the parameters of a command are its options

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Final

import orjson
import typer
from rich.console import Console
from rich.text import Text

from retrograph.api.cli.opened import show
from retrograph.api.cli.options import Data, Extractor, Json, Project, examples
from retrograph.api.cli.plain import plain
from retrograph.api.cli.progress import counted
from retrograph.api.evaluation import SLICES, EvaluationView, Slice, SliceView, evaluated
from retrograph.api.gold import GoldSet, answer_line, read_answers, read_gold
from retrograph.errors import InvalidInput, ModelError, ModelRefused, ModelUnavailable
from retrograph.extraction.gold import Answer, GoldPassage, answer_of
from retrograph.extraction.preview import preview
from retrograph.settings import Settings

evaluations = typer.Typer(help="How well Retrograph does on texts whose right answers are known.", no_args_is_help=True)


@evaluations.callback()
def evaluate() -> None:
    """How well Retrograph does on texts whose right answers are known."""


@evaluations.command(
    epilog=examples(
        "retrograph eval extraction gold.jsonl",
        "retrograph eval extraction gold.jsonl --only ko --slices kind,difficulty",
        "retrograph eval extraction gold.jsonl --predictions theirs.jsonl --no-misses",
    )
)
def extraction(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Gold passages, as JSON lines.")],
    extractor: Extractor = None,
    only: Annotated[
        str | None,
        typer.Option("--only", metavar="LANG", help="Only passages in this language.", show_default=False),
    ] = None,
    slices: Annotated[str, typer.Option("--slices", metavar="NAMES", help="What to split the figures by.")] = ",".join(
        SLICES
    ),
    predictions: Annotated[
        Path | None,
        typer.Option(
            "--predictions",
            metavar="FILE",
            help="Score these answers, JSON lines in the form of the gold set, and extract nothing.",
            show_default=False,
        ),
    ] = None,
    predictions_out: Annotated[
        Path | None,
        typer.Option("--predictions-out", metavar="FILE", help="Write the answers there.", show_default=False),
    ] = None,
    misses: Annotated[
        bool, typer.Option("--misses/--no-misses", "-v/-q", help="Name everything that is not as the gold set has it.")
    ] = True,
    as_json: Json = False,
    data: Data = None,
    project: Project = None,
) -> None:
    """Score an extractor on gold passages: what it finds, and how much of what it finds is right.

    What is scored is what would be stored: what passes the contract, in a project that knows nothing yet.
    """
    settings = Settings.load(data=data, project=project, extractor=extractor)
    by = _slices(slices)
    if predictions_out is not None and not predictions_out.absolute().parent.is_dir():
        raise InvalidInput("predictionsOut", f"there is no folder {predictions_out.parent}")
    gold = read_gold(file)
    _say_unknown(file, gold)
    passages = _in(only, gold.passages, file)
    if predictions is not None:
        if extractor is not None:
            raise InvalidInput("predictions", "goes without --extractor: nothing is extracted")
        source, answers = str(predictions), read_answers(predictions, passages)
    else:
        source, answers = _extracted(passages, settings)
    if predictions_out is not None:
        _write(predictions_out, passages, answers)
    found = evaluated(source, passages, answers, by)
    show(found if misses else found.model_copy(update={"misses": ()}), as_json, print_evaluation)


def _slices(given: str) -> list[Slice]:
    names = dict.fromkeys(name.strip() for name in given.split(",") if name.strip())
    for name in names:
        if name not in SLICES:
            raise InvalidInput("slices", f"{name[:40]!r} is not one of {', '.join(SLICES)}")
    return [known for name in names for known in SLICES if known == name]


def _say_unknown(file: Path, gold: GoldSet) -> None:
    if gold.unknown:
        fields = ", ".join(f"{name} ({count:,})" for name, count in sorted(gold.unknown.items()))
        print(plain(f"{file}: passed over fields that are not known: {fields}"), file=sys.stderr)


def _in(lang: str | None, passages: Sequence[GoldPassage], file: Path) -> list[GoldPassage]:
    kept = [passage for passage in passages if lang in (None, passage.lang)]
    if not kept:
        there = ", ".join(sorted({passage.lang for passage in passages}))
        raise InvalidInput("only", f"{file} has no passage in {lang!r}; it has {there}")
    return kept


def _extracted(passages: Sequence[GoldPassage], settings: Settings) -> tuple[str, dict[str, Answer]]:
    """The name of the extractor that is set, and its answers. A reply that cannot be used is one that finds nothing.

    Raises:
        ModelUnavailable, ModelRefused: the model answers no passage, so there is nothing to score.
    """
    from retrograph.api.composition import extractor_of  # noqa: PLC0415 - wrong input does not wait for the engines

    extractor = extractor_of(settings)
    name: str = settings.extractor
    answers: dict[str, Answer] = {}
    with counted("reading passages") as progress:
        for number, passage in enumerate(passages, 1):
            try:
                found = preview(passage.observation, extractor).findings
                name, answers[passage.id] = found.extractor, answer_of(passage, found)
            except (ModelUnavailable, ModelRefused):
                raise
            except ModelError as error:
                answers[passage.id] = Answer(passage.id, failed=str(error))
            progress(number, len(passages))
    return name, answers


def _write(path: Path, passages: Iterable[GoldPassage], answers: dict[str, Answer]) -> None:
    lines = (orjson.dumps(answer_line(answers[passage.id], passage.zone)) for passage in passages)
    path.write_bytes(b"".join(line + b"\n" for line in lines))


_FIGURES: Final = ("P", "R", "F1", "P", "R", "F1", "dates", "dated", "evid.", "repl.")
_LABEL: Final = 19
_COLUMN: Final = 6


def print_evaluation(out: Console, found: EvaluationView) -> None:
    """A row for the whole and for each slice, then what is not as the gold set has it."""
    out.print(Text(f"{found.extractor}, {found.passages:,} passages", style="dim"))
    groups = "".join(f"{name:>{3 * _COLUMN}}" for name in ("entities", "relations")) + "   right of the matched"
    out.print(Text(f"{'':{_LABEL}}{groups}", style="bold"))
    out.print(Text(f"{'':{_LABEL}}{_cells(_FIGURES)}", style="bold"))
    by = None
    for row in found.scores:
        if row.by != by:
            by = row.by
            out.print(Text(f"by {by}", style="dim"))
        label = "all" if row.value is None else f"  {row.value}"
        out.print(Text(f"{label:{_LABEL}}{_cells(_figures(row))}"))
    out.print(f"Relations found in passages that state none ({found.silent:,}): {found.invented:,}.")
    if found.failed:
        what = "1 passage has" if found.failed == 1 else f"{found.failed:,} passages have"
        out.print(Text(f"{what} no answer.", style="red"))
    last = None
    for miss in found.misses:
        if miss.passage != last:
            out.print(Text(f"\n{miss.passage}", style="bold"))
            last = miss.passage
        out.print(Text(f"  {miss.fault:<16}{miss.what}"))


def _cells(texts: Iterable[str]) -> str:
    return "".join(f"{text:>{_COLUMN}}" for text in texts)


def _figures(row: SliceView) -> list[str]:
    shares: list[float | None] = []
    for found in (row.entities, row.relations):
        shares += [found.precision, found.recall, found.f1]
    shares += [judged.share for judged in (row.dates, row.dated, row.evidence, row.replaces)]
    return ["-" if share is None else f"{share:.3f}" for share in shares]
