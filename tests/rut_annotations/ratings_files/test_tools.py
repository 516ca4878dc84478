"""The exports of other tools."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rut_annotations.faults import RatingsFileFault
from tests.support.ratings_text import (
    MISSING,
    SKIPPED,
    cells,
    clusters,
    read,
    read_json,
    read_lines,
    roles,
)


def chosen(name: str, *options: str) -> dict[str, Any]:
    return {
        "from_name": name,
        "to_name": "text",
        "type": "choices",
        "value": {"choices": list(options)},
    }


def task(number: int, *annotations: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "id": number,
        "data": {"group": "g", "id": 99},
        "annotations": list(annotations),
        **more,
    }


def test_label_studio(tmp_path: Path) -> None:
    rating = {"from_name": "stars", "to_name": "t", "type": "rating", "value": {"rating": 4}}
    note = {"from_name": "why", "to_name": "t", "type": "textarea", "value": {"text": ["so"]}}
    part = {**chosen("tone", "rude"), "value": {"choices": ["rude"], "start": 0, "end": 3}}
    file = read_json(
        tmp_path,
        [
            task(
                7,
                {"completed_by": 1, "result": [chosen("tone", "kind"), rating, note, part]},
                {"completed_by": {"id": 2, "email": "b@x"}, "result": [chosen("tone", "rude")]},
                {"completed_by": 3, "was_cancelled": True, "result": []},
                {"completed_by": 4, "ground_truth": True, "result": [chosen("tone", "kind")]},
                predictions=[{"model_version": "m1", "result": [chosen("tone", "kind")]}, 12],
            )
        ],
        cluster="group",
    )
    assert file.shape == "label-studio"
    assert cells(file.ratings) == {
        ("7", "tone", "1"): "kind",
        ("7", "stars", "1"): "4",
        ("7", "tone", "b@x"): "rude",
        ("7", "tone", "3"): SKIPPED,
        ("7", "stars", "3"): SKIPPED,
        ("7", "tone", "4"): "kind",
        ("7", "tone", "m1"): "kind",
    }
    assert roles(file.ratings)["4"] == {"gold"}
    assert roles(file.ratings)["m1"] == {"model"}
    assert clusters(file.ratings) == {"7": "g"}
    assert file.counts["textarea"] == file.counts["about parts of a task"] == 1


def test_label_studio_choices_are_sets_where_anybody_chose_two(tmp_path: Path) -> None:
    file = read_json(
        tmp_path,
        [
            task(
                1,
                {"completed_by": 1, "result": [chosen("tags", "a", "b")]},
                {"completed_by": 2, "result": [chosen("tags", "b")]},
            )
        ],
    )
    assert file.ratings.scales[0].level == "set"
    assert cells(file.ratings)["1", "tags", "1"] == '["a", "b"]'
    assert cells(file.ratings)["1", "tags", "2"] == '["b"]'


def test_the_short_export_of_label_studio_is_a_table(tmp_path: Path) -> None:
    file = read_json(
        tmp_path,
        [
            {"id": 1, "text": "x", "annotator": 1, "choice": "p", "lead_time": 1.5},
            {"id": 1, "text": "x", "annotator": 2, "choice": "q", "lead_time": 2.5},
        ],
    )
    assert file.shape == "long"
    assert cells(file.ratings) == {("1", "rating", "1"): "p", ("1", "rating", "2"): "q"}


ARGILLA_RESPONSES = [
    # Version 1, version 2, and its flat list.
    [
        {"values": {"tone": {"value": "kind"}}, "user_id": "u1", "status": "submitted"},
        {"values": {"tone": {"value": "rude"}}, "user_id": "u2", "status": "draft"},
        {"values": {}, "user_id": "u3", "status": "discarded"},
    ],
    {
        "tone": [
            {"value": "kind", "user_id": "u1", "status": "submitted"},
            {"value": "rude", "user_id": "u2", "status": "draft"},
            {"value": None, "user_id": "u3", "status": "discarded"},
        ]
    },
    [
        {"question": "tone", "value": "kind", "user_id": "u1", "status": "submitted"},
        {"question": "tone", "value": "rude", "user_id": "u2", "status": "draft"},
        {"question": "tone", "value": None, "user_id": "u3", "status": "discarded"},
    ],
]


@pytest.mark.parametrize("responses", ARGILLA_RESPONSES)
def test_argilla(tmp_path: Path, responses: Any) -> None:
    record = {
        "id": "r1",
        "fields": {"text": "x"},
        "metadata": {"task": "t"},
        "responses": responses,
        "suggestions": {"tone": {"value": "kind", "score": 0.5, "agent": "m"}},
    }
    for file in (
        read_json(tmp_path, [record], cluster="task"),
        read_lines(tmp_path, [record], cluster="task"),
    ):
        assert file.shape == "argilla"
        assert cells(file.ratings) == {
            ("r1", "tone", "u1"): "kind",
            ("r1", "tone", "u3"): SKIPPED,
            ("r1", "tone", "m"): "kind",
        }
        assert roles(file.ratings)["m"] == {"model"}
        assert clusters(file.ratings) == {"r1": "t"}
        assert file.counts["drafts"] == 1


def example(text: str, rater: str, answer: str = "accept", **more: Any) -> dict[str, Any]:
    return {
        "text": text,
        "_input_hash": len(text),
        "_task_hash": 9,
        "_annotator_id": rater,
        "answer": answer,
        **more,
    }


def test_prodigy_choices(tmp_path: Path) -> None:
    file = read_lines(
        tmp_path,
        [
            example("a", "x", accept=["P"], options=[]),
            example("a", "y", accept=["Q"], options=[]),
            example("bb", "x", "ignore", accept=[], options=[]),
            example("bb", "y", "reject", accept=["P"], options=[]),
            example("ccc", "y", accept=[], options=[]),
        ],
    )
    assert file.shape == "prodigy"
    assert cells(file.ratings) == {
        ("1", "rating", "x"): "P",
        ("1", "rating", "y"): "Q",
        ("2", "rating", "x"): SKIPPED,
        ("2", "rating", "y"): SKIPPED,
        ("3", "rating", "y"): MISSING,
    }
    assert any("1 choice rejected as a whole" in note for note in file.notes)


def test_prodigy_labels(tmp_path: Path) -> None:
    file = read_lines(
        tmp_path, [example("a", "x", label="RUDE"), example("a", "y", "reject", label="RUDE")]
    )
    assert cells(file.ratings) == {("1", "RUDE", "x"): "accept", ("1", "RUDE", "y"): "reject"}
    assert file.ratings.scales[0].categories == ("reject", "accept")


def test_prodigy_without_raters_and_with_spans(tmp_path: Path) -> None:
    with pytest.raises(RatingsFileFault, match="does not say who answered") as caught:
        read_lines(tmp_path, [example("a", "x", label="L"), example("b", "", label="L")])
    assert caught.value.place.endswith(":2")
    with pytest.raises(RatingsFileFault, match="no ratings"):
        read_lines(tmp_path, [example("a", "x", spans=[{"start": 0, "end": 1, "label": "N"}])])


def log(*samples: dict[str, Any]) -> dict[str, Any]:
    return {"version": 2, "status": "success", "eval": {"task": "t"}, "samples": list(samples)}


def test_inspect_log(tmp_path: Path) -> None:
    file = read_json(
        tmp_path,
        log(
            {"id": "s1", "epoch": 1, "scores": {"m": {"value": "C"}, "j": {"value": "I"}}},
            {"id": "s1", "epoch": 2, "scores": {"m": {"value": "I"}}},
            {"id": 2, "epoch": 1, "scores": {}},
        ),
    )
    assert file.shape == "inspect"
    assert cells(file.ratings) == {
        ("s1/1", "rating", "m"): "C",
        ("s1/1", "rating", "j"): "I",
        ("s1/2", "rating", "m"): "I",
    }
    assert clusters(file.ratings) == {"s1/1": "s1", "s1/2": "s1"}
    assert roles(file.ratings) == {"m": {"model"}, "j": {"model"}}
    assert "1 sample without a score: no rating." in file.notes


def test_inspect_scores_of_several_values_and_raters(tmp_path: Path) -> None:
    score = {"value": {"clear": 1, "kind": [0, 1, float("nan")]}}
    file = read(tmp_path, json.dumps(log({"id": "s", "epoch": 1, "scores": {"h": score}})))
    assert cells(file.ratings) == {
        ("s", "clear", "h"): "1",
        ("s", "kind", "h/1"): "0",
        ("s", "kind", "h/2"): "1",
        ("s", "kind", "h/3"): MISSING,
    }


def test_a_log_without_samples(tmp_path: Path) -> None:
    with pytest.raises(RatingsFileFault, match="no samples"):
        read_json(tmp_path, {"version": 2, "status": "success", "eval": {}})


def test_flat_records_are_a_table(tmp_path: Path) -> None:
    rows = [
        {"dialogue": "d1", "criterion": "c", "rater": "x", "value": 1},
        {"dialogue": "d1", "criterion": "c", "rater": "y", "value": None},
        {"dialogue": "d1", "criterion": "k", "rater": "x", "value": True},
        {"dialogue": "d2", "criterion": "k", "rater": "x", "value": False, "more": [1]},
        {"dialogue": "d2", "criterion": "s", "rater": "x", "value": ["b", "a"]},
    ]
    for file in (read_lines(tmp_path, rows), read_json(tmp_path, rows)):
        assert file.shape == "long"
        assert cells(file.ratings) == {
            ("d1", "c", "x"): "1",
            ("d1", "c", "y"): MISSING,
            ("d1", "k", "x"): "true",
            ("d2", "k", "x"): "false",
            ("d2", "s", "x"): '["a", "b"]',
        }


def test_an_infinity_in_json_is_refused_with_its_line(tmp_path: Path) -> None:
    text = (
        '{"unit": "a", "rater": "x", "value": 1}\n{"unit": "b", "rater": "x", "value": Infinity}\n'
    )
    with pytest.raises(RatingsFileFault, match="'inf' is no number") as caught:
        read(tmp_path, text)
    assert caught.value.place.endswith(":2")


def test_conflicts_of_records_name_their_lines(tmp_path: Path) -> None:
    rows = [example("a", "x", label="L"), example("a", "x", "reject", label="L")]
    with pytest.raises(RatingsFileFault, match="in lines 1 and 2"):
        read_lines(tmp_path, rows)


def test_a_field_of_the_data_may_be_the_unit(tmp_path: Path) -> None:
    record = {"id": 1, "data": {"name": "d1"}, "annotations": [{"completed_by": 1}]}
    record["annotations"][0]["result"] = [chosen("tone", "kind")]  # type: ignore[index]
    assert read_json(tmp_path, [record], unit="name").ratings.units == ("d1",)
    with pytest.raises(RatingsFileFault, match="no field 'title'") as caught:
        read_json(tmp_path, [record], unit="title")
    assert caught.value.place.endswith(":1")


@pytest.mark.parametrize(
    ("shape", "record"),
    [
        ("label-studio", {"id": 1, "annotations": 5}),
        ("label-studio", {"id": 1, "annotations": [{"result": [7]}]}),
        ("label-studio", {"annotations": []}),
        ("argilla", {"id": 1, "responses": 5}),
        ("argilla", {"id": 1, "responses": [5]}),
        ("argilla", {"id": 1, "responses": [{"values": [1]}]}),
        ("argilla", {"id": 1, "suggestions": "x"}),
        ("prodigy", {"text": "x", "answer": ["accept"]}),
        ("inspect", {"samples": [{"id": 1, "scores": [1]}]}),
        ("inspect", {"samples": [{"scores": {"m": {"value": 1}}}]}),
        ("rut", {"dialogue_id": "d", "verdict": "met", "revision": "x"}),
    ],
)
def test_records_of_another_form_are_refused(
    tmp_path: Path, shape: str, record: dict[str, Any]
) -> None:
    with pytest.raises(RatingsFileFault) as caught:
        read_lines(tmp_path, [record], shape=shape)
    assert caught.value.place.split(":")[1] == "1"
    assert caught.value.hint


def test_a_format_of_json_is_not_text(tmp_path: Path) -> None:
    with pytest.raises(RatingsFileFault, match="is a format of JSON"):
        read(tmp_path, "a,b\n1,2\n", shape="argilla")


def test_label_studio_without_the_data_of_its_tasks(tmp_path: Path) -> None:
    made = [
        {
            "id": unit,
            "annotations": [
                {"completed_by": rater, "result": [chosen("q", choice)]}
                for rater, choice in enumerate(choices)
            ],
        }
        for unit, choices in enumerate(("ab", "aa", "bb"))
    ]
    file = read_json(tmp_path, made)
    assert (file.shape, len(file.ratings), file.ratings.raters) == ("label-studio", 6, ("0", "1"))
