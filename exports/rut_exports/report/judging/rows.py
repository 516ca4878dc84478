"""The rows of the CSV tables on raters."""

from __future__ import annotations

from collections.abc import Iterator

from rut_annotations.estimation.interval import Estimate
from rut_annotations.validity.evidence import Overlap
from rut_exports.report.model import Section

Row = dict[str, object]


def rater_rows(section: Section) -> Iterator[Row]:
    """Yield a row for each criterion and rater: what was chosen, and what is left without."""
    for item in section.quality.criteria if section.quality is not None else ():
        left_out = {one.rater: one for one in item.left_out}
        for row in item.raters:
            without = left_out.get(row.rater)
            yield {
                **head(section),
                "criterion": item.criterion,
                **row.model_dump(exclude={"bias"}),
                **columns("stricter", row.bias),
                "n_shared": row.bias.n,
                "n_pairable_without": without.n_pairable if without else None,
                **columns("percent_without", without.percent if without else None),
                **columns("alpha_without", without.alpha if without else None),
            }


def pair_rows(section: Section) -> Iterator[Row]:
    """Yield a row for each criterion and two raters."""
    for item in section.quality.criteria if section.quality is not None else ():
        for pair in item.pairs:
            yield {
                **head(section),
                "criterion": item.criterion,
                "first": pair.first,
                "second": pair.second,
                "n": pair.n,
                **columns("percent", pair.percent),
                **columns("kappa", pair.kappa),
            }


def evidence_rows(section: Section) -> Iterator[Row]:
    """Yield a row for each criterion and kind of pair: people alone, then for each judge."""
    for item in section.quality.criteria if section.quality is not None else ():
        if item.evidence is not None:
            yield _evidence(section, item.criterion, "", "human_human", item.evidence)
    for judge in section.judge.judges if section.judge is not None else ():
        for one in judge.criteria:
            if one.evidence is not None:
                for kind in ("human_human", "judge_human"):
                    found: Overlap = getattr(one.evidence, kind)
                    yield _evidence(section, one.criterion, judge.judge, kind, found)


def drift_rows(section: Section) -> Iterator[Row]:
    """Yield a row for each criterion and rater, then for pace; no rater stands for all."""
    quality = section.quality
    if quality is None:
        return
    found = [(item.criterion, "not_met", one) for item in quality.criteria for one in item.drift]
    if quality.tempo is not None:
        found += [("", "active_seconds", one) for one in quality.tempo.drift]
    for criterion, value, one in found:
        yield {
            **head(section),
            "criterion": criterion,
            "value": value,
            "rater": one.rater,
            "ratings": one.ratings,
            **columns("halves", one.halves),
            **columns("slope", one.slope),
            **columns("spearman", one.spearman),
        }


def speed_rows(section: Section) -> Iterator[Row]:
    """Yield a row for each rater whose times were kept."""
    tempo = section.quality.tempo if section.quality is not None else None
    for one in tempo.raters if tempo is not None else ():
        yield {**head(section), "rule": tempo.rule if tempo else "", **one.model_dump()}


def head(section: Section) -> Row:
    """Return what every row begins with."""
    return {"rubric": section.rubric_id, "rubric_version": section.rubric_version}


def columns(name: str, found: Estimate | None) -> Row:
    """Return a number, its limits, and why there is none, under names that begin alike."""
    limits = found.interval if found is not None else None
    return {
        name: found.value if found is not None else None,
        f"{name}_low": limits.low if limits else None,
        f"{name}_high": limits.high if limits else None,
        f"{name}_reason": (found.reason or found.interval_reason) if found is not None else "",
    }


def _evidence(section: Section, criterion: str, judge: str, kind: str, found: Overlap) -> Row:
    return {
        **head(section),
        "criterion": criterion,
        "judge": judge,
        "between": kind,
        "units": found.units,
        "pairs": found.pairs,
        **columns("turns", found.turns),
        **columns("spans", found.spans),
    }
