"""What a terminal shows: the little of its language that the app speaks, for end-to-end tests."""

from __future__ import annotations

import re
import time

import pexpect
from rich.cells import cell_len

DEADLINE = 60.0
_TOKEN = re.compile(
    r"\x1b\[(?P<given>[?>=<]?[\d;:]*)[ -/]*(?P<order>[@-~])"
    r"|\x1b\](?:[^\x07\x1b]*)(?:\x07|\x1b\\)"
    r"|\x1b[P_^][^\x1b]*\x1b\\"
    r"|\x1b[ -/]*[0-Z\\^-~]"
    r"|(?P<plain>[^\x1b])",
    re.DOTALL,
)


class Glass:
    """A grid of characters, written to as a terminal is."""

    def __init__(self, columns: int, rows: int) -> None:
        self._columns = columns
        self._lines = [[" "] * columns for _ in range(rows)]
        self._row = self._column = 0
        self._wraps = True
        self._rest = ""

    def feed(self, text: str) -> None:
        """Write what a program printed; a sequence that is cut off waits for its other half."""
        text = self._rest + text
        at = 0
        while match := _TOKEN.match(text, at):
            at = match.end()
            if match["plain"] is not None:
                self._write(match["plain"])
            elif match["order"] is not None:
                self._obey(match["order"], match["given"])
        self._rest = text[at:]

    def text(self) -> str:
        """Return all lines, blanks at their ends cut."""
        return "\n".join("".join(line).rstrip() for line in self._lines)

    def _write(self, character: str) -> None:
        if character == "\r":
            self._column = 0
        elif character == "\n":
            self._go_down()
        elif character == "\b":
            self._column = max(self._column - 1, 0)
        elif character >= " ":
            width = cell_len(character)
            if self._column + width > self._columns:
                if not self._wraps:
                    return
                self._go_down()
                self._column = 0
            self._lines[self._row][self._column] = character
            if width == 2:
                self._lines[self._row][self._column + 1] = ""
            self._column += width

    def _go_down(self) -> None:
        self._row += 1
        if self._row == len(self._lines):
            self._row -= 1
            self._lines = [*self._lines[1:], [" "] * self._columns]

    def _obey(self, order: str, given: str) -> None:
        numbers = [int(part) for part in re.findall(r"\d+", given)]
        first = max(numbers[0] if numbers else 1, 1)
        if order in "Hf":
            self._row = min(first, len(self._lines)) - 1
            self._column = min(max(numbers[1] if len(numbers) > 1 else 1, 1), self._columns) - 1
        elif order in "hl" and given == "?7":
            self._wraps = order == "h"
        elif order == "J":
            self._lines = [[" "] * self._columns for _ in self._lines]
        elif order == "K":
            rest = self._columns - self._column
            self._lines[self._row][self._column :] = [" "] * rest
        elif order in "ABCD":
            down = {"A": -first, "B": first}.get(order, 0)
            right = {"C": first, "D": -first}.get(order, 0)
            self._row = min(max(self._row + down, 0), len(self._lines) - 1)
            self._column = min(max(self._column + right, 0), self._columns - 1)


class Screen:
    """A program in a terminal: keys go in, and what the glass shows is waited for.

    Args:
        process: The program, just started.
        size: Columns and rows of its terminal.
    """

    def __init__(self, process: pexpect.spawn[str], size: tuple[int, int]) -> None:
        self.process = process
        self.printed = ""
        self._glass = Glass(*size)

    @property
    def text(self) -> str:
        """What the glass shows now."""
        return self._glass.text()

    def press(self, keys: str) -> None:
        """Type characters; `\\r` is enter."""
        self.process.send(keys)

    def see(self, *words: str, unseen: str = "") -> str:
        """Wait until the glass shows all words, and not `unseen`; return what it shows."""
        deadline = time.monotonic() + DEADLINE
        while not (
            all(word in self.text for word in words) and not (unseen and unseen in self.text)
        ):
            if not self._read() or time.monotonic() > deadline:
                raise AssertionError(f"never seen: {words}, without {unseen!r}, in\n{self.text}")
        return self.text

    def end(self) -> int | None:
        """Read until the program has ended; return its exit code, None if a signal ended it."""
        deadline = time.monotonic() + DEADLINE
        while self._read():
            if time.monotonic() > deadline:
                raise AssertionError(f"it does not end:\n{self.text}")
        self.process.close()
        code: int | None = self.process.exitstatus
        return code

    def _read(self) -> bool:
        """Take what was printed meanwhile; return False once the program has ended."""
        try:
            text = self.process.read_nonblocking(65536, timeout=1)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.printed += text
        self._glass.feed(text)
        return True
