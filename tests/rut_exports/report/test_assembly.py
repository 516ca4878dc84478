from __future__ import annotations

import pytest

from rut_annotations.faults import JudgementFault
from rut_annotations.judgement import BlindFlags, Judgement, Skip
from rut_exports.bundle import Bundle
from rut_exports.report.assembly import build_report
from rut_exports.report.model import Section
from tests.support.judging import RUBRIC, judge
from tests.support.studies import HUMAN, MODEL, OWN, planted_bundle, small_bundle, summary, words


def section(bundle: Bundle) -> Section:
    (found,) = build_report(bundle).sections
    return found


def test_every_row_is_accounted_for() -> None:
    extra = [
        judge("d2", "ann", "groundedness", "cannot_tell", revision=2),
        judge("d2", "ann", "goal_deviation", None, revision=2),
        judge("d2", "cyd", "groundedness", "met", blind=BlindFlags(after_reveal=True)),
        judge("d2", "cyd", "goal_deviation", "met", rubric_hash="0" * 64),
        judge("d3", "cyd", OWN.model_copy(update={"statement": "Older."}), "met"),
        judge("nowhere", "ann", "groundedness", "met"),
        judge("d2", "ann", "groundedness", "not_met", pass_number=2),
        judge("d2", "sage", "groundedness", "met", rater_kind="adjudicated"),
        judge("d2", "key", "groundedness", "met", rater_kind="gold"),
        judge("d5", "judge-1", "groundedness", "met", rater_kind="model"),
        judge("d2", "ann", "groundedness", "met", rubric_id="another_rubric"),
    ]
    bundle = small_bundle(judgements=[*small_bundle().judgements, *extra])
    report = build_report(bundle)
    flow = report.sections[0].flow
    assert report.other_rubrics == 1
    assert flow.judgement_rows + report.other_rubrics == len(bundle.judgements)
    assert (flow.revised, flow.withdrawn, flow.by_models, flow.after_reveal) == (2, 1, 1, 1)
    assert (flow.other_versions, flow.not_counted_dialogues) == (2, 10)
    assert (flow.other_roles, flow.repeats) == (2, 1)
    assert flow.judgement_rows == flow.judgements + sum(
        (
            flow.revised,
            flow.withdrawn,
            flow.by_models,
            flow.other_roles,
            flow.repeats,
            flow.after_reveal,
            flow.other_versions,
            flow.not_counted_dialogues,
        )
    )
    assert (flow.dialogues, flow.unlinked, flow.practice, flow.counted, flow.rated) == (
        5,
        1,
        0,
        4,
        4,
    )


@pytest.mark.parametrize(
    ("role", "look"),
    [
        *((role, 1) for role in ("model", "adjudicated", "gold", "training", "calibration")),
        ("human", 2),
        ("model", 2),
    ],
)
def test_who_stands_apart_never_enters_the_tables_of_people(role: str, look: int) -> None:
    given = small_bundle().judgements
    people = [row for row in given if row.rater_kind == "human"]
    # The same people say the opposite of everything in another role, or in a second look.
    turned = {"met": "cannot_tell", "not_met": "met"}
    others = [
        row.model_copy(
            update={
                "id": f"{row.id}-apart",
                "rater_kind": role,
                "pass_number": look,
                "verdict": turned.get(str(row.verdict), "met"),
                **dict.fromkeys(("mode", "effect")),
            }
        )
        for row in people
    ]
    left = section(small_bundle(judgements=[*people, *others]))
    right = section(small_bundle(judgements=people))
    for name in (
        *("agreement", "task_agreement", "ufs", "task_ufs", "modes", "disagreements"),
        *("sources", "resampled", "planted"),
    ):
        assert getattr(left, name) == getattr(right, name)
    assert [rater.rater for rater in left.raters] == ["ann", "bob"]


def test_agreement_by_criterion() -> None:
    found = {item.criterion: item for item in section(small_bundle()).agreement}
    assert list(found) == [criterion.id for criterion in RUBRIC.criteria]
    grounded = found["groundedness"]
    assert (grounded.n_units, grounded.n_pairable, grounded.n_raters) == (4, 3, 2)
    assert (grounded.percent.value, grounded.alpha.reason) == (1.0, "single_category")
    # met/met, not met/met, met/met: one of three units disagrees; one not met of six values.
    disclosure = found["premature_disclosure"]
    assert disclosure.percent.value == pytest.approx(2 / 3)
    assert disclosure.alpha.value == pytest.approx(1 - 5 * 2 / (36 - 26))
    assert disclosure.n_cannot_tell == 1
    # met/met, met/met, not met/not met.
    assert found["goal_deviation"].alpha.value == 1.0
    assert found["missed_information"].n_not_applicable == 1
    assert found["missed_information"].n_missing == 1


def test_tasks_are_resampled_where_one_was_played_twice_and_the_report_says_so() -> None:
    found = section(small_bundle())
    assert found.resampled == "task"
    assert {item.n_clusters for item in found.agreement} == {2}
    once = [item for item in small_bundle().dialogues if item.id != "d3"]
    assert section(small_bundle(dialogues=once)).resampled == "dialogue"


def test_a_tasks_criteria_are_measured_apart_by_task() -> None:
    elsewhere = summary("d6", task="t1", domain="telecom", criteria=(OWN,))
    bundle = small_bundle(
        dialogues=[*small_bundle().dialogues, elsewhere],
        judgements=[*small_bundle().judgements, judge("d6", "ann", OWN, "not_met")],
    )
    one, other = section(bundle).task_agreement
    assert (one.domain, one.task_id, one.measured.criterion) == ("retail", "t1", "asks_first")
    assert (one.measured.n_pairable, one.measured.percent.value) == (2, 0.5)
    assert one.measured.alpha.value == pytest.approx(1 - 3 * 2 / (16 - 10))
    assert (other.domain, other.measured.n_units, other.measured.alpha.value) == (
        "telecom",
        1,
        None,
    )


def test_one_dialogue_judged_by_two_has_a_percentage_and_no_alpha() -> None:
    bundle = small_bundle(judgements=[*words("d1", "ann", "mmmm"), *words("d1", "bob", "nmmm")])
    first = section(bundle).agreement[0]
    assert (first.percent.value, first.alpha.value, first.alpha.reason) == (
        0.0,
        None,
        "too_few_units",
    )


def test_ufs_per_source_by_rater_and_by_majority() -> None:
    found = {
        (row.source, row.rater): (row.faithful, row.unfaithful, row.unresolved)
        for row in section(small_bundle()).ufs
    }
    assert found == {
        (HUMAN, "ann"): (1, 1, 0),
        (HUMAN, "bob"): (2, 0, 0),
        (HUMAN, ""): (1, 0, 1),
        (MODEL, "ann"): (0, 1, 1),
        (MODEL, "bob"): (0, 1, 0),
        (MODEL, ""): (0, 1, 1),
    }


def test_generic_and_task_specific_scores_are_never_mixed() -> None:
    bundle = small_bundle()
    found = {(row.source, row.rater): row for row in section(bundle).task_ufs}
    assert {row.scope for row in found.values()} == {"task"}
    assert (found[MODEL, "ann"].ufs.value, found[MODEL, "bob"].ufs.value) == (0.0, 1.0)
    generic = [row for row in bundle.judgements if row.scope == "generic"]
    assert section(small_bundle(judgements=generic)).ufs == section(bundle).ufs
    assert section(small_bundle(judgements=generic)).task_ufs == ()


def test_failure_modes_are_counted_as_verdicts_and_as_dialogues() -> None:
    found = [
        (row.scope, row.source, row.mode, row.verdicts, row.dialogues, row.judged, row.effects)
        for row in section(small_bundle()).modes
    ]
    assert found == [
        ("generic", HUMAN, "volunteers_unasked_info", 1, 1, 2, {"helped": 1}),
        ("generic", MODEL, "goal_substitution", 2, 1, 2, {"helped": 2}),
        ("task", MODEL, "overrun", 1, 1, 1, {"helped": 1}),
    ]


def test_disagreements_list_both_sides_with_evidence_and_code() -> None:
    same_verdict = [
        judge("d4", "ann", "groundedness", "not_met", revision=2),
        judge("d4", "bob", "groundedness", "not_met", mode="answers_unknown", evidence=(5,)),
    ]
    bundle = small_bundle(judgements=[*small_bundle().judgements, *same_verdict])
    found = section(bundle).disagreements
    assert [(row.kind, row.dialogue_id, row.criterion) for row in found] == [
        ("verdict", "d2", "premature_disclosure"),
        ("verdict", "d3", "asks_first"),
        ("mode", "d4", "groundedness"),
    ]
    ann, bob = found[0].opinions
    assert (ann.rater, ann.verdict, ann.mode, ann.evidence) == (
        "ann",
        "not_met",
        "volunteers_unasked_info",
        (2,),
    )
    assert (bob.rater, bob.verdict, bob.mode, bob.evidence) == ("bob", "met", None, ())


def test_planted_faults_are_compared_with_what_each_rater_found() -> None:
    planted = section(planted_bundle()).planted
    assert planted is not None
    assert (planted.dialogues, planted.fired, planted.never_fired, planted.clean) == (3, 2, 1, 2)
    found = {
        (row.rater, row.mode, row.family): (
            *(row.caught.successes, row.caught.n, row.flagged.successes),
            *(row.named, row.located),
        )
        for row in planted.rows
    }
    assert found == {
        ("ann", "fabricated_fact", "groundedness"): (1, 1, 1, 0, 0),
        ("ann", "overrun", "goal_deviation"): (1, 1, 1, 1, 1),
        ("ann", "all", ""): (2, 2, 2, 1, 1),
        # The false alarm is about groundedness: it is set beside faults of that family.
        ("ann", "none", "goal_deviation"): (0, 2, 1, 0, 0),
        ("ann", "none", "groundedness"): (1, 2, 1, 0, 0),
        ("ann", "none", ""): (1, 2, 1, 0, 0),
        # bob left one criterion of p2 open: that dialogue says nothing about what bob finds.
        ("bob", "overrun", "goal_deviation"): (0, 1, 0, 0, 0),
        ("bob", "all", ""): (0, 1, 0, 0, 0),
        ("bob", "none", ""): (0, 0, 0, 0, 0),
    }


def test_a_dialogue_without_a_contract_is_counted_as_such() -> None:
    bare = summary("d9", HUMAN, task="t9", contract=False)
    bundle = small_bundle(dialogues=(*small_bundle().dialogues, bare))
    flow = section(bundle).flow
    assert (flow.dialogues, flow.without_contract, flow.counted) == (6, 1, 4)
    whole = flow.unlinked + flow.practice + flow.without_contract + flow.counted
    assert whole == flow.dialogues


def test_without_planted_faults_there_is_no_such_check() -> None:
    assert section(small_bundle()).planted is None


def test_raters_work_and_skips_are_counted_each_for_its_own() -> None:
    skips = [
        Skip(dialogue_id="d2", rater="ann", rubric_id="user_contract", reason="long", at="1"),
        Skip(dialogue_id="d2", rater="ann", rubric_id="user_contract", reason="long", at="2"),
        Skip(dialogue_id="d4", rater="cyd"),
        Skip(dialogue_id="d4", rater="ann", rubric_id="another"),
        Skip(dialogue_id="d5", rater="ann"),
    ]
    ann, bob, cyd = section(small_bundle(skips=skips)).raters
    assert (ann.rater, ann.judgements, ann.dialogues, ann.complete, ann.skipped) == (
        "ann",
        18,
        4,
        4,
        1,
    )
    assert (ann.cannot_tell, bob.cannot_tell, bob.dialogues) == (1, 0, 3)
    assert (cyd.rater, cyd.judgements, cyd.skipped) == ("cyd", 0, 1)


def test_sources_count_what_there_is_and_what_counts() -> None:
    found = [
        (row.source, row.dialogues, row.counted, row.tasks, row.rated)
        for row in section(small_bundle()).sources
    ]
    assert found == [(HUMAN, 2, 2, 2, 2), (MODEL, 3, 2, 2, 2)]


def test_two_versions_of_a_rubric_have_sections_of_their_own() -> None:
    older = RUBRIC.model_copy(update={"instructions": "Older."})
    rows = [
        row.model_copy(update={"rubric_hash": older.hash}) for row in words("d1", "ann", "nnnn")
    ]
    bundle = small_bundle(rubrics=(RUBRIC, older), judgements=[*small_bundle().judgements, *rows])
    found = {item.rubric_hash: item.flow for item in build_report(bundle).sections}
    assert found[older.hash].judgements == 4
    assert found[RUBRIC.hash] == section(small_bundle()).flow


@pytest.mark.parametrize("judgements", [(), tuple(words("d1", "ann", "????"))])
def test_nothing_to_measure_is_a_report_too(judgements: tuple[Judgement, ...]) -> None:
    found = section(small_bundle(judgements=judgements))
    assert all(item.alpha.value is None for item in found.agreement)
    assert all(row.ufs.value is None for row in found.ufs)
    assert section(Bundle(rubrics=(RUBRIC,))).flow.dialogues == 0


def test_contradicting_revisions_are_a_fault() -> None:
    rows = [judge("d1", "ann", "groundedness", verdict) for verdict in ("met", "cannot_tell")]
    with pytest.raises(JudgementFault, match="revision 1"):
        build_report(small_bundle(judgements=rows))


def test_who_waits_is_told_how_far_the_work_is() -> None:
    told: list[tuple[str, float]] = []
    build_report(small_bundle(), lambda what, share: told.append((what, share)))
    assert [what for what, _ in told][:2] == ["agreement", "fidelity"]
    shares = [share for _, share in told]
    assert shares == sorted(shares)
    assert 0 <= shares[0] < shares[-1] <= 1
