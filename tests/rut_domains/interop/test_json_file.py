from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rut_domains.faults import InputFault
from rut_domains.interop.json_file import JsonFile
from rut_domains.interop.json_rules import MAX_DEPTH

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=20,
)


def put(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    return path


def read(path: Path, chunk: int = 1 << 20) -> Any:
    with JsonFile(path, chunk=chunk) as file:
        value = file.value()
        file.finish()
        return value


def refused(path: Path, text: str | bytes) -> InputFault:
    with pytest.raises(InputFault) as caught:
        read(put(path, text))
    return caught.value


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(value=JSON, chunk=st.integers(1, 40), indent=st.none() | st.integers(0, 2))
def test_reads_what_json_reads_whatever_the_window(
    value: Any, chunk: int, indent: int | None, tmp_path: Path
) -> None:
    ascii_only = indent != 0
    path = put(tmp_path / "a.json", json.dumps(value, indent=indent, ensure_ascii=ascii_only))
    assert read(path, chunk) == value


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(values=st.lists(JSON, max_size=5), chunk=st.integers(1, 40))
def test_steps_through_lists_objects_and_lines(
    values: list[Any], chunk: int, tmp_path: Path
) -> None:
    path = put(tmp_path / "a.json", json.dumps(values))
    with JsonFile(path, chunk=chunk) as file:
        assert list(file.elements()) == values
        file.finish()
    named = {f"k{index}": value for index, value in enumerate(values)}
    put(path, json.dumps(named))
    with JsonFile(path, chunk=chunk) as file:
        assert {key: file.value() for key in file.members()} == named
        file.finish()
    if values:
        put(path, "\n".join(map(json.dumps, values)))
        with JsonFile(path, chunk=chunk) as file:
            assert [value for _, value in file.values()] == values


@pytest.mark.parametrize(
    ("text", "title", "line_column"),
    [
        ('{"a": [1,\n 2', "ends too early", "2:3"),
        ('{"a": "never closed', "ends inside a text", "1:7"),
        ('{"a": 1,\n  oops}', "not JSON", "2:3"),
        ('{"a": 1} extra', "something follows", "1:10"),
        ('{"a": 1,\n "b": NaN}', "NaN is not a JSON value", "2:7"),
        ("[1, -Infinity]", "-Infinity is not a JSON value", "1:5"),
        ("[1, 1e999]", "too large", "1:5"),
        ("[1, " + "9" * 5000 + "]", "a number is too long", "1:5"),
        ('{"a": {"x": 1,\n "x": 2}}', "'x' occurs twice", "2:2"),
    ],
)
def test_says_what_is_wrong_and_where(
    text: str, title: str, line_column: str, tmp_path: Path
) -> None:
    path = tmp_path / "bad.json"
    fault = refused(path, text)
    assert title in fault.title
    assert fault.place == f"{path}:{line_column}"
    assert fault.hint


def test_a_key_given_twice_at_the_top_is_found_while_stepping(tmp_path: Path) -> None:
    path = put(tmp_path / "a.json", '{"a": 1,\n"a": 2}')
    with JsonFile(path) as file, pytest.raises(InputFault, match="'a' occurs twice") as caught:
        [file.value() for _ in file.members()]
    assert caught.value.place.endswith(":2:1")


def test_lines_are_counted_on_through_many_windows(tmp_path: Path) -> None:
    path = put(tmp_path / "a.json", "[\n" + '"é",\n' * 500 + "oops]")
    with JsonFile(path, chunk=64) as file, pytest.raises(InputFault) as caught:
        list(file.elements())
    assert caught.value.place == f"{path}:502:1"


@pytest.mark.parametrize(
    ("raw", "title"),
    [
        ('{"a": "é"}'.encode("utf-16"), "UTF-16"),
        ('{"a": "é"}'.encode("utf-16-le"), "zero bytes"),
        ('{"a": "é"}'.encode("utf-32"), "UTF-32"),
        ('{"a":\n "é"}'.encode("latin-1"), "not UTF-8: byte 0xe9"),
        (b"\x1f\x8b\x08rest", "gzip"),
        (b"PK\x03\x04rest", "ZIP"),
        (b"SQLite format 3\x00rest", "SQLite"),
        (b"version https://git-lfs.github.com/spec/v1\n", "Git LFS"),
        (b"", "empty"),
        (b" \n\t", "empty"),
    ],
)
def test_another_encoding_or_kind_of_file_is_named(raw: bytes, title: str, tmp_path: Path) -> None:
    assert title in refused(tmp_path / "a.json", raw).title


def test_a_byte_that_is_not_utf8_is_placed_by_line(tmp_path: Path) -> None:
    path = put(tmp_path / "a.json", b'["a",\n"b",\n"\xe9"]')
    for chunk in (3, 1 << 20):
        with pytest.raises(InputFault) as caught, JsonFile(path, chunk=chunk) as file:
            file.value()
        assert caught.value.place == f"{path}:3"


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    assert read(put(tmp_path / "a.json", b'\xef\xbb\xbf{"a": 1}')) == {"a": 1}


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_depth_is_bounded(opening: str, tmp_path: Path) -> None:
    closing = "]" if opening == "[" else "}"
    path = tmp_path / "a.json"
    deepest = opening * MAX_DEPTH + "1" + closing * MAX_DEPTH
    assert read(put(path, deepest)) == json.loads(deepest)
    for depth in (MAX_DEPTH + 1, 400, 100_000):
        assert "deep" in refused(path, opening * depth + "1" + closing * depth).title


def test_half_characters_are_replaced_and_counted(tmp_path: Path) -> None:
    path = put(tmp_path / "a.json", r'{"a\ud83d": ["x\udc00y", "\ud83d\ude00"]}')
    with JsonFile(path) as file:
        assert file.value() == {"a\ufffd": ["x\ufffdy", "😀"]}
        assert file.replaced == 1


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(InputFault) as caught, JsonFile(path):
            pass
        assert caught.value.place == str(path)


def test_reads_in_bounded_memory(tmp_path: Path) -> None:
    """The window holds one element at a time, whatever the size of the list."""
    path = put(tmp_path / "a.json", "[" + ",".join(['"' + "x" * 1000 + '"'] * 2000) + "]")
    with JsonFile(path, chunk=4096) as file:
        for _ in file.elements():
            assert len(file._text) < 16_384


def test_constants_pass_only_where_they_are_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_text('{"a": NaN,\n "b": [Infinity, -Infinity]}')
    with JsonFile(path, constants=True) as file:
        value = file.value()
    assert value["a"] != value["a"]
    assert value["b"] == [float("inf"), float("-inf")]
    with JsonFile(path) as file, pytest.raises(InputFault, match="NaN is not a JSON value"):
        file.value()


def test_keys_given_twice_are_refused_beside_constants(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_text('{"a": NaN, "a": 1}')
    with (
        JsonFile(path, constants=True) as file,
        pytest.raises(InputFault, match="'a' occurs twice"),
    ):
        file.value()


def test_the_line_of_the_next_value(tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"
    path.write_text('{"a": 1}\n\n{"a": 2}\n')
    lines = []
    with JsonFile(path, chunk=4) as file:
        while file.peek():
            lines.append(file.line())
            file.value()
    assert lines == [1, 3]
