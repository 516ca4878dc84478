"""People in the user's seat of a test: what they say to which kind of words of the agent."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.support.agent_table import Table


@dataclass
class Person:
    """Opens, answers by the first form that fits the agent's words, and stops when told so.

    `answers` maps regular expressions to what is said; a list is said one after another, its last
    entry again and again. `until` ends the dialogue when the agent's words fit it.
    """

    opening: str
    answers: Mapping[str, str | Sequence[str]]
    until: str
    otherwise: str = "Sorry, what do you need from me?"
    most: int = 25
    used: dict[str, int] = field(default_factory=dict)

    def talk(self, table: Table) -> Table:
        heard = table.say(self.opening)
        for _ in range(self.most):
            if re.search(self.until, heard, re.IGNORECASE):
                return table
            heard = table.say(self.reply(heard))
        raise AssertionError(f"never heard {self.until!r}\n{table.transcript}")

    def reply(self, heard: str) -> str:
        for form, said in self.answers.items():
            if re.search(form, heard, re.IGNORECASE):
                if isinstance(said, str):
                    return said
                count = self.used.get(form, 0)
                self.used[form] = count + 1
                return said[min(count, len(said) - 1)]
        return self.otherwise
