"""From a bundle to a report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rut_annotations.agreement.criterion import Settings
from rut_annotations.agreement.measures import measure_agreement
from rut_annotations.agreement.ratings import Ratings
from rut_annotations.agreement.result import Agreement
from rut_annotations.estimation.interval import Plan, choose_resampled
from rut_annotations.fidelity.ufs import Ballot, Score, score_sources
from rut_annotations.judgement import RaterKind, Verdict
from rut_annotations.rubric import Rubric, Scope
from rut_annotations.validity.repeats import compare_repeats
from rut_exports.bundle import Bundle
from rut_exports.report.checklist.filling import fill_checklist
from rut_exports.report.conditions import observe_conditions
from rut_exports.report.counting import (
    SCOPES,
    count_modes,
    count_other_raters,
    count_raters,
    count_sources,
    list_disagreements,
)
from rut_exports.report.fidelity.building import build_fidelity
from rut_exports.report.judging.judges import build_judging
from rut_exports.report.judging.quality import build_quality
from rut_exports.report.model import Report, Section, SelfAgreement, TaskAgreement
from rut_exports.report.planting import check_planted
from rut_exports.report.ratings import SCALE, list_ratings
from rut_exports.report.sorting import Entry, Sorted, group_by_dialogue, sort_judgements
from rut_exports.report.treatments import measure_treatments

Tell = Callable[[str, float], None]

LEVEL = 0.95
# One dialogue judged twice is no agreement study: its coefficient could only be 0 or undefined.
MINIMUM_UNITS = 2
# Whose second looks are compared with the first ones.
REPEATING: tuple[RaterKind, ...] = ("human", "model")


def say_nothing(what: str, share: float) -> None:
    """Tell nobody."""


def build_report(bundle: Bundle, tell: Tell = say_nothing) -> Report:
    """Make the report of a bundle: one section a rubric.

    Args:
        bundle: The data.
        tell: Is told what is worked on, and a share of the work from 0 to 1.

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
        sections=tuple(_section(bundle, rubric, tell) for rubric in bundle.rubrics),
    )
    filled = tuple(
        section.model_copy(update={"checklist": fill_checklist(section, made)})
        for section in made.sections
    )
    return made.model_copy(update={"sections": filled})


def _section(bundle: Bundle, rubric: Rubric, tell: Tell) -> Section:
    tell("agreement", 0.0)
    found = sort_judgements(bundle, rubric)
    resampled = choose_resampled({e.dialogue.id: e.dialogue.task for e in found.entries})
    plan = Plan(resampled=resampled, replicates=bundle.replicates, seed=bundle.seed, level=LEVEL)
    agreement, task_agreement = _generic_agreement(found, plan), _task_agreement(found, plan)
    tell("fidelity", 0.2)
    fidelity = build_fidelity(found, plan)
    tell("raters", 0.5)
    quality = build_quality(found, plan)
    tell("models", 0.65)
    judge = build_judging(found, plan)
    tell("tables", 0.95)
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
        other_raters=count_other_raters(found),
        resampled=resampled,
        agreement=agreement,
        task_agreement=task_agreement,
        ufs=_ufs(found, "generic", found.by_dialogue("generic")),
        task_ufs=_ufs(found, "task", found.by_dialogue("task")),
        model_ufs=_model_ufs(found),
        repeats=_repeats(found, plan),
        modes=count_modes(found),
        disagreements=list_disagreements(found),
        planted=check_planted(found),
        fidelity=fidelity,
        quality=quality,
        judge=judge,
        treatments=measure_treatments(found, agreement, plan, MINIMUM_UNITS),
        conditions=observe_conditions(bundle, found),
    )


def _measure(found: Sorted, scope: Scope, plan: Plan) -> dict[str, Agreement]:
    ratings = Ratings.from_rows(list_ratings(found, found.entries, scope, plan.resampled), SCALE)
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


def _repeats(found: Sorted, plan: Plan) -> tuple[SelfAgreement, ...]:
    """Compare each rater's looks at the same dialogue, by criterion; people and models apart."""
    if not any(entry.judgement.pass_number > 1 for entry in found.aside):
        return ()
    judged = (*found.entries, *found.aside)
    resampled = choose_resampled({entry.dialogue.id: entry.dialogue.task for entry in judged})
    plan = plan.model_copy(update={"resampled": resampled})
    order = {item.id: at for at, item in enumerate(found.rubric.criteria)}
    made = []
    for scope in SCOPES:
        ratings = Ratings.from_rows(list_ratings(found, judged, scope, plan.resampled), SCALE)
        for name in sorted(ratings.criteria, key=lambda name: order.get(name, len(order))):
            for role in REPEATING:
                measured = compare_repeats(ratings, name, plan, (role,))
                if measured.pairs:
                    made.append(
                        SelfAgreement(scope=scope, role=role, criterion=name, measured=measured)
                    )
    return tuple(made)


def _model_ufs(found: Sorted) -> tuple[Score, ...]:
    """Score the sources by each model alone: there is no majority of models."""
    return tuple(
        score
        for scope in SCOPES
        for score in _ufs(found, scope, group_by_dialogue(found.by_models(), scope))
        if score.by == "rater"
    )


def _ufs(found: Sorted, scope: Scope, grouped: Mapping[str, Sequence[Entry]]) -> tuple[Score, ...]:
    ballots = []
    for entries in grouped.values():
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
