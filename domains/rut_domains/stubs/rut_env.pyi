"""What the worker gives to environment code: `from rut_env import user_tool, read, write, now`."""

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])

def user_tool(method: F) -> F:
    """Give the method to the user seat; without it a public method is a tool of the agent."""

def read(method: F) -> F:
    """Say that the tool only looks."""

def write(method: F) -> F:
    """Say that the tool changes state."""

def now() -> datetime:
    """Return the frozen present, with its time zone; it moves on with each event."""
