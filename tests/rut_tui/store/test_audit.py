"""`info`, `check` and `backup`: what a file holds, whether it is sound, a copy of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rut_domains.faults import ExitCode
from rut_tui.store import Import, Mark, Place, StorageFault, Store, StoreFault
from tests.rut_tui.store.conftest import fingerprint_of, tamper
from tests.rut_tui.store.test_judgements import judge
from tests.support.dialogues import Log, at, make_dialogue, open_log


@pytest.fixture
def filled(store: Store) -> Store:
    """A store with something in every table."""
    store.dialogues.add(make_dialogue("d-0001"))
    store.dialogues.add(open_log().dialogue("d-0002"))
    store.dialogues.set_link("d-0002", "unlinked", at(0), task_id="other")
    store.judgements.append([judge(), judge("cannot_tell", 2), judge(rater="r2")])
    store.orders.extend("r1", "rub", [Place(position=0, dialogue_id="d-0001", code="K7Q")])
    marked = {"dialogue_id": "d-0001", "rater": "r1", "rubric_id": "rub", "mark": "flag"}
    store.marks.add(Mark.model_validate(marked))
    store.imports.add(Import(file_hash="f", name="n", format="x", at=""))
    store.drafts.put("k", "v", at(0))
    return store


def flaws_after(store: Store, *statements: str) -> list[str]:
    """What a check tells after the file was changed behind our back."""
    tamper(store.path, *statements)
    return [f"{flaw.place}: {flaw.text}" for flaw in store.check()]


def test_info_counts_what_is_there(filled: Store) -> None:
    info = filled.info()
    assert info.path == str(filled.path)
    assert info.version == info.newest
    assert info.journal_mode == "wal"
    assert info.counts == {
        "dialogues": 2,
        "events": 13,
        "judgements": 3,
        "orders": 1,
        "rating_marks": 1,
        "imports": 1,
        "drafts": 1,
        "documents": 4,
    }
    log = filled.path.with_name("rut.sqlite-wal")
    assert info.size == filled.path.stat().st_size + log.stat().st_size


def test_a_sound_file_has_no_flaws(filled: Store) -> None:
    assert filled.check() == ()


def test_an_empty_file_has_no_flaws(store: Store) -> None:
    assert store.check() == ()


@pytest.mark.parametrize(
    ("statement", "flaw"),
    [
        (
            "DELETE FROM events WHERE dialogue_id = 'd-0001' AND seq = 3",
            "dialogue d-0001, event 4: event 3 before it is missing",
        ),
        (
            "DELETE FROM events WHERE dialogue_id = 'd-0001' AND seq < 2",
            "dialogue d-0001, event 2: event 0 to 1 before it is missing",
        ),
        (
            "UPDATE events SET payload = '{' WHERE dialogue_id = 'd-0001' AND seq = 1",
            "dialogue d-0001, event 1: cannot be read: Expecting",
        ),
        (
            "UPDATE events SET payload = '{}' WHERE dialogue_id = 'd-0001' AND seq = 1",
            "dialogue d-0001, event 1: cannot be read: message.text: Field required",
        ),
        (
            "UPDATE events SET payload = '[]' WHERE dialogue_id = 'd-0001' AND seq = 1",
            "dialogue d-0001, event 1: cannot be read: the payload is no JSON object",
        ),
        (
            "UPDATE events SET kind = 'whisper' WHERE dialogue_id = 'd-0001' AND seq = 1",
            "dialogue d-0001, event 1: cannot be read:",
        ),
        (
            "INSERT INTO events VALUES ('d-0001', 8, NULL, 'user', 'message', 'agent,user', "
            '\'{"text": "one more thing"}\')',
            "dialogue d-0001, event 8: comes after the end of the dialogue (event 6)",
        ),
        (
            "UPDATE events SET visible_to = 'agent' WHERE dialogue_id = 'd-0001' AND seq = 7",
            "dialogue d-0001, event 7: is for the lead alone, but shown to agent",
        ),
        (
            "UPDATE documents SET body = '\"Never confirm.\"' WHERE kind = 'policy'",
            "does not match its hash",
        ),
        ("UPDATE documents SET body = '{' WHERE kind = 'contract'", "cannot be read"),
        ("DELETE FROM documents WHERE kind = 'policy'", "names something that is not in documents"),
        (
            "DELETE FROM dialogue_links WHERE dialogue_id = 'd-0001'",
            "dialogue d-0001: belongs to no task",
        ),
        (
            "DELETE FROM dialogue_links WHERE dialogue_id = 'd-0002' AND number = 0",
            "dialogue d-0002, link 1: link 0 before it is missing",
        ),
        (
            "DELETE FROM dialogues WHERE id = 'd-0001'",
            "dialogue d-0001: is missing, but judgements name it",
        ),
        (
            "DELETE FROM judgements WHERE revision = 1 AND rater = 'r1'",
            "judgement j2-r1-grounded: is revision 2 where 1 was due",
        ),
        (
            "UPDATE judgements SET mode = 'rude' WHERE revision = 2",
            "judgement j2-r1-grounded: cannot be read",
        ),
        ("UPDATE judgements SET blind = '{' WHERE revision = 2", "cannot be read"),
        ("UPDATE orders SET position = 4", "order of r1 under rub: has gaps"),
        ("DROP INDEX events_stops", "index events_stops: is missing"),
        ("CREATE TABLE extra (x)", "table extra: is not ours"),
        (
            "ALTER TABLE drafts ADD COLUMN extra",
            "table drafts: is not as we make it",
        ),
    ],
)
def test_what_is_wrong_is_found_with_its_place(filled: Store, statement: str, flaw: str) -> None:
    found = flaws_after(filled, "PRAGMA foreign_keys = OFF", statement)
    assert [text for text in found if flaw in text]


def test_a_missing_safeguard_is_found(filled: Store) -> None:
    with closing(sqlite3.connect(filled.path)) as raw:
        raw.execute("DROP TRIGGER events_refuse_update")
        raw.commit()
    [flaw] = filled.check()
    assert (flaw.place, flaw.text) == ("trigger events_refuse_update", "is missing")


def test_a_second_outcome_after_the_end_is_no_flaw(filled: Store) -> None:
    log = Log()
    log.events = list(make_dialogue().events)
    log.note("outcome", success=False).note("cost", usd=0.1)
    filled.dialogues.append("d-0001", log.events[8:])
    assert filled.check() == ()


def test_a_badly_damaged_file_is_checked_as_far_as_it_goes(path: Path) -> None:
    with Store.open(path) as store:
        for number in range(60):
            store.dialogues.add(make_dialogue(f"d-{number:04}"))
    content = bytearray(path.read_bytes())
    middle = len(content) // 2 // 4096 * 4096
    content[middle : middle + 8192] = b"\xa5" * 8192
    path.write_bytes(content)
    with Store.open(path, read_only=True) as store:
        flaws = store.check()
    assert any("damaged" in flaw.text for flaw in flaws)
    assert bytes(content) == path.read_bytes()


def test_an_older_file_is_told_and_left_old(path: Path) -> None:
    Store.open(path).close()
    tamper(path, "PRAGMA user_version = 0")
    before = fingerprint_of(path)
    with Store.open(path, read_only=True) as store:
        assert store.info().version == 0
        [flaw] = store.check()
    assert flaw.place == "version"
    assert "older version" in flaw.text
    assert fingerprint_of(path) == before


# --- backup --------------------------------------------------------------------------------------


def test_a_backup_holds_everything_and_can_be_opened(filled: Store, tmp_path: Path) -> None:
    target = tmp_path / "copy.sqlite"
    size = filled.backup(target)
    assert size == target.stat().st_size
    assert [item.name for item in tmp_path.iterdir() if "copy" in item.name] == ["copy.sqlite"]
    # What comes after the copy is not in it.
    filled.dialogues.add(make_dialogue("later"))
    with Store.open(target) as copy:
        assert copy.check() == ()
        assert copy.dialogues.get("d-0001") == make_dialogue()
        assert copy.judgements.history() == filled.judgements.history()
        assert [row.id for row in copy.dialogues.list(order="arrival")] == ["d-0001", "d-0002"]


def test_a_backup_writes_over_nothing(filled: Store, tmp_path: Path) -> None:
    target = tmp_path / "copy.sqlite"
    target.write_text("precious")
    for name in (target, filled.path):
        with pytest.raises(StoreFault, match="already") as caught:
            filled.backup(name)
        assert caught.value.exit_code == ExitCode.BAD_INPUT
    assert target.read_text() == "precious"
    assert filled.check() == ()


def test_a_backup_into_a_folder_that_is_not_there_is_refused(filled: Store, tmp_path: Path) -> None:
    with pytest.raises(StorageFault):
        filled.backup(tmp_path / "nowhere" / "copy.sqlite")


def test_a_backup_that_fails_leaves_no_file(filled: Store, tmp_path: Path) -> None:
    target = tmp_path / "copy.sqlite"
    filled.close()
    with pytest.raises(sqlite3.ProgrammingError):
        filled.backup(target)
    assert not target.exists()


def test_a_backup_can_be_made_of_a_file_open_for_reading(filled: Store, tmp_path: Path) -> None:
    target = tmp_path / "copy.sqlite"
    with Store.open(filled.path, read_only=True) as reader:
        reader.backup(target)
    with Store.open(target, read_only=True) as copy:
        assert copy.dialogues.count() == 2


def test_a_backup_taken_while_another_process_writes_is_sound(
    filled: Store, path: Path, tmp_path: Path
) -> None:
    with Store.open(path) as other, other.transaction():
        other.dialogues.add(make_dialogue("unfinished"))
        filled.backup(tmp_path / "copy.sqlite")
    with Store.open(tmp_path / "copy.sqlite") as copy:
        assert copy.check() == ()
        assert copy.dialogues.count() == 2
