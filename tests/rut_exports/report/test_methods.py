"""The methods paragraph and the limits follow the data, sentence by sentence."""

from __future__ import annotations

import pytest

from rut_annotations.judgement import BlindFlags, Judgement
from rut_exports.bundle import Bundle
from rut_exports.conduct import Conduct
from rut_exports.report.assembly import build_report
from rut_exports.report.limits import ALWAYS, list_limits
from rut_exports.report.methods import PEOPLE, SAMPLING, count, describe_methods, series
from tests.support.judging import RUBRIC, judge
from tests.support.studies import HUMAN, MODEL, planted_bundle, small_bundle, summary, words


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
            summary(f"d{n}", task=f"t{n}", domain=("retail", "telecom")[n % 2], **parts)
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
        (study(1, 30), "One rater judged: nothing is known of how far another one would agree."),
        (study(2, 30), "2 raters are few: a majority needs both, and agreement is theirs alone."),
        (
            study(3, 29),
            "On some criterion only 29 dialogues have two verdicts, fewer than 30: intervals are "
            "wide, and may still be too narrow.",
        ),
        (
            study(3, 30, conduct=Conduct(agent="tau2: gpt-9")),
            "One agent served in all dialogues (tau2: gpt-9): with another one, users may keep to "
            "their contracts more or less.",
        ),
        (
            study(3, 30, source=MODEL),
            "Dialogues of tau2: some-model were played elsewhere; only what their files record was "
            "seen.",
        ),
    ],
)
def test_each_limit_appears_by_itself_where_it_applies(bundle: Bundle, limit: str) -> None:
    assert limits(bundle) == (*ALWAYS, limit)


def test_two_agents_are_not_one() -> None:
    bundle = study(3, 30)
    first, *others = bundle.dialogues
    served = [first.model_copy(update={"conduct": Conduct(agent="a")})]
    served += [row.model_copy(update={"conduct": Conduct(agent="b")}) for row in others]
    assert limits(Bundle(**{**bundle.model_dump(), "dialogues": served})) == ALWAYS


def test_unlinked_unrated_models_and_one_domain_are_counted() -> None:
    found = " ".join(limits(small_bundle()))
    assert "1 dialogue could not be linked to a contract and is not counted" in found
    assert "One model judged as well (judge-1)" in found
    assert "All dialogues are of one domain (retail)." in found
    assert "were not rated" not in found
    half = small_bundle(judgements=words("d1", "ann", "mmmm"))
    assert "3 of 4 counted dialogues were not rated." in limits(half)


def test_the_date_of_prices_is_a_limit_where_costs_are_shown() -> None:
    bundle = study(3, 30)
    priced = [
        row.model_copy(
            update={
                "source": HUMAN if n < 15 else MODEL,
                "conduct": Conduct(
                    agent="a", cost=0.5, date="2026-02-03", reward=1.0, success=True
                ),
            }
        )
        for n, row in enumerate(bundle.dialogues)
    ]
    report = build_report(Bundle(**{**bundle.model_dump(), "dialogues": priced}))
    tables = report.sections[0].fidelity
    assert tables is not None
    assert any(table.prices for table in tables.agents)
    assert "Costs are those recorded up to 2026-02-03; prices change." in list_limits(report)
    assert not any("prices" in limit for limit in limits(planted_bundle()))


@pytest.mark.parametrize("judgements", [(), tuple(words("d1", "ann", "????"))])
def test_little_to_say_is_said_without_a_gap(judgements: tuple[Judgement, ...]) -> None:
    text = methods(small_bundle(judgements=judgements))
    assert bool(judgements) == (text != "Nobody has judged anything yet.")
    assert "  " not in text
    assert "()" not in text
    assert "None" not in text


def test_lists_and_numbers_of_things() -> None:
    assert [series(list(items)) for items in ("", "a", "ab", "abc")] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert (count(1, "rater"), count(0, "rater"), count(2, "criterion", "criteria")) == (
        "1 rater",
        "0 raters",
        "2 criteria",
    )
