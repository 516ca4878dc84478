"""A judge by family, polarity, failure mode and domain."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Literal

from rut_annotations.estimation.interval import Estimate
from rut_annotations.estimation.sums import Draws
from rut_annotations.rubric import Rubric
from rut_annotations.validity.confusion import FAIL, confusion_quantities, confusion_rows
from rut_annotations.validity.items import Items, find_majority
from rut_annotations.validity.sampling import estimate
from rut_annotations.validity.slices import GroupMean, average_items, judge_quantities, slice_units
from rut_exports.report.judging.model import DomainSlice, ModeSlice
from rut_exports.report.sorting import Entry

# What is worth reading of a slice; the rest needs more units than one has.
OF_GROUPS = (
    "recall",
    "specificity",
    "precision",
    "pairwise_agreement:human_human",
    "pairwise_agreement:judge_human",
    "pairwise_kappa:human_human",
    "pairwise_kappa:judge_human",
    "pairwise_kappa:difference",
)
OF_DOMAINS = (
    "recall",
    "specificity",
    "pairwise_agreement:human_human",
    "pairwise_agreement:judge_human",
)


def slice_groups(
    rubric: Rubric,
    items: Mapping[str, Items],
    judge: str,
    draws: Draws,
    by: Literal["family", "polarity"],
) -> tuple[GroupMean, ...]:
    """Average a judge's numbers over the criteria of each family or polarity."""
    group_of = {item.id: str(getattr(item, by)) for item in rubric.criteria}
    return average_items(items, group_of, judge, draws, names=OF_GROUPS)


def slice_domains(
    items: Mapping[str, Items], domain_of: Mapping[str, str], judge: str, draws: Draws
) -> tuple[DomainSlice, ...]:
    """Measure a judge on the dialogues of each domain, if there are two or more."""
    if len(set(domain_of.values())) < 2:
        return ()

    def measure(part: Items) -> tuple[Estimate, ...]:
        found = judge_quantities(part, judge)
        return tuple(estimate(found[name], draws) for name in OF_DOMAINS)

    return tuple(
        DomainSlice(criterion=name, domain=one.group, units=one.units, found=one.found)
        for name, each in items.items()
        for one in slice_units(_shared(each, judge), domain_of, measure)
    )


def slice_modes(
    people: Sequence[Entry],
    own: Sequence[Entry],
    items: Mapping[str, Items],
    judge: str,
    draws: Draws,
) -> tuple[ModeSlice, ...]:
    """Measure how much of what people fail for one reason the judge fails.

    Args:
        people: The verdicts of people.
        own: Those of the judge.
        items: Both, by criterion.
        judge: Its name.
        draws: The resamples.
    """

    def measure(part: Items) -> Estimate:
        return estimate(confusion_quantities(confusion_rows(part, judge))["recall"], draws)

    made = []
    for name, each in items.items():
        mode_of = _agreed_modes(people, each)
        named = _named(own, name)
        slices = slice_units(_shared(each, judge), mode_of, measure)
        made += [
            ModeSlice(
                criterion=name,
                mode=one.group,
                units=one.units,
                recall=one.found,
                named=sum(
                    mode == one.group and mode in named.get(unit, ())
                    for unit, mode in mode_of.items()
                ),
            )
            for one in slices
        ]
    return tuple(made)


def _shared(items: Items, judge: str) -> Items:
    """Return the units that the judge and anybody else judged."""
    return items.choose((items.judged_by(judge) >= 0) & (items.human >= 0).any(axis=1))


def _agreed_modes(people: Sequence[Entry], items: Items) -> dict[str, str]:
    """Return the failure mode of each unit that the majority fails, where one is named most."""
    majority = find_majority(items.human, len(items.categories)).code
    failed = {
        unit for unit, code in zip(items.units, majority, strict=True) if code == items.place(FAIL)
    }
    modes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for entry in people:
        mode = entry.judgement.mode
        if mode and entry.dialogue.id in failed and _is_on(entry, items.criterion):
            modes[entry.dialogue.id][mode] += 1
    found = {}
    for unit, counts in modes.items():
        first, *others = counts.most_common(2)
        if not others or others[0][1] < first[1]:
            found[unit] = first[0]
    return found


def _named(own: Sequence[Entry], criterion: str) -> dict[str, tuple[str, ...]]:
    """Return the modes that a judge names for its fails on a criterion, by unit."""
    return {
        entry.dialogue.id: (entry.judgement.mode, *entry.judgement.secondary_modes)
        for entry in own
        if entry.judgement.mode and _is_on(entry, criterion) and entry.judgement.pass_number == 1
    }


def _is_on(entry: Entry, criterion: str) -> bool:
    return entry.criterion.scope == "generic" and entry.criterion.id == criterion
