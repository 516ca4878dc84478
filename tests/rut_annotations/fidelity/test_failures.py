from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rut_annotations.fidelity.effort import compare_efforts
from rut_annotations.fidelity.failures import count_failures, measure_failure_effects
from tests.support.outcome_tables import PLAN, random_table, table


def test_verdicts_and_dialogues_are_counted_apart() -> None:
    rows = [{"failures.x": count} for count in (3, 0, 1, None)]
    whole, single = count_failures(table(*rows), PLAN)
    assert (whole.source, single.source) == ("", "s")
    assert (whole.verdicts, whole.dialogues, whole.scored) == (4, 2, 3)
    assert whole.share.value == pytest.approx(2 / 3)


def test_hard_tasks_make_a_raw_effect_that_is_none_within_tasks() -> None:
    """Failures sit on the hard task, yet on each task they change nothing."""
    rows = [
        {"task": task, "failures.x": failed, "success": won}
        for task, failed, won, times in (
            ("easy", 1, True, 1),
            ("easy", 0, True, 9),
            ("hard", 1, False, 9),
            ("hard", 0, False, 1),
        )
        for _ in range(times)
    ]
    effect = measure_failure_effects(table(*rows), PLAN)[0]
    assert effect.within.raw.value == pytest.approx(0.1 - 0.9)
    assert effect.within.fixed_effect.value == pytest.approx(0)
    assert effect.within.matched.value == pytest.approx(0)
    assert (effect.within.tasks, effect.within.pairs) == (2, 18)


def test_cells_give_mean_median_and_signs() -> None:
    """Differences 1/2 - 1 = -.5 in cell p, 1 - 0 = 1 in q; r lacks one kind and is no cell."""
    cells = (
        ("p", 1, (True, False)),
        ("p", 0, (True,)),
        ("q", 1, (True,)),
        ("q", 0, (False, False)),
        ("r", 0, (True,)),
    )
    rows = [{"source": s, "failures.x": f, "success": won} for s, f, wins in cells for won in wins]
    effect = measure_failure_effects(table(*rows), PLAN)[0]
    assert [cell.difference for cell in effect.cells] == [-0.5, 1.0]
    assert effect.mean.value == pytest.approx(0.25)
    assert effect.median.value == pytest.approx(0.25)
    assert (effect.positive, effect.negative, effect.zero) == (1, 1, 0)


def test_no_cell_with_both_has_a_reason() -> None:
    effect = measure_failure_effects(table({"failures.x": 1, "success": True}), PLAN)[0]
    assert (effect.mean.value, effect.mean.reason) == (None, "no_cell_with_both")
    assert (effect.within.raw.value, effect.within.raw.reason) == (None, "one_kind_only")
    assert effect.within.matched.reason == "no_task_with_both"


def test_effort_counts_successes_only_and_matches_tasks() -> None:
    """Task t: (2 - 5) over one pair and (2 - 7) over another; u has one kind only."""
    rows = [
        {"task": "t", "failures.x": 1, "success": True, "efforts.calls": 2},
        {"task": "t", "failures.x": 0, "success": True, "efforts.calls": 5},
        {"task": "t", "failures.x": 0, "success": True, "efforts.calls": 7},
        {"task": "t", "failures.x": 0, "success": False, "efforts.calls": 99},
        {"task": "u", "failures.x": 1, "success": True, "efforts.calls": 50},
    ]
    found = compare_efforts(table(*rows), PLAN)[0]
    assert (found.kind, found.effort) == ("x", "calls")
    assert found.contrast.matched.value == pytest.approx(-4)
    assert found.contrast.raw.value == pytest.approx(26 - 6)
    assert found.contrast.matched.interval_reason == "one_cluster"


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 1000))
def test_fixed_effect_equals_a_regression_with_a_constant_for_every_task(seed: int) -> None:
    outcomes = random_table(seed, tasks=25)
    index, tasks = outcomes.task_index()
    present = outcomes.numbers((outcomes.failures or {})["disclosure"]) > 0
    design = np.column_stack([present, np.eye(tasks)[index]])
    slope = np.linalg.lstsq(design, outcomes.numbers(outcomes.success), rcond=None)[0][0]
    effect = measure_failure_effects(outcomes, PLAN)[0]
    assert effect.within.fixed_effect.value == pytest.approx(slope)
    assert effect.mean.value == pytest.approx(np.mean([c.difference for c in effect.cells]))
    assert effect.median.value == pytest.approx(np.median([c.difference for c in effect.cells]))
