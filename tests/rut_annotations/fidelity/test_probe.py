from __future__ import annotations

import pytest

from rut_annotations.fidelity.probe import probe_user_writes
from tests.support.outcome_tables import PLAN, random_table, table


def row(wanted: int, missed: int | None, asked: int | None, faithful: bool | None) -> dict:
    return {
        "user_writes": wanted,
        "user_writes_missed": missed,
        "user_writes_missed_asked": asked,
        "faithful": faithful,
    }


def test_asked_and_not_done_is_split_from_never_asked() -> None:
    outcomes = table(
        row(2, 2, 1, True),
        row(1, 1, 0, True),
        row(1, 1, None, False),
        row(1, 0, None, True),
        row(0, 0, 0, True),
        row(1, None, None, True),
    )
    whole = probe_user_writes(outcomes, PLAN).rows[0]
    assert (whole.eligible, whole.actions) == (4, 5)
    assert (whole.missed, whole.asked_not_done, whole.never_asked, whole.unknown) == (4, 1, 2, 1)
    assert whole.missing.value == pytest.approx(3 / 4)
    assert (whole.at_fault.value, whole.at_fault.n) == (pytest.approx(1 / 3), 3)
    assert whole.miss_faithful.value == pytest.approx(2 / 3)
    assert (whole.asked_faithful.value, whole.asked_faithful.n) == (1, 1)
    assert whole.ufs.value == pytest.approx(3 / 4)
    assert whole.ufs_without_miss.value == pytest.approx(1 / 4)
    assert whole.ufs_without_fault.value == pytest.approx(2 / 3)
    assert whole.drop == pytest.approx(1 / 2)


def test_a_changed_order_is_told() -> None:
    kept = [{"source": "a", **row(1, 0, 0, True)}, {"source": "a", **row(1, 0, 0, False)}]
    lost = [{"source": "b", **row(1, 1, 1, True)}, {"source": "b", **row(1, 1, 1, True)}]
    assert probe_user_writes(table(*kept, *lost), PLAN).order_changes
    assert not probe_user_writes(table(*kept), PLAN).order_changes


def test_missed_splits_completely() -> None:
    for each in probe_user_writes(random_table(4), PLAN).rows:
        assert each.missed == each.asked_not_done + each.never_asked + each.unknown
        assert each.drop is not None
        assert each.drop >= 0


def test_no_reference_actions_is_undefined() -> None:
    whole = probe_user_writes(table(row(0, 0, 0, True)), PLAN).rows[0]
    assert (whole.missing.value, whole.missing.reason) == (None, "no_dialogues")
    assert whole.drop is None
