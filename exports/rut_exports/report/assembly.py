"""From a bundle to a report."""

from __future__ import annotations

from rut_annotations.agreement.criterion import Settings
from rut_annotations.agreement.measures import measure_agreement
from rut_annotations.agreement.ratings import Rating, Ratings, Status
from rut_annotations.agreement.result import Agreement
from rut_annotations.agreement.scale import Scale
from rut_annotations.estimation.interval import Plan, Resampled, choose_resampled
from rut_annotations.fidelity.ufs import Ballot, Score, score_sources
from rut_annotations.judgement import Verdict
from rut_annotations.rubric import Rubric, Scope
from rut_exports.bundle import Bundle
from rut_exports.report.checklist.filling import fill_checklist
from rut_exports.report.conditions import observe_conditions
from rut_exports.report.counting import (
    count_modes,
    count_raters,
    count_sources,
    list_disagreements,
)
from rut_exports.report.fidelity.building import build_fidelity
from rut_exports.report.model import Report, Section, TaskAgreement
from rut_exports.report.planting import check_planted
from rut_exports.report.sorting import Entry, Sorted, sort_judgements

LEVEL = 0.95
# One dialogue judged twice is no agreement study: its coefficient could only be 0 or undefined.
MINIMUM_UNITS = 2
SCALE = Scale("binary", ("met", "not_met"), not_applicable=True)


def build_report(bundle: Bundle) -> Report:
    """Make the report of a bundle: one section a rubric.

    Raises:
        JudgementFault: Two judgements of the bundle claim to be the same revision.
    """
    known = {rubric.id for rubric in bundle.rubrics}
    made = Report(
        made_at=bundle.made_at,
        version=bundle.version,
        bundle_hash=bundle.hash,
        seed=bundle.seed,
        replicates=bundle.replicates,
        level=LEVEL,
        integrity=bundle.integrity,
        other_rubrics=sum(row.rubric_id not in known for row in bundle.judgements),
        sections=tuple(_section(bundle, rubric) for rubric in bundle.rubrics),
    )
    filled = tuple(
        section.model_copy(update={"checklist": fill_checklist(section, made)})
        for section in made.sections
    )
    return made.model_copy(update={"sections": filled})


def _section(bundle: Bundle, rubric: Rubric) -> Section:
    found = sort_judgements(bundle, rubric)
    resampled = choose_resampled({e.dialogue.id: e.dialogue.task for e in found.entries})
    plan = Plan(resampled=resampled, replicates=bundle.replicates, seed=bundle.seed, level=LEVEL)
    return Section(
        rubric_id=rubric.id,
        rubric_version=rubric.version,
        rubric_hash=rubric.hash,
        guideline_version=rubric.guideline_version,
        title=rubric.title,
        subject=rubric.subject,
        instructions=rubric.instructions,
        not_applicable=rubric.not_applicable,
        criteria=rubric.criteria,
        flow=found.flow,
        sources=count_sources(bundle, found),
        raters=count_raters(found, bundle.skips),
        resampled=resampled,
        agreement=_generic_agreement(found, plan),
        task_agreement=_task_agreement(found, plan),
        ufs=_ufs(found, "generic"),
        task_ufs=_ufs(found, "task"),
        modes=count_modes(found),
        disagreements=list_disagreements(found),
        planted=check_planted(found),
        fidelity=build_fidelity(found, plan),
        conditions=observe_conditions(bundle, found),
    )


def _rows(found: Sorted, scope: Scope, resampled: Resampled) -> list[Rating]:
    """Return the scope's ratings; who answered part of a dialogue has missing cells in the rest."""
    rows: list[Rating] = []
    for entries in found.by_dialogue(scope).values():
        dialogue = entries[0].dialogue
        given = {(entry.judgement.rater, entry.criterion.id): entry for entry in entries}
        for rater in sorted({rater for rater, _ in given}):
            for criterion in found.criteria_of(dialogue, scope):
                value = _value(given.get((rater, criterion.id)))
                name = criterion.id if scope == "generic" else f"{dialogue.task}/{criterion.id}"
                cluster = dialogue.task if resampled == "task" else dialogue.id
                rows.append(Rating(dialogue.id, cluster, name, rater, value))
    return rows


def _value(entry: Entry | None) -> str | Status:
    if entry is None:
        return Status.MISSING
    if entry.verdict == "not_applicable":
        return Status.NOT_APPLICABLE
    return Status.CANNOT_TELL if entry.verdict == "cannot_tell" else entry.verdict


def _measure(found: Sorted, scope: Scope, plan: Plan) -> dict[str, Agreement]:
    ratings = Ratings.from_rows(_rows(found, scope, plan.resampled), SCALE)
    settings = Settings(treatment=found.rubric.not_applicable, minimum_units=MINIMUM_UNITS)
    measured = measure_agreement(ratings, plan, settings)
    return {item.criterion: item for item in measured}


def _generic_agreement(found: Sorted, plan: Plan) -> tuple[Agreement, ...]:
    measured = _measure(found, "generic", plan)
    return tuple(measured[item.id] for item in found.rubric.criteria if item.id in measured)


def _task_agreement(found: Sorted, plan: Plan) -> tuple[TaskAgreement, ...]:
    measured = _measure(found, "task", plan)
    made: dict[str, TaskAgreement] = {}
    for dialogue in found.dialogues:
        for criterion in dialogue.criteria:
            name = f"{dialogue.task}/{criterion.id}"
            if name in measured:
                made[name] = TaskAgreement(
                    domain=dialogue.domain,
                    task_id=dialogue.task_id,
                    statement=criterion.statement,
                    measured=measured[name].model_copy(update={"criterion": criterion.id}),
                )
    return tuple(made[name] for name in sorted(made))


def _ufs(found: Sorted, scope: Scope) -> tuple[Score, ...]:
    ballots = []
    for entries in found.by_dialogue(scope).values():
        dialogue = entries[0].dialogue
        verdicts: dict[str, dict[str, Verdict]] = {}
        for entry in entries:
            verdicts.setdefault(entry.judgement.rater, {})[entry.criterion.id] = entry.verdict
        ballots.append(
            Ballot(
                dialogue_id=dialogue.id,
                source=dialogue.source,
                task=dialogue.task,
                criteria=tuple(item.id for item in found.criteria_of(dialogue, scope)),
                verdicts=verdicts,
            )
        )
    return score_sources(ballots, scope)
