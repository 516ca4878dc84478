"""Checking a pack by playing its oracles: does each task work, and only as intended?"""

from __future__ import annotations

from rut_domains.pack.check.findings import CheckReport, Finding
from rut_domains.pack.check.run import check_pack

__all__ = ["CheckReport", "Finding", "check_pack"]
