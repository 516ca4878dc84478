"""What the columns of a table are: by what was said, by their names, by what stands in them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rut_annotations.ratings_files.columns import UNNAMED, Part
from rut_annotations.ratings_files.headings import (
    EXTRAS,
    NAMES,
    RUNS,
    RUT,
    find_part,
    plain_name,
    resolve,
)
from rut_annotations.ratings_files.ledger import Ledger, name_some, quote
from rut_annotations.ratings_files.options import Options, Shape

_DIGITS = re.compile(r"\d+")
# A unit with one of these names is one dialogue, whatever trial it was.
_WHOLE = ("dialogue_id", "dialogue", "dialog_id", "conversation_id", "conversation")


@dataclass(frozen=True)
class Layout:
    """Which columns make which part of a rating.

    Several columns of a part name one thing together. `spread` columns each hold the values of one
    rater (wide) or under one criterion (criteria). Without a unit, each row is one.
    """

    shape: Shape
    names: tuple[str, ...]
    parts: Mapping[Part, tuple[int, ...]]
    spread: tuple[int, ...] = ()


def find_layout(
    names: Sequence[str],
    sample: Sequence[Sequence[str]],
    options: Options,
    ledger: Ledger,
    *,
    header: bool = True,
) -> Layout:
    """Say what each column is.

    Args:
        names: The names of the columns; their numbers from 1 without a header.
        sample: The first rows, without the header.
        options: What a person said.
        ledger: Is told what was taken for what.
        header: Whether the names were written in the file.

    Raises:
        RatingsFileFault: The columns do not say who rated what, or not clearly.
    """
    return _Finder(names, sample, options, ledger, header).find()


class _Finder:
    def __init__(
        self,
        names: Sequence[str],
        sample: Sequence[Sequence[str]],
        options: Options,
        ledger: Ledger,
        header: bool,
    ) -> None:
        self._names = tuple(name.strip() for name in names)
        self._plain = [plain_name(name) for name in names] if header else []
        self._sample = sample
        self._options = options
        self._ledger = ledger
        self._header = header
        self._parts: dict[Part, tuple[int, ...]] = {}

    def find(self) -> Layout:
        self._take_said()
        shape = self._options.shape or self._guess_shape()
        if shape == "rut":
            self._require_rut()
            return Layout("rut", self._names, {})
        if shape == "triples":
            self._place_triples()
        else:
            self._take_named(shape)
        spread: tuple[int, ...] = ()
        if shape in ("wide", "criteria"):
            spread = self._find_spread(shape)
        self._require(shape)
        self._tell(shape, spread)
        return Layout(shape, self._names, self._parts, spread)

    def _take_said(self) -> None:
        said: tuple[tuple[Part, str | None], ...] = (
            ("unit", self._options.unit),
            ("rater", self._options.rater),
            ("criterion", self._options.criterion),
            ("value", self._options.value),
            ("cluster", self._options.cluster),
            ("role", self._options.role),
            ("pass", self._options.passes),
        )
        for part, wanted in said:
            if wanted is not None and wanted != "none":
                self._parts[part] = resolve(wanted, self._names, self._ledger)

    def _taken(self) -> set[int]:
        return {at for part in self._parts.values() for at in part}

    def _find(self, part: Part) -> int | None:
        return find_part(part, self._plain, self._taken())

    def _has(self, part: Part) -> bool:
        return part in self._parts or self._find(part) is not None

    def _guess_shape(self) -> Shape:
        if self._options.raters:
            return "wide"
        if self._options.criteria:
            return "criteria"
        if not self._header and not self._parts and len(self._names) == 3:
            return "triples"
        if not self._header and not {"unit", "rater", "value"} <= self._parts.keys():
            raise self._ledger.fault(
                f"{len(self._names)} columns without a header do not say what they are",
                "Add a header, or name the columns by number: --unit 1 --rater 2 --value 3.",
                1,
            )
        if set(self._plain) >= RUT:
            return "rut"
        if self._has("rater"):
            return "long" if self._has("value") else "criteria"
        if (value := self._find("value")) is not None or "value" in self._parts:
            held = "" if value is None else f" beside the values in {quote(self._names[value])}"
            raise self._ledger.fault(
                f"no column says who rated{held}",
                f"Name it (--rater); the columns are {name_some(self._names)}. If each column is a "
                "rater, say --shape wide.",
                1,
            )
        return "wide"

    def _require_rut(self) -> None:
        if missing := sorted(RUT - set(self._plain)):
            raise self._ledger.fault(
                f"the judgements have no column {quote(missing[0])}",
                "Give the judgements.csv of a report as it was written.",
                1,
            )

    def _place_triples(self) -> None:
        if len(self._names) != 3:
            raise self._ledger.fault(
                f"triples have three columns, not {len(self._names)}",
                "Give coder, item and label a row, or say --shape long and name the columns.",
                1,
            )
        free = [at for at in range(3) if at not in self._taken()]
        for part in ("rater", "unit", "value"):
            if part not in self._parts and free:
                self._parts[part] = (free.pop(0),)

    def _take_named(self, shape: Shape) -> None:
        wide, criteria = shape == "wide", shape == "criteria"
        for part in NAMES:
            if part in self._parts or (part == "cluster" and self._options.cluster == "none"):
                continue
            if (part in ("rater", "value") and wide) or (part == "value" and criteria):
                continue
            if (at := self._find(part)) is None:
                continue
            self._parts[part] = (at,)
            if part == "unit":
                self._add_run(at)

    def _add_run(self, at: int) -> None:
        """Let a sample that was run several times be a unit each time."""
        if self._plain[at] in _WHOLE:
            return
        run = next((self._plain.index(name) for name in RUNS if name in self._plain), None)
        if run is None:
            return
        self._parts["unit"] = (at, run)
        if "cluster" not in self._parts and self._options.cluster is None:
            self._parts["cluster"] = (at,)

    def _find_spread(self, shape: Shape) -> tuple[int, ...]:
        listed = self._options.raters if shape == "wide" else self._options.criteria
        if "unit" not in self._parts:
            self._find_unit_of_rows(shape)
        if listed:
            return tuple(resolve(name, self._names, self._ledger)[0] for name in listed)
        taken = self._taken()
        found = tuple(
            at
            for at, name in enumerate(self._names)
            if name and at not in taken and (not self._header or self._plain[at] not in EXTRAS)
        )
        if not found:
            raise self._ledger.fault(
                "no column holds ratings",
                f"Name them (--value, --raters or --criteria); the columns are "
                f"{name_some(self._names)}.",
                1,
            )
        return found

    def _find_unit_of_rows(self, shape: Shape) -> None:
        """Take the first free column for the unit where it cannot be anything else."""
        free = [at for at in range(len(self._names)) if at not in self._taken()]
        stems = {_DIGITS.sub("#", self._names[at]) for at in free}
        if shape == "wide" and len(stems) == 1 and "#" in next(iter(stems)):
            # rater1, rater2, rater3: every row is a unit.
            return
        cells = [row[free[0]].strip() for row in self._sample if len(row) > free[0]] if free else []
        blank = bool(free) and not self._names[free[0]]
        if cells and (blank or shape == "criteria" or len(set(cells)) == len(cells)):
            self._parts["unit"] = (free[0],)
            return
        raise self._ledger.fault(
            "no column says what was rated",
            f"Name it (--unit); the columns are {name_some(self._names)}.",
            1,
        )

    def _require(self, shape: Shape) -> None:
        needed: tuple[Part, ...] = ("unit", "rater", "value")
        if shape in ("wide", "criteria"):
            needed = () if shape == "wide" else ("unit", "rater")
        words = {"unit": "what was rated", "rater": "who rated", "value": "what the rating is"}
        for part in needed:
            free = [
                at
                for at in range(len(self._names))
                if at not in self._taken() and self._header and self._plain[at] not in EXTRAS
            ]
            if part not in self._parts and part == "unit" and len(free) == 1:
                self._parts[part] = (free[0],)
            if part not in self._parts:
                raise self._ledger.fault(
                    f"no column says {words[part]}",
                    f"Name it (--{part}); the columns are {name_some(self._names)}.",
                    1,
                )

    def _tell(self, shape: Shape, spread: tuple[int, ...]) -> None:
        for at in sorted({*self._taken(), *spread}):
            if self._names.count(self._names[at]) > 1:
                raise self._ledger.fault(
                    f"two columns are called {quote(self._names[at])}",
                    "Give each its own name.",
                    1,
                )
        unused = self._tell_parts(shape, spread)
        if unused:
            self._ledger.take("not used", "columns " + name_some(unused))

    def _tell_parts(self, shape: Shape, spread: tuple[int, ...]) -> list[str]:
        for part in NAMES:
            if part in self._parts:
                columns = " and ".join(quote(self._names[at]) for at in self._parts[part])
                more = "s" if len(self._parts[part]) > 1 else ""
                self._ledger.take(part, f"column{more} {columns}")
        if "unit" not in self._parts:
            self._ledger.take("unit", "each row", "no column names it")
        if "cluster" not in self._parts:
            self._ledger.take("cluster", "none", "every unit is its own cluster")
        if "criterion" not in self._parts and shape != "criteria":
            self._ledger.take("criterion", f"one, called {quote(UNNAMED['criterion'])}")
        if spread:
            what = "raters" if shape == "wide" else "criteria"
            self._ledger.take(what, "columns " + name_some(self._names[at] for at in spread))
        used = {*self._taken(), *spread}
        return [name or f"column {at + 1}" for at, name in enumerate(self._names) if at not in used]
