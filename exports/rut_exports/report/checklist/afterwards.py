"""Points 16 to 23: evidence, models, time, tests, gaps, ethics and data."""

from __future__ import annotations

from collections import Counter

from rut_exports.report import coefficients, wording
from rut_exports.report.checklist.said import (
    NOBODY,
    Said,
    Say,
    counted,
    filled,
    for_lead,
    listed,
    missing,
    nothing,
)
from rut_exports.report.methods import equivalences
from rut_exports.report.model import Report, Section


def _evidence(section: Section, report: Report) -> Said:
    del report
    seen = section.conditions
    if not section.flow.judgements:
        return nothing(NOBODY)
    if not seen.not_met:
        return nothing("No criterion was found not met, so that no turn had to be cited.")
    return missing(
        f"{seen.cited} of {counted(seen.not_met, 'verdict')} of not met cite a turn.",
        "how far raters cite the same turns is not part of this report",
        "Disagreements",
    )


def _adjudicated(section: Section, report: Report) -> Said:
    del report
    ties = sum(score.causes.get("tie", 0) for score in section.ufs if score.by == "majority")
    return nothing(
        "No verdict was settled by a third person. The majority is taken criterion by criterion. "
        f"Open for want of one on the generic criteria: {counted(ties, 'dialogue')}."
    )


def _models(section: Section, report: Report) -> Said:
    del report
    count = section.flow.by_models
    if not count:
        return nothing("No model judged anything.")
    return missing(
        f"{counted(count, 'judgement')} by models ({listed(section.conditions.models)}), none of "
        "them in a number about people.",
        "models beside people on the same dialogues are not part of this report",
        "Counts",
    )


def _time(section: Section, report: Report) -> Said:
    del report
    flow, seen = section.flow, section.conditions
    if not flow.judgements:
        return nothing(NOBODY)
    if not seen.timed:
        return missing("No times were kept.", "time for each item", "Counts")
    each = (
        f"{row.rater} {wording.number(row.active_seconds / row.dialogues, 0)} s active and "
        f"{wording.number(row.idle_seconds / row.dialogues, 0)} s idle a dialogue"
        for row in section.raters
        if row.dialogues
    )
    return filled(
        f"{'; '.join(each)}; {seen.timed} of {counted(flow.judgements, 'judgement')} with a time. "
        "No rule for haste was declared, and nothing was left out for it. No second looks.",
        "Counts",
    )


def _tests(section: Section, report: Report) -> Said:
    decided = equivalences(section)
    tests = (
        f"{counted(len(decided), 'decision')} on equivalence with people within "
        f"{wording.number(decided[0].margin, 2)} by two one-sided tests (Schuirmann, 1987), each "
        "by itself and not corrected for the others."
        if decided
        else "No number is a test, and none is corrected."
    )
    return filled(
        f"Intervals at {wording.number(100 * report.level, 0)}% describe. {tests} No threshold and "
        'no word such as "substantial" is put on agreement.',
        "Methods",
    )


def _undefined(section: Section, report: Report) -> Said:
    del report
    found = [
        item
        for measured in (*section.agreement, *(row.measured for row in section.task_agreement))
        for item in (*measured.coefficients, *measured.specific)
    ]
    if not found:
        return nothing(NOBODY)
    why = Counter(item.reason for item in found if item.value is None)
    reasons = (
        f"{coefficients.reason(slug).removeprefix('undefined: ')} ({count})"
        for slug, count in sorted(why.items())
    )
    without = sum(item.value is not None and item.interval is None for item in found)
    return filled(
        f"{sum(why.values())} of {counted(len(found), 'coefficient')} do not exist: "
        f"{listed(reasons)}; {without} have no interval. Each says why in its place, and is null "
        "in JSON.",
        "All coefficients",
    )


def _ethics(section: Section, report: Report) -> Said:
    del section, report
    return for_lead(
        "The data hold no record of consent, and none of what was removed from transcripts.",
        "consent text and when it was accepted, approval by a board, personal data and what was "
        "removed, pay",
    )


def _data(section: Section, report: Report) -> Said:
    if not section.flow.judgements:
        return nothing(NOBODY)
    return filled(
        f"judgements.csv holds the {counted(section.flow.judgements, 'judgement')}, one a row "
        "(rut report --format csv -o FOLDER). rut report --format bundle -o FILE.zip writes "
        f"the data with SHA-256 {report.bundle_hash}, and rut report --from FILE.zip --verify "
        "makes every number again. Raters appear under the names that they gave.",
        "Counts",
    )


SAYINGS: dict[int, Say] = {
    16: _evidence,
    17: _adjudicated,
    18: _models,
    19: _time,
    20: _tests,
    21: _undefined,
    22: _ethics,
    23: _data,
}
