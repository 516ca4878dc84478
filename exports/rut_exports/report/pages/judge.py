"""Models that judge, set beside people on the same dialogues."""

from __future__ import annotations

from collections.abc import Iterator

from rut_annotations.estimation.interval import Estimate
from rut_annotations.validity.confusion import Confusion
from rut_exports.figures.forest import Row, draw_forest
from rut_exports.figures.matrix import draw_matrix
from rut_exports.figures.svg import Figure
from rut_exports.report import wording
from rut_exports.report.document import (
    Block,
    Bullets,
    Heading,
    Paragraph,
    Picture,
    Text,
    prose,
    table,
)
from rut_exports.report.judging.model import JudgedCriterion, JudgeReport
from rut_exports.report.judging.wording import DROPPED, rules_and_warnings, share, short, written
from rut_exports.report.model import Section
from rut_exports.report.pages.judge_rates import rates_page
from rut_exports.report.pages.judge_tests import tests_page

_CELLS = ("both fail", "judge alone", "people alone", "neither")


def judge_page(section: Section) -> Iterator[Block]:
    """Return one part for each model that judged."""
    judging = section.judge
    if judging is None:
        return
    yield Heading("Models as judges", 3)
    yield Paragraph(
        "Verdicts by models enter none of the numbers above. Here they are set beside people, "
        "and how people agree with each other on the same dialogues always stands beside it."
    )
    if judging.dropped:
        named = [f"{DROPPED.get(why, why)} {count}" for why, count in judging.dropped.items()]
        yield Paragraph(f"Verdicts by models that are left out: {', '.join(named)}.")
    for place, judge in enumerate(judging.judges, start=1):
        yield from _judge(section, judge, place)
    if judging.judges:
        yield Bullets((*_notes(), *rules_and_warnings(judging)))


def _judge(section: Section, judge: JudgeReport, place: int) -> Iterator[Block]:
    yield Heading(judge.judge, 4)
    yield Paragraph(
        f"{judge.judgements} verdicts on {judge.dialogues} dialogues, {judge.shared} of them "
        "judged by people, too."
    )
    if judge.advice:
        yield Bullets(judge.advice)
    held = [item for item in judge.criteria if item.shared]
    if held:
        yield Picture(_confusion(section, held, judge, place))
        yield _counts(section, held)
        yield _errors(section, held)
        yield from _beside(section, held, judge, place)
        yield from tests_page(section, held, judge, place)
    yield from rates_page(section, judge)
    yield Heading(f"Not measured here, and why: {judge.judge}", 4)
    yield Bullets(judge.absent)


def _cells(found: Confusion) -> tuple[int, int, int, int]:
    return (
        found.true_positive,
        found.false_positive,
        found.false_negative,
        found.true_negative,
    )


def _confusion(
    section: Section, held: list[JudgedCriterion], judge: JudgeReport, place: int
) -> Figure:
    counts = [_cells(item.confusion) for item in held]
    return draw_matrix(
        f"confusion-{place}",
        f"Failures by the judge {judge.judge} and by the majority of people, in dialogues",
        [wording.criterion_name(section, item.criterion) for item in held],
        _CELLS,
        counts,
        scale=(0, max(1, *(count for row in counts for count in row))),
        whole=True,
    )


def _counts(section: Section, held: list[JudgedCriterion]) -> Block:
    return table(
        "criterion:, both fail, judge alone, people alone, neither, people undecided, "
        "not judged by the judge",
        [
            (
                wording.criterion_name(section, item.criterion),
                *_cells(item.confusion),
                item.confusion.undecided,
                item.confusion.unjudged,
            )
            for item in held
        ],
        "judge-confusion",
        "Not met by the judge and by the majority of people",
    )


def _errors(section: Section, held: list[JudgedCriterion]) -> Block:
    return table(
        "criterion:, recall, precision, specificity, balanced accuracy, MCC",
        [
            (
                wording.criterion_name(section, item.criterion),
                share(item.confusion.recall),
                share(item.confusion.precision),
                share(item.confusion.specificity),
                written(item.confusion.balanced_accuracy),
                written(item.confusion.mcc),
            )
            for item in held
        ],
        "judge-errors",
        "The judge against the majority of people; failing is what is looked for",
    )


def _beside(
    section: Section, held: list[JudgedCriterion], judge: JudgeReport, place: int
) -> Iterator[Block]:
    fair = [item for item in held if item.ceiling.units]
    if not fair:
        return
    sides = [one for item in fair for one in _sides(item)]
    if any(found.value is not None for _, found in sides):
        yield Picture(_forest(section, fair, judge, place))
    yield table(
        "criterion:, dialogues, people with people, judge with people, kappa of people, "
        "kappa of judge, difference of kappas",
        [
            (
                wording.criterion_name(section, item.criterion),
                item.ceiling.units,
                share(item.ceiling.pairwise_agreement.human_human),
                share(item.ceiling.pairwise_agreement.judge_human),
                written(item.ceiling.pairwise_kappa.human_human),
                written(item.ceiling.pairwise_kappa.judge_human),
                written(item.ceiling.pairwise_kappa.difference),
            )
            for item in fair
        ],
        "judge-beside",
        "Mean over pairs: people with people, and the judge with people, same dialogues",
    )
    yield _ceilings(section, fair)


def _ceilings(section: Section, fair: list[JudgedCriterion]) -> Block:
    return table(
        "criterion:, people, person with the rest, judge with the rest, kappa of person, "
        "kappa of judge, difference of kappas",
        [
            (
                wording.criterion_name(section, item.criterion),
                item.ceiling.people,
                share(item.ceiling.left_out_agreement.human_human),
                share(item.ceiling.left_out_agreement.judge_human),
                written(item.ceiling.left_out_kappa.human_human),
                written(item.ceiling.left_out_kappa.judge_human),
                written(item.ceiling.left_out_kappa.difference),
            )
            for item in fair
        ],
        "judge-ceilings",
        "Fair ceilings: each person left out, and the judge, against the same rest of people",
    )


def _sides(item: JudgedCriterion) -> tuple[tuple[str, Estimate], ...]:
    beside = item.ceiling.pairwise_kappa
    return (
        ("people with people", beside.human_human),
        ("judge with people", beside.judge_human),
    )


def _forest(
    section: Section, fair: list[JudgedCriterion], judge: JudgeReport, place: int
) -> Figure:
    rows = []
    for item in fair:
        for label, found in _sides(item):
            made = found.interval
            rows.append(
                Row(
                    label=label,
                    value=found.value,
                    low=made.low if made else None,
                    high=made.high if made else None,
                    note=written(found) if found.value is not None else short(found),
                    group=wording.criterion_name(section, item.criterion),
                )
            )
    least = min([row.low if row.low is not None else row.value or 0.0 for row in rows] or [0.0])
    return draw_forest(
        f"judge-kappa-{place}",
        f"Kappa of people with people, and of {judge.judge} with people",
        rows,
        (min(-0.1, max(-1.0, least)), 1.0),
        axis_label="mean Cohen's kappa of pairs (0: chance, 1: perfect)",
        marks=(0.0,),
    )


def _notes() -> Iterator[Text]:
    yield prose(
        "*Recall* is the share of what people fail that the judge fails; *precision* the share of "
        "what the judge fails that people fail; *specificity* the share of what people do not "
        "fail that the judge does not. *MCC* is Matthews' correlation. *Not applicable*, where it "
        "counts as a category, is no fail. Ties of people are undecided and left out."
    )
    yield (
        "A judge is compared with people as people are with each other: in pairs, and against the "
        "majority of the rest with one person left out. Differences are paired: both sides come "
        "from the same resamples."
    )
    yield (
        "Criteria are never thrown into one table. Means over the criteria of a family or polarity "
        "are unweighted means of their numbers, from the same resamples."
    )
