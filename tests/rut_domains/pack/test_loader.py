from __future__ import annotations

import os
from pathlib import Path

import pytest

from rut_domains.faults import PackFault
from rut_domains.pack import load_pack
from rut_domains.pack.files import MAX_TEXT
from tests.support.packs import TASK, change, line_of, make_pack


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return make_pack(tmp_path)


def fault_of(pack: Path) -> PackFault:
    with pytest.raises(PackFault) as caught:
        load_pack(pack)
    return caught.value


def test_a_pack_is_read_whole(pack: Path) -> None:
    got = load_pack(pack)
    assert got.name == "library"
    assert got.title == "Library"
    assert got.path == pack
    assert sorted(got.state) == ["loans", "members"]
    assert got.policy.startswith("# At the desk")
    assert got.environment.class_name == "ToolLibrary"
    assert got.environment.path == pack / "environment.py"
    assert [concept.name for concept in got.lexicon.concepts] == ["email", "loan_number"]


def test_a_task_takes_over_what_its_pack_gives(pack: Path) -> None:
    got = load_pack(pack)
    task = got.tasks["renew-sander"]
    assert (task.domain, task.now, task.greeting) == ("library", got.now, got.greeting)
    assert task.contract.guidelines == got.guidelines


def test_a_task_may_say_otherwise(pack: Path) -> None:
    change(pack, TASK, "tags:", "greeting: Hm?\nnow: 2027-01-01T00:00:00Z\ntags:")
    change(pack, TASK, "  persona:", "  guidelines: Be rude.\n  persona:")
    task = load_pack(pack).tasks["renew-sander"]
    assert (task.greeting, task.now) == ("Hm?", "2027-01-01T00:00:00Z")
    assert task.contract.guidelines == "Be rude."


def test_the_hash_changes_with_any_file_and_with_nothing_else(pack: Path, tmp_path: Path) -> None:
    first = load_pack(pack).hash
    assert load_pack(pack).hash == first
    (pack / "notes.txt").write_text("not part of the pack")
    assert load_pack(pack).hash == first
    for file in ("policy.md", "guidelines.md", "environment.py", "pack.yaml", TASK):
        path = pack / file
        path.write_text(path.read_text() + "\n# more\n")
        second = load_pack(pack).hash
        assert second != first
        first = second


def test_state_may_be_a_folder_of_files(pack: Path) -> None:
    state = load_pack(pack).state
    (pack / "state").mkdir()
    for name in state:
        (pack / "state" / f"{name}.json").write_text('{"x": 1}')
    assert "both state.json and state/" in fault_of(pack).title
    (pack / "state.json").unlink()
    assert load_pack(pack).state == {name: {"x": 1} for name in state}


def test_an_environment_may_be_a_folder_of_modules(pack: Path) -> None:
    (pack / "environment").mkdir()
    (pack / "environment" / "__init__.py").write_text((pack / "environment.py").read_text())
    assert "both environment.py and environment/" in fault_of(pack).title
    (pack / "environment.py").unlink()
    assert load_pack(pack).environment.path == pack / "environment"
    (pack / "environment" / "__init__.py").unlink()
    assert fault_of(pack).place == f"{pack}/environment/__init__.py"


@pytest.mark.parametrize(
    ("old", "new", "at", "words"),
    [
        ("id: renew-sander", "id: Renew Sander", "id:", ["id", "lower case"]),
        ("tags: [execution]", "tags: execution", "tags:", ["tags", "should be a list"]),
        ("title: A few", "titel: A few", "titel:", ["titel: unknown field", "'title'"]),
        ("title: A few more days with the sander\n", "", "id:", ["title: is missing"]),
        (
            "value: L-104",
            "valeu: L-104",
            "valeu:",
            ["contract.facts[1].valeu: unknown field", "'value'"],
        ),
        ("- id: loan\n", "- id: email\n", "id: email\n      text: The", ["facts[1].id", "twice"]),
        ("- id: renewals", "- id: loan", "id: loan\n      text: You", ["unknowns[0].id", "fact"]),
        ("persona: You", "persona: 7 # You", "persona:", ["contract.persona: should be text"]),
        ("pattern: '\\bL-\\d{3}\\b'", "pattern: 'L-('", "'L-('", ["pattern", "regular expression"]),
        ("pattern: '\\bL", "pattern: '(L+)+", "(L+)+", ["can take forever"]),
        ("pattern: '\\bL", f"pattern: '{'L' * 301}", "LLL", ["longer than 300"]),
        ("      loan_id:\n        ask", "      laon_id:\n        ask", "laon_id", ["no argument"]),
        ("mode: omitted_subgoal", "mode: forgot", "mode: forgot", ["'forgot' is no failure mode"]),
        ("family: missed", "family: lost", "family: lost", ["no family of failures"]),
        (
            "mode: omitted_subgoal",
            "mode: capitulation",
            "mode: capitulation",
            ["belongs to the family 'goal_deviation'"],
        ),
        ("span: You want to keep", "span: You wish to keep", "span: You wish", ["word for word"]),
        ("polarity: positive", "polarity: good", "polarity: good", ["'positive' or 'prohibition'"]),
        ("- path: loans.L-107", "- path: loans..L-107", "loans..", ["names joined by dots"]),
        ("title: A few", "title: |\n  A few\n ", "title:", ["title: should be one line"]),
        ("ends: [satisfied]", "ends: [happy]", "ends:", ["ends[0]", "should be one of"]),
        ("id: renew\n", "id: renew\n      after: fee\n", "after: fee", ["'fee' is no rule"]),
        ("tags:", "now: tomorrow\ntags:", "now:", ["now: should be a moment"]),
        ("tags:", "now: 2027-01-01T00:00:00\ntags:", "now:", ["now: should be a moment"]),
        ("tags:", "domain: x\ntags:", "domain:", ["domain: is given by the pack"]),
        ("tags:", "budget: {steps: 0}\ntags:", "budget:", ["budget.steps", "greater than"]),
        ("tags:", "budget: {steps: many}\ntags:", "budget:", ["should be a whole number"]),
        ("tags:", "id: again\ntags:", "id: again", ["'id' is given twice"]),
        ("contract:\n", "contract: {}\nextra:\n", "span:", ["criteria[0].span", "word for word"]),
    ],
)
def test_a_broken_task_is_named_by_line_and_field(
    pack: Path, old: str, new: str, at: str, words: list[str]
) -> None:
    change(pack, TASK, old, new)
    fault = fault_of(pack)
    told = f"{fault.title} {fault.hint}"
    assert all(word in told for word in words)
    file, _, line = fault.place.rpartition(":")
    assert file == f"{pack}/{TASK}"
    assert int(line) == line_of(pack, TASK, at)


@pytest.mark.parametrize(
    ("old", "new", "at", "words"),
    [
        ('name: "library"', "name: My Pack", "name:", ["name: should be a short name"]),
        ('name: "library"', "name: ../library", "name:", ["name: should be a short name"]),
        ("now: ", "now: 7 # ", "now:", ["now: should be text"]),
        ("class: ToolLibrary", "class: Tool Library", "class:", ["class: should be the name"]),
        ("class: ToolLibrary\n", "", "name:", ["class: is missing"]),
        ("greeting:", "greating:", "greating:", ["unknown field", "'greeting'"]),
        (
            "    - name: loan_number",
            "    - name: email",
            "- name: email\n      pattern: '\\b",
            ["tw"],
        ),
        ("pattern: '\\bL", "pattern: '[", "'[-", ["regular expression"]),
        ("summary: ", "summary: \n# ", "summary:", ["summary: should be text"]),
        ("summary: ", 'summary: " "\n# ', "summary:", ["summary: should be one line"]),
        ("lexicon:", "lexicon: 7\nx:", "lexicon:", ["lexicon: should be a mapping"]),
    ],
)
def test_a_broken_manifest_is_named_by_line_and_field(
    pack: Path, old: str, new: str, at: str, words: list[str]
) -> None:
    change(pack, "pack.yaml", old, new)
    fault = fault_of(pack)
    assert all(word in f"{fault.title} {fault.hint}" for word in words)
    assert fault.place == f"{pack}/pack.yaml:{line_of(pack, 'pack.yaml', at)}"


def test_further_faults_of_a_file_are_told_in_the_hint(pack: Path) -> None:
    change(pack, TASK, "title: A few", "titel: A few")
    change(pack, TASK, "polarity: positive", "polarity: good")
    fault = fault_of(pack)
    assert fault.title == "titel: unknown field; did you mean 'title'?"
    assert "missing" not in fault.hint
    assert f"line {line_of(pack, TASK, 'polarity: good')}: criteria[0].polarity" in fault.hint


def test_two_tasks_of_one_id_name_both_files(pack: Path) -> None:
    (pack / "tasks" / "second.yaml").write_text((pack / TASK).read_text())
    fault = fault_of(pack)
    assert fault.place == f"{pack}/tasks/second.yaml:{line_of(pack, TASK, 'id: renew')}"
    assert f"{pack}/{TASK}" in fault.title


@pytest.mark.parametrize("file", ["pack.yaml", "policy.md", "guidelines.md", "state.json"])
def test_a_missing_file_is_named(pack: Path, file: str) -> None:
    (pack / file).unlink()
    assert file in f"{fault_of(pack).place} {fault_of(pack).title}"


@pytest.mark.parametrize("file", ["policy.md", "guidelines.md", TASK])
def test_an_empty_file_is_named(pack: Path, file: str) -> None:
    (pack / file).write_text(" \n")
    fault = fault_of(pack)
    assert fault.place.startswith(f"{pack}/{file}")
    assert "empty" in fault.title


def test_a_pack_without_tasks_is_no_pack(pack: Path) -> None:
    (pack / TASK).unlink()
    assert fault_of(pack).title == "the pack has no task"


@pytest.mark.parametrize(
    ("text", "words", "line"),
    [
        ('{"loans": {', "not JSON", ":1"),
        ('{"loans": {},\n "members": NaN}', "NaN is not a number", ":2"),
        ('{"loans": "NaN",\n "members":\n -Infinity}', "-Infinity is not a number", ":3"),
        ('{"loans": 1, "loans": 2}', "'loans' is given twice", ""),
        ("[1]", "should be an object", ""),
        ('{"_secret": 1}', "'_secret' cannot be a public attribute", ""),
        ('{"a-b": 1}', "'a-b' cannot be a public attribute", ""),
        ("[" * 200_000, "nested too deep", ""),
    ],
)
def test_a_broken_state_is_named(pack: Path, text: str, words: str, line: str) -> None:
    (pack / "state.json").write_text(text)
    fault = fault_of(pack)
    assert words in fault.title
    assert fault.place == f"{pack}/state.json{line}"


def test_another_encoding_is_named_with_its_line(pack: Path) -> None:
    (pack / "policy.md").write_bytes("# Rules\nCafé".encode("latin-1"))
    fault = fault_of(pack)
    assert fault.title == "byte 0xE9 is not UTF-8"
    assert fault.place == f"{pack}/policy.md:2"


def test_a_byte_order_mark_is_dropped(pack: Path) -> None:
    path = pack / "pack.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert load_pack(pack).name == "library"


def test_windows_line_ends_are_read_alike(pack: Path) -> None:
    plain = load_pack(pack)
    for file in ("policy.md", "guidelines.md", TASK):
        path = pack / file
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    got = load_pack(pack)
    assert got.policy == plain.policy
    assert got.tasks["renew-sander"].hash == plain.tasks["renew-sander"].hash


@pytest.mark.parametrize("file", ["policy.md", "state.json", TASK, "environment.py"])
def test_a_link_out_of_the_pack_is_refused(pack: Path, tmp_path: Path, file: str) -> None:
    outside = tmp_path / "outside"
    outside.write_bytes((pack / file).read_bytes())
    (pack / file).unlink()
    (pack / file).symlink_to(outside)
    fault = fault_of(pack)
    assert "leads out of the pack" in fault.title
    assert fault.place == f"{pack}/{file}"


def test_a_linked_folder_out_of_the_pack_is_refused(pack: Path, tmp_path: Path) -> None:
    (pack / "tasks").rename(tmp_path / "tasks")
    (pack / "tasks").symlink_to(tmp_path / "tasks")
    assert "leads out of the pack" in fault_of(pack).title


def test_a_link_within_the_pack_is_followed(pack: Path) -> None:
    (pack / "policy.md").rename(pack / "rules.md")
    (pack / "policy.md").symlink_to("rules.md")
    assert load_pack(pack).policy.startswith("# At the desk")


def test_a_link_to_itself_and_a_pipe_are_refused_without_waiting(pack: Path) -> None:
    (pack / "policy.md").unlink()
    (pack / "policy.md").symlink_to("policy.md")
    assert fault_of(pack).place == f"{pack}/policy.md"
    (pack / "policy.md").unlink()
    os.mkfifo(pack / "policy.md")
    assert fault_of(pack).title == "this is not a regular file"


def test_a_huge_file_is_refused_unread(pack: Path) -> None:
    with (pack / "policy.md").open("wb") as file:
        file.truncate(MAX_TEXT + 1)
    assert "more than the 2,097,152" in fault_of(pack).title


def test_text_by_others_is_kept_as_it_is(pack: Path) -> None:
    change(pack, TASK, "You are Jonas Weller", "You are [bold]Jonas[/] \U0001f469‍\U0001f680 שלום")
    got = load_pack(pack).tasks["renew-sander"].contract.persona
    assert got.startswith("You are [bold]Jonas[/] \U0001f469‍\U0001f680 שלום")


def test_a_folder_without_manifest_says_how_to_make_one(tmp_path: Path) -> None:
    fault = fault_of(tmp_path)
    assert "pack.yaml" in fault.title
    assert "rut domains new" in fault.hint
