"""The published schema holds every report, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rut_exports.bundle import Bundle
from rut_exports.report.assembly import build_report
from rut_exports.report.machine import render_json
from rut_exports.report.schema.building import describe, make_schema, render_schema
from tests.rut_exports.report.test_forms import HOSTILE, hostile_bundle
from tests.support.judging import RUBRIC
from tests.support.studies import planted_bundle, small_bundle

SCHEMA = make_schema()


def objects() -> dict[str, dict[str, Any]]:
    return {**SCHEMA["$defs"], "Report": SCHEMA}


def plain(bundle: Bundle) -> Any:
    return json.loads(render_json(build_report(bundle)))


def errors(data: Any) -> list[str]:
    return [error.message for error in Draft202012Validator(SCHEMA).iter_errors(data)]


@pytest.mark.parametrize(
    "bundle",
    [
        small_bundle(version="1.2.3", made_at="2026-03-01"),
        planted_bundle(),
        small_bundle(judgements=()),
        Bundle(rubrics=(RUBRIC,)),
        *(hostile_bundle(text) for text in HOSTILE),
    ],
)
def test_every_report_is_valid(bundle: Bundle) -> None:
    assert errors(plain(bundle)) == []


def test_the_schema_is_one_itself_and_has_a_name_that_stays() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$id"] == "urn:rut-tui:rut-report/1"
    assert json.loads(render_schema()) == SCHEMA
    assert render_schema().isascii()


def test_nothing_may_stand_beside_what_is_named_or_be_left_out() -> None:
    for name, part in objects().items():
        assert part["additionalProperties"] is False, name
        assert set(part["required"]) == set(part["properties"]), name
    data = plain(small_bundle())
    for place in (data, data["sections"][0], data["sections"][0]["agreement"][0]):
        place["more"] = 1
        assert errors(data) != []
        del place["more"]
    del data["sections"][0]["checklist"][0]["state"]
    assert errors(data) != []


@pytest.mark.parametrize(
    ("field", "value"),
    [("seed", "0"), ("format", "rut-report/2"), ("sections", {}), ("level", None)],
)
def test_a_wrong_value_is_found(field: str, value: object) -> None:
    assert errors({**plain(small_bundle()), field: value}) != []


def test_every_field_and_object_has_a_title_and_words() -> None:
    for name, part in objects().items():
        assert part["description"].strip(), name
        for field, described in part["properties"].items():
            assert described["title"], (name, field)
            assert described["description"].strip(), (name, field)


def test_the_fields_of_the_report_itself_have_words_of_their_own() -> None:
    own = ("Report", "Section", "Flow", "Agreement", "Coefficient", "Interval", "Score", "Answer")
    lacking = [
        f"{name}.{field}"
        for name in own
        for field in objects()[name]["properties"]
        if not describe(name, field)
    ]
    assert lacking == []
