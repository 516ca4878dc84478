"""Before a write: what is proposed, what counts as a yes, and what happens otherwise."""

from __future__ import annotations

import pytest

from tests.support.agent_table import Table
from tests.support.lamp_shop import Shop, open_shop

OPENING = (
    "Hi, anna.berg@example.com, order W-1023: please swap the blue desk lamp for the green one, "
    "wrong shade."
)


def proposed(seed: int = 0) -> tuple[Table, Shop]:
    table, shop = open_shop(seed=seed)
    table.say(OPENING)
    assert "exchange_item" not in [name for name, _ in table.calls]
    return table, shop


@pytest.mark.parametrize(
    "text",
    [
        "Yes",
        "y",
        "yep!",
        "Yeah, go on.",
        "ok",
        "okay, do it",
        "Sure thing",
        "That's right.",
        "Correct",
        "please do",
        "Go ahead",
        "go ahed pls",
        "Sounds good to me",
        "fine by me",
        "I agree",
        "no problem",
        "Why not",
        "👍",
        "Perfect, thanks!",
        "Yes, please, and thank you for your help.",
        "by all means",
        "confirmed",
        "Alright then.",
        "absolutely",
        "I confirm",
        "works for me",
        "make it so",
    ],
)
def test_a_yes_in_any_words_is_enough(text: str) -> None:
    table, shop = proposed()
    table.say(text)
    assert len(shop.exchanged) == 1, table.transcript


@pytest.mark.parametrize(
    "text",
    [
        "No",
        "nope",
        "no, wait",
        "Not yet.",
        "hm",
        "...",
        "What does it cost?",
        "maybe",
        "I am not sure",
        "my cat is ill",
        "The weather is nice today",
        "Stop!",
        "hold on",
        "never mind",
        "are you a bot?",
        "that's not what I want",
        "Can I speak to a person?",
        "",
        "Thanks!",
    ],
)
def test_anything_else_is_not(text: str) -> None:
    table, shop = proposed()
    table.say(text)
    assert shop.exchanged == [], table.transcript
    assert table.last.strip()


def test_a_no_is_followed_by_the_question_what_to_change() -> None:
    table, shop = proposed()
    table.say("No.")
    assert "?" in table.last
    table.say("The yellow one, please.")
    assert "yellow" in table.last
    table.say("Yes")
    assert shop.exchanged == []  # it is out of stock
    assert "out of stock" in table.last
    table.say("Then the green one after all.")
    table.say("Yes")
    assert [made["new"] for made in shop.exchanged] == ["I-702"]


def test_a_no_with_a_change_takes_the_change() -> None:
    table, shop = proposed()
    table.say("No, sorry, I meant the yellow one")
    assert "yellow" in table.last
    assert shop.exchanged == []


def test_a_yes_with_a_change_takes_the_change_and_asks_again() -> None:
    table, shop = proposed()
    table.say("Yes, but the reason is that it arrived damaged")
    assert shop.exchanged == []
    assert "damaged" in table.last
    table.say("yes")
    assert shop.exchanged[0]["reason"] == "damaged"


def test_a_yes_with_an_unclear_change_is_no_yes() -> None:
    table, shop = proposed()
    table.say("Yes, but with another colour")
    assert shop.exchanged == [], table.transcript
    assert "?" in table.last


def test_a_yes_with_a_harmless_but_is_a_yes() -> None:
    table, shop = proposed()
    table.say("Yes, but please hurry up")
    assert len(shop.exchanged) == 1, table.transcript


def test_a_twofold_no_leaves_the_matter() -> None:
    table, shop = proposed()
    table.say("no")
    table.say("nothing, leave it")
    assert shop.exchanged == []
    table.say("bye")
    assert shop.exchanged == []


def test_a_declined_matter_can_be_taken_up_again() -> None:
    table, shop = proposed()
    table.say("never mind, leave it")
    assert shop.exchanged == []
    table.say("Actually, please exchange the item after all.")
    table.say("yes please")
    assert len(shop.exchanged) == 1, table.transcript


def test_a_question_is_answered_and_the_proposal_is_still_open() -> None:
    table, shop = proposed()
    table.say("How much is the floor rug?")
    assert "80" in table.last
    assert shop.exchanged == []
    table.say("ok, yes, go ahead with the lamp")
    assert len(shop.exchanged) == 1, table.transcript


def test_the_done_report_is_filled_from_the_result() -> None:
    table, _ = proposed()
    assert "L-5" in table.say("yes")


def test_nothing_is_written_twice() -> None:
    table, shop = proposed()
    for text in ("yes", "yes", "yes please", "do it", "go ahead", "yes"):
        table.say(text)
    assert len(shop.exchanged) == 1
