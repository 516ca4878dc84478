"""The installed command: it starts, it imports little, it answers wrong usage."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.e2e.conftest import Run

pytestmark = [pytest.mark.e2e, pytest.mark.xdist_group("e2e")]

HEAVY = ("textual", "pydantic", "sqlite_utils", "numpy", "litellm", "scipy", "jinja2", "yaml")


def modules_after(installed: Path, code: str, cwd: Path) -> set[str]:
    """Return the top-level modules that are loaded after some code ran."""
    report = f"import sys, json\n{code}\nprint(json.dumps(sorted(sys.modules)), file=sys.stderr)"
    done = subprocess.run(
        [str(installed / "bin" / "python"), "-c", report],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=True,
    )
    return {name.partition(".")[0] for name in json.loads(done.stderr.splitlines()[-1])}


def test_help_lists_the_commands_and_loads_nothing_heavy(installed: Path, tmp_path: Path) -> None:
    code = "from rut_tui.__main__ import main; assert main(['--help']) == 0"
    loaded = modules_after(installed, code, tmp_path)
    assert loaded.isdisjoint(HEAVY)
    assert "rut_tui" in loaded


def test_the_code_runs_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    code = "import rut_domains, rut_annotations, rut_exports, rut_tui; print(rut_domains.__file__)"
    done = subprocess.run(
        [str(installed / "bin" / "python"), "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(done.stdout.strip()).is_relative_to(installed)


def test_both_names_and_the_module_answer(installed: Path, rut: Run, tmp_path: Path) -> None:
    said = rut("--version").stdout
    for command in (["bin/rut-tui"], ["bin/python", "-m", "rut_tui"]):
        done = subprocess.run(
            [str(installed / command[0]), *command[1:], "--version"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout == said


@pytest.mark.parametrize(
    "arguments",
    [("nonsense",), ("play", "--nonsense"), ("play", "--seat", "judge"), ("play", "--seed", "x")],
)
def test_wrong_usage_is_told_and_ends_with_2(rut: Run, arguments: tuple[str, ...]) -> None:
    done = rut(*arguments)
    assert done.returncode == 2
    assert "--help" in done.stderr
    assert "Traceback" not in done.stderr
