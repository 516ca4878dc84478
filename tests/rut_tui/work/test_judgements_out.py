"""What was imported comes out again as it was, and goes in again as known."""

from __future__ import annotations

import csv
import io
import string
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from rut_exports.report.sheets import render_tables
from rut_tui.store import Store
from rut_tui.work.report import make_report
from tests.support.screens import make_settings
from tests.support.verdicts import CRITERIA, bring_in, fill, write_rows

NAMES = st.text(string.ascii_letters + string.digits + "=+-@|;,'\"é", min_size=1, max_size=8).map(
    lambda name: f"r{name}"
)
COMMENTS = st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), max_size=12).filter(
    lambda text: not text.startswith("'")
)
ROW = st.tuples(
    st.integers(0, 3),
    st.sampled_from(CRITERIA),
    NAMES,
    st.sampled_from(["human", "model", "gold"]),
    st.integers(1, 3),
    st.sampled_from(["met", "not_met", "not_applicable", "cannot_tell"]),
    st.frozensets(st.integers(1, 4), max_size=3),
    COMMENTS,
)


@settings(max_examples=40, deadline=None)
@given(st.lists(ROW, min_size=1, max_size=12, unique_by=lambda row: row[:5]))
def test_what_is_exported_is_what_the_file_said(rows: list[tuple[object, ...]]) -> None:
    head = ["dialogue_id", "criterion", "rater", "role", "pass", "verdict", "evidence", "comment"]
    wanted = [
        (f"dialogue-{number}", *middle, " ".join(map(str, sorted(turns))), comment)
        for number, *middle, turns, comment in rows
    ]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Store.open(folder / "rut.sqlite") as store:
            fill(store)
            done = bring_in(store, write_rows(folder / "in.csv", [head, *wanted], delimiter=";"))
            assert done.added == len(rows)
            bundle, report = make_report(store, make_settings(folder), replicates=100)
            table = render_tables(report, bundle)["judgements.csv"]
            keys = ["dialogue_id", "criterion", "rater", "rater_kind", "pass", "verdict"]
            found = [
                (*(row[key] for key in (*keys, "evidence")), unguarded(row["comment"]))
                for row in csv.DictReader(io.StringIO(table, newline=""))
            ]
            assert sorted(found) == sorted(tuple(map(str, row)) for row in wanted)
            # Our own table goes in again, and everything in it is known.
            (folder / "out.csv").write_text(table, "utf-8")
            again = bring_in(store, folder / "out.csv")
            assert (again.added, again.known) == (0, len(rows))


def unguarded(text: str) -> str:
    return text.removeprefix("'")
