"""Validation errors in words, with the line of the file that they are about."""

from __future__ import annotations

import difflib
import typing
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from rut_domains.faults import PackFault
from rut_domains.pack.document import Document, Path, show_path

_SHOWN = 6
_WORDS = {
    "missing": "is missing",
    "string_type": "should be text; put it in quotes if it looks like a number",
    "tuple_type": "should be a list",
    "list_type": "should be a list",
    "dict_type": "should be a mapping of names to values",
    "model_type": "should be a mapping of fields",
    "model_attributes_type": "should be a mapping of fields",
    "bool_type": "should be true or false",
    "bool_parsing": "should be true or false",
    "float_type": "should be a number",
    "float_parsing": "should be a number",
    "int_type": "should be a whole number",
    "int_parsing": "should be a whole number",
    "string_too_short": "should not be empty",
}


@dataclass(frozen=True)
class Problem:
    """Something wrong at a path of a document."""

    path: Path
    text: str


def fault_of(document: Document, problems: Sequence[Problem]) -> PackFault:
    """Return one fault for all problems of a file: the first in the title, others in the hint."""
    ordered = sorted(problems, key=lambda problem: document.line(problem.path))
    first, *others = ordered
    shown = [f"line {document.line(other.path)}: {_sentence(other)}" for other in others[:_SHOWN]]
    if len(others) > _SHOWN:
        shown.append(f"and {len(others) - _SHOWN} more")
    return PackFault(
        _sentence(first),
        hint="Also:\n  " + "\n  ".join(shown) if shown else "",
        place=document.place(first.path),
    )


def problems_of(error: ValidationError, model: type[BaseModel]) -> list[Problem]:
    """Return what a validation found, in words for the author of a file.

    Args:
        error: The error of the validation.
        model: The model that was validated, for the names of its fields.
    """
    found = error.errors(include_url=False)
    # A misspelt field is also a missing one: one of the two is enough.
    meant = {
        (*details["loc"][:-1], near)
        for details in found
        if details["type"] == "extra_forbidden"
        and (near := _nearest(str(details["loc"][-1]), _names_at(model, details["loc"][:-1])))
    }
    return [
        _problem(details, model)
        for details in found
        if not (details["type"] == "missing" and details["loc"] in meant)
    ]


def _sentence(problem: Problem) -> str:
    return f"{show_path(problem.path)}: {problem.text}" if problem.path else problem.text


def _problem(details: ErrorDetails, model: type[BaseModel]) -> Problem:
    path: Path = tuple(details["loc"])
    kind = details["type"]
    if kind == "extra_forbidden":
        return Problem(path, _unknown(str(path[-1]), path[:-1], model))
    if kind == "value_error":
        return Problem(path, str(details["ctx"]["error"]))
    if kind == "literal_error":
        return Problem(path, f"should be one of {details['ctx']['expected']}")
    text = _WORDS.get(kind)
    if text is None:
        message = details["msg"]
        text = message.removeprefix("Input ")
    return Problem(path, text)


def _unknown(name: str, parents: Path, model: type[BaseModel]) -> str:
    known = _names_at(model, parents)
    near = _nearest(name, known)
    if near:
        return f"unknown field; did you mean {near!r}?"
    return f"unknown field; known are {', '.join(known)}" if known else "unknown field"


def _model_at(model: type[BaseModel], path: Path) -> type[BaseModel] | None:
    found: type[BaseModel] | None = model
    for part in path:
        if isinstance(part, int):
            continue
        if found is None:
            return None
        fields = {info.alias or name: info for name, info in found.model_fields.items()}
        info = fields.get(part)
        found = next(_models(info.annotation), None) if info is not None else None
    return found


def _models(annotation: object) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in typing.get_args(annotation):
        yield from _models(part)


def _names_at(model: type[BaseModel], parents: Path) -> list[str]:
    found = _model_at(model, parents)
    if found is None:
        return []
    return [info.alias or name for name, info in found.model_fields.items()]


def _nearest(name: str, known: Sequence[str]) -> str:
    return next(iter(difflib.get_close_matches(name, known, n=1)), "")
