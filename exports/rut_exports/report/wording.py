"""Words and numbers as every form of a report writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rut_annotations.agreement.result import REASONS
from rut_domains.behaviours import find_mode

if TYPE_CHECKING:
    from rut_annotations.agreement.result import Agreement, Coefficient
    from rut_annotations.estimation.interval import Interval
    from rut_annotations.estimation.proportion import Proportion
    from rut_annotations.fidelity.ufs import Score
    from rut_annotations.rubric import Criterion
    from rut_exports.report.model import Disagreement, Flow, Opinion, PlantedCount, Section

VERDICT_WORDS: Mapping[str, str] = {
    "met": "met",
    "not_met": "not met",
    "not_applicable": "not applicable",
    "cannot_tell": "cannot tell",
}
CAUTIONS: Mapping[str, str] = {
    "few_units": "fewer than 30 dialogues rated by two",
    "few_minority_units": "fewer than 15 dialogues with half their verdicts not the commonest",
    "few_clusters": "fewer than 20 things to resample",
    "degenerate_replicates": "more than 5% of the resamples have no value",
    "prevalence": "nearly all verdicts are one, which alone makes alpha low",
}
CAUTION_MARKS: Mapping[str, str] = {
    "few_units": "a",
    "few_minority_units": "b",
    "few_clusters": "c",
    "degenerate_replicates": "d",
    "prevalence": "e",
}
CAUSES: Mapping[str, str] = {
    "cannot_tell": "cannot tell",
    "missing": "missing",
    "tie": "no majority",
    "one_rater": "one rater alone",
}


def number(value: float | None, digits: int = 3) -> str:
    """Write a number with a fixed count of decimals, minus zero as zero; a dash for none."""
    if value is None:
        return "-"
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def percent(value: float | None) -> str:
    """Write a share as per cent with one decimal."""
    return "-" if value is None else f"{number(100 * value, 1)}%"


def count(number_: int, one: str, more: str = "") -> str:
    """Write a count with its word."""
    return f"{number_} {one if number_ == 1 else more or one + 's'}"


def interval(found: Interval | None, why: str = "") -> str:
    """Write an interval, or why there is none."""
    if found is not None:
        return f"[{number(found.low, 2)}, {number(found.high, 2)}]"
    return f"no interval: {REASONS.get(why, why)}" if why else ""


def percent_estimate(found: Coefficient) -> str:
    """Write percent agreement with its interval."""
    if found.value is None:
        return "undefined"
    limits = found.interval
    if limits is None:
        return percent(found.value)
    return f"{percent(found.value)} [{100 * limits.low:.0f}, {100 * limits.high:.0f}]"


def alpha_estimate(found: Coefficient) -> str:
    """Write alpha with its interval, or that it is undefined and why."""
    if found.value is None:
        return f"undefined: {REASONS[found.reason]}"
    return " ".join(
        part
        for part in (number(found.value), interval(found.interval, found.interval_reason))
        if part
    )


def caution_marks(found: Agreement) -> str:
    """Write the letters of the cautions that hold, or a dash."""
    return " ".join(CAUTION_MARKS[name] for name in found.warnings if name in CAUTION_MARKS) or "-"


def proportion(found: Proportion, digits: int = 2) -> str:
    """Write a share with Wilson's interval; "undefined" for 0 of 0."""
    if found.value is None:
        return "undefined"
    return (
        f"{number(found.value, digits)} [{number(found.low, digits)}, {number(found.high, digits)}]"
    )


def bounds(score: Score) -> str:
    """Write the lower and upper bound over unresolved dialogues."""
    if score.lower is None:
        return "-"
    return f"{number(score.lower, 2)} to {number(score.upper, 2)}"


def unresolved(score: Score) -> str:
    """Write how many are unresolved, and how many of them hold a *not met*: `3 (1 not met)`."""
    failed = score.unresolved_not_met
    return f"{score.unresolved} ({failed} not met)" if failed else str(score.unresolved)


def causes(score: Score) -> str:
    """Write why dialogues are unresolved: `no majority 2, missing 1`."""
    return ", ".join(f"{CAUSES[cause]} {times}" for cause, times in score.causes.items()) or "-"


def judge_name(score: Score) -> str:
    """Write by whom a score is."""
    return "majority" if score.by == "majority" else score.rater


def criterion_name(section: Section, criterion_id: str) -> str:
    """Return the title of a generic criterion, or the id of one of a task's own."""
    found: Criterion | None = next(
        (item for item in section.criteria if item.id == criterion_id), None
    )
    return found.name() if found is not None else criterion_id


def mode_name(slug: str) -> str:
    """Return the title of a failure mode."""
    known = find_mode(slug)
    return known.title if known is not None else slug


def planted_name(row: PlantedCount) -> str:
    """Say what a row of the planted-fault check is about."""
    names = {"all": "all planted faults", "none": "no fault planted (false alarms)"}
    return names.get(row.mode) or mode_name(row.mode)


def opinion(found: Opinion) -> str:
    """Write one side of a disagreement: `ann: not met (Overrun; turns 4, 6)`."""
    words = VERDICT_WORDS[found.verdict]
    details = []
    if found.mode is not None:
        details.append(mode_name(found.mode))
    if found.evidence:
        turns = ", ".join(str(turn) for turn in found.evidence)
        details.append(f"turn {turns}" if len(found.evidence) == 1 else f"turns {turns}")
    return (
        f"{found.rater}: {words} ({'; '.join(details)})" if details else f"{found.rater}: {words}"
    )


def place(found: Disagreement) -> str:
    """Write where a disagreement is."""
    return f"{found.dialogue_id} ({found.domain}/{found.task_id})"


def resampled_words(section: Section) -> str:
    """Say what the intervals resample, and why."""
    if section.resampled == "task":
        return "tasks, since some task was played more than once"
    return "dialogues, since each task occurs once"


def imported_words(flow: Flow) -> str:
    """Say how many judgements were made elsewhere, and what that leaves open."""
    return (
        f"{flow.imported} of the {flow.judgements} judgements by people were imported from files: "
        "how they were made, and whether their raters were blind, is not known here."
    )


def treatment_words(section: Section) -> str:
    """Say how *not applicable* enters the agreement."""
    if section.not_applicable == "category":
        return "a category of its own"
    return "missing, so that agreement is about verdicts given that the criterion applies"
