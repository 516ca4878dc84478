from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rut_tui.play.scripted.wording import draw, pick

OPTIONS = ("Yes, please.", "Sure, go ahead.", "That works for me.", "Please do.")


def test_the_same_key_gives_the_same_wording_and_keys_differ():
    first = [pick(OPTIONS, 7, "confirm", turn) for turn in range(20)]
    assert first == [pick(OPTIONS, 7, "confirm", turn) for turn in range(20)]
    assert set(first) == set(OPTIONS)
    assert first != [pick(OPTIONS, 8, "confirm", turn) for turn in range(20)]


@given(st.integers(), st.integers())
def test_what_was_just_said_is_avoided(seed, turn):
    before = pick(OPTIONS, seed, turn)
    assert pick(OPTIONS, seed, turn + 1, avoid=["Well. " + before]) != before


def test_with_no_other_wording_the_only_one_is_taken():
    assert pick(["Yes."], 1, avoid=["yes!"]) == "Yes."
    with pytest.raises(ValueError, match="no wording"):
        pick([], 1)


@given(st.integers(), st.text())
def test_a_draw_is_bounded(seed, key):
    assert 0 <= draw(seed, key) < 2**32
