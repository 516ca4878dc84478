from __future__ import annotations

import numpy as np
import pytest
from pydantic import ValidationError

from rut_annotations.fidelity.outcomes import NEEDS, Outcomes, absent_tables, missing_columns
from tests.support.outcome_tables import random_table, table


def test_a_full_table_lacks_nothing_but_behaviours() -> None:
    assert absent_tables(random_table(1)) == {
        "ranking": ("agent",),
        "behaviours": ("behaviour",),
        "behaviour_modes": ("behaviour", "mode"),
        "behaviour_scores": ("scores", "behaviour"),
        "failure_classes": ("failure_class",),
    }


def test_a_bare_table_lacks_everything() -> None:
    bare = Outcomes(source=("a",), task=("t",))
    assert absent_tables(bare) == NEEDS


def test_a_column_of_nulls_is_absent() -> None:
    outcomes = table({"faithful": None, "success": True}, {"faithful": None, "success": False})
    assert missing_columns(outcomes, "hidden_failures") == ("faithful",)


def test_people_alone_are_no_comparison() -> None:
    outcomes = table({"human": True, "success": True}, {"human": True, "success": False})
    assert missing_columns(outcomes, "success_gap") == ("human",)


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"success": (True,)}, "success has 1 entries"),
        ({"failures": {"x": (1,)}}, r"failures\['x'\] has 1 entries"),
        ({"human": (True, False)}, "human in some rows"),
        (
            {"user_writes": (1, 1), "user_writes_missed": (0, 2)},
            "user_writes_missed is 2 where user_writes is 1",
        ),
        ({"turns": (float("nan"), 1.0)}, "finite"),
        ({"cost": (-0.1, 1.0)}, "greater than or equal to 0"),
        ({"user_writes": (-1, 1)}, "greater than or equal to 0"),
    ],
)
def test_what_cannot_be_is_refused(columns: dict[str, object], said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        Outcomes.model_validate({"source": ("a", "a"), "task": ("t", "u"), **columns})


def test_tasks_of_two_domains_with_one_name_are_two() -> None:
    outcomes = table({"task": "0", "domain": "a"}, {"task": "0", "domain": "b"})
    assert outcomes.task_index()[1] == 2


def test_some_dialogues_make_a_table() -> None:
    outcomes = random_table(1, tasks=3)
    kept = np.array([source == "s1" for source in outcomes.source])
    part = outcomes.take(kept)
    assert part.sources == ("s1",)
    assert part.failures is not None
    assert len(part.failures["goal"]) == int(kept.sum()) == 6
    assert outcomes.take(np.arange(len(outcomes.source))) == outcomes
