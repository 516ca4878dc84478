"""The checklist says what the report holds, and nothing more."""

from __future__ import annotations

import csv
import io
import json

import pytest

from rut_annotations.judgement import BlindFlags, Judgement
from rut_exports.bundle import Bundle
from rut_exports.report.assembly import build_report
from rut_exports.report.checklist.model import Answer
from rut_exports.report.checklist.points import POINTS
from rut_exports.report.document import Heading
from rut_exports.report.html import render_html
from rut_exports.report.machine import render_json
from rut_exports.report.markdown import render_markdown
from rut_exports.report.model import Section
from rut_exports.report.pages.whole import make_document
from rut_exports.report.sheets import render_tables
from rut_exports.report.terminal import render_text
from tests.support.judging import RUBRIC, judge
from tests.support.studies import planted_bundle, small_bundle, summary, words

# Which points read each part of a section; empty where no point asks for it.
ANSWERED: dict[str, tuple[int, ...]] = {
    "rubric_id": (3,),
    "rubric_version": (3,),
    "rubric_hash": (3,),
    "guideline_version": (3, 8),
    "title": (),
    "subject": (2,),
    "instructions": (3,),
    "not_applicable": (4, 13),
    "criteria": (3,),
    "flow": (2, 5, 6, 9, 17, 18, 19, 23),
    "sources": (2,),
    "raters": (1, 5, 6, 8, 10, 19),
    "other_raters": (),
    "resampled": (),
    "agreement": (1, 4, 10, 11, 12, 13, 14, 21),
    "task_agreement": (3, 21),
    "ufs": (17,),
    "task_ufs": (),
    "model_ufs": (),
    "repeats": (1,),
    "modes": (),
    "disagreements": (15,),
    "planted": (8,),
    "fidelity": (20,),
    "quality": (7, 12, 14, 16, 19),
    "judge": (18, 20),
    "treatments": (13,),
    "conditions": (1, 2, 5, 6, 16, 18, 19),
    "checklist": (),
}


def answers(bundle: Bundle) -> dict[int, Answer]:
    (section,) = build_report(bundle).sections
    return {answer.number: answer for answer in section.checklist}


def timed(rows: list[Judgement]) -> list[Judgement]:
    """The same judgements with a day and a time each."""
    return [
        row.model_copy(
            update={"submitted_at": f"2026-03-0{1 + number % 3}T10:00:00Z", "active_s": 6.0}
        )
        for number, row in enumerate(rows)
    ]


def test_there_are_23_points_each_answered_once_and_in_order() -> None:
    assert [point.number for point in POINTS] == list(range(1, 24))
    for bundle in (small_bundle(), planted_bundle(), Bundle(rubrics=(RUBRIC,))):
        assert list(answers(bundle)) == list(range(1, 24))


def test_a_new_part_of_the_report_has_to_find_its_point() -> None:
    assert set(ANSWERED) == set(Section.model_fields)


def test_the_figures_of_the_small_study_are_in_their_points() -> None:
    found = answers(small_bundle(version="1.2.3", made_at="2026-03-01"))
    assert "between 2 raters on 4 criteria" in found[1].answer
    assert small_bundle().hash in found[1].answer
    assert "rut-tui 1.2.3" in found[1].answer
    assert "4 dialogues of 3 tasks, domains: retail" in found[2].answer
    assert "played: human (2), tau2: some-model (2)" in found[2].answer
    assert RUBRIC.hash in found[3].answer
    assert "4 criteria word for word" in found[3].answer
    assert "1 more of single tasks" in found[3].answer
    # d4 was judged by ann alone, d1 to d3 by both.
    assert "of 4 dialogues 1 by 1, 3 by 2" in found[5].answer
    assert "Of 32 judgements 32 were made with the source hidden" in found[6].answer
    left_out = "task played 1, judgements by models 1, judgements on dialogues not counted 8."
    assert left_out in found[9].answer
    assert "Groundedness 4 dialogues, 3 with two raters, 7 verdicts" in found[10].answer
    assert "ann 18 judgements on 4 dialogues" in found[10].answer
    # met/met, not met/met, met/met; see test_agreement_by_criterion.
    assert "No premature disclosure: 66.7% [9, 98] agreement, alpha 0.000" in found[11].answer
    assert "200 resamples, seed 5" in found[11].answer
    shares = "No premature disclosure: ann 2 met, 1 not met, 0 not applicable, 1 cannot tell, bob 3"
    assert shares in found[12].answer
    # The one verdict of not applicable has no second rater: all pairs are met with met, and
    # applicable with applicable.
    assert found[13].answer.endswith(
        "Gives and does what is asked not applicable as a category -, Gives and does what is asked "
        "not applicable as missing -, Gives and does what is asked applicable or not, alone -."
    )
    # Of the three dialogues of both, ann fails one that bob passes.
    assert "ann with bob 0.667 of 3, ann stricter by 0.333, bob stricter by" in found[14].answer
    assert "4 of 4 verdicts of not met cite a turn" in found[16].answer
    assert "Keeps to the goal 1.000 over 1 pair" in found[16].answer
    # d2 is open for want of a majority on disclosure; d4 has one rater alone.
    assert found[17].answer.endswith("Open for want of one on the generic criteria: 1 dialogue.")
    assert "1 judgement by models (judge-1)" in found[18].answer
    assert "judge-1 on 1 dialogue that people judged as well" in found[18].answer
    assert "holds the 32 judgements" in found[23].answer


def test_what_the_states_are_and_that_they_add_up() -> None:
    states = {
        number: answer.state
        for number, answer in answers(small_bundle(version="1", made_at="2026-03-01")).items()
    }
    assert [n for n, state in states.items() if state == "filled"] == [
        *(1, 3, 4, 10, 11, 12, 13, 14, 16, 18, 20, 21, 23)
    ]
    assert [n for n, state in states.items() if state == "lead"] == [2, 5, 8, 9, 22]
    assert [n for n, state in states.items() if state == "nothing_to_report"] == [15, 17]
    assert [n for n, state in states.items() if state == "missing"] == [6, 7, 19]
    text = render_text(build_report(small_bundle(version="1", made_at="2026-03-01")), 200)
    assert (
        "Checklist: 13 of 23 filled; 2 nothing to report, 3 not known to this report, "
        "5 for the lead to fill in. See" in text
    )


def test_times_fill_the_date_and_the_time_for_each_item() -> None:
    rows = [*words("d1", "ann", "mmmm"), *words("d1", "bob", "mmmm"), *words("d2", "ann", "mmmm")]
    found = answers(small_bundle(judgements=timed(rows), version="1"))
    assert "judged from 2026-03-01 to 2026-03-03" in found[1].answer.lower()
    assert found[1].state == "filled"
    # ann: 8 judgements of 6 s on two dialogues; bob: 4 on one.
    assert "ann 24 s active and 0 s idle a dialogue; bob 24 s" in found[19].answer
    assert "ann 0 of 8, bob 0 of 4; none was left out" in found[19].answer
    assert "second half of each rater's order less the first" in found[7].answer
    assert found[19].state == "filled"


def test_without_date_or_version_the_first_point_waits_for_the_lead() -> None:
    bare = answers(small_bundle())[1]
    assert (bare.state, bare.blank) == ("lead", "date and version of the program of the report")
    dated = answers(small_bundle(made_at="2026-03-01"))[1]
    assert (dated.state, dated.blank) == ("lead", "version of the program of the report")


def test_not_applicable_is_taken_in_three_ways() -> None:
    """F12: three raters, ten dialogues; .596 as a category, .548 as missing, .693 by itself."""
    said = {"Y": "met", "N": "not_met", "x": "not_applicable"}
    rows = [
        judge(f"d{n}", rater, "groundedness", said[letter])
        for rater, letters in (
            ("ann", "YYNxxYNYxY"),
            ("bob", "YYNxxYYYNY"),
            ("cyd", "YNNxxYNYxx"),
        )
        for n, letter in enumerate(letters)
    ]
    bundle = Bundle(
        rubrics=(RUBRIC,),
        dialogues=[summary(f"d{n}", task=f"t{n}") for n in range(10)],
        judgements=rows,
        replicates=50,
    )
    (section,) = build_report(bundle).sections
    (headline,) = (item for item in section.agreement if item.criterion == "groundedness")
    found = {item.treatment: item.alpha.value for item in (headline, *section.treatments)}
    assert found == {
        "category": pytest.approx(0.596, abs=5e-4),
        "missing": pytest.approx(0.548, abs=5e-4),
        "applicability": pytest.approx(0.693, abs=5e-4),
    }
    assert "as a category 0.596" in answers(bundle)[13].answer
    assert "as missing 0.548" in answers(bundle)[13].answer
    assert "alone 0.693" in answers(bundle)[13].answer
    page = render_markdown(make_document(build_report(bundle)))
    assert "| Groundedness | not applicable as a category (headline) | 10 |" in page
    assert "| Groundedness | not applicable as missing | 7 |" in page


def test_blinding_that_failed_is_counted() -> None:
    shown = BlindFlags(identity_hidden=False, outcome_hidden=False, own_dialogue=True)
    rows = [*words("d1", "ann", "mmmm"), judge("d2", "bob", "groundedness", "met", blind=shown)]
    found = answers(small_bundle(judgements=rows))[6]
    assert "Of 5 judgements 4 were made with the source hidden and 4 with outcome" in found.answer
    assert "in 1 case a rater had played in the dialogue" in found.answer


def test_what_is_not_there_is_nothing_to_report() -> None:
    found = answers(planted_bundle())
    assert found[13].state == "nothing_to_report"
    assert found[18].state == "nothing_to_report"
    assert "ann 2 of 2, bob 0 of 1" in found[8].answer
    faithful = answers(small_bundle(judgements=words("d1", "ann", "mmmm")))
    assert faithful[16].state == "nothing_to_report"
    assert faithful[11].answer == "No dialogue has verdicts by two people."


@pytest.mark.parametrize("bundle", [Bundle(rubrics=(RUBRIC,)), small_bundle(judgements=())])
def test_nothing_is_filled_where_nobody_judged(bundle: Bundle) -> None:
    found = answers(bundle)
    # The rubric is there; that no number is a test holds for no numbers, too.
    assert [n for n, answer in found.items() if answer.state == "filled"] == [3, 20]


@pytest.mark.parametrize(
    "bundle",
    [small_bundle(), planted_bundle(), Bundle(rubrics=(RUBRIC,)), small_bundle(judgements=())],
)
def test_every_answer_says_something_and_stands_where_it_says(bundle: Bundle) -> None:
    report = build_report(bundle)
    headings = {block.text for block in make_document(report).blocks if isinstance(block, Heading)}
    for answer in report.sections[0].checklist:
        assert answer.answer.endswith(".")
        assert bool(answer.blank) == (answer.state in ("lead", "missing"))
        if answer.state == "filled":
            assert answer.asks == "report"
            assert answer.where
        if report.sections[0].flow.judgements:
            assert set(filter(None, answer.where.split("; "))) <= headings


def test_a_point_of_the_lead_is_never_filled_by_the_report() -> None:
    for bundle in (small_bundle(version="1", made_at="2026"), planted_bundle()):
        for answer in answers(bundle).values():
            if answer.asks != "report":
                assert answer.state == "lead"


def test_it_stands_in_every_form() -> None:
    bundle = small_bundle()
    report = build_report(bundle)
    document = make_document(report)
    for text in (render_html(document), render_markdown(document)):
        assert "Appendix: reporting checklist" in text
        for point in POINTS:
            assert point.title in text
    rows = list(csv.DictReader(io.StringIO(render_tables(report, bundle)["checklist.csv"])))
    assert [row["number"] for row in rows] == [str(number) for number in range(1, 24)]
    assert rows[0]["state"] == "lead"
    plain = json.loads(render_json(report))["sections"][0]["checklist"]
    assert [row["title"] for row in plain] == [point.title for point in POINTS]
