"""Environments: the world that tools look at and change, run in a child process."""

from __future__ import annotations

from rut_domains.environment.client import Environment
from rut_domains.environment.faults import EnvironmentDied, EnvironmentFault
from rut_domains.environment.model import CallResult, EnvironmentSource, Limits, SandboxChoice
from rut_domains.environment.sandbox import bubblewrap_works
from rut_domains.environment.source import source_hash

__all__ = [
    "CallResult",
    "Environment",
    "EnvironmentDied",
    "EnvironmentFault",
    "EnvironmentSource",
    "Limits",
    "SandboxChoice",
    "bubblewrap_works",
    "source_hash",
]
