"""Estimates and their intervals: what agreement, validity and fidelity have in common."""

from __future__ import annotations
