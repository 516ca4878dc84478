"""Foreign text: what steers or hides is made visible, what is read stays as it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rut_domains.text import neutralise, one_line


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u2028b", "a<U+2028>b"),
        ("a\u2029b", "a<U+2029>b"),
        ("a\u0085b", "a<U+0085>b"),
        ("pass\u200bword", "pass<U+200B>word"),
        ("pass\u2060word", "pass<U+2060>word"),
        ("\ufeffword", "<U+FEFF>word"),
        ("pass\u200dword", "pass<U+200D>word"),
        ("pass\u200cword", "pass<U+200C>word"),
        ("\ufe0f", "<U+FE0F>"),
        ("a\ufe0fb", "a<U+FE0F>b"),
        ("\u2764\ufe0f\ufe0e\ufe01", "\u2764\ufe0f<U+FE0E><U+FE01>"),
        ("\U0001f600\U000e0101\U000e0102", "\U0001f600\U000e0101<U+E0102>"),
        ("hi\U000e0068\U000e0069", "hi<U+E0068><U+E0069>"),
        ("\u202egnp.exe", "<U+202E>gnp.exe"),
        ("\ud83d", "<U+D83D>"),
        ("\x1b]8;;x\x07\x9b", "␛]8;;x␇<U+009B>"),
        ("\U0001f600\u200d", "\U0001f600<U+200D>"),
        ("\u200d\u200d\U0001f600", "<U+200D><U+200D>\U0001f600"),
    ],
)
def test_what_steers_or_hides_is_shown(text: str, shown: str) -> None:
    assert neutralise(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "\U0001f469\u200d\U0001f469\u200d\U0001f467",
        "\U0001f469\U0001f3fd\u200d\U0001f4bb",
        "\U0001f3f3\ufe0f\u200d\U0001f308",
        "\u2764\ufe0f\u200d\U0001f525",
        "\U0001f642\u200d\u2194\ufe0f",
        "1\ufe0f\u20e3 #\ufe0f\u20e3",
        "\u203c\ufe0f \u00a9\ufe0f",
        "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\u0915\u094d\u200d\u0937",
        "\u845b\U000e0100",
        "\u05e9\u05dc\u05d5\u05dd \u65e5\u672c e\u0301",
        "one\n\ttwo",
    ],
)
def test_what_people_write_stays(text: str) -> None:
    assert neutralise(text) == text


@given(st.text(st.characters(codec=None)))
def test_neutralising_twice_changes_nothing_more_and_leaves_no_control(text: str) -> None:
    once = neutralise(text)
    assert neutralise(once) == once
    assert f"{once}.".splitlines() == f"{once}.".split("\n")
    assert not any(sign < " " and sign not in "\n\t" for sign in once)
    assert not set(once) & set("\x7f\u0085\u2028\u2029\u200b\u2060\ufeff\u202e")


def test_one_line_is_one_line() -> None:
    assert one_line("a\nb\u2028c\x85d\x0be") == "a b<U+2028>c<U+0085>d␋e"
