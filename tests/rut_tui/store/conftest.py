"""A fresh store for each test, and ways to look at its file from outside."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rut_tui.store import Store

NOBODY = 65534


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rut.sqlite"


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new file, made once: to copy it is faster than to make it."""
    path = tmp_path_factory.mktemp("empty") / "rut.sqlite"
    Store.open(path).close()
    return path


@pytest.fixture
def store(path: Path, empty_file: Path) -> Iterator[Store]:
    """An empty store. It does not wait for the disk: nobody pulls the plug in these tests."""
    shutil.copyfile(empty_file, path)
    with Store.open(path) as opened:
        opened._connection.value("PRAGMA synchronous = OFF")
        yield opened


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    """A folder that any user may enter; the test runs without special rights."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        if os.geteuid() != 0:
            yield folder
            folder.chmod(0o777)
            return
        os.seteuid(NOBODY)
        try:
            yield folder
        finally:
            os.seteuid(0)


def tamper(path: Path, *statements: str) -> None:
    """Change a file behind our back, triggers and foreign keys switched off."""
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        triggers = raw.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        kept = triggers.fetchall()
        for name, _ in kept:
            raw.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            raw.execute(statement)
        for _, sql in kept:
            raw.execute(sql)


def fingerprint_of(path: Path) -> str:
    """The hash of a file's bytes."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
