"""Under which conditions judgements were made: overlap, blinding, times, evidence."""

from __future__ import annotations

from collections import Counter, defaultdict

from rut_exports.bundle import Bundle
from rut_exports.report.model import Conditions
from rut_exports.report.sorting import Sorted


def observe_conditions(bundle: Bundle, found: Sorted) -> Conditions:
    """Return what the judgements that count, and the dialogues, say about how they were made."""
    judgements = [entry.judgement for entry in found.entries]
    failed = [row for row in judgements if row.verdict == "not_met"]
    days = sorted(row.submitted_at[:10] for row in judgements if row.submitted_at)
    return Conditions(
        raters_per_dialogue=_overlap(found),
        domains=tuple(sorted({dialogue.domain for dialogue in found.dialogues})),
        tasks=len({dialogue.task for dialogue in found.dialogues}),
        agents=tuple(sorted({row.conduct.agent for row in found.dialogues if row.conduct.agent})),
        models=_models(bundle, found),
        judged_from=days[0] if days else "",
        judged_to=days[-1] if days else "",
        identity_shown=sum(not row.blind.identity_hidden for row in judgements),
        outcome_shown=sum(not row.blind.outcome_hidden for row in judgements),
        timed=sum(row.active_s > 0 for row in judgements),
        not_met=len(failed),
        cited=sum(bool(row.evidence or row.spans) for row in failed),
    )


def _overlap(found: Sorted) -> tuple[int, ...]:
    raters: defaultdict[str, set[str]] = defaultdict(set)
    for entry in found.entries:
        raters[entry.dialogue.id].add(entry.judgement.rater)
    counts = Counter(len(raters.get(dialogue.id, ())) for dialogue in found.dialogues)
    return tuple(counts[number] for number in range(max(counts, default=-1) + 1))


def _models(bundle: Bundle, found: Sorted) -> tuple[str, ...]:
    return tuple(
        sorted(
            {
                row.rater
                for row in bundle.judgements
                if row.rater_kind == "model" and row.rubric_id == found.rubric.id
            }
        )
    )
