"""Which formats dialogues can be written in: one Protocol, one registry."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TextIO

from rut_domains.dialogue import Dialogue
from rut_domains.faults import UsageFault


class Writer(Protocol):
    """Writes dialogues in one format.

    `name` is what `--format` takes, `suffix` the usual end of a file name, `holds` one line on
    what the format keeps and leaves out.
    """

    name: str
    suffix: str
    holds: str

    def write(self, dialogues: Iterable[Dialogue], stream: TextIO) -> int:
        """Write the dialogues and return how many there were.

        Equal dialogues in equal order give equal bytes.

        Raises:
            Fault: The format cannot hold these dialogues together.
        """


def writers() -> dict[str, Writer]:
    """Return all writers by name."""
    from rut_exports.jsonl import OwnLinesWriter
    from rut_exports.openai_chat import ChatWriter
    from rut_exports.tables import TableWriter
    from rut_exports.tau2 import Tau2Writer

    made: tuple[Writer, ...] = (OwnLinesWriter(), TableWriter(), ChatWriter(), Tau2Writer())
    return {writer.name: writer for writer in made}


def find_writer(name: str) -> Writer:
    """Return the writer of a format.

    Raises:
        UsageFault: There is none of that name.
    """
    known = writers()
    if name not in known:
        raise UsageFault(f"no format {name!r}", hint=f"Choose one of: {', '.join(known)}.")
    return known[name]
