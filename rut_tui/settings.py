"""Where things are and what the person prefers: the only reader of environment variables."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, get_args

from pydantic import Field

from rut_domains.faults import MissingFault, UsageFault
from rut_domains.frozen import Frozen

APP = "rut-tui"
Sandbox = Literal["auto", "bwrap", "none"]
TRUSTED = "trusted-code.txt"


class Settings(Frozen):
    """All that the application takes from its surroundings.

    `db` is the one SQLite file, `packs` the folders searched for domain packs after the built-in
    ones, `sandbox` how environment code is kept in: `auto`, `bwrap` (refuse without) or `none`.
    """

    db: Path
    packs: tuple[Path, ...] = ()
    sandbox: Sandbox = "auto"
    config: Path = Path()
    player: str = ""
    rater: str = ""
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
    here = _current_folder() if folder is None else folder
    named = tuple(Path(part) for part in env.get("RUT_PACKS", "").split(os.pathsep) if part)
    local = (here / "domains",) if (here / "domains").is_dir() else ()
    return Settings(
        db=db or (Path(env["RUT_DB"]) if env.get("RUT_DB") else _data_folder(env) / "rut.sqlite"),
        packs=(*named, *local),
        sandbox=_read_sandbox(env),
        config=_config_folder(env),
        player=env.get("RUT_PLAYER", ""),
        rater=env.get("RUT_RATER", ""),
        theme=env.get("RUT_THEME", ""),
        extra_packs=packs,
    )


def _current_folder() -> Path:
    try:
        return Path.cwd()
    except OSError as error:
        raise MissingFault(
            f"the current folder cannot be used: {error.strerror}",
            hint="It may have been deleted; change to another one.",
        ) from None


def _read_sandbox(env: Mapping[str, str]) -> Sandbox:
    wanted = env.get("RUT_SANDBOX", "auto")
    for known in get_args(Sandbox):
        if wanted == known:
            return known  # type: ignore[no-any-return]
    raise UsageFault(
        f"RUT_SANDBOX is {wanted!r}",
        hint="Set it to auto, bwrap or none.",
        place="environment variable RUT_SANDBOX",
    )


def _data_folder(env: Mapping[str, str]) -> Path:
    if env.get("XDG_DATA_HOME"):
        return Path(env["XDG_DATA_HOME"]) / APP
    from platformdirs import user_data_path

    return user_data_path(APP, appauthor=False)


def _config_folder(env: Mapping[str, str]) -> Path:
    if env.get("XDG_CONFIG_HOME"):
        return Path(env["XDG_CONFIG_HOME"]) / APP
    from platformdirs import user_config_path

    return user_config_path(APP, appauthor=False)


def read_trusted(settings: Settings) -> frozenset[str]:
    """Return the hashes of foreign environment code that the person agreed to run."""
    file = settings.config / TRUSTED
    return frozenset(file.read_text("utf-8").split()) if file.is_file() else frozenset()


def remember_trusted(settings: Settings, code_hash: str) -> None:
    """Keep the consent to run the code of that hash.

    Raises:
        MissingFault: The file cannot be written.
    """
    file = settings.config / TRUSTED
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8") as lines:
            lines.write(f"{code_hash}\n")
    except OSError as error:
        raise MissingFault(
            f"the consent cannot be kept: {error.strerror}",
            hint="Make the folder writable, or set XDG_CONFIG_HOME to one that is.",
            place=str(file),
        ) from None


class Surroundings(Frozen):
    """What the terminal says about itself."""

    term: str
    term_program: str
    colorterm: str
    tmux: bool
    no_color: bool


def read_surroundings(environ: Mapping[str, str] | None = None) -> Surroundings:
    """Read what the terminal says about itself."""
    env = os.environ if environ is None else environ
    return Surroundings(
        term=env.get("TERM", ""),
        term_program=env.get("TERM_PROGRAM", ""),
        colorterm=env.get("COLORTERM", ""),
        tmux=bool(env.get("TMUX")),
        no_color=bool(env.get("NO_COLOR")),
    )
