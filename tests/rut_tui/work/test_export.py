from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rut_domains.faults import MissingFault, UsageFault
from rut_tui.store import Store
from rut_tui.work.export import Selection, export_to_file, export_to_stream, select_ids
from rut_tui.work.imports import import_units
from tests.support.recorded import tau2_results, tau2_simulation, write_json


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    simulations = [tau2_simulation("a"), tau2_simulation("b", start_time="2025-12-31T00:00:00")]
    path = write_json(tmp_path / "in" / "run.json", tau2_results(simulations))
    with Store.open(tmp_path / "db.sqlite") as opened:
        list(import_units(opened, [path]))
        yield opened


def sources(store: Store, **wanted: Any) -> list[str]:
    ids = select_ids(store, Selection(**wanted))
    return [store.dialogues.get(dialogue_id).origin.source_id for dialogue_id in ids]


def test_dialogues_are_chosen_by_condition_oldest_first(store: Store) -> None:
    assert sources(store) == ["b", "a"]
    assert sources(store, domain="tau2-library", system="tau2", task="0") == ["b", "a"]
    with pytest.raises(UsageFault, match="no dialogue to export"):
        sources(store, domain="retail")


def test_dialogues_are_chosen_by_id_in_the_given_order(store: Store) -> None:
    ids = select_ids(store, Selection())
    assert select_ids(store, Selection(ids=(ids[1], ids[0][:12], ids[1]))) == (ids[1], ids[0])
    with pytest.raises(UsageFault):
        select_ids(store, Selection(ids=("nobody",)))


@pytest.mark.parametrize("name", ["jsonl", "tau2"])
def test_what_is_exported_can_be_imported_elsewhere(
    name: str, store: Store, tmp_path: Path
) -> None:
    path = tmp_path / "out"
    done = export_to_file(store, Selection(), name, path)
    assert (done.dialogues, done.path) == (2, str(path))
    with Store.open(tmp_path / "other.sqlite") as other:
        list(import_units(other, [path]))
        for row in store.dialogues.list():
            assert other.dialogues.get(row.id) == store.dialogues.get(row.id)
    [again] = import_units(store, [path])
    assert (again.added, again.known) == (0, 2)


def test_a_file_is_not_replaced_without_force(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text("precious")
    with pytest.raises(UsageFault, match="there already") as caught:
        export_to_file(store, Selection(), "jsonl", path)
    assert "--force" in caught.value.hint
    assert path.read_text() == "precious"
    export_to_file(store, Selection(), "jsonl", path, force=True)
    assert path.read_text().startswith('{"rut_dialogue"')


def test_a_failing_export_leaves_what_was_there(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text("precious")

    def interrupt(_: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export_to_file(store, Selection(), "jsonl", path, force=True, on_progress=interrupt)
    assert path.read_text() == "precious"
    assert [item.name for item in tmp_path.iterdir() if item.suffix == ".part"] == []


@pytest.mark.parametrize("target", ["", "none/out.jsonl"])
def test_a_folder_is_no_target_and_must_be_there(target: str, store: Store, tmp_path: Path) -> None:
    with pytest.raises(UsageFault, match="folder"):
        export_to_file(store, Selection(), "jsonl", tmp_path / target)


def test_a_full_disk_is_told_and_nothing_is_left(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("rut_exports.destination.os.fsync", full)
    with pytest.raises(MissingFault, match="No space left"):
        export_to_file(store, Selection(), "jsonl", tmp_path / "out.jsonl")
    assert {item.name for item in tmp_path.iterdir()} >= {"db.sqlite"}
    assert not [item for item in tmp_path.iterdir() if "out.jsonl" in item.name]


def test_several_domains_do_not_fit_into_one_tau2_file(store: Store, tmp_path: Path) -> None:
    other = tau2_results([tau2_simulation("c")])
    other["info"]["environment_info"]["domain_name"] = "shop"
    list(import_units(store, [write_json(tmp_path / "in" / "shop.json", other)]))
    path = tmp_path / "out.json"
    with pytest.raises(UsageFault, match="one domain") as caught:
        export_to_file(store, Selection(), "tau2", path)
    assert "tau2-shop" in caught.value.hint
    assert not path.exists()
    assert export_to_file(store, Selection(domain="tau2-shop"), "tau2", path).dialogues == 1


def test_an_unknown_format_names_the_known_ones(store: Store, tmp_path: Path) -> None:
    with pytest.raises(UsageFault, match="no format 'xml'") as caught:
        export_to_file(store, Selection(), "xml", tmp_path / "out.xml")
    assert "jsonl, csv, openai-chat, tau2" in caught.value.hint


def test_a_stream_gets_the_same_as_a_file(store: Store, tmp_path: Path) -> None:
    stream = io.StringIO()
    assert export_to_stream(store, Selection(), "csv", stream).dialogues == 2
    export_to_file(store, Selection(), "csv", tmp_path / "out.csv")
    assert stream.getvalue().encode() == (tmp_path / "out.csv").read_bytes()
