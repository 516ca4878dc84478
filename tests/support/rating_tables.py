"""Small tables of ratings for tests, written as papers print them."""

from __future__ import annotations

from collections.abc import Mapping

from rut_annotations.agreement.ratings import Rating, Ratings, Status
from rut_annotations.agreement.scale import Level, Scale

WORDS = {
    "-": Status.MISSING,
    "x": Status.NOT_APPLICABLE,
    "?": Status.CANNOT_TELL,
    "/": Status.SKIPPED,
}


def table(
    *rows: str,
    clusters: Mapping[int, str] | None = None,
    criterion: str = "c",
    level: Level = "nominal",
    scale: str = "",
) -> Ratings:
    """One row a rater, one word a unit: `-` missing, `x` not applicable, `?` cannot tell.

    `/` is skipped. The scale is declared by its words in order, or else is what occurs, sorted.
    """
    found = []
    for rater, row in enumerate(rows):
        for number, word in enumerate(row.split()):
            unit = f"u{number:05d}"
            cluster = unit if clusters is None else clusters[number]
            found.append(Rating(unit, cluster, criterion, f"r{rater}", WORDS.get(word, word)))
    return Ratings.from_rows(found, scale_of(found, level, scale))


def scale_of(rows: list[Rating], level: Level = "nominal", scale: str = "") -> Scale:
    """The declared scale, or that of what occurs."""
    occurs = sorted({row.value for row in rows if isinstance(row.value, str)})
    return Scale(level, tuple(scale.split()) or tuple(occurs))


def cross_table(cells: Mapping[tuple[str, str], int]) -> Ratings:
    """Two raters from a contingency table: (value of the first, of the second) -> units."""
    pairs = [pair for pair, number in cells.items() for _ in range(number)]
    return table(" ".join(pair[0] for pair in pairs), " ".join(pair[1] for pair in pairs))
