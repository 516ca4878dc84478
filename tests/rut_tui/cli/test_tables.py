"""Tables that fit the terminal."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from rut_tui.cli.tables import Column, Table

LONG = "words that go on and on until there is no room for them any more"


def printed(table: Table, width: int) -> list[str]:
    stream = io.StringIO()
    Console(file=stream, width=width, markup=False, emoji=False, highlight=False).print(table)
    return stream.getvalue().splitlines()


def make(*rows: tuple[object, ...]) -> Table:
    table = Table(
        Column("id", "key"),
        Column("source", "cut", rank=2),
        Column("name", "cut"),
        Column("link", "key", rank=1),
        "about",
    )
    for row in rows:
        table.add(row)
    return table


def test_with_room_everything_is_shown_on_one_line() -> None:
    table = make(("d-1", "tau2", "a name", "unlinked", "short words"))
    assert printed(table, 80) == [
        "id   source  name    link      about",
        "d-1  tau2    a name  unlinked  short words",
    ]


def test_a_column_without_content_is_left_out_unless_it_is_always_there() -> None:
    assert printed(make(("d-1", "", "", "", "")), 80)[0] == "id   name  about"


def test_keys_stay_whole_long_cells_end_in_an_ellipsis_and_prose_goes_on() -> None:
    lines = printed(make(("d-0123456789", "tau2", LONG, "unlinked", LONG)), 60)
    assert all(len(line) <= 60 for line in lines)
    assert lines[1].startswith("d-0123456789  ")
    assert "…" in lines[1]
    assert len(lines) > 2
    assert lines[2].startswith(" " * 14)


def test_without_room_the_highest_rank_goes_first() -> None:
    table = make(("d-0123456789", "a source", LONG, "unlinked", LONG))
    heads = [printed(table, width)[0].split() for width in (70, 56, 40)]
    assert heads == [
        ["id", "source", "name", "link", "about"],
        ["id", "name", "link", "about"],
        ["id", "name", "about"],
    ]


def test_foreign_text_stays_text() -> None:
    table = make(("[b]id[/b]", ":smile:", "two\nlines\x1b[31m", "", "a\nb\x07"))
    lines = printed(table, 80)
    assert lines[1].startswith("[b]id[/b]  :smile:  two lines␛[31m")
    assert lines[2].strip() == "b␇"


@given(
    st.lists(
        st.tuples(*[st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=30)] * 5),
        max_size=4,
    ),
    st.integers(60, 140),
)
def test_no_line_is_wider_than_the_terminal(rows: list[tuple[str, ...]], width: int) -> None:
    table = make(*(("d-1", row[1], row[2], "x", row[4]) for row in rows))
    assert all(cell_len(line) <= width for line in printed(table, width))


@pytest.mark.parametrize("cells", [("a",), ("a", "b", "c")])
def test_a_row_of_another_length_is_refused(cells: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="argument"):
        Table("one", "two").add(cells)
