"""What the numbers of one criterion mean for whoever collected them, in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rut_annotations.agreement.raters import LeftOut
from rut_annotations.agreement.result import REASONS, RELY, TENTATIVE, Agreement, Coefficient

# A rater without whom alpha rises by so much is worth a look.
_LIFTS = 0.1


def advise(found: Agreement, left_out: Sequence[LeftOut] = ()) -> tuple[str, ...]:
    """Return sentences that follow from the numbers; each says what to do or what not to claim."""
    alpha = found.alpha
    if alpha.value is None:
        return tuple(_undefined(found, alpha))
    return (
        *_judge(alpha),
        *_warn(found),
        *_compare(found),
        *_single_out(alpha.value, left_out),
    )


def _undefined(found: Agreement, alpha: Coefficient) -> Iterator[str]:
    why = REASONS.get(alpha.reason, alpha.reason)
    yield f"Alpha is undefined ({why}): report that, and not 0 or 1."
    match alpha.reason:
        case "single_category":
            yield (
                f"Everybody chose one category on the {found.n_pairable} units that two or more "
                f"rated. Percent agreement with its interval is all these data say; to show that "
                f"raters can tell categories apart, add units of the other kind."
            )
        case "one_rater" | "no_pairable_units":
            yield "Have at least two people rate the same units."
        case "too_few_units":
            yield "Have more units rated by two people or more."
        case "no_ratings":
            yield "Nobody gave an answer that counts; see what was taken for what above."


def _judge(alpha: Coefficient) -> Iterator[str]:
    low = alpha.interval.low if alpha.interval else None
    if low is None:
        yield "There is no interval: with these data alpha is a guess, not a measurement."
    elif low >= RELY:
        yield (
            f"Even the lower end of the interval ({low:.2f}) reaches .800, Krippendorff's bar for "
            f"relying on the ratings (2004)."
        )
    elif low >= TENTATIVE:
        yield (
            f"The lower end of the interval ({low:.2f}) reaches .667: Krippendorff (2004) allows "
            f"tentative conclusions, no more."
        )
    elif (alpha.value or 0.0) >= TENTATIVE:
        yield (
            f"The interval reaches down to {low:.2f}: these data cannot rule out that agreement "
            f"is too low for any conclusion (.667, Krippendorff, 2004). More units would tell."
        )
    else:
        yield (
            "Agreement is below .667, Krippendorff's bar for tentative conclusions (2004): look at "
            "the units on which raters differ and mend the guideline before rating more."
        )


def _warn(found: Agreement) -> Iterator[str]:
    warnings = found.warnings
    if "few_minority_units" in warnings:
        yield (
            f"On {found.minority_units} of {found.n_pairable} units half the ratings or more are "
            f"outside the commonest category; with fewer than 15 the interval of alpha is too "
            f"narrow. Add units of the rarer kind, or rely on percent agreement."
        )
    elif "few_units" in warnings:
        yield f"{found.n_pairable} units rated by two are few: aim at 75 or more."
    if "few_clusters" in warnings and found.n_clusters < found.n_pairable:
        yield f"The units come from {found.n_clusters} clusters; only more clusters would help."
    if found.n_cannot_tell:
        yield f"{found.n_cannot_tell} answers were cannot tell; they are in no coefficient."


def _compare(found: Agreement) -> Iterator[str]:
    names = {item.name: item for item in found.coefficients}
    robust = names.get("gwet_ac1") or names.get("gwet_ac2")
    alpha = found.alpha.value or 0.0
    if "prevalence" in found.warnings and robust is not None and robust.value is not None:
        yield (
            f"Raters agree on {100 * (found.percent.value or 0):.0f}% but mostly on one category, "
            f"which alone makes alpha low; AC {robust.value:.2f} is not moved by it. Report "
            f"both, with the prevalence. If AC is high and alpha near 0, raters may not tell the "
            f"categories apart at all."
        )
    elif robust is not None and robust.value is not None and robust.value - alpha > 0.2:
        yield (
            f"AC ({robust.value:.2f}) and alpha ({alpha:.2f}) are far apart: categories are used "
            f"unevenly. Report both."
        )


def _single_out(alpha: float, left_out: Sequence[LeftOut]) -> Iterator[str]:
    lifts = [
        (item.alpha.value - alpha, item.rater)
        for item in left_out
        if item.alpha.value is not None and item.alpha.value - alpha >= _LIFTS
    ]
    if lifts:
        gain, rater = max(lifts)
        yield (
            f"Without rater {rater!r} alpha rises by {gain:.2f}: look at what this rater "
            f"understands otherwise. Leaving a rater out needs a reason other than this number."
        )
