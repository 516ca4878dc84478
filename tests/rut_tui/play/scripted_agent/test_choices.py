"""Choices named in everyday words."""

from __future__ import annotations

import pytest

from rut_domains.lexicon import Lexicon
from rut_domains.task import Slot, Step
from rut_domains.tool import ToolSpec
from rut_tui.play.scripted.agent_choosing import choose_option
from rut_tui.play.scripted.plan import Blank, make_plan
from tests.support.lamp_shop import make_task, open_shop


def blank(choices: list[str], wanted: str, said: tuple[str, ...] = ()) -> Blank:
    step = Step(tool="do", arguments={"way": wanted}, slots={"way": Slot(said=said)})
    tool = ToolSpec(
        name="do",
        parameters={"type": "object", "properties": {"way": {"type": "string", "enum": choices}}},
    )
    return next(iter(make_plan(make_task(steps=(step,)), Lexicon(), (tool,)).blanks.values()))


REASONS = ["changed_mind", "ordered_by_mistake", "takes_too_long"]
WAYS = ["original_payment", "gift_card"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("ordered by mistake", "ordered_by_mistake"),
        ("I clicked twice", "ordered_by_mistake"),
        ("it was an accident", "ordered_by_mistake"),
        ("I don't want it any more", "changed_mind"),
        ("changed my mind", "changed_mind"),
        ("it's taking forever", "takes_too_long"),
        ("because I can", None),
    ],
)
def test_reasons(text: str, meant: str | None) -> None:
    for wanted in REASONS:
        option = choose_option(text, blank(REASONS, wanted), asked=True)
        assert (option.value if option else None) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("a gift card, please", "gift_card"),
        ("card", "original_payment"),
        ("a voucher is fine", "gift_card"),
        ("the same way I paid", "original_payment"),
        ("not a gift card, back to my card", "original_payment"),
        ("gift card, no wait, original payment", "original_payment"),
        ("whatever", None),
    ],
)
def test_ways(text: str, meant: str | None) -> None:
    for wanted in WAYS:
        option = choose_option(text, blank(WAYS, wanted), asked=True)
        assert (option.value if option else None) == meant


def test_unasked_a_hint_is_not_enough() -> None:
    assert choose_option("my card is lost", blank(WAYS, "original_payment"), asked=False) is None
    said = blank(WAYS, "original_payment", ("the way I paid",))
    option = choose_option("the way I paid", said, asked=False)
    assert option is not None
    assert option.value == "original_payment"
    assert option.sure


def test_a_hint_is_read_back() -> None:
    table, shop = open_shop()
    table.say("anna.berg@example.com, W-1023: the blue lamp for the green one, please")
    table.say("It looks all scratched")
    assert "damaged" in table.last
    table.say("yes")
    assert shop.exchanged[0]["reason"] == "damaged"
