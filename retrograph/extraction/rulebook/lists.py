"""Lists of words, written as one text."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of a text, as a set.

    >>> sorted(words("b a"))
    ['a', 'b']
    """
    return frozenset(text.split())


def endings(text: str) -> tuple[str, ...]:
    """The words of a text, as `str.endswith` takes them."""
    return tuple(text.split())
