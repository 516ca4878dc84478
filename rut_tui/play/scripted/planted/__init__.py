"""Planted faults: one deliberate deviation from the honest user, of a known kind."""

from __future__ import annotations

from rut_tui.play.scripted.planted.registry import find_deviation, why_impossible

__all__ = ["find_deviation", "why_impossible"]
