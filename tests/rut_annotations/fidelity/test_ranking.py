from __future__ import annotations

from typing import Any

import pytest

from rut_annotations.fidelity.ranking import compare_rankings
from tests.support.outcome_tables import PLAN, table


def rows(source: str, agent: str, won: int, n: int = 40) -> list[dict[str, Any]]:
    return [
        {
            "source": source,
            "human": source == "h",
            "agent": agent,
            "task": f"t{task}",
            "success": task < won,
        }
        for task in range(n)
    ]


def test_agents_in_the_opposite_order_are_flipped() -> None:
    found = compare_rankings(
        table(
            *rows("h", "a", 30),
            *rows("h", "b", 20),
            *rows("h", "c", 4),
            *rows("s", "a", 10),
            *rows("s", "b", 30),
            *rows("s", "c", 2),
        ),
        PLAN,
    )[0]
    pairs = {(each.first, each.second): each for each in found.pairs}
    assert [pairs[key].flipped for key in sorted(pairs)] == [True, False, False]
    assert pairs["a", "b"].human == pytest.approx(0.25)
    assert pairs["a", "b"].simulated == pytest.approx(-0.5)
    assert found.flips == pytest.approx(1 / 3)
    assert (pairs["a", "b"].flip_share or 0) > 0.95
    assert (pairs["a", "c"].flip_share or 0) < 0.05
    assert found.agreement.spearman.value == pytest.approx(0.5)


def test_a_tie_flips_half_of_the_time() -> None:
    found = compare_rankings(
        table(*rows("h", "a", 30), *rows("h", "b", 20), *rows("s", "a", 9), *rows("s", "b", 9)),
        PLAN,
    )[0]
    assert (found.pairs[0].flipped, found.pairs[0].flip_share) == (False, 0.5)


def test_only_tasks_of_both_count() -> None:
    found = compare_rankings(
        table(*rows("h", "a", 5, n=10), *rows("s", "a", 20, n=40), *rows("s", "b", 20)), PLAN
    )[0]
    assert [(each.agent, each.tasks, each.human, each.simulated) for each in found.agents] == [
        ("a", 10, 0.5, 1.0)
    ]
    assert (found.flips, found.flip_share, found.reason) == (None, None, "too_few_agents")


def test_without_people_or_agents() -> None:
    assert compare_rankings(table(*rows("s", "a", 3)), PLAN) == ()
    bare = table({"source": "s", "human": False, "success": True}, {"source": "h", "human": True})
    assert compare_rankings(bare, PLAN)[0].reason == "too_few_agents"
