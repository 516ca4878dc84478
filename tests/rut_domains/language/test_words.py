from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rut_domains.language.clauses import clauses, sentences
from rut_domains.language.matching import find_phrase, one_slip, overlap, saying, says
from rut_domains.language.words import content, normalise, stem, words


def test_normal_form_writes_contractions_out_and_drops_emphasis():
    assert (
        normalise("I’d need **your** e-mail — it's  late")
        == "i would need your e-mail — it is late"
    )
    assert normalise("Can't, won't, didn't") == "can not, will not, did not"
    assert normalise("the customer's order") == "the customer order"


@pytest.mark.parametrize(
    "forms",
    [
        ("exchange", "exchanged", "exchanging", "exchanges"),
        ("cancel", "cancelled", "canceled", "cancelling", "cancellation"),
        ("ship", "shipped", "ships", "shipment"),
        ("pay", "paid", "pays", "paying"),
        ("address", "addresses"),
        ("delivery", "deliver", "delivered", "deliveries"),
        ("try", "tried", "tries", "trying"),
        ("choose", "chose", "chosen", "choosing"),
    ],
)
def test_forms_of_a_word_share_a_stem(forms):
    assert len({stem(form) for form in forms}) == 1


def test_ids_amounts_and_addresses_stay_whole():
    assert words("Order W-1023, a_b@c.de, 12.50 on 2025-03-04") == (
        "order", "w-1023", "a_b@c.de", "12.50", "on", "2025-03-04",
    )  # fmt: skip


def test_particles_become_verbs():
    assert content("Turn airplane mode on and then off again") == content(
        "enable airplane mode disable"
    )
    assert "disabl" in content("turn your phone's data off")
    assert "enabl" not in content("turn off data on your phone")


def test_order_no_is_a_number_not_a_refusal():
    assert content("your order no?") == content("your order number?")
    assert "not" in content("no, thanks")


def test_sentences_keep_decimals_and_abbreviations_and_read_lists():
    assert [s.text for s in sentences("It is $12.50. Mr. Smith, ok?")] == [
        "It is $12.50",
        "Mr. Smith, ok",
    ]
    assert [s.text for s in sentences("I need:\n- your name\n2. your email\n* phone")] == [
        "I need:",
        "your name",
        "your email",
        "phone",
    ]
    assert [s.text for s in sentences("Send 1) name 2) email")] == ["Send", "name", "email"]


def test_clauses_split_predicates_but_not_lists():
    def pieces(text):
        return [clause.text for clause in clauses(text)]

    assert pieces("I need your name, email and phone.") == ["I need your name, email and phone"]
    assert pieces("What's your name, and what's the order number?") == [
        "What's your name",
        "and what's the order number",
    ]
    assert pieces("I can't cancel it because it has shipped") == [
        "I can't cancel it",
        "because it has shipped",
    ]
    assert pieces("I have exchanged it and the refund is on its way.") == [
        "I have exchanged it",
        "the refund is on its way",
    ]
    assert [clause.lead for clause in clauses("If you agree, I will do it")] == ["if", ""]


@pytest.mark.parametrize(
    "text",
    [
        "May I have your order number?",
        "the nubmer of your order",
        "which ordr number is it",
        "order ID please",
        "your purchase reference?",
    ],
)
def test_a_phrase_is_heard_in_any_order_with_synonyms_and_slips(text):
    assert says(["order number"], text)


@pytest.mark.parametrize(
    "text", ["an older number", "the border is near", "your email", "order. Number", ""]
)
def test_a_phrase_is_not_heard_where_it_is_not_said(text):
    assert not says(["order number"], text)


def test_all_words_must_be_in_one_clause():
    assert not says(["cancel fee"], "I can cancel it, but there is a fee elsewhere")
    assert [clause.text for clause in saying(["fee"], "No worries. The fee is $5, I think")] == [
        "The fee is $5"
    ]


def test_a_literal_phrase_needs_its_words_side_by_side():
    assert find_phrase("=who are you", "Hello, who are you?")
    assert not find_phrase("=who are you", "you are who")


def test_a_slip_is_one_letter():
    assert one_slip("number", "numbr")
    assert one_slip("number", "nmuber")
    assert one_slip("numbber", "number")
    assert one_slip("nunber", "number")
    assert not one_slip("number", "nuber_")
    assert not one_slip("abc", "abcde")


def test_overlap_is_a_share():
    assert overlap("I swapped the blue kettle", "exchange the kettle") == 1.0
    assert overlap("hello", "exchange the kettle") == 0.0


@given(st.text(max_size=300))
def test_no_text_breaks_the_reader(text):
    normalise(text)
    content(text)
    for clause in clauses(text):
        assert clause.text
    assert says(["order number"], text) in (True, False)


@given(st.from_regex(r"[a-z]{1,12}", fullmatch=True))
def test_stems_are_no_longer_than_their_words_and_agree_with_themselves(word):
    assert stem(word)
    assert find_phrase(word, word) is not None
