"""A long text in parts: nothing is lost, nothing is too long."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from retrograph.extraction.chunking import parts

TEXTS = st.text(alphabet="ab .!?\n가。다", max_size=300)


@given(TEXTS, st.integers(4, 60), st.integers(0, 2))
def test_parts_cover_the_text_in_order_and_fit(text: str, limit: int, overlap: int):
    found = parts(text, limit, overlap, len)

    assert found[0].start == 0
    assert found[-1].end == len(text)
    for part in found:
        assert text[part.start : part.end] == part.text
        assert len(part.text) <= limit
    for before, after in pairwise(found):
        assert before.start < after.start <= before.end < after.end
        assert before.end - after.start <= overlap


def test_what_fits_is_one_part():
    assert [part.text for part in parts("One. Two.", 100, 10, len)] == ["One. Two."]


def test_overlap_is_in_whole_sentences():
    assert [part.text for part in parts("Aa. Bb. Cc. Dd.", 8, 4, len)] == ["Aa. Bb. ", "Bb. Cc. ", "Cc. Dd."]


def test_a_long_run_of_marks_takes_linear_time():
    assert len(parts("." * 200_000, 1_000, 0, len)) >= 200
