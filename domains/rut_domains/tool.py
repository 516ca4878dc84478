"""What a seat may call: the public face of an environment's method."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from rut_domains.frozen import Frozen


class ToolSpec(Frozen):
    """A tool's name, description, JSON Schema of its arguments, and whether it writes state.

    `writes` is None where an imported file does not say.
    """

    name: str
    description: str = ""
    parameters: dict[str, Any] = Field(
        default_factory=lambda: {"type": "object", "properties": {}, "required": []}
    )
    writes: bool | None = None
