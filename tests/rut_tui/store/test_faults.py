"""Full disks, locks, damage and refused changes: one clear fault each, the file left sound."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rut_domains.faults import ExitCode, Fault
from rut_tui.store import Import, Mark, Place, StorageFault, Store, StoreFault
from rut_tui.store.faults import Guard, explain
from tests.rut_tui.store.conftest import tamper
from tests.rut_tui.store.test_judgements import judge
from tests.support.dialogues import Log, at, make_dialogue, open_log


def fill_disk(store: Store) -> None:
    """Let the file grow no more, as a full disk would."""
    pages = store._connection.value("PRAGMA page_count")
    store._connection.value(f"PRAGMA max_page_count = {pages}")


def import_many(store: Store, count: int, error: BaseException | None = None) -> None:
    """Import dialogues as one file; at its end raise the error."""
    with store.bulk():
        for number in range(count):
            store.dialogues.add(make_dialogue(f"d-{number:04}"))
        store.drafts.put("k", "v", at(0))
        store.imports.add(Import(file_hash="f", name="n", format="x", at=""))
        if error is not None:
            raise error


def test_a_full_disk_is_told_as_such_and_nothing_half_written(store: Store) -> None:
    store.dialogues.add(open_log().dialogue())
    fill_disk(store)
    more = Log()
    more.events = list(open_log().events)
    for _ in range(50):
        more.user("x" * 5000)
    with pytest.raises(StorageFault, match="no space") as caught:
        store.dialogues.append("d-0001", more.events[5:])
    assert caught.value.exit_code == ExitCode.MISSING
    assert "--db" in caught.value.hint
    assert caught.value.place == str(store.path)
    assert store.dialogues.get("d-0001") == open_log().dialogue()
    assert store.check() == ()


def test_an_import_that_fills_the_disk_leaves_nothing(store: Store) -> None:
    store.dialogues.add(make_dialogue())
    fill_disk(store)
    with pytest.raises(StorageFault):
        import_many(store, 500)
    assert store.dialogues.count() == 1


def test_a_write_that_waits_too_long_is_told_as_busy(store: Store, path: Path) -> None:
    store._connection.value("PRAGMA busy_timeout = 0")
    with Store.open(path) as other, other.transaction():
        with pytest.raises(StoreFault, match="another process is writing") as caught:
            store.dialogues.add(make_dialogue())
        assert caught.value.exit_code == ExitCode.BAD_INPUT
        # Reading goes on all the while.
        assert store.dialogues.count() == 0
    assert store.dialogues.add(make_dialogue())


def test_damage_met_while_reading_is_told_as_such(path: Path) -> None:
    with Store.open(path) as store:
        for number in range(40):
            store.dialogues.add(make_dialogue(f"d-{number:04}"))
    content = bytearray(path.read_bytes())
    content[8192:] = b"\xa5" * (len(content) - 8192)
    path.write_bytes(content)
    with pytest.raises(StoreFault, match="damaged") as caught, Store.open(path) as store:
        store.dialogues.list()
    assert caught.value.exit_code == ExitCode.BAD_INPUT


@pytest.mark.parametrize("change", ["UPDATE {} SET rowid = rowid", "DELETE FROM {}"])
@pytest.mark.parametrize(
    "table",
    ["documents", "dialogues", "dialogue_links", "events", "judgements", "rating_marks", "orders",
     "imports"],
)  # fmt: skip
def test_records_are_neither_changed_nor_deleted(store: Store, change: str, table: str) -> None:
    store.dialogues.add(make_dialogue())
    store.judgements.append([judge()])
    store.orders.extend("r1", "rub", [Place(position=0, dialogue_id="d-0001")])
    marked = {"dialogue_id": "d-0001", "rater": "r1", "rubric_id": "rub", "mark": "skip"}
    store.marks.add(Mark.model_validate(marked))
    store.imports.add(Import(file_hash="f", name="n", format="x", at=""))
    before = store.info().counts
    column = store._connection.query(f"PRAGMA table_info({table})")[0][1]
    statement = change.format(table).replace("rowid", column)
    with pytest.raises(StoreFault, match="append-only"), store.transaction():
        store._connection.write(statement)
    assert store.info().counts == before


def test_a_record_is_not_written_over_either(store: Store) -> None:
    store.dialogues.add(make_dialogue())
    with pytest.raises(StoreFault, match="append-only"), store.transaction():
        store._connection.write("REPLACE INTO events SELECT * FROM events WHERE seq = 0")
    assert store.dialogues.get("d-0001") == make_dialogue()


@pytest.mark.parametrize("error", [KeyboardInterrupt(), StoreFault("no"), ValueError("mistake")])
def test_an_interrupted_import_leaves_nothing(store: Store, error: BaseException) -> None:
    with pytest.raises(type(error)):
        import_many(store, 50, error)
    assert set(store.info().counts.values()) == {0}
    import_many(store, 50)
    assert store.dialogues.count() == 50
    assert store.check() == ()


def test_a_failed_part_can_be_left_out_of_a_transaction(store: Store) -> None:
    with store.bulk():
        store.dialogues.add(make_dialogue("good-1"))
        with pytest.raises(StoreFault):
            store.dialogues.add(make_dialogue("bad-1", recorded={"x": float("nan")}))
        with pytest.raises(StoreFault):
            import_many(store, 2, StoreFault("changed my mind"))
        store.dialogues.add(make_dialogue("good-2"))
    assert [row.id for row in store.dialogues.list(order="arrival")] == ["good-1", "good-2"]
    assert store.check() == ()


def test_what_is_read_in_a_transaction_holds_until_its_end(store: Store, path: Path) -> None:
    with Store.open(path) as other:
        other._connection.value("PRAGMA busy_timeout = 0")
        with store.transaction():
            count = store.dialogues.count()
            with pytest.raises(StoreFault, match="another process"):
                other.dialogues.add(make_dialogue())
            assert store.dialogues.count() == count
        assert other.dialogues.add(make_dialogue())


def test_a_document_that_vanished_is_named(store: Store) -> None:
    store.dialogues.add(make_dialogue())
    tamper(store.path, "PRAGMA foreign_keys = OFF", "DELETE FROM documents")
    with pytest.raises(StoreFault, match="missing") as caught:
        store.dialogues.get("d-0001")
    assert caught.value.place.startswith("document ")


def test_a_dialogue_without_a_link_is_named(store: Store) -> None:
    store.dialogues.add(make_dialogue())
    tamper(store.path, "DELETE FROM dialogue_links")
    with pytest.raises(StoreFault, match="belongs to no task") as caught:
        store.dialogues.header("d-0001")
    assert "d-0001" in caught.value.place


def every_code() -> list[int]:
    """All primary result codes that SQLite reports as errors."""
    names = (name for name in dir(sqlite3) if re.fullmatch("SQLITE_[A-Z]+", name))
    codes = {getattr(sqlite3, name) for name in names}
    return sorted(codes & set(range(sqlite3.SQLITE_ERROR, sqlite3.SQLITE_NOTADB + 1)))


@pytest.mark.parametrize("code", every_code())
def test_every_error_of_sqlite_becomes_a_fault_in_words(code: int) -> None:
    error = sqlite3.OperationalError("raw words of SQLite")
    # An extended code keeps the primary one in its lowest byte.
    error.sqlite_errorcode = code | (3 << 8)
    with pytest.raises(Fault) as caught, Guard("file.sqlite"):
        raise error
    fault = caught.value
    assert fault.exit_code in (ExitCode.BAD_INPUT, ExitCode.MISSING)
    assert fault.title
    assert fault.hint
    assert fault.place == "file.sqlite"
    assert fault.__cause__ is error


@pytest.mark.parametrize(
    "code",
    [sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN,
     sqlite3.SQLITE_PERM, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_AUTH],
)  # fmt: skip
def test_what_the_machine_lacks_has_an_exit_code_of_its_own(code: int) -> None:
    error = sqlite3.OperationalError("x")
    error.sqlite_errorcode = code
    assert explain(error, "f").exit_code == ExitCode.MISSING


def test_an_error_without_a_code_keeps_its_words() -> None:
    fault = explain(sqlite3.DatabaseError("odd [words]"), "f")
    assert "odd [words]" in fault.title
    assert isinstance(fault, StoreFault)


def test_mistakes_in_the_program_are_not_dressed_up(store: Store) -> None:
    store.close()
    with pytest.raises(sqlite3.ProgrammingError):
        store.dialogues.count()


def test_a_value_beyond_the_limits_is_refused(path: Path) -> None:
    with Store.open(path) as store:
        store._connection.raw.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 10_000)
        with pytest.raises(StoreFault, match="too large"):
            store.drafts.put("k", "x" * 20_000, at(0))
        assert store.drafts.get("k") is None


def test_other_programs_may_read_the_file(store: Store, path: Path) -> None:
    store.dialogues.add(make_dialogue())
    with closing(sqlite3.connect(path)) as raw:
        views = "SELECT name FROM sqlite_master WHERE type = 'view'"
        assert [name for (name,) in raw.execute(views)] == ["current_links", "current_judgements"]
        [(reason,)] = raw.execute(
            "SELECT json_extract(payload, '$.reason') FROM events WHERE kind = 'stop'"
        )
    assert reason == "satisfied"
