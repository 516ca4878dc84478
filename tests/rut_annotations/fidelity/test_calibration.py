from __future__ import annotations

import numpy as np
import pytest

from rut_annotations.fidelity.calibration import binned_error, calibrate, place_in_bins
from tests.support.outcome_tables import PLAN, random_table, table


def rows(source: str, task: str, won: int, n: int, level: str = "low") -> list[dict]:
    return [
        {
            "source": source,
            "task": task,
            "human": source.startswith("h"),
            "difficulty": level,
            "success": trial < won,
        }
        for trial in range(n)
    ]


def test_by_hand() -> None:
    """Two bins: (.2 against .5) and the mean of (.6, 1) against that of (.5, 0): .3 and .55."""
    outcomes = table(
        *rows("s", "t", 1, 5),
        *rows("h", "t", 1, 2),
        *rows("s", "u", 3, 5),
        *rows("h", "u", 1, 2),
        *rows("s", "v", 5, 5, "high"),
        *rows("h", "v", 0, 2, "high"),
    )
    found = {each.difficulty: each for each in calibrate(outcomes, PLAN, bins=2)}
    whole = found[""]
    assert whole.error.value == pytest.approx((1 * 0.3 + 2 * 0.55) / 3)
    assert whole.bias.value == pytest.approx((0.2 + 0.6 + 1) / 3 - (0.5 + 0.5 + 0) / 3)
    assert [each.tasks for each in whole.bins] == [1, 2]
    assert whole.bins[1].simulated == pytest.approx(0.8)
    assert found["high"].error.value == pytest.approx(1)
    assert (whole.tasks, whole.rollouts) == (3, 5)
    assert "few_rollouts" not in whole.error.warnings


def test_few_rollouts_are_warned_of() -> None:
    outcomes = table(*rows("s", "t", 1, 4), *rows("h", "t", 1, 1))
    found = calibrate(outcomes, PLAN)[0]
    assert "few_rollouts" in found.error.warnings
    assert found.floor is None


def test_populations_are_told_apart() -> None:
    outcomes = table(*rows("s", "t", 5, 5), *rows("h1", "t", 2, 2), *rows("h2", "t", 0, 2))
    found = {(each.population, each.difficulty): each for each in calibrate(outcomes, PLAN)}
    errors = {name: found[name, ""].error.value for name in ("", "h1", "h2")}
    assert errors == {"": 0.5, "h1": 0.0, "h2": 1.0}


def test_no_shared_task_has_a_reason() -> None:
    outcomes = table(*rows("s", "t", 5, 5), *rows("h", "u", 2, 2))
    found = calibrate(outcomes, PLAN)[0]
    assert (found.error.value, found.error.reason) == (None, "no_shared_tasks")
    with pytest.raises(ValueError, match="one bin"):
        calibrate(outcomes, PLAN, bins=0)


def test_edges_belong_to_the_upper_bin_and_one_to_the_last() -> None:
    means = np.array([0.0, 0.2, 0.1 + 0.2 + 0.3, 1.0])
    placed = place_in_bins(np.column_stack([np.ones(4), means, np.zeros(4)]), 5)
    assert placed.reshape(4, 5, 3)[..., 0].argmax(axis=1).tolist() == [0, 1, 3, 4]


def test_one_bin_is_the_absolute_bias_and_more_bins_are_no_less() -> None:
    found = {bins: calibrate(random_table(5), PLAN, bins)[0] for bins in (1, 2, 4)}
    errors = [found[bins].error.value for bins in (1, 2, 4)]
    assert errors[0] == pytest.approx(abs(found[1].bias.value or 0))
    assert errors == sorted(errors, key=lambda error: error or 0.0)
    assert found[4].floor is not None


def test_the_error_of_no_tasks_is_undefined() -> None:
    assert np.isnan(binned_error(np.zeros(6)))
