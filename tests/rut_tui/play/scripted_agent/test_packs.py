"""Both scripted seats in the built-in packs and the scaffold: every task reaches its goal."""

from __future__ import annotations

from pathlib import Path

import pytest

from rut_domains.pack import BUILTIN, Pack, load_pack
from tests.support.agent_table import open_table, play_task
from tests.support.packs import make_pack
from tests.support.provenance import unsourced
from tests.support.styles import STYLES, in_style

PACKS = {name: load_pack(BUILTIN / name) for name in ("retail", "telecom")}
TASKS = [(name, task_id) for name, pack in PACKS.items() for task_id in pack.tasks]


def check(pack: Pack, task_id: str, seed: int, style: str = "") -> None:
    if style:
        table, outcome = play_task(pack, task_id, seed, in_style(style, seed))
    else:
        table, outcome = play_task(pack, task_id, seed)
    assert outcome.success, f"{outcome.reasons}\n{table.transcript}"
    assert outcome.ended_as_expected, table.transcript
    assert unsourced(table.events, table.task, table.tools) == [], table.transcript


@pytest.mark.parametrize(("name", "task_id"), TASKS)
def test_every_task_is_solved(name: str, task_id: str) -> None:
    for seed in (0, 1):
        check(PACKS[name], task_id, seed)


@pytest.mark.parametrize(("number", "task"), list(enumerate(TASKS)))
def test_every_task_is_solved_in_another_style(number: int, task: tuple[str, str]) -> None:
    styles = sorted(STYLES)
    name, task_id = task
    check(PACKS[name], task_id, 2 + number, styles[number % len(styles)])


def test_the_scaffold_is_solved_as_it_is(tmp_path: Path) -> None:
    pack = load_pack(make_pack(tmp_path))
    for task_id in pack.tasks:
        for seed in range(3):
            check(pack, task_id, seed)


def test_a_person_who_says_all_at_once_needs_few_words() -> None:
    with open_table(PACKS["retail"], "cancel-double-order") as table:
        table.say(
            "hey, ordered twice by accident, pls cancel mk4127, mail is ines.harper@example.com thx"
        )
        table.say("yup")
    assert table.good_calls == ["find_customer_by_email", "get_order", "cancel_order"]


def test_a_person_may_take_the_card_in_spite_of_the_fee() -> None:
    with open_table(PACKS["retail"], "tent-with-a-fee") as table:
        for text in (
            "I'd like to send a tent back",
            "leonie.brandt@example.net",
            "3989",
            "the tent only",
            "onto the card",
            "I mean the original payment",
            "then still the original payment, the fee is all right",
            "yes",
        ):
            table.say(text)
    assert table.calls[-1] == (
        "return_items",
        {"order_id": "MK-3989", "variant_ids": ["V-2011"], "refund_to": "original_payment"},
    ), table.transcript


def test_a_thing_that_must_not_go_back_is_refused_however_it_is_named() -> None:
    with open_table(PACKS["retail"], "outlet-rug") as table:
        for text in (
            "Hello, something I bought has to go back.",
            "hugh.abernethy@example.com",
            "MK-4050",
            "the jute one",
            "the way I paid",
        ):
            table.say(text)
            if "outlet" in table.last:
                break
    assert "outlet" in table.last, table.transcript
    assert "return_items" not in table.good_calls


def test_what_only_the_contract_rules_out_is_done_for_a_user_who_asks_for_it() -> None:
    with open_table(PACKS["telecom"], "slow-on-the-train") as table:
        table.say_all(("my internet is slow", "0551-571-380 94132", "10 gb please", "yes"))
    assert ("add_top_up", {"line_id": "L-2051", "top_up_id": "data_10"}) in table.calls
    assert "add_top_up" in table.good_calls


def test_what_the_policy_rules_out_is_not_done() -> None:
    with open_table(PACKS["retail"], "outlet-rug") as table:
        table.say_all(
            ("I want to return the rug", "hugh.abernethy@example.com", "MK-4050", "the rug", "yes")
        )
    assert "return_items" not in table.good_calls


def test_a_wish_outside_the_plan_that_is_spoken_again_is_declined() -> None:
    with open_table(PACKS["retail"], "late-chairs") as table:
        table.say_all(("I'd like to return my chairs", "pieter.vanaalst@example.org MK-3951"))
        said = table.say("no voucher, I want to return them")
    assert "return items" in said
    assert "give voucher" in said
    assert table.good_calls == ["find_customer_by_email", "get_order"]


@pytest.mark.parametrize("seed", range(3))
def test_an_offer_that_was_refused_can_be_had_after_all(seed: int) -> None:
    with open_table(PACKS["retail"], "late-chairs", seed=seed) as table:
        for line in ("The chairs came late.", "pieter.vanaalst@example.org", "MK-3951"):
            table.say(line)
        assert "voucher" in table.last.lower()
        for line in ("No.", "No voucher, please.", "I said no."):
            table.say(line)
        assert "give_voucher" not in table.good_calls
        table.say("Hm. Fine, the voucher then.")
        table.say("Yes.")
        assert table.good_calls.count("give_voucher") == 1
