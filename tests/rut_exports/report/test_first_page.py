"""The first page: five plain answers with the numbers of the data."""

from __future__ import annotations

import pytest

from rut_exports.bundle import Bundle
from rut_exports.report.assembly import build_report
from rut_exports.report.document import Bullets, Emphasis, Heading, plain
from rut_exports.report.pages.whole import make_document
from rut_exports.report.summary import summary_lines
from tests.rut_exports.report.test_forms import HOSTILE, hostile_bundle
from tests.support.judging import RUBRIC
from tests.support.studies import MODEL, small_bundle, summary, words

QUESTIONS = (
    "How faithful?",
    "How sure is that?",
    "How far do raters agree?",
    "What was left out?",
    "What to do next?",
)


def answers(bundle: Bundle) -> dict[str, str]:
    (section,) = build_report(bundle).sections
    found = [plain(text) for text in summary_lines(section)]
    return {
        question: text.removeprefix(f"{question} ")
        for question, text in zip(QUESTIONS, found, strict=True)
    }


def many(first: str, second: str, sources: int = 1, count: int = 40) -> Bundle:
    """Two raters with the same verdicts: of every four dialogues of a source one by one letters."""
    dialogues = [
        summary(f"d{n}", ("played: human", MODEL)[n % sources], task=f"t{n}") for n in range(count)
    ]
    return Bundle(
        rubrics=(RUBRIC,),
        dialogues=dialogues,
        judgements=[
            row
            for n in range(count)
            for rater in ("ann", "bob")
            for row in words(f"d{n}", rater, (first, second)[n % 2])
        ],
        replicates=50,
    )


def test_the_five_answers_of_the_small_study() -> None:
    found = answers(small_bundle())
    assert found["How faithful?"] == (
        "Settled dialogues in which every criterion that applies is met: "
        '"played: human" 1 of 1 (100%); "tau2: some-model" 0 of 1 (0%).'
    )
    # Wilson's interval of 1 of 1 is [0.21, 1], of 0 of 1 [0, 0.79]; one more of each is open.
    assert found["How sure is that?"] == (
        'At 95%, the true share may be anything in: "played: human" 21% to 100%; '
        '"tau2: some-model" 0% to 79%. These ranges overlap: by themselves they settle no '
        "order. 2 dialogues stayed open; by how these come out, the share is: "
        '"played: human" 50% to 100%; "tau2: some-model" 0% to 50%.'
    )
    agreed = found["How far do raters agree?"]
    assert agreed.startswith("2 raters made 32 judgements on 4 of 4 counted dialogues.")
    assert "the same verdict 67% to 100% of the time" in agreed
    assert "alpha is 0.00 (No premature disclosure) to 1.00 (Keeps to the goal)" in agreed
    assert "Not told apart from chance on No premature disclosure." in agreed
    assert "No alpha on Groundedness: all paired ratings are equal" in agreed
    assert found["What was left out?"] == (
        "Dialogues not linked to their contract (1), dialogues that stayed open, from the shares "
        "above (2), judgements by models, which stand beside people (1) and judgements on "
        "dialogues that are not counted (8)."
    )
    # d4 has one rater; d2 is the one disagreement on a generic criterion and has no majority.
    assert found["What to do next?"] == (
        "Have 1 dialogue judged by two: so far nobody or one rater has judged it. Read the "
        "disagreements and talk them over, first on No premature disclosure (1 of 1); what comes "
        "of it belongs into new guidelines. A third rater would settle 1 dialogue without a "
        "majority. Judge more: "
        "with fewer than 30 dialogues by two raters, ranges stay wide. Look at the 1 dialogue "
        "without a link: rut import --relink gives them the contract of the task that was played."
    )


def test_ranges_apart_are_named_and_a_clean_study_asks_for_nothing() -> None:
    found = answers(many("mmmm", "nnnn", sources=2, count=60))
    assert (
        'Ranges that do not overlap: "played: human" and "tau2: some-model".'
        in found["How sure is that?"]
    )
    assert found["What was left out?"] == "Nothing."
    assert found["What to do next?"] == "Nothing that these numbers ask for."
    assert "alpha is 1.00 (" in found["How far do raters agree?"]


def test_one_rater_is_said_to_be_one() -> None:
    found = answers(small_bundle(judgements=words("d1", "ann", "mmmm")))
    assert found["How faithful?"].endswith('is met: "played: human" (ann) 1 of 1 (100%).')
    assert found["How far do raters agree?"] == (
        "1 rater made 4 judgements on 1 of 4 counted dialogues. That cannot be said: no dialogue "
        "has verdicts by two people."
    )
    assert found["What to do next?"].startswith("Have a second person judge the same dialogues.")


def test_nothing_settled_has_no_share() -> None:
    found = answers(small_bundle(judgements=words("d1", "ann", "????")))
    assert found["How faithful?"].endswith('"played: human" (ann) none settled.')
    assert found["How sure is that?"] == "There is no share that could be more or less sure."


def test_it_comes_first_and_only_where_somebody_judged() -> None:
    blocks = make_document(build_report(small_bundle())).blocks
    headings = [block.text for block in blocks if isinstance(block, Heading)]
    assert headings[:2] == [RUBRIC.title, "In short"]
    first = next(block for block in blocks if isinstance(block, Bullets))
    assert len(first.items) == len(QUESTIONS)
    empty = make_document(build_report(small_bundle(judgements=()))).blocks
    assert "In short" not in [block.text for block in empty if isinstance(block, Heading)]


@pytest.mark.parametrize("text", HOSTILE)
def test_names_by_others_mark_nothing(text: str) -> None:
    (section,) = build_report(hostile_bundle(text)).sections
    for answer, question in zip(summary_lines(section), QUESTIONS, strict=True):
        marked = [part for part in answer if isinstance(part, Emphasis)]
        assert marked == [question]
