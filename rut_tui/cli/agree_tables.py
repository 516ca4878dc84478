"""What `rut agree` prints for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rut_exports.agree.model import AgreeReport, CriterionReport, Taken
from rut_exports.report import coefficients as wording
from rut_exports.report.wording import number, percent
from rut_tui.cli.output import add_row, console, say_wrapped, table, write, write_json
from rut_tui.cli.tables import Column

if TYPE_CHECKING:
    from rut_annotations.reference.check import Outcome

_MOST_PAIRS = 15
# From so many criteria on one scale on, they are told in one line.
_ALIKE = 4


def print_answer(report: AgreeReport, page: Path | None) -> None:
    """Print what was taken for what, and each criterion with its advice."""
    for what, taken in _gather(report.taken):
        say_wrapped(f"{what}: {taken}")
    for note in report.notes:
        say_wrapped(f"- {note}")
    for found in report.criteria:
        _criterion(found)
    plan = report.plan
    write()
    say_wrapped(
        f"{100 * plan.level:.0f}% intervals; {plan.replicates} resamples, seed {plan.seed}. "
        f"--json and --csv have every number; --report out.html makes a page."
        if page is None
        else f"wrote {page}"
    )


def _gather(taken: Sequence[Taken]) -> Iterator[tuple[str, str]]:
    """Yield what was taken for what; many criteria on one scale are one line."""
    alike: dict[str, list[str]] = {}
    for item in taken:
        said = item.to_be + (f" ({item.why})" if item.why else "")
        alike.setdefault(said, []).append(item.what)
    for said, parts in alike.items():
        scales = [part for part in parts if part.startswith("scale of")]
        for part in parts:
            if len(scales) < _ALIKE or part not in scales:
                yield part, said
        if len(scales) >= _ALIKE:
            yield f"scale of {len(scales)} criteria", said


def _criterion(found: CriterionReport) -> None:
    head = found.headline
    write()
    title = found.criterion or "ratings"
    write(f"{title} ({found.level})")
    write("=" * min(len(title) + len(found.level) + 3, 72))
    say_wrapped(f"{wording.counts(head)}.")
    say_wrapped(f"Chosen: {wording.prevalence(head)}.")
    shown = table(
        Column("coefficient", "key"),
        Column("by", "key", 2),
        Column("value"),
        Column("95%", "key"),
        Column("interval by", "prose", 1),
    )
    for item in head.coefficients:
        add_row(
            shown,
            wording.name(item),
            item.metric,
            wording.value(item),
            wording.limits(item.interval),
            wording.method(item),
        )
    console().print(shown)
    for other in found.others:
        words = wording.TREATMENTS[other.treatment]
        say_wrapped(
            f"With {words}: alpha {wording.value(other.alpha)} "
            f"{wording.limits(other.alpha.interval)}, {other.n_pairable} units."
        )
    _raters(found)
    for sentence in found.advice:
        say_wrapped(f"- {sentence}")


def _raters(found: CriterionReport) -> None:
    if len(found.raters) > 2 and len(found.pairs) <= _MOST_PAIRS:
        shown = table(
            Column("raters", "cut"), Column("units", "key"), Column("agree", "key"), "kappa"
        )
        for pair in found.pairs:
            add_row(
                shown,
                f"{pair.first} and {pair.second}",
                pair.n,
                percent(pair.percent.value),
                wording.value(pair.kappa),
            )
        console().print(shown)
    for judge in found.judges:
        beside = judge.pairwise_kappa
        say_wrapped(
            f"Judge {judge.judge}, {judge.units} units: mean kappa with people "
            f"{wording.value(beside.judge_human)}, people with people "
            f"{wording.value(beside.human_human)}; difference {wording.value(beside.difference)} "
            f"{wording.limits(beside.difference.interval)}."
        )
    if found.repeats is not None and found.repeats.pairs:
        say_wrapped(
            f"Raters with themselves, {found.repeats.pairs} pairs of passes: agreement "
            f"{wording.value(found.repeats.agreement)}."
        )


def print_check(outcomes: Sequence[Outcome], *, as_json: bool) -> int:
    """Print ours beside the published values; 1 where one differs."""
    if as_json:
        write_json([outcome.model_dump(mode="json") for outcome in outcomes])
    else:
        shown = table(
            Column("", "key"),
            Column("coefficient", "key"),
            Column("published", "key"),
            Column("ours", "key"),
            Column("source", "cut", 1),
        )
        for outcome in outcomes:
            add_row(shown, *_cells(outcome))
        console().print(shown)
    differ = sum(outcome.agrees is False for outcome in outcomes)
    absent = sum(outcome.agrees is None for outcome in outcomes)
    if not as_json:
        write()
        write(f"{len(outcomes) - differ - absent} agree, {differ} differ, {absent} without data")
    return int(differ > 0)


def _cells(outcome: Outcome) -> tuple[str, ...]:
    case = outcome.case
    mark = {True: "ok", False: "BAD", None: "-"}[outcome.agrees]
    published = "undefined" if case.undefined else str(case.value)
    if not isinstance(case.value, int | float) and not case.undefined:
        published = "-"
    ours = "undefined" if outcome.value is None else number(outcome.value, 6)
    return mark, case.coefficient, published, "-" if outcome.agrees is None else ours, case.source
