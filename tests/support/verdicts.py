"""Files of verdicts for tests, and a database with dialogues that they are about."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path

from rut_annotations.rubric import load_rubric
from rut_domains.dialogue import Chair, Dialogue, Origin
from rut_tui.store import Store
from rut_tui.work.judgements import JudgementsImported, import_judgements
from tests.support.dialogues import Log
from tests.support.screens import make_settings

RUBRIC = load_rubric("user_contract")
CRITERIA = tuple(item.id for item in RUBRIC.criteria)
WORDS = {"m": "met", "n": "not met", "x": "not applicable", "?": "cannot tell"}
COLUMNS = ("dialogue", "criterion", "rater", "role", "pass", "verdict", "evidence")


def tau2_dialogue(number: int, **parts: object) -> Dialogue:
    """An ended dialogue of tau2: `dialogue-N`, simulation `sim-N`, task `tN`, trial 0."""
    log = Log().agent("Hello?").user("Where is W-1001?").agent("On its way.").end("satisfied")
    given: dict[str, object] = {
        "task_id": f"t{number}",
        "user": Chair(kind="model", name="some-model"),
        "origin": Origin(system="tau2", source_id=f"sim-{number}", file="f", file_hash="h"),
        "recorded": {"trial": 0, "simulation": {"task_id": f"t{number}"}},
    }
    return log.dialogue(f"dialogue-{number}", **{**given, **parts})


def fill(store: Store, count: int = 4) -> None:
    """Add so many dialogues."""
    for number in range(count):
        store.dialogues.add(tau2_dialogue(number))


def letters(dialogue: str, rater: str, verdicts: str, role: str = "", look: str = "") -> list[str]:
    """One line of CSV for each criterion, a letter each; `-` for none."""
    pairs = zip(CRITERIA, verdicts, strict=True)
    return [
        f"{dialogue},{criterion},{rater},{role},{look},{WORDS[letter]},"
        for criterion, letter in pairs
        if letter != "-"
    ]


def write_lines(path: Path, lines: Iterable[str], head: Sequence[str] = COLUMNS) -> Path:
    """Write lines of CSV below a header."""
    path.write_text("\n".join([",".join(head), *lines]) + "\n", "utf-8")
    return path


def write_rows(path: Path, rows: Iterable[Sequence[object]], **dialect: str) -> Path:
    """Write rows as CSV, quoted where that is needed."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, **dialect).writerows(rows)
    return path


def bring_in(store: Store, path: Path, **options: object) -> JudgementsImported:
    """Import a file of verdicts under the built-in rubric."""
    settings = make_settings(store.path.parent)
    return import_judgements(store, settings, path, RUBRIC, **options)  # type: ignore[arg-type]
