"""What came out, in a few sentences: how sure, how faithful, beside people, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator

from rut_annotations.agreement.result import RELY, TENTATIVE, Agreement
from rut_annotations.fidelity.axes import Axes
from rut_exports.report import wording
from rut_exports.report.fidelity.wording import say
from rut_exports.report.model import Section
from rut_exports.report.wording import count, number, percent


def summary_lines(section: Section) -> list[str]:
    """Say in a few sentences what came out and what to do next."""
    return [
        *_work(section),
        *_agreement(section),
        *_scores(section),
        *_beside_people(section),
        *_judges(section),
        *_next(section),
    ]


def _work(section: Section) -> Iterator[str]:
    flow = section.flow
    yield (
        f"{count(len(section.raters), 'rater')} made {count(flow.judgements, 'judgement')} on "
        f"{flow.rated} of {count(flow.counted, 'counted dialogue')}."
    )
    left = flow.dialogues - flow.counted
    if left:
        yield f"{count(left, 'dialogue')} left out before rating; the counts below say why."


def _agreement(section: Section) -> Iterator[str]:
    measured = section.agreement
    shares = [item.percent.value for item in measured if item.percent.value is not None]
    alphas = [item.alpha.value for item in measured if item.alpha.value is not None]
    if shares:
        yield (
            f"Two raters agree on {percent(min(shares))} to {percent(max(shares))} of the "
            f"dialogues, by criterion ({len(shares)} of {len(measured)} criteria)."
        )
    if alphas:
        yield (
            f"Alpha is {number(min(alphas))} to {number(max(alphas))} on {len(alphas)} of "
            f"{count(len(measured), 'criterion', 'criteria')}. {_bars(measured)}"
        )
    elif measured:
        yield "Alpha is undefined on every criterion; the table says why."


def _bars(measured: tuple[Agreement, ...]) -> str:
    """Say how many criteria reach Krippendorff's bars with the lower end of their interval."""
    lows = [item.alpha.interval.low for item in measured if item.alpha.interval]
    relied = sum(low >= RELY for low in lows)
    tentative = sum(TENTATIVE <= low < RELY for low in lows)
    told = (
        f"By the lower ends of the intervals, {relied} reach .800, Krippendorff's bar for relying "
        f"on verdicts (2004), {tentative} more reach .667 for tentative conclusions, and "
        f"{len(lows) - relied - tentative} reach neither"
    )
    bare = len(measured) - len(lows)
    return f"{told}; {bare} have no interval." if bare else f"{told}."


def _scores(section: Section) -> Iterator[str]:
    majority = [score for score in section.ufs if score.by == "majority"]
    for score in majority or section.ufs:
        by = "the majority" if score.by == "majority" else score.rater
        yield (
            f'"{score.source}" kept the contract in {wording.proportion(score.ufs)} of the '
            f"dialogues that {by} settled ({score.ufs.n}; {score.unresolved} of {score.n_rated} "
            "rated stay open)."
        )


def _beside_people(section: Section) -> Iterator[str]:
    for tables in section.fidelity.agents if section.fidelity else ():
        for row in tables.axes:
            yield from _beside(row, tables.agent)


def _beside(row: Axes, agent: str) -> Iterator[str]:
    gap = row.contract.against_people
    if gap is None or gap.verdict is None or gap.matched.value is None:
        return
    told = {
        "equivalent": "is as faithful as people",
        "different": f"is {'more' if gap.matched.value > 0 else 'less'} faithful than people",
    }.get(gap.verdict.decision, "may be as faithful as people or not: too few data to decide,")
    yield (
        f'"{row.source}", served by "{agent}", {told} on the {count(gap.tasks, "task")} of both: '
        f"difference {say(gap.matched)}, margin {number(gap.verdict.margin, 2)}."
    )


def _judges(section: Section) -> Iterator[str]:
    for judge in section.judge.judges if section.judge else ():
        yield (
            f'The model "{judge.judge}" judged too: below it stands beside people, and no number '
            "above holds a verdict of it."
        )


def _next(section: Section) -> Iterator[str]:
    flow = section.flow
    if len(section.raters) < 2:
        yield "Next: have a second person rate; one rater alone says nothing about agreement."
    elif any(_is_low(item) for item in section.agreement):
        yield (
            "Next: read the disagreements, sharpen the definitions that they turn on, and have "
            "more dialogues rated by two people."
        )
    if flow.counted > flow.rated:
        yield f"{count(flow.counted - flow.rated, 'counted dialogue')} nobody has rated yet."


def _is_low(item: Agreement) -> bool:
    return item.alpha.interval is None or item.alpha.interval.low < TENTATIVE
