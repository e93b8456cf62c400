"""Labelled texts with and without secrets. The secrets are made here, so that none stands in the repository.

A line of `privacy_cases.jsonl` with `secret` is a true case: its parts are put together and stand where the text says
`{secret}`; a part `kind:length` is made up from that alphabet, any other stands for itself. A line without is a false
case: nothing may be cut from its text.
"""

from __future__ import annotations

import json
import random
import string
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_suffix(".jsonl")
ALPHABETS: Final = {
    "alnum": string.ascii_letters + string.digits,
    "lower": string.ascii_lowercase + string.digits,
    "upper": string.ascii_uppercase + string.digits,
    "digits": string.digits,
    "hex": "0123456789abcdef",
    "b64": string.ascii_letters + string.digits + "+/",
    "b64url": string.ascii_letters + string.digits + "-_",
    "bech": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
}


@dataclass(frozen=True)
class Case:
    """A text, the secret in it (None: there is none) and its parts that were made up, and where the file says so."""

    text: str
    secret: str | None
    made: tuple[str, ...]
    kind: str
    lang: str
    line: int


def cases(seed: int = 1) -> list[Case]:
    """All cases, with the secrets of that seed."""
    chance = random.Random(seed)
    found = []
    for number, line in enumerate(FILE.read_text(encoding="utf-8").splitlines(), 1):
        row = json.loads(line)
        parts = [_made(part, chance) for part in row.get("secret", ())]
        made = tuple(new for new, part in zip(parts, row.get("secret", ()), strict=True) if new != part)
        secret = "".join(parts) if parts else None
        text = row["text"] if secret is None else row["text"].replace("{secret}", secret)
        found.append(Case(text, secret, made, row["class"], row["lang"], number))
    return found


def left(case: Case, text: str, run: int = 6) -> str | None:
    """A run of `run` made-up characters of the secret that still stands in the text; None where there is none."""
    runs = (part[i : i + run] for part in case.made for i in range(max(1, len(part) - run + 1)))
    return next((piece for piece in runs if len(piece) >= min(run, 4) and piece in text), None)


def _made(part: str, chance: random.Random) -> str:
    kind, _, length = part.partition(":")
    if kind not in ALPHABETS or not length.isdigit():
        return part
    letters = ALPHABETS[kind]
    made = "".join(chance.choice(letters) for _ in range(int(length)))
    if kind in ("alnum", "b64", "b64url", "lower") and int(length) >= 3:
        made = made[:-2] + "a7"  # as real ones, never letters alone
    return made
