from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rut_domains.dialogue import Dialogue
from rut_domains.faults import InputFault
from rut_exports.jsonl import plain_dialogue
from rut_tui.store import Store
from rut_tui.work.imports import Imported, NotImported, find_imports, import_units
from tests.support.recorded import (
    said,
    tau2_results,
    tau2_simulation,
    tau2_task,
    write_json,
)

MISLINKED = tau2_results(
    [
        tau2_simulation("right", "1"),
        tau2_simulation("wrong", "1") | {"task_id": "0"},
        tau2_simulation("lost", "9") | {"task_id": "0"},
    ],
    [tau2_task("0"), tau2_task("1")],
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "db.sqlite") as opened:
        yield opened


def run(store: Store, *paths: Path, **options: Any) -> list[Imported]:
    found = list(import_units(store, find_imports(paths).units, **options))
    return [unit for unit in found if isinstance(unit, Imported)]


def failures(store: Store, *paths: Path) -> list[NotImported]:
    found = import_units(store, find_imports(paths).units)
    return [unit for unit in found if isinstance(unit, NotImported)]


def links(store: Store) -> dict[str, tuple[str, str]]:
    return {
        store.dialogues.get(row.id).origin.source_id: (row.link, row.task_id)
        for row in store.dialogues.list()
    }


def content(store: Store) -> list[Dialogue]:
    rows = sorted(store.dialogues.list(), key=lambda row: row.id)
    return [store.dialogues.get(row.id) for row in rows]


def test_dialogues_tasks_and_report_are_kept(store: Store, tmp_path: Path) -> None:
    results = write_json(tmp_path / "run.json", tau2_results())
    domain = write_json(tmp_path / "library" / "tasks.json", [tau2_task("a"), tau2_task("b")])
    first, second = run(store, results, domain.parent)
    assert (first.added, first.known, first.again) == (1, 0, False)
    assert (second.tasks_added, second.tasks_known) == (2, 0)
    assert [task.id for task in store.documents.tasks()] == ["a", "b"]
    assert all(task.playable for task in store.documents.tasks("tau2-library"))
    entries = store.imports.all()
    assert [(entry.name, entry.format, entry.added) for entry in entries] == [
        ("run.json", "tau2", 1),
        ("library", "tau2-domain", 0),
    ]
    assert entries[0].report["checkable"] == 1


def test_importing_twice_adds_nothing(store: Store, tmp_path: Path) -> None:
    paths = [
        write_json(tmp_path / "run.json", tau2_results()),
        write_json(tmp_path / "tasks.json", [tau2_task()]),
    ]
    run(store, *paths)
    before, entries = content(store), store.imports.all()
    first, second = run(store, *paths)
    assert (first.added, first.known, first.again, first.changed) == (0, 1, True, False)
    assert (second.tasks_added, second.tasks_known, second.changed) == (0, 1, False)
    assert content(store) == before
    assert store.imports.all() == entries


def test_the_same_dialogues_in_another_file_are_known(store: Store, tmp_path: Path) -> None:
    run(store, write_json(tmp_path / "run.json", tau2_results()))
    reviewed = tau2_results([tau2_simulation(review={"summary": "x"})])
    [done] = run(store, write_json(tmp_path / "run_reviewed.json", reviewed))
    assert (done.added, done.known, done.again) == (0, 1, False)
    assert store.dialogues.count() == 1


def test_a_folder_imports_what_it_holds(store: Store, tmp_path: Path) -> None:
    write_json(tmp_path / "runs" / "a.json", tau2_results())
    write_json(tmp_path / "runs" / "b.json", tau2_results([tau2_simulation("s1")]))
    done = run(store, tmp_path / "runs", tmp_path / "runs" / "a.json")
    assert [item.added for item in done] == [1, 1]


def test_mislinked_dialogues_wait_unlinked(store: Store, tmp_path: Path) -> None:
    [done] = run(store, write_json(tmp_path / "run.json", MISLINKED))
    assert (done.added, done.unlinked, done.integrity.mislinked) == (3, 2, 2)
    assert links(store) == {
        "right": ("linked", "1"),
        "wrong": ("unlinked", "0"),
        "lost": ("unlinked", "0"),
    }
    unlinked = store.dialogues.list(link="unlinked")
    assert all(store.dialogues.get(row.id).briefing.contract is None for row in unlinked)


def test_relink_links_what_is_here_and_adds_nothing(store: Store, tmp_path: Path) -> None:
    path = write_json(tmp_path / "run.json", MISLINKED)
    run(store, path)
    [done] = run(store, path, links="relink")
    assert (done.added, done.known, done.relinked, done.unlinked) == (0, 3, 1, 1)
    assert links(store)["wrong"] == ("relinked", "1")
    assert links(store)["lost"] == ("unlinked", "0")
    [row] = store.dialogues.list(link="relinked")
    dialogue = store.dialogues.get(row.id)
    assert dialogue.briefing.contract is not None
    assert "book 1" in dialogue.briefing.contract.reason
    assert dialogue.task_hash
    assert [entry.reason for entry in store.dialogues.links(row.id)] == ["", "import --relink"]
    [again] = run(store, path, links="relink")
    assert (again.relinked, again.changed) == (0, False)
    [plain] = run(store, path)
    assert (plain.unlinked, plain.relinked) == (1, 0)
    assert links(store)["wrong"] == ("relinked", "1")


def test_relinked_at_once_or_afterwards_is_the_same(store: Store, tmp_path: Path) -> None:
    path = write_json(tmp_path / "run.json", MISLINKED)
    run(store, path)
    run(store, path, links="relink")
    with Store.open(tmp_path / "other.sqlite") as other:
        run(other, path, links="relink")
        for one, two in zip(content(store), content(other), strict=True):
            assert one.briefing.contract == two.briefing.contract
            assert (one.id, one.link, one.task_id, one.task_hash) == (
                two.id,
                two.link,
                two.task_id,
                two.task_hash,
            )


def test_accepting_links_and_changing_ones_mind(store: Store, tmp_path: Path) -> None:
    path = write_json(tmp_path / "run.json", MISLINKED)
    run(store, path)
    [accepted] = run(store, path, links="accept")
    assert accepted.relinked == 2
    assert links(store)["wrong"] == ("accepted", "0")
    [relinked] = run(store, path, links="relink")
    assert relinked.relinked == 1
    assert links(store)["wrong"] == ("relinked", "1")
    assert links(store)["lost"] == ("accepted", "0")


def test_two_dialogues_with_one_id_both_survive(store: Store, tmp_path: Path) -> None:
    other = tau2_simulation(messages=[said("user", "Another ###STOP###")])
    path = write_json(tmp_path / "run.json", tau2_results([tau2_simulation(), other]))
    assert run(store, path)[0].added == 2
    assert run(store, path)[0].known == 2
    assert store.dialogues.count() == 2


def test_an_id_that_another_dialogue_has_gets_longer(store: Store, tmp_path: Path) -> None:
    """An open dialogue was exported, then played on in both places."""
    run(store, write_json(tmp_path / "run.json", tau2_results()))
    [kept] = content(store)
    changed = kept.model_copy(update={"events": kept.events[:1]})
    line = {"rut_dialogue": 1, "dialogue": plain_dialogue(changed)}
    shorter = write_json(tmp_path / "shorter.jsonl", line)
    assert run(store, shorter)[0].known == 1
    first = line["dialogue"]["events"][0]  # type: ignore[index]
    line["dialogue"]["events"] = [{**first, "text": "Something else"}]  # type: ignore[index]
    path = write_json(tmp_path / "other.jsonl", line)
    [done] = run(store, path)
    assert done.renamed == (next(item.id for item in content(store) if item.id != kept.id),)
    assert done.renamed[0].startswith(f"{kept.id}~")
    assert run(store, path)[0].changed is False
    assert store.dialogues.count() == 2


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(tau2_results())[:-20],
        json.dumps(tau2_results()).replace('"seed": 7', '"seed": NaN'),
        json.dumps(tau2_results()).replace('"seed": 7', '"seed": 7, "seed": 8'),
        json.dumps(tau2_results([tau2_simulation("a"), tau2_simulation("b", messages=3)])),
        json.dumps(tau2_results()) + "x",
    ],
)
def test_of_a_bad_file_nothing_is_kept(text: str, store: Store, tmp_path: Path) -> None:
    good = write_json(tmp_path / "good.json", tau2_results([tau2_simulation("good")]))
    bad = tmp_path / "bad.json"
    bad.write_text(text)
    last = write_json(tmp_path / "last.json", tau2_results([tau2_simulation("last")]))
    [failed] = failures(store, good, bad, last)
    assert str(bad) in failed.place
    assert sorted(links(store)) == ["good", "last"]
    assert [entry.name for entry in store.imports.all()] == ["good.json", "last.json"]


def test_a_missing_path_is_found_out_before_anything_is_read(store: Store, tmp_path: Path) -> None:
    good = write_json(tmp_path / "good.json", tau2_results())
    with pytest.raises(InputFault, match="no such file"):
        run(store, good, tmp_path / "typo.json")
    assert store.dialogues.count() == 0


def test_an_interrupt_leaves_nothing_half_imported(store: Store, tmp_path: Path) -> None:
    simulations = [tau2_simulation(f"s{number}") for number in range(5)]
    path = write_json(tmp_path / "run.json", tau2_results(simulations))
    seen: list[float] = []

    def interrupt(_: Path, part: float) -> None:
        seen.append(part)
        if len(seen) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(store, path, on_progress=interrupt)
    assert store.dialogues.count() == 0
    assert store.imports.all() == ()
    assert run(store, path)[0].added == 5


def test_progress_rises_to_one(store: Store, tmp_path: Path) -> None:
    simulations = [tau2_simulation(f"s{number}") for number in range(5)]
    path = write_json(tmp_path / "run.json", tau2_results(simulations))
    seen: list[float] = []
    run(store, path, on_progress=lambda _, part: seen.append(part))
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


def test_hostile_ids_and_texts_survive_the_store(store: Store, tmp_path: Path) -> None:
    name = "[mms]a|b/../c\n[PERSONA:Hard]\x1b]0;x\x07"
    texts = ["[bold]x[/]", "👩‍👩‍👧 שלום 日本語", "z" * 200_000, "\x00\x1b[2J"]
    messages = [*(said("assistant", text) for text in texts), said("user", "###STOP###")]
    results = tau2_results([tau2_simulation(name, name, messages)], [tau2_task(name)])
    run(store, write_json(tmp_path / "run.json", results))
    [dialogue] = content(store)
    assert dialogue.task_id == dialogue.origin.source_id == name
    assert [event.text for event in dialogue.events if event.kind == "message"] == texts


def test_real_files(store: Store, real_data: Path) -> None:
    folder = real_data / "trajectories"
    done = run(store, folder)
    assert sum(item.added for item in done) == store.dialogues.count() == 120
    assert len(store.dialogues.list(link="unlinked")) == 111
    again = run(store, folder)
    assert not any(item.changed for item in again)
    relinked = run(store, folder, links="relink")
    assert sum(item.relinked for item in relinked) == 111
    assert store.dialogues.list(link="unlinked") == ()
