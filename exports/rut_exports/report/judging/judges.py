"""Models that judge, beside people on the same dialogues."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rut_annotations.agreement.ratings import MODEL, Ratings
from rut_annotations.estimation.interval import Plan, choose_resampled
from rut_annotations.estimation.sums import Draws
from rut_annotations.validity.alt_test import AltTest, run_alt_test
from rut_annotations.validity.audit import audit_items
from rut_annotations.validity.ceilings import find_ceiling
from rut_annotations.validity.confusion import FAIL, confuse
from rut_annotations.validity.corrected import correct_rate
from rut_annotations.validity.evidence import EvidenceOverlap, JudgeEvidence
from rut_annotations.validity.items import Items, align_items, count_answers, find_majority
from rut_annotations.validity.repeats import RaterRepeats, Repeats, compare_repeats
from rut_exports.report.judging.absent import ENOUGH_FOR_ALT_TEST, absent_of_judge
from rut_exports.report.judging.advice import advise_on_judge
from rut_exports.report.judging.consensus import fit_consensus
from rut_exports.report.judging.evidence import compare_evidence, without_matches
from rut_exports.report.judging.model import (
    JudgedCriterion,
    JudgeReport,
    Judging,
    SourceRate,
)
from rut_exports.report.judging.slices import slice_domains, slice_groups, slice_modes
from rut_exports.report.ratings import SCALE, list_ratings, models_of
from rut_exports.report.sorting import Entry, Sorted


@dataclass(frozen=True)
class _Study:
    """People and judges on generic criteria; criteria that no judge judged are left out."""

    found: Sorted
    ratings: Ratings
    draws: Draws
    items: dict[str, Items]
    evidence: dict[str, EvidenceOverlap]
    repeats: dict[str, Repeats]


def build_judging(found: Sorted, plan: Plan) -> Judging | None:
    """Set every model beside the people; null where no model judged anything.

    Dialogues of one task are resampled together where the section does so, and also where only
    the judge has judged a task more than once.

    Args:
        found: The judgements.
        plan: How the intervals of the section are made.
    """
    models = models_of(found)
    if not models and not found.models_dropped:
        return None
    if plan.resampled == "dialogue":
        everything = {e.dialogue.id: e.dialogue.task for e in (*found.entries, *models)}
        plan = plan.model_copy(update={"resampled": choose_resampled(everything)})
    study = _prepare(found, plan)
    names = sorted({entry.judgement.rater for entry in models})
    return Judging(
        resampled=plan.resampled,
        dropped=found.models_dropped,
        judges=tuple(_judge(study, name) for name in names),
    )


def _prepare(found: Sorted, plan: Plan) -> _Study:
    models = models_of(found)
    entries: list[Entry] = [*found.entries, *models]
    ratings = Ratings.from_rows(list_ratings(found, entries, "generic", plan.resampled), SCALE)
    judged = {entry.criterion.id for entry in models if entry.criterion.scope == "generic"}
    names = [item.id for item in found.rubric.criteria if item.id in judged]
    treatment = found.rubric.not_applicable
    twice = len(ratings.passes) > 1
    return _Study(
        found=found,
        ratings=ratings,
        draws=Draws(len(ratings.clusters), plan),
        items={name: align_items(ratings, name, treatment) for name in names},
        evidence={name: compare_evidence(entries, name, plan.resampled, plan) for name in names},
        repeats={name: compare_repeats(ratings, name, plan, (MODEL,)) for name in names if twice},
    )


def _judge(study: _Study, judge: str) -> JudgeReport:
    found = study.found
    own = [entry for entry in models_of(found) if entry.judgement.rater == judge]
    dialogues = {entry.dialogue.id for entry in own}
    items = {name: each for name, each in study.items.items() if judge in each.judges}
    criteria = tuple(_criterion(study, each, judge) for each in items.values())
    domain_of = {entry.dialogue.id: entry.dialogue.domain for entry in own}
    return JudgeReport(
        judge=judge,
        judgements=len(own),
        dialogues=len(dialogues),
        shared=len(dialogues & {entry.dialogue.id for entry in found.entries}),
        criteria=criteria,
        families=slice_groups(found.rubric, items, judge, study.draws, "family"),
        polarities=slice_groups(found.rubric, items, judge, study.draws, "polarity"),
        modes=slice_modes(found.entries, own, items, judge, study.draws),
        domains=slice_domains(items, domain_of, judge, study.draws),
        absent=absent_of_judge(
            criteria,
            len(set(domain_of.values())),
            sum(entry.criterion.scope == "task" for entry in own),
        ),
        advice=advise_on_judge(found.rubric, criteria),
    )


def _criterion(study: _Study, items: Items, judge: str) -> JudgedCriterion:
    draws = study.draws
    majority = find_majority(items.human, len(items.categories)).code
    ceiling = find_ceiling(items, judge, draws.plan, draws)
    return JudgedCriterion(
        criterion=items.criterion,
        answers=next(
            each for each in count_answers(items) if each.rater == judge and each.role == MODEL
        ),
        shared=int(((items.judged_by(judge) >= 0) & (items.human >= 0).any(axis=1)).sum()),
        confusion=confuse(items, judge, draws.plan, reference=majority, draws=draws),
        ceiling=ceiling,
        alt_test=_alt_test(items, judge, draws, ceiling.people),
        fitted=fit_consensus(items, judge, draws),
        evidence=_evidence(study.evidence[items.criterion], judge),
        repeats=_repeats(study.repeats.get(items.criterion), judge),
        corrected=_corrected(study.found, items, judge, draws.plan),
    )


def _alt_test(items: Items, judge: str, draws: Draws, people: int) -> AltTest | None:
    if people < ENOUGH_FOR_ALT_TEST:
        return None
    return run_alt_test(items, judge, draws.plan, draws=draws)


def _evidence(overlap: EvidenceOverlap, judge: str) -> JudgeEvidence | None:
    for one in overlap.judges:
        if one.judge == judge and one.judge_human.pairs:
            return one.model_copy(
                update={
                    "human_human": without_matches(one.human_human),
                    "judge_human": without_matches(one.judge_human),
                }
            )
    return None


def _repeats(repeats: Repeats | None, judge: str) -> RaterRepeats | None:
    own = () if repeats is None else repeats.raters
    return next((each for each in own if each.rater == judge and each.pairs), None)


def _corrected(found: Sorted, items: Items, judge: str, plan: Plan) -> tuple[SourceRate, ...]:
    """Estimate how often each source fails the criterion, taking people for a random sample."""
    source_of = {item.id: item.source for item in found.dialogues}
    sources = [source_of[unit] for unit in items.units]
    judged = items.judged_by(judge) >= 0
    made = []
    for source in sorted({name for name, known in zip(sources, judged, strict=True) if known}):
        own = items.choose(np.array([name == source for name in sources], dtype=np.bool_))
        rate = correct_rate(audit_items(own, judge, FAIL), plan)
        made.append(SourceRate(source=source, rate=rate))
    return tuple(made)
