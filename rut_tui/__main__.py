"""The command `rut`: one of the two places that catch everything, to end without a traceback."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    _mend_streams()
    if (sys.argv[1:] if arguments is None else arguments) == ["--help"]:
        # The first thing anybody types answers at once: the command line is not even loaded.
        from rut_tui.cli.overview import overview

        sys.stdout.write(overview())
        return 0
    from rut_domains.faults import ExitCode, Fault
    from rut_tui.cli.main import run

    try:
        code = run(arguments)
        # What is still held back is written here, where a failure can be told.
        sys.stdout.flush()
        return code
    except Fault as fault:
        _tell(str(fault))
        return fault.exit_code
    except KeyboardInterrupt:
        _tell("interrupted; what was saved is kept")
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        # The reader of our output went away (`rut ... | head`): nobody is left to be told.
        _discard_output()
        return ExitCode.DONE
    except OSError as error:
        if os.environ.get("RUT_DEBUG"):
            raise
        _discard_output()
        place = f"{error.filename}: " if error.filename else ""
        _tell(
            f"{place}the system refuses: {error.strerror or error}\n"
            "Look at its permissions and at the space left, or name another place."
        )
        return ExitCode.MISSING
    except Exception as error:
        if os.environ.get("RUT_DEBUG"):
            raise
        _tell(
            f"internal fault: {type(error).__name__}: {error}\n"
            "Set RUT_DEBUG=1 and run it again to see where; please report it with that text."
        )
        return ExitCode.INTERNAL


def _mend_streams() -> None:
    """Let no stream that is closed, or that speaks another encoding, end the work."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # This takes the lowest number, so that no file opened later is taken for a stream.
            nowhere = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(nowhere, mode, encoding="utf-8"))
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _discard_output() -> None:
    """Send what is still held back for standard output nowhere: it could not be written."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tell(text: str) -> None:
    from rut_tui.cli.output import plain_text

    sys.stderr.write(f"rut: {plain_text(text)}\n")


if __name__ == "__main__":
    sys.exit(main())
