from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rut_domains.faults import PackFault
from rut_domains.pack.document import MAX_DEPTH, read_document, show_path

# YAML reads separators and some controls as line breaks; packs are typed by people.
CHARACTERS = st.characters(
    exclude_categories=["Cc", "Cn", "Co", "Cs", "Zl", "Zp"], exclude_characters="\ufeff"
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**40), 2**40)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(CHARACTERS, max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text("abcdef-0", min_size=1, max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)


def read(text: str) -> Any:
    return read_document(text, "f.yaml").data


def fault(text: str) -> PackFault:
    with pytest.raises(PackFault) as caught:
        read_document(text, "f.yaml")
    return caught.value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: yes", "yes"),
        ("a: no", "no"),
        ("a: on", "on"),
        ("a: true", True),
        ("a: null", None),
        ("a:", None),
        ("a: ~", None),
        ("a: 2027-03-16", "2027-03-16"),
        ("a: 12:30", "12:30"),
        ("a: 0123", "0123"),
        ("a: 1_000", "1_000"),
        ("a: 0x10", "0x10"),
        ("a: -7", -7),
        ("a: 4.50", 4.5),
        ("a: 1e3", 1000.0),
        ("a: '7'", "7"),
        ('a: "null"', "null"),
        ("a: nan", "nan"),
        ("a: infinity", "infinity"),
        ("a: >-\n  one\n  two", "one two"),
        ("a: |-\n  7", "7"),
    ],
)
def test_scalars_follow_json(text: str, value: object) -> None:
    got = read(text)["a"]
    assert got == value
    assert type(got) is type(value)


@given(VALUES)
def test_json_is_read_as_it_is(value: Any) -> None:
    text = json.dumps({"a": value}, ensure_ascii=False)
    assert read(text) == {"a": value}


def test_each_path_has_the_line_of_its_key_or_item() -> None:
    text = "a:\n  - x\n  - b: 1\n    c:\n      d: 2\n"
    document = read_document(text, "f.yaml")
    assert document.place(("a",)) == "f.yaml:1"
    assert document.place(("a", 0)) == "f.yaml:2"
    assert document.place(("a", 1, "c", "d")) == "f.yaml:5"
    assert document.place(("a", 1, "missing", "deep")) == "f.yaml:3"
    assert document.place(("nowhere",)) == "f.yaml:1"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a: 1\nb: 2\na: 3", 3, "'a' is given twice"),
        ("x:\n  y: 1\n  y: 2", 3, "'x.y' is given twice"),
        ("a: &x 1\nb: *x", 1, "anchor &x"),
        ("a: *x", 1, "alias *x"),
        ("a: !!python/object/apply:os.system [ls]", 1, "tag"),
        ("a: !!str 7", 1, "tag"),
        ("a: !", 1, "tag"),
        ("a: 1\n<<: {b: 2}", 2, "merge key"),
        ("a: .nan", 1, ".nan is not a finite number"),
        ("a: -.inf", 1, "not a finite number"),
        ("a: 1e999", 1, "too large"),
        ("1: a", 1, "is not text"),
        ("true: a", 1, "is not text"),
        ("? [a, b]\n: c", 1, "a key is a list or a mapping"),
        ("", 1, "the file is empty"),
        ("# only this\n", 1, "the file is empty"),
        ("a: 1\n---\nb: 2", 2, "a second document"),
        ("a: [1, 2", 1, "not YAML"),
        ("a:\n\t- b", 2, "not YAML"),
        ("a: 'x", 1, "not YAML"),
        ("a: x\nb: \x07", 2, "U+0007"),
        ("a: b: c", 1, "not YAML"),
    ],
)
def test_what_packs_do_not_use_is_refused_with_its_line(text: str, line: int, words: str) -> None:
    got = fault(text)
    assert words in got.title
    file, _, number = got.place.partition(":")
    assert file == "f.yaml"
    # A broken value is noticed where it begins or where the text ends.
    assert line <= int(number) <= text.count("\n") + 1


def test_a_bomb_of_aliases_does_not_go_off() -> None:
    lines = ["a0: &a0 [x, x]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 40)]
    assert fault("\n".join(lines)).place == "f.yaml:1"


def test_deep_nesting_is_refused_and_not_followed() -> None:
    assert read("[" * MAX_DEPTH + "]" * MAX_DEPTH) is not None
    assert "nest" in fault("[" * 100_000).title
    assert "nest" in fault("[" * (MAX_DEPTH + 1)).title


def test_a_very_long_number_stays_text() -> None:
    assert read("a: " + "9" * 5000)["a"] == "9" * 5000


def test_paths_are_written_as_people_write_them() -> None:
    assert show_path(("contract", "facts", 2, "says", 0)) == "contract.facts[2].says[0]"
    assert show_path(()) == ""
