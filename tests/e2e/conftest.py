"""The real wheel, built and installed once, run from another folder."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock

ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., subprocess.CompletedProcess[str]]


def build_and_install(folder: Path) -> Path:
    """Build the wheel and install it into a venv that sees our dependencies but not our sources."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "dist")],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    wheel = next((folder / "dist").glob("*.whl"))
    home = folder / "venv"
    venv.create(home, with_pip=False, symlinks=True)
    python = home / "bin" / "python"
    site = next((home / "lib").glob("python*")) / "site-packages"
    # A path line brings in the installed dependencies; the editable install's own .pth is not read.
    (site / "dependencies.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"),
            *("--no-deps", "--no-index", "--force-reinstall", str(wheel)),
        ],
        check=True,
        capture_output=True,
    )
    return home


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The venv that holds the installed wheel; built by whichever worker comes first."""
    if worker_id == "master":
        return build_and_install(tmp_path_factory.mktemp("wheel"))
    shared = tmp_path_factory.getbasetemp().parent / "wheel"
    with FileLock(f"{shared}.lock"):
        if not shared.exists():
            shared.mkdir()
            build_and_install(shared)
    return shared / "venv"


@pytest.fixture
def rut(installed: Path, tmp_path: Path) -> Run:
    """Run the installed command in an empty folder with an empty home."""

    def run(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(tmp_path),
            "RUT_DB": str(tmp_path / "rut.sqlite"),
            "PYTHONUTF8": "1",
            "COLUMNS": "100",
        }
        given = {"input": "", "timeout": 120, **options}
        return subprocess.run(  # type: ignore[call-overload, no-any-return]
            [str(installed / "bin" / "rut"), *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            **given,
        )

    return run
