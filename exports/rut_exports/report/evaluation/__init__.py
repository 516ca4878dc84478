"""The evaluation sheet: a study as others ask about it, pre-filled, with blanks."""

from __future__ import annotations
