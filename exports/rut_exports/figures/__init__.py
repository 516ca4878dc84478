"""Figures as SVG: the same bytes for the same numbers, readable in grey, each told in words too."""

from __future__ import annotations
