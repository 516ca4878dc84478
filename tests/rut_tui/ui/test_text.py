"""Foreign text on screen: harmless, and read as little Markdown as chat needs."""

from __future__ import annotations

import pytest

from rut_domains.text import unwrap
from rut_tui.ui.text import compact_json, plain, prose


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**bold** and `code`", "bold and code"),
        ("# Title\ntext", "Title\ntext"),
        ("- one\n* two", "• one\n• two"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "• a: b\n• 1: 2"),
        ("```\nx = [1]\n```", "x = [1]"),
        ("[b]not markup[/b] [0]", "[b]not markup[/b] [0]"),
        ("\x1b[31mred", "␛[31mred"),
    ],
)
def test_prose(text: str, shown: str) -> None:
    assert prose(text).plain == shown


def test_plain_text_is_never_markup() -> None:
    assert plain("[/] [red] \x07").plain == "[/] [red] ␇"


def test_a_paragraph_is_unwrapped_and_a_list_is_not() -> None:
    text = "one\ntwo\n\n- a\n  b\n- c\n\n| x |\n| y |\n1. first\n2. second"
    assert unwrap(text) == "one two\n\n- a b\n- c\n\n| x |\n| y |\n1. first\n2. second"


def test_json_is_cut_to_its_width() -> None:
    assert compact_json({"a": "x" * 50}, 10) == '{"a": "xx…'
