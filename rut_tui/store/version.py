"""The steps that lead to the newest layout, by name: known without loading what makes them."""

from __future__ import annotations

STEPS: tuple[str, ...] = ("m001_layout", "m002_judgement_sources")
# The version of a file is the number of steps made in it.
NEWEST = len(STEPS)
