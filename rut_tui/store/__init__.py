"""The one SQLite file: dialogues, judgements, assignments."""

from __future__ import annotations
