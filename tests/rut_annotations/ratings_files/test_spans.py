"""Plain blocks read by their bytes give what a CSV reader gives."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rut_annotations.ratings_files.columns import Coder
from rut_annotations.ratings_files.spans import SpanCoder, find_grid
from tests.support.ratings_text import cells, read

CELL = st.text(st.sampled_from("ab\"',;\r\n é€"), max_size=4)


def parse(block: bytes, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(block.decode(), newline=""), delimiter=delimiter))


def rows_of(block: bytes, width: int) -> list[list[str]] | None:
    grid = find_grid(block, ",", width)
    if grid is None:
        return None
    return [list(row) for row in zip(*(grid.texts(at) for at in range(width)), strict=True)]


@settings(deadline=None)
@given(st.lists(st.tuples(CELL, CELL, CELL), min_size=1, max_size=6), st.sampled_from("\n\r"))
def test_written_tables(rows: list[tuple[str, str, str]], end: str) -> None:
    stream = io.StringIO(newline="")
    csv.writer(stream, lineterminator="\r\n" if end == "\r" else "\n").writerows(rows)
    block = stream.getvalue().encode()
    # Before Python 3.13 a carriage return that ends a row is written without quotes, and is lost.
    assume(parse(block) == [list(row) for row in rows])
    found = rows_of(block, 3)
    assert found is None or found == parse(block)


@settings(deadline=None)
@given(st.text(st.sampled_from('a",\n\r'), min_size=1, max_size=24))
def test_any_text_is_read_like_csv_or_left_to_it(text: str) -> None:
    found = rows_of(text.encode(), 2)
    assert found is None or found == parse(text.encode())


@pytest.mark.parametrize(
    "block",
    [
        b"a,b\nc,d",
        b'"a","b"\n"c",d\n',
        b"a,b\r\nc,\r\n",
        b",\n,\n",
        b'"",""\n',
        b'"a,\n","b""c"\nd,""""\n',
    ],
)
def test_plain_blocks_are_read_by_their_bytes(block: bytes) -> None:
    assert rows_of(block, 2) == parse(block)


@pytest.mark.parametrize(
    "block",
    [
        b'"a"b,c\n',
        b'a""b,c\n',
        b'"a"b"c",d\n',
        b"a,b\n\nc,d\n",
        b"a,b,c\nd\n",
        b'a,"b\n',
        b"a,\rb\n",
    ],
)
def test_other_blocks_are_left_to_the_csv_reader(block: bytes) -> None:
    assert find_grid(block, ",", 2) is None


@settings(deadline=None)
@given(
    st.lists(
        st.lists(st.text(st.sampled_from("abé"), max_size=70), min_size=1, max_size=12), max_size=4
    )
)
def test_spans_are_coded_like_texts(blocks: list[list[str]]) -> None:
    coder = Coder()
    spans = SpanCoder(coder)
    for texts in blocks:
        grid = find_grid("".join(f"{text},x\n" for text in texts).encode(), ",", 2)
        assert grid is not None
        codes = spans.code(grid, 0).tolist()
        assert [coder[text] for text in texts] == codes


def test_more_texts_than_slots_are_told_apart() -> None:
    coder = Coder()
    spans = SpanCoder(coder)
    for first in range(0, 60_000, 20_000):
        texts = [f"name-{number:09d}" for number in range(first, first + 20_000)]
        grid = find_grid("".join(f"{text},x\n" for text in [*texts, *texts]).encode(), ",", 2)
        assert grid is not None
        codes = spans.code(grid, 0)
        assert np.array_equal(codes[:20_000], codes[20_000:])
        assert [coder[text] for text in texts] == codes[:20_000].tolist()
    assert len(coder) == 60_000


def test_a_file_of_several_blocks_is_read_like_its_parts(tmp_path: Path) -> None:
    rows = [(f"unit {at // 3:06d}", "xyz"[at % 3], str(at % 5)) for at in range(90_000)]
    lines = [",".join(row) for row in rows]
    # Somewhere in the middle a cell with a delimiter and a line break, and a blank line.
    lines[60_000] = '"unit, with\nbreak",x,3\n'
    file = read(tmp_path, "unit,rater,value\n" + "\n".join(lines) + "\n")
    expected = {(unit, "rating", rater): value for unit, rater, value in rows}
    del expected["unit 020000", "rating", "x"]
    expected["unit, with\nbreak".strip(), "rating", "x"] = "3"
    assert cells(file.ratings) == expected
    assert file.counts["blank rows"] == 1
    assert file.ratings.line.max() == 90_003
    assert len(np.unique(file.ratings.line)) == 90_000


def test_several_columns_name_a_unit_in_every_block(tmp_path: Path) -> None:
    rows = [f"d{at // 8},{at % 4},{'xy'[at // 4 % 2]},{at % 3}" for at in range(120_000)]
    file = read(tmp_path, "a,b,rater,value\n" + "\n".join(rows), unit="a+b", cluster="a")
    assert len(file.ratings) == 120_000
    assert len(file.ratings.units) == 60_000
    assert len(file.ratings.clusters) == 15_000


def test_wide_blocks(tmp_path: Path) -> None:
    rows = "".join(f"item{at:07d},{at % 3},{at % 2},\r\n" for at in range(60_000))
    file = read(tmp_path, "item,ann,bob,cy\r\n" + rows)
    found = cells(file.ratings)
    assert len(found) == 180_000
    assert found["item0059999", "rating", "ann"] == "2"
    assert found["item0059999", "rating", "cy"] == -1
