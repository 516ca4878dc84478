"""Which commands there are, and the help that lists them; nothing is imported for it."""

from __future__ import annotations

# Name -> (module, attribute, one line of help).
COMMANDS: dict[str, tuple[str, str, str]] = {
    "play": ("rut_tui.cli.play", "play", "Play a dialogue from either seat."),
    "demo": ("rut_tui.cli.demo", "demo", "Fill a file with scripted dialogues and rate them."),
    "dialogues": ("rut_tui.cli.dialogues", "dialogues", "List, search and show dialogues."),
    "score": ("rut_tui.cli.dialogues", "score", "Recompute the outcome of played dialogues."),
    "rate": ("rut_tui.cli.rate", "rate", "Judge blinded dialogues against a rubric."),
    "domains": ("rut_tui.cli.domains", "domains", "List, show, check and make domain packs."),
    "rubrics": ("rut_tui.cli.rubrics", "rubrics", "List, show and check rubrics."),
    "import": ("rut_tui.cli.imports", "import_", "Read dialogues, tasks and judgements of others."),
    "export": ("rut_tui.cli.export", "export", "Write dialogues for other systems."),
    "report": ("rut_tui.cli.report", "report", "Report agreement and fidelity."),
    "agree": ("rut_tui.cli.agree", "agree", "Measure agreement over any file of ratings."),
    "db": ("rut_tui.cli.database", "db", "Look after the database file."),
    "doctor": ("rut_tui.cli.doctor", "doctor", "Check this machine and say what to mend."),
}
OPTIONS = (
    ("--db FILE", "The database file (default: RUT_DB)."),
    ("--version", "Show the version and exit."),
    ("--help", "Show this message and exit."),
)
_ABOUT = """\
Usage: rut [OPTIONS] [COMMAND] [ARGS]...

  Play it, judge it, prove it: validate simulated users and agents.

  Without a command, the app opens. 'rut COMMAND --help' explains a command.
"""


def overview() -> str:
    """Return the help of `rut` itself."""
    options = "".join(f"  {name:<9}  {text}\n" for name, text in OPTIONS)
    commands = "".join(f"  {name:<9}  {text}\n" for name, (_, _, text) in COMMANDS.items())
    return f"{_ABOUT}\nOptions:\n{options}\nCommands:\n{commands}"
