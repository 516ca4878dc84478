"""Text tables of every layout."""

from __future__ import annotations

from pathlib import Path

import pytest

from rut_annotations.faults import RatingsFileFault
from rut_annotations.ratings_files.declared import Declared
from tests.support.ratings_text import MISSING, NA, cells, clusters, read, roles, taken

LONG = """dialogue_id,task_id,criterion,rater,verdict,comment
d1,t1,goal,ann,met,fine
d1,t1,goal,bob,not_met,"no, never"
d1,t1,role,ann,cannot_tell,
d2,t1,goal,ann,n/a,
d2,t1,goal,bob,,
"""


def test_long_table(tmp_path: Path) -> None:
    file = read(tmp_path, LONG)
    assert file.shape == "long"
    assert cells(file.ratings) == {
        ("d1", "goal", "ann"): "met",
        ("d1", "goal", "bob"): "not_met",
        ("d1", "role", "ann"): -3,
        ("d2", "goal", "ann"): NA,
        ("d2", "goal", "bob"): MISSING,
    }
    assert clusters(file.ratings) == {"d1": "t1", "d2": "t1"}
    assert file.ratings.scales[0].level == "binary"
    assert file.ratings.scales[0].categories == ("not_met", "met")
    assert not file.ratings.scales[0].declared
    assert file.ratings.line.tolist() == [2, 3, 4, 5, 6]
    assert taken(file)["not used"] == "columns 'comment'"
    assert file.counts["read"] == 5
    assert file.counts["answers"] == 2
    assert file.counts["missing"] == file.counts["not applicable"] == 1


def test_columns_of_another_name_are_named(tmp_path: Path) -> None:
    text = "was,wer,urteil\na,x,1\na,y,2\nb,x,1\nb,y,1\n"
    file = read(tmp_path, text, unit="was", rater="wer", value="urteil")
    assert cells(file.ratings)["a", "rating", "y"] == "2"
    with pytest.raises(RatingsFileFault, match="no column 'nobody'") as caught:
        read(tmp_path, text, rater="nobody")
    assert "'was', 'wer', 'urteil'" in caught.value.hint
    with pytest.raises(RatingsFileFault, match="no column says what was rated"):
        read(tmp_path, text)


def test_a_long_table_of_which_nothing_says_who_rated_is_not_taken_for_a_wide_one(
    tmp_path: Path,
) -> None:
    with pytest.raises(RatingsFileFault, match="no column says who rated") as caught:
        read(tmp_path, "item,person,score\na,1,3\nb,2,3\n")
    assert caught.value.place.endswith("ratings:1")


def test_several_columns_name_one_unit(tmp_path: Path) -> None:
    text = "item,turn,rater,value\na,1,x,0\na,2,x,1\na,1,y,0\n"
    file = read(tmp_path, text, unit="item+turn", cluster="item")
    assert file.ratings.units == ("a/1", "a/2")
    assert clusters(file.ratings) == {"a/1": "a", "a/2": "a"}


def test_names_joined_to_the_same_text_stay_different(tmp_path: Path) -> None:
    text = "item,turn,rater,value\na/b,c,x,0\na,b/c,x,1\n"
    file = read(tmp_path, text, unit="item+turn")
    assert len(file.ratings.units) == 2


def test_a_sample_that_was_run_twice_is_two_units_of_one_cluster(tmp_path: Path) -> None:
    file = read(tmp_path, "task_id,trial,rater,score\nt,0,x,1\nt,1,x,0\n")
    assert clusters(file.ratings) == {"t/0": "t", "t/1": "t"}


def test_wide_table(tmp_path: Path) -> None:
    file = read(tmp_path, "item,ann,bob,cy\na,1,2,\nb,3,3,NA\n")
    assert file.shape == "wide"
    assert cells(file.ratings) == {
        ("a", "rating", "ann"): "1",
        ("a", "rating", "bob"): "2",
        ("a", "rating", "cy"): MISSING,
        ("b", "rating", "ann"): "3",
        ("b", "rating", "bob"): "3",
        ("b", "rating", "cy"): NA,
    }
    assert file.ratings.scales[0].level == "ordinal"
    assert any("R writes NA for missing" in note for note in file.notes)


def test_na_may_be_said_to_mean_missing(tmp_path: Path) -> None:
    file = read(tmp_path, "item,ann,bob\na,1,NA\nb,3,3\n", missing=("NA",))
    assert cells(file.ratings)["a", "rating", "bob"] == MISSING


def test_a_matrix_of_raters_alone_has_its_rows_for_units(tmp_path: Path) -> None:
    file = read(tmp_path, "rater1,rater2\n1,2\n1,1\n2,2\n")
    assert file.ratings.units == ("row 1", "row 2", "row 3")
    assert taken(file)["unit"] == "each row"


def test_row_names_of_r_without_a_header_are_the_unit(tmp_path: Path) -> None:
    for header in ('"","r1","r2"', '"r1","r2"'):
        file = read(tmp_path, f'{header}\n"a",1,2\n"b",2,2\n')
        assert file.ratings.units == ("a", "b"), header
        assert file.ratings.raters == ("r1", "r2")


def test_chosen_raters_and_criteria(tmp_path: Path) -> None:
    text = "item,ann,bob,length\na,1,2,55\nb,1,1,60\n"
    assert read(tmp_path, text, raters=("ann", "bob")).ratings.raters == ("ann", "bob")
    text = "item,rater,clear,kind,score\na,x,1,p,9\na,y,0,q,8\n"
    file = read(tmp_path, text, criteria=("clear", "score"))
    assert file.shape == "criteria"
    assert file.ratings.criteria == ("clear", "score")


def test_criteria_table(tmp_path: Path) -> None:
    file = read(tmp_path, "item,rater,clear,polite,notes\na,x,1,yes,ok\na,y,0,no,\n")
    assert file.shape == "criteria"
    assert file.ratings.criteria == ("clear", "polite")
    assert cells(file.ratings)["a", "polite", "y"] == "no"
    assert [scale.categories for scale in file.ratings.scales] == [("0", "1"), ("no", "yes")]


def test_triples(tmp_path: Path) -> None:
    file = read(tmp_path, "c1 1 v1\nc2 1 v1\nc1 2 v2\nc2 2 v1\n")
    assert file.shape == "triples"
    assert taken(file)["delimiter"] == "space"
    assert cells(file.ratings)["2", "rating", "c1"] == "v2"
    tabs = read(tmp_path, "c1\t1\tv1\nc2\t1\tv1\nc1\t2\tv2\nc2\t2\tv1\n")
    assert cells(tabs.ratings) == cells(file.ratings)


def test_columns_without_a_header_go_by_number(tmp_path: Path) -> None:
    text = "a,x,q,1\na,y,q,2\nb,x,q,2\n"
    with pytest.raises(RatingsFileFault, match="4 columns without a header"):
        read(tmp_path, text, header=False)
    file = read(tmp_path, text, header=False, unit="1", rater="2", criterion="3", value="4")
    assert cells(file.ratings)["a", "q", "y"] == "2"


def test_roles_come_from_the_column_the_name_or_the_options(tmp_path: Path) -> None:
    file = read(tmp_path, "item,rater,role,value\na,x,human,1\na,m,LLM,0\na,g,adjudicator,1\n")
    assert roles(file.ratings) == {"x": {"human"}, "m": {"model"}, "g": {"adjudicated"}}
    text = "item,rater,value\na,Claude,1\na,gpt-4o,0\na,curation_user,1\n"
    file = read(tmp_path, text)
    assert roles(file.ratings) == {
        "Claude": {"human"},
        "gpt-4o": {"model"},
        "curation_user": {"adjudicated"},
    }
    assert any("'gpt-4o': taken for role model" in note for note in file.notes)
    file = read(tmp_path, text, roles={"gpt-4o": "human", "Claude": "model"})
    assert roles(file.ratings)["gpt-4o"] == {"human"}
    assert roles(file.ratings)["Claude"] == {"model"}
    with pytest.raises(RatingsFileFault, match="no rater 'zoe'"):
        read(tmp_path, text, roles={"zoe": "model"})


def test_repeats_are_passes_where_a_column_says_so(tmp_path: Path) -> None:
    file = read(tmp_path, "item,rater,pass,value\na,x,10,1\na,x,2,0\na,x,training,1\n")
    assert file.ratings.passes == ("2", "10", "training")
    assert file.ratings.first_passes().tolist() == [True, False, False]


def test_a_declared_scale_holds_values_that_nobody_chose(tmp_path: Path) -> None:
    text = "item,rater,value\na,x,2\na,y,4\n"
    file = read(tmp_path, text, scales=(Declared("ordinal", ("1", "2", "3", "4", "5")),))
    assert file.ratings.scales[0].categories == ("1", "2", "3", "4", "5")
    assert file.ratings.scales[0].declared
    with pytest.raises(RatingsFileFault, match="not in the scale 1, 2, 3") as caught:
        read(tmp_path, text, scales=(Declared("ordinal", ("1", "2", "3")),))
    assert caught.value.place.endswith("ratings:3")


def test_sets_are_lists(tmp_path: Path) -> None:
    text = 'item,rater,value\na,x,"[""p"",""q""]"\na,y,"[""q"",""p""]"\nb,x,[]\n'
    file = read(tmp_path, text)
    assert file.ratings.scales[0].level == "set"
    assert file.ratings.scales[0].sets == (frozenset("pq"), frozenset())
    file = read(tmp_path, "item,rater,value\na,x,p|q\na,y,p\n", scales=(Declared("set"),))
    assert set(file.ratings.scales[0].sets) == {frozenset("pq"), frozenset("p")}


def test_lines_count_line_breaks_inside_cells(tmp_path: Path) -> None:
    text = 'item,rater,value,comment\na,x,1,"two\nlines"\n\na,y,0,\r\nb,x,1,"\r\n"\nb,y,1,\n'
    file = read(tmp_path, text)
    assert file.ratings.line.tolist() == [2, 5, 6, 8]
    assert "1 blank row left out." in file.notes
