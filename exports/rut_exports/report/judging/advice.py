"""What the numbers on raters and judges mean for whoever uses them, in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rut_annotations.estimation.interval import Estimate
from rut_annotations.rubric import Rubric
from rut_annotations.validity.alt_test import EPSILON
from rut_annotations.validity.confusion import Confusion
from rut_exports.report.judging.model import CriterionQuality, JudgedCriterion, Tempo

# A share of misses, or of false alarms among fails, from which on a rate is not used as it is.
MISSES = 0.2
# Recall that rests on fewer fails is hardly a number.
FEW_FAILS = 10
# How much stricter or milder than the others is worth a look, if it is no chance.
STRICT = 0.1
# A share of fast verdicts that is worth a look.
FAST = 0.1


def advise_on_raters(
    rubric: Rubric, criteria: Sequence[CriterionQuality], tempo: Tempo | None
) -> tuple[str, ...]:
    """Say which raters are worth a look. It accuses nobody: it says where to look."""
    titles = {item.id: item.name() for item in rubric.criteria}
    picked = [line for item in criteria for line in _picked(item, titles[item.criterion])]
    looked = sum(len(item.raters) + sum(bool(one.rater) for one in item.drift) for item in criteria)
    if picked:
        picked.append(
            f"What is said of single raters so far stood out among {looked} comparisons; of these "
            "1 in 20 stands out by chance."
        )
    repeats = [line for item in criteria for line in _of_repeats(item, titles[item.criterion])]
    return (*picked, *repeats, *_of_tempo(tempo))


def advise_on_judge(rubric: Rubric, criteria: Sequence[JudgedCriterion]) -> tuple[str, ...]:
    """Say what a judge may be used for."""
    titles = {item.id: item.name() for item in rubric.criteria}
    if not any(item.shared for item in criteria):
        return (
            "Nobody checked this judge on its own dialogues: nothing is known of its errors, so "
            "report no rate by it.",
        )
    return tuple(
        f"{titles[item.criterion]}: {line}" for item in criteria for line in _of_judge(item)
    )


def _picked(item: CriterionQuality, title: str) -> Iterator[str]:
    """Yield where a rater differs from the others, or from itself, by more than chance."""
    for share in item.raters:
        made = share.bias.interval
        value = share.bias.value
        if value is None or made is None or abs(value) < STRICT or made.low <= 0 <= made.high:
            continue
        yield (
            f"{title}: {share.rater} is {'stricter' if value > 0 else 'milder'} than the others "
            f"on the same dialogues, by {100 * abs(value):.0f} in 100 verdicts "
            f"[{100 * made.low:.0f}, {100 * made.high:.0f}]. Talk the criterion over."
        )
    for drift in item.drift:
        made, value = drift.halves.interval, drift.halves.value
        if not drift.rater or value is None or made is None or abs(value) < STRICT:
            continue
        if not made.low <= 0 <= made.high:
            yield (
                f"{title}: {drift.rater} found {'more' if value > 0 else 'fewer'} failures in the "
                f"second half of the work, by {100 * abs(value):.0f} in 100 verdicts "
                f"[{100 * made.low:.0f}, {100 * made.high:.0f}]: look at whether the reading of "
                "the criterion moved."
            )


def _of_repeats(item: CriterionQuality, title: str) -> Iterator[str]:
    repeats = item.repeats
    if repeats and repeats.agreement.value is not None and repeats.agreement.value < 1 - MISSES:
        yield (
            f"{title}: raters repeat their own verdict in {100 * repeats.agreement.value:.0f}% of "
            f"{repeats.pairs} second looks; they can hardly agree with each other more than that."
        )


def _of_tempo(tempo: Tempo | None) -> Iterator[str]:
    for speed in tempo.raters if tempo is not None else ():
        if speed.fast_share is not None and speed.fast_share >= FAST:
            yield (
                f"{speed.rater} gave {speed.fast} verdicts ({100 * speed.fast_share:.0f}%) in "
                "less than a third of the own median time: report the numbers with and without "
                "these."
            )


def _of_judge(item: JudgedCriterion) -> Iterator[str]:
    found = item.confusion
    fails = found.true_positive + found.false_negative
    if not item.shared:
        yield "people judged none of the judge's dialogues; its errors are not known."
        return
    if not fails:
        yield (
            f"people failed none of the {_compared(found)} dialogues: whether "
            "the judge would see a failure is not known."
        )
    elif not found.true_positive + found.false_positive:
        yield (
            f"the judge failed nothing, where people failed {fails} of {_compared(found)}; its "
            "rate is no measurement."
        )
    else:
        yield from _of_errors(found, fails)
    if item.alt_test is not None:
        yield from _of_alt_test(item)
    yield from _of_people(item)


def _of_errors(found: Confusion, fails: int) -> Iterator[str]:
    called = found.true_positive + found.false_positive
    missed, wrong = found.false_negative / fails, found.false_positive / called
    said = []
    if missed >= MISSES:
        said.append(
            f"the judge misses {100 * missed:.0f}% of what people call failures "
            f"({found.false_negative} of {fails})"
        )
    if wrong >= MISSES:
        said.append(
            f"{100 * wrong:.0f}% of what the judge calls failures are none to people "
            f"({found.false_positive} of {called})"
        )
    if said:
        yield f"{', and '.join(said)}; do not use its rate uncorrected."
    if fails < FEW_FAILS:
        yield f"people failed only {fails}, so little is known of what the judge misses."


def _of_alt_test(item: JudgedCriterion) -> Iterator[str]:
    test = item.alt_test
    if test is None or test.advantage.value is None:
        return
    least, most = test.least_epsilon, max(EPSILON.values())
    if least is None or least > most:
        yield (
            f"the alternative annotator test is not passed at any price up to {most:g}, that of "
            "experts: the judge may not stand in for a person."
        )


def _of_people(item: JudgedCriterion) -> Iterator[str]:
    beside = item.ceiling.pairwise_kappa
    people, judge = beside.human_human.value, beside.judge_human.value
    if people is None or judge is None:
        return
    if _below(beside.difference):
        yield (
            f"the judge agrees with people less than they do with each other (kappa {judge:.2f} "
            f"against {people:.2f})."
        )
    elif people < 0.4:
        yield (
            f"people agree little with each other (kappa {people:.2f}), so agreeing with them "
            "proves little: mend the criterion first."
        )


def _below(difference: Estimate) -> bool:
    made = difference.interval
    return made is not None and made.high < 0


def _compared(found: Confusion) -> int:
    return found.true_positive + found.false_positive + found.false_negative + found.true_negative
