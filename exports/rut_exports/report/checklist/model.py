"""The answer to one point of the reporting checklist."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rut_domains.frozen import Frozen

Asks = Literal["report", "lead", "both"]
State = Literal["filled", "nothing_to_report", "missing", "lead"]


class Answer(Frozen):
    """One point: what is asked, by whom it is answered, and what this report says to it.

    `state` is `filled` where all that is asked stands in the report; `nothing_to_report` where
    there is nothing of the kind, and the answer says why; `missing` where the report cannot know
    it, and `blank` says what is wanted; `lead` where the lead of the study has to fill `blank`.
    `where` names the headings under which the facts stand, empty for none.
    """

    number: int = Field(ge=1)
    title: str
    asks: Asks
    state: State
    answer: str
    where: str = ""
    blank: str = ""
