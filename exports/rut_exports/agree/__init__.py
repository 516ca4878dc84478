"""Agreement over any file of ratings: the numbers, and advice that follows from them."""

from __future__ import annotations
