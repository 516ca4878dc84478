"""What a judge's verdicts say of each source, corrected; and the judge slice by slice."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase

from rut_annotations.validity.corrected import CorrectedRate
from rut_annotations.validity.slices import GroupMean
from rut_exports.report import wording
from rut_exports.report.document import Block, Paragraph, table
from rut_exports.report.judging.model import JudgeReport
from rut_exports.report.judging.wording import ESTIMATORS, headline_rule, share, short, written
from rut_exports.report.model import Section


def rates_page(section: Section, judge: JudgeReport) -> Iterator[Block]:
    """Return the corrected failure rates and the slices of one judge."""
    yield from _corrected(section, judge)
    yield from _groups("family", judge.families)
    yield from _groups("polarity", judge.polarities)
    if judge.modes:
        yield table(
            "criterion:, failure:, dialogues, recall, same failure named",
            [
                (
                    wording.criterion_name(section, one.criterion),
                    wording.mode_name(one.mode),
                    one.units,
                    share(one.recall),
                    one.named,
                )
                for one in judge.modes
            ],
            "judge-modes",
            "What the judge sees of each failure that people name",
        )
    if judge.domains:
        yield table(
            "criterion:, domain:, dialogues, recall, specificity, people with people, "
            "judge with people",
            [
                (
                    wording.criterion_name(section, one.criterion),
                    one.domain,
                    one.units,
                    *(share(found) for found in one.found),
                )
                for one in judge.domains
            ],
            "judge-domains",
            "The judge by domain",
        )


def _corrected(section: Section, judge: JudgeReport) -> Iterator[Block]:
    found = [
        (wording.criterion_name(section, item.criterion), one.source, one.rate)
        for item in judge.criteria
        for one in item.corrected
    ]
    if not found:
        return
    marks = {
        rule: mark
        for mark, rule in zip(
            ascii_lowercase, sorted({rate.rule for *_, rate in found}), strict=False
        )
    }
    yield table(
        "criterion:, source:, judged, by people, judge alone, headline, estimator:, rule:",
        [
            (
                name,
                source,
                rate.units,
                rate.labelled,
                short(rate.judged, percent=True),
                _headline(rate),
                ESTIMATORS.get(rate.headline, "-"),
                marks[rate.rule],
            )
            for name, source, rate in found
        ],
        "judge-corrected",
        "Share of not met by source, from the judge corrected by people",
    )
    rules = [f"({mark}) {headline_rule(rule)}" for rule, mark in marks.items()]
    yield Paragraph(f"Which estimate is the headline, goes by rule: {'; '.join(rules)}.")
    if any(rate.labelled for *_, rate in found):
        yield from _estimators(found)


def _estimators(found: list[tuple[str, str, CorrectedRate]]) -> Iterator[Block]:
    names = [name for name in ESTIMATORS if name != "judged"]
    yield table(
        f"criterion:, source:, {', '.join(ESTIMATORS[name] for name in names)}, lambda of PPI++",
        [
            (name, source, *(share(getattr(rate, one)) for one in names), _lam(rate))
            for name, source, rate in found
            if rate.labelled
        ],
        "judge-estimators",
        "The same by every estimator",
    )
    yield Paragraph(
        "Corrected rates hold if the dialogues that people judged are a random sample of those "
        "that the judge judged, drawn without looking at its verdicts. Ties of people count as "
        "not sampled. Where people judged all of them there is nothing to correct."
    )


def _headline(rate: CorrectedRate) -> str:
    chosen = rate.chosen()
    return "none" if chosen is None else share(chosen)


def _lam(rate: CorrectedRate) -> str:
    return wording.number(rate.lam, 2)


def _groups(what: str, groups: tuple[GroupMean, ...]) -> Iterator[Block]:
    rows = []
    for group in groups:
        means, used = group.means, group.criteria
        rows.append(
            (
                group.group,
                max((len(names) for names in used.values()), default=0),
                share(means["recall"]),
                share(means["specificity"]),
                written(means["pairwise_kappa:human_human"]),
                written(means["pairwise_kappa:judge_human"]),
                written(means["pairwise_kappa:difference"]),
            )
        )
    if rows:
        yield table(
            f"{what}:, criteria, recall, specificity, kappa of people, kappa of judge, "
            "difference of kappas",
            rows,
            f"judge-by-{what}",
            f"The judge by {what}: unweighted means over criteria",
        )
