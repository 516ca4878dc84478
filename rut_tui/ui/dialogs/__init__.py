"""Questions put to the person, each with a typed answer."""

from __future__ import annotations
