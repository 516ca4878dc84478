from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rut_annotations.assign import extend_order, rating_order

IDS = st.lists(st.text(max_size=6), unique=True, max_size=20)


@given(ids=IDS, seed=st.integers(), data=st.data())
def test_an_order_holds_each_dialogue_once_and_does_not_depend_on_the_input_order(
    ids: list[str], seed: int, data: st.DataObject
) -> None:
    order = rating_order(ids, "ann", seed)
    assert sorted(order) == sorted(ids)
    assert rating_order(data.draw(st.permutations(ids)), "ann", seed) == order
    assert rating_order([*ids, *ids], "ann", seed) == order


@given(ids=IDS, more=IDS)
def test_dialogues_that_come_later_do_not_move_the_others(ids: list[str], more: list[str]) -> None:
    order = rating_order(ids, "ann", 1)
    longer = rating_order([*ids, *more], "ann", 1)
    assert tuple(name for name in longer if name in set(ids)) == order


@given(ids=IDS, more=IDS)
def test_a_stored_order_is_only_ever_extended_at_its_end(ids: list[str], more: list[str]) -> None:
    stored = rating_order(ids, "ann", 1)
    longer = extend_order(stored, [*more, *ids], "ann", 1)
    assert longer[: len(stored)] == stored
    assert sorted(longer) == sorted({*ids, *more})
    assert extend_order(longer, more, "ann", 1) == longer


def test_raters_and_seeds_get_orders_of_their_own() -> None:
    """T07: "random" was a function of the id; here three raters get three permutations."""
    ids = [str(number) for number in range(10)]
    orders = {rating_order(ids, rater, 7) for rater in ("1", "2", "3")}
    assert len(orders) == 3
    assert tuple(ids) not in orders
    assert rating_order(ids, "1", 8) not in orders


def test_over_many_seeds_no_place_is_favoured() -> None:
    ids = ["a", "b", "c", "d"]
    firsts = [rating_order(ids, "ann", seed)[0] for seed in range(2000)]
    # Each is expected 500 times with a standard deviation of 19.4; six of them are 116.
    assert all(abs(firsts.count(name) - 500) < 116 for name in ids)


def test_names_that_run_together_do_not_collide() -> None:
    ids = [str(number) for number in range(30)]
    assert rating_order(ids, "a1", 2) != rating_order(ids, "a", 12)
