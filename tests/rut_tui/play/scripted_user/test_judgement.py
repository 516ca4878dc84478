"""What the user makes of offers, half-understood lines and orders in the built-in packs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from rut_domains.environment import Environment
from rut_domains.pack import BUILTIN, Pack, load_pack, start_state
from tests.support.scripted_user import Talk

PACKS = {name: load_pack(BUILTIN / name) for name in ("retail", "telecom")}


def pack_of(task_id: str) -> Pack:
    return next(pack for pack in PACKS.values() if task_id in pack.tasks)


def talk_on(task_id: str, seed: int = 0) -> Talk:
    """A dialogue that has been opened, without tools of the user's own."""
    pack = pack_of(task_id)
    talk = Talk(pack.tasks[task_id], pack.lexicon, seed=seed)
    talk.hear(pack.greeting)
    return talk


@contextmanager
def phone_of(task_id: str) -> Iterator[Talk]:
    """A dialogue that has been opened, with the phone at hand."""
    pack = pack_of(task_id)
    task = pack.tasks[task_id]
    with Environment.open(
        pack.environment, start_state(pack, task), now=task.now or pack.now
    ) as environment:
        names = task.user_tools
        talk = Talk(
            task,
            pack.lexicon,
            tools=tuple(t for t in environment.user_tools if names is None or t.name in names),
            answer=lambda tool, given: environment.call("user", tool, dict(given)).content,
        )
        talk.hear(pack.greeting)
        yield talk


FOREIGN = [
    ("bag-without-papers", "7 pounds, ok?"),
    ("bag-without-papers", "There'd be a fee of seven pounds, alright?"),
    ("bag-without-papers", "7 quid for the label, fine?"),
    ("bag-without-papers", "we'd deduct 8 pounds from the refund, is that ok"),
    ("bag-without-papers", "return everything?"),
    ("bag-without-papers", "I'd return the daypack and the bottle, ok?"),
    ("bag-without-papers", "shall I put the refund on a gift card?"),
    ("tent-with-a-fee", "12 pounds for the pick-up, alright?"),
    ("tent-with-a-fee", "the tent and the canisters, both?"),
    ("swap-jacket-size", "M only in green, ok?"),
    ("swap-jacket-size", "I can do XL in navy, shall I?"),
    ("swap-jacket-size", "I'll send 2 jackets, ok?"),
    ("swap-jacket-size", "shall i charge your visa"),
    ("late-chairs", "5 pound voucher, happy with that?"),
    ("late-chairs", "would a voucher of five pounds be ok"),
    ("late-chairs", "I could offer you 10% off your next order, ok?"),
    ("wrong-house-number", "Weir Street 71, right?"),
    ("wrong-house-number", "Shall I send it to 12 Mill Lane?"),
    ("send-to-new-flat", "shall I also change it on your account"),
    ("cancel-double-order", "cancel everything then?"),
    ("cancel-double-order", "Shall I cancel it and sign you up for our newsletter?"),
    ("club-member", "Shall I send you a blue one instead?"),
    ("outlet-rug", "six pounds postage then, ok?"),
    ("lamp-cheaper-elsewhere", "we'd give you 5 pounds back, ok?"),
    ("data-for-the-weekend", "5 gig for twelve euros, ok?"),
    ("data-for-the-weekend", "shall i add ten gigabytes"),
    ("slow-on-the-train", "10 gigs for 15 euros, ok?"),
    ("no-data-in-kyoto", "a 4 gig pass for 30 euros ok?"),
    ("bigger-plan-from-when", "7 quid if it starts today, alright?"),
    ("bigger-plan-from-when", "from next month then?"),
    ("bigger-plan-from-when", "both your lines onto Gannet?"),
    ("bigger-plan-from-when", "Heron plan instead, ok?"),
    ("phone-stolen-on-the-tram", "block both numbers"),
    ("phone-stolen-on-the-tram", "block both numbers?"),
    ("calls-nobody-made", "pay 20 euros now"),
    ("calls-but-no-data", "I'd credit you 3 euros, ok?"),
    ("late-fee-stands", "I can knock off 3 euros, ok?"),
    ("late-fee-stands", "we could halve the fee, ok?"),
    ("late-chairs", "at most five, sorry. deal?"),
    ("cancel-double-order", "I'll cancel the older one, ok?"),
    ("gift-card-too-small", "shall I cancel it?"),
    ("no-data-in-kyoto", "world pass for 25, ok?"),
    ("esim-for-the-new-phone", "shall I post a sim card?"),
    ("dead-after-the-flight", "Shall I close your account?"),
    ("dead-after-the-flight", "Shall I sell you a new phone for 200 euros?"),
]
WANTED = [
    ("bag-without-papers", "it'll cost you five pounds ok?"),
    ("bag-without-papers", "we'd take 4.50 off the refund for postage, ok?"),
    ("tent-with-a-fee", "Returning it costs nine pounds ninety. Shall I?"),
    ("swap-jacket-size", "size M, navy, charged to your Mastercard, yes?"),
    ("late-chairs", "I can do a voucher for 12 pounds, ok?"),
    ("late-chairs", "twelve pounds voucher ok?"),
    ("wrong-house-number", "So 17 Weir Street, Oxcombe, QN5 8TA, correct?"),
    ("wrong-house-number", "Weir Street 17, right?"),
    ("wrong-house-number", "17 Wier Street, is that right?"),
    ("wrong-house-number", "17 Weir St, Oxcombe, yes?"),
    ("send-to-new-flat", "Gasworks Quay 8, yes?"),
    ("cancel-double-order", "shall i cancel order mk 4127 and refund your card?"),
    ("outlet-rug", "I'll take the rug and the stool back, ok?"),
    ("two-matters", "shall i charge the wallet PurseApp?"),
    ("number-remembered-wrong", "charcoal M it is, ok?"),
    ("data-for-the-weekend", "5 gig for 8 euros, ok?"),
    ("bigger-plan-from-when", "Gannet from today for 3 euros, ok?"),
    ("calls-but-no-data", "a fiver back, ok?"),
    ("no-data-in-kyoto", "1 GB pass, 8 euros, ok?"),
    ("phone-stolen-on-the-tram", "shall I bar 0551-448-193?"),
    ("barred-for-an-old-bill", "Mind if I check the system first?"),
]
YES = ("yes", "sure", "please do", "that's correct", "sounds good", "right,", "correct.")


def consents(said: str) -> bool:
    return said.lower().startswith(YES)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("task_id", "line"), FOREIGN)
def test_an_offer_with_something_foreign_gets_no_consent(task_id: str, line: str, seed: int):
    said = talk_on(task_id, seed).hear(line)
    assert not consents(said), said
    assert len(said.split()) > 2, said


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("task_id", "line"), WANTED)
def test_what_is_wanted_gets_a_yes(task_id: str, line: str, seed: int):
    said = talk_on(task_id, seed).hear(line)
    assert consents(said), said


@pytest.mark.parametrize(
    "line", ["Blorp the fizzle, ok?", "Shall I frobnicate the wumpus for you?"]
)
@pytest.mark.parametrize("task_id", [task for pack in PACKS.values() for task in pack.tasks])
def test_an_offer_that_means_nothing_is_asked_about(task_id: str, line: str):
    talk = talk_on(task_id)
    assert talk.hear(line).endswith("?")
    talk.hear(line)
    talk.hear(line)
    assert talk.reason == "abandoned"


@pytest.mark.parametrize(
    ("task_id", "line", "values"),
    [
        ("club-member", "whose account is it", ["Yusuf Demir"]),
        ("club-member", "How are you called?", ["Yusuf Demir"]),
        ("club-member", "could you add your postcode", ["VP2 4XA"]),
        ("club-member", "who am i chatting with", ["Yusuf Demir"]),
        ("club-member", "name + postcode pls", ["Yusuf Demir", "VP2 4XA"]),
        ("club-member", "The answer is no. What is your postcode?", ["VP2 4XA"]),
        ("club-member", "What's the no. of your order?", ["MK-3815"]),
        ("send-to-new-flat", "where are you moving to", ["8 Gasworks Quay"]),
        ("dead-after-the-flight", "when were you born", ["1979-09-02"]),
        ("dead-after-the-flight", "when's your birthday", ["1979-09-02"]),
        ("dead-after-the-flight", "Please give me your phone no. and the code.", ["19574", "528"]),
        ("data-for-the-weekend", "we have 2 GB or 5 GB. which one?", ["5 GB"]),
        (
            "calls-nobody-made",
            "Sorry, I did not quite follow. You mentioned a bill. "
            "Would you let me know your phone number?",
            ["0551-627-015"],
        ),
    ],
)
def test_what_is_asked_is_answered(task_id: str, line: str, values: list[str]):
    said = talk_on(task_id).hear(line)
    assert all(value in said for value in values), said


@pytest.mark.parametrize(
    "line", ["whats your phone number", "what's your mother's maiden name", "when did u get it"]
)
def test_what_it_has_not_is_not_made_up_of_something_near(line: str):
    said = talk_on("club-member").hear(line)
    assert not any(character.isdigit() for character in said)
    assert "Yusuf" not in said


def test_of_a_half_understood_line_the_other_half_is_asked_about():
    said = talk_on("club-member").hear("I see. Bananas? And your postcode?")
    assert "VP2 4XA" in said
    assert said.endswith("?")


@pytest.mark.parametrize("line", ["I don't understand.", "What do you mean?", "sorry?"])
def test_it_says_again_what_it_wants_to_one_who_did_not_understand(line: str):
    assert "sleeping bag" in talk_on("club-member").hear(line)


@pytest.mark.parametrize("line", ["don't do that yet", "wait", "hold on"])
def test_a_word_of_patience_is_no_refusal(line: str):
    talk = talk_on("tent-with-a-fee")
    talk.hear(line)
    assert not talk.ended


@pytest.mark.parametrize(
    ("task_id", "line", "tools"),
    [
        ("calls-nobody-made", "have a look in the app", ["read_payment_requests"]),
        ("late-fee-stands", "pls approve it", ["approve_payment_request"]),
        ("dead-after-the-flight", "toggle airplane mode", ["set_airplane_mode"] * 2),
        ("slow-on-the-train", "do a speedtest", ["run_speed_test"]),
        ("slow-on-the-train", "test again", ["run_speed_test"]),
        ("esim-for-the-new-phone", "you can install it now", ["download_esim"]),
        ("no-data-in-kyoto", "put it to automatic network selection", ["set_network_mode"]),
        ("pictures-to-the-grandson", "send a test pic", ["try_picture_message"]),
        ("dead-after-the-flight", "did you restart it yet", []),
        ("dead-after-the-flight", "were you able to restart it", []),
        ("dead-after-the-flight", "have you tried turning it off and on again", []),
        ("dead-after-the-flight", "don't restart yet", []),
        ("dead-after-the-flight", "could you see if airplane mode's on", ["read_network_settings"]),
        ("slow-on-the-train", "have you got data saver switched on?", ["read_network_settings"]),
        ("slow-on-the-train", "kill the data saver", ["set_data_saver"]),
        ("dead-after-the-flight", "does it work now?", ["read_status_bar"]),
    ],
)
def test_orders_are_followed_and_questions_are_not(task_id: str, line: str, tools: list[str]):
    with phone_of(task_id) as talk:
        talk.hear(line)
        assert [name for name, _ in talk.calls] == tools


def test_an_order_that_names_nothing_is_asked_about():
    with phone_of("dead-after-the-flight") as talk:
        assert talk.hear("turn it off").endswith("?")
        assert talk.calls == []
