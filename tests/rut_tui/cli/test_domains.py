from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rut_tui.__main__ import main
from tests.support.packs import TASK, change, make_pack


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["domains", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    code, out, _ = run(capsys, *arguments, "--json")
    assert code == 0
    return json.loads(out)


def test_list_shows_what_is_on_the_search_path(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    make_pack(here / "domains", "local")
    make_pack(here / "named", "named")
    single = make_pack(here / "given", "given")
    monkeypatch.setenv("RUT_PACKS", str(here / "named"))
    names = [entry["name"] for entry in run_json(capsys, "list", "--pack", str(single))]
    assert names[:3] == ["given", "named", "local"]
    assert "retail" in names
    code, out, _ = run(capsys, "list")
    assert code == 0
    assert "Moss & Kettle" in out
    assert "built-in" in out


def test_list_shows_a_broken_pack_beside_the_others(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = make_pack(here / "domains", "broken")
    change(broken, TASK, "title:", "titel:")
    entries = {entry["name"]: entry for entry in run_json(capsys, "list")}
    assert entries["retail"]["fault"] is None
    assert entries["broken"]["fault"]["place"] == f"{broken / TASK}:3"
    assert entries["broken"]["fault"]["title"].startswith("titel: unknown field")
    code, out, _ = run(capsys, "list")
    assert code == 0
    assert "broken:" in out


def test_show_tells_of_a_pack_and_of_a_task(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "show", "retail")
    assert code == 0
    assert "late-chairs" in out
    code, out, _ = run(capsys, "show", "retail", "late-chairs")
    assert code == 0
    assert "Who you are\nYou are Pieter van Aalst" in out
    assert "3. agent: give_voucher(order_id='MK-3951', amount=10.0)" in out
    assert run_json(capsys, "show", "retail")["name"] == "retail"
    assert run_json(capsys, "show", "retail", "late-chairs")["domain"] == "retail"


def test_what_is_not_there_is_a_usage_fault(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "show", "retial")
    assert (code, out) == (2, "")
    assert "Did you mean 'retail'?" in err
    code, _, err = run(capsys, "show", "retail", "nope")
    assert code == 2
    assert "late-chairs" in err
    code, _, err = run(capsys, "check", "./nowhere")
    assert code == 3
    assert "nowhere" in err


def test_a_new_pack_is_made_in_domains_and_passes_the_check(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, "new", "bakery")
    assert code == 0
    assert (here / "domains" / "bakery" / "pack.yaml").is_file()
    assert "rut domains check bakery" in out
    code, out, _ = run(capsys, "check", "bakery")
    assert code == 0
    assert out.startswith("bakery holds: 1 of 1 tasks")


def test_a_new_pack_may_be_made_elsewhere(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_json(capsys, "new", "bakery", "--into", "packs/of/mine") == {
        "name": "bakery",
        "path": "packs/of/mine/bakery",
    }
    code, _, _ = run(capsys, "check", "packs/of/mine/bakery")
    assert code == 0


@pytest.mark.parametrize("name", ["../x", "Bakery", "a b", "[bold]", "retail", "\x1b[31m"])
def test_a_name_that_cannot_be_is_refused(
    here: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    code, out, err = run(capsys, "new", name)
    assert (code, out) == (2, "")
    assert "\x1b" not in err
    assert not (here / "domains").exists()


def test_an_existing_folder_is_left_alone(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "domains" / "bakery").mkdir(parents=True)
    code, _, err = run(capsys, "new", "bakery")
    assert code == 3
    assert "domains/bakery" in err
    assert list((here / "domains" / "bakery").iterdir()) == []


def test_a_check_that_does_not_hold_ends_with_one(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = make_pack(here / "domains", "bakery")
    change(made, TASK, 'value: "2027-05-13"', 'value: "2027-05-14"')
    code, out, _ = run(capsys, "check", "bakery", "--trust")
    assert code == 1
    assert out.startswith(f"error: {made / TASK}:")
    assert "assertions[0]: does not hold: the sander is due a week later" in out
    code, out, _ = run(capsys, "check", "bakery", "--trust", "--json")
    report = json.loads(out)
    assert (code, report["ok"]) == (1, False)
    assert report["findings"][0]["rule"] == "assertion-fails"


def test_a_broken_pack_does_not_hold(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = make_pack(here / "domains", "bakery")
    (made / "state.json").write_text("{")
    code, out, err = run(capsys, "check", "bakery")
    assert (code, err) == (1, "")
    assert f"{made / 'state.json'}:1: not JSON" in out
    assert run(capsys, "show", "bakery")[0] == 3


def test_a_folder_without_packs_is_not_passed_over(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "empty" / "below" / "deeper").mkdir(parents=True)
    (here / "empty" / "pack.txt").write_text("name: x\n")
    for folder in ("empty", "empty/pack.txt"):
        code, out, err = run(capsys, "list", "--pack", folder)
        assert (code, out) == (2, "")
        assert folder in err
        assert "--pack takes a pack's folder" in err


def test_a_call_that_spoils_the_state_is_told_with_its_step(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = make_pack(here / "domains", "bakery")
    spoils = "        self.odd = {0: {1.5, object()}}\n        loan = "
    change(made, "environment.py", "        loan = ", spoils)
    code, out, _ = run(capsys, "check", "bakery", "--trust")
    assert code == 1
    assert "oracle[1]: get_loan fails: after the call, the state cannot be kept" in out
    assert "object, which is no JSON" in out


def test_text_of_a_pack_cannot_steer_the_terminal(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = make_pack(here / "domains", "bakery")
    change(made, "pack.yaml", '"Bakery"', '"[red]Bakery[/] \\e[31mred\\e]8;;http://x\\a"')
    change(made, TASK, "title: A few", "title: '[bold]A few")
    change(made, TASK, "with the sander", "with the sander'")
    for arguments in (["list"], ["show", "bakery"], ["show", "bakery", "renew-sander"]):
        code, out, _ = run(capsys, *arguments)
        assert code == 0
        assert "\x1b" not in out
        assert "\x07" not in out
    assert "[red]Bakery[/]" in run(capsys, "list")[1]
    assert "[bold]A few" in run(capsys, "show", "bakery")[1]


def test_a_broken_pack_does_not_hold_and_every_file_is_told(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "new", "bakery")
    pack = here / "domains" / "bakery"
    (pack / "tasks" / "a.yaml").write_text("id: [")
    (pack / "tasks" / "b.yaml").write_text("id: b\n")
    (pack / "state.json").write_text("{")
    code, out, _ = run(capsys, "check", "bakery")
    assert code == 1
    assert all(name in out for name in ("a.yaml:", "b.yaml:", "state.json:1"))
    assert "bubblewrap" not in out
