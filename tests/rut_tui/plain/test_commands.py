"""What a line means in line mode."""

from __future__ import annotations

import pytest

from rut_domains.faults import UsageFault
from rut_domains.tool import ToolSpec
from rut_tui.plain.commands import Ask, describe_tool, join_moves, read_line, split_joined
from rut_tui.play.seat import Call, End, Move

RETURN = ToolSpec(
    name="return_items",
    parameters={
        "type": "object",
        "properties": {
            "order_id": {"type": "string"},
            "item_ids": {"type": "array", "items": {"type": "string"}},
            "count": {"type": "integer"},
            "express": {"type": "boolean"},
            "reason": {"type": "string", "enum": ["broken", "unwanted"]},
            "address": {"type": "object"},
            "numbers": {"type": "array", "items": {"type": "integer"}},
            "size": {"enum": ["43", "44"]},
        },
        "required": ["order_id", "item_ids"],
    },
)


def read_call(text: str) -> Call:
    move = read_line(f"/call return_items {text}", "agent", [RETURN])
    assert isinstance(move, Move)
    return move.calls[0]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("hello", "hello"),
        ("//etc is a folder", "/etc is a folder"),
        ('{"name": "return_items"}', '{"name": "return_items"}'),
        ("return_items(order_id=1)", "return_items(order_id=1)"),
        ("[/b] [red]", "[/b] [red]"),
    ],
)
def test_a_line_is_a_message_and_never_a_call(line: str, text: str) -> None:
    assert read_line(line, "user", [RETURN]) == Move(text=text)


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("order_id=1023", {"order_id": "1023"}),
        ("order_id='W 1'", {"order_id": "W 1"}),
        ("order_id=a=b", {"order_id": "a=b"}),
        ("count=3 express=true", {"count": 3, "express": True}),
        ("express=Off", {"express": False}),
        ("express=yes", {"express": True}),
        ("""item_ids='["a", "b"]'""", {"item_ids": ["a", "b"]}),
        ("item_ids=a,b", {"item_ids": ["a", "b"]}),
        ("item_ids=7", {"item_ids": ["7"]}),
        ("item_ids=7,true", {"item_ids": ["7", "true"]}),
        ("numbers=7", {"numbers": [7]}),
        ("size=44", {"size": "44"}),
        ("""address='{"city": "Ulm"}'""", {"address": {"city": "Ulm"}}),
        ("count=many", {"count": "many"}),
        ("other=null", {"other": None}),
    ],
)
def test_values_are_read_as_their_schema_says(text: str, arguments: dict[str, object]) -> None:
    assert read_call(text).arguments == arguments


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("/dance", "unknown command /dance"),
        ("/call", "the call cannot be read"),
        ("/call nothing a=1", "there is no tool 'nothing'"),
        ("/call return_items order_id", "'order_id' is not key=value"),
        ("/call return_items order_id=1 count=2 order_id=2", "'order_id' is given twice"),
        ("/call return_items count=1 count=1", "'count' is given twice"),
        ("/call return_items 'open", "the call cannot be read"),
        ("/end", "an end needs its reason"),
        ("/end quit", "the user cannot end as 'quit'"),
    ],
)
def test_a_command_that_makes_no_sense_says_what_would(line: str, title: str) -> None:
    with pytest.raises(UsageFault) as caught:
        read_line(line, "user", [RETURN])
    assert caught.value.title == title
    assert caught.value.hint


def test_ends_and_questions() -> None:
    assert read_line("/end abandoned no more time", "user", []) == Move(
        end=End(reason="abandoned", detail="no more time")
    )
    assert read_line("/tools", "user", []) == Ask(name="tools")


def test_a_tool_is_shown_as_it_is_called() -> None:
    assert describe_tool(RETURN) == (
        "return_items order_id=string item_ids=array [count=integer] [express=boolean] "
        "[reason=broken|unwanted] [address=object] [numbers=array] [size=43|44]"
    )


def test_a_trailing_ampersand_joins_lines_to_one_move() -> None:
    assert split_joined("I look. & ") == ("I look.", True)
    assert split_joined("salt&") == ("salt&", False)
    call = Call(name="look", arguments={})
    held = join_moves(None, Move(text="I look."))
    assert join_moves(join_moves(held, Move(calls=(call,))), Move(calls=(call,))) == Move(
        text="I look.", calls=(call, call)
    )
