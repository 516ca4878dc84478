"""Where things are and what the person prefers: the only reader of environment variables."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from pydantic import Field

from rut_domains.faults import UsageFault
from rut_domains.frozen import Frozen

APP = "rut-tui"


class Settings(Frozen):
    """All that the application takes from its surroundings.

    `db` is the one SQLite file, `packs` the folders searched for domain packs after the built-in
    ones, `sandbox` how environment code is kept in: `auto`, `bwrap` (refuse without) or `none`.
    """

    db: Path
    packs: tuple[Path, ...] = ()
    sandbox: str = "auto"
    player: str = ""
    theme: str = ""
    reduced_motion: bool = True
    extra_packs: tuple[Path, ...] = Field(default=(), description="folders given by --pack")

    def pack_search(self) -> tuple[Path, ...]:
        """Return the folders to search for packs, the most specific first."""
        return (*self.extra_packs, *self.packs)


def load_settings(
    *,
    db: Path | None = None,
    packs: tuple[Path, ...] = (),
    environ: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> Settings:
    """Read the surroundings; what the command line gave (`db`, `packs`) wins.

    Args:
        db: The file named by `--db`.
        packs: The folders named by `--pack`.
        environ: The environment variables; those of the process by default.
        folder: The folder in which `domains/` is looked for; the current one by default.

    Raises:
        UsageFault: A variable holds a value that cannot be used.
    """
    env = os.environ if environ is None else environ
    here = Path.cwd() if folder is None else folder
    sandbox = env.get("RUT_SANDBOX", "auto")
    if sandbox not in ("auto", "bwrap", "none"):
        raise UsageFault(
            f"RUT_SANDBOX is {sandbox!r}",
            hint="Set it to auto, bwrap or none.",
            place="environment variable RUT_SANDBOX",
        )
    named = tuple(Path(part) for part in env.get("RUT_PACKS", "").split(os.pathsep) if part)
    local = (here / "domains",) if (here / "domains").is_dir() else ()
    return Settings(
        db=db or (Path(env["RUT_DB"]) if env.get("RUT_DB") else _data_folder(env) / "rut.sqlite"),
        packs=(*named, *local),
        sandbox=sandbox,
        player=env.get("RUT_PLAYER", ""),
        theme=env.get("RUT_THEME", ""),
        extra_packs=packs,
    )


def _data_folder(env: Mapping[str, str]) -> Path:
    if env.get("XDG_DATA_HOME"):
        return Path(env["XDG_DATA_HOME"]) / APP
    from platformdirs import user_data_path

    return user_data_path(APP, appauthor=False)
