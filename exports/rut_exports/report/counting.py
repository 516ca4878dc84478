"""The counts of a report: sources, raters, failure modes, disagreements, planted faults."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from rut_annotations.judgement import Effect, RaterKind, Skip
from rut_annotations.rubric import Scope
from rut_exports.bundle import Bundle, DialogueSummary
from rut_exports.report.model import (
    Disagreement,
    ModeCount,
    Opinion,
    RaterCount,
    SourceCount,
)
from rut_exports.report.sorting import Entry, Sorted

SCOPES: tuple[Scope, ...] = ("generic", "task")


def count_sources(bundle: Bundle, found: Sorted) -> tuple[SourceCount, ...]:
    """Count the dialogues of each source."""
    rated = {entry.dialogue.id for entry in found.entries}
    by_source: defaultdict[str, list[DialogueSummary]] = defaultdict(list)
    for dialogue in bundle.dialogues:
        by_source[dialogue.source].append(dialogue)
    return tuple(
        SourceCount(
            source=source,
            dialogues=len(own),
            counted=sum(dialogue.counted for dialogue in own),
            rated=sum(dialogue.id in rated for dialogue in own),
            tasks=len({dialogue.task for dialogue in own if dialogue.counted}),
        )
        for source, own in sorted(by_source.items())
    )


def count_raters(found: Sorted, skips: Iterable[Skip]) -> tuple[RaterCount, ...]:
    """Count each person's own work; who only skipped, or only looked again, is listed too."""
    by_rater = _by_rater(found)["human"]
    counted = {dialogue.id for dialogue in found.dialogues}
    skipped: Counter[str] = Counter()
    for rater, dialogue_id, rubric_id in {
        (skip.rater, skip.dialogue_id, skip.rubric_id) for skip in skips
    }:
        if dialogue_id in counted and rubric_id in ("", found.rubric.id):
            skipped[rater] += 1
    return tuple(
        _rater(rater, by_rater.get(rater, []), skipped[rater], found)
        for rater in sorted({*by_rater, *skipped})
    )


def count_other_raters(found: Sorted) -> tuple[RaterCount, ...]:
    """Count the work of models, adjudicators and whoever else enters no human number."""
    return tuple(
        _rater(rater, own, 0, found)
        for role, by_rater in sorted(_by_rater(found).items())
        if role != "human"
        for rater, own in sorted(by_rater.items())
    )


def _by_rater(found: Sorted) -> defaultdict[RaterKind, dict[str, list[Entry]]]:
    grouped: defaultdict[RaterKind, dict[str, list[Entry]]] = defaultdict(dict)
    for entry in (*found.entries, *found.aside):
        made = entry.judgement
        grouped[made.rater_kind].setdefault(made.rater, []).append(entry)
    return grouped


def _rater(rater: str, given: Sequence[Entry], skipped: int, found: Sorted) -> RaterCount:
    entries = [entry for entry in given if entry.judgement.pass_number == 1]
    answered: Counter[str] = Counter(entry.dialogue.id for entry in entries)
    dialogues = {entry.dialogue.id: entry.dialogue for entry in entries}
    complete = sum(
        answered[name] == len(found.rubric.criteria) + len(dialogue.criteria)
        for name, dialogue in dialogues.items()
    )
    own = {entry.dialogue.id for entry in entries if entry.judgement.blind.own_dialogue}
    return RaterCount(
        rater=rater,
        role=given[0].judgement.rater_kind if given else "human",
        judgements=len(entries),
        dialogues=len(answered),
        complete=complete,
        skipped=skipped,
        own_dialogues=len(own),
        cannot_tell=sum(entry.verdict == "cannot_tell" for entry in entries),
        active_seconds=round(sum(entry.judgement.active_s for entry in entries), 1),
        idle_seconds=round(sum(entry.judgement.idle_s for entry in entries), 1),
        repeats=len(given) - len(entries),
        imported=sum(entry.judgement.source is not None for entry in entries),
    )


def count_modes(found: Sorted) -> tuple[ModeCount, ...]:
    """Count primary failure modes by scope and source; modes that nobody named are left out."""
    groups: defaultdict[tuple[Scope, str, str, str], list[Entry]] = defaultdict(list)
    judged: defaultdict[tuple[Scope, str], set[str]] = defaultdict(set)
    for entry in found.entries:
        scope, source = entry.criterion.scope, entry.dialogue.source
        judged[scope, source].add(entry.dialogue.id)
        if (mode := entry.judgement.mode) is not None:
            groups[scope, source, entry.criterion.family, mode].append(entry)
    made = []
    for (scope, source, family, mode), entries in groups.items():
        effects: Counter[Effect] = Counter(
            entry.judgement.effect for entry in entries if entry.judgement.effect is not None
        )
        made.append(
            ModeCount(
                scope=scope,
                source=source,
                family=family,
                mode=mode,
                verdicts=len(entries),
                dialogues=len({entry.dialogue.id for entry in entries}),
                judged=len(judged[scope, source]),
                effects=dict(sorted(effects.items())),
            )
        )
    return tuple(
        sorted(made, key=lambda m: (m.scope, m.source, -m.dialogues, -m.verdicts, m.family, m.mode))
    )


def list_disagreements(found: Sorted) -> tuple[Disagreement, ...]:
    """List where raters differ: in the verdict first, then in the mode of an agreed *not met*."""
    groups: defaultdict[tuple[str, Scope, str], list[Entry]] = defaultdict(list)
    for entry in found.entries:
        groups[entry.dialogue.id, entry.criterion.scope, entry.criterion.id].append(entry)
    made = []
    for entries in groups.values():
        verdicts = {entry.verdict for entry in entries}
        modes = {entry.judgement.mode for entry in entries}
        if len(verdicts) > 1 or len(modes) > 1:
            made.append(_disagreement(entries, verdict=len(verdicts) > 1))
    return tuple(
        sorted(
            made,
            key=lambda d: (d.kind != "verdict", d.dialogue_id, d.scope, d.criterion),
        )
    )


def _disagreement(entries: Sequence[Entry], *, verdict: bool) -> Disagreement:
    first = entries[0]
    return Disagreement(
        kind="verdict" if verdict else "mode",
        scope=first.criterion.scope,
        dialogue_id=first.dialogue.id,
        source=first.dialogue.source,
        domain=first.dialogue.domain,
        task_id=first.dialogue.task_id,
        criterion=first.criterion.id,
        opinions=tuple(
            Opinion(
                rater=entry.judgement.rater,
                verdict=entry.verdict,
                mode=entry.judgement.mode,
                evidence=entry.judgement.evidence,
                effect=entry.judgement.effect,
                confidence=entry.judgement.confidence,
                comment=entry.judgement.comment,
                code=entry.dialogue.codes.get(entry.judgement.rater, ""),
            )
            for entry in sorted(entries, key=lambda entry: entry.judgement.rater)
        ),
    )
