"""A small study with numbers worked out by hand."""

from __future__ import annotations

from typing import Any

from rut_annotations.judgement import Judgement
from rut_annotations.rubric import Criterion, ModeDefinition
from rut_exports.bundle import Bundle, DialogueSummary, Planted
from tests.support.judging import RUBRIC, judge, judge_all

HUMAN, MODEL = "played: human", "tau2: some-model"

OWN = Criterion(
    id="asks_first",
    family="goal_deviation",
    statement="The user ends after the parcel is found.",
    polarity="positive",
    modes=(ModeDefinition.model_validate({"slug": "overrun"}),),
    scope="task",
    task_id="t1",
)


def summary(id: str, source: str = HUMAN, task: str = "t1", **parts: Any) -> DialogueSummary:
    """A dialogue of a task of the domain `retail`."""
    given = {"id": id, "source": source, "domain": "retail", "task_id": task}
    return DialogueSummary(**{**given, **parts})


def words(dialogue_id: str, rater: str, letters: str) -> list[Judgement]:
    """Four letters, one a criterion: m(et), n(ot met), x (not applicable), ?, - (no answer)."""
    known = {"m": "met", "n": "not_met", "x": "not_applicable", "?": "cannot_tell", "-": None}
    return judge_all(dialogue_id, rater, *(known[letter] for letter in letters))


def small_bundle(**parts: Any) -> Bundle:
    """Five dialogues, two raters; a task criterion in two; an unlinked dialogue; a model's row."""
    dialogues = (
        summary("d1", task="t1", criteria=(OWN,), codes={"ann": "AAAA-1111"}),
        summary("d2", task="t2"),
        summary("d3", MODEL, task="t1", criteria=(OWN,)),
        summary("d4", MODEL, task="t3"),
        summary("d5", MODEL, task="t4", link="unlinked"),
    )
    judgements = [
        *words("d1", "ann", "mmmm"),
        *words("d1", "bob", "mmmm"),
        *words("d2", "ann", "mnmm"),
        *words("d2", "bob", "mmmm"),
        *words("d3", "ann", "mmnm"),
        *words("d3", "bob", "mmnm"),
        *words("d4", "ann", "m?mx"),
        *words("d5", "ann", "nnnn"),
        *words("d5", "bob", "mmmm"),
        judge("d1", "ann", OWN, "met"),
        judge("d1", "bob", OWN, "met"),
        judge("d3", "ann", OWN, "not_met", comment="=2+2"),
        judge("d3", "bob", OWN, "met"),
        judge("d1", "judge-1", RUBRIC.criteria[0], "not_met", rater_kind="model"),
    ]
    given: dict[str, Any] = {
        "rubrics": (RUBRIC,),
        "dialogues": dialogues,
        "judgements": judgements,
        "seed": 5,
        "replicates": 200,
    }
    return Bundle(**{**given, **parts})


def planted_bundle() -> Bundle:
    """Scripted dialogues: two faults that fired, one that did not, two without a fault."""
    scripted = {"scripted": True}
    dialogues = (
        summary("p1", task="t1", planted=Planted(mode="overrun", fired=True, turn=2), **scripted),
        summary(
            "p2",
            task="t2",
            planted=Planted(mode="fabricated_fact", fired=True, turn=4),
            **scripted,
        ),
        summary("p3", task="t3", planted=Planted(mode="overrun", fired=False), **scripted),
        summary("p4", task="t4", **scripted),
        summary("p5", task="t5", **scripted),
        summary("h1", task="t6"),
    )
    judgements = [
        *words("p1", "ann", "mm-m"),
        judge("p1", "ann", "goal_deviation", "not_met", mode="overrun", evidence=(2, 3)),
        *words("p1", "bob", "mmmm"),
        *words("p2", "ann", "-mmm"),
        judge("p2", "ann", "groundedness", "not_met", mode="answers_unknown", evidence=(3,)),
        *words("p2", "bob", "nmm-"),
        *words("p3", "ann", "mmnm"),
        *words("p4", "ann", "mmmm"),
        *words("p5", "ann", "nmmm"),
        *words("h1", "ann", "nmmm"),
        *words("h1", "bob", "nmmm"),
    ]
    return Bundle(rubrics=(RUBRIC,), dialogues=dialogues, judgements=judgements, replicates=50)
