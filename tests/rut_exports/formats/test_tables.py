from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given, settings

from rut_domains.dialogue import Dialogue, Message, ToolCall, ToolResult
from rut_exports.tables import COLUMNS, TableWriter, guard_cell
from tests.support.recorded import dialogues


def rows(dialogue: Dialogue) -> list[dict[str, str]]:
    stream = io.StringIO()
    assert TableWriter().write([dialogue], stream) == 1
    return list(csv.DictReader(io.StringIO(stream.getvalue(), newline="")))


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1"])
def test_no_cell_is_a_formula(text: str) -> None:
    assert guard_cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "1-1", "a=b", "'=1", "3"])
def test_other_texts_stay(text: str) -> None:
    assert guard_cell(text) == text


def test_numbers_stay_numbers() -> None:
    assert guard_cell(-3) == "-3"


@settings(max_examples=100, deadline=None)
@given(dialogue=dialogues())
def test_a_row_an_event_in_order(dialogue: Dialogue) -> None:
    table = rows(dialogue)
    assert [int(row["seq"]) for row in table] == list(range(len(dialogue.events)))
    assert all(tuple(row) == COLUMNS for row in table)
    for row, event in zip(table, dialogue.events, strict=True):
        assert (row["kind"], row["actor"]) == (event.kind, event.actor)
        assert row["visible_to"].split() == sorted(event.visible_to)
        if isinstance(event, Message):
            assert row["text"].removeprefix("'") == event.text.removeprefix("'")
        if isinstance(event, ToolCall | ToolResult):
            assert row["tool"] == event.name
        assert not any(cell.startswith(("=", "+", "@", "-")) for cell in row.values())
