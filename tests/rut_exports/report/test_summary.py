"""The sentences that open a report: each follows from the numbers below it."""

from __future__ import annotations

from rut_exports.bundle import Bundle
from rut_exports.report.assembly import build_report
from rut_exports.report.document import plain
from rut_exports.report.summary import summary_lines
from tests.rut_exports.report.test_fidelity import PROXY, dialogue, study
from tests.support.judging import RUBRIC
from tests.support.studies import HUMAN, planted_bundle, summary, words


def lines_of(bundle: Bundle) -> list[str]:
    (section,) = build_report(bundle).sections
    return [plain(line) for line in summary_lines(section)]


def test_it_says_how_far_from_people_a_source_is() -> None:
    (line,) = (line for line in lines_of(study()) if "served by" in line)
    assert f'"{PROXY}", served by "tau2: shop-agent"' in line
    assert "on the 4 tasks of both: difference -0.50" in line
    assert "too few data to decide" in line


def test_it_says_more_or_less_where_the_data_decide() -> None:
    tasks = [f"t{number}" for number in range(40)]
    dialogues = [
        dialogue(f"{name}{task}", source, task, success=True)
        for task in tasks
        for name, source in (("h", HUMAN), ("p", PROXY))
    ]
    judgements = [
        row
        for task in tasks
        for rater in ("ann", "bob")
        for row in (*words(f"h{task}", rater, "mmmm"), *words(f"p{task}", rater, "nmmm"))
    ]
    bundle = Bundle(rubrics=(RUBRIC,), dialogues=dialogues, judgements=judgements, replicates=100)
    (line,) = (line for line in lines_of(bundle) if "served by" in line)
    assert "is less faithful than people on the 40 tasks of both" in line
    # Raters who never differ leave nothing to make an interval from.
    assert any("0 reach .800" in line and "4 have no interval" in line for line in lines_of(bundle))


def test_it_says_what_to_do_next() -> None:
    alone = planted_bundle()
    ann = [row for row in alone.judgements if row.rater == "ann"]
    bundle = Bundle(rubrics=(RUBRIC,), dialogues=alone.dialogues, judgements=ann)
    assert any("Have a second person judge" in line for line in lines_of(bundle))
    extra = (
        *study().dialogues,
        summary("u1", task="t1"),
        summary("u2", task="t1", link="unlinked"),
    )
    lines = lines_of(study(dialogues=extra))
    assert any("Have 1 dialogue judged by two: so far nobody" in line for line in lines)
    assert any("dialogues that nobody rated (1)" in line for line in lines)
    assert any("Dialogues not linked to their contract (1)" in line for line in lines)
