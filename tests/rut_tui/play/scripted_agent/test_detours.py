"""A user who cannot give what the look-up needs is found by another one."""

from __future__ import annotations

import pytest

from rut_domains.lexicon import Lexicon
from rut_domains.pack import BUILTIN, load_pack
from rut_tui.play.scripted.agent_detours import detoured
from tests.support.agent_table import open_table

PACKS = {name: load_pack(BUILTIN / name) for name in ("retail", "telecom")}
BY_NAME = {
    "retail": ("find_customer_by_name", {"name": "Bram Visser", "postcode": "QS1 9EZ"}),
    "telecom": (
        "find_customer_by_name",
        {"full_name": "Wren Callan", "date_of_birth": "2001-05-29"},
    ),
}


@pytest.mark.parametrize(
    "lines",
    [
        ("I need my jacket smaller", "I don't know which mail I used", "Bram Visser", "QS1 9EZ"),
        ("rain jacket, wrong size", "no idea which address that was", "bram visser", "qs19ez"),
        ("jacket too wide", "bram visser QS1 9EZ, dont know the mail"),
        ("Bram Visser, QS1 9EZ here. I need my jacket one size smaller.",),
        ("jacket too wide, and I don't know my email sorry", "Bram Visser", "QS1 9EZ"),
        ("jacket too wide", "can you find me by name and postcode?", "Bram Visser", "QS1 9EZ"),
    ],
)
def test_name_and_postcode_serve_where_the_mail_is_not_known(lines: tuple[str, ...]) -> None:
    with open_table(PACKS["retail"], "swap-jacket-size") as table:
        table.say_all(lines)
        assert table.calls[0] == BY_NAME["retail"], table.transcript
        table.say_all(("MK-3977", "size M, same colour", "Mastercard", "yes"))
    assert "find_customer_by_email" not in table.good_calls
    assert table.good_calls[-1] == "exchange_item", table.transcript


def test_name_and_birth_date_serve_where_the_service_code_is_not_known() -> None:
    with open_table(PACKS["telecom"], "calls-but-no-data") as table:
        table.say_all(("no internet on my phone", "0551-495-703", "I don't have a service code"))
        assert "name" in table.last.lower()
        table.say("Wren Callan, born 2001-05-29")
        assert table.calls[0] == BY_NAME["telecom"], table.transcript


def test_who_remembers_after_all_is_found_by_the_first_look_up() -> None:
    with open_table(PACKS["retail"], "swap-jacket-size") as table:
        table.say_all(("jacket too wide", "I don't know my mail", "oh, bram.visser@example.org"))
    assert table.calls[0] == ("find_customer_by_email", {"email": "bram.visser@example.org"})


def test_once_the_account_is_found_nothing_is_looked_up_anew() -> None:
    with open_table(PACKS["retail"], "swap-jacket-size") as table:
        table.say_all(("jacket too wide", "bram.visser@example.org"))
        table.say("By the way, I'm Bram Visser, QS1 9EZ, and I don't know the order number")
    assert "find_customer_by_name" not in [name for name, _ in table.calls]


def test_a_task_without_the_facts_has_no_detour() -> None:
    task = PACKS["retail"].tasks["swap-jacket-size"]
    lexicon = PACKS["retail"].lexicon
    other = detoured(task, lexicon)
    assert other is not None
    assert other.oracle[0].tool == "find_customer_by_name"
    assert other.oracle[1:] == task.oracle[1:]
    bare = task.contract.model_copy(update={"facts": task.contract.facts[:1]})
    assert detoured(task.model_copy(update={"contract": bare}), lexicon) is None
    assert detoured(task, Lexicon()) is None
