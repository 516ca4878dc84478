"""Whatever the user says, the agent answers, does not repeat itself, and invents nothing."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rut_domains.dialogue import Message
from rut_domains.pack import BUILTIN, Pack, load_pack
from rut_tui.play.scripted.agent import ScriptedAgent
from rut_tui.play.scripted.wording import sentence_forms
from tests.support.agent_table import Table, open_table
from tests.support.lamp_shop import open_shop
from tests.support.provenance import unsourced
from tests.support.router_desk import HAND_OVER, open_desk

PIECES = (
    "hi",
    "hello there",
    "ok",
    "...",
    "yes",
    "no",
    "yes but to my other address",
    "no wait",
    "actually the green one",
    "the blue one",
    "the lamp",
    "the rug, not the lamp",
    "W-1023",
    "W-1032",
    "order 1032",
    "1023",
    "not W-1023 but W-1032",
    "anna.berg@example.com",
    "bob at example dot org",
    "my name is Bob Miller",
    "48213",
    "I don't know",
    "why?",
    "what?",
    "how much is it?",
    "what's the status of my order?",
    "when does it arrive?",
    "cancel my order",
    "I want my money back",
    "can I talk to a human",
    "you are useless",
    "thanks",
    "bye",
    "that's all",
    "never mind",
    "one moment",
    "👍",
    "what colours do you have?",
    "I want to exchange a lamp",
    "it doesn't match",
    "it arrived damaged",
    "are you a bot",
    "do it",
    "go ahead",
    "try again",
    "the second one",
    "all of them",
    "yellow please",
    "\x1b[31mred\x1b[0m",
    "[bold]x[/bold]",
    "{order_id}",
    "{result.data}",
    "日本語です",
    "سلام",
    "-5",
    "£39.50",
    "tomorrow",
    "13/02/2027",
    "it says no signal",
    "I restarted it",
    "I can't find it",
    "it's still slow",
    "please change the address",
    "double zero one two three",
    "\ud800",
)


def ramble(table: Table, source: random.Random, turns: int) -> None:
    """Say random things; check each answer."""
    for _ in range(turns):
        count = source.choice((1, 1, 1, 2, 3))
        text = source.choice((" ", ", ", ". ", "\n")).join(source.choices(PIECES, k=count))
        before = table.said[-1] if table.said else table.greeting
        after = table.say(text)
        assert after.strip()
        assert not sentence_forms(before) & sentence_forms(after), table.transcript[-1500:]
    assert unsourced(table.events, table.task, table.tools) == [], table.transcript


@pytest.mark.parametrize("seed", range(6))
def test_forty_turns_of_anything_in_the_shop(seed: int) -> None:
    table, _ = open_shop(seed=seed)
    ramble(table, random.Random(seed), 40)


@pytest.mark.parametrize("seed", range(6))
def test_forty_turns_of_anything_at_the_desk(seed: int) -> None:
    table, _ = open_desk(seed=seed, extra=(HAND_OVER,) if seed % 2 else ())
    ramble(table, random.Random(seed), 40)


@pytest.fixture(scope="module", params=["retail", "telecom"])
def pack(request: pytest.FixtureRequest) -> Pack:
    return load_pack(BUILTIN / str(request.param))


def test_anything_between_what_the_user_knows_in_every_task(pack: Pack) -> None:
    for number, task_id in enumerate(pack.tasks):
        source = random.Random(number)
        spoken = [
            text
            for part in (*pack.tasks[task_id].contract.facts, *pack.tasks[task_id].contract.goals)
            for text in part.says
        ]
        with open_table(pack, task_id, seed=number) as table:
            for _ in range(8):
                table.say(source.choice(spoken))
                ramble(table, source, 1)


@given(st.lists(st.text(max_size=80), min_size=1, max_size=8), st.integers(0, 3))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_texts_at_all(texts: list[str], seed: int) -> None:
    table, _ = open_shop(seed=seed)
    for text in texts:
        assert table.say(text).strip()
    assert unsourced(table.events, table.task, table.tools) == []


@given(st.text(alphabet="W-0123 orderlampgnbu@.com", max_size=60))
@settings(max_examples=60, deadline=None)
def test_texts_that_are_nearly_values(text: str) -> None:
    table, _ = open_shop()
    table.say("I want to exchange something, anna.berg@example.com")
    table.say(text)
    table.say(text)
    assert unsourced(table.events, table.task, table.tools) == []


def test_a_very_long_message_is_read_in_the_end_as_well_as_a_short_one() -> None:
    table, _ = open_shop()
    table.say("I want to exchange the lamp " + "and so on " * 20_000)
    assert table.last.strip()
    table.say("anna.berg@example.com " + "x" * 200_000)
    assert table.good_calls[:1] == ["find_customer"]


@pytest.mark.parametrize("seed", range(3))
def test_the_same_view_gives_the_same_move(seed: int) -> None:
    table, _ = open_shop(seed=seed)
    source = random.Random(seed)
    for _ in range(15):
        text = source.choice(PIECES)
        table.events.append(Message(seq=len(table.events), actor="user", text=text))
        view = table.view()
        other = ScriptedAgent(table.task, table.lexicon, seed=seed)
        assert table.agent.move(view) == table.agent.move(view) == other.move(view)
        table.answer()


def test_seeds_differ_in_wording_and_agree_in_deeds() -> None:
    texts = ("Hello!", "I'd like to exchange the lamp", "anna.berg@example.com", "W-1023")
    tables = [open_shop(seed=seed)[0].say_all(texts) for seed in range(8)]
    assert len({tuple(table.said) for table in tables}) > 1
    assert len({str(table.calls) for table in tables}) == 1


def test_a_dialogue_that_others_began_is_taken_over() -> None:
    table, shop = open_shop(greeting="")
    table.events += [
        Message(seq=0, actor="agent", text="Shop here, morning!"),
        Message(seq=1, actor="user", text="I need to swap a lamp, the shade is wrong."),
        Message(seq=2, actor="agent", text="Sure thing, what's your email and order number?"),
    ]
    table.say("anna.berg@example.com, 1023")
    assert table.good_calls[:2] == ["find_customer", "get_order"]
    table.events.append(
        Message(seq=len(table.events), actor="agent", text="So a green one, shall I send it?")
    )
    table.say("Yes")
    assert shop.exchanged == [], "a proposal of somebody else is made again first"
