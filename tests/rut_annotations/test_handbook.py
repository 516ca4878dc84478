from __future__ import annotations

from pathlib import Path

from rut_annotations.rubric import Criterion, Rubric
from rut_domains.behaviours import MODES
from tests.support.judging import RUBRIC

HANDBOOK = Path(__file__).parents[2] / "annotations" / "README.md"


def test_the_handbook_explains_every_mode_and_criterion_as_the_rubric_does() -> None:
    text = HANDBOOK.read_text(encoding="utf-8")
    for mode in MODES:
        assert f"| {mode.title} | {mode.definition} |" in text
    for criterion in RUBRIC.criteria:
        assert f"### {criterion.name()}\n\n{criterion.statement}\n" in text
        for mode_definition in criterion.modes:
            assert mode_definition.examples[0] in text


def test_the_handbook_names_every_field_of_a_rubric_file() -> None:
    text = HANDBOOK.read_text(encoding="utf-8")
    own = set(Rubric.model_fields) | (set(Criterion.model_fields) - {"scope", "task_id"})
    assert [name for name in sorted(own) if f"`{name}`" not in text] == []
