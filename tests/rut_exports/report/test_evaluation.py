"""The evaluation sheet holds what the report knows; all else is a marked blank."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rut_exports.bundle import Bundle
from rut_exports.report.assembly import build_report
from rut_exports.report.evaluation.building import make_sheet, render_sheet
from rut_exports.report.evaluation.model import Sheet, Study
from rut_exports.report.evaluation.questions import CRITERION, STUDY
from tests.rut_exports.report.test_forms import HOSTILE, hostile_bundle
from tests.support.judging import RUBRIC
from tests.support.studies import HUMAN, MODEL, planted_bundle, small_bundle

# Everything that only the lead of a study can know, whatever the data.
LEAD = {
    "paper", "resources", "author.name", "author.affiliation", "author.email", "contact.name",
    "contact.affiliation", "contact.email", "background", "system.input", "system.language",
    "sample.population", "sample.selection", "sample.power_method", "sample.power",
    "sample.power_code", "raters.population", "raters.expertise", "raters.pay", "raters.known",
    "raters.authors", "raters.recruitment", "raters.training", "raters.characteristics",
    "design.registered", "design.checks", "design.screen", "design.freedom", "design.feedback",
    "design.place", "design.differences", "relevance", "ethics.review", "ethics.personal",
    "ethics.special", "ethics.impact",
}  # fmt: skip


def sheet(bundle: Bundle) -> Sheet:
    return make_sheet(build_report(bundle))


def values(study: Study) -> dict[str, Any]:
    return {entry.id: entry.value for entry in study.entries}


def criterion(bundle: Bundle, name: str) -> dict[str, Any]:
    (study,) = sheet(bundle).studies
    (found,) = (item for item in study.criteria if item.criterion == name)
    return {entry.id: entry.value for entry in found.entries}


def test_the_figures_of_the_small_study() -> None:
    bundle = small_bundle(version="1.2.3", made_at="2026-03-01")
    made = sheet(bundle)
    assert (made.format, made.program) == ("rut-evaluation-sheet/1", "rut-tui 1.2.3")
    assert (made.made_at, made.bundle_hash) == ("2026-03-01", bundle.hash)
    found = values(made.studies[0])
    assert found["title"] == "agreement between 2 raters"
    assert found["instrument"]["sha256"] == RUBRIC.hash
    assert found["sample.per_source"] == {HUMAN: 2, MODEL: 2}
    assert found["raters.number"] == 2
    assert found["counts"]["judgements"] == 32
    assert found["counts"]["dialogues_by_number_of_raters"] == [0, 1, 3]
    assert found["left_out"]["dialogues_unlinked"] == 1
    assert found["left_out"]["judgements_by_models"] == 1
    assert found["left_out"]["judgements_on_other_dialogues"] == 8
    assert found["design.blinding"]["source_not_hidden"] == 0


def test_a_criterion_has_its_scale_definition_counts_and_agreement() -> None:
    found = criterion(small_bundle(), "premature_disclosure")
    asked = RUBRIC.find("premature_disclosure")
    assert asked is not None
    assert found["name"] == "No premature disclosure"
    assert found["definition"]["statement"] == found["prompt"] == asked.statement
    assert list(found["definition"]["failure_modes"]) == list(asked.mode_slugs())
    assert found["scale.values"] == ["met", "not met", "not applicable", "cannot tell"]
    assert found["scale.size"] == 4
    assert (found["counts"]["met"], found["counts"]["not_met"]) == (5, 1)
    assert (found["counts"]["with_two_raters"], found["counts"]["cannot_tell"]) == (3, 1)
    assert found["agreement.value"]["percent_agreement"]["value"] == pytest.approx(2 / 3)
    assert found["agreement.value"]["krippendorff_alpha"]["value"] == pytest.approx(0)


def test_a_number_that_does_not_exist_says_why() -> None:
    alpha = criterion(small_bundle(), "groundedness")["agreement.value"]["krippendorff_alpha"]
    assert alpha["value"] is None
    assert alpha["why"].startswith("undefined: all paired ratings are equal")


@pytest.mark.parametrize(
    "bundle",
    [small_bundle(), planted_bundle(), Bundle(rubrics=(RUBRIC,)), small_bundle(judgements=())],
)
def test_every_blank_is_marked_and_nothing_else_is(bundle: Bundle) -> None:
    made = sheet(bundle)
    (study,) = made.studies
    entries = [*study.entries, *(entry for item in study.criteria for entry in item.entries)]
    assert all((entry.value is None) == bool(entry.to_fill) for entry in entries)
    assert made.blanks == sum(entry.value is None for entry in entries) > 0
    assert {entry.id for entry in study.entries if entry.value is None} >= LEAD


def test_what_the_lead_alone_knows_is_all_that_is_blank_in_a_full_study() -> None:
    (study,) = sheet(planted_bundle()).studies
    blank = {entry.id for entry in study.entries if entry.value is None}
    # The judgements of that study have no times.
    assert blank == LEAD | {"design.times"}
    assert values(study)["design.check_details"]["caught"]["ann"] == {"of": 2, "caught": 2}


def test_where_nobody_judged_only_the_instrument_and_the_systems_are_known() -> None:
    (study,) = sheet(small_bundle(judgements=())).studies
    known = {entry.id for entry in study.entries if entry.value is not None}
    assert known == {"instrument", "system.sources"}


def test_questions_have_ids_of_their_own_and_name_fields_of_the_published_forms() -> None:
    for questions in (STUDY, CRITERION):
        assert len({asked.id for asked in questions}) == len(questions)
    fields = [found for asked in (*STUDY, *CRITERION) if (found := asked.field()) is not None]
    assert len({found.field for found in fields}) == len({found.number for found in fields})
    assert len(fields) == len({found.number for found in fields})
    assert {found.number[0] for found in fields} == set("12345")
    assert all(found.field.startswith("heds-") for found in fields)
    items = {item for asked in (*STUDY, *CRITERION) for item in asked.grras}
    assert items == set(range(1, 16))
    (aggregation,) = (asked.field() for asked in CRITERION if asked.id == "aggregation")
    assert aggregation is not None
    assert (aggregation.number, aggregation.field) == (
        "4.3.9",
        "heds-criteria-criterion-response_elicitation-response_aggregation",
    )


def test_it_does_not_call_itself_what_it_is_not() -> None:
    made = sheet(small_bundle())
    assert "neither a HEDS form nor a GRRAS table" in made.note
    assert [reference.name for reference in made.references] == ["HEDS 3.0", "GRRAS"]
    assert all(reference.citation and reference.read_from for reference in made.references)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_a_value_and_nothing_more(text: str) -> None:
    report = build_report(hostile_bundle(text))
    made = render_sheet(report)
    assert made.isascii()
    assert Sheet.model_validate(json.loads(made, parse_constant=pytest.fail)) is not None
    assert "\x1b" not in made
    plain = json.loads(made)["studies"][0]["entries"]
    assert {entry["id"] for entry in plain} == {asked.id for asked in STUDY}


def test_the_same_report_gives_the_same_bytes() -> None:
    assert render_sheet(build_report(small_bundle())) == render_sheet(build_report(small_bundle()))
