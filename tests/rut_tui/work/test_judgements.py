"""Verdicts made elsewhere: what is stored, what is refused, and what the report makes of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rut_annotations.faults import RatingsFileFault
from rut_domains.dialogue import Origin
from rut_domains.faults import UsageFault
from rut_exports.report.model import Section
from rut_tui.store import Store
from rut_tui.work.rate import Answer, Desk
from rut_tui.work.report import make_report
from tests.support.dialogues import Log
from tests.support.screens import make_settings
from tests.support.verdicts import (
    COLUMNS,
    CRITERIA,
    RUBRIC,
    bring_in,
    fill,
    letters,
    tau2_dialogue,
    write_lines,
    write_rows,
)

STUDY = [
    *letters("dialogue-0", "ada", "mmmm"),
    *letters("dialogue-0", "bob", "mmmm", "human"),
    *letters("dialogue-1", "ada", "nmmm"),
    *letters("dialogue-1", "bob", "mmmm", "person"),
    *letters("dialogue-0", "judge-1", "nmmm", "model"),
    *letters("dialogue-1", "judge-1", "mmmm", "model"),
    *letters("dialogue-0", "ada", "nmmm", "", "2"),
    *letters("dialogue-0", "key", "n---", "gold"),
    *letters("dialogue-0", "sage", "n---", "adjudicator"),
    *letters("dialogue-0", "ada", "n---", "training"),
]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "rut.sqlite") as opened:
        fill(opened)
        yield opened


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "verdicts.csv"


def section_of(store: Store) -> Section:
    _, report = make_report(store, make_settings(store.path.parent), replicates=200)
    [section] = report.sections
    return section


def refused(store: Store, file: Path, *lines: str, **options: object) -> RatingsFileFault:
    before = store.info().counts
    with pytest.raises(RatingsFileFault) as caught:
        bring_in(store, write_lines(file, lines), **options)
    assert store.info().counts == before
    return caught.value


def rate_here(store: Store, rater: str) -> None:
    desk = Desk(store, make_settings(store.path.parent), rater, RUBRIC)
    item = desk.item(0)
    for criterion in item.criteria:
        item = desk.answer(item, criterion, Answer(verdict="met"))


class TestReport:
    def test_people_models_and_second_looks_are_counted_apart(
        self, store: Store, file: Path
    ) -> None:
        done = bring_in(store, write_lines(file, STUDY))
        assert (done.added, done.known, done.dialogues) == (31, 0, 2)
        flow = section_of(store).flow
        assert (flow.judgement_rows, flow.judgements, flow.imported) == (31, 16, 16)
        assert (flow.by_models, flow.other_roles, flow.repeats) == (8, 3, 4)

    def test_models_enter_no_human_number(self, store: Store, file: Path) -> None:
        bring_in(store, write_lines(file, STUDY))
        section = section_of(store)
        people = {(s.by, s.rater): s.ufs.value for s in section.ufs}
        # ada: one of two; bob: both; the majority leaves the second dialogue open.
        assert people == {("rater", "ada"): 0.5, ("rater", "bob"): 1.0, ("majority", ""): 1.0}
        assert {(s.rater, s.by, s.ufs.value) for s in section.model_ufs} == {
            ("judge-1", "rater", 0.5)
        }
        grounded = section.agreement[0]
        assert (grounded.n_pairable, grounded.n_raters, grounded.percent.value) == (2, 2, 0.5)
        [disagreement] = section.disagreements
        assert disagreement.dialogue_id == "dialogue-1"
        assert [side.rater for side in disagreement.opinions] == ["ada", "bob"]

    def test_raters_are_listed_with_their_roles(self, store: Store, file: Path) -> None:
        bring_in(store, write_lines(file, STUDY))
        section = section_of(store)
        assert [(r.rater, r.role, r.judgements, r.repeats) for r in section.raters] == [
            ("ada", "human", 8, 4),
            ("bob", "human", 8, 0),
        ]
        assert [(r.rater, r.role, r.judgements) for r in section.other_raters] == [
            ("sage", "adjudicated", 1),
            ("key", "gold", 1),
            ("judge-1", "model", 8),
            ("ada", "training", 1),
        ]

    def test_second_looks_say_how_a_rater_agrees_with_itself(
        self, store: Store, file: Path
    ) -> None:
        bring_in(store, write_lines(file, STUDY))
        found = [
            (item.criterion, item.role, row.rater, row.pairs, row.agreement.value)
            for item in section_of(store).repeats
            for row in item.measured.raters
        ]
        shares = (0.0, 1.0, 1.0, 1.0)
        assert found == [
            (name, "human", "ada", 1, share) for name, share in zip(CRITERIA, shares, strict=True)
        ]

    def test_a_study_of_models_alone_has_their_scores_and_no_agreement(
        self, store: Store, file: Path
    ) -> None:
        bring_in(store, write_lines(file, letters("dialogue-0", "judge-1", "mmmm", "model")))
        section = section_of(store)
        assert (section.flow.judgements, section.raters, section.agreement) == (0, (), ())
        assert [s.ufs.value for s in section.model_ufs] == [1.0]


class TestAgain:
    def test_importing_twice_adds_nothing(self, store: Store, file: Path) -> None:
        bring_in(store, write_lines(file, STUDY))
        before = store.info().counts
        again = bring_in(store, file)
        assert (again.added, again.known, again.again) == (0, 31, True)
        assert store.info().counts == before

    def test_a_longer_file_adds_the_rest(self, store: Store, file: Path) -> None:
        bring_in(store, write_lines(file, STUDY[:5]))
        more = bring_in(store, write_lines(file, STUDY))
        assert (more.added, more.known, more.again) == (26, 5, False)
        assert store.check() == ()

    def test_equal_rows_count_once(self, store: Store, file: Path) -> None:
        done = bring_in(store, write_lines(file, [*STUDY[:4], *STUDY[:4]]))
        assert (done.added, done.repeated) == (4, 4)

    def test_where_it_came_from_is_kept(self, store: Store, file: Path) -> None:
        done = bring_in(store, write_lines(file, STUDY[:1]))
        [made] = store.judgements.history()
        assert made.source is not None
        assert (made.source.file, made.source.file_hash) == ("verdicts.csv", done.file_hash)
        assert not made.blind.identity_hidden
        [entry] = store.imports.all()
        assert (entry.format, entry.added) == ("judgements", 1)

    def test_a_verdict_withdrawn_here_can_come_with_a_file(self, store: Store, file: Path) -> None:
        desk = Desk(store, make_settings(store.path.parent), "ada", RUBRIC)
        item = desk.item(0)
        desk.answer(item, item.criteria[0], Answer(verdict="met"))
        desk.undo()
        [first, _] = store.judgements.history()
        row = f"{first.dialogue_id},groundedness,ada,,,met,"
        bring_in(store, write_lines(file, [row]), same_raters=True)
        assert [made.revision for made in store.judgements.history()] == [1, 2, 3]
        assert len(store.judgements.current()) == 1
        assert store.check() == ()


class TestPlaces:
    @pytest.mark.parametrize("name", ["dialogue-1", "sim-1"])
    def test_a_dialogue_is_known_by_both_its_ids(self, store: Store, file: Path, name: str) -> None:
        bring_in(store, write_lines(file, letters(name, "cy", "m---")))
        [made] = store.judgements.current()
        assert made.dialogue_id == "dialogue-1"

    def test_and_by_the_only_start_of_its_id(self, store: Store, file: Path) -> None:
        store.dialogues.add(tau2_dialogue(77).model_copy(update={"id": "b7|c;d"}))
        bring_in(
            store, write_rows(file, [COLUMNS, ("b7|c", "groundedness", "cy", "", "", "met", "")])
        )
        assert store.judgements.current()[0].dialogue_id == "b7|c;d"
        fault = refused(store, file, *letters("dialogue", "cy", "m---"))
        assert "several dialogues start with 'dialogue'" in fault.hint

    def test_and_by_its_task_and_trial(self, store: Store, file: Path) -> None:
        head = ("task_id", "trial", "criterion", "rater", "verdict")
        bring_in(store, write_lines(file, ["t2,0,groundedness,cy,met"], head))
        assert store.judgements.current()[0].dialogue_id == "dialogue-2"
        bring_in(store, write_lines(file, ["t3,,groundedness,cy,met"], head))
        assert store.judgements.current()[1].dialogue_id == "dialogue-3"

    def test_the_task_is_the_one_that_the_file_named(self, store: Store, file: Path) -> None:
        # Named task 1, played task 9: whoever judged the file knew it as task 1.
        store.dialogues.add(
            tau2_dialogue(8, task_id="t9", recorded={"trial": 4, "simulation": {"task_id": "t1"}})
        )
        head = ("task", "trial", "criterion", "rater", "verdict")
        bring_in(store, write_lines(file, ["t1,4,groundedness,cy,met"], head))
        assert store.judgements.current()[0].dialogue_id == "dialogue-8"

    def test_several_dialogues_of_a_task_are_not_told_apart(self, store: Store, file: Path) -> None:
        store.dialogues.add(
            tau2_dialogue(9, task_id="t1", recorded={"trial": 1, "simulation": {"task_id": "t1"}})
        )
        head = ("task", "criterion", "rater", "verdict")
        with pytest.raises(RatingsFileFault) as caught:
            bring_in(store, write_lines(file, ["t1,groundedness,cy,met"], head))
        assert "2 dialogues here are task 't1'" in caught.value.hint
        assert "dialogue-1, dialogue-9" in caught.value.hint

    def test_a_foreign_id_of_two_files_is_not_told_apart(self, store: Store, file: Path) -> None:
        store.dialogues.add(
            tau2_dialogue(5, origin=Origin(system="tau2", source_id="sim-1", file_hash="other"))
        )
        fault = refused(store, file, *letters("sim-1", "cy", "m---"))
        assert "dialogue-1, dialogue-5" in fault.hint

    def test_all_that_is_unknown_is_named_with_its_lines(self, store: Store, file: Path) -> None:
        fault = refused(
            store,
            file,
            *letters("dialogue-0", "cy", "m---"),
            *letters("nowhere", "cy", "mm--"),
            "dialogue-1,politeness,cy,,,met,",
            *letters("elsewhere", "cy", "m---"),
        )
        assert fault.place == f"{file}:3"
        assert fault.title.startswith("2 dialogues unknown or unclear, a criterion is unknown")
        assert "lines 3, 4: there is no dialogue 'nowhere'" in fault.hint
        assert "line 6: there is no dialogue 'elsewhere'" in fault.hint
        assert f"line 5: there is no criterion 'politeness' (known: {', '.join(CRITERIA)})" in (
            fault.hint
        )

    def test_they_are_skipped_where_that_was_asked_for(self, store: Store, file: Path) -> None:
        lines = [
            *letters("dialogue-0", "cy", "m---"),
            *letters("nowhere", "cy", "mm--"),
            "dialogue-1,politeness,cy,,,met,",
        ]
        done = bring_in(store, write_lines(file, lines), skip_unknown=True)
        assert (done.added, done.skipped_dialogues, done.skipped_criteria) == (1, 2, 1)

    def test_verdicts_that_no_report_counts_are_told(self, store: Store, file: Path) -> None:
        store.dialogues.add(tau2_dialogue(6, link="unlinked"))
        store.dialogues.add(Log().agent("Hello?").user("Hi").dialogue("still-open"))
        lines = [*letters("dialogue-6", "cy", "mmmm"), *letters("still-open", "cy", "m---")]
        assert bring_in(store, write_lines(file, lines)).not_counted == 5
        assert section_of(store).flow.judgements == 0


class TestRefusals:
    def test_two_verdicts_of_one_rater_in_one_pass(self, store: Store, file: Path) -> None:
        lines = [*letters("dialogue-0", "cy", "m---"), *letters("sim-0", "cy", "n---")]
        fault = refused(store, file, *lines)
        assert fault.place == f"{file}:3"
        assert "lines 2 and 3 contradict each other" in fault.title

    def test_two_rows_that_differ_in_evidence_alone(self, store: Store, file: Path) -> None:
        row = "dialogue-0,groundedness,cy,,,not met,"
        assert "evidence '1' and then '2'" in refused(store, file, f"{row}1", f"{row}2").title

    def test_another_verdict_than_the_one_that_is_here(self, store: Store, file: Path) -> None:
        bring_in(store, write_lines(file, letters("dialogue-0", "cy", "mmmm")))
        fault = refused(store, file, *letters("dialogue-0", "cy", "mnmm"))
        assert fault.place == f"{file}:3"
        assert "is here already with verdict 'met', imported from verdicts.csv" in fault.title
        assert "only ever added to" in fault.hint

    @pytest.mark.parametrize("turn", ["5", "1;99"])
    def test_a_turn_that_is_not_there(self, store: Store, file: Path, turn: str) -> None:
        # Three messages and the end.
        fault = refused(store, file, f"dialogue-0,groundedness,cy,,,met,{turn}")
        assert (fault.place, fault.hint) == (f"{file}:2", "The dialogue has turns 1 to 4.")

    @pytest.mark.parametrize(
        ("verdict", "mode", "title"),
        [
            ("not met", "invented", "'invented' is no mode of 'groundedness'"),
            ("met", "fabricated_fact", "only 'not met' names a mode and an effect"),
        ],
    )
    def test_a_mode_that_does_not_fit(
        self, store: Store, file: Path, verdict: str, mode: str, title: str
    ) -> None:
        head = ("dialogue", "criterion", "rater", "verdict", "mode")
        with pytest.raises(RatingsFileFault, match=title):
            bring_in(
                store,
                write_lines(file, [f"dialogue-0,groundedness,cy,{verdict},{mode}"], head),
            )
        assert store.judgements.history() == ()

    def test_another_version_of_the_rubric(self, store: Store, file: Path) -> None:
        head = ("dialogue", "criterion", "rater", "verdict", "rubric_hash")
        with pytest.raises(RatingsFileFault, match="another version of the rubric"):
            bring_in(store, write_lines(file, ["dialogue-0,groundedness,cy,met,abc"], head))


class TestNames:
    def test_a_person_who_rated_here_is_not_blended_with_another(
        self, store: Store, file: Path
    ) -> None:
        rate_here(store, "ada")
        fault = refused(store, file, *letters("dialogue-0", "ada", "nnnn"))
        assert "'ada' has rated here; is it the same person?" in fault.title
        assert "--same-raters" in fault.hint
        assert "--rename-rater ada=NEWNAME" in fault.hint
        done = bring_in(store, file, names={"ada": "ada-2"})
        assert (done.added, done.raters[0].rater) == (4, "ada-2")

    def test_the_same_person_may_add_and_confirm_but_not_contradict(
        self, store: Store, file: Path
    ) -> None:
        rate_here(store, "ada")
        rated = store.judgements.current()[0].dialogue_id
        lines = [line for n in range(4) for line in letters(f"dialogue-{n}", "ada", "mmmm")]
        done = bring_in(store, write_lines(file, lines), same_raters=True)
        assert (done.added, done.known) == (12, 4)
        fault = refused(store, file, *letters(rated, "ada", "n---"), same_raters=True)
        assert "made here" in fault.title

    def test_a_model_may_bear_the_name_of_a_person(self, store: Store, file: Path) -> None:
        rate_here(store, "ada")
        bring_in(store, write_lines(file, letters("dialogue-0", "ada", "nnnn", "model")))
        section = section_of(store)
        assert [r.rater for r in section.raters] == ["ada"]
        assert [s.rater for s in section.ufs] == ["ada"]
        assert [s.ufs.value for s in section.ufs] == [1.0]
        assert [s.ufs.value for s in section.model_ufs] == [0.0]
        desk = Desk(store, make_settings(store.path.parent), "ada", RUBRIC)
        assert sum(len(desk.item(n).answers) for n in range(4)) == 4

    def test_nobody_rates_here_under_a_name_that_was_imported(
        self, store: Store, file: Path
    ) -> None:
        bring_in(store, write_lines(file, letters("dialogue-0", "cy", "mmmm")))
        with pytest.raises(UsageFault, match="'cy' is somebody whose judgements were imported"):
            rate_here(store, "cy")

    def test_a_new_name_belongs_to_one_rater_of_the_file(self, store: Store, file: Path) -> None:
        lines = [*letters("dialogue-0", "cy", "mmmm"), *letters("dialogue-0", "dy", "mmmm")]
        write_lines(file, lines)
        with pytest.raises(UsageFault, match="'dy' would be two raters"):
            bring_in(store, file, names={"cy": "dy"})
        with pytest.raises(UsageFault, match="would be two raters"):
            bring_in(store, file, names={"cy": "x", "dy": "x"})
        with pytest.raises(UsageFault, match="no rater 'ey' in the file"):
            bring_in(store, file, names={"ey": "fy"})
        done = bring_in(store, file, names={"cy": "dy", "dy": "cy"})
        assert [rater.rater for rater in done.raters] == ["cy", "dy"]
