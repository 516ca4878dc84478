"""What a reader asks of an agreement study, point by point, answered from the report."""

from __future__ import annotations
