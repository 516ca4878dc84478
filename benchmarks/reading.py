"""`rut agree` on a million rows, against a bare csv loop plus the bootstrap; and its memory."""

from __future__ import annotations

import csv
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import Ratio
from rut_annotations.agreement.counts import count
from rut_annotations.agreement.criterion import Criterion, Settings
from rut_annotations.estimation.interval import Plan
from rut_annotations.estimation.resampling import resample_sums
from rut_annotations.ratings_files.reading import read_ratings

ROWS = 1_000_000
RATERS, CRITERIA = 5, 4
REPLICATES = 1000


def measure() -> Iterator[Ratio]:
    """Run the command once in a process of its own; the file is generated."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "ratings.csv"
        write_rows(file)
        size = file.stat().st_size
        bare = min(_loop(file) for _ in range(3))
        bootstrap = min(_bootstrap(file) for _ in range(2))
        seconds, peak = _run(file)
    theirs = 2 * bare + bootstrap
    yield Ratio(
        "rut agree on 1e6 rows / (2 csv loops + bootstrap)",
        seconds / theirs,
        1,
        f"{seconds:.1f} s",
        f"{bare:.2f} + {bootstrap:.1f} s",
    )
    yield Ratio(
        "its peak memory / the file", peak / size, 8, f"{peak / 1e6:.0f} MB", f"{size / 1e6:.0f} MB"
    )


def write_rows(file: Path) -> None:
    """Write a long table of dialogues by raters by criteria."""
    chance = random.Random(1)
    units = ROWS // (RATERS * CRITERIA)
    with file.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["dialogue_id", "criterion", "rater", "verdict"])
        for unit in range(units):
            truth = chance.random() < 0.8
            for criterion in range(CRITERIA):
                for rater in range(RATERS):
                    right = chance.random() < 0.9
                    verdict = "met" if truth == right else "not_met"
                    writer.writerow(
                        [
                            f"dialogue-of-the-study-{unit:07d}",
                            f"a_criterion_{criterion}",
                            f"rater-{rater}",
                            verdict,
                        ]
                    )


def _loop(file: Path) -> float:
    start = time.perf_counter()
    with file.open(encoding="utf-8", newline="") as stream:
        for _ in csv.reader(stream):
            pass
    return time.perf_counter() - start


def _bootstrap(file: Path) -> float:
    ratings = read_ratings(file).ratings
    parts = [
        Criterion.of(count(ratings, name, "category"), Settings()) for name in ratings.criteria
    ]
    start = time.perf_counter()
    sums = resample_sums([part.sums for part in parts], Plan(replicates=REPLICATES))
    for part, resampled in zip(parts, sums, strict=True):
        for formula in part.formulas:
            formula.value(resampled)
    return time.perf_counter() - start


def _run(file: Path) -> tuple[float, float]:
    command = [sys.executable, "-m", "rut_tui", "agree", str(file), "--json"]
    command += ["--replicates", str(REPLICATES)]
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ})
    _, _, usage = os.wait4(process.pid, 0)
    return time.perf_counter() - start, usage.ru_maxrss * 1024
