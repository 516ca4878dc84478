"""The answer as a document, for HTML and Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from rut_annotations.agreement.result import Coefficient
from rut_exports.agree.model import AgreeReport, CriterionReport
from rut_exports.figures.bars import draw_bars
from rut_exports.figures.forest import Row, draw_forest
from rut_exports.figures.matrix import draw_matrix
from rut_exports.figures.svg import Figure
from rut_exports.report import coefficients as wording
from rut_exports.report.document import (
    Block,
    Bullets,
    Document,
    Heading,
    Paragraph,
    Picture,
    prose,
    table,
)
from rut_exports.report.wording import number, percent

_MOST_BARS = 5


def make_document(report: AgreeReport) -> Document:
    """Return the answer as blocks."""
    blocks: list[Block] = [
        Paragraph(prose("Of `{file}`, with rut-tui {version}.", **_named(report)))
    ]
    if report.criteria:
        blocks.append(Picture(_forest(report)))
    for found in report.criteria:
        blocks += _criterion(found)
    blocks += [*_taken(report), *_method(report)]
    return Document("Agreement between raters", tuple(blocks))


def _taken(report: AgreeReport) -> Iterator[Block]:
    yield Heading("What was taken for what")
    yield table(
        "part:, taken for:, because:",
        [(item.what, item.to_be, item.why or "-") for item in report.taken],
        "taken",
    )
    yield Bullets(
        (
            ", ".join(f"{name}: {count}" for name, count in report.counts.items()),
            *report.notes,
        )
    )


def _named(report: AgreeReport) -> dict[str, object]:
    return {"file": report.file, "version": report.version}


def _forest(report: AgreeReport) -> Figure:
    rows = []
    for found in report.criteria:
        for item in (found.headline.percent, found.headline.alpha):
            made = item.interval
            rows.append(
                Row(
                    label=wording.name(item),
                    value=item.value,
                    low=made.low if made else None,
                    high=made.high if made else None,
                    note=f"{wording.value(item)} {wording.limits(made) if made else ''}".strip(),
                    group=found.criterion,
                )
            )
    return draw_forest(
        "agreement", "Agreement by criterion", rows, (-1.0, 1.0), axis_label="agreement", marks=(0,)
    )


def _criterion(found: CriterionReport) -> Iterator[Block]:
    head = found.headline
    yield Heading(found.criterion or "Ratings")
    guessed = "" if found.declared else "guessed: "
    why = f" ({guessed}{found.why})" if found.why else ""
    yield Paragraph(f"Scale: {found.level}{why}. {wording.counts(head)}.")
    yield Paragraph(f"Chosen: {wording.prevalence(head)}.")
    yield Bullets(found.advice)
    yield _coefficients(head.coefficients, "coefficients", wording.TREATMENTS[head.treatment])
    if head.specific:
        yield _coefficients(head.specific, "categories", "by category")
    for other in found.others:
        yield _coefficients(
            other.coefficients, other.treatment, wording.TREATMENTS[other.treatment]
        )
    yield from _raters(found)
    yield from _judges(found)


def _coefficients(items: tuple[Coefficient, ...], slug: str, caption: str) -> Block:
    return table(
        "coefficient:, compared by:, value, 95% interval, interval by:, standard error",
        [
            (
                wording.name(item),
                item.metric,
                wording.value(item),
                wording.limits(item.interval),
                wording.method(item),
                number(item.standard_error),
            )
            for item in items
        ],
        slug,
        f"Agreement, {caption}",
    )


def _raters(found: CriterionReport) -> Iterator[Block]:
    if len(found.headline.prevalence) <= _MOST_BARS and found.raters:
        rows = [(rater.rater, rater.given) for rater in found.raters]
        categories = tuple(found.headline.prevalence)
        yield Picture(draw_bars("raters", "What each rater chose", rows, categories))
    if len(found.raters) > 2 and found.pairs:
        names = [rater.rater for rater in found.raters]
        shares = {(pair.first, pair.second): pair.percent.value for pair in found.pairs}
        cells = [[shares.get((a, b), shares.get((b, a))) for b in names] for a in names]
        yield Picture(
            draw_matrix("pairs", "Agreement of each two raters", names, names, cells, scale=(0, 1))
        )
    if found.pairs:
        yield table(
            "raters:, units, agreement, Cohen's kappa, 95% interval",
            [
                (
                    f"{pair.first} and {pair.second}",
                    pair.n,
                    percent(pair.percent.value),
                    wording.value(pair.kappa),
                    wording.limits(pair.kappa.interval),
                )
                for pair in found.pairs
            ],
            "pairs",
            "Every two raters, on the units that both rated",
        )
    if found.left_out:
        yield table(
            "without:, units, agreement, alpha, 95% interval",
            [
                (
                    item.rater,
                    item.n_pairable,
                    percent(item.percent.value),
                    wording.value(item.alpha),
                    wording.limits(item.alpha.interval),
                )
                for item in found.left_out
            ],
            "left-out",
            "Agreement among the others, without each rater",
        )
    if found.repeats is not None and found.repeats.pairs:
        yield table(
            "rater:, units rated again, agreement with oneself, kappa",
            [
                (
                    item.rater,
                    item.units,
                    wording.value(item.agreement),
                    wording.value(item.kappa),
                )
                for item in found.repeats.raters
            ],
            "repeats",
            "Each rater with itself",
        )


def _judges(found: CriterionReport) -> Iterator[Block]:
    if found.judges:
        yield table(
            "judge:, units, people, people alone, judge with people, difference, 95% interval",
            [
                (
                    judge.judge,
                    judge.units,
                    judge.people,
                    wording.value(judge.pairwise_kappa.human_human),
                    wording.value(judge.pairwise_kappa.judge_human),
                    wording.value(judge.pairwise_kappa.difference),
                    wording.limits(judge.pairwise_kappa.difference.interval),
                )
                for judge in found.judges
            ],
            "judges",
            "Each model judge with people beside people with people: mean kappa of pairs",
        )


def _method(report: AgreeReport) -> Iterator[Block]:
    plan = report.plan
    said = dict.fromkeys(
        rule for found in report.criteria for rule in wording.rules(found.headline)
    )
    warned = dict.fromkeys(
        words for found in report.criteria for words in wording.warnings(found.headline)
    )
    yield Heading("How the numbers were made")
    yield Bullets(
        (
            f"Intervals hold {100 * plan.level:.0f}%; {plan.replicates} resamples of whole "
            f"clusters, seed {plan.seed}, the same for all criteria and coefficients, so that "
            f"differences are paired. Raters are taken as fixed.",
            *(f"Interval by rule: {rule}." for rule in said),
            *(f"Warning: {words}." for words in warned),
            "Only first passes of people count; models, adjudicated and gold ratings, training "
            "and calibration enter no human number. Criteria are never pooled.",
            "Undefined is undefined: no coefficient is set to 0 or 1 where it has no value.",
        )
    )
