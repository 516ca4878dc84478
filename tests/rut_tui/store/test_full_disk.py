"""A disk without space: reading goes on, writing says what is missing, nothing is left behind."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from rut_domains.faults import ExitCode
from rut_tui.store import StorageFault, Store, StoreFault
from rut_tui.store.faults import FullDisk, explain
from tests.rut_tui.store.test_faults import import_many
from tests.support.dialogues import make_dialogue


@contextmanager
def no_space() -> Iterator[None]:
    """Let no file grow by a single byte, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture
def kept(path: Path) -> Path:
    with Store.open(path) as store:
        store.dialogues.add(make_dialogue())
    return path


def beside(path: Path) -> list[str]:
    return sorted(item.name for item in path.parent.iterdir())


def test_what_is_there_can_be_read_and_nothing_is_left_beside_it(kept: Path) -> None:
    before = kept.read_bytes()
    with no_space(), Store.open_to_read(kept) as store:
        read = store.dialogues.get("d-0001")
        assert store.check() == ()
        with pytest.raises(StorageFault):
            store.dialogues.add(make_dialogue("d-0002"))
    assert read == make_dialogue()
    assert beside(kept) == [kept.name]
    assert kept.read_bytes() == before


def test_what_stands_in_the_log_of_a_killed_process_is_read_too(kept: Path, tmp_path: Path) -> None:
    copy = tmp_path / "killed" / kept.name
    copy.parent.mkdir()
    with Store.open(kept) as store:
        store.dialogues.add(make_dialogue("d-0002"))
        for end in ("", "-wal"):
            shutil.copyfile(f"{kept}{end}", f"{copy}{end}")
    with no_space(), Store.open_to_read(copy) as killed:
        assert killed.dialogues.count() == 2
    with Store.open(copy) as mended:
        assert mended.dialogues.count() == 2
    assert beside(copy) == [copy.name]


def test_what_another_process_has_open_is_read_beside_it(kept: Path) -> None:
    with Store.open(kept) as other, no_space(), Store.open_to_read(kept) as store:
        assert store.dialogues.count() == other.dialogues.count() == 1


@pytest.mark.parametrize("create", [True, False])
def test_writing_is_refused_as_what_it_is_and_leaves_nothing(kept: Path, create: bool) -> None:
    with no_space(), pytest.raises(FullDisk, match="no space left") as caught:
        Store.open(kept, create=create)
    assert caught.value.exit_code == ExitCode.MISSING
    assert caught.value.place == str(kept)
    assert "--db" in caught.value.hint
    assert beside(kept) == [kept.name]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), StoreFault("no"), None])
def test_a_failed_import_gives_its_log_back_to_the_disk(
    kept: Path, error: BaseException | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = kept.with_name(f"{kept.name}-wal")
    with Store.open(kept) as store, Store.open(kept) as other:
        if error is None:
            store._connection.value("PRAGMA max_page_count = 60")
        # So little is held back that the log grows before the end.
        store._connection.value("PRAGMA cache_size = 4")
        with pytest.raises(type(error) if error else FullDisk):
            import_many(store, 100, error)
        assert log.stat().st_size == 0
        assert other.dialogues.count() == store.dialogues.count() == 1
        assert store.check() == ()
    assert beside(kept) == [kept.name]


def test_an_import_is_refused_whose_log_could_not_be_folded_into_the_file(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = 10 * 1024
    disk = SimpleNamespace(f_bavail=room // 512, f_frsize=512, f_files=0, f_favail=0)
    with Store.open(kept) as store:
        with monkeypatch.context() as patched:
            patched.setattr(os, "statvfs", lambda _: disk)
            with pytest.raises(FullDisk):
                import_many(store, 100)
        assert store.dialogues.count() == 1
        import_many(store, 100)
        # One of the hundred was there before.
        assert store.dialogues.count() == 100


@pytest.mark.parametrize(
    ("code", "blocks", "names", "full"),
    [
        (sqlite3.SQLITE_IOERR_SHMSIZE, 10**9, 10**6, True),
        (sqlite3.SQLITE_IOERR_WRITE, 3, 10**6, True),
        (sqlite3.SQLITE_CANTOPEN, 10**9, 0, True),
        (sqlite3.SQLITE_IOERR_WRITE, 10**9, 10**6, False),
        (sqlite3.SQLITE_CORRUPT, 0, 0, False),
    ],
)
def test_other_words_of_sqlite_for_a_full_disk_are_known(
    code: int, blocks: int, names: int, full: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = SimpleNamespace(f_bavail=blocks, f_frsize=4096, f_files=10**6, f_favail=names)
    monkeypatch.setattr(os, "statvfs", lambda _: disk)
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    assert isinstance(explain(error, "/somewhere/file.sqlite"), FullDisk) is full
