"""Small files of ratings for tests, and what is in a table, as plain values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rut_annotations.agreement.ratings import Ratings, Status
from rut_annotations.ratings_files.options import Options
from rut_annotations.ratings_files.reading import RatingsFile, read_ratings

MISSING, NA = Status.MISSING, Status.NOT_APPLICABLE
CANNOT_TELL, SKIPPED = Status.CANNOT_TELL, Status.SKIPPED


def read(folder: Path, content: str | bytes, **known: Any) -> RatingsFile:
    """Write a file and read it."""
    path = folder / "ratings"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_ratings(path, Options(**known))


def read_json(folder: Path, records: Any, **known: Any) -> RatingsFile:
    """Write records as one JSON document and read it."""
    return read(folder, json.dumps(records), **known)


def read_lines(folder: Path, records: list[Any], **known: Any) -> RatingsFile:
    """Write records as JSON Lines and read them."""
    return read(folder, "".join(json.dumps(record) + "\n" for record in records), **known)


def cells(ratings: Ratings) -> dict[tuple[str, str, str], str | Status]:
    """Unit, criterion and rater -> value; each cell must stand once."""
    found = {}
    for row in range(len(ratings)):
        key = (
            ratings.units[ratings.unit[row]],
            ratings.criteria[ratings.criterion[row]],
            ratings.raters[ratings.rater[row]],
        )
        assert key not in found
        code = int(ratings.code[row])
        found[key] = ratings.values[code] if code >= 0 else Status(code)
    return found


def roles(ratings: Ratings) -> dict[str, set[str]]:
    """Rater -> roles of the ratings."""
    found: dict[str, set[str]] = {}
    for rater, role in zip(ratings.rater, ratings.role, strict=True):
        found.setdefault(ratings.raters[rater], set()).add(ratings.roles[role])
    return found


def clusters(ratings: Ratings) -> dict[str, str]:
    """Unit -> cluster."""
    return {
        unit: ratings.clusters[cluster]
        for unit, cluster in zip(ratings.units, ratings.cluster_of, strict=True)
    }


def taken(file: RatingsFile) -> dict[str, str]:
    """What -> to be."""
    return {item.what: item.to_be for item in file.taken}
