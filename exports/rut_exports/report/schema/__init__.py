"""The published JSON schema of a report."""

from __future__ import annotations
