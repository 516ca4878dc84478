"""The command `rut`: one of the two places that catch everything, to end without a traceback."""

from __future__ import annotations

import os
import sys

from rut_domains.faults import ExitCode, Fault


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    from rut_tui.cli.main import run

    try:
        return run(arguments)
    except Fault as fault:
        _tell(str(fault))
        return fault.exit_code
    except KeyboardInterrupt:
        _tell("interrupted; what was saved is kept")
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        # The reader of our output went away (`rut ... | head`): nobody is left to be told.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.DONE
    except Exception as error:
        if os.environ.get("RUT_DEBUG"):
            raise
        _tell(
            f"internal fault: {type(error).__name__}: {error}\n"
            "Set RUT_DEBUG=1 and run it again to see where; please report it with that text."
        )
        return ExitCode.INTERNAL


def _tell(text: str) -> None:
    from rut_tui.cli.output import plain_text

    sys.stderr.write(f"rut: {plain_text(text)}\n")


if __name__ == "__main__":
    sys.exit(main())
