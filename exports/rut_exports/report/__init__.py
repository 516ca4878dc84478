"""Reports: one model, made from a bundle, and its forms: Markdown, JSON, CSV, text."""

from __future__ import annotations
