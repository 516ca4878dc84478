"""The application: play engine, seats, store, screens and commands."""

from __future__ import annotations

__version__ = "0.1.0"
