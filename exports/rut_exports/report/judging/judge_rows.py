"""The rows of the CSV tables on judges."""

from __future__ import annotations

from collections.abc import Iterator

from rut_annotations.estimation.interval import Estimate
from rut_annotations.validity.confusion import Confusion
from rut_exports.report.judging.model import JudgedCriterion, JudgeReport
from rut_exports.report.judging.rows import Row, head
from rut_exports.report.judging.wording import ESTIMATORS, MEASURES
from rut_exports.report.model import Section

COUNTS = (
    "true_positive",
    "false_positive",
    "false_negative",
    "true_negative",
    "undecided",
    "unjudged",
)
_BESIDE = ("pairwise_agreement", "pairwise_kappa", "left_out_agreement", "left_out_kappa")
_SIDES = ("human_human", "judge_human", "difference")


def confusion_rows(section: Section) -> Iterator[Row]:
    """Yield a row for each judge, criterion and reference: the majority, then the fit."""
    for judge, item in _criteria(section):
        for reference, found in _references(item):
            counts = {name: getattr(found, name) for name in COUNTS}
            yield {
                **_place(section, judge, item.criterion),
                "reference": reference,
                "shared": item.shared,
                **counts,
            }


def number_rows(section: Section) -> Iterator[Row]:
    """Yield a row for each number on a judge: by criterion, family, polarity, mode, domain."""
    for judge, item in _criteria(section):
        for by, found in _numbers(item):
            yield _number(section, judge, "criterion", item.criterion, item.criterion, by, found)
    for judge in section.judge.judges if section.judge is not None else ():
        for kind, groups in (("family", judge.families), ("polarity", judge.polarities)):
            for group in groups:
                for name, found in group.means.items():
                    used = " ".join(group.criteria[name])
                    yield _number(section, judge, kind, group.group, used, name, found)
        for mode in judge.modes:
            where = (mode.mode, mode.criterion)
            yield _number(section, judge, "mode", *where, "recall", mode.recall)
        for domain in judge.domains:
            for found in domain.found:
                where = (domain.domain, domain.criterion)
                yield _number(section, judge, "domain", *where, found.name, found)


def alt_test_rows(section: Section) -> Iterator[Row]:
    """Yield a row for each judge, criterion, epsilon and person."""
    for judge, item in _criteria(section):
        for point in item.alt_test.curve if item.alt_test is not None else ():
            for person in point.persons:
                yield {
                    **_place(section, judge, item.criterion),
                    "epsilon": point.epsilon,
                    "winning_rate": point.winning_rate.value,
                    "winning_rate_reason": point.winning_rate.reason,
                    "passed": point.passed,
                    **person.model_dump(),
                }


def corrected_rows(section: Section) -> Iterator[Row]:
    """Yield a row for each judge, criterion, source and estimator."""
    for judge, item in _criteria(section):
        for one in item.corrected:
            rate = one.rate
            for name in ESTIMATORS:
                yield {
                    **_place(section, judge, item.criterion),
                    "source": one.source,
                    "units": rate.units,
                    "labelled": rate.labelled,
                    "unjudged": rate.unjudged,
                    "minority": rate.minority,
                    "disagreements": rate.disagreements,
                    "estimator": name,
                    "headline": name == rate.headline,
                    "headline_rule": rate.rule,
                    "lambda": rate.lam if name == "ppi_plus" else None,
                    **_estimate(getattr(rate, name)),
                }


def _criteria(section: Section) -> Iterator[tuple[JudgeReport, JudgedCriterion]]:
    for judge in section.judge.judges if section.judge is not None else ():
        for item in judge.criteria:
            yield judge, item


def _references(item: JudgedCriterion) -> Iterator[tuple[str, Confusion]]:
    yield "majority", item.confusion
    if item.fitted is not None and item.fitted.judge is not None:
        yield "dawid_skene", item.fitted.judge


def _numbers(item: JudgedCriterion) -> Iterator[tuple[str, Estimate]]:
    for reference, found in _references(item):
        for name in MEASURES:
            yield f"{reference}:{name}", getattr(found, name)
    for name in _BESIDE:
        for side in _SIDES:
            yield f"{name}:{side}", getattr(getattr(item.ceiling, name), side)
    if item.alt_test is not None:
        yield "alt_test:advantage", item.alt_test.advantage


def _number(
    section: Section,
    judge: JudgeReport,
    by: str,
    group: str,
    criteria: str,
    measure: str,
    found: Estimate,
) -> Row:
    return {
        **_place(section, judge, criteria),
        "by": by,
        "group": group,
        "measure": measure,
        **_estimate(found),
    }


def _place(section: Section, judge: JudgeReport, criterion: str) -> Row:
    return {**head(section), "judge": judge.judge, "criterion": criterion}


def _estimate(found: Estimate) -> Row:
    made = found.interval
    return {
        "value": found.value,
        "reason": found.reason,
        "low": made.low if made else None,
        "high": made.high if made else None,
        "method": made.method if made else None,
        "rule": made.rule if made else None,
        "interval_reason": found.interval_reason,
        "n": found.n,
        "clusters": made.clusters if made else None,
        "replicates": made.replicates if made else None,
        "degenerate": made.degenerate if made else None,
        "warnings": found.warnings,
    }
