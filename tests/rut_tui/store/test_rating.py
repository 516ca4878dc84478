"""Orders, marks, drafts, imports and tasks."""

from __future__ import annotations

import math

import pytest

from rut_domains.contract import Contract
from rut_domains.task import Task
from rut_tui.store import Import, Mark, Place, Store, StoreFault
from tests.support.dialogues import at, make_dialogue


@pytest.fixture(autouse=True)
def dialogues(store: Store) -> None:
    for number in range(1, 5):
        store.dialogues.add(make_dialogue(f"d-{number:04}"))


def place(position: int, number: int, code: str = "", seed: int = 3) -> Place:
    return Place(position=position, dialogue_id=f"d-{number:04}", code=code, seed=seed)


def mark(name: str, number: int = 1, *, rater: str = "r1", reason: str = "") -> Mark:
    return Mark.model_validate(
        {
            "dialogue_id": f"d-{number:04}",
            "rater": rater,
            "rubric_id": "rub",
            "mark": name,
            "reason": reason,
            "at": at(0),
        }
    )


def test_an_order_is_extended_at_its_end(store: Store) -> None:
    assert store.orders.get("r1", "rub") == ()
    store.orders.extend("r1", "rub", [place(0, 3, "AAA"), place(1, 1, "BBB")])
    store.orders.extend("r1", "rub", [place(2, 2, "CCC", seed=10**25)])
    store.orders.extend("r1", "rub", [])
    assert store.orders.get("r1", "rub") == (
        place(0, 3, "AAA"),
        place(1, 1, "BBB"),
        place(2, 2, "CCC", seed=10**25),
    )


def test_each_rater_and_rubric_has_an_order_of_its_own(store: Store) -> None:
    store.orders.extend("r1", "rub", [place(0, 1, "AAA")])
    store.orders.extend("r2", "rub", [place(0, 2, "AAA")])
    store.orders.extend("r1", "other", [place(0, 3, "AAA")])
    assert store.orders.get("r1", "rub") == (place(0, 1, "AAA"),)
    assert store.orders.get("r2", "rub") == (place(0, 2, "AAA"),)


@pytest.mark.parametrize(
    "added",
    [
        [place(0, 2)],
        [place(2, 2)],
        [place(1, 1)],
        [place(1, 2, "AAA")],
        [place(1, 9)],
        [place(1, 2), place(3, 3)],
    ],
    ids=["taken", "gap", "dialogue twice", "code twice", "no dialogue", "gap later"],
)
def test_an_order_without_sense_is_refused_as_a_whole(store: Store, added: list[Place]) -> None:
    store.orders.extend("r1", "rub", [place(0, 1, "AAA")])
    with pytest.raises(StoreFault):
        store.orders.extend("r1", "rub", added)
    assert store.orders.get("r1", "rub") == (place(0, 1, "AAA"),)


def test_codes_may_be_left_out(store: Store) -> None:
    store.orders.extend("r1", "rub", [place(0, 1), place(1, 2)])
    assert [item.code for item in store.orders.get("r1", "rub")] == ["", ""]


def test_the_last_mark_counts_and_all_are_kept(store: Store) -> None:
    marks = [
        mark("skip", reason="too long"),
        mark("flag", reason="odd"),
        mark("skip", 2, reason="later"),
        mark("unskip"),
        mark("skip", 3, rater="r2"),
        mark("skip", reason="still too long"),
        mark("unskip", 2),
        mark("unflag"),
        mark("flag", 4, reason="card number"),
    ]
    for item in marks:
        store.marks.add(item)
    assert store.marks.skipped(rater="r1", rubric_id="rub") == {"d-0001": "still too long"}
    assert store.marks.flagged(rater="r1", rubric_id="rub") == {"d-0004": "card number"}
    assert store.marks.skipped(rater="r1", rubric_id="other") == {}
    assert store.marks.all() == tuple(marks)
    assert store.marks.all(rater="r2") == (marks[4],)
    assert store.marks.all(rubric_id="other") == ()


def test_a_mark_on_nothing_is_refused(store: Store) -> None:
    with pytest.raises(StoreFault, match="refuses the change"):
        store.marks.add(mark("skip", 9))


def test_a_draft_is_kept_replaced_and_forgotten(store: Store) -> None:
    assert store.drafts.get("play/x/user") is None
    store.drafts.put("play/x/user", "half a sen", at(0))
    store.drafts.put("play/x/user", "half a \0 \ud83d", at(1))
    store.drafts.put("play/y/user", "", at(1))
    assert store.drafts.get("play/x/user") == "half a \0 \ud83d"
    assert store.drafts.get("play/y/user") == ""
    store.drafts.clear("play/x/user")
    store.drafts.clear("play/x/user")
    assert store.drafts.get("play/x/user") is None


def test_imports_are_listed_in_order(store: Store) -> None:
    first = Import(
        file_hash="ff",
        name="run 1\n.json",
        format="tau2",
        at=at(0),
        added=3,
        known=1,
        report={"counts": {"mislinked": 2}, "text": "\ud83d"},
    )
    again = first.model_copy(update={"at": at(9), "added": 0, "known": 4})
    other = Import(file_hash="aa", name="b", format="jsonl", at=at(1))
    for entry in (first, other, again):
        store.imports.add(entry)
    assert store.imports.all() == (first, other, again)
    assert store.imports.all("ff") == (first, again)
    assert store.imports.all("none") == ()


def test_a_report_that_is_no_json_is_refused(store: Store) -> None:
    bad = Import(file_hash="f", name="n", format="x", at="", report={"x": math.nan})
    with pytest.raises(StoreFault, match="cannot be kept"):
        store.imports.add(bad)
    assert store.imports.all() == ()


def test_imported_tasks_are_kept_once_and_the_later_version_counts(store: Store) -> None:
    def task(name: str, domain: str = "retail", title: str = "") -> Task:
        return Task(id=name, domain=domain, title=title, contract=Contract(persona="Ada"))

    assert store.documents.add_tasks([task("1"), task("2"), task("1", "airline")]) == 3
    assert store.documents.add_tasks([task("1"), task("2", title="Corrected")]) == 1
    assert store.documents.tasks() == (
        task("1"),
        task("1", "airline"),
        task("2", title="Corrected"),
    )
    assert store.documents.tasks("airline") == (task("1", "airline"),)
    assert store.documents.tasks("none") == ()
