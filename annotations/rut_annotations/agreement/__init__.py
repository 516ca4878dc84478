"""Agreement between raters: ratings, coefficients, intervals."""

from __future__ import annotations
