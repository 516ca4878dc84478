"""Numbers on raters and judges as every form writes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import BaseModel

from rut_annotations.agreement.result import Coefficient
from rut_annotations.estimation.interval import Estimate
from rut_annotations.validity.wording import HEADLINES, RULES, WARNINGS
from rut_exports.report import coefficients
from rut_exports.report.wording import number

ESTIMATORS: Mapping[str, str] = {
    "judged": "judge alone",
    "human_only": "people alone",
    "horvitz_thompson": "Horvitz-Thompson",
    "hajek": "Hájek",
    "stratified": "stratified",
    "ppi": "PPI",
    "ppi_plus": "PPI++",
    "rogan_gladen": "Rogan-Gladen",
}
MEASURES: Mapping[str, str] = {
    "recall": "recall",
    "precision": "precision",
    "specificity": "specificity",
    "negative_predictive_value": "negative predictive value",
    "balanced_accuracy": "balanced accuracy",
    "agreement": "agreement",
    "f1": "F1",
    "mcc": "MCC",
    "kappa": "Cohen's kappa",
    "ac1": "Gwet's AC1",
    "prevalence": "people's fails",
    "judged_fails": "judge's fails",
}
DROPPED: Mapping[str, str] = {
    "after_reveal": "made after identities were revealed",
    "other_versions": "another version of rubric or criterion",
    "not_counted_dialogues": "about dialogues that are not counted",
}


def written(found: Estimate) -> str:
    """Write a number with its interval, or why there is none: `0.60 [0.39, 0.78]`."""
    if found.value is None:
        return coefficients.reason(found.reason)
    value = number(found.value, 2)
    return value if found.interval is None else f"{value} {coefficients.limits(found.interval)}"


def share(found: Estimate) -> str:
    """Write a share as per cent with its interval: `60% [39, 78]`."""
    if found.value is None:
        return coefficients.reason(found.reason)
    made = found.interval
    limits = f" [{100 * made.low:.0f}, {100 * made.high:.0f}]" if made is not None else ""
    return f"{100 * found.value:.0f}%{limits}"


def short(found: Estimate, *, percent: bool = False) -> str:
    """Write a number without its interval, and a dash for none."""
    if found.value is None:
        return "-"
    return f"{100 * found.value:.0f}%" if percent else number(found.value, 2)


def headline_rule(slug: str) -> str:
    """Say by which rule a corrected rate is the headline."""
    return HEADLINES.get(slug, slug)


def find_estimates(value: object) -> Iterator[Estimate]:
    """Yield every number of this room in a value, at any depth."""
    if isinstance(value, Estimate) and not isinstance(value, Coefficient):
        yield value
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from find_estimates(getattr(value, name))
    elif isinstance(value, tuple | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from find_estimates(item)


def rules_and_warnings(found: object) -> list[str]:
    """Say by which rules the intervals in a value were made, and which warnings numbers carry."""
    rules: dict[str, None] = {}
    warnings: dict[str, None] = {}
    for one in find_estimates(found):
        if one.value is None:
            continue
        if one.interval is not None and one.interval.rule:
            rules[RULES.get(one.interval.rule, one.interval.rule)] = None
        warnings.update(dict.fromkeys(WARNINGS.get(slug, slug) for slug in one.warnings))
    said = []
    if rules:
        said.append(f"Which interval a number has, goes by rule: {'; '.join(sorted(rules))}.")
    if warnings:
        said.append(
            f"Some numbers carry warnings: {'; '.join(sorted(warnings))}. The tables in CSV say "
            "which."
        )
    return said
