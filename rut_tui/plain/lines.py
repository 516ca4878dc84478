"""Where lines come from and go to: a script that wants nothing but data, or a person."""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

Say = Callable[[str], None]


class Lines:
    """Reads lines and says pieces of text.

    Args:
        source: Where lines are read from.
        say: Prints one piece of text, so that it is seen before the next line is read.
        prompt: Prints the beginning of a line, for a person at a terminal; None for a script,
            which is shown no prompts.
    """

    def __init__(self, source: TextIO, say: Say, prompt: Say | None = None) -> None:
        self._source = source
        self._prompt = prompt
        self.say = say

    @property
    def personal(self) -> bool:
        """Whether a person types here, who sees what was typed."""
        return self._prompt is not None

    def read(self, prompt: str) -> str | None:
        """Return the next line that is not blank, without its line end; None at the end."""
        while True:
            if self._prompt is not None:
                self._prompt(f"{prompt}> ")
            line = self._source.readline()
            if not line:
                if self._prompt is not None:
                    self.say("")
                return None
            if line.strip():
                return line.rstrip("\r\n")
