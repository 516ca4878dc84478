"""Whether a judge may stand in for a person, and what people's consensus is."""

from __future__ import annotations

from collections.abc import Iterator

from rut_annotations.estimation.interval import Estimate
from rut_annotations.validity.alt_test import EPSILON, AltTest
from rut_exports.figures.curves import Curve, Point, draw_curves
from rut_exports.figures.svg import Figure
from rut_exports.report import coefficients, wording
from rut_exports.report.document import Block, Paragraph, Picture, prose, table
from rut_exports.report.judging.model import Fitted, JudgedCriterion, JudgeReport
from rut_exports.report.judging.wording import share, short, written
from rut_exports.report.model import Section


def tests_page(
    section: Section, held: list[JudgedCriterion], judge: JudgeReport, place: int
) -> Iterator[Block]:
    """Return the alternative annotator test, the consensus and the evidence."""
    tested = [
        (wording.criterion_name(section, item.criterion), item.alt_test)
        for item in held
        if item.alt_test is not None
    ]
    if tested:
        yield from _alt_test(tested, judge, place)
    yield from _fitted(section, held)
    yield from _evidence(section, held)


def _alt_test(tested: list[tuple[str, AltTest]], judge: JudgeReport, place: int) -> Iterator[Block]:
    drawn = [(name, test) for name, test in tested if _rates(test)]
    if drawn:
        yield Picture(_curve(drawn, judge, place))
    yield table(
        f"criterion:, people tested, advantage, passes from epsilon, {_prices()}",
        [
            (
                name,
                test.tested,
                share(test.advantage),
                "never" if test.least_epsilon is None else f"{test.least_epsilon:g}",
                *(_won(test, epsilon) for epsilon in EPSILON.values()),
            )
            for name, test in tested
        ],
        "judge-alt-test",
        "Alternative annotator test: people over whom the judge wins",
    )
    yield _persons(tested)
    yield Paragraph(
        prose(
            "The test of Calderon, Reichart and Dror (2025): each person in turn is left out, and "
            "the judge wins over the person if it agrees with the rest no worse, less a price "
            "*epsilon*. Of the people it must win over half. *Advantage* is how often it is at "
            "least as good. Differences are averaged within what is resampled first; p is for one "
            "criterion at a time, adjusted over its people."
        )
    )


def _persons(tested: list[tuple[str, AltTest]]) -> Block:
    return table(
        "criterion:, person:, dialogues, judge as good, person as good, adjusted p at 0.1, "
        "at 0.15, at 0.2",
        [
            (
                name,
                row.human,
                row.units,
                wording.percent(row.judge_wins),
                wording.percent(row.human_wins),
                *(_adjusted(test, epsilon, row.human) for epsilon in EPSILON.values()),
            )
            for name, test in tested
            for row in test.curve[0].persons
        ],
        "judge-alt-persons",
        "The same, person by person; p after Benjamini and Yekutieli",
    )


def _prices() -> str:
    return ", ".join(f"won at {value:g} ({name})" for name, value in EPSILON.items())


def _won(test: AltTest, epsilon: float) -> str:
    for point in test.curve:
        if point.epsilon == epsilon:
            rate = point.winning_rate
            if rate.value is None:
                return coefficients.reason(rate.reason)
            return f"{round(rate.value * rate.n)} of {rate.n}"
    return "-"


def _adjusted(test: AltTest, epsilon: float, human: str) -> str:
    for point in test.curve:
        for row in point.persons:
            if point.epsilon == epsilon and row.human == human and row.adjusted is not None:
                return "<0.001" if row.adjusted < 0.001 else wording.number(row.adjusted)
    return "-"


def _rates(test: AltTest) -> tuple[Point, ...]:
    return tuple(
        Point(x=point.epsilon, y=point.winning_rate.value)
        for point in test.curve
        if point.winning_rate.value is not None
    )


def _curve(drawn: list[tuple[str, AltTest]], judge: JudgeReport, place: int) -> Figure:
    curves = [Curve(name=name, points=_rates(test)) for name, test in drawn]
    last = max(point.x for curve in curves for point in curve.points)
    bar = Curve(
        name="passes from here on", points=(Point(x=0, y=0.5), Point(x=last, y=0.5)), marked=False
    )
    return draw_curves(
        f"alt-test-{place}",
        f"Alternative annotator test of {judge.judge}: share of people it wins over, by epsilon",
        [*curves, bar],
        (0.0, last or 0.5),
        (0.0, 1.0),
        x_label="epsilon: the price of a person",
        y_label="winning rate",
    )


def _fitted(section: Section, held: list[JudgedCriterion]) -> Iterator[Block]:
    rows = [
        (wording.criterion_name(section, item.criterion), *_fit(item, item.fitted))
        for item in held
        if item.fitted is not None
    ]
    if rows:
        yield table(
            "criterion:, settled:, as the majority / otherwise, ties decided, judge's recall: "
            "majority / fit, judge's specificity: majority / fit, people's recall:, "
            "people's specificity:",
            rows,
            "judge-consensus",
            "People's consensus after Dawid and Skene (1979) beside their majority",
        )


def _fit(item: JudgedCriterion, fit: Fitted) -> tuple[str, ...]:
    if fit.beside is None or fit.judge is None:
        return (coefficients.reason(fit.reason), *["-"] * 6)
    return (
        f"{'yes' if fit.converged else 'no'} ({fit.iterations} steps)",
        f"{fit.beside.same} / {fit.beside.different}",
        str(fit.beside.settled),
        _both(item.confusion.recall, fit.judge.recall),
        _both(item.confusion.specificity, fit.judge.specificity),
        ", ".join(f"{one.rater} {100 * one.recall:.0f}%" for one in fit.raters),
        ", ".join(f"{one.rater} {100 * one.specificity:.0f}%" for one in fit.raters),
    )


def _both(first: Estimate, second: Estimate) -> str:
    return f"{short(first, percent=True)} / {short(second, percent=True)}"


def _evidence(section: Section, held: list[JudgedCriterion]) -> Iterator[Block]:
    rows = [
        (
            wording.criterion_name(section, item.criterion),
            item.evidence.judge_human.units,
            written(item.evidence.human_human.turns),
            written(item.evidence.judge_human.turns),
            short(item.evidence.human_human.spans),
            short(item.evidence.judge_human.spans),
        )
        for item in held
        if item.evidence is not None
    ]
    if rows:
        yield table(
            "criterion:, dialogues, turns: people with people, turns: judge with people, "
            "passages (F1): people, passages (F1): judge",
            rows,
            "judge-evidence",
            "Evidence cited for not met, on dialogues that the judge and two people fail",
        )
