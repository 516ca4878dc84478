from __future__ import annotations

from pathlib import Path

import pytest

from rut_annotations.faults import RubricFault
from rut_annotations.rubric import (
    BUILTIN,
    Criterion,
    ModeDefinition,
    builtin_rubrics,
    load_rubric,
    parse_rubric,
    with_task_criteria,
)
from rut_domains.behaviours import FAMILIES, MODES, find_mode
from rut_domains.task import Task, TaskCriterion
from tests.support.dialogues import make_contract

SMALL = """\
id: small
version: "1"
title: Small
subject: user
guideline_version: "1"
criteria:
  - id: grounded
    family: groundedness
    statement: The user invents nothing.
    polarity: prohibition
    modes:
      - slug: fabricated_fact
"""


def make_task(*criteria: TaskCriterion) -> Task:
    return Task(id="t1", title="T", domain="d", contract=make_contract(), criteria=criteria)


def make_criterion(id: str = "c1", mode: str = "overrun") -> TaskCriterion:
    return TaskCriterion(
        id=id,
        statement="The user ends once the parcel is found.",
        family="goal_deviation",
        mode=mode,
        polarity="positive",
        span="Find out where the parcel is.",
    )


def test_user_contract_has_one_criterion_a_family_with_all_nineteen_modes() -> None:
    rubric = load_rubric("user_contract")
    assert [item.family for item in rubric.criteria] == [family.slug for family in FAMILIES]
    assert rubric.mode_slugs() == {mode.slug for mode in MODES}
    assert len(MODES) == 19
    for criterion in rubric.criteria:
        assert criterion.polarity in ("positive", "prohibition")
        for mode in criterion.modes:
            known = find_mode(mode.slug)
            assert known is not None
            assert known.family == criterion.family
            assert mode.definition == known.definition
            assert mode.examples


def test_every_built_in_rubric_loads_by_name_and_by_path() -> None:
    for name in builtin_rubrics():
        rubric = load_rubric(name)
        assert rubric.id == name
        assert load_rubric(BUILTIN / f"{name}.yaml") == rubric
        assert load_rubric(str(BUILTIN / f"{name}.yaml")) == rubric


def test_the_hash_covers_examples_instructions_and_filled_in_definitions() -> None:
    rubric = parse_rubric(SMALL, "small.yaml")
    first = rubric.criteria[0]
    assert rubric.hash == parse_rubric(SMALL, "elsewhere.yaml").hash
    for change in (
        {"instructions": "Read slowly."},
        {"criteria": (first.model_copy(update={"statement": "Other."}),)},
        {
            "criteria": (
                first.model_copy(
                    update={"modes": (ModeDefinition(slug="x", title="X", definition="Y"),)}
                ),
            )
        },
    ):
        assert rubric.model_copy(update=change).hash != rubric.hash


@pytest.mark.parametrize(
    ("old", "new", "line", "field"),
    [
        ("polarity: prohibition", "polarity: sideways", 10, "criteria[0].polarity"),
        ("    statement: The user invents nothing.\n", "", 7, "criteria[0].statement"),
        ("subject: user", "subject: weather", 4, "subject"),
        ("title: Small", "title: Small\ncolour: red", 4, "colour"),
        ("slug: fabricated_fact", "slug: made_up_slug", 12, "criteria[0].modes[0].title"),
        ("slug: fabricated_fact", "slug: overrun", 7, "goal_deviation"),
        ("family: groundedness", "family: [1]", 8, "criteria[0].family"),
        ('version: "1"', "version: 1", 2, "version"),
    ],
)
def test_a_broken_rubric_names_file_line_and_field(
    old: str, new: str, line: int, field: str
) -> None:
    with pytest.raises(RubricFault) as caught:
        parse_rubric(SMALL.replace(old, new, 1), "small.yaml")
    assert caught.value.place == f"small.yaml:{line}"
    assert field in caught.value.title


@pytest.mark.parametrize("text", ["", "- a", "a: [", "id: a\nid: b", "id: &x a\nversion: *x", "a"])
def test_a_file_that_is_no_rubric_is_one_fault_with_a_place(text: str) -> None:
    with pytest.raises(RubricFault) as caught:
        parse_rubric(text, "r.yaml")
    assert caught.value.place.startswith("r.yaml:")


def test_unreadable_files_and_unknown_names_are_faults(tmp_path: Path) -> None:
    latin = tmp_path / "latin.yaml"
    latin.write_bytes(b"title: caf\xe9")
    for what in (latin, tmp_path, tmp_path / "none.yaml", "no_such_rubric", "../secret"):
        with pytest.raises(RubricFault):
            load_rubric(what)


def test_a_rubric_about_the_dialogue_has_to_say_whose_view_is_rated() -> None:
    text = SMALL.replace("subject: user", "subject: dialogue")
    with pytest.raises(RubricFault, match="view"):
        parse_rubric(text, "r.yaml")
    assert parse_rubric(f"{text}view: agent\n", "r.yaml").view == "agent"
    with pytest.raises(RubricFault, match="user's view"):
        parse_rubric(f"{SMALL}view: agent\n", "r.yaml")


def test_criteria_with_one_id_are_refused() -> None:
    item = SMALL[SMALL.index("  - id") :]
    with pytest.raises(RubricFault, match="listed twice"):
        parse_rubric(SMALL + item, "r.yaml")


def test_a_tasks_own_criteria_follow_the_generic_ones_and_keep_apart() -> None:
    rubric = load_rubric("user_contract")
    criteria = with_task_criteria(rubric, make_task(make_criterion()))
    assert criteria[:4] == rubric.criteria
    own = criteria[4]
    assert (own.scope, own.task_id, own.mode_slugs()) == ("task", "t1", ("overrun",))
    assert own.span == "Find out where the parcel is."
    assert own.modes[0].examples, "the rubric's examples of the mode come along"
    assert all(item.scope == "generic" for item in criteria[:4])


def test_no_task_or_another_subject_means_the_generic_criteria_alone() -> None:
    rubric = load_rubric("user_contract")
    assert with_task_criteria(rubric, None) == rubric.criteria
    agent = parse_rubric(SMALL.replace("subject: user", "subject: agent"), "r.yaml")
    assert with_task_criteria(agent, make_task(make_criterion())) == agent.criteria


@pytest.mark.parametrize(
    "criteria",
    [
        (make_criterion("groundedness"),),
        (make_criterion(), make_criterion()),
        (make_criterion(mode="no_such_mode"),),
        (make_criterion(mode="fabricated_fact"),),
    ],
)
def test_criteria_that_do_not_fit_are_faults_that_name_the_task(
    criteria: tuple[TaskCriterion, ...],
) -> None:
    with pytest.raises(RubricFault) as caught:
        with_task_criteria(load_rubric("user_contract"), make_task(*criteria))
    assert "t1" in caught.value.place


def test_a_task_criterion_with_other_words_has_another_hash() -> None:
    rubric = load_rubric("user_contract")
    one = with_task_criteria(rubric, make_task(make_criterion()))[-1]
    assert isinstance(one, Criterion)
    assert one.hash != one.model_copy(update={"statement": "Other."}).hash
