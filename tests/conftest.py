"""What every test shares: a clean environment and the folder of real inputs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

for name in ("RUT_DB", "RUT_PACKS", "RUT_CONFIG", "NO_COLOR", "FORCE_COLOR"):
    os.environ.pop(name, None)
os.environ["TEXTUAL_ANIMATIONS"] = "none"
os.environ["TZ"] = "UTC"


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of inputs by others; a test that needs it is skipped without it."""
    folder = os.environ.get("RUT_REAL_DATA", "")
    if not folder:
        pytest.skip("RUT_REAL_DATA is not set: the real inputs are not at hand")
    return Path(folder)


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give each test an empty home, so that no file of the person who runs it is touched."""
    home = tmp_path_factory.mktemp("home")
    for name, folder in {
        "HOME": "",
        "XDG_DATA_HOME": "data",
        "XDG_CONFIG_HOME": "config",
        "XDG_CACHE_HOME": "cache",
        "XDG_STATE_HOME": "state",
    }.items():
        monkeypatch.setenv(name, str(home / folder) if folder else str(home))
    return home
