"""What this machine offers: each finding with its fix."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Literal

from rut_domains.environment import bubblewrap_works
from rut_domains.faults import Fault
from rut_domains.frozen import Frozen
from rut_tui.settings import Settings, Surroundings, read_surroundings
from rut_tui.store import Store

State = Literal["good", "remark", "broken"]
SMALLEST = (80, 24)


class Finding(Frozen):
    """One thing looked at. `way_out` is empty when nothing is to be done."""

    what: str
    state: State
    found: str
    way_out: str = ""

    @property
    def mark(self) -> str:
        """A word for the state."""
        return {"good": "ok", "remark": "note", "broken": "BAD"}[self.state]


def examine(settings: Settings) -> list[Finding]:
    """Look at everything that playing, rating and storing need."""
    around = read_surroundings()
    return [
        _python(),
        _terminal_size(),
        _colours(around),
        _clipboard(around),
        _database(settings),
        _space(settings),
        _sandbox(settings),
        _models(),
    ]


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    good = sys.version_info >= (3, 11)
    return Finding(
        what="Python",
        state="good" if good else "broken",
        found=version,
        way_out="" if good else "Install Python 3.11 or newer.",
    )


def _terminal_size() -> Finding:
    columns, lines = shutil.get_terminal_size()
    good = columns >= SMALLEST[0] and lines >= SMALLEST[1]
    return Finding(
        what="terminal size",
        state="good" if good else "remark",
        found=f"{columns}x{lines}",
        way_out="" if good else "Make the window at least 80x24, or use --plain.",
    )


def _colours(around: Surroundings) -> Finding:
    if around.no_color:
        return Finding(what="colours", state="remark", found="off", way_out="Unset NO_COLOR.")
    if around.colorterm in ("truecolor", "24bit"):
        return Finding(what="colours", state="good", found="16 million")
    if "256" in around.term:
        return Finding(what="colours", state="good", found="256")
    return Finding(
        what="colours",
        state="remark",
        found=around.term or "unknown",
        way_out="Set TERM=xterm-256color, or COLORTERM=truecolor where your terminal has it.",
    )


def _clipboard(around: Surroundings) -> Finding:
    if around.tmux:
        return Finding(
            what="clipboard",
            state="remark",
            found="inside tmux",
            way_out="tmux set -s set-clipboard on, for copying out of the app.",
        )
    if around.term_program == "Apple_Terminal":
        return Finding(
            what="clipboard",
            state="remark",
            found="this terminal ignores OSC 52",
            way_out="Select with the Option key held, or export to a file.",
        )
    return Finding(what="clipboard", state="good", found="through the terminal (OSC 52)")


def _database(settings: Settings) -> Finding:
    where = str(settings.db)
    try:
        if settings.db.exists():
            with Store.open(settings.db):
                return Finding(what="database", state="good", found=where)
        folder = _nearest(settings.db.parent)
        if os.access(folder, os.W_OK):
            return Finding(what="database", state="good", found=f"{where} (made when needed)")
        return Finding(
            what="database",
            state="broken",
            found=f"{folder} is not writable",
            way_out="Name another file with --db or RUT_DB.",
        )
    except Fault as fault:
        return Finding(
            what="database",
            state="broken",
            found=f"{where}: {fault.title}",
            way_out=fault.hint or "Name another file with --db or RUT_DB.",
        )


def _space(settings: Settings) -> Finding:
    free = shutil.disk_usage(_nearest(settings.db.parent)).free // 2**20
    good = free >= 200
    return Finding(
        what="free space",
        state="good" if good else "remark",
        found=f"{free} MiB",
        way_out="" if good else "Free some space; a long study takes some tens of MiB.",
    )


def _sandbox(settings: Settings) -> Finding:
    if bubblewrap_works():
        off = settings.sandbox == "none"
        return Finding(
            what="bubblewrap",
            state="remark" if off else "good",
            found="switched off by RUT_SANDBOX=none" if off else "works",
            way_out="Unset RUT_SANDBOX." if off else "",
        )
    return Finding(
        what="bubblewrap",
        state="broken" if settings.sandbox == "bwrap" else "remark",
        found="not here, or not allowed",
        way_out="Install the package bubblewrap (Linux); without it foreign packs need --trust.",
    )


def _models() -> Finding:
    here = importlib.util.find_spec("litellm") is not None
    return Finding(
        what="extra llm",
        state="good" if here else "remark",
        found="installed" if here else "not installed",
        way_out="" if here else "pip install 'rut-tui[llm]', once you want model counterparts.",
    )


def _nearest(folder: Path) -> Path:
    """Return the folder, or the nearest one above it that exists."""
    for candidate in (folder, *folder.parents):
        if candidate.is_dir():
            return candidate
    return Path(tempfile.gettempdir())
