"""Published values of coefficients and intervals, and what ours are on the same data."""

from __future__ import annotations
