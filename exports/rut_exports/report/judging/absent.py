"""What was not measured, and why: one line each, instead of tables of nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rut_annotations.agreement.raters import LeftOut
from rut_exports.report.judging.model import CriterionQuality, JudgedCriterion, Tempo
from rut_exports.report.sorting import Sorted

ENOUGH_FOR_ALT_TEST = 3


def absent_of_raters(
    found: Sorted, criteria: Sequence[CriterionQuality], tempo: Tempo | None
) -> tuple[str, ...]:
    """Say what is not measured of the raters."""
    return tuple(_of_raters(found, criteria, tempo))


def absent_of_judge(
    criteria: Sequence[JudgedCriterion], domains: int, tasks_own: int
) -> tuple[str, ...]:
    """Say what is not measured of a judge.

    Args:
        criteria: What was measured of the judge.
        domains: Of how many domains the judged dialogues are.
        tasks_own: How many of the judge's verdicts are on criteria of single tasks.
    """
    return tuple(_of_judge(criteria, domains, tasks_own))


def _of_raters(
    found: Sorted, criteria: Sequence[CriterionQuality], tempo: Tempo | None
) -> Iterator[str]:
    raters = max((len(item.raters) for item in criteria), default=0)
    if raters < 2:
        yield "Agreement of raters with each other: one rater alone judged."
    elif not any(pair.n for item in criteria for pair in item.pairs):
        yield "Agreement of raters with each other: no two judged the same dialogue."
    if raters < 3:
        yield "Agreement without each rater: that takes three raters."
    elif not any(_known(item.left_out) for item in criteria):
        yield "Agreement without each rater: too few dialogues are left that two others judged."
    if not any(item.evidence for item in criteria):
        yield (
            "Overlap of evidence: no two raters found the same criterion of the same dialogue not "
            "met and cited a turn."
        )
    elif not any(item.evidence and item.evidence.spans.value is not None for item in criteria):
        yield "Overlap of passages within turns: raters who agree on a failure marked none."
    if not any(item.repeats for item in criteria):
        yield "Raters with themselves: nobody judged a dialogue twice."
    if not any(item.drift for item in criteria):
        yield "Drift over the raters' order: it is not known when the verdicts were given."
    if tempo is None:
        yield "Pace: no times were kept."
    if found.rubric.criteria and any(item.criteria for item in found.dialogues):
        yield (
            "Raters on criteria of single tasks: too few dialogues each; their agreement stands "
            "above."
        )
    yield "Effect of sides: dialogues are judged one at a time, not side by side."
    yield "Blinding indices: raters were not asked to guess a dialogue's source."


def _known(left_out: Sequence[LeftOut]) -> bool:
    return any(item.alpha.value is not None or item.percent.value is not None for item in left_out)


def _of_judge(criteria: Sequence[JudgedCriterion], domains: int, tasks_own: int) -> Iterator[str]:
    if not any(item.shared for item in criteria):
        yield "Errors of the judge: people judged none of its dialogues on the same criterion."
    else:
        yield from _beside_people(criteria, domains)
    if not any(item.repeats for item in criteria):
        yield "The judge with itself: it judged no dialogue twice."
    if tasks_own:
        yield (
            f"{tasks_own} verdicts on criteria of single tasks: too few dialogues each to say "
            "anything of the judge's errors."
        )


def _beside_people(criteria: Sequence[JudgedCriterion], domains: int) -> Iterator[str]:
    people = max(item.ceiling.people for item in criteria)
    if people < ENOUGH_FOR_ALT_TEST:
        yield (
            "Alternative annotator test: it takes three people who judge the judge's dialogues; "
            f"here {'is' if people == 1 else 'are'} {people or 'none that overlap'}."
        )
    if people < 2:
        yield (
            "People with people on the judge's dialogues, and fair ceilings: no dialogue was "
            "judged by two people and the judge."
        )
    if not any(item.evidence for item in criteria):
        yield (
            "Overlap of the judge's evidence: on no dialogue did the judge and two people find "
            "the same failure and cite a turn."
        )
    if domains < 2:
        yield "By domain: all these dialogues are of one domain."
