from __future__ import annotations

from typing import Any

import numpy as np

from rut_annotations.estimation.interval import Plan
from rut_annotations.fidelity.outcomes import Outcomes

PLAN = Plan(resampled="task", replicates=400, seed=5)


def table(*rows: dict[str, Any], **columns: Any) -> Outcomes:
    """One dict a dialogue; what a row does not name is null. `failures.x` fills a column x."""
    found: dict[str, Any] = {"source": tuple(row.get("source", "s") for row in rows)}
    found["task"] = tuple(row.get("task", f"t{number}") for number, row in enumerate(rows))
    for name in {key for row in rows for key in row} - {"source", "task"}:
        values = tuple(row.get(name) for row in rows)
        first, _, second = name.partition(".")
        if second:
            found.setdefault(first, {})[second] = values
        else:
            found[first] = values
    return Outcomes(**found, **columns)


def random_table(seed: int, tasks: int = 30, sources: int = 3, trials: int = 2) -> Outcomes:
    """A full table of two domains; the last source is human."""
    generator = np.random.default_rng(seed)
    rows = []
    for number in range(sources):
        for task in range(tasks):
            for _ in range(trials):
                writes = int(generator.integers(0, 3))
                missed = int(generator.integers(0, writes + 1))
                rows.append(
                    {
                        "source": f"s{number}",
                        "task": f"t{task}",
                        "domain": "ab"[task % 2],
                        "human": number == sources - 1,
                        "success": bool(generator.random() < 0.5),
                        "faithful": bool(generator.random() < 0.4 + 0.2 * number),
                        "reward": float(generator.random()),
                        "turns": float(generator.integers(2, 9) + number),
                        "cost": float(0.1 * (number + 1) + 0.01 * generator.random()),
                        "difficulty": "low" if task < tasks / 2 else "high",
                        "failures.disclosure": int(generator.integers(0, 3)),
                        "failures.goal": int(generator.integers(0, 2)),
                        "efforts.calls": float(generator.integers(0, 9)),
                        "features.words": float(generator.normal(10 + 2 * number, 3)),
                        "features.questions": float(generator.integers(0, 4)),
                        "categories.stop": "xyz"[int(generator.integers(0, 3))],
                        "user_writes": writes,
                        "user_writes_missed": missed,
                        "user_writes_missed_asked": int(generator.integers(0, missed + 1)),
                    }
                )
    return table(*rows)


def shuffle(outcomes: Outcomes, seed: int) -> Outcomes:
    return outcomes.take(np.random.default_rng(seed).permutation(len(outcomes.source)))
