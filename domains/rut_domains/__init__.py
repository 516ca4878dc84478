"""The world and what happened in it: dialogues, packs, environments, contracts, outcomes."""

from __future__ import annotations
