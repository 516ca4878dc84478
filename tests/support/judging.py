"""Judgements for tests: one line each."""

from __future__ import annotations

from typing import Any

from rut_annotations.judgement import Judgement
from rut_annotations.rubric import Criterion, Rubric, load_rubric

RUBRIC: Rubric = load_rubric("user_contract")
MODE = {
    "groundedness": "fabricated_fact",
    "premature_disclosure": "volunteers_unasked_info",
    "goal_deviation": "overrun",
    "missed_information": "partial_answer",
}


def judge(
    dialogue_id: str, rater: str, criterion: str | Criterion, verdict: str | None, **parts: Any
) -> Judgement:
    """A judgement under the built-in rubric; *not met* gets a mode, evidence and effect."""
    item = RUBRIC.find(criterion) if isinstance(criterion, str) else criterion
    assert item is not None
    given: dict[str, Any] = {
        "id": f"{dialogue_id}-{rater}-{item.id}-{parts.get('revision', 1)}",
        "dialogue_id": dialogue_id,
        "rater": rater,
        "rubric_id": RUBRIC.id,
        "rubric_version": RUBRIC.version,
        "rubric_hash": RUBRIC.hash,
        "guideline_version": RUBRIC.guideline_version,
        "criterion_id": item.id,
        "criterion_hash": item.hash,
        "scope": item.scope,
        "verdict": verdict,
    }
    if verdict == "not_met":
        given |= {"mode": item.modes[0].slug, "evidence": (2,), "effect": "helped"}
    return Judgement(**{**given, **parts})


def judge_all(dialogue_id: str, rater: str, *verdicts: str | None) -> list[Judgement]:
    """A judgement on each of the rubric's criteria in order; None leaves one out."""
    pairs = zip(RUBRIC.criteria, verdicts, strict=True)
    return [judge(dialogue_id, rater, item, given) for item, given in pairs if given is not None]
