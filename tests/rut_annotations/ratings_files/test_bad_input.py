"""Odd and broken files: a place and a way out, or a handling that is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from rut_annotations.faults import RatingsFileFault
from rut_annotations.ratings_files.declared import Declared
from rut_annotations.ratings_files.reading import read_ratings
from tests.support.ratings_text import MISSING, NA, SKIPPED, cells, read, taken

HEAD = "unit,rater,value\n"


@pytest.mark.parametrize(
    ("content", "title", "line"),
    [
        (b"", "the file is empty", 0),
        (b"\xef\xbb\xbf \n\r\n", "the file is empty", 0),
        (b"unit,rater,value\n", "the file holds no ratings", 0),
        (b"just a line\nand another\n", "there is one column only", 1),
        (b"PK\x03\x04rest", "a zip file", 0),
        (b"\x1f\x8b\x08rest", "a gzip file", 0),
        (b"unit,rater,value\na,x,1\na,\x00y,1\n", "a NUL byte", 3),
        (b"unit,rater,value\na,x,1\na,y\n", "the row has 2 cells, the first one 3", 3),
        (b"unit,rater,value\na,x,1\n\na,y,1,2\n", "the row has 4 cells, the first one 3", 4),
        (b'unit,rater,value\na,x,1\na,"y"z,1\n', "the table is broken", 3),
        (b'unit,rater,value\na,x,1\na,"y,1\nb,x,1\n', "the table is broken", 4),
        (b"unit,rater,value\na,x,1\n ,y,1\n", "the name of a unit is blank", 3),
        (b"unit,rater,value\na,x,1\nb,,1\n", "the name of a rater is blank", 3),
        (b"unit,rater,value\na,x,1\nb,x,inf\nb,y,2\n", "'inf' is no number", 3),
        (b"unit,rater,value\na,x,1\nb,x,-Infinity\nb,y,2\n", "'-Infinity' is no number", 3),
        (b"unit,rater,value\na,x,1\nb,x,1e999\nb,y,2\n", "'1e999' is no number", 3),
        (b"unit,rater,value\na,x,1\nb,x,2\nb,y,good\n", "numbers and words", 4),
        (b"unit;rater;value\na;x;1,5\nb;x;2.5\n", "can be a decimal mark", 2),
        (b"unit;rater;value\na;x;1,500\nb;x;2,000\n", "can be a decimal mark", 2),
        (b"unit,rater,rater,value\na,x,y,1\n", "two columns are called 'rater'", 1),
        (b'{"unit": 1, "rater": "x", "value": ', "the JSON ends too early", 1),
        (b'[{"unit": 1}, 5]', "a record is no object", 1),
        (b"[]", "the file holds no records", 0),
    ],
)
def test_a_broken_file_is_refused_with_its_place(
    tmp_path: Path, content: bytes, title: str, line: int
) -> None:
    with pytest.raises(RatingsFileFault, match=title) as caught:
        read(tmp_path, content)
    place = str(tmp_path / "ratings") + (f":{line}" if line else "")
    assert caught.value.place == place or caught.value.place.startswith(place + ":")
    assert caught.value.hint


def test_no_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(RatingsFileFault, match="no such file"):
        read_ratings(tmp_path / "none.csv")
    with pytest.raises(RatingsFileFault, match="folder"):
        read_ratings(tmp_path)


def test_conflicting_rows_are_refused_with_both_lines(tmp_path: Path) -> None:
    with pytest.raises(RatingsFileFault, match="'1' and '2', in lines 2 and 4") as caught:
        read(tmp_path, HEAD + "a,x,1\nb,x,1\na,x,2\n")
    assert caught.value.place.endswith("ratings:2")
    assert "--pass" in caught.value.hint


def test_a_status_contradicts_an_answer(tmp_path: Path) -> None:
    with pytest.raises(RatingsFileFault, match="'1' and not applicable"):
        read(tmp_path, HEAD + "a,x,1\na,x,n/a\nb,x,0\n")


def test_equal_rows_count_once_and_are_said(tmp_path: Path) -> None:
    file = read(tmp_path, HEAD + "a,x,1\na,x,1.0\na,x,1\nb,x,0\n")
    assert len(file.ratings) == 2
    assert file.counts["read"] == 4
    assert file.counts["repeats"] == 2
    assert any(note.startswith("2 ratings repeat") for note in file.notes)


def test_an_answer_stands_over_a_blank(tmp_path: Path) -> None:
    file = read(tmp_path, HEAD + "a,x,\na,x,1\na,x,skipped\nb,x,0\nb,y,\nb,y,skipped\n")
    assert cells(file.ratings) == {
        ("a", "rating", "x"): "1",
        ("b", "rating", "x"): "0",
        ("b", "rating", "y"): SKIPPED,
    }
    assert file.counts["blanks answered elsewhere"] == 3


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_marks_and_wide_encodings(tmp_path: Path, encoding: str) -> None:
    text = HEAD + "ä,x,1\nö,x,0\n"
    file = read(tmp_path, text.encode(encoding))
    assert file.ratings.units == ("ä", "ö")
    assert file.ratings.line.tolist() == [2, 3]


def test_bytes_that_are_not_utf8_are_guessed_and_said(tmp_path: Path) -> None:
    raw = (HEAD + "ä,x,1\nö,x,0\n").encode("cp1252")
    file = read(tmp_path, raw)
    assert file.ratings.units == ("ä", "ö")
    assert taken(file)["encoding"] == "Windows-1252"
    assert any("line 2 is not UTF-8" in str(item) for item in file.taken)
    with pytest.raises(RatingsFileFault, match="not utf-8") as caught:
        read(tmp_path, raw, encoding="utf-8")
    assert caught.value.place.endswith(":2")
    with pytest.raises(RatingsFileFault, match="no encoding 'klingon'"):
        read(tmp_path, raw, encoding="klingon")


def test_json_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RatingsFileFault, match="not UTF-8"):
        read(tmp_path, '[{"unit": "ä"}]'.encode("latin-1"))


def test_semicolons_and_decimal_commas(tmp_path: Path) -> None:
    file = read(tmp_path, "unit;rater;value\na;x;1,5\nb;x;2,25\nc;x;3\n")
    assert taken(file)["delimiter"] == "semicolon"
    assert taken(file)["decimal mark"] == "comma"
    assert file.ratings.scales[0].numbers == (1.5, 2.25, 3.0)
    assert file.ratings.scales[0].level == "interval"


def test_the_decimal_mark_may_be_said(tmp_path: Path) -> None:
    text = "unit;rater;value\na;x;1,500\nb;x;2,000\n"
    assert read(tmp_path, text, decimal=",").ratings.scales[0].numbers == (1.5, 2.0)


def test_the_delimiter_line_of_a_spreadsheet(tmp_path: Path) -> None:
    file = read(tmp_path, "sep=;\r\nunit;rater;value\r\na;x;1\r\nb;x;0\r\n")
    assert file.ratings.line.tolist() == [3, 4]
    assert file.ratings.units == ("a", "b")


def test_ids_keep_their_zeros(tmp_path: Path) -> None:
    file = read(tmp_path, HEAD + "007,01,1\n7,01,0\n007,1,1\n")
    assert file.ratings.units == ("007", "7")
    assert file.ratings.raters == ("01", "1")


def test_values_with_zeros_in_front_are_labels(tmp_path: Path) -> None:
    file = read(tmp_path, HEAD + "a,x,007\nb,x,7\n")
    assert file.ratings.scales[0].level == "nominal"
    assert file.ratings.scales[0].categories == ("007", "7")
    assert any("would lose its zeros" in note for note in file.notes)


def test_nan_and_none_as_labels_and_as_no_answer(tmp_path: Path) -> None:
    words = read(tmp_path, HEAD + "a,x,None\nb,x,nan\nc,x,Some\n")
    assert words.ratings.scales[0].categories == ("None", "Some", "nan")
    assert sum("is kept as a label" in note for note in words.notes) == 2
    numbers = read(tmp_path, HEAD + "a,x,None\nb,x,nan\nc,x,3\n")
    assert cells(numbers.ratings)["a", "rating", "x"] == MISSING
    assert sum("is taken as missing" in note for note in numbers.notes) == 2
    said = read(tmp_path, HEAD + "a,x,None\nc,x,Some\n", missing=("None",))
    assert cells(said.ratings)["a", "rating", "x"] == MISSING
    kept = read(tmp_path, HEAD + "a,x,NA\nc,x,EU\n", labels=("NA",))
    assert kept.ratings.scales[0].categories == ("EU", "NA")


def test_words_among_numbers_may_be_declared(tmp_path: Path) -> None:
    text = HEAD + "a,x,1\nb,x,?\nc,x,2\n"
    with pytest.raises(RatingsFileFault, match="such as '\\?'"):
        read(tmp_path, text)
    file = read(tmp_path, text, cannot_tell=("?",))
    assert cells(file.ratings)["b", "rating", "x"] == -3
    file = read(tmp_path, text, scales=(Declared("nominal"),))
    assert file.ratings.scales[0].categories == ("1", "2", "?")


def test_infinities_may_be_declared(tmp_path: Path) -> None:
    text = HEAD + "a,x,1\nb,x,inf\n"
    assert cells(read(tmp_path, text, missing=("inf",)).ratings)["b", "rating", "x"] == MISSING
    with pytest.raises(RatingsFileFault, match="'inf' is no number") as caught:
        read(tmp_path, text, scales=(Declared("interval"),))
    assert caught.value.place.endswith(":3")


def test_nothing_but_blanks_and_nothing_but_not_applicable(tmp_path: Path) -> None:
    blank = read(tmp_path, HEAD + "a,x,\nb,x,\n")
    assert blank.counts["missing"] == 2
    assert blank.ratings.scales[0].categories == ()
    assert read(tmp_path, HEAD + "a,x,n/a\nb,x,NA\n").counts["not applicable"] == 2


def test_blank_rows_of_a_spreadsheet_are_left_out_and_said(tmp_path: Path) -> None:
    file = read(tmp_path, HEAD + "a,x,1\n,,\n\n , ,\nb,x,0\n,,\n")
    assert len(file.ratings) == 2
    assert "4 blank rows left out." in file.notes


def test_a_guessed_cluster_that_splits_a_unit_is_none(tmp_path: Path) -> None:
    text = "unit,group,rater,value\na,g,x,1\na,h,y,1\nb,g,x,0\n"
    file = read(tmp_path, text)
    assert taken(file)["cluster"] == "none"
    assert any("unit 'a' stands in several clusters: 'g', 'h'" in note for note in file.notes)
    with pytest.raises(RatingsFileFault, match="unit 'a' stands in several clusters"):
        read(tmp_path, text, cluster="group")
    assert taken(read(tmp_path, text, cluster="none"))["cluster"] == "none"


def test_names_are_shown_harmless(tmp_path: Path) -> None:
    with pytest.raises(RatingsFileFault) as caught:
        read(tmp_path, HEAD + "a\x1b[31m,x,1\na\x1b[31m,x,2\n")
    assert "\x1b" not in str(caught.value)


def test_many_raters_with_one_rating_each(tmp_path: Path) -> None:
    number = 20_000
    rows = "".join(f"u{at % 7},gpt-{at}-x,{at % 3}\n" for at in range(number))
    file = read(tmp_path, HEAD + rows)
    assert len(file.ratings) == len(file.ratings.raters) == number
    assert file.counts["answers"] == number
    assert sum("taken for role model" in note for note in file.notes) == 1


def test_a_status_token_is_read_as_said(tmp_path: Path) -> None:
    file = read(tmp_path, HEAD + "a,x,99\nb,x,1\n", not_applicable=("99",))
    assert cells(file.ratings)["a", "rating", "x"] == NA
