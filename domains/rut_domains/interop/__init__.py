"""Readers of other systems' files: each gives dialogues or tasks, and an integrity report."""

from __future__ import annotations
