"""The command line: which commands there are, and the options that all of them share."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

import click

from rut_domains.faults import ExitCode, Fault
from rut_tui.cli.options import FilePath

if TYPE_CHECKING:
    from pathlib import Path

# Name -> (module, attribute, one line of help). Nothing is imported to list the commands.
COMMANDS: dict[str, tuple[str, str, str]] = {
    "play": ("rut_tui.cli.play", "play", "Play a dialogue from either seat."),
    "demo": ("rut_tui.cli.demo", "demo", "Fill a file with scripted dialogues and rate them."),
    "dialogues": ("rut_tui.cli.dialogues", "dialogues", "List, search and show dialogues."),
    "score": ("rut_tui.cli.dialogues", "score", "Recompute the outcome of played dialogues."),
    "rate": ("rut_tui.cli.rate", "rate", "Judge blinded dialogues against a rubric."),
    "domains": ("rut_tui.cli.domains", "domains", "List, show, check and make domain packs."),
    "rubrics": ("rut_tui.cli.rubrics", "rubrics", "List, show and check rubrics."),
    "import": ("rut_tui.cli.imports", "import_", "Read dialogues and tasks of other systems."),
    "export": ("rut_tui.cli.export", "export", "Write dialogues for other systems."),
    "report": ("rut_tui.cli.report", "report", "Report agreement and fidelity."),
    "db": ("rut_tui.cli.database", "db", "Look after the database file."),
    "doctor": ("rut_tui.cli.doctor", "doctor", "Check this machine and say what to mend."),
}


class LazyGroup(click.Group):
    """A group that imports a command only when it is run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the work."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        if cmd_name not in COMMANDS:
            return None
        module, attribute, _ = COMMANDS[cmd_name]
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, _, text) in COMMANDS.items()])


@click.group(cls=LazyGroup, invoke_without_command=True, no_args_is_help=False)
@click.option("--db", type=FilePath(), help="The database file (default: RUT_DB).")
@click.version_option(package_name="rut-tui", prog_name="rut")
@click.pass_context
def cli(ctx: click.Context, db: Path | None) -> None:
    """Play it, judge it, prove it: validate simulated users and agents.

    Without a command, the app opens.
    """
    ctx.obj = db
    if ctx.invoked_subcommand is None:
        from rut_tui.cli.app import open_app

        open_app(db)


def run(arguments: list[str] | None = None) -> int:
    """Run a command line and return its exit code; a `Fault` goes up to the caller."""
    try:
        answer = cli.main(args=arguments, prog_name="rut", standalone_mode=False)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.Abort:
        raise KeyboardInterrupt from None
    except click.ClickException as error:
        raise _usage(error) from None
    return answer if isinstance(answer, int) else ExitCode.DONE


def _usage(error: click.ClickException) -> Fault:
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "rut"
    return Fault(error.format_message(), hint=f"See '{path} --help'.", exit_code=ExitCode.USAGE)
