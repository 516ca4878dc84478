"""How far the raters agree, criterion by criterion."""

from __future__ import annotations

from collections.abc import Iterator

from rut_annotations.agreement.result import Agreement, Coefficient
from rut_exports.figures.bars import draw_bars
from rut_exports.figures.forest import Row, draw_forest
from rut_exports.figures.svg import Figure
from rut_exports.report import coefficients, wording
from rut_exports.report.document import Block, Bullets, Heading, Picture, Text, prose, table
from rut_exports.report.model import Report, Section

_SPREAD = "met / not met / n.a. / cannot tell / missing"
_VERDICTS = ("met", "not met", "not applicable", "cannot tell", "missing")


def agreement_page(section: Section, report: Report) -> Iterator[Block]:
    """Return agreement on the generic criteria, and on those of single tasks."""
    yield Heading("Agreement", 3)
    if section.agreement:
        yield Picture(_forest(section))
        yield table(
            "criterion:, two raters / any, raters, pairs, percent agreement, alpha, "
            f"{_SPREAD}, cautions:",
            [
                (
                    wording.criterion_name(section, item.criterion),
                    *_numbers(item),
                    wording.caution_marks(item),
                )
                for item in section.agreement
            ],
            "agreement",
            "Agreement by criterion",
        )
        yield Bullets((_cautions(),))
        yield Heading("All coefficients", 4)
        yield _coefficients(section)
        yield Picture(_prevalence(section))
    yield Bullets(tuple(_notes(section, report)))
    if section.treatments:
        yield Heading("Not applicable in three ways", 4)
        yield _treatments(section)
    if section.task_agreement:
        yield from _single_tasks(section)


def _single_tasks(section: Section) -> Iterator[Block]:
    yield Heading("Criteria of single tasks", 4)
    yield table(
        "task:, criterion:, statement:, two raters / any, raters, pairs, percent agreement, "
        f"alpha, {_SPREAD}",
        [
            (
                f"{item.domain}/{item.task_id}",
                item.measured.criterion,
                item.statement,
                *_numbers(item.measured),
            )
            for item in section.task_agreement
        ],
        "task-agreement",
        "Agreement on criteria of single tasks",
    )


def _numbers(item: Agreement) -> tuple[str, ...]:
    spread = " / ".join(str(count) for count in _spread(item).values())
    return (
        f"{item.n_pairable} / {item.n_units}",
        str(item.n_raters),
        str(item.n_pairs),
        wording.percent_estimate(item.percent),
        wording.alpha_estimate(item.alpha),
        spread,
    )


def _spread(item: Agreement) -> dict[str, int]:
    counts = (
        item.prevalence.get("met", 0),
        item.prevalence.get("not_met", 0),
        item.n_not_applicable,
        item.n_cannot_tell,
        item.n_missing,
    )
    return dict(zip(_VERDICTS, counts, strict=True))


def _forest(section: Section) -> Figure:
    kinds = (("Krippendorff's alpha", "alpha"), ("Percent agreement", "percent"))
    rows = []
    for group, part in kinds:
        for item in section.agreement:
            found: Coefficient = getattr(item, part)
            write = wording.alpha_estimate if part == "alpha" else wording.percent_estimate
            limits = found.interval
            rows.append(
                Row(
                    label=wording.criterion_name(section, item.criterion),
                    value=found.value,
                    low=limits.low if limits else None,
                    high=limits.high if limits else None,
                    note=f"{write(found)}, n={item.n_pairable}",
                    group=group,
                )
            )
    least = min([row.low if row.low is not None else row.value or 0.0 for row in rows] or [0.0])
    return draw_forest(
        "agreement",
        "Agreement by criterion, with intervals",
        rows,
        (min(-0.1, max(-1.0, least)), 1.0),
        axis_label="agreement (0: chance for alpha, 1: perfect)",
        marks=(0.0,),
    )


def _prevalence(section: Section) -> Figure:
    rows = [
        (wording.criterion_name(section, item.criterion), _spread(item))
        for item in section.agreement
    ]
    return draw_bars("prevalence", "Verdicts by criterion", rows, _VERDICTS)


def _coefficients(section: Section) -> Block:
    return table(
        "criterion:, coefficient:, value, 95% interval, interval by:",
        [
            (
                wording.criterion_name(section, item.criterion),
                coefficients.name(one),
                coefficients.value(one),
                coefficients.limits(one.interval),
                coefficients.method(one),
            )
            for item in section.agreement
            for one in (*item.coefficients, *item.specific)
        ],
        "coefficients",
        "All coefficients; chance is corrected for in different ways, so read several",
    )


def _treatments(section: Section) -> Block:
    """Return the headline's way first, then the others, criterion by criterion."""
    shown = [item for item in section.agreement if item.n_not_applicable]
    return table(
        "criterion:, taken as:, two raters, percent agreement, alpha",
        [
            (
                wording.criterion_name(section, item.criterion),
                coefficients.TREATMENTS[item.treatment] + (" (headline)" if item is one else ""),
                item.n_pairable,
                wording.percent_estimate(item.percent),
                wording.alpha_estimate(item.alpha),
            )
            for one in shown
            for item in (
                one,
                *(way for way in section.treatments if way.criterion == one.criterion),
            )
        ],
        "treatments",
        "Agreement with not applicable taken in three ways",
    )


def _cautions() -> Text:
    said = ", ".join(
        f"({wording.CAUTION_MARKS[name]}) {words}" for name, words in wording.CAUTIONS.items()
    )
    return f"Cautions, each a reason to take the interval for too narrow: {said}."


def _notes(section: Section, report: Report) -> Iterator[Text]:
    yield prose(
        "*Two raters / any*: dialogues with two verdicts or more, which alone say something about "
        "agreement, and dialogues with any verdict."
    )
    yield prose(
        "*Percent agreement* is the mean over dialogues of the share of agreeing pairs of raters. "
        "It does not allow for chance."
    )
    yield prose(
        "*Alpha* is Krippendorff's, nominal (Krippendorff, 2011): 1 is perfect agreement, 0 is "
        "chance, below 0 is less than chance. With rare failures it can be near 0 beside a high "
        "percentage: read the two together. It is undefined, not 1, where all verdicts are equal, "
        "and not given for fewer than two dialogues."
    )
    rules = dict.fromkeys(rule for item in section.agreement for rule in coefficients.rules(item))
    yield (
        f"Intervals resample {wording.resampled_words(section)}; all criteria share the "
        f"{report.replicates} resamples of seed {report.seed}, and raters are taken as fixed. "
        f"Which interval a number has, goes by rule: {'; '.join(rules) or 'none was needed'}."
    )
    if lost := [
        f"{wording.criterion_name(section, item.criterion)} {item.alpha.interval.degenerate}"
        for item in section.agreement
        if item.alpha.interval and item.alpha.interval.degenerate
    ]:
        yield f"Resamples without a value are left out: {', '.join(lost)}."
    yield prose(
        "*Not applicable* counts as {how}. *Cannot tell* is no verdict: it is counted and left "
        "out. *Missing* are cells without an answer among the dialogues and raters of the row.",
        how=wording.treatment_words(section),
    )
    yield "Criteria are never pooled into one coefficient."
