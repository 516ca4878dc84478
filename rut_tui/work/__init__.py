"""One module a use case: the only place where play, store and clock meet."""

from __future__ import annotations
