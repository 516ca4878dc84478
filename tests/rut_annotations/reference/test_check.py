"""Our value of every published case."""

from __future__ import annotations

import pytest

from rut_annotations.reference.cases import Case, load_table
from rut_annotations.reference.check import check_case, check_references

TABLE = load_table()


@pytest.mark.parametrize("case", TABLE.cases, ids=lambda case: case.id)
def test_ours_is_the_published_value(case: Case) -> None:
    found = check_case(case, TABLE)
    if case.absent:
        pytest.skip(case.absent)
    assert found.agrees, f"{found.note}: {found.value} {found.standard_error} {found.interval}"


def test_a_wrong_value_is_seen() -> None:
    case = next(case for case in TABLE.cases if case.id == "gwet-raw4raters-conger-kappa")
    for change in (
        {"value": 0.77},
        {"standard_error": 0.2},
        {"interval": (0.4, 1.0)},
        {"undefined": True},
    ):
        found = check_case(case.model_copy(update=change), TABLE)
        assert found.agrees is False
        assert found.note


def test_every_case_has_a_source_and_all_with_data_are_checked() -> None:
    found = check_references()
    assert len(found) == 81
    assert all(outcome.case.source for outcome in found)
    assert sum(outcome.agrees is None for outcome in found) == sum(
        bool(case.absent) for case in TABLE.cases
    )
    assert sum(bool(case.absent) for case in TABLE.cases) == 6
