"""Every older version of the file opens, is backed up before, and keeps what was in it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database, Migrations

from rut_tui.store import Store, StoreFault
from rut_tui.store.migrations import SCHEMA, add_sources, bring_up_to_date, lay_out, list_steps
from rut_tui.store.opening import MIGRATION_SET, connect_writing
from rut_tui.store.version import NEWEST, STEPS
from tests.rut_tui.store.old_versions import FILLINGS, make_old_file


def read_version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as raw:
        return int(raw.execute("PRAGMA user_version").fetchone()[0])


def longer_schema(*, broken: bool = False) -> Migrations:
    """Our steps and one more, as a later version of the program would have it."""
    schema = Migrations(MIGRATION_SET)
    schema(name="m001_layout")(lay_out)
    schema(name="m002_judgement_sources")(add_sources)

    @schema(name="m003_test")
    def add_column(database: Database) -> None:
        database.conn.execute("ALTER TABLE drafts ADD COLUMN extra TEXT NOT NULL DEFAULT 'new'")
        if broken:
            database.conn.execute("ALTER TABLE nowhere ADD COLUMN extra TEXT")

    return schema


def test_every_version_has_a_filled_fixture() -> None:
    # A new step needs an entry in old_versions.py: rows as that version of the program wrote them.
    assert sorted(FILLINGS) == list(range(1, NEWEST + 1))


def test_the_names_of_the_steps_begin_with_their_numbers() -> None:
    assert [name.split("_")[0] for name in STEPS] == [f"m{n:03}" for n in range(1, NEWEST + 1)]


@pytest.mark.parametrize("version", sorted(FILLINGS))
def test_a_file_of_every_version_opens_with_all_that_was_in_it(path: Path, version: int) -> None:
    make_old_file(path, version)
    assert read_version(path) == version
    with Store.open(path) as store:
        assert store.info().version == NEWEST
        assert store.check() == ()
        assert all(count > 0 for count in store.info().counts.values())
        dialogue = store.dialogues.get("old-0001")
        assert [event.kind for event in dialogue.events] == [
            "message",
            "tool_call",
            "tool_result",
            "stop",
            "outcome",
        ]
        assert dialogue.briefing.contract is not None
        assert dialogue.briefing.contract.persona == "Ada"
        assert (dialogue.link, dialogue.task_id) == ("relinked", "task-b")
        [judgement] = store.judgements.current(rater="r1")
        assert (judgement.verdict, judgement.revision) == ("met", 2)
        assert (judgement.pass_number, judgement.source) == (1, None)
        others = [made for made in store.judgements.current() if made.rater != "r1"]
        seen = [(made.rater, made.rater_kind, made.pass_number) for made in others]
        assert (
            seen
            == [("bee", "human", 1), ("bee", "human", 2), ("judge-1", "model", 1)][
                : 3 * (version > 1)
            ]
        )
        assert {made.source and made.source.file for made in others} <= {"verdicts.csv"}
        assert store.drafts.get("key") == "half a sen"
        assert store.marks.skipped(rater="r1", rubric_id="rub") == {"old-0001": "later"}
        assert [place.code for place in store.orders.get("r1", "rub")] == ["K7Q"]
        assert [task.id for task in store.documents.tasks()] == ["t-old"]
        assert store.imports.all()[0].added == 1
    backups = [item for item in path.parent.iterdir() if ".v" in item.name]
    assert bool(backups) == (version < NEWEST)


def test_a_new_file_has_the_newest_version(path: Path) -> None:
    Store.open(path).close()
    assert read_version(path) == NEWEST
    assert [item.name for item in path.parent.iterdir()] == [path.name]


def test_an_older_file_is_backed_up_and_brought_up_to_date(path: Path) -> None:
    make_old_file(path, 1)
    # A backup of an earlier time is not written over.
    path.with_name("rut.sqlite.v1").write_text("kept")
    connection = connect_writing(path, exists=True)
    backup = bring_up_to_date(connection, path, 1, schema=longer_schema())
    assert connection.value("SELECT extra FROM drafts") == "new"
    assert connection.value("PRAGMA user_version") == 3
    connection.close()

    assert backup == path.with_name("rut.sqlite.v1-2")
    assert path.with_name("rut.sqlite.v1").read_text() == "kept"
    assert read_version(backup) == 1
    with Store.open(backup) as store:
        assert store.dialogues.count() == 1


def test_a_step_that_fails_leaves_the_file_as_it_was(path: Path) -> None:
    make_old_file(path, 1)
    connection = connect_writing(path, exists=True)
    with pytest.raises(StoreFault, match="cannot be brought to version 3"):
        bring_up_to_date(connection, path, 1, schema=longer_schema(broken=True))
    connection.close()
    assert read_version(path) == 2
    with Store.open(path) as store:
        assert store.check() == ()


@pytest.mark.parametrize("version", sorted(FILLINGS))
def test_an_older_file_that_may_only_be_read_stays_as_it_is_and_reads(
    path: Path, version: int
) -> None:
    make_old_file(path, version)
    with Store.open(path, create=False, read_only=True) as store:
        [judgement] = store.judgements.current(rater="r1")
        assert (judgement.verdict, judgement.pass_number, judgement.source) == ("met", 1, None)
        assert len(store.judgements.history(rater="r1")) == 2
    assert read_version(path) == version


def test_steps_made_by_another_process_meanwhile_are_not_made_twice(path: Path) -> None:
    Store.open(path).close()
    connection = connect_writing(path, exists=True)
    # It is told version 0, as if it had looked before the other one began.
    bring_up_to_date(connection, path, 0)
    assert connection.value("PRAGMA user_version") == NEWEST
    connection.close()


def test_steps_can_be_listed_without_a_file() -> None:
    assert list_steps(longer_schema()) == ("m001_layout", "m002_judgement_sources", "m003_test")
    assert list_steps(SCHEMA) == STEPS
