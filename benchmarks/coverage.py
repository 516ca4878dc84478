"""How often the headline intervals hold the truth, in synthetic studies with a known one.

Run by hand, in the background: `python -m benchmarks.coverage [STUDIES] [FILE]`. Each cell (a
prevalence and a number of dialogues) is appended to the file when it is done, so that a run that
was stopped goes on where it was.

A study: n dialogues, each rated by three people on three criteria that share the dialogue's
difficulty, and a judge on four times as many. A person takes a dialogue that is right for right
with the sensitivity of the cell, and one that is wrong for wrong with its specificity; the judge
has errors of its own. An interval must hold the truth in .93 to .97 of the studies of a cell, or
warn in .90 of them; with a prevalence of .5 and 150 dialogues or more it may warn in .10.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.agreement import to_ratings
from rut_annotations.agreement.measures import measure_agreement
from rut_annotations.estimation.interval import Estimate, FloatArray, Plan
from rut_annotations.validity.audit import Audit
from rut_annotations.validity.confusion import confuse_flags
from rut_annotations.validity.corrected import correct_rate

# Of each prevalence: how often a person takes right for right, and wrong for wrong.
PEOPLE = {0.5: (0.9, 0.9), 0.8: (0.93, 0.75), 0.9: (0.95, 0.6), 0.97: (0.98, 0.7)}
JUDGE = (0.92, 0.8)
SIZES = (30, 75, 150, 375)
RATERS, CRITERIA, JUDGED = 3, 3, 4
REPLICATES = 1000
QUANTITIES = ("percent", "alpha", "ac1", "corrected", "recall", "specificity")


def main() -> int:
    """Fill the file cell by cell and print the table."""
    studies = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    file = Path(sys.argv[2]) if len(sys.argv) > 2 else Path("coverage.jsonl")
    rows = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    known = {(row["prevalence"], row["n"]) for row in rows if row["studies"] == studies}
    for prevalence in PEOPLE:
        for n in SIZES:
            if (prevalence, n) not in known:
                row = {"prevalence": prevalence, "n": n, "studies": studies}
                row.update(run_cell(prevalence, n, studies))
                rows.append(row)
                with file.open("a") as stream:
                    stream.write(json.dumps(row) + "\n")
    sys.stdout.write("\n".join(table([row for row in rows if row["studies"] == studies])) + "\n")
    return 0


def run_cell(prevalence: float, n: int, studies: int) -> dict[str, list[float]]:
    """Return, for each quantity, how often its interval holds the truth, warns, and exists."""
    truth = true_values(prevalence)
    found: dict[str, list[tuple[bool, bool]]] = {name: [] for name in QUANTITIES}
    for study in range(studies):
        generator = np.random.default_rng([int(1000 * prevalence), n, study])
        for name, estimate in _study(generator, prevalence, n, study):
            if estimate.value is not None and estimate.interval is not None:
                made = estimate.interval
                held = made.low - 1e-9 <= truth[name] <= made.high + 1e-9
                found[name].append((held, bool(estimate.warnings)))
    return {
        name: [*np.mean(pairs, axis=0).round(4).tolist(), len(pairs) / studies]
        for name, pairs in found.items()
        if pairs
    }


def true_values(prevalence: float) -> dict[str, float]:
    """Return what the quantities are in the population."""
    right, wrong = PEOPLE[prevalence]
    met = prevalence * right + (1 - prevalence) * (1 - wrong)
    apart = 2 * (prevalence * right * (1 - right) + (1 - prevalence) * wrong * (1 - wrong))
    chance = 2 * met * (1 - met)
    # The majority of three people is what the judge is measured by.
    most_right = right**3 + 3 * right**2 * (1 - right)
    most_wrong = wrong**3 + 3 * wrong**2 * (1 - wrong)
    passes = prevalence * most_right + (1 - prevalence) * (1 - most_wrong)
    sensitive, specific = JUDGE
    both_pass = prevalence * most_right * sensitive + (1 - prevalence) * (1 - most_wrong) * (
        1 - specific
    )
    both_fail = (
        prevalence * (1 - most_right) * (1 - sensitive) + (1 - prevalence) * most_wrong * specific
    )
    return {
        "percent": 1 - apart,
        "alpha": 1 - apart / chance,
        "ac1": (1 - apart - chance) / (1 - chance),
        "corrected": passes,
        "recall": both_fail / (1 - passes),
        "specificity": both_pass / passes,
    }


def _study(
    generator: np.random.Generator, prevalence: float, n: int, seed: int
) -> Iterator[tuple[str, Estimate]]:
    right, wrong = PEOPLE[prevalence]
    units = JUDGED * n
    # The difficulty of a dialogue is shared by its criteria, and each has the same prevalence.
    shared = generator.random((1, units))
    own = generator.random((CRITERIA, units))
    truth = np.where(generator.random((CRITERIA, units)) < 0.5, shared, own) < prevalence
    heard = np.where(truth[:, None], right, 1 - wrong)
    people = generator.random((CRITERIA, RATERS, units)) < heard
    judged = generator.random((CRITERIA, units)) < np.where(truth, JUDGE[0], 1 - JUDGE[1])
    plan = Plan(replicates=REPLICATES, seed=seed)
    first = measure_agreement(to_ratings(people[:, :, :n].astype(np.float64)), plan)[0]
    yield "percent", first.percent
    yield "alpha", first.alpha
    if any(item.name == "gwet_ac1" for item in first.coefficients):
        yield "ac1", first.find("gwet_ac1")
    most = people[0].sum(axis=0) >= 2
    yield from _judge(most, judged[0], n, plan)


def _judge(
    most: FloatArray, judged: FloatArray, n: int, plan: Plan
) -> Iterator[tuple[str, Estimate]]:
    units = len(judged)
    human = np.where(np.arange(units) < n, most.astype(np.float64), np.nan)
    audit = Audit(
        judged=judged.astype(np.float64),
        human=human,
        cluster_of=np.arange(units, dtype=np.int32),
        clusters=units,
        stratum=np.zeros(units, dtype=np.int32),
        strata=("all",),
    )
    chosen = correct_rate(audit, plan).chosen()
    if chosen is not None:
        yield "corrected", chosen
    against = confuse_flags(
        [not one for one in most[:n].tolist()],
        [not one for one in judged[:n].tolist()],
        np.arange(n),
        plan,
    )
    yield "recall", against.recall
    yield "specificity", against.specificity


def table(rows: list[dict[str, object]]) -> Iterator[str]:
    """Yield the table as Markdown: coverage, and in brackets how often the interval warns."""
    yield "| prevalence | dialogues | " + " | ".join(QUANTITIES) + " |"
    yield "|---" * (2 + len(QUANTITIES)) + "|"
    for row in rows:
        cells = [_cell(row.get(name)) for name in QUANTITIES]
        yield f"| {row['prevalence']} | {row['n']} | " + " | ".join(cells) + " |"


def _cell(found: object) -> str:
    if not isinstance(found, list):
        return "-"
    held, warned, defined = found
    missing = "" if defined == 1 else f", none in {1 - defined:.0%}"
    return f"{held:.3f} ({warned:.0%}{missing})"


if __name__ == "__main__":
    sys.exit(main())
