"""What can go wrong with an environment as a whole; a tool that fails is only an error result."""

from __future__ import annotations

from rut_domains.faults import Fault


class EnvironmentFault(Fault):
    """An environment that cannot be opened or goes on no longer."""


class EnvironmentDied(EnvironmentFault):
    """The worker hung, crashed or flooded during a request; it has been killed."""
