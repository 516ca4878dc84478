"""Several matters, wrong values, references into results, and values from nowhere."""

from __future__ import annotations

from rut_domains.task import Forbidden, Slot, Step
from rut_domains.tool import ToolSpec
from tests.support.lamp_shop import STEPS, TOOLS, make_task, open_shop
from tests.support.provenance import unsourced

FIND, GET, VARIANTS, EXCHANGE = STEPS
BY_LIST = (
    FIND,
    Step(tool="list_orders", arguments={"customer_id": "C-17"}),
    Step(
        tool="get_order",
        arguments={"order_id": "W-1023"},
        slots={"order_id": Slot(ask=("Which of your orders is it?",), said=("lamp", "rug"))},
    ),
    VARIANTS,
    EXCHANGE,
)
CANCEL = Step(
    tool="cancel_order",
    arguments={"order_id": "W-1032"},
    slots={"order_id": Slot(ask=("Which order would you like to cancel?",))},
    confirm=("I would cancel order {order_id}. Shall I?",),
    done=("Order {order_id} is cancelled.",),
)


def test_another_order_is_really_looked_up() -> None:
    table, _ = open_shop()
    table.say("I'd like to exchange a lamp, anna.berg@example.com, order W-1032")
    assert ("get_order", {"order_id": "W-1032"}) in table.calls
    table.say("the lamp")
    assert ("get_order", {"order_id": "W-1023"}) not in table.calls
    table.say("Oh sorry, I mixed that up, it's W-1023.")
    assert table.calls[-1][0] != "exchange_item"
    assert ("get_order", {"order_id": "W-1023"}) in table.calls


def test_a_number_that_does_not_exist_is_said_and_asked_for_again() -> None:
    table, _ = open_shop()
    table.say("I'd like to exchange a lamp, anna.berg@example.com, order W-9999")
    assert "W-9999" in table.last
    assert "?" in table.last
    table.say("W-9999, I'm sure")
    lookups = [arguments for name, arguments in table.calls if name == "get_order"]
    assert lookups == [{"order_id": "W-9999"}]


def test_a_failed_look_up_is_made_again_only_on_request_and_not_for_ever() -> None:
    table, _ = open_shop()
    table.say("I'd like to exchange a lamp, anna.berg@example.com, order W-9999")
    for _ in range(5):
        table.say("Please try again")
    lookups = [name for name, _ in table.calls if name == "get_order"]
    assert len(lookups) == 2


def test_an_order_is_picked_from_the_list_by_what_is_in_it() -> None:
    table, _ = open_shop(task=make_task(steps=BY_LIST))
    table.say("I bought a lamp, and the colour is wrong")
    table.say("anna.berg@example.com")
    assert ("get_order", {"order_id": "W-1023"}) in table.calls


def test_without_such_words_the_order_is_asked_for() -> None:
    table, _ = open_shop(task=make_task(steps=BY_LIST))
    table.say("I want to exchange something")
    table.say("anna.berg@example.com")
    assert "orders" in table.last
    assert "get_order" not in [name for name, _ in table.calls]
    table.say("the one with the clock")
    assert ("get_order", {"order_id": "W-1032"}) in table.calls


def test_ranks_and_other_references() -> None:
    for words, wanted in (
        ("the second one", "W-1032"),
        ("the first order", "W-1023"),
        ("the shipped one", "W-1032"),
        ("the delivered one please", "W-1023"),
        ("1032", "W-1032"),
    ):
        table, _ = open_shop(task=make_task(steps=BY_LIST))
        table.say("I want to exchange something, anna.berg@example.com")
        table.say(words)
        gets = [arguments["order_id"] for name, arguments in table.calls if name == "get_order"]
        assert gets == [wanted], (words, table.transcript)


def test_the_cheaper_one() -> None:
    table, _ = open_shop()
    table.say("I'd like to exchange the lamp of W-1023, anna.berg@example.com, wrong shade")
    assert "colour" in table.last
    table.say("the cheaper one")
    assert "yellow" in table.last


def test_the_next_matter_is_not_begun_before_it_is_raised() -> None:
    table, shop = open_shop(task=make_task(steps=(*STEPS, CANCEL)))
    table.say(
        "Hi, anna.berg@example.com, order W-1023: please swap the blue lamp for the green one, "
        "wrong shade."
    )
    table.say("yes")
    assert len(shop.exchanged) == 1
    assert "cancel" not in table.last.lower()
    table.say("Yes, there's another thing: I'd like to cancel order W-1032 as well.")
    assert "W-1032" in table.last
    table.say("Yes")
    assert "cannot be cancelled" in table.last


def test_a_matter_raised_before_is_gone_on_with() -> None:
    table, _ = open_shop(task=make_task(steps=(*STEPS, CANCEL)))
    table.say(
        "Hi, anna.berg@example.com. Two things: order W-1023, please swap the blue lamp for the "
        "green one, wrong shade. And cancel order W-1032."
    )
    table.say("yes")
    assert "cancel" in table.last.lower()
    assert "W-1032" in table.last


def test_a_chosen_thing_that_the_task_forbids_is_not_proposed() -> None:
    task = make_task().model_copy(
        update={"forbidden": (Forbidden(tool="exchange_item", arguments={"item_id": "I-701"}),)}
    )
    table, shop = open_shop(task=task)
    table.say("anna.berg@example.com, order W-1023, please exchange the rug, it's damaged")
    table.say("the green one")
    table.say("yes")
    table.say("yes")
    assert shop.exchanged == []


def test_a_default_is_used_only_if_schema_or_policy_give_it() -> None:
    step = Step(
        tool="give_voucher",
        arguments={"order_id": "W-1023", "amount": 10.0, "kind": "goodwill"},
        slots={
            "order_id": Slot(ask=("Which order is it?",)),
            "amount": Slot(default=True),
            "kind": Slot(default=True),
        },
    )
    tool = ToolSpec(
        name="give_voucher",
        writes=True,
        parameters={
            "type": "object",
            "properties": {
                "order_id": {"type": "string"},
                "amount": {"type": "number"},
                "kind": {"type": "string", "enum": ["goodwill", "refund"]},
            },
            "required": ["order_id", "amount", "kind"],
        },
    )
    task = make_task(steps=(step,))
    granted, _ = open_shop(
        task=task, tools=(*TOOLS, tool), policy="A voucher of **10.00** at most."
    )
    granted.say("Order W-1023 came late, I want a voucher")
    assert "W-1023" in granted.last
    granted.say("yes")
    assert granted.calls == [
        ("give_voucher", {"order_id": "W-1023", "amount": 10.0, "kind": "goodwill"})
    ]
    silent, _ = open_shop(task=task, tools=(*TOOLS, tool))
    silent.say("Order W-1023 came late, I want a voucher")
    silent.say("yes")
    assert silent.calls == []


def test_a_code_that_only_the_plan_knows_is_never_used() -> None:
    step = Step(tool="cancel_order", arguments={"order_id": "W-1032"})
    table, _ = open_shop(task=make_task(steps=(step,)))
    for text in ("I want to cancel my order", "yes", "yes please", "go ahead", "just do it", "yes"):
        table.say(text)
    assert table.calls == []
    table.say("W-1032")
    table.say("yes")
    assert table.calls == [("cancel_order", {"order_id": "W-1032"})]


def test_nested_arguments_are_filled_leaf_by_leaf() -> None:
    step = Step(
        tool="change_address",
        arguments={
            "order_id": "W-1023",
            "address": {"street": "12 Elm Street", "city": "Utrecht", "floors": [1, 2]},
        },
        slots={
            "order_id": Slot(ask=("Which order?",)),
            "address.street": Slot(ask=("Which street and number?",)),
            "city": Slot(ask=("Which city?",)),
            "floors": Slot(ask=("Which floors?",)),
        },
    )
    task = make_task(steps=(step,))
    table, _ = open_shop(task=task)
    table.say("Please change the address of order W-1023")
    table.say("It's 12 elm st.")
    table.say("utrecht")
    table.say("1 and 2")
    table.say("yes")
    assert table.calls == [("change_address", dict(step.arguments))], table.transcript
    assert unsourced(table.events, task) == []


def test_the_task_contract_is_not_looked_at() -> None:
    table, _ = open_shop()
    with_contract = make_task().model_copy(
        update={"contract": table.task.contract.model_copy(update={"known": "Order W-1023."})}
    )
    other, _ = open_shop(task=with_contract)
    for text in ("I want to exchange a lamp", "anna.berg@example.com"):
        assert table.say(text) == other.say(text)


def test_the_matter_that_is_raised_first_comes_first() -> None:
    table, shop = open_shop(task=make_task(steps=(*STEPS, CANCEL)))
    table.say("First of all I'd like to cancel an order.")
    table.say("anna.berg@example.com")
    assert "cancel" in table.last.lower()
    table.say("W-1032")
    assert "W-1032" in table.last
    table.say("no, never mind, leave it")
    table.say("But I want to exchange a lamp from W-1023")
    table.say("the blue one for the green one, it's the colour")
    table.say("yes")
    assert len(shop.exchanged) == 1, table.transcript
    assert "cancel_order" not in [name for name, _ in table.calls]


def test_a_fixed_order_of_the_task_is_kept() -> None:
    task = make_task(steps=(*STEPS, CANCEL)).model_copy(
        update={"order": (("exchange_item", "cancel_order"),)}
    )
    table, _ = open_shop(task=task)
    table.say("First of all I'd like to cancel an order.")
    table.say("anna.berg@example.com")
    assert "cancel" not in table.last.lower()


def test_both_things_may_be_named_where_a_list_is_wanted() -> None:
    step = Step(
        tool="take_back",
        arguments={"order_id": "W-1023", "item_ids": ["I-700"]},
        slots={"item_ids": Slot(ask=("Which items?",), said=("lamp",))},
    )
    for words, items in (
        ("the lamp", ["I-700"]),
        ("the lamp and the rug", ["I-700", "I-701"]),
        ("both", ["I-700", "I-701"]),
        ("just the lamp, I keep the rug", ["I-700"]),
        ("not the lamp, the rug", ["I-701"]),
        ("The rug stays with me. It is the lamp.", ["I-700"]),
    ):
        table, _ = open_shop(task=make_task(steps=(FIND, GET, step)))
        table.say("I want to give something back, anna.berg@example.com, W-1023")
        table.say(words)
        table.say("yes")
        _, arguments = table.calls[-1]
        assert sorted(arguments.get("item_ids", [])) == items, (words, table.transcript)


ADDRESS = Step(
    tool="change_address",
    arguments={"order_id": "W-1023", "address": "12 Elm Street, 3511 AB Utrecht"},
    slots={
        "order_id": Slot(ask=("Which order?",)),
        "address": Slot(ask=("What is the new address?", "And the whole address, please?")),
    },
)


def test_an_address_may_come_in_pieces() -> None:
    table, _ = open_shop(task=make_task(steps=(ADDRESS,)))
    for text in ("New address for W-1023, please", "12 elm street", "it's 3511 ab, utrecht", "yes"):
        table.say(text)
    assert table.calls == [("change_address", dict(ADDRESS.arguments))], table.transcript


def test_another_address_is_taken_as_it_is() -> None:
    table, _ = open_shop(task=make_task(steps=(ADDRESS,)))
    table.say("New address for W-1023, please")
    table.say("Please send it to 7 Mill Lane, 9712 KL Groningen, thanks!")
    assert "7 Mill Lane, 9712 KL Groningen" in table.last
    table.say("yes")
    assert table.calls[0][1]["address"] == "7 Mill Lane, 9712 KL Groningen"


def test_the_second_of_two_wrong_numbers_in_one_breath_is_meant() -> None:
    table, _ = open_shop()
    table.say("I want to exchange a lamp, anna.berg@example.com")
    table.say("W-1111, no wait, W-1032")
    lookups = [arguments["order_id"] for name, arguments in table.calls if name == "get_order"]
    assert lookups == ["W-1032"]


def test_a_write_that_fails_for_good_does_not_block_the_next_matter() -> None:
    table, shop = open_shop(task=make_task(steps=(FIND, CANCEL, GET, VARIANTS, EXCHANGE)))
    table.say("I'd like to cancel order W-1032, anna.berg@example.com")
    table.say("yes")
    assert "cannot be cancelled" in table.last
    for text in ("Too bad. Then exchange the lamp of W-1023, please", "green", "the colour", "yes"):
        table.say(text)
    assert len(shop.exchanged) == 1, table.transcript
    assert [name for name, _ in table.calls].count("cancel_order") == 1


def test_a_write_that_fails_can_be_left() -> None:
    table, _ = open_shop(task=make_task(steps=(FIND, CANCEL)))
    table.say("I'd like to cancel order W-1032, anna.berg@example.com")
    table.say("yes")
    table.say("no, then leave it")
    assert "?" in table.last or "good" in table.last.lower() or "care" in table.last.lower()
    assert "order number" not in table.last
