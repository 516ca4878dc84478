"""Values in free text: codes, mail, dates, numbers, names, addresses, and what is taken back."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rut_tui.play.scripted.agent_shapes import example_of, find_codes
from rut_tui.play.scripted.agent_spoken import dates_in, hear, is_denied, replaces, turn_of
from rut_tui.play.scripted.values import Sought, find_mentions, kind_of

TODAY = date(2027, 3, 16)


def found(
    text: str,
    wanted: Any,
    *,
    name: str = "value",
    asked: bool = False,
    pattern: str = "",
    schema: dict[str, Any] | None = None,
) -> list[Any]:
    kind = kind_of(wanted, schema or {})
    sought = Sought(kind, wanted, name, (pattern,) if pattern else ())
    return [mention.value for mention in find_mentions(text, sought, asked=asked, today=TODAY)]


@pytest.mark.parametrize(
    "text",
    [
        "W-1023",
        "w-1023",
        "w1023",
        "W 1023",
        "W#1023",
        "W–1023",
        "order 1023",
        "order no. 1023",
        "my 1023 order",
        "the number is W dash one zero two three",
        "double-u? no, order one oh two three",
        "it's order ten twenty-three",
    ],
)
def test_an_order_number_is_read_however_it_is_spelt(text: str) -> None:
    assert found(text, "W-1023") == ["W-1023"]


@pytest.mark.parametrize(
    "text", ["I paid £1023", "10234 times", "in 1032 days", "W-1O23", "the year 1998", ""]
)
def test_other_numbers_are_no_order_numbers(text: str) -> None:
    assert found(text, "W-1023") == []


def test_another_number_of_the_same_shape_is_found_as_what_it_is() -> None:
    assert found("it is w 1032", "W-1023") == ["W-1032"]
    assert found("W-10234 I think", "W-1023") == ["W-10234"]
    assert found("1032", "W-1023", asked=True) == ["W-1032"]


@pytest.mark.parametrize("text", ["QN5 8TA", "qn58ta", "qn5 8ta please", "it's QN5-8TA."])
def test_postcodes(text: str) -> None:
    assert found(text, "QN5 8TA", name="postcode") == ["QN5 8TA"]


def test_another_postcode() -> None:
    assert found("my postcode is qn4 1ts", "QN5 8TA", name="postcode") == ["QN4 1TS"]


@pytest.mark.parametrize(
    "text",
    [
        "0551-664-259",
        "0551664259",
        "0551 664259",
        "(0551) 664 259",
        "zero five five one, six six four, two five nine",
        "0551.664.259",
    ],
)
def test_phone_numbers(text: str) -> None:
    assert found(text, "0551-664-259") == ["0551-664-259"]


def test_a_number_of_another_length_counts_only_when_it_was_asked_for() -> None:
    assert found("0551-664-25", "0551-664-259") == []
    assert found("0551-664-25", "0551-664-259", asked=True) == ["055166425"]
    assert found("0551-664-259 and 36781", "36781") == ["36781"]


@pytest.mark.parametrize(
    "text",
    [
        "anna.berg@example.com",
        "ANNA.BERG@Example.com!",
        "it's anna dot berg at example dot com",
        "anna.berg (at) example (dot) com",
        "mail: anna.berg @ example.com",
    ],
)
def test_mail_addresses(text: str) -> None:
    assert found(text, "anna.berg@example.com") == ["anna.berg@example.com"]


def test_another_mail_address_is_kept_as_written() -> None:
    assert found("ana.berg@example.com", "anna.berg@example.com") == ["ana.berg@example.com"]


@pytest.mark.parametrize(
    "text",
    [
        "1947-02-13",
        "13 February 1947",
        "February 13th, 1947",
        "13/02/1947",
        "02/13/1947",
        "13.2.1947",
        "the 13th of feb 1947",
        "1947, February 13",
    ],
)
def test_dates(text: str) -> None:
    assert "1947-02-13" in found(text, "1947-02-13")


def test_dates_without_a_year_and_near_days() -> None:
    assert dates_in("on 5 May", TODAY) == (("2027-05-05", 3),)
    assert dates_in("tomorrow", TODAY) == (("2027-03-17", 0),)
    assert dates_in("tomorrow") == ()
    assert dates_in("31/02/2027 or 99/99/2027", TODAY) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Anselm Roth",
        "i'm anselm roth",
        "Roth, Anselm",
        "my name is ANSELM RÓTH.",
        "anselm  roth ok",
    ],
)
def test_names(text: str) -> None:
    assert found(text, "Anselm Roth", name="full_name", asked=True) == ["Anselm Roth"]


def test_another_name_is_taken_when_asked_for_or_introduced() -> None:
    assert found("It's peter smith, thanks", "Anselm Roth", name="name", asked=True) == [
        "Peter Smith"
    ]
    assert found("Hello, my name is Peter Smith", "Anselm Roth", name="name") == ["Peter Smith"]
    assert found("peter smith", "Anselm Roth", name="name") == []


@pytest.mark.parametrize(
    "text", ["I don't know", "what do you need it for?", "no", "hm", "ok", "1234", "..."]
)
def test_what_is_no_name(text: str) -> None:
    assert found(text, "Anselm Roth", name="name", asked=True) == []


def test_addresses() -> None:
    text = "Please send it to 12 Elm Road, Oxcombe, QN4 8LD, thanks"
    assert found(text, "17 Weir Street", name="street", asked=True) == ["12 Elm Road"]
    assert found(text, "Penfarrow", name="town", asked=True) == ["Oxcombe"]
    assert found("17 weir st. in oxcombe", "17 Weir Street", name="street") == ["17 Weir Street"]
    assert found("somewhere else", "17 Weir Street", name="street", asked=True) == []


def test_numbers() -> None:
    assert found("two lamps, please", 2) == [2]
    assert found("three", 2) == []
    assert found("three", 2, asked=True) == [3]
    assert found("just one", 2, asked=True) == [1]
    assert found("a voucher of £10", 10.0) == [10.0]


def test_a_day_in_passing_is_no_value() -> None:
    assert found("it was stolen today, on 5 May", "2027-05-05", name="delivery_date") == []
    assert found("on 5 May", "2027-05-05", name="delivery_date", asked=True) == ["2027-05-05"]
    assert found("today", "1990-01-01", name="date_of_birth", asked=True) == []


def test_a_denied_value_does_not_count() -> None:
    assert found("not W-1023 but W-1032", "W-1023") == ["W-1032"]
    assert found("it isn't W-1023", "W-1023") == []
    assert found("I don't need order W-1023 any more", "W-1023") == ["W-1023"]


def test_words_that_take_something_back() -> None:
    text = "W-1032, no wait, W-1023"
    assert text[turn_of(text) :].strip(" ,") == "W-1023"
    assert turn_of("W-1023 please") == 0
    assert replaces("I'd like the green one instead")
    assert not replaces("the green one")
    assert is_denied("not the W-1023", 8)


def test_bad_patterns_of_a_pack_find_nothing() -> None:
    assert found("W-1023", "W-1023", pattern="(") == ["W-1023"]


def test_what_a_code_looks_like_does_not_tell_it() -> None:
    assert example_of("MK-4127") == "MK-####"
    assert example_of("36781") == "5 digits"
    assert example_of("QN5 8TA") == ""


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    for wanted in ("W-1023", "0551-664-259", "a@b.example", "2027-03-16", 3, "Anna Berg", True):
        for asked in (False, True):
            found(text, wanted, name="name", asked=asked)
    assert isinstance(hear(text), str)


@given(st.integers(0, 9999), st.sampled_from(["W-{}", "w{}", "W {}", "order {}", "(W#{})"]))
def test_each_way_to_write_a_number_gives_the_number(number: int, form: str) -> None:
    text = form.format(f"{number:04d}")
    assert found(text, f"W-{number:04d}") == [f"W-{number:04d}"]


@given(st.text(alphabet="0123456789 -W", max_size=40))
def test_found_codes_stand_in_the_text(text: str) -> None:
    for each in find_codes(text, "W-1023", asked=True):
        digits = each.value.removeprefix("W-")
        assert digits in "".join(character for character in text if character.isdigit())


def test_another_code_is_not_read_in_part() -> None:
    assert find_codes("The tag says ZB-7714-K.", "QN4 8LD", asked=True) == ()
    for text in ("It is qn4 8ld.", "QN48LD", "QN4-8LD", "qn 4 8ld"):
        (found,) = find_codes(text, "QN4 8LD", asked=True)
        assert found.value == "QN4 8LD"
