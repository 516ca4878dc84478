"""Opening and making the file: what is refused, how, and that it is then left as it was."""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from rut_domains.faults import ExitCode, Fault
from rut_tui.store import StorageFault, Store, StoreFault
from tests.rut_tui.store.conftest import fingerprint_of, tamper
from tests.support.dialogues import make_dialogue


def refuse(path: Path, code: ExitCode, **how: bool) -> Fault:
    """Open, expect a fault with that exit code, and return it."""
    with pytest.raises(Fault) as caught:
        Store.open(path, **how).close()
    assert caught.value.exit_code == code
    assert caught.value.title
    assert caught.value.hint
    assert caught.value.place
    return caught.value


def test_the_file_is_made_with_the_folders_above_it(tmp_path: Path) -> None:
    path = tmp_path / "a folder" / "with #?% signs" / "rut.sqlite"
    with Store.open(path) as store:
        store.dialogues.add(make_dialogue())
    with Store.open(path, create=False) as store:
        assert store.dialogues.count() == 1
    assert [item.name for item in path.parent.iterdir()] == ["rut.sqlite"]


def test_the_pragmas_are_those_of_the_architecture(path: Path) -> None:
    wanted = {"journal_mode": "wal", "foreign_keys": 1, "synchronous": 2, "busy_timeout": 5000}
    for _ in ("made", "opened again"):
        with Store.open(path) as store:
            for name, value in wanted.items():
                assert store._connection.value(f"PRAGMA {name}") == value


def test_an_empty_file_becomes_a_database(path: Path) -> None:
    path.touch()
    with Store.open(path, create=False) as store:
        assert store.info().version == store.info().newest


@pytest.mark.parametrize("how", [{"create": False}, {"read_only": True}])
def test_a_missing_file_is_not_made_when_it_must_be_there(path: Path, how: dict[str, bool]) -> None:
    refuse(path, ExitCode.BAD_INPUT, **how)
    assert not path.exists()


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    assert "folder" in refuse(tmp_path, ExitCode.BAD_INPUT).title


def test_a_device_is_no_database() -> None:
    refuse(Path(os.devnull), ExitCode.BAD_INPUT)


def test_a_named_pipe_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    refuse(tmp_path / "pipe", ExitCode.BAD_INPUT)


def test_a_zero_character_in_the_path_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreFault):
        Store.open(tmp_path / "a\0b")


def test_a_path_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    refuse(tmp_path / "file" / "rut.sqlite", ExitCode.MISSING)


@pytest.mark.parametrize(
    "content", [b"hello", b"[1, 2]", b"SQLite format 2\0", b"\0" * 5000, b"S" * 100_000]
)
def test_another_kind_of_file_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    refuse(path, ExitCode.BAD_INPUT)
    refuse(path, ExitCode.BAD_INPUT, read_only=True)
    assert path.read_bytes() == content
    assert len(list(path.parent.iterdir())) == 1


def test_a_truncated_database_is_refused(path: Path) -> None:
    with Store.open(path) as store:
        store.dialogues.add(make_dialogue())
    path.write_bytes(path.read_bytes()[:5000])
    fault = refuse(path, ExitCode.BAD_INPUT)
    assert "damaged" in fault.title


def test_the_database_of_another_program_is_refused_and_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE dialogues (id)")
        other.commit()
    before = fingerprint_of(path)
    assert "another program" in refuse(path, ExitCode.BAD_INPUT).title
    refuse(path, ExitCode.BAD_INPUT, read_only=True)
    assert fingerprint_of(path) == before


@pytest.mark.parametrize(
    "change",
    [
        "PRAGMA user_version = 99",
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) "
        "VALUES ('rut_tui', 'm099_future', '')",
    ],
)
def test_a_newer_file_is_refused_and_left_alone(path: Path, change: str) -> None:
    Store.open(path).close()
    tamper(path, change)
    before = fingerprint_of(path)
    for read_only in (False, True):
        fault = refuse(path, ExitCode.BAD_INPUT, read_only=read_only)
        assert "newer version" in fault.title
    assert fingerprint_of(path) == before
    assert [item.name for item in path.parent.iterdir()] == [path.name]


def test_a_newer_file_left_by_a_crash_is_refused_without_folding_its_log(path: Path) -> None:
    Store.open(path).close()
    # The copy of an open file with its log is what a crash leaves behind.
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("PRAGMA user_version = 99")
        crashed = path.with_name("crashed.sqlite")
        log = crashed.with_name("crashed.sqlite-wal")
        crashed.write_bytes(path.read_bytes())
        log.write_bytes(path.with_name(f"{path.name}-wal").read_bytes())
    before = fingerprint_of(crashed), fingerprint_of(log)
    refuse(crashed, ExitCode.BAD_INPUT)
    assert (fingerprint_of(crashed), fingerprint_of(log)) == before


def test_a_file_without_write_permission_is_refused(shared_folder: Path) -> None:
    path = shared_folder / "rut.sqlite"
    with Store.open(path) as store:
        store.dialogues.add(make_dialogue())
    path.chmod(0o444)
    before = fingerprint_of(path)
    assert isinstance(refuse(path, ExitCode.MISSING), StorageFault)
    with Store.open(path, read_only=True) as store:
        assert store.dialogues.count() == 1
    assert fingerprint_of(path) == before


def test_a_folder_without_write_permission_is_refused_but_can_be_read(shared_folder: Path) -> None:
    path = shared_folder / "closed" / "rut.sqlite"
    Store.open(path).close()
    path.parent.chmod(0o555)
    refuse(path, ExitCode.MISSING)
    refuse(path.with_name("other.sqlite"), ExitCode.MISSING)
    refuse(path.parent / "deeper" / "other.sqlite", ExitCode.MISSING)
    with Store.open(path, read_only=True) as store:
        assert store.check() == ()
    path.parent.chmod(0o777)


def test_a_file_that_may_not_be_read_is_refused(shared_folder: Path) -> None:
    path = shared_folder / "rut.sqlite"
    Store.open(path).close()
    path.chmod(0o000)
    refuse(path, ExitCode.MISSING)
    refuse(path, ExitCode.MISSING, read_only=True)


def test_reading_changes_nothing_and_leaves_no_files(path: Path) -> None:
    with Store.open(path) as store:
        store.dialogues.add(make_dialogue())
    before = fingerprint_of(path)
    with Store.open(path, read_only=True) as store:
        assert store.dialogues.get("d-0001") == make_dialogue()
        assert store.check() == ()
        assert store.info().counts["dialogues"] == 1
        with pytest.raises(StorageFault, match="only be read"):
            store.dialogues.add(make_dialogue("d-0002"))
        with pytest.raises(StorageFault, match="only be read"):
            store.drafts.put("key", "text", "")
    assert fingerprint_of(path) == before
    assert [item.name for item in path.parent.iterdir()] == [path.name]


def test_reading_beside_a_writer_sees_what_is_committed(store: Store, path: Path) -> None:
    store.dialogues.add(make_dialogue())
    with Store.open(path, read_only=True) as reader:
        assert reader.dialogues.count() == 1
        store.dialogues.add(make_dialogue("d-0002"))
        assert reader.dialogues.count() == 2


def test_a_link_to_a_file_in_use_is_read_as_it_is_now(store: Store, path: Path) -> None:
    link = path.with_name("link.sqlite")
    link.symlink_to(path)
    store.dialogues.add(make_dialogue())
    for read_only in (True, False):
        with Store.open(link, read_only=read_only) as other:
            assert other.dialogues.count() == 1
            assert other.path == path


def test_a_link_to_nothing_makes_the_file_that_it_names(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "deep" / "rut.sqlite")
    Store.open(tmp_path / "link").close()
    assert (tmp_path / "deep" / "rut.sqlite").is_file()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    refuse(tmp_path / "loop", ExitCode.MISSING)


def test_a_relative_path_stays_what_it_was_when_the_folder_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with Store.open(Path("rut.sqlite")) as store:
        monkeypatch.chdir("/")
        store.dialogues.add(make_dialogue())
        assert store.info().path == str(tmp_path / "rut.sqlite")


def test_reading_tells_the_same_facts_as_writing(path: Path) -> None:
    with Store.open(path) as store:
        store.dialogues.add(make_dialogue())
    with Store.open(path, read_only=True) as store:
        read = store.info()
    with Store.open(path) as store:
        assert store.info() == read


def test_use_from_another_thread_is_a_mistake_and_not_a_fault(store: Store) -> None:
    caught: list[BaseException] = []

    def use() -> None:
        try:
            store.dialogues.count()
        except sqlite3.ProgrammingError as error:
            caught.append(error)

    thread = threading.Thread(target=use)
    thread.start()
    thread.join()
    assert len(caught) == 1
