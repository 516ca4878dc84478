from __future__ import annotations

from pathlib import Path

import pytest

from rut_domains.faults import PackFault, UsageFault
from rut_domains.pack import BUILTIN, find_pack, list_packs
from tests.support.packs import change, make_pack


def test_the_built_in_packs_are_always_found() -> None:
    entries = {entry.name: entry for entry in list_packs([])}
    assert all(entry.builtin for entry in entries.values())
    assert entries["retail"].pack is not None


def test_a_folder_of_packs_and_a_pack_itself_are_both_searched(tmp_path: Path) -> None:
    make_pack(tmp_path / "many", "one")
    make_pack(tmp_path / "many", "two")
    single = make_pack(tmp_path / "elsewhere", "three")
    (tmp_path / "many" / "notes").mkdir()
    names = [entry.name for entry in list_packs([single, tmp_path / "many"])]
    assert names[:3] == ["three", "one", "two"]
    assert "notes" not in names


def test_a_broken_pack_is_shown_and_hides_no_other(tmp_path: Path) -> None:
    make_pack(tmp_path, "good")
    broken = make_pack(tmp_path, "broken")
    change(broken, "pack.yaml", "version:", "wersion:")
    by_name = {entry.name: entry for entry in list_packs([tmp_path])}
    assert by_name["good"].pack is not None
    assert by_name["broken"].pack is None
    fault = by_name["broken"].fault
    assert fault is not None
    assert fault.place.startswith(f"{broken}/pack.yaml:")
    assert by_name["retail"].pack is not None
    with pytest.raises(PackFault, match="wersion"):
        find_pack("broken", [tmp_path])


def test_the_first_of_two_packs_of_a_name_wins_and_the_other_is_marked(tmp_path: Path) -> None:
    first = make_pack(tmp_path / "a", "same")
    second = make_pack(tmp_path / "b", "same")
    entries = [entry for entry in list_packs([first, second]) if entry.name == "same"]
    assert [entry.shadowed for entry in entries] == [False, True]
    assert find_pack("same", [second, first]).path == second


def test_a_pack_named_twice_is_listed_once(tmp_path: Path) -> None:
    pack = make_pack(tmp_path, "once")
    names = [entry.name for entry in list_packs([pack, tmp_path, BUILTIN])]
    assert names.count("once") == 1
    assert names.count("retail") == 1


def test_a_misspelt_folder_is_an_entry_with_its_fault(tmp_path: Path) -> None:
    entry = list_packs([tmp_path / "nowhere"])[0]
    assert entry.fault is not None
    assert str(tmp_path / "nowhere") in entry.fault.place


def test_a_folder_that_cannot_be_looked_into_is_an_entry_with_its_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "loop").symlink_to("loop")
    search = [tmp_path / "file", tmp_path / "loop", tmp_path / ("x" * 5000)]
    assert all(entry.fault is not None for entry in list_packs(search)[:3])
    assert find_pack("retail", search).name == "retail"


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UsageFault) as caught:
        find_pack("retial", [])
    assert "retail" in caught.value.hint


@pytest.mark.parametrize("name", ["../x", "", "a\nb", "[bold]", "x" * 5000])
def test_a_hostile_name_is_only_a_name(name: str) -> None:
    with pytest.raises(UsageFault):
        find_pack(name, [])
