"""Points 1 to 9: what was judged, by whom, and under which conditions."""

from __future__ import annotations

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
from rut_exports.report.model import Report, Section
from rut_exports.report.wording import count as counted


def _measured(section: Section, report: Report) -> Said:
    pairs = [item for item in section.agreement if item.n_pairable]
    if not pairs:
        why = "no dialogue has verdicts by two people" if section.flow.judgements else NOBODY
        return nothing(f"Agreement between raters is not measured: {why.rstrip('.')}.")
    seen = section.conditions
    dates = f"judged from {seen.judged_from} to {seen.judged_to}" if seen.judged_from else ""
    made = f"report made {report.made_at}" if report.made_at else ""
    told = [
        f"agreement between {counted(len(section.raters), 'rater')} on "
        f"{counted(len(pairs), 'criterion', 'criteria')}",
        dates,
        made,
        f"rut-tui {report.version}" if report.version else "",
        f"data with SHA-256 {report.bundle_hash}",
    ]
    answer = "; ".join(part for part in told if part)
    again = {item.criterion for item in section.repeats if item.role == "human"}
    alone = f"on {counted(len(again), 'criterion', 'criteria')}" if again else "not measured"
    answer = f"{answer[0].upper()}{answer[1:]}. Agreement of raters with themselves: {alone}."
    lacking = [
        *([] if dates or made else ["date"]),
        *([] if report.version else ["version of the program"]),
    ]
    if lacking:
        return for_lead(answer, f"{' and '.join(lacking)} of the report", "Agreement")
    return filled(answer, "Agreement")


def _judged(section: Section, report: Report) -> Said:
    del report
    sources = (f"{row.source} ({row.counted})" for row in section.sources if row.counted)
    seen = section.conditions
    return for_lead(
        f"Conduct of the {section.subject} in {counted(section.flow.counted, 'dialogue')} of "
        f"{counted(seen.tasks, 'task')}, domains: {listed(seen.domains)}; sources: "
        f"{listed(sources)}.",
        "population of dialogues; how they were sampled, and with which seed; why this many "
        "dialogues and raters",
        "Counts",
    )


def _rubric(section: Section, report: Report) -> Said:
    del report
    conditional = sum(bool(item.applies_when) for item in section.criteria)
    own = len(section.task_agreement)
    modes = len({slug for item in section.criteria for slug in item.mode_slugs()})
    return filled(
        f"Rubric {section.rubric_id}, version {section.rubric_version}, SHA-256 "
        f"{section.rubric_hash}, guidelines {section.guideline_version}: "
        f"{counted(len(section.criteria), 'criterion', 'criteria')} word for word, each with its "
        f"hash, {conditional} with a condition under which it applies, "
        f"{counted(modes, 'failure mode')} defined with examples; {own} more of single tasks. "
        "Scale of each: met, not met, beside not applicable and cannot tell.",
        "The rubric",
    )


def _overlap(section: Section, report: Report) -> Said:
    del report
    if not section.flow.judgements:
        return nothing(NOBODY)
    spread = (
        f"{count} by {number}"
        for number, count in enumerate(section.conditions.raters_per_dialogue)
        if count
    )
    skipped = sum(rater.skipped for rater in section.raters)
    return for_lead(
        f"Reached: of {counted(section.flow.counted, 'dialogue')} {listed(spread)}. Every rater is "
        f"offered every dialogue, fixed beforehand; {counted(skipped, 'skip')}; "
        f"{counted(section.flow.repeats, 'judgement')} of second looks apart. "
        f"{_imported(section)}".rstrip(),
        "how many raters were planned for each dialogue",
        "Counts",
    )


def _blinding(section: Section, report: Report) -> Said:
    del report
    flow, seen = section.flow, section.conditions
    if not flow.judgements:
        return nothing(NOBODY)
    own = sum(rater.own_dialogues for rater in section.raters)
    return missing(
        f"Raters read transcript and contract, without each other's verdicts. Of "
        f"{counted(flow.judgements, 'judgement')} {flow.judgements - seen.identity_shown} were "
        f"made with the source hidden and {flow.judgements - seen.outcome_shown} with outcome and "
        f"reward hidden; in {counted(own, 'case')} a rater had played in the dialogue; "
        f"{flow.after_reveal} made after identities were opened are left out. "
        f"{_imported(section)}".rstrip(),
        "a scan of the transcripts for words that give a source away is not part of this report",
        "Counts; Methods",
    )


def _imported(section: Section) -> str:
    return wording.imported_words(section.flow) if section.flow.imported else ""


def _order(section: Section, report: Report) -> Said:
    del report
    if not section.flow.judgements:
        return nothing(NOBODY)
    drifts = [
        (item.criterion, drift.halves)
        for item in (section.quality.criteria if section.quality else ())
        for drift in item.drift
        if not drift.rater
    ]
    moved = (
        "Share of not met in the second half of each rater's order less the first: "
        + listed(
            f"{wording.criterion_name(section, name)} {coefficients.value(halves)}"
            for name, halves in drifts
        )
        + "."
        if drifts
        else "When verdicts were given is not known."
    )
    return missing(
        "Each rater has an order of their own, drawn at random by a seeded hash of rater and "
        f"dialogue. Dialogues are judged one at a time: there are no sides to swap. {moved}",
        "the seeds of the orders",
        "Raters; Methods" if drifts else "Methods",
    )


def _raters(section: Section, report: Report) -> Said:
    del report
    known = [row for row in section.planted.rows if row.mode == "all"] if section.planted else []
    truth = (f"{row.rater} {row.caught.successes} of {row.caught.n}" for row in known)
    checked = (
        f"Planted faults caught: {listed(truth)}."
        if known
        else "No training round and no dialogue with a known truth is in the data."
    )
    return for_lead(
        f"{counted(len(section.raters), 'rater')}, guidelines {section.guideline_version}. "
        f"{checked}",
        "expertise, recruitment, pay and training of the raters, and how they are related to the "
        "authors",
        "Counts; Planted faults" if known else "Counts",
    )


def _excluded(section: Section, report: Report) -> Said:
    del report
    flow = section.flow
    stages = {
        "dialogues not linked to the task played": flow.unlinked,
        "practice dialogues": flow.practice,
        "dialogues without a contract": flow.without_contract,
        "judgements by models": flow.by_models,
        "judgements by adjudicators, gold standards or in training": flow.other_roles,
        "second looks": flow.repeats,
        "judgements after the reveal": flow.after_reveal,
        "judgements on another version of rubric or criterion": flow.other_versions,
        "judgements on dialogues not counted": flow.not_counted_dialogues,
        "judgements withdrawn": flow.withdrawn,
    }
    found = (f"{name} {count}" for name, count in stages.items() if count)
    return for_lead(
        f"Left out by fixed rules: {listed(found)}. No rater and no judgement was left out for its "
        "content.",
        "whether the rules were registered beforehand, and results with what was left out, if any "
        "of it could change them",
        "Counts",
    )


SAYINGS: dict[int, Say] = {
    1: _measured,
    2: _judged,
    3: _rubric,
    5: _overlap,
    6: _blinding,
    7: _order,
    8: _raters,
    9: _excluded,
}
