"""YAML for packs: plain values and the line that each of them stands on.

The text is read as a stream of parser events, never as objects, so that nothing in a file can run
code or multiply itself: tags, anchors, aliases and merge keys are refused. Scalars follow JSON
(YAML 1.2): `yes`, `on`, `12:30` and dates stay text, and there is no octal or sexagesimal number.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from rut_domains.faults import PackFault

Path = tuple[str | int, ...]

MAX_DEPTH = 40
MAX_VALUES = 200_000
_INT = re.compile(r"-?(?:0|[1-9][0-9]*)")
_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|nan)|nan|[-+]?inf(?:inity)?", re.IGNORECASE)
_WORDS: dict[str, Any] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_MAX_DIGITS = 300
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class Document:
    """The value of one YAML file, and the line of each path in it, counted from 1."""

    file: str
    data: Any
    lines: dict[Path, int]

    def line(self, path: Path) -> int:
        """Return the line of a path, or of its nearest parent that is there."""
        for length in range(len(path), -1, -1):
            if path[:length] in self.lines:
                return self.lines[path[:length]]
        return 1

    def place(self, path: Path) -> str:
        """Return `file:line` of a path."""
        return f"{self.file}:{self.line(path)}"


@dataclass
class _Open:
    """A list or mapping that is not closed yet."""

    path: Path
    value: list[Any] | dict[str, Any]
    key: str | None = None
    seen: dict[str, int] = field(default_factory=dict)


def read_document(text: str, file: str) -> Document:
    """Read one YAML document.

    Args:
        text: The whole file.
        file: How the file is named in faults.

    Raises:
        PackFault: The text is not the YAML that packs use; the place is `file:line`.
    """
    reader = _Reader(file)
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            reader.take(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        last = text.rstrip("\n").count("\n") + 1
        raise _fault(file, min(mark.line + 1, last) if mark else 1, _problem(error)) from None
    except yaml.reader.ReaderError as error:
        raise _fault(file, _line_of(text, error.position), _character(error)) from None
    if not reader.documents:
        raise _fault(file, 1, "the file is empty")
    return Document(file, reader.root, reader.lines)


class _Reader:
    """Builds values from parser events, without recursion."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.root: Any = None
        self.lines: dict[Path, int] = {}
        self.documents = 0
        self._stack: list[_Open] = []

    def take(self, event: yaml.Event) -> None:
        """Take in one event."""
        line = event.start_mark.line + 1 if event.start_mark is not None else 1
        if isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                raise _fault(self.file, line, "a second document begins", "Keep one per file.")
        elif isinstance(event, yaml.AliasEvent):
            raise _fault(self.file, line, f"alias *{event.anchor}", "Write the value out.")
        elif isinstance(event, yaml.CollectionStartEvent):
            self._plain(event, line)
            self._open({} if isinstance(event, yaml.MappingStartEvent) else [], line)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._stack.pop()
        elif isinstance(event, yaml.ScalarEvent):
            self._plain(event, line)
            self._scalar(event, line)

    def _plain(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent, line: int) -> None:
        if event.anchor is not None:
            raise _fault(self.file, line, f"anchor &{event.anchor}", "Leave it out.")
        if event.tag is not None:
            raise _fault(self.file, line, f"tag {event.tag}", "Leave it out; quote text.")

    def _open(self, value: list[Any] | dict[str, Any], line: int) -> None:
        path = self._put(value, line)
        self._stack.append(_Open(path, value))
        if len(self._stack) > MAX_DEPTH:
            raise _fault(self.file, line, f"values are nested more than {MAX_DEPTH} deep")

    def _scalar(self, event: yaml.ScalarEvent, line: int) -> None:
        top = self._stack[-1] if self._stack else None
        if top is not None and isinstance(top.value, dict) and top.key is None:
            self._key(top, event, line)
            return
        text = event.value
        self._put(_resolve(text, self.file, line) if event.implicit[0] else text, line)

    def _key(self, top: _Open, event: yaml.ScalarEvent, line: int) -> None:
        key = event.value
        if event.implicit[0] and not isinstance(_resolve(key, self.file, line), str):
            raise _fault(self.file, line, f"key {key!r} is not text", "Put it in quotes.")
        if key == "<<" and event.implicit[0]:
            raise _fault(self.file, line, "merge key <<", "Write the fields out.")
        if key in top.seen:
            raise _fault(
                self.file,
                line,
                f"field {show_path((*top.path, key))!r} is given twice",
                f"The first stands on line {top.seen[key]}; keep one of them.",
            )
        top.seen[key] = line
        top.key = key
        self.lines[*top.path, key] = line

    def _put(self, value: Any, line: int) -> Path:
        if len(self.lines) > MAX_VALUES:
            raise _fault(self.file, line, f"the file holds more than {MAX_VALUES} values")
        if not self._stack:
            self.root = value
            self.lines[()] = line
            return ()
        top = self._stack[-1]
        if isinstance(top.value, list):
            path: Path = (*top.path, len(top.value))
            top.value.append(value)
            self.lines[path] = line
            return path
        if top.key is None:
            raise _fault(self.file, line, "a key is a list or a mapping", "Use text as key.")
        path = (*top.path, top.key)
        top.value[top.key] = value
        top.key = None
        return path


def _resolve(text: str, file: str, line: int) -> Any:
    if text in _WORDS:
        return _WORDS[text]
    if _NOT_FINITE.fullmatch(text) and text[:1] in ".+-":
        raise _fault(file, line, f"{text} is not a finite number", "Use a number or quoted text.")
    if len(text) > _MAX_DIGITS:
        return text
    if _INT.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        number = float(text)
        if not math.isfinite(number):
            raise _fault(file, line, f"{text} is too large for a number")
        return number
    return text


def show_path(path: Path) -> str:
    """Return a path as people write it: `contract.facts[2].says`."""
    return "".join(_parts(path))


def _parts(path: Path) -> Iterator[str]:
    for index, part in enumerate(path):
        if isinstance(part, int):
            yield f"[{part}]"
        else:
            yield f".{part}" if index else part


def _fault(file: str, line: int, title: str, hint: str = "") -> PackFault:
    return PackFault(title, hint=hint, place=f"{file}:{line}")


def _problem(error: yaml.MarkedYAMLError) -> str:
    what = " ".join(part for part in (error.context, error.problem) if part)
    return f"not YAML: {what}"


def _line_of(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1


def _character(error: yaml.reader.ReaderError) -> str:
    code = error.character if isinstance(error.character, int) else ord(error.character[:1] or "\0")
    return f"not YAML: character U+{code:04X} is not allowed"
