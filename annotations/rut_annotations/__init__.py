"""Judging dialogues: rubrics, blinding, judgements, agreement and fidelity."""

from __future__ import annotations
