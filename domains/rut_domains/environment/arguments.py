"""Tools as they are offered, and the check of arguments before a call is made."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from rut_domains.tool import ToolSpec

_SECTION = re.compile(r"^(Args|Arguments|Returns|Raises|Examples?|Notes?|Yields):\s*$")
_ARGUMENT = re.compile(r"^\s+(?P<name>\w+)\s*(\([^)]*\))?:\s*(?P<about>.*)$")
_SIMPLE = {"string": (str,), "integer": (int,), "number": (int, float), "boolean": (bool,)}


class Checker:
    """Checks the arguments of one tool against its schema."""

    def __init__(self, tool: ToolSpec) -> None:
        self._schema = tool.parameters
        self._validator = Draft202012Validator(tool.parameters)

    def problem(self, arguments: Mapping[str, Any]) -> str:
        """Return what is wrong with the arguments, naming the field; empty if nothing is."""
        if self._surely_fits(arguments):
            return ""
        error = best_match(self._validator.iter_errors(dict(arguments)))
        if error is None:
            return ""
        field = ".".join(str(part) for part in error.absolute_path)
        message = error.message if len(error.message) <= 300 else error.message[:299] + "…"
        return f"{field}: {message}" if field else message

    def _surely_fits(self, arguments: Mapping[str, Any]) -> bool:
        """Pass the common case quickly: known names, plain types, all that is required."""
        properties = self._schema["properties"]
        for name, value in arguments.items():
            schema = properties.get(name)
            if schema is None or not _is_plainly(schema, value):
                return False
        return all(name in arguments for name in self._schema["required"])


def _is_plainly(schema: Mapping[str, Any], value: Any) -> bool:
    kind = schema.get("type")
    kinds = _SIMPLE.get(kind) if isinstance(kind, str) else None
    return (
        kinds is not None
        and "enum" not in schema
        and isinstance(value, kinds)
        and (kind == "boolean" or not isinstance(value, bool))
    )


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
            "additionalProperties": False,
        },
        writes=described["writes"],
    )


def split_docstring(doc: str) -> tuple[str, dict[str, str]]:
    """Split a Google-style docstring into its description and what it says of each argument."""
    about: list[str] = []
    arguments: dict[str, str] = {}
    section, last = "", ""
    for line in doc.splitlines():
        if heading := _SECTION.match(line):
            section, last = heading[1], ""
        elif not section:
            about.append(line)
        elif section in ("Args", "Arguments"):
            found = _ARGUMENT.match(line)
            if found:
                last = found["name"]
                arguments[last] = found["about"].strip()
            elif last and line.strip():
                arguments[last] = f"{arguments[last]} {line.strip()}"
    return "\n".join(about).strip(), arguments
