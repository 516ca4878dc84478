"""Tables that fit the terminal: no key is broken over lines, and what has no room is left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.segment import Segment

Kind = Literal["key", "cut", "prose"]

GAP = 2
# Below this a cut cell tells nothing, and prose becomes a column of single words.
_LEAST: dict[Kind, int] = {"key": 0, "cut": 8, "prose": 16}
_LONGEST_WORD = 34
_NARROWEST = 4


@dataclass(frozen=True)
class Column:
    """A column.

    Attributes:
        name: The heading.
        kind: What happens to a cell that is too long: a `key` stays whole, `cut` ends in an
            ellipsis, `prose` goes on in the next line.
        rank: 0 for a column that is always there; of the others, one without any content is left
            out, and where there is no room the highest rank goes first.
    """

    name: str
    kind: Kind = "prose"
    rank: int = 0


class Table:
    """Rows of foreign text under headings; printed by a rich console at the width it has.

    Args:
        columns: Columns, or the names of columns of prose.
    """

    def __init__(self, *columns: Column | str) -> None:
        self.columns = tuple(Column(item) if isinstance(item, str) else item for item in columns)
        self.rows: list[tuple[str, ...]] = []

    def add(self, cells: Iterable[object]) -> None:
        """Add a row: neutralised, and on one line where the column does not wrap."""
        from rut_domains.text import neutralise, one_line

        self.rows.append(
            tuple(
                neutralise(text).strip("\n") if column.kind == "prose" else one_line(text)
                for column, text in zip(self.columns, map(str, cells), strict=True)
            )
        )

    def fit(self, width: int) -> dict[int, int]:
        """Return which columns are shown in `width` cells, and how wide each of them is."""
        natural = {index: self._natural(index) for index in range(len(self.columns))}
        least = {index: self._least(index, natural[index]) for index in natural}
        shown = [
            index
            for index, column in enumerate(self.columns)
            if column.rank == 0 or any(row[index] for row in self.rows)
        ]
        while _total(least[index] for index in shown) > width:
            droppable = [index for index in shown if self.columns[index].rank]
            if not droppable:
                break
            shown.remove(max(droppable, key=lambda index: (self.columns[index].rank, index)))
        widths = {index: max(least[index], min(natural[index], width)) for index in shown}
        # A very narrow terminal breaks words, too, but never a key.
        narrowest = {index: min(least[index], self._narrowest(index)) for index in shown}
        return _shrink(_shrink(widths, least, width), narrowest, width)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Lay the table out for rich."""
        from rich.segment import Segment
        from rich.table import Table as Grid
        from rich.text import Text

        fitted = self.fit(options.max_width)
        grid = Grid(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
        for index, width in fitted.items():
            column = self.columns[index]
            whole = column.kind != "prose"
            grid.add_column(
                Text(column.name),
                width=width,
                no_wrap=whole,
                overflow="ellipsis" if whole else "fold",
            )
        for row in self.rows:
            grid.add_row(*(Text(row[index]) for index in fitted))
        room = options.update(max_width=max(options.max_width, _total(fitted.values())))
        for line in console.render_lines(grid, room, pad=False):
            yield from _without_blanks(line)
            yield Segment.line()

    def _texts(self, index: int) -> list[str]:
        return [self.columns[index].name, *(row[index] for row in self.rows)]

    def _natural(self, index: int) -> int:
        lines = (line for text in self._texts(index) for line in text.split("\n"))
        return max(map(_cells, lines))

    def _narrowest(self, index: int) -> int:
        return self._natural(index) if self.columns[index].kind == "key" else _NARROWEST

    def _least(self, index: int, natural: int) -> int:
        column = self.columns[index]
        if column.kind == "key":
            return natural
        least = max(_LEAST[column.kind], _cells(column.name))
        if column.kind == "prose":
            words = (word for text in self._texts(index) for word in text.split())
            longest = max(map(_cells, words), default=0)
            least = max(least, min(longest, _LONGEST_WORD))
        return min(natural, least)


def _shrink(widths: dict[int, int], least: dict[int, int], width: int) -> dict[int, int]:
    """Take from the widest columns until they fit, or all are at their least."""
    shrunk = dict(widths)
    while _total(shrunk.values()) > width:
        roomy = [index for index in shrunk if shrunk[index] > least[index]]
        if not roomy:
            break
        shrunk[max(roomy, key=lambda index: shrunk[index])] -= 1
    return shrunk


def _total(widths: Iterable[int]) -> int:
    each = list(widths)
    return sum(each) + GAP * max(len(each) - 1, 0)


def _cells(text: str) -> int:
    from rich.cells import cell_len

    return cell_len(text)


def _without_blanks(line: Sequence[Segment]) -> list[Segment]:
    """Return a line without the blanks at its end."""
    from rich.segment import Segment

    kept = list(line)
    while kept:
        text, style, control = kept.pop()
        if text.rstrip():
            return [*kept, Segment(text.rstrip(), style, control)]
    return []
