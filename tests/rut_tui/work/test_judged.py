"""Judgements and rubrics travel with our own format and come back, each once."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rut_annotations.judgement import Judgement
from rut_annotations.rubric import Rubric
from rut_domains.frozen import canonical_json
from rut_tui.store import Store
from rut_tui.work.export import Exported, Selection, export_to_file
from rut_tui.work.imports import Imported, NotImported, import_units
from tests.support.dialogues import Log, make_dialogue
from tests.support.judging import RUBRIC, judge, judge_all

OWN = RUBRIC.model_copy(update={"id": "own_rubric", "version": "7", "title": "[b]Ours[/b]"})


def fill(store: Store) -> list[Judgement]:
    """Two dialogues: one judged by two raters, one of whom thought better of it and withdrew."""
    for name in ("d-0001", "d-0002"):
        store.dialogues.add(make_dialogue(name))
    later = judge("d-0001", "bob", "groundedness", "not_met", revision=2, comment="\u2028 \x1b[1m")
    gone = judge("d-0001", "bob", "groundedness", None, revision=3)
    made = [
        *judge_all("d-0001", "ann", "met", "not_met", "not_applicable", "cannot_tell"),
        judge("d-0001", "bob", "groundedness", "met", active_s=1 / 3),
        later,
        gone,
    ]
    store.judgements.append(made)
    return made


def export(store: Store, path: Path, **how: Any) -> Exported:
    return export_to_file(store, how.pop("wanted", Selection()), "jsonl", path, force=True, **how)


def read(store: Store, path: Path) -> Imported:
    [done] = import_units(store, [path])
    assert isinstance(done, Imported), done
    return done


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]


def test_what_was_said_comes_back_whole_and_only_once(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    with Store.open(tmp_path / "a.sqlite") as store, Store.open(tmp_path / "b.sqlite") as other:
        made = fill(store)
        done = export(store, out)
        assert (done.dialogues, done.judgements, done.rubrics, done.missing) == (2, 7, 1, ())
        first = read(other, out)
        assert (first.added, first.judgements_added, first.judgements_known) == (2, 7, 0)
        assert list(other.judgements.history()) == made
        assert other.judgements.current() == store.judgements.current()
        assert other.check() == ()
        for here in (other, store):
            again = read(here, out)
            assert (again.judgements_added, again.judgements_known, again.changed) == (0, 7, False)
            assert len(here.judgements.history()) == 7
        back = tmp_path / "back.jsonl"
        export(other, back)
        assert back.read_bytes() == out.read_bytes()


def test_the_rubric_comes_first_and_judgements_follow_their_dialogue(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    with Store.open(tmp_path / "a.sqlite") as store:
        fill(store)
        store.judgements.append([judge("d-0002", "ann", "groundedness", "met")])
        export(store, out)
        kinds = [next(iter(line)) for line in lines_of(out)]
        said = ["rut_judgement"] * 7
        assert kinds == ["rut_rubric", "rut_dialogue", *said, "rut_dialogue", "rut_judgement"]
        assert Rubric.model_validate(lines_of(out)[0]["rubric"]).hash == RUBRIC.hash
        export(store, out, wanted=Selection(ids=("d-0002",)))
        [_, dialogue, made] = lines_of(out)
        assert dialogue["dialogue"]["id"] == made["judgement"]["dialogue_id"] == "d-0002"


def test_a_rubric_from_a_file_is_asked_for_and_then_travels_on(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    parts = {"rubric_id": OWN.id, "rubric_version": OWN.version, "rubric_hash": OWN.hash}
    with Store.open(tmp_path / "a.sqlite") as store, Store.open(tmp_path / "b.sqlite") as other:
        store.dialogues.add(make_dialogue())
        store.judgements.append([judge("d-0001", "ann", "groundedness", "met", **parts)])
        done = export(store, out)
        assert (done.rubrics, done.missing) == (0, ("own_rubric 7",))
        done = export(store, out, rubrics=[OWN])
        assert (done.rubrics, done.missing) == (1, ())
        read(other, out)
        back = tmp_path / "back.jsonl"
        assert export(other, back).missing == ()
        assert back.read_bytes() == out.read_bytes()


def test_a_dialogue_kept_under_another_id_takes_its_judgements_along(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    with Store.open(tmp_path / "a.sqlite") as store, Store.open(tmp_path / "b.sqlite") as other:
        made = fill(store)
        export(store, out)
        other.dialogues.add(Log().agent("Hi").user("Other").end("abandoned").dialogue("d-0001"))
        for added in (7, 0):
            done = read(other, out)
            assert done.judgements_added == added
        [longer] = [name for name in other.dialogues.ids() if name not in ("d-0001", "d-0002")]
        assert [item.dialogue_id for item in other.judgements.history()] == [longer] * 7
        assert [item.comment for item in other.judgements.history()] == [j.comment for j in made]


def change_line(path: Path, number: int, change: Callable[[dict[str, Any]], object]) -> None:
    lines = lines_of(path)
    change(lines[number])
    path.write_text("".join(f"{canonical_json(line)}\n" for line in lines), "utf-8")


@pytest.mark.parametrize(
    ("number", "change", "says"),
    [
        (2, lambda line: line["judgement"].update(verdict="maybe"), "judgement.verdict"),
        (2, lambda line: line["judgement"].update(rater=""), "judgement.rater"),
        (2, lambda line: line["judgement"].update(dialogue_id="nobody"), "neither here nor in"),
        (2, lambda line: line["judgement"].update(revision=2), "revision 1 before this one"),
        (7, lambda line: line["judgement"].update(revision=1), "another judgement is here"),
        (2, lambda line: line.update(judgement=None), "judgement"),
        (2, lambda line: line.update(rut_judgement=9), "version 9"),
        (0, lambda line: line["rubric"].update(criteria=[]), "rubric.criteria"),
        (0, lambda line: line.update(rut_rubric="x"), "version 'x'"),
    ],
)
def test_a_bad_line_is_named_and_nothing_of_the_file_is_kept(
    tmp_path: Path, number: int, change: Callable[[dict[str, Any]], object], says: str
) -> None:
    out = tmp_path / "out.jsonl"
    with Store.open(tmp_path / "a.sqlite") as store, Store.open(tmp_path / "b.sqlite") as other:
        fill(store)
        export(store, out)
        change_line(out, number, change)
        [failed] = import_units(other, [out])
        assert isinstance(failed, NotImported)
        assert says in f"{failed.place} {failed.title}"
        assert f"out.jsonl:{number + 1}" in failed.place
        assert failed.hint
        assert (other.dialogues.count(), other.judgements.history()) == (0, ())


def test_another_word_on_the_same_revision_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    with Store.open(tmp_path / "a.sqlite") as store, Store.open(tmp_path / "b.sqlite") as other:
        fill(store)
        export(store, out)
        read(other, out)
        store.judgements.append([judge("d-0001", "ann", "groundedness", "cannot_tell", revision=2)])
        other.judgements.append([judge("d-0001", "ann", "groundedness", "met", revision=2)])
        before = other.judgements.history()
        export(store, out)
        [failed] = import_units(other, [out])
        assert isinstance(failed, NotImported)
        assert "another judgement is here as revision 2: 'ann' on 'groundedness'" in failed.title
        assert other.judgements.history() == before


def test_a_file_of_dialogues_alone_is_read_as_ever(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    with Store.open(tmp_path / "a.sqlite") as store:
        store.dialogues.add(make_dialogue())
        done = export(store, out)
        assert (done.judgements, done.rubrics) == (0, 0)
        assert [next(iter(line)) for line in lines_of(out)] == ["rut_dialogue"]
        assert read(store, out).judgements_known == 0
