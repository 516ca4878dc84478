"""Runs of tau2 whose simulations are lost, in whole or in part."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.foreign import kinds, read_path, read_value
from tests.support.recorded import tau2_results, write_json


@pytest.mark.parametrize("index", [None, [], [{"id": "a"}, {"id": "b"}]])
@pytest.mark.parametrize("held", [None, []])
def test_a_run_whose_simulations_are_lost_is_told(tmp_path: Path, index: Any, held: Any) -> None:
    results = tau2_results([], simulation_index=index) | {"simulations": held}
    path = write_json(tmp_path / "run" / "results.json", results)
    for lost in ("missing", "empty"):
        if lost == "empty":
            (tmp_path / "run" / "simulations").mkdir()
        dialogues, report = read_path(path.parent)
        assert dialogues == []
        expected = ["simulations_missing", *(["index_mismatch"] * len(index or []))]
        assert kinds(report) == expected
        assert "simulations/" in report.findings[0].text


def test_an_index_is_compared_with_the_simulations_in_the_file_too(
    tmp_path: Path,
) -> None:
    index = [{"id": "s0"}, {"id": "gone"}]
    _, report = read_value(tmp_path, tau2_results(simulation_index=index))
    assert [(f.kind, f.source) for f in report.findings] == [("index_mismatch", "gone")]
