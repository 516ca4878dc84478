"""Every test of a tool's conduct runs plain and, where it is installed, under bubblewrap."""

from __future__ import annotations

import pytest

from rut_domains.environment import SandboxChoice, bubblewrap_works


@pytest.fixture(params=["none", "bwrap"])
def sandbox(request: pytest.FixtureRequest) -> SandboxChoice:
    choice: SandboxChoice = request.param
    if choice == "bwrap" and not bubblewrap_works():
        pytest.skip("bubblewrap is not installed here, or not allowed to work")
    return choice
