"""The command line: which commands there are, and the options that all of them share."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

import click

from rut_domains.faults import ExitCode, Fault
from rut_tui.cli.options import FilePath
from rut_tui.cli.overview import COMMANDS, overview

if TYPE_CHECKING:
    from pathlib import Path


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

    def get_help(self, ctx: click.Context) -> str:
        """Return the overview that `rut --help` shows without loading click."""
        return overview().rstrip("\n")


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
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return ExitCode.USAGE
    except click.ClickException as error:
        raise _usage(error) from None
    except SystemExit:
        # Outside of its standalone mode click exits for one reason alone: the reader of our output
        # went away. That is no failure.
        raise BrokenPipeError from None
    return answer if isinstance(answer, int) else ExitCode.DONE


def _usage(error: click.ClickException) -> Fault:
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "rut"
    return Fault(error.format_message(), hint=f"See '{path} --help'.", exit_code=ExitCode.USAGE)
