"""Our own format: a line for each dialogue, rubric and judgement; `rut import` reads it back."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, TextIO

from rut_annotations.judgement import Judgement
from rut_annotations.rubric import Rubric
from rut_domains.dialogue import Dialogue
from rut_domains.frozen import Frozen
from rut_domains.interop.own import JUDGEMENT_KEY, KEY, RUBRIC_KEY, VERSION


class Judged(Frozen):
    """What was said about dialogues, every revision in its order, and under which rubrics."""

    rubrics: tuple[Rubric, ...] = ()
    judgements: tuple[Judgement, ...] = ()


class OwnLinesWriter:
    """Writes JSON Lines: `{"rut_dialogue": 1, "dialogue": {...}}`.

    Rubrics (`rut_rubric`) come first; judgements (`rut_judgement`) follow their dialogue.
    """

    name = "jsonl"
    suffix = ".jsonl"
    holds = "everything, also what only the lead sees, and what raters said"

    def write(
        self, dialogues: Iterable[Dialogue], stream: TextIO, judged: Judged | None = None
    ) -> int:
        """Write one line for each rubric, dialogue and judgement; return how many dialogues."""
        given = judged or Judged()
        about: defaultdict[str, list[Judgement]] = defaultdict(list)
        for made in given.judgements:
            about[made.dialogue_id].append(made)
        for rubric in sorted(given.rubrics, key=lambda item: (item.id, item.hash)):
            _write(stream, RUBRIC_KEY, "rubric", rubric.model_dump(mode="json"))
        count = 0
        for dialogue in dialogues:
            _write(stream, KEY, "dialogue", plain_dialogue(dialogue))
            for made in about[dialogue.id]:
                _write(stream, JUDGEMENT_KEY, "judgement", made.model_dump(mode="json"))
            count += 1
        return count


def _write(stream: TextIO, key: str, name: str, value: dict[str, Any]) -> None:
    line = {key: VERSION, name: value}
    stream.write(json.dumps(line, ensure_ascii=False, allow_nan=False))
    stream.write("\n")


def plain_dialogue(dialogue: Dialogue) -> dict[str, Any]:
    """Return a dialogue as plain data in a fixed order: sets of seats are sorted."""
    plain = dialogue.model_dump(mode="json")
    for event in plain["events"]:
        event["visible_to"].sort()
    return plain
