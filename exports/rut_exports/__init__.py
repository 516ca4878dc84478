"""Taking results away: reports, tables and writers of other systems' files."""

from __future__ import annotations
