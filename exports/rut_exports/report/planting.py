"""Raters against dialogues whose truth is known: what was planted, and what they made of it."""

from __future__ import annotations

from collections.abc import Sequence

from rut_annotations.estimation.proportion import wilson
from rut_domains.behaviours import find_mode
from rut_exports.bundle import DialogueSummary
from rut_exports.report.model import Planted, PlantedCount
from rut_exports.report.sorting import Entry, Sorted


def check_planted(found: Sorted) -> Planted | None:
    """Compare the raters with what was planted; None where nothing was.

    Generic criteria alone count, and dialogues in which a rater answered all of them: a family
    that was not asked about cannot be caught.
    """
    planted = [item for item in found.dialogues if item.planted is not None]
    if not planted:
        return None
    truth = [
        (item, item.planted.mode)
        for item in planted
        if item.planted is not None and item.planted.fired
    ]
    clean = [item for item in found.dialogues if item.scripted and item.planted is None]
    rows: list[PlantedCount] = []
    for rater in sorted({entry.judgement.rater for entry in found.entries}):
        own = _answered_by(found, rater)
        rows += [
            _caught(rater, mode, [item for item, name in truth if name == mode], own)
            for mode in sorted({mode for _, mode in truth})
        ]
        rows.append(_caught(rater, "all", [item for item, _ in truth], own))
        families = sorted({_family(mode) for _, mode in truth} - {""})
        rows += [_false_alarms(rater, family, clean, own) for family in (*families, "")]
    return Planted(
        dialogues=len(planted),
        fired=len(truth),
        never_fired=len(planted) - len(truth),
        clean=len(clean),
        rows=tuple(
            row for row in rows if row.caught.n or (row.mode in ("all", "none") and not row.family)
        ),
    )


def _family(mode: str) -> str:
    known = find_mode(mode)
    return known.family if known is not None else ""


def _answered_by(found: Sorted, rater: str) -> dict[str, list[Entry]]:
    asked = len(found.rubric.criteria)
    return {
        name: own
        for name, entries in found.by_dialogue("generic").items()
        if len(own := [entry for entry in entries if entry.judgement.rater == rater]) == asked
    }


def _caught(
    rater: str, mode: str, dialogues: Sequence[DialogueSummary], own: dict[str, list[Entry]]
) -> PlantedCount:
    caught = flagged = named = located = judged = 0
    for dialogue in dialogues:
        if dialogue.id not in own or dialogue.planted is None:
            continue
        judged += 1
        failed = [entry for entry in own[dialogue.id] if entry.verdict == "not_met"]
        family = _family(dialogue.planted.mode)
        inside = [entry.judgement for entry in failed if entry.criterion.family == family]
        said = [
            slug
            for entry in failed
            for slug in (entry.judgement.mode, *entry.judgement.secondary_modes)
        ]
        caught += bool(inside)
        flagged += bool(failed)
        named += dialogue.planted.mode in said
        located += any(dialogue.planted.turn in item.evidence for item in inside)
    return PlantedCount(
        rater=rater,
        mode=mode,
        family=_family(mode),
        caught=wilson(caught, judged),
        flagged=wilson(flagged, judged),
        named=named,
        located=located,
    )


def _false_alarms(
    rater: str, family: str, clean: Sequence[DialogueSummary], own: dict[str, list[Entry]]
) -> PlantedCount:
    judged = [own[dialogue.id] for dialogue in clean if dialogue.id in own]
    failed = [
        {entry.criterion.family for entry in entries if entry.verdict == "not_met"}
        for entries in judged
    ]
    inside = sum(family in each if family else bool(each) for each in failed)
    return PlantedCount(
        rater=rater,
        mode="none",
        family=family,
        caught=wilson(inside, len(judged)),
        flagged=wilson(sum(map(bool, failed)), len(judged)),
        named=0,
        located=0,
    )
