"""What a row of the pattern tables is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from retrograph.graph.vocabulary import RelationType

Aspect = Literal["starts", "holds", "ends"]
"""What a date beside the words bounds: a beginning, a state that lasts, or an end."""

Voice = Literal["any", "active", "passive"]


@dataclass(frozen=True, slots=True)
class Pattern:
    """One way of saying one relation.

    `form` is described in `english/grammar.py`. `source` and `target` are slots; a source of two letters is the first
    of them that was said ("SA": the component if one is named, else what the subject stands for). `strict` patterns
    want a component as subject, `proper` ones a target with a capital or digit in it. `examples` pair a text with what
    must be read from it, and are run as tests:

        "web client uses Vite [2025-03, ) for webpack"   source relation target [from, to) for what it replaces
        "api uses jose over jsonwebtoken"                ... over the alternatives that were considered
        "planned: ...", "hearsay: ...", "never: ..."     plan, reported speech, retraction
        "Django version 5.0 [2025-08, )"                 a property
    """

    name: str
    form: str
    relation: RelationType
    source: str
    target: str
    aspect: Aspect
    examples: tuple[tuple[str, tuple[str, ...]], ...]
    replaces: str = ""
    over: str = ""
    version: str = ""
    left: str = ""
    voice: Voice = "any"
    strict: bool = False
    proper: bool = False
