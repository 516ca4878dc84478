"""Reading the files of tau2-bench: results of 0.x and 1.0, trimmed files, domain folders."""

from __future__ import annotations
