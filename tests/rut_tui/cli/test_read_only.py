"""Commands that write nothing work on a file, or in a folder, that may only be read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rut_domains.faults import ExitCode, Fault
from rut_tui.cli.main import run
from rut_tui.store import Store
from rut_tui.store.opening import find_cut
from tests.support.recorded import tau2_results, tau2_simulation, tau2_task, write_json


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "kept" / "db.sqlite"
    file = write_json(tmp_path / "run.json", tau2_results())
    assert run(["import", str(file), "--db", str(path)]) == ExitCode.DONE
    return path


@pytest.mark.parametrize("closed", ["db.sqlite", "kept"])
@pytest.mark.parametrize(
    "command",
    [
        ("report",),
        ("dialogues",),
        ("export", "--format", "jsonl", "-o", "OUT"),
        ("db", "check"),
        ("db", "info"),
    ],
)
def test_reading_needs_no_permission_to_write(
    closed: str,
    command: tuple[str, ...],
    db: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    granted = os.access

    def access(path: Path, mode: int, **options: bool) -> bool:
        return not (mode & os.W_OK and Path(path).name == closed) and granted(path, mode, **options)

    # The superuser may write everywhere, so that permission bits would show nothing.
    monkeypatch.setattr(os, "access", access)
    monkeypatch.setattr(os, "supports_effective_ids", {access})
    before = db.read_bytes()
    arguments = [str(tmp_path / "out.jsonl") if part == "OUT" else part for part in command]
    assert run([*arguments, "--db", str(db)]) == ExitCode.DONE
    assert [path.name for path in db.parent.iterdir()] == ["db.sqlite"]
    assert db.read_bytes() == before
    with pytest.raises(Fault, match="may only be read"):
        Store.open(db)


@pytest.mark.parametrize("kept", [4097, 40_000])
def test_a_file_that_is_cut_off_is_called_so(kept: int, db: Path) -> None:
    assert find_cut(db) == ""
    whole = db.stat().st_size
    db.write_bytes(db.read_bytes()[:kept])
    with pytest.raises(Fault, match=f"cut off: it has {kept:,} of the {whole:,} bytes") as caught:
        run(["db", "check", "--db", str(db)])
    assert caught.value.exit_code == ExitCode.BAD_INPUT
    assert "backup" in caught.value.hint


@pytest.mark.parametrize(
    "content",
    [
        b"A text of more than thirty-two bytes, which is no database at all.\n" * 99,
        bytes(range(256)),
    ],
)
def test_what_is_no_database_is_not_called_cut_off(content: bytes, db: Path) -> None:
    db.write_bytes(content)
    assert find_cut(db) == ""
    with pytest.raises(Fault, match="not an SQLite database"):
        run(["db", "check", "--db", str(db)])


def test_a_header_without_a_page_size_says_nothing_of_the_size(db: Path) -> None:
    content = bytearray(db.read_bytes()[:4097])
    content[16:18] = b"\x30\x39"
    db.write_bytes(content)
    assert find_cut(db) == ""
    with pytest.raises(Fault) as caught:
        run(["db", "check", "--db", str(db)])
    assert "bytes" not in caught.value.title


def test_rating_says_why_nothing_is_offered(
    db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = tau2_results(
        [tau2_simulation("wrong", "1") | {"task_id": "0"}], [tau2_task("0"), tau2_task("1")]
    )
    other = str(tmp_path / "other.sqlite")
    run(["import", str(write_json(tmp_path / "wrong.json", wrong)), "--db", other])
    capsys.readouterr()
    assert run(["rate", "--plain", "--rater", "ann", "--db", other]) == ExitCode.DONE
    told = " ".join(capsys.readouterr().out.split())
    assert "There is nothing to rate yet. 1 dialogue is unlinked" in told
    assert "--relink" in told
    assert "--accept-links" in told
