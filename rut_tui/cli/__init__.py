"""Commands, thin; every heavy import stands inside its command."""

from __future__ import annotations
