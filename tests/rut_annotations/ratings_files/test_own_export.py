"""What the project itself writes: the judgements of a report, and judgements as JSON Lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rut_annotations.faults import RatingsFileFault
from rut_annotations.judgement import BlindFlags, Judgement
from tests.support.ratings_text import cells, clusters, read, read_lines, roles

COLUMNS = (
    "dialogue_id",
    "source",
    "domain",
    "task_id",
    "link",
    "rubric",
    "rubric_version",
    "rubric_hash",
    "guideline_version",
    "scope",
    "criterion",
    "criterion_hash",
    "family",
    "rater",
    "rater_kind",
    "code",
    "verdict",
    "revision",
)


def row(dialogue: str, rater: str, verdict: str, **more: str) -> str:
    known = {
        "dialogue_id": dialogue,
        "domain": "shop",
        "task_id": "t1",
        "rubric": "rut",
        "rubric_version": "1",
        "rubric_hash": "h" * 64,
        "scope": "generic",
        "criterion": "goal",
        "criterion_hash": "c" * 64,
        "rater": rater,
        "rater_kind": "human",
        "verdict": verdict,
        "revision": "1",
        **more,
    }
    return ",".join(known.get(column, "") for column in COLUMNS) + "\n"


def judgement(rater: str, verdict: str | None, revision: int = 1, **more: Any) -> dict[str, Any]:
    failed = verdict == "not_met"
    made = Judgement(
        id=f"{rater}{revision}",
        dialogue_id="d1",
        rater=rater,
        rubric_id="rut",
        rubric_version="1",
        rubric_hash="h" * 64,
        guideline_version="1",
        criterion_id="goal",
        criterion_hash="c" * 64,
        verdict=verdict,  # type: ignore[arg-type]
        mode="lost" if failed else None,
        evidence=(1,) if failed else (),
        effect="hindered" if failed else None,
        revision=revision,
        **more,
    )
    return made.model_dump(mode="json")


def test_the_table_of_a_report(tmp_path: Path) -> None:
    head = ",".join(COLUMNS) + "\n"
    text = head + row("d1", "ann", "met") + row("d1", "'=bob", "not_applicable")
    file = read(tmp_path, text + row("d2", "ann", "cannot_tell", rater_kind="model"))
    assert file.shape == "rut"
    assert cells(file.ratings) == {
        ("d1", "goal", "ann"): "met",
        ("d1", "goal", "=bob"): -2,
        ("d2", "goal", "ann"): -3,
    }
    assert clusters(file.ratings) == {"d1": "shop/t1", "d2": "shop/t1"}
    assert roles(file.ratings)["ann"] == {"human", "model"}
    assert file.ratings.scales[0].categories == ("not_met", "met")
    assert file.ratings.scales[0].declared


def test_another_version_is_another_criterion(tmp_path: Path) -> None:
    head = ",".join(COLUMNS) + "\n"
    other = row("d1", "ann", "not_met", rubric_hash="k" * 64, rubric_version="2")
    file = read(tmp_path, head + row("d1", "ann", "met") + other)
    assert file.ratings.criteria == (
        "goal [rut 1 hhhhhhhh, generic cccccccc]",
        "goal [rut 2 kkkkkkkk, generic cccccccc]",
    )


def test_of_the_revisions_the_last_counts(tmp_path: Path) -> None:
    file = read_lines(
        tmp_path,
        [
            judgement("ann", "not_met", 2),
            judgement("ann", "met", 1),
            judgement("bob", "met", 1),
            judgement("bob", None, 2),
            judgement("cy", "met", blind=BlindFlags(after_reveal=True)),
        ],
    )
    assert file.shape == "rut"
    assert cells(file.ratings) == {("d1", "goal", "ann"): "not_met"}
    assert file.counts["revised"] == 2
    assert file.counts["withdrawn"] == file.counts["after the reveal"] == 1


def test_two_judgements_of_one_revision_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RatingsFileFault, match="in lines 1 and 2"):
        read_lines(tmp_path, [judgement("ann", "met"), judgement("ann", "not_met")])


def test_a_table_of_other_columns_is_not_taken_for_ours(tmp_path: Path) -> None:
    with pytest.raises(RatingsFileFault, match="no column 'criterion'"):
        read(tmp_path, "dialogue_id,rater,verdict\nd,x,met\n", shape="rut")


def test_second_looks_are_passes_and_no_conflict(tmp_path: Path) -> None:
    looks = [judgement("ann", "met"), judgement("ann", "not_met", pass_number=2)]
    file = read_lines(tmp_path, looks)
    assert file.ratings.passes == ("1", "2")
    assert file.ratings.first_passes().tolist() == [True, False]
    columns = (*COLUMNS, "pass")
    rows = row("d1", "ann", "met").strip() + ",1\n" + row("d1", "ann", "not_met").strip() + ",2\n"
    assert read(tmp_path, ",".join(columns) + "\n" + rows).ratings.passes == ("1", "2")
