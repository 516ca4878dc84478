"""Ratings from files of many shapes: one table of columns, and in plain words what was taken."""

from __future__ import annotations
