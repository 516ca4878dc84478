"""People's consensus by a model of their errors, beside their majority."""

from __future__ import annotations

from rut_annotations.estimation.sums import Draws
from rut_annotations.validity.confusion import FAIL, confuse
from rut_annotations.validity.dawid_skene import DawidSkene, compare_with_majority, fit_items
from rut_annotations.validity.items import Items
from rut_exports.report.judging.model import Fitted, FittedRater

# With one person the model only repeats what that person said.
ENOUGH_PEOPLE = 2


def fit_consensus(items: Items, judge: str, draws: Draws) -> Fitted | None:
    """Fit the people of one criterion and hold a judge against the result.

    Null with fewer than two people. The judge is no part of the fit.
    """
    if len([column for column in items.human.T if (column >= 0).any()]) < ENOUGH_PEOPLE:
        return None
    fit = fit_items(items)
    report, fail = fit.report, items.place(FAIL)
    known = not report.reason
    return Fitted(
        converged=report.converged,
        iterations=report.iterations,
        smoothing=report.smoothing,
        prevalence=float(fit.prior[fail]) if known else None,
        raters=_raters(fit, fail) if known else (),
        beside=compare_with_majority(fit, items.human) if known else None,
        judge=confuse(items, judge, draws.plan, reference=fit.code, draws=draws) if known else None,
        reason=report.reason,
        warnings=report.warnings,
    )


def _raters(fit: DawidSkene, fail: int) -> tuple[FittedRater, ...]:
    """Return each person's recall and specificity, the latter over all that is no fail."""
    rest = [place for place in range(len(fit.prior)) if place != fail]
    weights = fit.prior[rest] / fit.prior[rest].sum()
    return tuple(
        FittedRater(
            rater=name,
            recall=float(table[fail, fail]),
            specificity=float(weights @ (1 - table[rest, fail])),
        )
        for name, table in zip(fit.report.raters, fit.confusion, strict=True)
    )
