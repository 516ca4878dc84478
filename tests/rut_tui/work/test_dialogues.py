"""Short ids: what can be typed instead of a whole one."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from rut_tui.store import Store
from rut_tui.work.dialogues import Filter, list_dialogues, shorten_ids
from tests.support.dialogues import Log

IDS = st.lists(st.text("ab-1", min_size=1, max_size=14), unique=True, max_size=12)


def test_an_id_is_cut_where_it_is_the_only_one_and_no_earlier_than_needed() -> None:
    assert shorten_ids(["0123456789abcdef", "fedcba9876543210"]) == {
        "0123456789abcdef": "01234567",
        "fedcba9876543210": "fedcba98",
    }
    assert shorten_ids(["0123456789abcdef", "0123456789xbcdef"]) == {
        "0123456789abcdef": "0123456789a",
        "0123456789xbcdef": "0123456789x",
    }


def test_a_prefix_counts_extra_and_short_or_strange_ids_stay_whole() -> None:
    ids = ["tau2-0123456789abcdef", "d-0001", "a b [c] 0123456789", "x"]
    assert shorten_ids(ids) == {
        "tau2-0123456789abcdef": "tau2-01234567",
        "d-0001": "d-0001",
        "a b [c] 0123456789": "a b [c] 0123456789",
        "x": "x",
    }


@given(IDS)
def test_a_short_id_is_the_start_of_one_id_alone_or_whole(ids: list[str]) -> None:
    for name, short in shorten_ids(ids).items():
        assert name.startswith(short)
        assert short == name or [other for other in ids if other.startswith(short)] == [name]


def test_the_list_names_each_dialogue_as_the_commands_know_it(tmp_path: Path) -> None:
    with Store.open(tmp_path / "rut.sqlite") as store:
        for name in ("0123456789abcdef", "0123456789abcdff", "fedcba9876543210"):
            store.dialogues.add(Log().agent(name).dialogue(name))
        listing = list_dialogues(store, Filter(), 2)
        assert (len(listing.shown), listing.total) == (2, 3)
        for row in listing.shown:
            assert store.dialogues.resolve(listing.short[row.id]) == row.id
