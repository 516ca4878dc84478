"""From the model of a report to its JSON schema, in which every field is described."""

from __future__ import annotations

import json
from typing import Any, Final

from rut_exports.report.model import FORMAT, Report
from rut_exports.report.schema.judges import JUDGES
from rut_exports.report.schema.particular import PARTICULAR
from rut_exports.report.schema.words import WORDS

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
IDENTIFIER: Final = f"urn:rut-tui:{FORMAT}"


def make_schema() -> dict[str, Any]:
    """Return the schema (draft 2020-12) that every report as JSON is valid against.

    No object may have properties beyond those named. A number that does not exist is null, and a
    property beside it says why.
    """
    made = Report.model_json_schema(mode="serialization")
    parts = made.pop("$defs")
    for name, part in (*parts.items(), ("Report", made)):
        _describe(name, part)
    made["properties"]["format"]["const"] = FORMAT
    return {
        "$schema": DIALECT,
        "$id": IDENTIFIER,
        **made,
        "title": "Report of agreement and user fidelity",
        "$defs": dict(sorted(parts.items())),
    }


def render_schema() -> str:
    """Return the schema as one JSON document."""
    return json.dumps(make_schema(), indent=2, ensure_ascii=True) + "\n"


def describe(model: str, field: str) -> str:
    """Return what a field holds; empty if that is written down nowhere."""
    return PARTICULAR.get(f"{model}.{field}") or WORDS.get(field) or JUDGES.get(field, "")


def _describe(name: str, part: dict[str, Any]) -> None:
    # A report writes every field, also those that have a default.
    part["required"] = list(part["properties"])
    for field, described in part["properties"].items():
        described["title"] = field.replace("_", " ").capitalize()
        # A field without words of its own is spoken of where its model is described.
        described["description"] = describe(name, field) or f"See the description of {name}."
