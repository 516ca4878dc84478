"""Playing a dialogue: the engine and those who sit in its seats."""

from __future__ import annotations
