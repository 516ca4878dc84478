from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rut_annotations.fidelity.hidden import count_hidden_failures
from tests.support.outcome_tables import PLAN, random_table, table


def test_all_four_cells_are_given() -> None:
    cells = [(True, True)] * 3 + [(True, False)] + [(False, True)] * 2 + [(False, False)] * 4
    rows = [{"success": s, "faithful": f} for s, f in [*cells, (True, None), (None, False)]]
    found = count_hidden_failures(table(*rows), PLAN)
    assert [each.source for each in found] == ["simulated", "s"]
    whole = found[0]
    assert (whole.success_faithful, whole.success_unfaithful) == (3, 1)
    assert (whole.failure_faithful, whole.failure_unfaithful, whole.open) == (2, 4, 2)
    assert whole.hidden.value == pytest.approx(1 / 4)
    assert whole.excused.value == pytest.approx(4 / 6)
    assert whole.lost.value == pytest.approx(2 / 5)


def test_without_a_success_nothing_can_be_hidden() -> None:
    found = count_hidden_failures(table({"success": False, "faithful": False}), PLAN)
    assert (found[0].hidden.value, found[0].hidden.reason) == (None, "no_dialogues")


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 1000))
def test_sources_add_up_to_the_pools(seed: int) -> None:
    found = count_hidden_failures(random_table(seed), PLAN)
    pools = [each for each in found if each.pooled]
    single = [each for each in found if not each.pooled]
    assert [each.source for each in pools] == ["simulated", "human"]
    for cell in ("success_faithful", "success_unfaithful", "failure_faithful", "open"):
        assert sum(getattr(each, cell) for each in pools) == sum(
            getattr(each, cell) for each in single
        )
