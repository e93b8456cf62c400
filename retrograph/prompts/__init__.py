"""The prompts: Markdown files beside this module, filled where they say `{{name}}`.

    prompt = load("extract")
    prompt.fill(relation_types="...", entity_types="...")

A prompt's version is the hash of its text, so that whatever was read with it can be told from what was read with
another. What is filled in is never looked at for placeholders again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import Final

_PLACE: Final = re.compile(r"\{\{([a-z_]+)\}\}")


@dataclass(frozen=True, slots=True)
class Prompt:
    """A template by its name."""

    name: str
    text: str

    @property
    def places(self) -> frozenset[str]:
        """The names of what it needs."""
        return frozenset(_PLACE.findall(self.text))

    def fill(self, **values: str) -> str:
        """The text with each `{{name}}` replaced.

        Raises:
            ValueError: a value is missing, or one has no place.
        """
        if self.places != values.keys():
            raise ValueError(f"prompt {self.name} needs {sorted(self.places)}, not {sorted(values)}")
        return _PLACE.sub(lambda place: values[place[1]], self.text)


@cache
def load(name: str) -> Prompt:
    """The prompt `name.md` of this folder.

    Raises:
        FileNotFoundError: there is none.
    """
    return Prompt(name, files(__name__).joinpath(f"{name}.md").read_text(encoding="utf-8").strip() + "\n")


def version(*texts: str) -> str:
    """Twelve hex digits over texts, in order."""
    digest = blake2b(digest_size=6)
    for text in texts:
        digest.update(text.encode() + b"\0")
    return digest.hexdigest()
