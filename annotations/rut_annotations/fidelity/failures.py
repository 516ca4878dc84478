"""Failing verdicts by family or mode, counted both ways, and what they do to the pass rate."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from pydantic import FiniteFloat

from rut_annotations.estimation.interval import Estimate, FloatArray, Plan
from rut_annotations.estimation.sums import Draws, Statistic, cluster_sums, divide
from rut_annotations.fidelity.contrast import Contrast, contrast_within_tasks
from rut_annotations.fidelity.outcomes import BoolArray, Outcomes
from rut_annotations.fidelity.sampling import estimate_from_sums, estimate_share
from rut_domains.frozen import Frozen


class FailureCount(Frozen):
    """Failing verdicts of one kind under one source.

    `verdicts` counts every failing verdict, `dialogues` those with at least one, `scored` those
    where any criterion of the kind was applicable; `share` is dialogues / scored.
    """

    kind: str
    source: str
    verdicts: int
    dialogues: int
    scored: int
    share: Estimate


class CellEffect(Frozen):
    """Pass rates of one source in one domain, where a failure is present and where it is not."""

    source: str
    domain: str
    present: int
    absent: int
    passed_present: int
    passed_absent: int
    difference: FiniteFloat


class FailureEffect(Frozen):
    """What a kind of failure goes with: mean success where present minus where absent.

    `cells` are those of source and domain that hold both kinds of dialogue; `mean`, `median` and
    the signs are over them (UserProxyBench, 2026). `within` compares dialogues of the same task:
    hard tasks bring about both failures of the user and of the agent.
    """

    kind: str
    cells: tuple[CellEffect, ...]
    mean: Estimate
    median: Estimate
    positive: int
    negative: int
    zero: int
    within: Contrast


def count_failures(outcomes: Outcomes, plan: Plan) -> tuple[FailureCount, ...]:
    """Count the failing verdicts of every kind, for all sources together (`""`) and for each."""
    index, tasks = outcomes.task_index()
    draws = Draws(tasks, plan)
    found = []
    for kind, column in sorted((outcomes.failures or {}).items()):
        counts = outcomes.numbers(column)
        for source in ("", *outcomes.sources):
            known = outcomes.cell(source=source or None) & ~np.isnan(counts)
            hit = known & (counts > 0)
            rows = cluster_sums(index, tasks, [hit.astype(np.float64), known.astype(np.float64)])
            found.append(
                FailureCount(
                    kind=kind,
                    source=source,
                    verdicts=int(counts[known].sum()),
                    dialogues=int(hit.sum()),
                    scored=int(known.sum()),
                    share=estimate_share(f"failed:{kind}", rows, draws),
                )
            )
    return tuple(found)


def measure_failure_effects(outcomes: Outcomes, plan: Plan) -> tuple[FailureEffect, ...]:
    """Return for every kind of failure what it goes with in the pass rate."""
    draws = Draws(outcomes.task_index()[1], plan)
    return tuple(
        _effect(outcomes, kind, outcomes.numbers(column), draws)
        for kind, column in sorted((outcomes.failures or {}).items())
    )


def _effect(outcomes: Outcomes, kind: str, counts: FloatArray, draws: Draws) -> FailureEffect:
    index, tasks = outcomes.task_index()
    success = outcomes.numbers(outcomes.success)
    known = ~np.isnan(counts) & ~np.isnan(success)
    cells, columns = [], []
    for source in outcomes.sources:
        for domain in outcomes.domains or (None,):
            chosen = outcomes.cell(source=source, domain=domain) & known
            cell, four = _cell(source, domain or "", chosen, counts > 0, success)
            if cell is not None:
                cells.append(cell)
                columns += four
    rows = cluster_sums(index, tasks, columns)
    n = sum(cell.present + cell.absent for cell in cells)
    # A resample can lose a cell; the others then stand for it.
    mean, median = (
        estimate_from_sums(
            f"effect:{kind}:{name}",
            rows,
            _over_cells(len(cells), over),
            draws,
            n=n,
            bounds=(-1.0, 1.0),
            smooth=over is _mean,
            reason="no_cell_with_both",
        )
        for name, over in (("mean", _mean), ("median", _median))
    )
    signs = np.sign([cell.difference for cell in cells])
    return FailureEffect(
        kind=kind,
        cells=tuple(cells),
        mean=mean,
        median=median,
        positive=int((signs > 0).sum()),
        negative=int((signs < 0).sum()),
        zero=int((signs == 0).sum()),
        within=contrast_within_tasks(f"effect:{kind}", counts > 0, success, known, index, draws),
    )


def _cell(
    source: str, domain: str, chosen: BoolArray, failed: BoolArray, success: FloatArray
) -> tuple[CellEffect | None, list[FloatArray]]:
    present, absent = chosen & failed, chosen & ~failed
    if not present.any() or not absent.any():
        return None, []
    won = np.nan_to_num(success)
    four = [won * present, present.astype(np.float64), won * absent, absent.astype(np.float64)]
    passed, there, passed_without, missing = (int(column.sum()) for column in four)
    cell = CellEffect(
        source=source,
        domain=domain,
        present=there,
        absent=missing,
        passed_present=passed,
        passed_absent=passed_without,
        difference=passed / there - passed_without / missing,
    )
    return cell, four


def _over_cells(cells: int, over: Callable[[FloatArray], FloatArray]) -> Statistic:
    def statistic(sums: FloatArray) -> FloatArray:
        if not cells:
            return np.full(sums.shape[:-1], np.nan)
        four = sums.reshape(*sums.shape[:-1], cells, 4)
        return over(divide(four[..., 0], four[..., 1]) - divide(four[..., 2], four[..., 3]))

    return statistic


def _mean(values: FloatArray) -> FloatArray:
    """Return the mean over the last axis without NaN; NaN, and no warning, for none."""
    return divide(np.nan_to_num(values).sum(axis=-1), (~np.isnan(values)).sum(axis=-1))


def _median(values: FloatArray) -> FloatArray:
    """Return the median over the last axis without NaN; NaN, and no warning, for none."""
    count = (~np.isnan(values)).sum(axis=-1)
    ordered = np.sort(values, axis=-1)
    last = np.maximum(count - 1, 0)
    low = np.take_along_axis(ordered, (last // 2)[..., None], axis=-1)[..., 0]
    high = np.take_along_axis(ordered, ((last + 1) // 2)[..., None], axis=-1)[..., 0]
    return np.asarray((low + high) / 2)
