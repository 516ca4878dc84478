"""Points 16 to 23: evidence, models, time, tests, gaps, ethics and data."""

from __future__ import annotations

from collections import Counter

from rut_exports.report import coefficients, wording
from rut_exports.report.checklist.said import (
    NOBODY,
    Said,
    Say,
    filled,
    for_lead,
    listed,
    missing,
    nothing,
)
from rut_exports.report.methods import describe_tests
from rut_exports.report.model import Report, Section
from rut_exports.report.wording import count as counted


def _evidence(section: Section, report: Report) -> Said:
    del report
    seen = section.conditions
    if not section.flow.judgements:
        return nothing(NOBODY)
    if not seen.not_met:
        return nothing("No criterion was found not met, so that no turn had to be cited.")
    cited = f"{seen.cited} of {counted(seen.not_met, 'verdict')} of not met cite a turn"
    overlaps = [
        (item.criterion, item.evidence)
        for item in (section.quality.criteria if section.quality else ())
        if item.evidence is not None
    ]
    if not overlaps:
        return nothing(
            f"{cited}; no two raters found the same criterion of the same dialogue not met."
        )
    same = (
        f"{wording.criterion_name(section, name)} {coefficients.value(found.turns)} over "
        f"{counted(found.pairs, 'pair')}"
        for name, found in overlaps
    )
    return filled(
        f"{cited}. Overlap of the cited turns (Jaccard, 1901), apart from the verdict: "
        f"{'; '.join(same)}.",
        "Raters",
    )


def _adjudicated(section: Section, report: Report) -> Said:
    del report
    ties = sum(score.causes.get("tie", 0) for score in section.ufs if score.by == "majority")
    settled = (
        "The majority is taken criterion by criterion. Open for want of one on the generic "
        f"criteria: {counted(ties, 'dialogue')}."
    )
    others = section.flow.other_roles
    if not others:
        return nothing(f"No verdict was settled by a third person. {settled}")
    return missing(
        f"{counted(others, 'judgement')} by adjudicators, gold standards or in training stand "
        f"apart and enter no number. {settled}",
        "the share of dialogues that an adjudicator decided otherwise",
        "Counts",
    )


def _models(section: Section, report: Report) -> Said:
    del report
    count = section.flow.by_models
    if section.judge is None or not count:
        return nothing("No model judged anything.")
    apart = (
        f"{counted(count, 'judgement')} by models ({listed(section.conditions.models)}), none of "
        "them in a number about people"
    )
    shared = [judge for judge in section.judge.judges if judge.shared]
    if not shared:
        return missing(
            f"{apart}.", "verdicts of people on the models' dialogues", "Models as judges"
        )
    beside = (
        f"{judge.judge} on {counted(judge.shared, 'dialogue')} that people judged as well: "
        + listed(
            f"{wording.criterion_name(section, item.criterion)} recall of not met "
            f"{coefficients.value(item.confusion.recall)}, kappa "
            f"{coefficients.value(item.confusion.kappa)}"
            f"{'' if item.alt_test else ', no test against people (it takes three)'}"
            for item in judge.criteria
            if item.shared
        )
        for judge in shared
    )
    return filled(f"{apart}. {'; '.join(beside)}.", "Models as judges")


def _time(section: Section, report: Report) -> Said:
    del report
    flow = section.flow
    if not flow.judgements:
        return nothing(NOBODY)
    again = (
        f"{counted(flow.repeats, 'judgement')} of second looks, compared with the first"
        if flow.repeats
        else "No second looks"
    )
    tempo = section.quality.tempo if section.quality else None
    if tempo is None:
        return missing(f"No times were kept. {again}.", "time for each item", "Counts")
    each = (
        f"{row.rater} {wording.number(row.active_seconds / row.dialogues, 0)} s active and "
        f"{wording.number(row.idle_seconds / row.dialogues, 0)} s idle a dialogue"
        for row in section.raters
        if row.dialogues
    )
    fast = (f"{row.rater} {row.fast} of {row.timed}" for row in tempo.raters)
    return filled(
        f"{'; '.join(each)}. Fast ({tempo.rule}): {listed(fast)}; none was left out for it. "
        f"{again}.",
        "Counts; Raters",
    )


def _tests(section: Section, report: Report) -> Said:
    tests = " ".join(describe_tests(section)) or "No number is a test, and none is corrected."
    return filled(
        f"Intervals at {wording.number(100 * report.level, 0)}% describe. {tests} Agreement is "
        "set beside Krippendorff's bars of .800 and .667 (2004) by the lower end of its interval; "
        'no word such as "substantial" is put on it.',
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
