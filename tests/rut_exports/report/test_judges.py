from __future__ import annotations

import csv
import io
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from rut_annotations.judgement import BlindFlags
from rut_exports.bundle import Bundle
from rut_exports.report.assembly import build_report
from rut_exports.report.judging.model import JudgedCriterion, JudgeReport
from rut_exports.report.model import Section
from rut_exports.report.terminal import render_text
from tests.rut_exports.report.test_documents import Page
from tests.rut_exports.report.test_forms import forms, html
from tests.support.judged_studies import judged_bundle, letters, section_of
from tests.support.studies import summary

TRUTH = "f" * 10 + "p" * 30
# Misses four of ten failures and calls two of thirty others failures.
ERRING = "f" * 6 + "p" * 4 + "f" * 2 + "p" * 28
PEOPLE = {"ann": TRUTH, "bob": TRUTH, "cyd": TRUTH}


def report(bundle: Bundle) -> JudgeReport:
    judging = section_of(bundle).judge
    assert judging is not None
    (found,) = judging.judges
    return found


def one(bundle: Bundle) -> JudgedCriterion:
    (found,) = report(bundle).criteria
    return found


def test_planted_errors_are_found() -> None:
    found = one(judged_bundle(PEOPLE, {"m": ERRING}))
    counts = found.confusion
    assert (counts.true_positive, counts.false_positive) == (6, 2)
    assert (counts.false_negative, counts.true_negative) == (4, 28)
    assert counts.recall.value == 0.6
    assert counts.precision.value == 0.75
    assert counts.specificity.value == pytest.approx(28 / 30)
    assert counts.balanced_accuracy.value == pytest.approx((0.6 + 28 / 30) / 2)
    assert counts.mcc.value == pytest.approx((6 * 28 - 2 * 4) / (8 * 10 * 30 * 32) ** 0.5)
    beside = found.ceiling.pairwise_agreement
    assert (beside.human_human.value, beside.judge_human.value) == (1.0, 34 / 40)
    kappa = found.ceiling.pairwise_kappa
    # Chance: .2 x .25 + .8 x .75.
    assert kappa.judge_human.value == pytest.approx((0.85 - 0.65) / 0.35)
    assert kappa.difference.value == pytest.approx((0.85 - 0.65) / 0.35 - 1)
    assert kappa.difference.interval is not None


def test_the_advice_follows_from_the_errors() -> None:
    said = report(judged_bundle(PEOPLE, {"m": ERRING})).advice
    assert said[0] == (
        "Groundedness: the judge misses 40% of what people call failures (4 of 10), and 25% of "
        "what the judge calls failures are none to people (2 of 8); do not use its rate "
        "uncorrected."
    )
    assert any("agrees with people less than they do with each other" in line for line in said)
    assert report(judged_bundle(PEOPLE, {"m": TRUTH})).advice == ()


def test_corrected_rates_print_every_estimator_and_name_the_headline() -> None:
    # 40 more dialogues that the judge alone judged; 20 of its 80 verdicts are fails.
    words = ERRING + "f" * 12 + "p" * 28
    (found,) = one(judged_bundle(PEOPLE, {"m": words})).corrected
    rate = found.rate
    assert (rate.units, rate.labelled, rate.minority, rate.disagreements) == (80, 40, 10, 6)
    assert (rate.judged.value, rate.human_only.value) == (0.25, 0.25)
    assert rate.ppi.value == pytest.approx(0.25 + 0.25 - 0.2)
    assert rate.rogan_gladen.value == pytest.approx((0.25 + 28 / 30 - 1) / (0.6 + 28 / 30 - 1))
    assert (rate.headline, rate.rule) == ("human_only", "few_disagreements")
    tables = forms(judged_bundle(PEOPLE, {"m": words}))
    rows = list(csv.DictReader(io.StringIO(tables["judge_corrected.csv"])))
    assert len(rows) == 8
    assert [row["estimator"] for row in rows if row["headline"] == "true"] == ["human_only"]


def test_the_alternative_annotator_test_needs_three_people() -> None:
    found = one(judged_bundle(PEOPLE, {"m": TRUTH}))
    assert found.alt_test is not None
    assert found.alt_test.tested == 3
    assert found.alt_test.advantage.value == 1.0
    two = judged_bundle({"ann": TRUTH, "bob": TRUTH}, {"m": TRUTH})
    assert one(two).alt_test is None
    assert any("it takes three people" in line for line in report(two).absent)


def test_the_consensus_is_fitted_on_people_alone() -> None:
    found = one(judged_bundle({**PEOPLE, "dan": "p" * 40}, {"m": ERRING}))
    assert found.fitted is not None
    assert found.fitted.judge is not None
    assert [row.rater for row in found.fitted.raters] == ["ann", "bob", "cyd", "dan"]
    recall = {row.rater: row.recall for row in found.fitted.raters}
    assert recall["ann"] > 0.95 > 0.05 > recall["dan"]
    assert found.fitted.judge.recall.value == 0.6


def test_slices_by_mode_and_domain() -> None:
    dialogues = [
        summary(f"d{n:03}", task=f"t{n}", domain="retail" if n < 8 else "telecom")
        for n in range(40)
    ]
    found = report(judged_bundle(PEOPLE, {"m": ERRING}, dialogues=dialogues))
    (mode,) = found.modes
    # All people name the first mode of the criterion, and so does the judge.
    assert (mode.mode, mode.units, mode.recall.value, mode.named) == ("fabricated_fact", 10, 0.6, 6)
    recalls = {row.domain: row.found[0].value for row in found.domains}
    assert recalls == {"retail": 6 / 8, "telecom": 0.0}
    (family,) = found.families
    assert (family.group, family.means["recall"].value) == ("groundedness", 0.6)


def test_a_judge_that_never_fails_anything() -> None:
    found = report(judged_bundle(PEOPLE, {"m": "p" * 40}))
    (criterion,) = found.criteria
    assert criterion.confusion.recall.value == 0.0
    assert criterion.confusion.precision.reason == "nothing_judged_fail"
    assert "the judge failed nothing, where people failed 10 of 40" in found.advice[0]


def test_a_judge_on_other_dialogues_has_no_known_errors() -> None:
    bundle = judged_bundle({"ann": "fp.."}, {"m": "..fp"})
    found = report(bundle)
    assert (found.dialogues, found.shared) == (2, 0)
    assert "report no rate by it" in found.advice[0]
    assert one(bundle).corrected[0].rate.headline == "none"
    assert "people judged none of its dialogues" in found.absent[0]


def test_one_person_is_a_reference_but_no_ceiling() -> None:
    found = one(judged_bundle({"ann": TRUTH}, {"m": ERRING}))
    assert found.confusion.recall.value == 0.6
    assert found.ceiling.pairwise_kappa.human_human.value is None
    assert found.fitted is None


def test_no_model_no_room() -> None:
    assert section_of(judged_bundle(PEOPLE)).judge is None


def test_what_a_model_judged_elsewhere_or_after_the_reveal_is_counted_as_dropped() -> None:
    rows = [
        *letters("m", "f", rater_kind="model", blind=BlindFlags(after_reveal=True)),
        *letters("n", ".f", rater_kind="model", criterion_hash="0" * 64),
    ]
    judging = section_of(judged_bundle(PEOPLE, rows=rows)).judge
    assert judging is not None
    assert judging.judges == ()
    assert judging.dropped == {"after_reveal": 1, "other_versions": 1}


def test_tasks_are_resampled_where_only_the_judge_saw_them_twice() -> None:
    dialogues = [summary(f"d{n:03}", task=f"t{n % 2}") for n in range(4)]
    found = section_of(judged_bundle({"ann": "fp"}, {"m": "fpfp"}, dialogues=dialogues))
    assert found.judge is not None
    assert (found.resampled, found.judge.resampled) == ("dialogue", "task")


def people_alone(section: Section) -> dict[str, object]:
    flow = section.flow.model_dump(exclude={"by_models", "judgement_rows"})
    of_models = {"judge", "flow", "other_raters", "model_ufs", "checklist", "conditions"}
    conditions = section.conditions.model_dump(exclude={"models"})
    return {**section.model_dump(exclude=of_models), "flow": flow, "conditions": conditions}


@settings(max_examples=15, deadline=None)
@given(
    st.lists(st.text("pfx?.", min_size=12, max_size=12), min_size=2, max_size=3),
    st.lists(st.text("pfx?.", min_size=12, max_size=12), min_size=1, max_size=2),
)
def test_models_never_change_a_human_number(people: list[str], models: list[str]) -> None:
    named = {f"h{n}": word for n, word in enumerate(people)}
    # A model may bear the name of a person.
    judges = {f"h{n}": word for n, word in enumerate(models)}
    dialogues = judged_bundle({"h": "p" * 12}).dialogues
    left = section_of(judged_bundle(named, judges, dialogues=dialogues))
    right = section_of(judged_bundle(named, dialogues=dialogues))
    assert people_alone(left) == people_alone(right)


DEGENERATE = {
    "one rater": judged_bundle({"ann": "fpp"}, {"m": "fpp"}),
    "no overlap": judged_bundle({"ann": "fp..", "bob": "..fp"}, {"m": "fpfp"}),
    "judge elsewhere": judged_bundle({"ann": "fp.."}, {"m": "..fp"}),
    "judge alone": judged_bundle({}, {"m": "fp"}),
    "nothing but abstentions": judged_bundle({"ann": "??x", "bob": "?xx"}, {"m": "x??"}),
    "judge passes all": judged_bundle(PEOPLE, {"m": "p" * 40}),
    "all alike": judged_bundle({"ann": "fff", "bob": "fff", "cyd": "fff"}, {"m": "fff"}),
    "two judges": judged_bundle(PEOPLE, {"m": ERRING, "n": TRUTH}),
}


@pytest.mark.parametrize("name", DEGENERATE)
def test_every_form_of_the_unusual_is_whole(name: str) -> None:
    made = forms(DEGENERATE[name])
    for form, text in made.items():
        assert not re.search(r"\b(nan|NaN|None|inf)\b", text), form
    Page(made["html"])
    for width in (60, 80, 100):
        drawn = render_text(build_report(DEGENERATE[name]), width)
        drawn = drawn.partition("USER FIDELITY")[0] if width == 60 else drawn
        assert max(cell_len(line) for line in drawn.splitlines()) <= width


def test_a_hostile_name_stays_text_in_every_form() -> None:
    name = "<b>=cmd|x"
    made = forms(judged_bundle({**PEOPLE, name: TRUTH}, {name: ERRING}))
    plain = forms(judged_bundle({**PEOPLE, "zed": TRUTH}, {"zed": ERRING}))
    assert sorted(Page(made["html"]).tags) == sorted(Page(plain["html"]).tags)
    tags = re.compile(r"<(\w+)")
    assert sorted(tags.findall(html(made["markdown"]))) == sorted(
        tags.findall(html(plain["markdown"]))
    )
    assert "<b>" not in made["latex"]
    spreadsheet = "=cmd|' /C calc'!A0"
    tables = forms(judged_bundle({"ann": TRUTH, spreadsheet: TRUTH}, {spreadsheet: ERRING}))
    for table in (text for file, text in tables.items() if file.endswith(".csv")):
        for row in csv.reader(io.StringIO(table)):
            assert not any(cell.startswith("=") for cell in row)


def test_the_tables_hold_what_the_room_says() -> None:
    tables = {
        file: list(csv.DictReader(io.StringIO(text)))
        for file, text in forms(judged_bundle(PEOPLE, {"m": ERRING})).items()
        if file.endswith(".csv")
    }
    majority, fit = tables["judge_confusion.csv"]
    assert (majority["reference"], fit["reference"]) == ("majority", "dawid_skene")
    assert (majority["true_positive"], majority["false_negative"]) == ("6", "4")
    numbers = {
        row["measure"]: row for row in tables["judge_numbers.csv"] if row["by"] == "criterion"
    }
    assert numbers["majority:recall"]["value"] == "0.6"
    assert numbers["pairwise_kappa:human_human"]["value"] == "1.0"
    assert len(tables["judge_alt_test.csv"]) == 11 * 3
    assert len(tables["rater_pairs.csv"]) == len(tables["raters.csv"]) == 3
    assert {row["between"] for row in tables["evidence.csv"]} == {"human_human", "judge_human"}
