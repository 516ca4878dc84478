from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from rut_annotations.fidelity.disclosure import Facts, missing_fact_columns, time_disclosures
from tests.support.outcome_tables import PLAN


def facts(*rows: tuple[str, str, int | None, int | None, int], **columns: Any) -> Facts:
    """(dialogue, fact, disclosed, requested, last) a row; the task is the dialogue's letter."""
    return Facts(
        dialogue=tuple(row[0] for row in rows),
        source=("s",) * len(rows),
        task=tuple(row[0][0] for row in rows),
        fact=tuple(row[1] for row in rows),
        disclosed=tuple(row[2] for row in rows),
        requested=tuple(row[3] for row in rows),
        last=tuple(row[4] for row in rows),
        **columns,
    )


def test_every_fact_is_one_of_five() -> None:
    found = time_disclosures(
        facts(
            ("a", "early", 1, 3, 4),
            ("a", "unsolicited", 1, None, 4),
            ("a", "answered", 3, 2, 4),
            ("a", "withheld", None, 2, 4),
            ("b", "unmentioned", None, None, 2),
        ),
        PLAN,
    )[0]
    for name in ("early", "unsolicited", "answered", "withheld", "unmentioned"):
        assert getattr(found, name).value == pytest.approx(1 / 5)
    assert (found.lead.value, found.latency.value) == (2, 1)
    assert found.front_load.value == pytest.approx((2 / 4 + 0) / 2)
    assert found.area.value == pytest.approx(((1 + 1 + 2 / 4 + 0) / 4 + 0) / 2)
    assert [point.disclosed.value for point in found.curve] == pytest.approx([0.4, 0.4, 0.6, 0.6])
    assert [point.running for point in found.curve] == [2, 2, 1, 1]
    assert (found.dialogues, found.facts) == (2, 5)


def test_an_answer_in_the_turn_of_the_question_is_on_time() -> None:
    found = time_disclosures(facts(("a", "f", 2, 2, 3)), PLAN)[0]
    assert (found.answered.value, found.latency.value) == (1, 0)
    assert (found.lead.value, found.lead.reason) == (None, "no_facts")


def test_curves_per_fact_count_a_tasks_dialogues() -> None:
    found = time_disclosures(
        facts(("a1", "f", 1, None, 3), ("a2", "f", 3, 2, 3), ("a2", "g", None, 1, 3)), PLAN
    )[0]
    first, second = found.by_fact
    assert (first.fact, first.dialogues, first.requested) == ("f", 2, 1)
    assert first.disclosed == (0.5, 0.5, 1.0)
    assert second.disclosed == (0.0, 0.0, 0.0)


def test_the_horizon_cuts_the_curve_alone() -> None:
    found = time_disclosures(facts(("a", "f", 9, 9, 9)), PLAN, horizon=2)[0]
    assert [point.disclosed.value for point in found.curve] == [0, 0]
    assert found.answered.value == 1


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([("a", "f", 1, None, 3), ("a", "f", 2, None, 3)], "twice"),
        ([("a", "f", 4, None, 3)], "turn 4 of 3"),
        ([("a", "f", 0, None, 3)], "greater than 0"),
        (
            [("a", "f", 1, None, 3), ("a", "g", 1, None, 4)],
            "two sources, tasks, domains or lengths",
        ),
    ],
)
def test_what_cannot_be_is_refused(rows: list[Any], said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        facts(*rows)


def test_requests_that_were_not_recorded_are_not_taken_as_never_made() -> None:
    told = Facts(
        dialogue=("a",), source=("s",), task=("t",), fact=("f",), disclosed=(1,), last=(2,)
    )
    found = time_disclosures(told, PLAN)[0]
    assert (found.unsolicited.value, found.unsolicited.reason) == (None, "no_requests_recorded")
    assert (found.front_load.value, found.by_fact[0].requested) == (1, None)
    assert missing_fact_columns(told, "disclosure_timing") == ("requested",)
    assert missing_fact_columns(told, "disclosure_curves") == ()
    assert missing_fact_columns(facts(), "disclosure_curves") == ("disclosed",)


def test_no_facts_no_rows() -> None:
    assert time_disclosures(facts(), PLAN) == ()


ROW = st.tuples(st.integers(1, 6), st.none() | st.integers(1, 6), st.none() | st.integers(1, 6))


@settings(max_examples=25, deadline=None)
@given(st.lists(ROW, min_size=1, max_size=12))
def test_shares_sum_to_one_and_curves_rise_to_the_disclosed(rows: list[Any]) -> None:
    table = facts(
        *(
            (f"{'abc'[n % 3]}{n}", "f", None if told is None else min(told, last), asked, last)
            for n, (last, told, asked) in enumerate(rows)
        )
    )
    found = time_disclosures(table, PLAN)[0]
    classes = [found.early, found.unsolicited, found.answered, found.withheld, found.unmentioned]
    assert sum(each.value or 0 for each in classes) == pytest.approx(1)
    curve = [point.disclosed.value for point in found.curve]
    assert curve == sorted(curve, key=lambda value: value or 0)
    said = np.mean([told is not None for told in table.disclosed])
    assert curve[-1] == pytest.approx(said)
    assert found.curve[0].disclosed.value == pytest.approx(found.front_load.value)
