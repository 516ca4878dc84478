"""`rut import`, `rut export` and `rut db`, as typed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rut_annotations.rubric import BUILTIN, load_rubric
from rut_domains.faults import ExitCode, Fault, InputFault, UsageFault
from rut_exports.registry import writers
from rut_tui.cli.export import FORMATS
from rut_tui.cli.main import run
from rut_tui.store import Store
from tests.support.dialogues import make_dialogue
from tests.support.judging import judge
from tests.support.recorded import (
    PLAIN_TALK,
    said,
    tau2_results,
    tau2_simulation,
    tau2_task,
    write_json,
)

MISLINKED = tau2_results(
    [tau2_simulation("wrong", "1") | {"task_id": "0"}], [tau2_task("0"), tau2_task("1")]
)


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "db.sqlite"
    monkeypatch.setenv("RUT_DB", str(path))
    monkeypatch.setenv("COLUMNS", "100")
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write_json(tmp_path / "in" / "run.json", tau2_results())


class TestImport:
    def test_says_what_became_of_the_file(
        self, db: Path, file: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert run(["import", str(file)]) == ExitCode.DONE
        shown = capsys.readouterr().out
        assert "1 dialogue: 1 added, 0 here before" in shown
        assert "no findings" in shown
        assert run(["import", str(file)]) == ExitCode.DONE
        shown = capsys.readouterr().out
        assert "imported before" in shown
        assert "nothing was added" in shown

    def test_what_cannot_be_checked_is_told_in_words(
        self, db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        silent = tau2_simulation("silent", reward_info=None)
        told = "links: 1 cannot be checked (no checked actions are recorded) and is linked to the"
        for number, (simulations, doubt) in enumerate(
            [([silent], False), ([silent, *MISLINKED["simulations"]], True)]
        ):
            mixed = MISLINKED | {"simulations": simulations}
            run(["import", str(write_json(tmp_path / f"{number}.json", mixed))])
            shown = " ".join(capsys.readouterr().out.split())
            assert told in shown
            assert ("others of this file name a wrong one" in shown) is doubt

    def test_findings_are_no_failure_unless_strict(
        self, db: Path, tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = str(write_json(tmp_path / "in" / "wrong.json", MISLINKED))
        assert run(["import", path]) == ExitCode.DONE
        shown = capsys.readouterr().out
        assert "1 can be checked, 1 of these name another task" in shown
        assert "unlinked: 1" in shown
        assert "--relink" in shown
        assert run(["import", "--strict", path]) == ExitCode.DOES_NOT_HOLD
        assert run(["import", "--strict", str(file)]) == ExitCode.DONE

    def test_relinks_what_is_here(
        self, db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = str(write_json(tmp_path / "in" / "wrong.json", MISLINKED))
        run(["import", path])
        capsys.readouterr()
        run(["import", path, "--relink"])
        shown = capsys.readouterr().out
        assert "0 added, 1 here before, 1 linked anew" in shown
        assert "unlinked" not in shown

    def test_unknown_keys_are_said_to_be_kept_only_where_they_are(
        self, db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        simulation = tau2_simulation("new", "1") | {"mood": "good"}
        path = str(write_json(tmp_path / "in" / "a.json", tau2_results([simulation])))
        run(["import", path])
        assert "unknown keys, kept for the lead: simulation.mood (1)" in capsys.readouterr().out
        run(["import", path])
        shown = capsys.readouterr().out
        assert "unknown keys, nothing stored anew: simulation.mood (1)" in shown
        assert "kept for the lead" not in shown

    def test_a_bad_file_in_a_folder_keeps_no_other_out(
        self, db: Path, tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (file.parent / "a-cut.json").write_text('{"simulations": [')
        (file.parent / "z-words.json").write_text("hello")
        with pytest.raises(Fault, match="2 of 3 files could not be imported") as caught:
            run(["import", str(file.parent), "--json"])
        assert caught.value.exit_code == ExitCode.BAD_INPUT
        assert "a-cut.json:1:" in caught.value.hint
        assert "z-words.json:1:1: " in caught.value.hint
        facts = json.loads(capsys.readouterr().out)
        assert [Path(one["path"]).name for one in facts["files"]] == ["run.json"]
        assert [Path(one["path"]).name for one in facts["failed"]] == ["a-cut.json", "z-words.json"]
        run(["dialogues", "--json"])
        assert len(json.loads(capsys.readouterr().out)) == 1

    def test_relink_and_accept_exclude_each_other(self, db: Path, file: Path) -> None:
        with pytest.raises(UsageFault, match="exclude"):
            run(["import", str(file), "--relink", "--accept-links"])
        assert not db.exists()

    def test_json_holds_every_finding(
        self, db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = write_json(tmp_path / "in" / "wrong.json", MISLINKED)
        tasks = write_json(tmp_path / "in" / "library" / "tasks.json", [tau2_task()])
        run(["import", "--json", str(path), str(tasks.parent)])
        first, second = json.loads(capsys.readouterr().out)["files"]
        assert first["path"] == str(path)
        assert (first["added"], first["unlinked"]) == (1, 1)
        assert first["integrity"]["format"] == "tau2"
        [finding] = first["integrity"]["findings"]
        assert finding["kind"] == "mislinked"
        assert finding["source"] == "wrong"
        assert (second["tasks_added"], second["integrity"]["tasks"]) == (1, 1)

    def test_tasks_are_called_not_playable(
        self, db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        tasks = write_json(tmp_path / "in" / "library" / "tasks.json", [tau2_task()])
        run(["import", str(tasks.parent)])
        shown = " ".join(capsys.readouterr().out.split())
        assert "1 task: 1 added, 0 here before; contract-only, not playable" in shown

    def test_foreign_text_cannot_steer_the_terminal(
        self, db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        evil = "\x1b]0;owned\x07[red]x[/red]"
        odd = {"role": evil, "content": "x"}
        simulation = tau2_simulation(evil, messages=[odd, *PLAIN_TALK], **{evil: 1})
        path = write_json(tmp_path / "in" / "run.json", tau2_results([simulation]))
        run(["import", str(path)])
        shown = capsys.readouterr().out
        assert "\x1b" not in shown
        assert "\x07" not in shown
        assert "[red]x[/red]" in "".join(shown.split())
        assert "unknown role" in shown

    @pytest.mark.parametrize(
        ("content", "title"),
        [
            (b'{"simulations": [', "cut off"),
            (b"not json", "not JSON"),
            ('{"simulations": ["é"]}'.encode("utf-16"), "UTF-16"),
            ('{"simulations": ["é"]}'.encode("latin-1"), "not UTF-8"),
            (b'{"simulations": [NaN]}', "NaN"),
            (b'{"simulations": [1, 1e999]}', "too large"),
            (b'{"simulations": [' + b"9" * 10_000 + b"]}", "too long"),
            (b'{"simulations": [' + b"[" * 5000 + b"]" * 5000 + b"]}", "deep"),
            (b'{"name": "value"}', "none of the formats"),
            (b"", "empty"),
        ],
    )
    def test_a_bad_file_is_one_clear_error_and_changes_nothing(
        self, content: bytes, title: str, db: Path, tmp_path: Path, file: Path
    ) -> None:
        run(["import", str(file)])
        before = contents(db)
        bad = tmp_path / "bad.json"
        bad.write_bytes(content)
        with pytest.raises(InputFault, match=title) as caught:
            run(["import", str(bad)])
        assert caught.value.exit_code == ExitCode.BAD_INPUT
        assert caught.value.place.startswith(str(bad))
        assert caught.value.hint or title == "empty"
        assert contents(db) == before

    def test_a_missing_file(self, db: Path, tmp_path: Path) -> None:
        with pytest.raises(InputFault, match="no such file"):
            run(["import", str(tmp_path / "none.json")])


def test_scoring_says_what_it_could_not_score(
    db: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["import", str(file)])
    with Store.open(db) as store:
        [name] = store.dialogues.ids()
    capsys.readouterr()
    assert run(["score", name]) == ExitCode.DOES_NOT_HOLD
    first, last = capsys.readouterr().out.splitlines()
    assert first == f"{name}  not scored: it was not played here: its environment is not at hand"
    assert last == "0 scored, 1 could not be scored (why stands beside the id)"


class TestJudgements:
    def test_they_go_out_and_come_back_with_their_rubric(
        self, db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        text = (BUILTIN / "user_contract.yaml").read_text("utf-8")
        rubric = tmp_path / "ours.yaml"
        rubric.write_text(text.replace("id: user_contract", "id: ours", 1), "utf-8")
        own = load_rubric(rubric)
        parts = {"rubric_id": own.id, "rubric_hash": own.hash}
        with Store.open(db) as store:
            store.dialogues.add(make_dialogue())
            store.judgements.append([judge("d-0001", "ann", "groundedness", "met", **parts)])
        out = str(tmp_path / "out.jsonl")
        assert run(["export", "--format", "jsonl", "-o", out]) == ExitCode.DONE
        told = capsys.readouterr()
        assert "1 dialogue, 1 judgement as jsonl" in told.out
        assert f"the rubric ours {own.version} is not at hand" in told.err
        assert "--rubric FILE" in told.err
        with_it = ["export", "--format", "jsonl", "-o", out, "--force", "--rubric", str(rubric)]
        assert run(with_it) == ExitCode.DONE
        told = capsys.readouterr()
        assert "1 dialogue, 1 judgement, 1 rubric as jsonl" in told.out
        assert told.err == ""
        other = str(tmp_path / "other.sqlite")
        for line in ("1 judgement: 1 added, 0 here before", "1 judgement: 0 added, 1 here before"):
            assert run(["import", out, "--db", other]) == ExitCode.DONE
            assert line in capsys.readouterr().out
        with pytest.raises(UsageFault, match="--rubric goes with jsonl"):
            run(["export", "--format", "csv", "-o", out, "--rubric", str(rubric)])


class TestExport:
    def test_the_formats_are_those_of_the_registry(self) -> None:
        assert tuple(writers()) == FORMATS

    def test_to_a_file(
        self, db: Path, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        run(["import", str(file)])
        capsys.readouterr()
        out = tmp_path / "out.jsonl"
        assert run(["export", "--format", "jsonl", "-o", str(out)]) == ExitCode.DONE
        assert "1 dialogue as jsonl" in capsys.readouterr().out
        with pytest.raises(UsageFault, match="there already"):
            run(["export", "--format", "jsonl", "-o", str(out)])
        run(["export", "--format", "csv", "-o", str(out), "--force", "--json"])
        assert json.loads(capsys.readouterr().out) == {
            "dialogues": 1,
            "format": "csv",
            "path": str(out),
        }
        assert out.read_text().startswith("dialogue_id,")

    @pytest.mark.parametrize("name", FORMATS)
    def test_to_standard_output(
        self, name: str, db: Path, file: Path, capfdbinary: pytest.CaptureFixture[bytes]
    ) -> None:
        run(["import", str(file)])
        capfdbinary.readouterr()
        run(["export", "--format", name, "-o", "-"])
        assert capfdbinary.readouterr().out.decode("utf-8").strip()

    def test_half_characters_stay_valid_utf8(
        self, db: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
    ) -> None:
        talk = [said("assistant", "日本語 é"), said("user", "###STOP###")]
        path = write_json(tmp_path / "run.json", tau2_results([tau2_simulation(messages=talk)]))
        run(["import", str(path)])
        capfdbinary.readouterr()
        run(["export", "--format", "jsonl"])
        assert "日本語 é" in capfdbinary.readouterr().out.decode("utf-8")

    def test_facts_and_data_do_not_mix(self, db: Path, file: Path) -> None:
        run(["import", str(file)])
        with pytest.raises(UsageFault, match="cannot share"):
            run(["export", "--format", "jsonl", "--json"])

    def test_without_a_database_there_is_nothing_to_export(self, db: Path) -> None:
        with pytest.raises(Fault) as caught:
            run(["export", "--format", "jsonl"])
        assert not db.exists()
        assert caught.value.hint

    @pytest.mark.parametrize("arguments", [[], ["--format", "xml"]])
    def test_a_format_must_be_chosen(self, arguments: list[str], db: Path) -> None:
        with pytest.raises(Fault) as caught:
            run(["export", *arguments])
        assert caught.value.exit_code == ExitCode.USAGE


class TestDatabase:
    def test_info(self, db: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        run(["import", str(file)])
        capsys.readouterr()
        run(["db", "info"])
        shown = capsys.readouterr().out
        assert str(db) in shown
        assert "dialogues: 1" in shown
        run(["db", "info", "--json"])
        facts = json.loads(capsys.readouterr().out)
        assert facts["path"] == str(db)
        assert facts["counts"]["dialogues"] == 1

    def test_check_of_a_sound_file(
        self, db: Path, file: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        run(["import", str(file)])
        assert run(["db", "check"]) == ExitCode.DONE
        assert "sound" in capsys.readouterr().out
        assert run(["db", "check", "--json"]) == ExitCode.DONE
        assert json.loads(capsys.readouterr().out)["sound"] is True

    def test_check_of_a_damaged_file_ends_with_1(
        self, db: Path, file: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        run(["import", str(file)])
        damage(db)
        assert run(["db", "check"]) == ExitCode.DOES_NOT_HOLD
        capsys.readouterr()
        assert run(["db", "check", "--json"]) == ExitCode.DOES_NOT_HOLD
        facts = json.loads(capsys.readouterr().out)
        assert facts["sound"] is False
        assert facts["flaws"]

    def test_backup_is_a_whole_copy(
        self, db: Path, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        run(["import", str(file)])
        copy = tmp_path / "copy.sqlite"
        run(["db", "backup", str(copy)])
        assert contents(copy) == contents(db)
        with pytest.raises(Fault):
            run(["db", "backup", str(copy)])

    @pytest.mark.parametrize("verb", [["info"], ["check"], ["backup", "copy.sqlite"]])
    def test_a_missing_file_is_not_made(
        self, verb: list[str], db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        with pytest.raises(Fault) as caught:
            run(["db", *verb])
        assert isinstance(caught.value, Fault)
        assert str(db) in caught.value.place
        assert not db.exists()
        assert not (tmp_path / "copy.sqlite").exists()


def contents(path: Path) -> list[Any]:
    from rut_tui.store import Store

    with Store.open(path, create=False) as store:
        rows = sorted(row.id for row in store.dialogues.list())
        return [*(store.dialogues.get(name) for name in rows), *store.imports.all()]


def damage(path: Path) -> None:
    """Take an event out of the log, past the triggers that guard it."""
    import sqlite3

    connection = sqlite3.connect(path)
    triggers = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'events'"
    ).fetchall()
    for (name,) in triggers:
        connection.execute(f'DROP TRIGGER "{name}"')
    connection.execute("DELETE FROM events WHERE seq = 1")
    connection.commit()
    connection.close()
