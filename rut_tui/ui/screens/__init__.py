"""One screen a job."""

from __future__ import annotations
