"""How the scripted user conducts itself, on contracts of our own."""

from __future__ import annotations

import pytest

from rut_domains.contract import Contract, Goal
from rut_domains.tool import ToolSpec
from tests.support.scripted_user import Talk
from tests.support.shop import EXCHANGE, LEXICON, REPAIR, task_of

TOOLS = (ToolSpec(name="read_lamp", writes=False), ToolSpec(name="press_reset", writes=True))


def shop(seed: int = 0, contract: Contract = EXCHANGE) -> Talk:
    talk = Talk(task_of(contract), LEXICON, seed=seed)
    talk.hear("Hello, how can I help?")
    return talk


class Box:
    """A box whose lamp turns green when reset."""

    def __init__(self) -> None:
        self.light = "red"

    def __call__(self, tool: str, arguments: object) -> dict[str, object]:
        if tool == "press_reset":
            self.light = "green"
        return {"success": True, "data": {"light": self.light}}


def box(seed: int = 0) -> Talk:
    talk = Talk(task_of(REPAIR), LEXICON, seed=seed, tools=TOOLS, answer=Box())
    talk.hear("Hello, how can I help?")
    return talk


def test_it_opens_with_an_opening_and_no_more():
    assert shop().said[0] in EXCHANGE.opening


def test_two_questions_get_two_answers_and_three_get_three():
    assert all(
        v in shop().hear("What's your order number and your postcode?") for v in ("K-2041", "40213")
    )
    said = shop().hear("I need the following:\n1. order number\n2. e-mail\n3. postcode")
    assert all(value in said for value in ("K-2041", "mira@example.org", "40213"))


def test_one_question_gets_one_answer():
    said = shop().hear("Could you share your e-mail, please?")
    assert "mira@example.org" in said
    assert "K-2041" not in said
    assert "40213" not in said


def test_what_it_does_not_know_it_does_not_invent():
    known = shop().hear("When did you buy it?")
    assert not any(character.isdigit() for character in known)
    absent = shop().hear("What's your date of birth?")
    assert not any(character.isdigit() for character in absent)
    assert shop().moves[-1].end is None


def test_a_line_it_does_not_understand_gets_one_request_to_rephrase_and_the_third_ends_it():
    talk = shop()
    first = talk.hear("The weather in Lisbon is lovely.")
    second = talk.hear("Bananas float on marble thoughts.")
    assert "?" in first
    assert "?" in second
    assert first != second
    assert not talk.ended
    talk.hear("Seven grey owls.")
    assert talk.reason == "abandoned"
    assert talk.moves[-1].end is not None
    assert talk.moves[-1].end.detail == "stuck"


def test_a_line_that_it_understands_starts_the_count_again():
    talk = shop()
    for line in ("The weather in Lisbon is lovely.", "Your postcode?") * 4:
        talk.hear(line)
    assert not talk.ended


@pytest.mark.parametrize(
    "line",
    [
        "One moment please.",
        "Thanks for the information, let me check.",
        "Good morning!",
        "Sure thing.",
    ],
)
def test_small_talk_is_acknowledged(line):
    said = shop().hear(line)
    assert "?" not in said
    assert len(said.split()) <= 8


@pytest.mark.parametrize(
    "line",
    [
        "I would exchange the kettle of order K-2041 for the blue one. Shall I go ahead?",
        "So the kettle from K-2041 becomes a blue one, right?",
        "Is that okay with you: kettle out, blue kettle in?",
    ],
)
def test_a_right_proposal_is_confirmed(line):
    said = shop().hear(line)
    assert "K-2041" not in said
    assert "not" not in said


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("I would exchange the kettle of order K-2014 for the blue one. Shall I?", "K-2041"),
        ("I'd swap it for the green one, okay?", "blue"),
    ],
)
def test_a_wrong_detail_is_corrected(line, right):
    assert right in shop().hear(line)


def test_a_limit_decides_between_two_goals():
    cheap = shop()
    cheap.hear("There is a fee of $8 for the exchange. Shall I go ahead?")
    assert "return" not in cheap.said[-1]
    dear = shop()
    dear.hear("There is a $12 fee for the exchange. Shall I go ahead?")
    assert "return" in dear.said[-1]
    dear.hear("Your return is booked.")
    assert not dear.ended or dear.reason == "satisfied"


@pytest.mark.parametrize("line", ["I will exchange the kettle.", "Shall I exchange the kettle?"])
def test_it_never_ends_on_a_promise_or_a_question(line):
    talk = shop()
    talk.hear(line)
    assert not talk.ended


def test_it_ends_when_its_goal_is_reported_done():
    talk = shop()
    talk.hear("I have swapped your kettle for the blue one.")
    assert talk.reason == "satisfied"


def test_a_refusal_that_the_contract_does_not_foresee_is_met_with_insistence():
    talk = shop()
    for _ in range(3):
        assert not talk.ended
        talk.hear("I'm afraid I cannot exchange it.")
    assert talk.reason == "out_of_scope"


def test_an_expected_refusal_is_accepted():
    goal = Goal(id="g", text="Cancel the order.", refused_as=("cannot cancel",))
    contract = Contract(opening=("Please cancel my order.",), goals=(goal,), expects="out_of_scope")
    talk = shop(contract=contract)
    talk.hear("Sorry, I cannot cancel it any more.")
    assert talk.reason == "out_of_scope"


def test_it_ends_as_transferred_once_it_has_been_transferred():
    talk = shop()
    talk.hear("I will transfer you to a colleague in a minute, is that fine?")
    assert not talk.ended
    talk.hear("I have transferred you to a colleague.")
    assert talk.reason == "transferred"


def test_tools_are_used_when_told_one_after_another_and_reported():
    talk = box()
    assert talk.calls == []
    said = talk.hear("Please press reset and then look at the lamp.")
    assert [name for name, _ in talk.calls] == ["press_reset", "read_lamp"]
    assert all(len(move.calls) <= 1 for move in talk.moves)
    assert "green" in said
    talk.hear("Great! Anything else?")
    assert talk.reason == "satisfied"


@pytest.mark.parametrize(
    "line",
    [
        "I have reset the box on my side.",
        "Please don't press reset yet.",
        "Shall I reset the box from here?",
        "I will look at the lamp log.",
    ],
)
def test_no_tool_is_used_unless_told(line):
    talk = box()
    talk.hear(line)
    assert talk.calls == []


def test_a_tool_that_is_not_at_hand_is_named_as_such():
    talk = box()
    said = talk.hear("Please open the lid.")
    assert talk.calls == []
    assert said
    assert "open." not in said


def test_asked_what_was_tried_it_offers_and_does_it_on_a_yes():
    talk = box()
    said = talk.hear("Have you tried to press reset?")
    assert talk.calls == []
    assert "?" in said
    talk.hear("Yes, please do.")
    assert [name for name, _ in talk.calls] == ["press_reset"]


def test_a_claim_that_it_works_is_checked_before_it_is_believed():
    talk = box()
    talk.hear("It works again now.")
    assert [name for name, _ in talk.calls] == ["read_lamp"]
    assert "red" in talk.said[-1]
    assert not talk.ended


def test_no_sentence_comes_twice_in_a_row():
    talk = shop()
    for line in ["Your order number?"] * 4 + ["Hold on."] * 4 + ["Your order number?"] * 2:
        talk.hear(line)
    assert all(one != other for one, other in zip(talk.said, talk.said[1:], strict=False))


def test_the_same_seed_and_log_give_the_same_moves_and_seeds_differ():
    lines = ["Your e-mail?", "One moment.", "Shall I exchange it for the blue one?"]
    first, again = shop(3).hear_all(lines), shop(3).hear_all(lines)
    assert first.said == again.said
    assert len({tuple(shop(seed).hear_all(lines).said) for seed in range(8)}) > 1


def test_it_goes_on_from_any_prefix_of_the_log():
    lines = ["Your e-mail?", "Shall I exchange it for the blue one?", "The exchange is booked."]
    whole = shop(1).hear_all(lines)
    resumed = shop(1)
    resumed.hear(lines[0])
    rest = Talk(resumed.task, LEXICON, seed=1, events=list(resumed.events))
    assert rest.hear_all(lines[1:]).said == whole.said[2:]


@pytest.mark.parametrize(
    "line",
    ["", "   ", "[bold]x[/bold]", "\x1b[31m", "a" * 5000, "🙂" * 50, "؟ما رقم الطلب", "1) 2) 3)"],
)
def test_odd_lines_do_no_harm(line):
    talk = shop()
    talk.hear(line or "?")
    assert talk.moves[-1].text


def test_a_contract_of_prose_alone_can_be_played():
    talk = Talk(task_of(Contract(reason="You want to know the opening hours.")), LEXICON)
    assert talk.hear("Hello!")
    assert talk.hear("What's your name?")
