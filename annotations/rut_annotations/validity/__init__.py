"""A judge against people: what its verdicts are worth, and what they can be used for."""

from __future__ import annotations
