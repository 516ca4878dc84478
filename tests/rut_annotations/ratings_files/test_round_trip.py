"""Equal ratings make equal tables, whatever the shape of the file and the order of its rows."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rut_annotations.agreement.ratings import Rating, Ratings, Status
from rut_annotations.agreement.scale import Scale
from rut_annotations.faults import RatingsFileFault
from rut_annotations.ratings_files.declared import Declared, parse_scale
from rut_annotations.ratings_files.reading import RatingsFile
from tests.support.ratings_text import read

NAME = st.text(st.sampled_from("ab01é ,\"'\n=-"), min_size=1, max_size=5).map(
    lambda text: f"n{text}n"
)
WORDS = {
    "": Status.MISSING,
    "n/a": Status.NOT_APPLICABLE,
    "cannot_tell": Status.CANNOT_TELL,
    "skipped": Status.SKIPPED,
}
VALUE = st.sampled_from(["met", "not_met", *WORDS])
SCALE = Declared("binary", ("not_met", "met"))


class Cell(NamedTuple):
    unit: str
    criterion: str
    rater: str


FILES = st.dictionaries(st.builds(Cell, NAME, NAME, NAME), VALUE, min_size=1, max_size=12)
FIXTURE = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None
)


def outcome(folder: Path, content: str | bytes, **known: Any) -> RatingsFile | RatingsFileFault:
    """What was read, or why it was refused; any other error is the reader's own."""
    try:
        return read(folder, content, **known)
    except RatingsFileFault as fault:
        return fault


def is_clear(found: RatingsFile | RatingsFileFault, folder: Path) -> bool:
    """Whether a refusal names its place, and a table holds as many ratings as were counted."""
    if isinstance(found, RatingsFileFault):
        return bool(found.title) and found.place.startswith(str(folder / "ratings"))
    left = sum(found.counts.get(name, 0) for name in ("repeats", "blanks answered elsewhere"))
    return len(found.ratings) == found.counts["read"] - left > 0


def same(first: Ratings, second: Ratings) -> bool:
    for field in fields(Ratings):
        one, two = getattr(first, field.name), getattr(second, field.name)
        if field.name == "line":
            continue
        if not (np.array_equal(one, two) if isinstance(one, np.ndarray) else one == two):
            return False
    return True


def as_csv(rows: Sequence[tuple[Cell, str]]) -> str:
    stream = io.StringIO(newline="")
    table = csv.writer(stream)
    table.writerow(("unit", "criterion", "rater", "value"))
    table.writerows((*cell, value) for cell, value in rows)
    return stream.getvalue()


def as_lines(rows: Sequence[tuple[Cell, str]]) -> str:
    return "".join(json.dumps({**cell._asdict(), "value": value}) + "\n" for cell, value in rows)


@FIXTURE
@given(FILES, st.randoms(use_true_random=False))
def test_rows_in_any_order_and_either_format_make_one_table(
    tmp_path: Path, known: dict[Cell, str], random: object
) -> None:
    rows = list(known.items())
    shuffled = list(rows)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    first = read(tmp_path, as_csv(rows), scales=(SCALE,))
    assert same(first.ratings, read(tmp_path, as_csv(shuffled), scales=(SCALE,)).ratings)
    lines = read(tmp_path, as_lines(shuffled), shape="long", scales=(SCALE,))
    assert same(first.ratings, lines.ratings)
    built = Ratings.from_rows(
        [
            Rating(cell.unit, cell.unit, cell.criterion, cell.rater, WORDS.get(value, value))
            for cell, value in rows
        ],
        Scale("binary", ("not_met", "met"), why="declared"),
    )
    assert same(first.ratings, built)


@FIXTURE
@given(
    st.lists(st.sampled_from(["Yes", "yes", "no", "1", "2", "2.0", "N/A", "x"]), min_size=2),
    st.randoms(use_true_random=False),
)
def test_guesses_do_not_depend_on_the_order(
    tmp_path: Path, values: list[str], random: object
) -> None:
    rows = [(Cell(f"u{at:03d}", "c", "x"), value) for at, value in enumerate(values)]
    shuffled = list(rows)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    first, second = outcome(tmp_path, as_csv(rows)), outcome(tmp_path, as_csv(shuffled))
    if isinstance(first, RatingsFileFault):
        assert isinstance(second, RatingsFileFault)
        assert first.title == second.title
    else:
        assert isinstance(second, RatingsFile)
        assert same(first.ratings, second.ratings)
        assert set(first.notes) == set(second.notes)


@FIXTURE
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(tmp_path: Path, content: bytes) -> None:
    assert is_clear(outcome(tmp_path, content), tmp_path)


@FIXTURE
@given(st.text(st.sampled_from('unit,rater,value\n"1;\t{}[]:x '), max_size=60))
def test_any_text_is_read_or_refused(tmp_path: Path, content: str) -> None:
    assert is_clear(outcome(tmp_path, content), tmp_path)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.floats() | st.sampled_from(["a", "", "1"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(
                [
                    "id",
                    "data",
                    "annotations",
                    "result",
                    "type",
                    "value",
                    "choices",
                    "completed_by",
                    "predictions",
                    "responses",
                    "fields",
                    "values",
                    "user_id",
                    "status",
                    "suggestions",
                    "question",
                    "answer",
                    "accept",
                    "_input_hash",
                    "_annotator_id",
                    "label",
                    "samples",
                    "scores",
                    "epoch",
                    "eval",
                    "version",
                    "unit",
                    "rater",
                    "dialogue_id",
                    "verdict",
                    "rubric_hash",
                    "criterion_hash",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@FIXTURE
@given(
    JSON,
    st.sampled_from([None, "long", "wide", "rut", "label-studio", "argilla", "prodigy", "inspect"]),
)
def test_any_json_is_read_or_refused(tmp_path: Path, value: object, shape: str | None) -> None:
    content = json.dumps([value, value] if not isinstance(value, dict) else value)
    assert is_clear(outcome(tmp_path, content, shape=shape), tmp_path)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nominal", Declared("nominal")),
        ("ordinal:1..3", Declared("ordinal", ("1", "2", "3"))),
        ("clarity=ordinal:low<mid<high", Declared("ordinal", ("low", "mid", "high"), "clarity")),
        ("set:a,b", Declared("set", ("a", "b"))),
    ],
)
def test_declared_scales(text: str, expected: Declared) -> None:
    assert parse_scale(text) == expected


@pytest.mark.parametrize("text", ["cardinal", "binary:a,b,c", "nominal:a,a", "ordinal:5..1", ""])
def test_scales_that_make_no_sense(text: str) -> None:
    with pytest.raises(RatingsFileFault):
        parse_scale(text)
