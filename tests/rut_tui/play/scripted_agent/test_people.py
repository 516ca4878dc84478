"""People of all kinds reach the goal: terse, chatty, all at once, wrong first, vague."""

from __future__ import annotations

import pytest

from tests.support.lamp_shop import open_shop
from tests.support.people import Person
from tests.support.provenance import unsourced

AGREE = r"shall i|is that right|agree|go ahead"
MAIL = r"e-?mail"
NEW = r"colour would|instead|new item"
WHY = r"why|reason"


def person(name: str) -> Person:
    return {
        "terse": Person(
            "exchange",
            {
                AGREE: "y",
                MAIL: "anna.berg@example.com",
                "order": "1023",
                NEW: "green",
                WHY: "colour",
                "item": "lamp",
            },
            "^done",
        ),
        "chatty": Person(
            "Hiya! Hope you're well. I got this lovely desk lamp from you the other week, but "
            "honestly the blue is all wrong for my study, so I was hoping to swap it?",
            {
                AGREE: "Oh yes please, that would be wonderful, thank you so much!",
                MAIL: "Sure thing, it should be anna dot berg at example dot com, I think.",
                "order": "Let me see... ah here it is, order number w 1023.",
                NEW: "I'd go for the green one, my sister has it and it's gorgeous",
                WHY: "Well the colour doesn't match my curtains at all",
            },
            "done",
        ),
        "all at once": Person(
            "Hi, anna.berg@example.com here, order W-1023: please swap the blue desk lamp for the "
            "green one, wrong shade for my room.",
            {AGREE: "Yes."},
            "done",
        ),
        "corrects": Person(
            "Hello, I want to exchange a lamp.",
            {
                AGREE: "That's right.",
                MAIL: ["ana.berg@example.com", "Oops, sorry, anna.berg@example.com"],
                "order": ["It's W-1203", "no, sorry, I meant W-1023"],
                NEW: ["yellow please", "actually the green one"],
                WHY: "it does not match",
            },
            "^done",
        ),
        "out of order": Person(
            "i want the green one instead",
            {
                AGREE: "ok do it",
                MAIL: ["order is W1023", "i told you. mail: ANNA.BERG@EXAMPLE.COM"],
                "item": "desk lamp ofc",
                WHY: "wrong shade",
            },
            "^done",
        ),
        "vague": Person(
            "I have a problem",
            {
                AGREE: ["hm", "what exactly?", "fine"],
                MAIL: ["what for?", "the usual one", "anna.berg@example.com"],
                WHY: ["just because", "its not the colour i wanted"],
                NEW: ["dunno, something nicer", "green i guess"],
                "item": ["the thing", "the lamp thing"],
                "order": ["the last one", "no idea", "1023 maybe"],
            },
            "^done",
        ),
        "mistyping": Person(
            "helo i wnat to exchagne my lmap",
            {
                AGREE: "yess go ahed, yes",
                MAIL: "Anna.Berg@Example.Com",
                "order": "ordre w1023",
                NEW: "teh gren one",
                WHY: "teh colour dosnt match",
                "item": "the dsek lamp",
            },
            "^done",
        ),
        "asks back": Person(
            "Is it possible to get my blue lamp in another colour?",
            {
                AGREE: ["Will that cost anything?", "Alright then, go ahead."],
                MAIL: "Why do you need that? It's anna.berg@example.com though.",
                "order": "W-1023, isn't it?",
                NEW: ["What colours do you have?", "Green then."],
                WHY: "Because of the colour!",
                "item": "The lamp, what else?",
            },
            "^done|label is",
        ),
    }[name]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "name",
    [
        "terse",
        "chatty",
        "all at once",
        "corrects",
        "out of order",
        "vague",
        "mistyping",
        "asks back",
    ],
)
def test_everybody_gets_the_green_lamp(name: str, seed: int) -> None:
    table, shop = open_shop(seed=seed)
    person(name).talk(table)
    assert shop.exchanged == [
        {"order_id": "W-1023", "item_id": "I-700", "new": "I-702", "reason": "wrong_colour"}
    ], table.transcript
    assert unsourced(table.events, table.task, table.tools) == []


def test_nothing_is_asked_for_that_was_said_before() -> None:
    table, _ = open_shop()
    table.say(
        "Hi, anna.berg@example.com here, order W-1023: please swap the blue desk lamp for the "
        "green one, wrong shade for my room."
    )
    assert len(table.said) == 1
    assert table.good_calls == ["find_customer", "get_order", "find_variants"]
    assert "W-1023" in table.last


@pytest.mark.parametrize("name", ["terse", "chatty", "all at once", "corrects"])
def test_it_works_without_the_schemas_of_the_tools(name: str) -> None:
    table, shop = open_shop(tools=())
    person(name).talk(table)
    assert [made["new"] for made in shop.exchanged] == ["I-702"], table.transcript
