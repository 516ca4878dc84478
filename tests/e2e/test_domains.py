"""Packs through the installed command: list, show, check, and a new one that passes untouched."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import Run, refused

pytestmark = [pytest.mark.e2e, pytest.mark.xdist_group("e2e")]
Facts = Callable[..., Any]


def test_the_built_in_packs_come_along(rut: Run, facts: Facts) -> None:
    entries = {entry["name"]: entry for entry in facts("domains", "list")}
    assert {"retail", "telecom"} <= entries.keys()
    assert all(len(entry["tasks"]) >= 10 for entry in entries.values())
    told = rut("domains", "list").stdout
    assert "retail" in told
    assert "telecom" in told


def test_a_task_is_shown_with_its_contract(rut: Run, facts: Facts) -> None:
    task = facts("domains", "list")[0]["tasks"][0]
    told = rut("domains", "show", "retail", task).stdout
    reason = facts("domains", "show", "retail", task)["contract"]["reason"]
    assert reason.split(".")[0] in told
    assert "Solved by" in told


def test_a_new_pack_passes_its_check_untouched_and_is_found(
    rut: Run, facts: Facts, tmp_path: Path
) -> None:
    made = rut("domains", "new", "library")
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "domains" / "library" / "pack.yaml").is_file()
    checked = rut("domains", "check", "library", "--trust")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "library holds" in checked.stdout
    assert "library" in {entry["name"] for entry in facts("domains", "list")}
    again = rut("domains", "new", "library")
    refused(again, 2, "library")


def test_a_broken_pack_names_file_line_and_field(rut: Run, tmp_path: Path) -> None:
    rut("domains", "new", "library")
    manifest = tmp_path / "domains" / "library" / "pack.yaml"
    lines = manifest.read_text("utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("title:"))
    lines[at] = "titel: The library"
    manifest.write_text("\n".join(lines), "utf-8")
    checked = rut("domains", "check", "library")
    assert checked.returncode == 1
    assert "pack.yaml" in checked.stdout
    assert "titel" in checked.stdout
    refused(rut("domains", "show", "library"), 3, "pack.yaml", "titel")
    listed = rut("domains", "list")
    assert listed.returncode == 0
    assert "broken" in listed.stdout
    refused(rut("play", "--plain", "--domain", "library"), 3, "pack.yaml", "titel")


def test_a_check_that_fails_ends_with_1_and_names_the_task(rut: Run, tmp_path: Path) -> None:
    rut("domains", "new", "library")
    [task] = (tmp_path / "domains" / "library" / "tasks").glob("*.yaml")
    text = task.read_text("utf-8")
    task.write_text(text.replace("- tool: ", "- tool: no_such_", 1), "utf-8")
    assert task.read_text("utf-8") != text
    checked = rut("domains", "check", "library", "--trust")
    assert checked.returncode in (1, 3), checked.stdout + checked.stderr
    assert task.name in checked.stdout + checked.stderr
    assert "no_such_" in checked.stdout + checked.stderr
