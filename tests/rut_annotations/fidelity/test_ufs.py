from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rut_annotations.fidelity.ufs import (
    Ballot,
    flag,
    majority,
    resolve,
    resolve_by_majority,
    resolve_for_rater,
    score_sources,
)
from rut_annotations.judgement import VERDICTS, Verdict

LETTERS: dict[str, Verdict] = {
    "m": "met",
    "n": "not_met",
    "x": "not_applicable",
    "?": "cannot_tell",
}


def ballot(*rows: str, source: str = "s", task: str = "t", name: str = "d") -> Ballot:
    """One word a rater, one letter a criterion; `-` is missing."""
    width = len(rows[0])
    return Ballot(
        dialogue_id=name,
        source=source,
        task=task,
        criteria=tuple(f"c{number}" for number in range(width)),
        verdicts={
            f"r{rater}": {f"c{n}": LETTERS[letter] for n, letter in enumerate(row) if letter != "-"}
            for rater, row in enumerate(rows)
        },
    )


@pytest.mark.parametrize(
    ("row", "resolution", "causes"),
    [
        ("mmmm", "faithful", set()),
        ("mxxx", "faithful", set()),
        ("mmnm", "unfaithful", set()),
        ("n??-", "unresolved", {"cannot_tell", "missing"}),
        ("nxxx", "unfaithful", set()),
        ("mm?m", "unresolved", {"cannot_tell"}),
        ("mm-m", "unresolved", {"missing"}),
        ("xx?-", "unresolved", {"cannot_tell", "missing"}),
        ("xxxx", "undefined", set()),
    ],
)
def test_one_raters_verdicts(row: str, resolution: str, causes: set[str]) -> None:
    """What is open leaves the dialogue open, a *not met* beside it is told apart."""
    assert resolve_for_rater(ballot(row), "r0") == (resolution, causes, "n" in row)


@pytest.mark.parametrize(
    ("rows", "resolution", "causes"),
    [
        (("mm", "mm"), "faithful", set()),
        (("mm", "mn"), "unresolved", {"tie"}),
        (("mn", "mn"), "unfaithful", set()),
        (("mn", "nm"), "unresolved", {"tie"}),
        (("mm", "mn", "mm"), "faithful", set()),
        (("mm", "mn", "mn"), "unfaithful", set()),
        (("m-", "mm", "mm"), "faithful", set()),
        (("m-", "mm"), "unresolved", {"missing"}),
        (("m-", "mm", "mn"), "unresolved", {"missing"}),
        (("m?", "m?", "mm"), "unresolved", {"cannot_tell"}),
        (("m?", "mx", "mm"), "unresolved", {"tie"}),
        (("xx", "xx"), "undefined", set()),
        (("nn", "mn"), "unresolved", {"tie"}),
        (("mm",), "unresolved", {"one_rater"}),
    ],
)
def test_the_majority_is_taken_criterion_by_criterion(
    rows: tuple[str, ...], resolution: str, causes: set[str]
) -> None:
    assert resolve_by_majority(ballot(*rows))[:2] == (resolution, causes)


@given(st.lists(st.sampled_from([*VERDICTS, "missing"]), min_size=1, max_size=6))
def test_a_majority_is_more_than_half_of_all_raters(votes: list[Verdict]) -> None:
    found = majority(votes)
    if found in VERDICTS:
        assert votes.count(found) * 2 > len(votes)
    else:
        assert all(votes.count(verdict) * 2 <= len(votes) for verdict in VERDICTS)
    # A missing answer can only be blamed if filling it in could make a majority.
    fillings = itertools.product(VERDICTS, repeat=votes.count("missing"))  # type: ignore[arg-type]
    decided = False
    for filling in fillings:
        rest = iter(filling)
        full = [next(rest) if vote == "missing" else vote for vote in votes]
        decided |= majority(full) in VERDICTS
    assert (found != "tie") == decided


@given(st.lists(st.sampled_from([*VERDICTS, "missing", "tie"]), min_size=1, max_size=6))
def test_open_verdicts_can_only_turn_out_as_the_bounds_say(verdicts: list[Verdict]) -> None:
    """However the open verdicts turn out, with a *not met* beside them it is 0."""
    resolution, causes, not_met = resolve(verdicts)
    assert bool(causes) == (resolution == "unresolved")
    open_places = [n for n, verdict in enumerate(verdicts) if verdict not in VERDICTS[:3]]
    assert bool(open_places) == (resolution == "unresolved")
    for filling in itertools.product(VERDICTS[:3], repeat=len(open_places)):
        full = list(verdicts)
        for place, verdict in zip(open_places, filling, strict=True):
            full[place] = verdict
        final = resolve(full).resolution
        assert final != "unresolved"
        if resolution != "unresolved":
            assert final == resolution
        if not_met:
            assert final == "unfaithful"


def test_scores_count_everything_and_bound_the_unresolved() -> None:
    ballots = [
        ballot("mm", "mm", task="a", name="1"),
        ballot("mm", "mn", task="a", name="2"),
        ballot("nm", "nm", task="b", name="3"),
        ballot("m?", "mm", task="c", name="4"),
        ballot("xx", "xx", task="d", name="5"),
        ballot("mm", source="other", name="6"),
    ]
    scores = {(score.source, score.rater): score for score in score_sources(ballots, "generic")}
    assert list(scores) == [("other", "r0"), ("other", ""), ("s", "r0"), ("s", "r1"), ("s", "")]
    first, both = scores["s", "r0"], scores["s", ""]
    assert (first.faithful, first.unfaithful, first.unresolved, first.undefined) == (2, 1, 1, 1)
    assert (first.ufs.successes, first.ufs.n) == (2, 3)
    assert (first.lower, first.upper) == (2 / 4, 3 / 4)
    assert (both.by, both.n_rated, both.n_tasks) == ("majority", 5, 4)
    assert (both.faithful, both.unfaithful, both.unresolved) == (1, 1, 2)
    assert both.causes == {"tie": 2}
    assert (both.lower, both.upper) == (1 / 4, 3 / 4)
    assert scores["other", ""].causes == {"one_rater": 1}
    assert scores["other", ""].ufs.value is None


def test_unresolved_dialogues_that_hold_a_not_met_are_counted_apart() -> None:
    ballots = [
        ballot("mm", "mm", name="1"),
        ballot("nm", "nm", name="2"),
        ballot("n?", "n?", name="3"),
        ballot("mm", "nm", name="4"),
        ballot("mn", name="5"),
    ]
    both = score_sources(ballots, "generic")[-1]
    assert (both.faithful, both.unfaithful, both.unresolved) == (1, 1, 3)
    assert both.unresolved_not_met == 2
    assert both.causes == {"cannot_tell": 1, "tie": 1, "one_rater": 1}
    assert (both.ufs.value, both.lower, both.upper) == (1 / 2, 1 / 5, 4 / 5)


def test_with_one_rater_there_is_no_row_for_a_majority() -> None:
    assert [score.by for score in score_sources([ballot("mm")], "task")] == ["rater"]


def test_dialogues_without_criteria_or_raters_do_not_count() -> None:
    nothing = Ballot(dialogue_id="d", source="s", task="t", criteria=(), verdicts={"r": {}})
    nobody = Ballot(dialogue_id="d", source="s", task="t", criteria=("c",), verdicts={})
    assert score_sources([nothing, nobody], "generic") == ()


def test_all_undefined_is_undefined_and_not_zero() -> None:
    (score,) = score_sources([ballot("xx")], "generic")
    assert (score.ufs.value, score.lower, score.upper, score.undefined) == (None, None, None, 1)


@given(
    st.lists(st.lists(st.text("mnx?-", min_size=2, max_size=2), min_size=2, max_size=2), max_size=8)
)
def test_the_score_lies_between_its_bounds(rows: list[list[str]]) -> None:
    ballots = [ballot(*pair, name=str(number)) for number, pair in enumerate(rows)]
    for score in score_sources(ballots, "generic"):
        assert score.n_rated == (
            score.faithful + score.unfaithful + score.unresolved + score.undefined
        )
        if score.ufs.value is not None:
            assert score.lower is not None
            assert score.upper is not None
            assert score.lower <= score.ufs.value <= score.upper


def test_what_is_open_is_neither_faithful_nor_not() -> None:
    flags = [flag(each) for each in ("faithful", "unfaithful", "unresolved", "undefined")]
    assert flags == [True, False, None, None]
