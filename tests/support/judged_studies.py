"""Bundles with people and models on one criterion, one word a rater, one letter a dialogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rut_annotations.judgement import Judgement
from rut_exports.bundle import Bundle
from rut_exports.report.assembly import build_report
from rut_exports.report.model import Section
from tests.support.judging import RUBRIC, judge
from tests.support.studies import summary

VERDICTS = {"p": "met", "f": "not_met", "x": "not_applicable", "?": "cannot_tell"}


def letters(
    rater: str, word: str, criterion: str = "groundedness", look: int = 1, **parts: Any
) -> list[Judgement]:
    """`p` met, `f` not met, `x` not applicable, `?` cannot tell, `.` no row."""
    made = [
        judge(f"d{place:03}", rater, criterion, VERDICTS[letter], **parts)
        for place, letter in enumerate(word)
        if letter != "."
    ]
    return [row.model_copy(update={"id": f"{row.id}-{look}", "pass_number": look}) for row in made]


def judged_bundle(
    people: Mapping[str, str],
    models: Mapping[str, str] | None = None,
    *,
    rows: list[Judgement] | None = None,
    **parts: Any,
) -> Bundle:
    """Each dialogue is of a task of its own, unless `dialogues` say otherwise."""
    words = [*people.values(), *(models or {}).values()]
    size = max(map(len, words), default=0)
    given: dict[str, Any] = {
        "rubrics": (RUBRIC,),
        "dialogues": [summary(f"d{place:03}", task=f"t{place}") for place in range(size)],
        "judgements": [
            *(row for rater, word in people.items() for row in letters(rater, word)),
            *(
                row
                for rater, word in (models or {}).items()
                for row in letters(rater, word, rater_kind="model")
            ),
            *(rows or []),
        ],
        "replicates": 60,
        "seed": 3,
    }
    return Bundle(**{**given, **parts})


def section_of(bundle: Bundle) -> Section:
    (found,) = build_report(bundle).sections
    return found
