"""The methods paragraph and the limits follow the data, sentence by sentence."""

from __future__ import annotations

import pytest

from rut_annotations.judgement import BlindFlags, Judgement, Source
from rut_exports.bundle import Bundle
from rut_exports.conduct import Conduct
from rut_exports.report.assembly import build_report
from rut_exports.report.limits import ALWAYS, list_limits
from rut_exports.report.methods import (
    PEOPLE,
    SAMPLING,
    describe_methods,
    describe_tests,
    series,
)
from tests.support.judging import RUBRIC, judge
from tests.support.studies import MODEL, small_bundle, summary, words


def methods(bundle: Bundle) -> str:
    report = build_report(bundle)
    return describe_methods(report.sections[0], report)


def limits(bundle: Bundle) -> tuple[str, ...]:
    return list_limits(build_report(bundle))


def study(raters: int, dialogues: int, **parts: object) -> Bundle:
    """Every rater judges every dialogue of a task of its own; the second one differs on some."""
    return Bundle(
        rubrics=(RUBRIC,),
        dialogues=[
            summary(
                f"d{n}",
                task=f"t{n}",
                domain=("retail", "telecom")[n % 2],
                **{"conduct": Conduct(human=True, agent="ab"[n % 2]), **parts},
            )
            for n in range(dialogues)
        ],
        judgements=[
            row
            for n in range(dialogues)
            for rater in range(raters)
            for row in words(f"d{n}", f"r{rater}", _letters(n, rater))
        ],
        replicates=50,
    )


def _letters(number: int, rater: int) -> str:
    failed = (number % 3 == 0) != (rater == 1 and number % 5 == 0)
    return "nmmm" if failed else "mmmm"


def test_the_paragraph_names_all_that_a_paper_needs() -> None:
    text = methods(small_bundle(version="1.2.3"))
    for said in (
        "Of 4 dialogues of 3 tasks (domain retail), 4 were judged",
        'by source: "played: human" (2) and "tau2: some-model" (2)',
        "Not counted were dialogues not linked to the task played (1).",
        "2 raters made 32 judgements (1 dialogue by 1 rater and 3 by 2 raters)",
        "were hidden from them",
        "an order of their own, drawn at random",
        f"(user_contract, version 1, SHA-256 {RUBRIC.hash[:16]}, guidelines 1) with 4 criteria",
        "Not applicable counts as a category of its own",
        "Krippendorff's alpha (Krippendorff, 2011)",
        "Gwet's AC1 (Gwet, 2008)",
        "the delete-one jackknife (Tukey, 1958)",
        "the same 200 resamples (seed 5)",
        "reported as undefined with its reason",
        "no hypothesis is tested and nothing is corrected for",
        "rut-tui 1.2.3 from the data with SHA-256",
    ):
        assert said in text, said
    assert text.count(SAMPLING) == 1
    assert text.count(PEOPLE) == 1


def test_only_intervals_that_were_made_are_spoken_of() -> None:
    assert "bias-corrected" not in methods(small_bundle())
    many = methods(study(2, 24))
    assert "bias-corrected and accelerated bootstrap (Efron, 1987)" in many
    assert "resample dialogues, since each task occurs once" in many
    assert "domains retail and telecom" in many


def test_days_and_shown_identities_are_said_where_they_are_known() -> None:
    shown = BlindFlags(identity_hidden=False, own_dialogue=True)
    rows = [
        *words("d1", "ann", "mmmm"),
        judge("d2", "bob", "groundedness", "met", blind=shown, submitted_at="2026-03-04T10:00:00Z"),
    ]
    text = methods(small_bundle(judgements=rows))
    assert "from 2026-03-04 to 2026-03-04" in text
    assert "The source was not hidden for 1 judgement." in text
    assert "The outcome was not hidden" not in text
    assert "In 1 case a rater had played in the dialogue." in text
    assert "Not blind to the source: 1 judgement." in limits(small_bundle(judgements=rows))


def test_a_large_study_of_many_has_the_limits_that_always_hold_alone() -> None:
    assert limits(study(3, 30)) == ALWAYS


@pytest.mark.parametrize(
    ("bundle", "limit"),
    [
        (study(1, 30), "1 rater: nothing is known of agreement."),
        (study(2, 30), "2 raters: a tie settles nothing."),
        (
            study(3, 29),
            "On some criterion only 29 dialogues with two verdicts, fewer than 30: intervals are "
            "wide, and may still be too narrow.",
        ),
        (
            study(3, 30, source=MODEL),
            "Dialogues from other sources were played elsewhere: only what files record was seen.",
        ),
    ],
)
def test_each_limit_appears_by_itself_where_it_applies(bundle: Bundle, limit: str) -> None:
    assert limits(bundle) == (*ALWAYS, limit)


def test_one_agent_is_named_and_two_are_not_one() -> None:
    one = study(3, 30, conduct=Conduct(human=True, agent="tau2: gpt-9"))
    said = "One agent (tau2: gpt-9): with another one users may fare and behave otherwise."
    assert limits(one) == (*ALWAYS, said)
    assert not any("agent" in limit for limit in limits(two_agents()))


def two_agents() -> Bundle:
    bundle = study(3, 30)
    served = [
        row.model_copy(update={"conduct": Conduct(human=True, agent="ab"[n % 2])})
        for n, row in enumerate(bundle.dialogues)
    ]
    return Bundle(**{**bundle.model_dump(), "dialogues": served})


def test_unlinked_unrated_models_and_one_domain_are_counted() -> None:
    found = " ".join(limits(small_bundle()))
    assert "1 dialogue not linked to the task played: left out." in found
    assert "One model judged (judge-1): what holds for it holds for it alone." in found
    assert "All dialogues are of one domain (retail)." in found
    assert "No source has 20 tasks (at most 2)" in found
    assert "not rated" not in found
    half = small_bundle(judgements=words("d1", "ann", "mmmm"))
    assert "3 dialogues counted and not rated by anybody: left out." in limits(half)


def test_two_rubrics_say_what_holds_for_both_once() -> None:
    other = RUBRIC.model_copy(update={"instructions": "Older."})
    rows = [
        row.model_copy(update={"rubric_hash": other.hash}) for row in words("d1", "ann", "mmmm")
    ]
    bundle = small_bundle(rubrics=(RUBRIC, other), judgements=[*small_bundle().judgements, *rows])
    found = limits(bundle)
    assert len(set(found)) == len(found)
    assert {"1 rater: nothing is known of agreement.", "2 raters: a tie settles nothing."} <= set(
        found
    )


def test_tests_are_named_with_what_they_are_corrected_for() -> None:
    (section,) = build_report(small_bundle()).sections
    assert describe_tests(section) == ()
    people = ("ann", "bob", "cyd")
    rows = [row for n in range(32) for who in people for row in words(f"d{n}", who, _letters(n, 0))]
    judged = [
        row.model_copy(update={"rater": "m", "rater_kind": "model", "id": f"m-{row.id}"})
        for row in rows
        if row.rater == "ann"
    ]
    bundle = study(3, 32)
    made = build_report(Bundle(**{**bundle.model_dump(), "judgements": [*rows, *judged]}))
    told = " ".join(describe_tests(made.sections[0]))
    assert "4 alternative annotator tests of a model on a criterion" in told
    assert "Benjamini and Yekutieli (2001)" in told


@pytest.mark.parametrize("judgements", [(), tuple(words("d1", "ann", "????"))])
def test_little_to_say_is_said_without_a_gap(judgements: tuple[Judgement, ...]) -> None:
    text = methods(small_bundle(judgements=judgements))
    assert bool(judgements) == (text != "Nobody has judged anything yet.")
    assert "  " not in text
    assert "()" not in text
    assert "None" not in text


def test_lists_as_in_a_sentence() -> None:
    assert [series(list(items)) for items in ("", "a", "ab", "abc")] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


def test_nothing_is_claimed_of_how_imported_verdicts_were_made() -> None:
    source = Source(file="verdicts.csv", file_hash="0" * 64)
    unseen = BlindFlags(identity_hidden=False, outcome_hidden=False)
    rows = [
        row.model_copy(update={"source": source, "blind": unseen})
        for row in small_bundle().judgements
    ]
    report = build_report(small_bundle(judgements=rows))
    told = describe_methods(report.sections[0], report)
    assert "hidden from them" not in told
    assert "was not hidden for" not in told
    assert "imported from files" in told
    told_limits = " ".join(list_limits(report))
    assert "Not blind" not in told_limits
    assert "imported from files" in told_limits
    whole = build_report(small_bundle())
    assert "hidden from them" in describe_methods(whole.sections[0], whole)
