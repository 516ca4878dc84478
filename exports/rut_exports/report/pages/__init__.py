"""What stands in a report: each page makes its blocks from the report's values."""

from __future__ import annotations
