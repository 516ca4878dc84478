"""Numbers that others published, to hold ours against."""

from __future__ import annotations
