"""Points 4 and 10 to 15: what was measured, criterion by criterion."""

from __future__ import annotations

from rut_annotations.agreement.result import Agreement
from rut_exports.report import coefficients, wording
from rut_exports.report.checklist.said import (
    NOBODY,
    Said,
    Say,
    filled,
    listed,
    nothing,
)
from rut_exports.report.judging.model import CriterionQuality
from rut_exports.report.model import Report, Section
from rut_exports.report.wording import count as counted

_COMPANIONS = ("gwet_ac1", "brennan_prediger")


def _level(section: Section, report: Report) -> Said:
    del report
    if not section.agreement:
        return nothing(NOBODY)
    levels = sorted({item.level for item in section.agreement})
    return filled(
        f"{listed(levels).capitalize()} on all "
        f"{counted(len(section.agreement), 'criterion', 'criteria')}: met and not met have no "
        f"order and no distance. Not applicable enters as {wording.treatment_words(section)}.",
        "Methods",
    )


def _counts(section: Section, report: Report) -> Said:
    del report
    if not section.flow.judgements:
        return nothing(NOBODY)
    criteria = (
        f"{wording.criterion_name(section, item.criterion)} {item.n_units} dialogues, "
        f"{item.n_pairable} with two raters, {item.n_ratings} verdicts, {item.n_not_applicable} "
        f"not applicable, {item.n_cannot_tell} cannot tell, {item.n_missing} missing"
        for item in section.agreement
    )
    raters = (
        f"{row.rater} {row.judgements} judgements on {row.dialogues} dialogues, {row.skipped} "
        f"skipped, {row.cannot_tell} cannot tell"
        for row in section.raters
    )
    return filled(f"{'; '.join(criteria)}. Raters: {'; '.join(raters)}.", "Counts; Agreement")


def _coefficients(section: Section, report: Report) -> Said:
    pairs = [item for item in section.agreement if item.n_pairable]
    if not pairs:
        return nothing("No dialogue has verdicts by two people." if section.agreement else NOBODY)
    lost = sum(
        found.interval.degenerate
        for item in pairs
        for found in (item.alpha,)
        if found.interval is not None
    )
    return filled(
        f"{'; '.join(_agreement(section, item) for item in pairs)}. {report.replicates} resamples, "
        f"seed {report.seed}, {lost} without an alpha; how each interval was made stands beside "
        "it.",
        "Agreement; All coefficients",
    )


def _agreement(section: Section, item: Agreement) -> str:
    wanted = (*_COMPANIONS, *(("cohen_kappa",) if item.n_raters == 2 else ()))
    others = [found for found in item.coefficients if found.name in wanted]
    more = "".join(f", {coefficients.name(found)} {coefficients.value(found)}" for found in others)
    return (
        f"{wording.criterion_name(section, item.criterion)}: "
        f"{wording.percent_estimate(item.percent)} agreement, alpha "
        f"{wording.alpha_estimate(item.alpha)}{more}"
    )


def _prevalence(section: Section, report: Report) -> Said:
    del report
    if section.quality is None:
        return nothing(NOBODY)
    shares = (
        f"{wording.criterion_name(section, item.criterion)}: "
        + listed(
            f"{row.rater} {row.met} met, {row.not_met} not met, {row.not_applicable} not "
            f"applicable, {row.cannot_tell} cannot tell"
            for row in item.raters
        )
        for item in section.quality.criteria
    )
    return filled(
        f"{'; '.join(shares)}. Agreement on met and on not met stands with the coefficients.",
        "Raters; Agreement; All coefficients",
    )


def _not_applicable(section: Section, report: Report) -> Said:
    del report
    if not section.agreement:
        return nothing(NOBODY)
    count = sum(item.n_not_applicable for item in section.agreement)
    if not count:
        return nothing("No verdict was not applicable: all three ways give the same numbers.")
    shown = [item for item in section.agreement if item.n_not_applicable]
    ways = (
        f"{wording.criterion_name(section, item.criterion)} "
        f"{coefficients.TREATMENTS[item.treatment]} {wording.number(item.alpha.value)}"
        for one in shown
        for item in (one, *(way for way in section.treatments if way.criterion == one.criterion))
    )
    return filled(
        f"{counted(count, 'verdict')} of not applicable. The rubric fixes beforehand that they "
        f"count as {wording.treatment_words(section)}. Alpha in all three ways (a dash where it "
        f"does not exist): {listed(ways)}.",
        "Agreement; Not applicable in three ways",
    )


def _pairs(section: Section, report: Report) -> Said:
    del report
    if section.quality is None:
        return nothing(NOBODY)
    criteria = [item for item in section.quality.criteria if any(pair.n for pair in item.pairs)]
    if not criteria:
        return nothing("No dialogue has verdicts by two people.")
    found = (
        f"{wording.criterion_name(section, item.criterion)}: {_of_pairs(item)}" for item in criteria
    )
    few = "" if any(item.left_out for item in criteria) else " Nobody can be left out of two."
    return filled(f"{'; '.join(found)}.{few}", "Raters")


def _of_pairs(item: CriterionQuality) -> str:
    pairs = (
        f"{pair.first} with {pair.second} {coefficients.value(pair.percent)} of {pair.n}"
        for pair in item.pairs
        if pair.n
    )
    without = (
        f"alpha without {row.rater} {coefficients.value(row.alpha)}" for row in item.left_out
    )
    bias = (f"{row.rater} stricter by {coefficients.value(row.bias)}" for row in item.raters)
    return listed((*pairs, *without, *bias))


def _scales(section: Section, report: Report) -> Said:
    del report
    modes = sum(row.kind == "mode" for row in section.disagreements)
    return nothing(
        "No criterion has an ordered scale or takes a set of answers. Comments are free text and "
        f"get no coefficient. Failure modes are counted; raters agreed on not met and named "
        f"different modes in {counted(modes, 'case')}."
    )


SAYINGS: dict[int, Say] = {
    4: _level,
    10: _counts,
    11: _coefficients,
    12: _prevalence,
    13: _not_applicable,
    14: _pairs,
    15: _scales,
}
