"""Our own format: one dialogue a line, nothing left out; `rut import` reads it back."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, TextIO

from rut_domains.dialogue import Dialogue
from rut_domains.interop.own import KEY, VERSION


class OwnLinesWriter:
    """Writes JSON Lines: `{"rut_dialogue": 1, "dialogue": {...}}`."""

    name = "jsonl"
    suffix = ".jsonl"
    holds = "everything, also what only the lead sees"

    def write(self, dialogues: Iterable[Dialogue], stream: TextIO) -> int:
        """Write one line a dialogue."""
        count = 0
        for dialogue in dialogues:
            line = {KEY: VERSION, "dialogue": plain_dialogue(dialogue)}
            stream.write(json.dumps(line, ensure_ascii=False, allow_nan=False))
            stream.write("\n")
            count += 1
        return count


def plain_dialogue(dialogue: Dialogue) -> dict[str, Any]:
    """Return a dialogue as plain data in a fixed order: sets of seats are sorted."""
    plain = dialogue.model_dump(mode="json")
    for event in plain["events"]:
        event["visible_to"].sort()
    return plain
