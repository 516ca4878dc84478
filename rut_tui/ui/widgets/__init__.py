"""Pieces that several screens share."""

from __future__ import annotations
