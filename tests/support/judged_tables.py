"""Tables of verdicts by people and judges for tests, one word a rater, one letter a unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from rut_annotations.agreement.ratings import HUMAN, MODEL, Rating, Ratings, Status
from rut_annotations.agreement.scale import Scale
from rut_annotations.validity.items import Items, align_items

VERDICTS = Scale("binary", ("met", "not_met"))
GRADES = Scale("interval", ("1", "2", "3", "4", "5"))
WORDS: dict[str, str | Status] = {
    "p": "met",
    "f": "not_met",
    "-": Status.MISSING,
    "x": Status.NOT_APPLICABLE,
    "?": Status.CANNOT_TELL,
    "s": Status.SKIPPED,
}


def judged(
    people: Sequence[str],
    judges: Sequence[str] = (),
    *,
    clusters: Sequence[str] | None = None,
    criterion: str = "c",
    scale: Scale = VERDICTS,
) -> Ratings:
    """One word a rater: `p` met, `f` not met, digits grades, `.` no row; see WORDS."""
    return Ratings.from_rows(rows(people, judges, clusters=clusters, criterion=criterion), scale)


def rows(
    people: Sequence[str],
    judges: Sequence[str] = (),
    *,
    clusters: Sequence[str] | None = None,
    criterion: str = "c",
) -> list[Rating]:
    found = []
    for role, prefix, words in ((HUMAN, "h", people), (MODEL, "j", judges)):
        for number, word in enumerate(words):
            for place, letter in enumerate(word):
                if letter == ".":
                    continue
                unit = f"u{place:05d}"
                cluster = unit if clusters is None else clusters[place]
                value = WORDS.get(letter, letter)
                found.append(Rating(unit, cluster, criterion, f"{prefix}{number}", value, role))
    return found


def items(
    people: Sequence[str], judges: Sequence[str] = (), **options: Sequence[str] | None
) -> Items:
    return align_items(judged(people, judges, **options), "c")  # type: ignore[arg-type]


def exchangeable(
    units: int, people: int, judges: int, skill: float, fails: float, seed: int
) -> Items:
    """Raters of one skill: each says the truth of a unit with that chance, else the opposite."""
    generator = np.random.default_rng(seed)
    truth = generator.random(units) < fails
    right = generator.random((people + judges, units)) < skill
    said = np.where(right, truth, ~truth)
    words = ["".join("f" if each else "p" for each in row) for row in said]
    return items(words[:people], words[people:])


def confusion_words(counts: Mapping[str, int]) -> tuple[str, str]:
    """Two words from counts of pairs of letters, first rater's letter first."""
    pairs = [pair for pair, number in counts.items() for _ in range(number)]
    return "".join(pair[0] for pair in pairs), "".join(pair[1] for pair in pairs)
