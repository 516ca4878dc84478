"""From columns as they were read to the table: names, values, clusters."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from rut_annotations.agreement.ratings import Ratings, Status, pass_order
from rut_annotations.agreement.scale import Scale
from rut_annotations.ratings_files.columns import UNNAMED, Columns, IntArray, Part
from rut_annotations.ratings_files.ledger import Ledger, name_some, quote
from rut_annotations.ratings_files.options import Options
from rut_annotations.ratings_files.repeats import drop_repeats, sort_rows
from rut_annotations.ratings_files.roles import name_roles
from rut_annotations.ratings_files.tokens import Decimal, find_decimal
from rut_annotations.ratings_files.values import CriterionValues

Key = NDArray[np.int64]
# A table of all pairs is made up to so many entries a row, else they are sorted.
_DENSE = 4


def assemble(columns: Columns, options: Options, ledger: Ledger) -> Ratings:
    """Make the table.

    Raises:
        RatingsFileFault: There are no ratings, a name is blank, the values fit no scale, or a
            rater gave one unit two different values in one pass.
    """
    if not columns.rows:
        raise ledger.fault(
            "the file holds no ratings",
            "Check that it is the right file, and that its columns were taken for what they are.",
        )
    maker = _Assembly(columns, options, ledger)
    maker.read_names()
    maker.read_values()
    table = sort_rows(maker.table())
    return drop_repeats(table, ledger)


class _Assembly:
    def __init__(self, columns: Columns, options: Options, ledger: Ledger) -> None:
        self._columns = columns
        self._options = options
        self._ledger = ledger
        self._line = columns.line_column()
        self._names: dict[Part, tuple[str, ...]] = {}
        self._codes: dict[Part, IntArray] = {}
        self._code: IntArray = np.zeros(0, dtype=np.int32)
        self._values: tuple[str, ...] = ()
        self._scales: tuple[Scale, ...] = ()
        self._clusters: tuple[tuple[str, ...], IntArray] | None = None

    def read_names(self) -> None:
        parts: tuple[Part, ...] = ("unit", "criterion", "rater", "pass")
        for part in parts:
            self._names[part], self._codes[part] = self._sorted_names(part)
        role = self._columns.column("role")
        raters = self._names["rater"]
        known = None if role is None else (list(self._columns.coders["role"]), role)
        self._names["role"], self._codes["role"] = name_roles(
            known, raters, self._codes["rater"], self._options, self._ledger
        )
        if self._columns.blocks["cluster"]:
            self._read_clusters()

    def _read_clusters(self) -> None:
        """Give each unit its cluster; a guessed cluster that is blank or splits a unit is none."""
        said = self._options.cluster is not None
        if not said and not all(text.strip() for text in _join(self._columns.coders["cluster"])):
            self._no_clusters("a rating has no cluster")
            return
        names, codes = self._sorted_names("cluster")
        unit = self._codes["unit"]
        cluster_of = np.zeros(len(self._names["unit"]), dtype=np.int32)
        cluster_of[unit] = codes
        split = np.flatnonzero(cluster_of[unit] != codes)
        if not len(split):
            self._clusters = (names, cluster_of)
            return
        row = int(split[0])
        found = name_some(names[index] for index in np.unique(codes[unit == unit[row]]))
        text = f"unit {quote(self._names['unit'][unit[row]])} stands in several clusters: {found}"
        if said:
            raise self._ledger.fault(
                text,
                "A unit has one cluster: name another column (--cluster), or make the units finer "
                "(--unit a+b).",
                int(self._line[row]),
            )
        self._no_clusters(text)

    def _no_clusters(self, why: str) -> None:
        self._ledger.untake("cluster", f"{why}, so every unit is its own")

    def _sorted_names(self, part: Part) -> tuple[tuple[str, ...], IntArray]:
        codes = self._columns.column(part)
        if codes is None:
            return (UNNAMED.get(part, ""),), np.zeros(len(self._line), dtype=np.int32)
        names = [text.strip() for text in _join(self._columns.coders.pop(part))]
        self._check_names(part, names, codes)
        known = sorted(set(names))
        if len(known) < len(names):
            self._ledger.note(f"blanks around the name of a {part} do not count.")
        if part == "pass":
            known.sort(key=pass_order)
        place = {name: index for index, name in enumerate(known)}
        lookup = np.fromiter((place[name] for name in names), np.int32, len(names))
        return tuple(known), lookup[codes]

    def _check_names(self, part: Part, names: list[str], codes: IntArray) -> None:
        for index, name in enumerate(names):
            if (name or part == "pass") and "\0" not in name:
                continue
            what = "holds a NUL byte" if name else "is blank"
            raise self._ledger.fault(
                f"the name of a {part} {what}",
                f"Give every rating a {part}, or name the right column (--{part}).",
                self._first_line(codes == index),
            )

    def _first_line(self, rows: NDArray[np.bool_]) -> int:
        return int(self._line[rows].min())

    def read_values(self) -> None:
        """Read the different values of each criterion and number them."""
        raw = self._columns.column("value")
        assert raw is not None
        cells: list[str | Status] = list(self._columns.coders.pop("value"))
        criterion = self._codes["criterion"]
        width = len(cells)
        keys = criterion.astype(np.int64) * width + raw
        pairs, where, counts = _count_pairs(keys, width * len(self._names["criterion"]))
        decimal = self._decimal(cells, raw)
        scales: list[Scale] = []
        found: list[str | Status] = [Status.MISSING] * len(pairs)
        edges = np.searchsorted(pairs, np.arange(len(self._names["criterion"]) + 1) * width)
        for index, name in enumerate(self._names["criterion"]):
            span = range(int(edges[index]), int(edges[index + 1]))
            reader = CriterionValues(
                name,
                {cells[pairs[at] - index * width]: int(counts[at]) for at in span},
                self._line_finder(cells, raw, criterion, index),
                self._options,
                decimal,
                self._ledger,
            )
            scales.append(reader.read())
            for at in span:
                cell = cells[pairs[at] - index * width]
                found[at] = (
                    reader.statuses[cell] if cell in reader.statuses else (reader.labels[str(cell)])
                )
        self._scales = tuple(scales)
        self._values = _all_values(self._scales)
        place = {value: number for number, value in enumerate(self._values)}
        codes = (int(cell) if isinstance(cell, Status) else place[cell] for cell in found)
        self._code = np.fromiter(codes, np.int32, len(found))[where]

    def _line_finder(
        self, cells: list[str | Status], raw: IntArray, criterion: IntArray, index: int
    ) -> Callable[[str], int]:
        return lambda cell: self._first_line((criterion == index) & (raw == cells.index(cell)))

    def _decimal(self, cells: list[str | Status], raw: IntArray) -> Decimal:
        if self._options.decimal is not None:
            return self._options.decimal
        texts = [cell.strip() for cell in cells if not isinstance(cell, Status)]
        mark, token = find_decimal(texts)
        if mark is None:
            index = next(
                at
                for at, cell in enumerate(cells)
                if not isinstance(cell, Status) and cell.strip() == token
            )
            raise self._ledger.fault(
                f"the comma in {quote(token)} can be a decimal mark or divide thousands",
                'Say which: --decimal "," or --decimal ".".',
                self._first_line(raw == index),
            )
        if mark == ",":
            self._ledger.take("decimal mark", "comma", f"such as {quote(token)}")
        return mark

    def table(self) -> Ratings:
        """Return the table, its rows still in the order of the file."""
        units = self._names["unit"]
        clusters, cluster_of = self._clusters or (units, np.arange(len(units), dtype=np.int32))
        return Ratings(
            units=units,
            clusters=clusters,
            criteria=self._names["criterion"],
            raters=self._names["rater"],
            roles=self._names["role"],
            passes=self._names["pass"],
            values=self._values,
            scales=self._scales,
            unit=self._codes["unit"],
            criterion=self._codes["criterion"],
            rater=self._codes["rater"],
            role=self._codes["role"],
            pass_=self._codes["pass"],
            code=self._code,
            line=self._line,
            cluster_of=cluster_of,
        )


def _join(keys: Iterable[str | tuple[str, ...]]) -> list[str]:
    """Return names; those of several columns are joined so that different ones stay different."""
    known = list(keys)
    names = [key if isinstance(key, str) else "/".join(key) for key in known]
    if len(set(names)) < len(names):
        return [key if isinstance(key, str) else json.dumps(key) for key in known]
    return names


def _all_values(scales: tuple[Scale, ...]) -> tuple[str, ...]:
    """Return the values of all scales, in the order of the first scale that has them."""
    return tuple(dict.fromkeys(value for scale in scales for value in scale.categories))


def _count_pairs(keys: Key, size: int) -> tuple[Key, Key, Key]:
    """Return the keys that occur, sorted; for each row its place among them; how often each."""
    if size > _DENSE * len(keys) + 1024:
        return np.unique(keys, return_inverse=True, return_counts=True)
    counts = np.bincount(keys, minlength=size)
    found = np.flatnonzero(counts)
    places = np.zeros(size, dtype=np.int64)
    places[found] = np.arange(len(found))
    return found, places[keys], counts[found]
