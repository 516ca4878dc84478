"""Tools as they are offered, and the check of arguments before a call is made."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match

from rut_domains.tool import ToolSpec

_SECTION = re.compile(r"^([A-Z]\w+):\s*$")
_ARGUMENT = re.compile(r"^(?P<indent>\s+)\*{0,2}(?P<name>\w+)\s*(\([^)]*\))?:\s*(?P<about>.*)$")
_ARGUMENT_SECTIONS = ("Args", "Arguments", "Parameters")
_DROPPED_SECTIONS = ("Returns", "Return", "Raises", "Yields", "Example", "Examples")
_PLAIN: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
_MOST_ERRORS = 3
_LONGEST_MESSAGE = 300


class Checker:
    """Checks the arguments of one tool against its schema."""

    def __init__(self, tool: ToolSpec) -> None:
        self._schema = tool.parameters
        self._validator = Draft202012Validator(tool.parameters)
        self._required = frozenset(tool.parameters["required"])
        self._plain = {
            name: types
            for name, schema in tool.parameters["properties"].items()
            if (types := _plain_types(schema))
        }

    def problem(self, arguments: dict[str, Any]) -> str:
        """Return what is wrong with the arguments, naming the field; empty if nothing is.

        Args:
            arguments: Plain JSON of a modest depth.
        """
        if self._surely_fit(arguments):
            return ""
        errors = sorted(
            self._validator.iter_errors(arguments),
            key=lambda error: [str(part) for part in error.absolute_path],
        )
        return "; ".join(self._say(error) for error in errors[:_MOST_ERRORS])

    def _surely_fit(self, arguments: Mapping[str, Any]) -> bool:
        """Pass the common case quickly: known names, plain types, all that is required."""
        plain = self._plain
        for name, value in arguments.items():
            types = plain.get(name)
            if types is None or type(value) not in types:
                return False
        return self._required <= arguments.keys()

    def _say(self, error: ValidationError) -> str:
        if error.validator == "anyOf":
            error = best_match([error]) or error
        path = ".".join(str(part) for part in error.absolute_path)
        given: Any = error.instance
        schema: Any = error.schema
        if error.validator == "required":
            missing = [name for name in schema["required"] if name not in given]
            return f"{', '.join(_join(path, name) for name in missing)}: this is missing"
        if error.validator == "additionalProperties" and schema["additionalProperties"] is False:
            known = schema["properties"]
            return "; ".join(
                f"{_join(path, str(name))}: there is no such argument{suggest(str(name), known)}"
                for name in given
                if name not in known
            )
        message = error.message
        if len(message) > _LONGEST_MESSAGE:
            message = f"{message[:_LONGEST_MESSAGE]}…"
        return f"{path}: {message}" if path else message


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def suggest(name: str, known: Iterable[str]) -> str:
    """Return the end of a sentence about an unknown name: the nearest known one, or all."""
    names = list(known)
    if near := difflib.get_close_matches(name[:100], names, n=1):
        return f"; did you mean {near[0]}?"
    return f"; there is {', '.join(names)}" if names else "; there is none"


def _plain_types(schema: Mapping[str, Any]) -> frozenset[type]:
    """Return the Python types that surely fit a schema; none where more is to be looked at."""
    if schema.keys() - {"type", "description", "default"}:
        return frozenset()
    kind = schema.get("type", ())
    kinds = [kind] if isinstance(kind, str) else list(kind)
    if not all(one in _PLAIN for one in kinds):
        return frozenset()
    return frozenset(plain for one in kinds for plain in _PLAIN[one])


def make_tool(described: Mapping[str, Any]) -> ToolSpec:
    """Return the tool that the worker described: docstring and parameters put together."""
    about, arguments = split_docstring(described["doc"])
    properties: dict[str, Any] = {}
    required: list[str] = []
    for name, parameter in described["parameters"].items():
        text = arguments.get(name, "")
        properties[name] = {**parameter["schema"], **({"description": text} if text else {})}
        if parameter["required"]:
            required.append(name)
    return ToolSpec(
        name=described["name"],
        description=about,
        parameters={
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": described["open"],
        },
        writes=described["writes"],
    )


def split_docstring(doc: str) -> tuple[str, dict[str, str]]:
    """Split a Google-style docstring into its description and what it says of each argument.

    What follows `Returns:`, `Raises:` or `Yields:` is for programmers and left out; other sections
    (`Note:`, `Constraints:`) belong to the description.
    """
    about: list[str] = []
    arguments: dict[str, str] = {}
    section, last, depth = "", "", 0
    for line in doc.splitlines():
        if heading := _SECTION.match(line):
            section, last, depth = heading[1], "", 0
        if section in _ARGUMENT_SECTIONS:
            found = _ARGUMENT.match(line)
            # A line further in than the first argument goes on with the one before.
            if found and (not depth or len(found["indent"]) <= depth):
                last, depth = found["name"], len(found["indent"])
                arguments[last] = found["about"].strip()
            elif last and line.strip():
                arguments[last] = f"{arguments[last]} {line.strip()}".strip()
        elif section not in _DROPPED_SECTIONS:
            about.append(line)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(about)).strip(), arguments
