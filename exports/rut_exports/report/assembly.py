"""From a bundle to a report."""

from __future__ import annotations

from rut_annotations.agreement.criterion import Settings
from rut_annotations.agreement.measures import measure_agreement
from rut_annotations.agreement.ratings import Ratings
from rut_annotations.agreement.result import Agreement
from rut_annotations.estimation.interval import Plan, choose_resampled
from rut_annotations.fidelity.ufs import Ballot, Score, score_sources
from rut_annotations.judgement import Verdict
from rut_annotations.rubric import Rubric, Scope
from rut_exports.bundle import Bundle
from rut_exports.report.counting import (
    check_planted,
    count_modes,
    count_raters,
    count_sources,
    list_disagreements,
)
from rut_exports.report.judging.judges import build_judging
from rut_exports.report.judging.quality import build_quality
from rut_exports.report.model import Report, Section, TaskAgreement
from rut_exports.report.ratings import SCALE, list_ratings
from rut_exports.report.sorting import Sorted, sort_judgements

LEVEL = 0.95
# One dialogue judged twice is no agreement study: its coefficient could only be 0 or undefined.
MINIMUM_UNITS = 2


def build_report(bundle: Bundle) -> Report:
    """Make the report of a bundle: one section a rubric.

    Raises:
        JudgementFault: Two judgements of the bundle claim to be the same revision.
    """
    known = {rubric.id for rubric in bundle.rubrics}
    return Report(
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
        quality=build_quality(found, plan),
        judge=build_judging(found, plan),
    )


def _measure(found: Sorted, scope: Scope, plan: Plan) -> dict[str, Agreement]:
    rows = list_ratings(found, found.entries, scope, plan.resampled)
    ratings = Ratings.from_rows(rows, SCALE)
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
