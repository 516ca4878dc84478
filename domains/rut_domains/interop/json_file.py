"""Reading JSON piece by piece, so that a file of any size needs little memory."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from json import JSONDecodeError
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from rut_domains.faults import InputFault
from rut_domains.interop.encoding import check_head, not_utf8, open_bytes
from rut_domains.interop.json_rules import RuleBroken, decode_at, find_offence
from rut_domains.interop.places import MEND

CHUNK = 1 << 22
# A token that ends this near to the end of the window may go on in the next chunk.
_MARGIN = 16
_SPACE = " \t\r\n"


class JsonFile:
    """A JSON file, or a sequence of JSON values, seen through a window that moves on.

    Whoever reads it says what comes next: `members` and `elements` step through an object or a
    list without holding it, `value` takes one value whole. Every value is checked: no key twice,
    finite numbers, bounded depth, whole characters.

    Args:
        path: The file.
        chunk: How many bytes to read at a time.
        constants: Whether `NaN` and the infinities may occur, which are not JSON.
    """

    def __init__(self, path: Path, *, chunk: int = CHUNK, constants: bool = False) -> None:
        self.path = path
        self.size = 0
        self.bytes_read = 0
        self.replaced = 0
        self._chunk = chunk
        self._constants = constants
        self._stream: BinaryIO | None = None
        self._decoder = codecs.getincrementaldecoder("utf-8")("strict")
        self._text = ""
        self._at = 0
        # (offset in the window, line, column): of its start, and of the last place asked for.
        self._origin = (0, 1, 1)
        self._mark = self._origin
        self._ended = False

    def __enter__(self) -> Self:
        self._stream = open_bytes(self.path)
        try:
            self.size = self._stream.seek(0, 2)
            self._stream.seek(0)
            self._fill()
        except BaseException:
            self._stream.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._stream is not None:
            self._stream.close()

    def place(self, at: int | None = None) -> str:
        """Return `file:line:column` of a position in the window, by default the present one."""
        line, column = self._position(self._at if at is None else at)
        return f"{self.path}:{line}:{column}"

    def line(self) -> int:
        """Return the line of the next value."""
        self.peek()
        return self._position(self._at)[0]

    def peek(self) -> str:
        """Return the next character that is not space, or "" at the end of the file."""
        while True:
            text, at = self._text, self._at
            while at < len(text) and text[at] in _SPACE:
                at += 1
            self._at = at
            if at < len(text):
                return text[at]
            if self._ended:
                return ""
            self._fill()

    def value(self) -> Any:
        """Take the next value whole.

        Raises:
            InputFault: There is none, it is not JSON, or it breaks one of our rules.
        """
        self.peek()
        while True:
            start = self._at
            try:
                value, end = decode_at(
                    self._text, start, self._count_replaced, constants=self._constants
                )
            except JSONDecodeError as error:
                if self._wants_more(error.pos, error.msg):
                    continue
                raise self._not_json(error.msg, error.pos) from None
            except RecursionError:
                raise self._broken("lists or objects are nested too deep", start) from None
            except ValueError as broken:
                text = str(broken) if isinstance(broken, RuleBroken) else "a number is too long"
                raise self._broken(text, start) from None
            if not self._ended and len(self._text) - end < _MARGIN:
                self._fill()
                continue
            self._at = end
            return value

    def skip_within_window(self) -> bool:
        """Pass over the next value if it lies whole in what has been read; do not read on."""
        self.peek()
        try:
            _, end = decode_at(self._text, self._at, lambda: None, constants=self._constants)
        except (ValueError, RecursionError):
            return False
        if not self._ended and len(self._text) - end < _MARGIN:
            return False
        self._at = end
        return True

    def members(self) -> Iterator[str]:
        """Step through an object: yield each key; the caller takes the value before going on."""
        self._expect("{")
        seen: set[str] = set()
        if self.peek() == "}":
            self._at += 1
            return
        while True:
            if self.peek() != '"':
                raise self._not_json("Expecting property name enclosed in double quotes", self._at)
            at = self.place()
            key = self.value()
            if key in seen:
                raise InputFault(f"the key {key!r} occurs twice in one object", hint=MEND, place=at)
            seen.add(key)
            self._expect(":")
            yield key
            if self._next("}"):
                return

    def elements(self) -> Iterator[Any]:
        """Step through a list: yield each element, decoded."""
        for _ in self.slots():
            yield self.value()

    def slots(self) -> Iterator[int]:
        """Step through a list: yield each index; the caller takes the element before going on."""
        self._expect("[")
        if self.peek() == "]":
            self._at += 1
            return
        index = 0
        while True:
            yield index
            index += 1
            if self._next("]"):
                return

    def values(self) -> Iterator[tuple[str, Any]]:
        """Step through JSON values that follow one another (JSON Lines): (place, value)."""
        while self.peek():
            place = self.place()
            yield place, self.value()

    def finish(self) -> None:
        """Make sure that nothing follows.

        Raises:
            InputFault: Something does.
        """
        if self.peek():
            raise InputFault(
                "something follows the end of the JSON document",
                hint="Keep one JSON document in the file.",
                place=self.place(),
            )

    def _expect(self, mark: str) -> None:
        if self.peek() != mark:
            raise self._not_json(f"Expecting {mark!r}", self._at)
        self._at += 1

    def _next(self, closing: str) -> bool:
        mark = self.peek()
        if mark not in (",", closing) or not mark:
            raise self._not_json(f"Expecting ',' or {closing!r}", self._at)
        self._at += 1
        return mark == closing

    def _wants_more(self, at: int, message: str) -> bool:
        """Read on if the error may come from the end of the window alone."""
        if self._ended:
            return False
        if not message.startswith("Unterminated string") and at < len(self._text) - _MARGIN:
            return False
        self._fill()
        return True

    def _fill(self) -> None:
        """Drop what has been read and add at least as much as is left, so that retries are few."""
        assert self._stream is not None
        self._origin = (0, *self._position(self._at))
        self._mark = self._origin
        rest = self._text[self._at :]
        raw = self._stream.read(max(self._chunk, len(rest)))
        if not self.bytes_read:
            check_head(raw, self.path)
            raw_text = raw.removeprefix(codecs.BOM_UTF8)
        else:
            raw_text = raw
        self.bytes_read += len(raw)
        self._ended = self.bytes_read >= self.size or not raw
        pending, _ = self._decoder.getstate()
        try:
            text = self._decoder.decode(raw_text, final=self._ended)
        except UnicodeDecodeError as error:
            block = pending + raw_text
            lines = rest.count("\n") + block.count(b"\n", 0, error.start)
            raise not_utf8(
                self.path, byte=block[error.start], line=self._origin[1] + lines
            ) from None
        self._text = rest + text
        self._at = 0

    def _position(self, at: int) -> tuple[int, int]:
        """Return line and column of a place in the window, counting on from the last one asked."""
        known, line, column = self._mark if self._mark[0] <= at else self._origin
        breaks = self._text.count("\n", known, at)
        column = at - self._text.rfind("\n", known, at) if breaks else column + at - known
        self._mark = (at, line + breaks, column)
        return line + breaks, column

    def _count_replaced(self) -> None:
        self.replaced += 1

    def _not_json(self, message: str, at: int) -> InputFault:
        if self._ended and not self._text[at:].strip(_SPACE):
            return InputFault(
                "the JSON ends too early: the file is cut off",
                hint="Get the whole file again.",
                place=self.place(at),
            )
        if self._ended and message.startswith("Unterminated string"):
            return InputFault(
                "the JSON ends inside a text: the file is cut off, or a quote is missing",
                hint="Get the whole file again.",
                place=self.place(at),
            )
        return InputFault(f"not JSON: {message}", hint=MEND, place=self.place(at))

    def _broken(self, text: str, start: int) -> InputFault:
        return InputFault(text, hint=MEND, place=self.place(find_offence(self._text, start)))
