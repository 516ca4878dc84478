"""From columns as they were read to the table: names, values, repeats, clusters."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from rut_annotations.ratings_files.columns import Columns, IntArray, Part
from rut_annotations.ratings_files.ledger import Ledger, count, name_some, quote
from rut_annotations.ratings_files.options import Options
from rut_annotations.ratings_files.roles import name_roles
from rut_annotations.ratings_files.scale import Scale
from rut_annotations.ratings_files.table import RatingsTable
from rut_annotations.ratings_files.tokens import Decimal, Status, find_decimal, to_number
from rut_annotations.ratings_files.values import CriterionValues

Key = NDArray[np.int64]
# A table of all pairs is made up to so many entries a row, else they are sorted.
_DENSE = 4


def assemble(columns: Columns, options: Options, ledger: Ledger) -> RatingsTable:
    """Make the table.

    Raises:
        RatingsFileFault: There are no ratings, a name is blank, the values fit no scale, or a
            rater gave one unit two different values in one pass.
    """
    if not columns.rows:
        ledger.fail("the file holds no ratings", "Check that the right file was given.")
    maker = _Assembly(columns, options, ledger)
    maker.read_names()
    maker.read_values()
    maker.sort_rows()
    maker.drop_repeats()
    return maker.table()


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
        self._cluster: tuple[tuple[str, ...], IntArray] | None = None

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
        blank = [key for key in self._columns.coders["cluster"] if not _join([key])[0].strip()]
        if blank and self._options.cluster is None:
            self._ledger.note("a unit has no cluster: the column is not taken for clusters.")
            return
        self._cluster = self._sorted_names("cluster")

    def _sorted_names(self, part: Part) -> tuple[tuple[str, ...], IntArray]:
        codes = self._columns.column(part)
        if codes is None:
            return ("",), np.zeros(len(self._line), dtype=np.int32)
        names = [text.strip() for text in _join(self._columns.coders.pop(part))]
        required = part in ("unit", "rater", "cluster") or (part == "criterion" and len(names) > 1)
        self._check_names(part, names, codes, required=required)
        known = sorted(set(names))
        if len(known) < len(names):
            self._ledger.note(f"blanks around the name of a {part} do not count.")
        if part == "pass":
            known.sort(key=_pass_order)
        place = {name: index for index, name in enumerate(known)}
        lookup = np.fromiter((place[name] for name in names), np.int32, len(names))
        return tuple(known), lookup[codes]

    def _check_names(
        self, part: Part, names: list[str], codes: IntArray, *, required: bool
    ) -> None:
        for index, name in enumerate(names):
            if (name or not required) and "\0" not in name:
                continue
            what = "holds a NUL byte" if name else "is blank"
            self._ledger.fail(
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
                self._line_finder(cells, raw, criterion == index),
                self._options,
                decimal,
                self._ledger,
            )
            scales.append(reader.read())
            for at in span:
                cell = cells[pairs[at] - index * width]
                found[at] = reader.statuses[cell] if cell in reader.statuses else (
                    reader.labels[str(cell)]
                )
        self._scales = tuple(scales)
        self._values = _all_values(self._scales)
        place = {value: number for number, value in enumerate(self._values)}
        codes = (int(cell) if isinstance(cell, Status) else place[cell] for cell in found)
        self._code = np.fromiter(codes, np.int32, len(found))[where]

    def _line_finder(
        self, cells: list[str | Status], raw: IntArray, rows: NDArray[np.bool_]
    ) -> Callable[[str], int]:
        return lambda cell: self._first_line(rows & (raw == cells.index(cell)))

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
            self._ledger.fail(
                f"the comma in {quote(token)} can be a decimal mark or divide thousands",
                'Say which: --decimal "," or --decimal ".".',
                self._first_line(raw == index),
            )
        if mark == ",":
            self._ledger.take("decimal mark", "comma", f"such as {quote(token)}")
        return mark

    def sort_rows(self) -> None:
        """Bring the rows into their order."""
        keys = self._keys()
        if bool((np.diff(keys) < 0).any()):
            order = np.argsort(keys, kind="stable")
            for part, codes in self._codes.items():
                self._codes[part] = codes[order]
            self._code = self._code[order]
            self._line = self._line[order]
            if self._cluster is not None:
                self._cluster = (self._cluster[0], self._cluster[1][order])

    def _keys(self) -> Key:
        """Number the cells: equal for the same unit, criterion, rater, role and pass."""
        parts: tuple[Part, ...] = ("unit", "criterion", "rater", "role", "pass")
        size = 1
        keys: Key = np.zeros(len(self._line), dtype=np.int64)
        for part in parts:
            width = len(self._names[part])
            if size * width >= 2**62:
                _, inverse = np.unique(keys, return_inverse=True)
                keys, size = inverse.astype(np.int64), len(self._line)
            keys = keys * width + self._codes[part]
            size *= width
        return keys

    def drop_repeats(self) -> None:
        """Let equal repeats count once; an answer stands over a blank; refuse contradictions."""
        keys = self._keys()
        same = keys[1:] == keys[:-1]
        self._settle_clusters()
        if not bool(same.any()):
            return
        group = np.concatenate(([0], np.cumsum(~same)))
        answered = (self._code != Status.MISSING) & (self._code != Status.SKIPPED)
        best = np.zeros(int(group[-1]) + 1, dtype=np.int32)
        # From the last to the first, so that the first one stands, and answers over blanks.
        best[group[::-1]] = self._code[::-1]
        best[group[answered][::-1]] = self._code[answered][::-1]
        contradicts = answered & (self._code != best[group])
        if bool(contradicts.any()):
            self._refuse_contradiction(contradicts, group, best)
        blanks = int((~answered & (self._code != best[group])).sum())
        rows = np.flatnonzero(self._code == best[group])
        keep = rows[np.concatenate(([True], np.diff(group[rows]) != 0))]
        self._tell_repeats(len(group) - len(keep) - blanks, blanks)
        for part, codes in self._codes.items():
            self._codes[part] = codes[keep]
        self._code, self._line = self._code[keep], self._line[keep]

    def _tell_repeats(self, equal: int, blanks: int) -> None:
        if equal:
            self._ledger.note(
                f"{count(equal, 'rating')} repeat another one by the same rater and count once; "
                "if they are a second pass, name its column (--pass)."
            )
        if blanks:
            self._ledger.note(
                f"{count(blanks, 'blank or skipped cell')} left out: the same rater answered the "
                "same unit in another one."
            )

    def _refuse_contradiction(
        self, contradicts: NDArray[np.bool_], group: Key, best: IntArray
    ) -> None:
        row = int(np.flatnonzero(contradicts)[0])
        partner = int(np.flatnonzero((group == group[row]) & (self._code == best[group[row]]))[0])
        lines = sorted((int(self._line[partner]), int(self._line[row])))
        criterion = self._names["criterion"][self._codes["criterion"][row]]
        under = f" under {quote(criterion)}" if criterion else ""
        said = sorted((self._word(partner), self._word(row)))
        also = len(set(group[contradicts].tolist())) - 1
        more = f" (so do {also:,} other cells)" if also else ""
        self._ledger.fail(
            f"rater {quote(self._name('rater', row))} gave unit {quote(self._name('unit', row))}"
            f"{under} two different values, {said[0]} and {said[1]}, here and in "
            f"{self._ledger.counted} {lines[1]}{more}",
            "Keep the value that holds; if it is a repeat, name the column of passes (--pass), and "
            "if the unit has several parts, name the columns of all (--unit a+b).",
            lines[0],
        )

    def _name(self, part: Part, row: int) -> str:
        return self._names[part][self._codes[part][row]]

    def _word(self, row: int) -> str:
        code = int(self._code[row])
        return quote(self._values[code]) if code >= 0 else Status(code).name.lower()

    def _settle_clusters(self) -> None:
        """Give each unit its cluster; a guessed cluster that splits a unit is none."""
        units = self._names["unit"]
        if self._cluster is None:
            self._cluster = (units, np.arange(len(units), dtype=np.int32))
            return
        names, codes = self._cluster
        cluster_of = np.zeros(len(units), dtype=np.int32)
        cluster_of[self._codes["unit"]] = codes
        split = np.flatnonzero(cluster_of[self._codes["unit"]] != codes)
        if not len(split):
            self._cluster = (names, cluster_of)
            return
        row = int(split[0])
        text = f"unit {quote(self._name('unit', row))} stands in more than one cluster"
        if self._options.cluster is not None:
            found = codes[self._codes["unit"] == self._codes["unit"][row]]
            self._ledger.fail(
                f"{text}: {name_some(names[index] for index in np.unique(found))}",
                "A unit has one cluster: name another column (--cluster), or make the units finer "
                "(--unit a+b).",
                int(self._line[row]),
            )
        self._ledger.note(f"{text}: the column is not taken for clusters after all.")
        self._cluster = (units, np.arange(len(units), dtype=np.int32))

    def table(self) -> RatingsTable:
        assert self._cluster is not None
        clusters, cluster_of = self._cluster
        return RatingsTable(
            units=self._names["unit"],
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


def _pass_order(name: str) -> tuple[int, float, str]:
    """Sort passes: "main" first, then numbers by value, then names."""
    number = to_number(name)
    if name.casefold() in ("", "main", "first"):
        return (0, 0.0, name)
    return (1, number, name) if number is not None else (2, 0.0, name)


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
