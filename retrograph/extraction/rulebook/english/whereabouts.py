"""What the words in a pattern's slots stand for where it speaks of places and of employers."""

from __future__ import annotations

import re
from typing import Final

from retrograph.extraction.rulebook import naming
from retrograph.extraction.rulebook.drafts import Name
from retrograph.extraction.rulebook.english.places import is_known_place
from retrograph.extraction.rulebook.lists import words as listed

_PLACEABLE: Final = listed(
    "office offices headquarters hq company firm factory lab labs shop branch conference event meetup workshop "
    "summit offsite warehouse studio datacenter campus school"
)
"""Things whose address is a town, so that a name behind "in" or "to" is one."""


def place(words: str) -> Name | None:
    """Where something is: a region, a path, or a place by its name."""
    text = naming.bare(words)
    if naming.is_path(text) or text.endswith("/"):
        return Name("file", text)
    if naming.is_region(text):
        return Name("location", text)
    return None


def where(words: str, source: Name) -> Name | None:
    """Where something moves to: a known place; a name with a capital only for what has no other kind of address."""
    text = naming.bare(words)
    found = place(words)
    if found:
        return (
            found
            if (found.type == "file") == (source.type in ("file", "function", "project")) or found.type != "file"
            else None
        )
    if is_known_place(text) or is_known_place(words.strip()):
        return Name("location", text)
    placeable = source.type != "person" and naming.head(source.name) in _PLACEABLE
    return Name("location", text) if placeable and re.fullmatch(r"[A-Z][\w .,-]+", text) else None


def employer(words: str) -> Name | None:
    """An organization to work at; a place is none."""
    text = naming.bare(words)
    return None if is_known_place(text) or naming.is_region(text) else organization(words)


def named_place(words: str) -> Name | None:
    """A place written with a capital: only where the verb speaks of places."""
    text = naming.bare(words)
    return place(words) or (Name("location", text) if re.fullmatch(r"[A-Z][\w .-]+", text) else None)


def organization(words: str) -> Name | None:
    """A company or the like, by its capital."""
    text = naming.bare(words)
    return Name("organization", text) if re.match(r"[A-Z0-9]", text) and not naming.is_path(text) else None
