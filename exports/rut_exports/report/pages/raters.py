"""The raters among themselves: who differs from whom, in what, and how fast."""

from __future__ import annotations

from collections.abc import Iterator

from rut_exports.figures.matrix import draw_matrix
from rut_exports.figures.svg import Figure
from rut_exports.report import wording
from rut_exports.report.document import Block, Bullets, Heading, Picture, Text, prose, table
from rut_exports.report.judging.model import CriterionQuality, Quality, Tempo
from rut_exports.report.judging.wording import rules_and_warnings, share, written
from rut_exports.report.model import Section

# So many pairs stand beside each other in one figure; more get a grid for each criterion.
_PAIRS_BESIDE = 6


def raters_page(section: Section) -> Iterator[Block]:
    """Return the tables on raters, and what is not measured."""
    quality = section.quality
    if quality is None:
        return
    yield Heading("Raters", 3)
    if quality.advice:
        yield Bullets(quality.advice)
    yield _shares(section, quality)
    yield from _pairs(section, quality)
    yield from _left_out(section, quality)
    yield from _evidence(section, quality)
    yield from _drift(section, quality)
    if quality.tempo is not None:
        yield _tempo(quality.tempo)
    yield Bullets(tuple(_notes(quality)))
    yield Heading("Not measured here, and why: raters", 4)
    yield Bullets(quality.absent)


def _shares(section: Section, quality: Quality) -> Block:
    return table(
        "criterion:, rater:, met, not met, not applicable, cannot tell, stricter than the others",
        [
            (
                wording.criterion_name(section, item.criterion),
                row.rater,
                *(
                    f"{count} ({100 * count / row.given:.0f}%)"
                    for count in (row.met, row.not_met, row.not_applicable, row.cannot_tell)
                ),
                written(row.bias),
            )
            for item in quality.criteria
            for row in item.raters
        ],
        "rater-shares",
        "What each rater chose",
    )


def _pairs(section: Section, quality: Quality) -> Iterator[Block]:
    held = [item for item in quality.criteria if any(pair.n for pair in item.pairs)]
    if not held:
        return
    for figure in _figures(section, held):
        yield Picture(figure)
    yield table(
        "criterion:, raters:, dialogues, agreement, Cohen's kappa",
        [
            (
                wording.criterion_name(section, item.criterion),
                f"{pair.first} and {pair.second}",
                pair.n,
                share(pair.percent),
                written(pair.kappa),
            )
            for item in held
            for pair in item.pairs
        ],
        "rater-pairs",
        "Every two raters, on the dialogues that both judged",
    )


def _figures(section: Section, held: list[CriterionQuality]) -> Iterator[Figure]:
    """Return one grid of criteria by pairs, or, where pairs are many, a grid a criterion."""
    pairs = sorted({(pair.first, pair.second) for item in held for pair in item.pairs})
    titles = [wording.criterion_name(section, item.criterion) for item in held]
    shares = [
        {(pair.first, pair.second): pair.percent.value for pair in item.pairs} for item in held
    ]
    if len(pairs) <= _PAIRS_BESIDE:
        yield draw_matrix(
            "rater-pairs",
            "Share of dialogues on which two raters agree, by criterion",
            titles,
            [f"{first}, {second}" for first, second in pairs],
            [[found.get(pair) for pair in pairs] for found in shares],
            scale=(0, 1),
        )
        return
    names = sorted({name for pair in pairs for name in pair})
    for place, (title, found) in enumerate(zip(titles, shares, strict=True), start=1):
        yield draw_matrix(
            f"rater-matrix-{place}",
            f"Share of dialogues on which two raters agree: {title}",
            names,
            names,
            [[found.get((a, b), found.get((b, a))) for b in names] for a in names],
            scale=(0, 1),
        )


def _left_out(section: Section, quality: Quality) -> Iterator[Block]:
    rows = [
        (
            wording.criterion_name(section, item.criterion),
            one.rater,
            one.n_pairable,
            wording.percent(one.percent.value),
            wording.alpha_estimate(one.alpha),
        )
        for item in quality.criteria
        for one in item.left_out
    ]
    if rows:
        yield table(
            "criterion:, without:, dialogues, agreement, alpha",
            rows,
            "left-out",
            "Agreement among the others, without each rater",
        )


def _evidence(section: Section, quality: Quality) -> Iterator[Block]:
    rows = [
        (
            wording.criterion_name(section, item.criterion),
            item.evidence.units,
            item.evidence.pairs,
            written(item.evidence.turns),
            written(item.evidence.spans) if item.evidence.spans.n else "-",
        )
        for item in quality.criteria
        if item.evidence is not None
    ]
    if rows:
        yield table(
            "criterion:, dialogues, pairs, turns in common, passages (F1)",
            rows,
            "rater-evidence",
            "Evidence of raters who agree on not met",
        )


def _drift(section: Section, quality: Quality) -> Iterator[Block]:
    found = [
        (wording.criterion_name(section, item.criterion), one)
        for item in quality.criteria
        for one in item.drift
    ]
    if quality.tempo is not None:
        found += [("active seconds a dialogue", one) for one in quality.tempo.drift]
    if found:
        yield table(
            "what:, rater:, n, second half less first, rank correlation with order",
            [
                (name, one.rater or "all", one.ratings, written(one.halves), written(one.spearman))
                for name, one in found
            ],
            "rater-drift",
            "Drift over each rater's own order: share of not met, and pace",
        )


def _tempo(tempo: Tempo) -> Block:
    return table(
        "rater:, verdicts timed, untimed, median seconds, fast, share fast, pace",
        [
            (
                one.rater,
                one.timed,
                one.untimed,
                wording.number(one.median_seconds, 1),
                one.fast,
                wording.percent(one.fast_share),
                wording.number(one.pace, 2),
            )
            for one in tempo.raters
        ],
        "rater-speed",
        f"Active time a verdict; fast is {tempo.rule}",
    )


def _notes(quality: Quality) -> Iterator[Text]:
    yield prose(
        "*Stricter than the others*: the rater's *not met* (1 or 0) less the share of the others "
        "who say so, over the dialogues that others judged, too; below 0 is milder."
    )
    if any(item.evidence for item in quality.criteria):
        yield prose(
            "*Turns in common* is the mean Jaccard index of the turns cited by two raters who both "
            "say not met; *passages* is F1, two passages of one turn being the same from half "
            "their joint length on."
        )
    if any(item.drift for item in quality.criteria):
        yield (
            "A rater's order is that in which the questions were first shown; orders are drawn at "
            "random, so that a trend is the rater's and not the dialogues'."
        )
    if quality.tempo is not None:
        yield prose(
            "*Pace* is a rater's time over the others' for the same verdict, the median of it. "
            "Nothing is left out for being fast."
        )
    yield from rules_and_warnings(quality)
