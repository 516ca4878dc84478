"""What a report says of its own making: methods, limits, and the schema of its JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rut_exports.bundle import Bundle
from rut_exports.report.assembly import build_report
from rut_exports.report.limits import limits
from rut_exports.report.machine import render_json
from rut_exports.report.markdown import render_markdown
from rut_exports.report.pages.whole import make_document
from rut_exports.report.schema.building import render_schema
from tests.rut_exports.report.test_fidelity import study
from tests.support.judging import RUBRIC
from tests.support.studies import planted_bundle, small_bundle, summary


def said(bundle: Bundle) -> str:
    (section,) = build_report(bundle).sections
    return " ".join(limits(section))


def test_limits_stand_where_they_apply_and_nowhere_else() -> None:
    whole = said(study())
    assert "One agent (tau2: shop-agent)" in whole
    assert "Costs are those recorded by 2026-11-30" in whole
    assert "2 raters: a tie settles nothing." in whole
    assert "No person played" not in whole
    assert "left out" not in whole
    free = study(
        dialogues=[
            row.model_copy(update={"conduct": row.conduct.model_copy(update={"cost": None})})
            for row in study().dialogues
        ]
    )
    assert "Costs" not in said(free)


def test_what_is_left_out_is_among_the_limits() -> None:
    extra = (summary("x1", task="t1", link="unlinked"), summary("x2", task="t1", contract=False))
    text = said(study(dialogues=(*study().dialogues, *extra)))
    assert "1 dialogue not linked to the task played: left out." in text
    assert "1 dialogue without a contract: left out." in text


def test_one_rater_alone_and_no_person_are_limits() -> None:
    alone = planted_bundle()
    ann = [row for row in alone.judgements if row.rater == "ann"]
    text = said(Bundle(rubrics=(RUBRIC,), dialogues=alone.dialogues, judgements=ann))
    assert "1 rater: nothing is known of agreement." in text
    assert "No person played" in text


def test_the_methods_name_rubric_raters_dialogues_and_seed() -> None:
    page = render_markdown(make_document(build_report(study(seed=7))))
    methods = page[page.index("## Methods") : page.index("## Limits")]
    for part in ("8 dialogues", "2 raters", "4 criteria", RUBRIC.hash[:12], "seed 7", "100 res"):
        assert part in methods
    assert "two one-sided tests" in methods


@pytest.mark.parametrize(
    "bundle", [study(), small_bundle(), planted_bundle(), Bundle(rubrics=(RUBRIC,))]
)
def test_every_report_is_as_its_schema_says(bundle: Bundle) -> None:
    schema = json.loads(render_schema())
    Draft202012Validator.check_schema(schema)
    report: dict[str, Any] = json.loads(render_json(build_report(bundle)))
    validator = Draft202012Validator(schema)
    assert not list(validator.iter_errors(report))
    assert list(validator.iter_errors({**report, "more": 1}))
    assert list(validator.iter_errors({**report, "level": "high"}))


def test_the_schema_says_what_each_part_is() -> None:
    schema = json.loads(render_schema())
    parts = {"Report": schema, **schema["$defs"]}
    assert [
        name for name, part in parts.items() if "properties" in part and not part.get("description")
    ] == []
    assert render_schema() == render_schema()
