"""Our value of every published case, beside the published one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from pydantic import FiniteFloat

from rut_annotations.agreement.concordance import kendall_w
from rut_annotations.agreement.criterion import Settings
from rut_annotations.agreement.measures import measure_agreement
from rut_annotations.agreement.pairs import kappa_of_disagreement
from rut_annotations.agreement.planning import kappa_sample_size
from rut_annotations.agreement.ratings import Rating, Ratings
from rut_annotations.agreement.result import Coefficient
from rut_annotations.agreement.scale import Scale, set_label
from rut_annotations.agreement.weights import set_distance
from rut_annotations.estimation.interval import Interval, Plan
from rut_annotations.estimation.proportion import clopper_pearson_interval, wilson_interval
from rut_annotations.reference.cases import Case, Data, Table, load_table, option
from rut_annotations.validity.ppi import ppi_mean
from rut_domains.frozen import Frozen

_PLAN = Plan(replicates=2, choice="analytic")
_CRITERION = "c"


class Outcome(Frozen):
    """Our numbers for a case; `agrees` is null for a case without data, and `note` says why."""

    case: Case
    value: FiniteFloat | None = None
    reason: str = ""
    standard_error: FiniteFloat | None = None
    interval: tuple[FiniteFloat, FiniteFloat] | None = None
    agrees: bool | None = None
    note: str = ""


class Ours(Frozen):
    """Our value of a case, or the reason for none."""

    value: FiniteFloat | None
    reason: str = ""
    standard_error: FiniteFloat | None = None
    interval: Interval | None = None


def check_references() -> tuple[Outcome, ...]:
    """Measure every case of the table, in its order."""
    table = load_table()
    return tuple(check_case(case, table) for case in table.cases)


def check_case(case: Case, table: Table) -> Outcome:
    """Measure one case and compare."""
    if case.absent:
        return Outcome(case=case, note=case.absent)
    measure = _SPECIAL.get(case.coefficient, _agreement)
    ours = measure(case, table.data.get(case.data, Data()))
    interval = (ours.interval.low, ours.interval.high) if ours.interval else None
    note = _differences(case, ours, interval)
    return Outcome(
        case=case,
        value=ours.value,
        reason=ours.reason,
        standard_error=ours.standard_error,
        interval=interval,
        agrees=not note,
        note=note,
    )


def ratings_of(case: Case, data: Data) -> Ratings:
    """Return the data of a case as a table of ratings of one criterion."""
    rows: list[tuple[int, int, str]] = []
    if data.table:
        rows = list(_from_table(data.table))
    elif data.counts:
        rows = list(_from_counts(data.counts))
    else:
        lines: Sequence[Sequence[str]] = [line.split() for line in data.ratings]
        if data.sets:
            lines = [[set_label(members) for members in line] for line in data.sets]
        rows = [
            (unit, rater, word)
            for rater, line in enumerate(lines)
            for unit, word in enumerate(line)
            if word != "-"
        ]
    width = len(data.table) or (len(data.counts[0]) if data.counts else 0)
    found = {word for *_, word in rows} | {str(place + 1) for place in range(width)}
    numeric = case.level in ("ordinal", "interval", "ratio")
    categories = sorted(found, key=float) if numeric else sorted(found)
    level = "set" if data.sets else "nominal" if case.level == "neg_rmse" else case.level
    return Ratings.from_rows(
        (
            Rating(f"u{unit:04d}", f"u{unit:04d}", _CRITERION, f"r{rater}", word)
            for unit, rater, word in rows
        ),
        {_CRITERION: Scale(level, tuple(categories))},
    )


def _from_table(table: Sequence[Sequence[int]]) -> list[tuple[int, int, str]]:
    pairs = [
        (row + 1, column + 1)
        for row, line in enumerate(table)
        for column, number in enumerate(line)
        for _ in range(number)
    ]
    return [(unit, rater, str(pair[rater])) for unit, pair in enumerate(pairs) for rater in (0, 1)]


def _from_counts(counts: Sequence[Sequence[int]]) -> list[tuple[int, int, str]]:
    """Give the ratings of each unit to raters in order: who they were is not known."""
    found = []
    for unit, line in enumerate(counts):
        words = [str(place + 1) for place, number in enumerate(line) for _ in range(number)]
        found += [(unit, rater, word) for rater, word in enumerate(words)]
    return found


def _agreement(case: Case, data: Data) -> Ours:
    ratings = ratings_of(case, data)
    if not len(ratings):
        return Ours(value=None, reason="no_ratings")
    settings = Settings(
        treatment="missing",
        weights=option(case, "weights"),
        sets=option(case, "sets", "masi"),
    )
    measured = measure_agreement(ratings, _PLAN, settings)[0]
    category = option(case, "category", "")
    form = option(case, "form")
    for item in (*measured.coefficients, *measured.specific):
        known = item.name == case.coefficient and item.category == category
        if known and form in (None, item.metric):
            return _ours(item)
    return Ours(value=None, reason=_lacking(measured.alpha))


def _lacking(alpha: Coefficient) -> str:
    """Say why a coefficient is not there: a table of one rater has none of two."""
    return alpha.reason or "not_two_raters"


def _ours(item: Coefficient) -> Ours:
    return Ours(
        value=item.value,
        reason=item.reason,
        standard_error=item.standard_error,
        interval=item.interval,
    )


def _kendall(case: Case, data: Data) -> Ours:
    values = np.array([line.split() for line in data.ratings], dtype=np.float64).T
    return Ours(value=kendall_w(values, correct_ties=option(case, "correct_ties", True)))


def _cohen(case: Case, data: Data) -> Ours:
    disagreement = option(case, "disagreement")
    if disagreement is None:
        return _agreement(case, data)
    table = np.asarray(data.table, dtype=np.float64)
    return Ours(value=kappa_of_disagreement(table, np.asarray(disagreement, dtype=np.float64)))


def _proportion(case: Case, data: Data) -> Ours:
    del data
    numbers: Any = case.numbers
    successes, n = int(numbers["successes"]), int(numbers["n"])
    exact = option(case, "method") == "clopper_pearson"
    make = clopper_pearson_interval if exact else wilson_interval
    return Ours(value=successes / n, interval=make(successes, n))


def _masi(case: Case, data: Data) -> Ours:
    del data
    numbers: Any = case.numbers
    sets = [frozenset(members) for members in numbers]
    return Ours(value=float(set_distance("masi", sets)[0, 1]))


def _sample_size(case: Case, data: Data) -> Ours:
    del data
    said: Any = case.numbers
    found = kappa_sample_size(
        (said["rate1"], said["rate2"]),
        said["k1"],
        said["k0"],
        significance=said["alpha"],
        power=said["power"],
        two_sided=said["twosided"],
    )
    return Ours(value=float(found))


def _ppi(case: Case, data: Data) -> Ours:
    human, judged, others = (np.asarray(v) for v in (data.Y, data.Yhat, data.Yhat_unlabeled))
    found, _ = ppi_mean(human, judged, others, _PLAN, option(case, "lam"))
    return Ours(value=found.value, reason=found.reason, interval=found.interval)


_SPECIAL: dict[str, Callable[[Case, Data], Ours]] = {
    "kendall_w": _kendall,
    "cohen_kappa": _cohen,
    "proportion": _proportion,
    "ppi_mean": _ppi,
    "masi_distance": _masi,
    "kappa_sample_size": _sample_size,
}


def _differences(case: Case, ours: Ours, interval: tuple[float, float] | None) -> str:
    """Say in what ours differs; empty where it does not."""
    found = []
    if case.undefined:
        return "" if ours.value is None and ours.reason else "a value where there is none"
    if ours.value is None or not _near(ours.value, case.value, case.tolerance):
        found.append("value")
    if case.standard_error is not None and not _near(
        ours.standard_error, case.standard_error, case.error_tolerance
    ):
        found.append("standard error")
    if case.no_interval and interval is not None:
        found.append("an interval where there is none")
    if case.interval is not None and (
        interval is None
        or not _near(interval[0], case.interval[0], case.interval_tolerance)
        or not _near(interval[1], case.interval[1], case.interval_tolerance)
    ):
        found.append("interval")
    return ", ".join(found)


def _near(ours: float | None, published: Any, tolerance: float) -> bool:
    return ours is not None and abs(ours - float(published)) <= tolerance
