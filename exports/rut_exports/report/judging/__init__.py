"""How far the raters, and models that judge beside them, can be relied on."""

from __future__ import annotations
