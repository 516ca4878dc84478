"""Names and numbers of agreement as every form writes them."""

from __future__ import annotations

from collections.abc import Mapping

from rut_annotations.agreement.result import REASONS, WARNINGS, Agreement, Coefficient
from rut_annotations.estimation.choosing import RULES
from rut_annotations.estimation.interval import Estimate, Interval
from rut_annotations.validity.wording import REASONS as JUDGE_REASONS
from rut_exports.report.wording import number

NAMES: Mapping[str, str] = {
    "percent_agreement": "percent agreement",
    "weighted_agreement": "weighted agreement",
    "within_one_agreement": "agreement within one step",
    "krippendorff_alpha": "Krippendorff's alpha",
    "gwet_ac1": "Gwet's AC1",
    "gwet_ac2": "Gwet's AC2",
    "brennan_prediger": "Brennan-Prediger",
    "fleiss_kappa": "Fleiss' kappa",
    "conger_kappa": "Conger's kappa",
    "cohen_kappa": "Cohen's kappa",
    "scott_pi": "Scott's pi",
    "light_kappa": "Light's kappa",
    "icc": "intraclass correlation",
    "kendall_w": "Kendall's W",
    "specific_agreement": "agreement on",
}
METHODS: Mapping[str, str] = {
    "percentile_cluster_bootstrap": "bootstrap, percentiles",
    "bca_cluster_bootstrap": "bootstrap, BCa",
    "jackknife": "jackknife",
    "analytic": "analytic",
    "wilson": "Wilson",
    "wilson_effective_n": "Wilson, effective n",
    "clopper_pearson": "Clopper-Pearson",
    "newcombe": "Newcombe",
    "tango": "Tango",
    "exact_f": "F",
}
TREATMENTS: Mapping[str, str] = {
    "category": "not applicable as a category",
    "missing": "not applicable as missing",
    "applicability": "applicable or not, alone",
}


def name(item: Coefficient) -> str:
    """Write what a coefficient is called, with its category."""
    known = NAMES.get(item.name, item.name)
    return f"{known}: {item.category}" if item.category else known


def value(item: Estimate) -> str:
    """Write the value, or why there is none."""
    return reason(item.reason) if item.value is None else number(item.value)


def reason(slug: str) -> str:
    """Write why a number is undefined."""
    return f"undefined: {REASONS.get(slug) or JUDGE_REASONS.get(slug, slug)}"


def limits(found: Interval | None) -> str:
    """Write an interval."""
    return "-" if found is None else f"[{number(found.low, 2)}, {number(found.high, 2)}]"


def method(item: Estimate) -> str:
    """Write how the interval was made, or why there is none."""
    if item.value is None:
        return "-"
    if item.interval is None:
        slug = item.interval_reason
        return f"none: {REASONS.get(slug) or JUDGE_REASONS.get(slug, slug)}"
    return METHODS.get(item.interval.method, item.interval.method)


def rules(found: Agreement) -> list[str]:
    """Say by which rules the intervals of a criterion were picked."""
    used = {item.interval.rule for item in found.coefficients if item.interval}
    return [words for slug, words in RULES.items() if slug in used]


def warnings(found: Agreement) -> list[str]:
    """Say why the intervals of a criterion deserve less trust."""
    return [WARNINGS.get(slug, slug) for slug in found.warnings]


def counts(found: Agreement) -> str:
    """Say on what the numbers rest."""
    parts = [
        f"{found.n_units} units",
        f"{found.n_pairable} rated by two or more",
        f"{found.n_raters} raters",
        f"{found.n_pairs} pairs",
        f"{found.n_ratings} ratings",
    ]
    for number_, words in (
        (found.n_missing, "missing"),
        (found.n_not_applicable, "not applicable"),
        (found.n_cannot_tell, "cannot tell"),
        (found.n_skipped, "skipped"),
    ):
        if number_:
            parts.append(f"{number_} {words}")
    if found.n_clusters != found.n_pairable:
        parts.append(f"{found.n_clusters} clusters")
    return ", ".join(parts)


def prevalence(found: Agreement) -> str:
    """Say how often each category was chosen, the first twelve of them."""
    total = sum(found.prevalence.values())
    if not total:
        return "none"
    shown = list(found.prevalence.items())[:12]
    more = len(found.prevalence) - len(shown)
    text = ", ".join(f"{name} {count} ({100 * count / total:.0f}%)" for name, count in shown)
    return text + (f" and {more} more" if more > 0 else "")
