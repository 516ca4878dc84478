"""Fidelity's numbers as every form writes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rut_annotations.estimation.interval import Estimate
from rut_annotations.fidelity.equivalence import Equivalence
from rut_annotations.fidelity.wording import REASONS, RULES, WARNINGS
from rut_domains.text import one_line
from rut_exports.report.document import Bullets
from rut_exports.report.wording import number

UNDEFINED = "undefined"
COLUMNS: Mapping[str, str] = {
    "domain": "domains",
    "human": "people and simulated users side by side",
    "agent": "agents",
    "success": "success",
    "faithful": "settled verdicts",
    "reward": "recorded rewards",
    "turns": "turns",
    "cost": "what the simulated user cost",
    "difficulty": "difficulties of tasks",
    "behaviour": "behaviours that users were told to show",
    "mode": "modes of such behaviours",
    "failure_class": "classes of failed dialogues",
    "scores": "scores beside success",
    "failures": "settled verdicts by family",
    "efforts": "efforts of the agent",
    "features": "features of the user's messages",
    "categories": "ends",
    "user_writes": "reference actions of the user",
    "user_writes_missed": "reference actions that never happened",
    "user_writes_missed_asked": "whether the agent asked for those",
    "disclosed": "when facts were told",
    "requested": "when facts were asked for",
}
TABLES: Mapping[str, str] = {
    "ufs": "User Fidelity Score by domain",
    "ufs_by_family": "User Fidelity Score by family",
    "reward": "mean reward",
    "hidden_failures": "hidden failures",
    "failure_counts": "failures by family",
    "failure_effect": "what failures do to success",
    "effort": "what failures do to effort",
    "length": "length against fidelity",
    "length_reward": "length against reward",
    "frontier": "cost against fidelity",
    "probe": "probe without a judge",
    "probe_split": "probe, split by whether the agent had asked",
    "passes": "success over repeated trials",
    "behaviours": "success by behaviour",
    "behaviour_modes": "success by behaviour and mode",
    "behaviour_scores": "scores by behaviour",
    "failure_classes": "classes of failed dialogues",
    "success_gap": "success beside people",
    "ufs_gap": "User Fidelity Score beside people",
    "calibration": "calibration against people",
    "calibration_by_difficulty": "calibration by difficulty",
    "distances": "distances from people",
    "category_distances": "distances from people in how dialogues end",
    "discrimination": "telling people and simulated users apart",
    "coverage": "coverage of human behaviour",
    "disclosure_curves": "disclosure by turn",
    "disclosure_timing": "disclosure against questions",
}
MEASURES: Mapping[str, str] = {
    "wasserstein_iqr": "Wasserstein distance over the people's interquartile range",
    "kolmogorov_smirnov": "Kolmogorov-Smirnov distance",
    "jensen_shannon": "Jensen-Shannon divergence",
    "classifier_auc": "AUC of a classifier",
    "coverage": "share of the people's clusters visited",
}


def say(item: Estimate | None, digits: int = 2) -> str:
    """Write a number with its interval; "undefined" where there is none."""
    if item is None:
        return "-"
    if item.value is None:
        return UNDEFINED
    text = number(item.value, digits)
    if item.interval is None:
        return text
    low, high = number(item.interval.low, digits), number(item.interval.high, digits)
    return f"{text} [{low}, {high}]"


def decided(found: Equivalence | None) -> str:
    """Write an equivalence verdict with its margin."""
    if found is None:
        return "-"
    return f"{found.decision} (margin {number(found.margin, 2)})"


def notes(items: Iterable[Estimate | None]) -> Iterator[Bullets]:
    """Say why numbers are undefined, have no interval, or deserve less trust; once each."""
    known = [item for item in items if item is not None]
    undefined = _words(REASONS, (item.reason for item in known))
    bare = _words(REASONS, (item.interval_reason for item in known if item.value is not None))
    wary = _words(WARNINGS, (slug for item in known for slug in item.warnings))
    lines = [f"Undefined: {reason}." for reason in undefined]
    lines += [f"Without an interval: {reason}." for reason in bare]
    lines += [f"Handle with care: {warning}." for warning in wary]
    if lines:
        yield Bullets(tuple(lines))


def rules(items: Iterable[Estimate | None]) -> list[str]:
    """Say by which rules the intervals were picked; once each."""
    return _words(RULES, (item.interval.rule for item in items if item and item.interval))


def left_out(absent: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Say for each table that is left out what is not known."""
    return [
        f"{TABLES.get(name, name)}: nothing is known of "
        f"{', '.join(COLUMNS.get(column, column) for column in columns)}"
        for name, columns in absent.items()
    ]


def source_name(source: str) -> str:
    """Return a source's name; all of them together have none."""
    return one_line(source) or "all"


def _words(known: Mapping[str, str], slugs: Iterable[str]) -> list[str]:
    return [known.get(slug, slug) for slug in dict.fromkeys(slugs) if slug]
