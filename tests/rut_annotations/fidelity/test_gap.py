from __future__ import annotations

import pytest

from rut_annotations.estimation.proportion import tango_interval
from rut_annotations.fidelity.gap import measure_gaps
from tests.support.outcome_tables import PLAN, random_table, table


def test_tasks_are_matched_and_weigh_alike() -> None:
    """Task t: 1/2 against 0; u: 1 against 1; v is the source's alone."""
    rows = [
        ("s", "t", False, True),
        ("s", "t", False, False),
        ("h", "t", True, False),
        ("s", "u", False, True),
        ("h", "u", True, True),
        ("h", "u", True, True),
        ("s", "v", False, False),
    ]
    outcomes = table(
        *({"source": s, "task": t, "human": h, "success": won} for s, t, h, won in rows)
    )
    gap = measure_gaps(outcomes, "success", PLAN)[0]
    assert (gap.source, gap.reference, gap.tasks) == ("s", "human", 2)
    assert (gap.source_only, gap.reference_only) == (1, 0)
    assert gap.matched.value == pytest.approx(0.25)
    assert (gap.source_mean, gap.reference_mean) == (0.75, 0.5)
    assert gap.unmatched.value == pytest.approx(2 / 4 - 2 / 3)


def test_one_dialogue_each_has_tangos_interval() -> None:
    rows = []
    for number in range(60):
        rows.append({"source": "s", "task": f"t{number}", "human": False, "faithful": number < 50})
        rows.append({"source": "h", "task": f"t{number}", "human": True, "faithful": number >= 5})
    gap = measure_gaps(table(*rows), "faithful", PLAN)[0]
    known = tango_interval(5, 10, 60)
    assert gap.matched.value == pytest.approx(-5 / 60)
    assert gap.matched.interval is not None
    assert (gap.matched.interval.low, gap.matched.interval.high) == (known.low, known.high)
    assert gap.verdict is not None
    assert gap.verdict.inner is not None
    assert gap.verdict.inner.level == pytest.approx(0.9)
    assert gap.verdict.decision == "undecided"


def test_equal_rates_on_every_task_are_not_equivalent_beyond_doubt() -> None:
    """Two dialogues a task, always one success: no variation, nothing decided."""
    rows = [
        {"source": s, "task": f"t{task}", "human": s == "h", "success": bool(trial)}
        for s in "sh"
        for task in range(30)
        for trial in range(2)
    ]
    verdict = measure_gaps(table(*rows), "success", PLAN)[0].verdict
    assert verdict is not None
    assert (verdict.decision, verdict.reason) == ("undecided", "no_variation")


def test_a_reference_can_be_any_source() -> None:
    outcomes = random_table(3)
    gaps = measure_gaps(outcomes, "reward", PLAN, reference="s0")
    back = measure_gaps(outcomes, "reward", PLAN, reference="s1")
    assert [gap.source for gap in gaps] == ["s1", "s2"]
    assert gaps[0].verdict is None
    assert measure_gaps(outcomes, "reward", PLAN, margin=0.5)[0].verdict is not None
    assert gaps[0].matched.value == pytest.approx(-(back[0].matched.value or 0))


def test_no_shared_task_has_a_reason() -> None:
    outcomes = table(
        {"source": "s", "task": "t", "human": False, "success": True},
        {"source": "h", "task": "u", "human": True, "success": True},
    )
    gap = measure_gaps(outcomes, "success", PLAN)[0]
    assert (gap.matched.value, gap.matched.reason) == (None, "no_shared_tasks")
    assert gap.verdict is not None
    assert gap.verdict.reason == "no_shared_tasks"


def test_without_people_there_are_no_gaps() -> None:
    assert measure_gaps(table({"success": True}), "success", PLAN) == ()
