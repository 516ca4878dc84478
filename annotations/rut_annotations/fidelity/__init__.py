"""Fidelity of a simulation to what it was told."""

from __future__ import annotations
